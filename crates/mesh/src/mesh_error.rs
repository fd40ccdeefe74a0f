//! Errors of a mesh.

use std::fmt::{self, Display, Formatter};

use partita_base::{Code, Diagnostic, Span, code};

use crate::text::{MeshSpans, Quoted, SymbolName};

/// An element of a mesh as written, for pointing at an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshPart {
    /// The entire mesh.
    All,
    /// The axis at this index.
    Axis(usize),
    /// The device id at this index.
    DeviceId(usize),
}

/// A problem with a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshError {
    /// An axis has a size below 1.
    AxisSize {
        /// Index of the axis.
        axis: usize,
        /// Name of that axis, unescaped.
        name: Box<str>,
        /// Size as written.
        size: i64,
    },
    /// Two axes have the same name.
    DuplicateAxis {
        /// The later axis.
        axis: usize,
        /// The first axis with that name.
        first: usize,
        /// The name that both have.
        name: Box<str>,
    },
    /// A device id is below 0.
    NegativeDevice {
        /// Index in the list of device ids.
        index: usize,
        /// The negative id.
        id: i64,
    },
    /// There are no axes but several devices.
    DevicesWithoutAxes {
        /// Number of devices listed.
        count: usize,
    },
    /// The number of device ids differs from the product of the axis sizes.
    DeviceCount {
        /// Product of the sizes of the axes.
        expected: u64,
        /// Length of the list.
        found: u64,
    },
    /// The list of devices is not `0..count` in some order.
    NotPermutation {
        /// The first entry that is too large or a duplicate.
        index: usize,
        /// The id of that entry.
        id: i64,
        /// Number of devices of the mesh.
        count: u64,
    },
    /// The number of devices does not fit into 63 bits.
    TooLarge,
    /// The mesh has too many devices to list them one by one.
    TooManyToList {
        /// Number of devices of the mesh.
        count: u64,
    },
    /// Two meshes of one program have different numbers of devices.
    DifferentCounts {
        /// The later mesh.
        mesh: Box<str>,
        /// Its number of devices.
        count: u64,
        /// The first mesh.
        first: Box<str>,
        /// Its number of devices.
        first_count: u64,
    },
}

impl MeshError {
    /// The stable code.
    pub fn code(&self) -> Code {
        match self {
            MeshError::AxisSize { .. } => code::MESH_AXIS_SIZE,
            MeshError::DuplicateAxis { .. } => code::MESH_AXIS_REPEATED,
            MeshError::NegativeDevice { .. } => code::DEVICE_ID_NEGATIVE,
            MeshError::DevicesWithoutAxes { .. } => code::DEVICES_WITHOUT_AXES,
            MeshError::DeviceCount { .. } => code::DEVICE_ID_COUNT,
            MeshError::NotPermutation { .. } => code::DEVICE_IDS_NOT_PERMUTATION,
            MeshError::TooLarge | MeshError::TooManyToList { .. } => code::MESH_TOO_LARGE,
            MeshError::DifferentCounts { .. } => code::MESHES_DIFFER_IN_SIZE,
        }
    }

    /// The element at fault.
    pub fn place(&self) -> MeshPart {
        match *self {
            MeshError::AxisSize { axis, .. } | MeshError::DuplicateAxis { axis, .. } => MeshPart::Axis(axis),
            MeshError::NegativeDevice { index, .. } | MeshError::NotPermutation { index, .. } => {
                MeshPart::DeviceId(index)
            }
            _ => MeshPart::All,
        }
    }

    /// How to fix the problem.
    pub fn help(&self) -> &'static str {
        match self {
            MeshError::AxisSize { .. } => "give the axis a size of at least 1, or leave it out",
            MeshError::DuplicateAxis { .. } => "rename one of the axes",
            MeshError::NegativeDevice { .. } => "number the devices from 0",
            MeshError::DevicesWithoutAxes { .. } => {
                "name an axis, or list the one device that holds everything"
            }
            MeshError::DeviceCount { .. } => "list every device once, or leave `device_ids` out",
            MeshError::NotPermutation { .. } => "list every device from 0 on exactly once",
            MeshError::TooLarge | MeshError::TooManyToList { .. } => "make the axes smaller",
            MeshError::DifferentCounts { .. } => {
                "give every mesh of the program the same devices, if in another shape or order"
            }
        }
    }

    /// The diagnostic to report, given the spans of the mesh.
    pub fn to_diagnostic(&self, spans: &MeshSpans) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.code(), spans.get(self.place()), self.to_string());
        let diagnostic = match self {
            MeshError::DuplicateAxis { first, .. } => {
                diagnostic.label(spans.get(MeshPart::Axis(*first)), "first named here")
            }
            _ => diagnostic,
        };
        diagnostic.help(self.help())
    }
}

impl MeshSpans {
    /// The span of an element; that of the entire mesh if the text has no such element.
    pub fn get(&self, place: MeshPart) -> Span {
        match place {
            MeshPart::All => None,
            MeshPart::Axis(axis) => self.axes.get(axis),
            MeshPart::DeviceId(index) => self.device_ids.get(index),
        }
        .copied()
        .unwrap_or(self.full)
    }
}

impl Display for MeshError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MeshError::AxisSize { name, size, .. } => write!(f, "axis {} has size {size}", Quoted(name)),
            MeshError::DuplicateAxis { name, .. } => write!(f, "mesh has two axes named {}", Quoted(name)),
            MeshError::NegativeDevice { id, .. } => write!(f, "device id {id} is negative"),
            MeshError::DevicesWithoutAxes { count } => write!(f, "mesh has {count} devices but no axes"),
            MeshError::DeviceCount { expected, found } => {
                write!(f, "mesh lists {found} devices where its axes span {expected}")
            }
            MeshError::NotPermutation { id, count, .. } if *id as u64 >= *count => {
                write!(f, "device id {id} is too large for a mesh of {count} devices")
            }
            MeshError::NotPermutation { id, .. } => write!(f, "mesh lists device {id} twice"),
            MeshError::TooLarge => write!(f, "mesh has more than 2^32 devices"),
            MeshError::TooManyToList { count } => {
                write!(f, "mesh has {count} devices, too many to treat one by one")
            }
            MeshError::DifferentCounts { mesh, count, first, first_count } => {
                let (mesh, first) = (SymbolName(mesh), SymbolName(first));
                write!(f, "mesh {mesh} has {count} devices but mesh {first} has {first_count}")
            }
        }
    }
}

impl std::error::Error for MeshError {}
