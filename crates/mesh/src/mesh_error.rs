//! What can be wrong with a mesh.

use std::fmt::{self, Display, Formatter};

use partita_base::{Code, Diagnostic, Span, code};

use crate::text::{MeshSpans, Quoted, SymbolName};

/// A piece of a mesh as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshPlace {
    /// All of it.
    Whole,
    /// One axis.
    Axis(usize),
    /// One device id.
    DeviceId(usize),
}

/// What is wrong with a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshError {
    /// An axis has a size below 1.
    AxisSize {
        /// Which axis.
        axis: usize,
        /// Its name.
        name: Box<str>,
        /// Its size.
        size: i64,
    },
    /// Two axes have one name.
    DuplicateAxis {
        /// The later axis.
        axis: usize,
        /// The first axis of that name.
        first: usize,
        /// The name.
        name: Box<str>,
    },
    /// A device id is below 0.
    NegativeDevice {
        /// Which entry of the list.
        index: usize,
        /// The id.
        id: i64,
    },
    /// There are no axes but several devices.
    DevicesWithoutAxes {
        /// How many.
        count: usize,
    },
    /// The list of devices is longer or shorter than the axes ask for.
    DeviceCount {
        /// Product of the sizes of the axes.
        expected: u64,
        /// Length of the list.
        found: u64,
    },
    /// The list of devices is not `0..count` in some order.
    NotPermutation {
        /// The first entry that is too large or stands twice.
        index: usize,
        /// The id there.
        id: i64,
        /// How many devices there are.
        count: u64,
    },
    /// The number of devices does not fit into 63 bits.
    TooLarge,
    /// There are more devices than can be listed one by one.
    TooManyToList {
        /// How many.
        count: u64,
    },
    /// Two meshes of one program differ in the number of devices.
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

    /// The piece at fault.
    pub fn place(&self) -> MeshPlace {
        match *self {
            MeshError::AxisSize { axis, .. } | MeshError::DuplicateAxis { axis, .. } => MeshPlace::Axis(axis),
            MeshError::NegativeDevice { index, .. } | MeshError::NotPermutation { index, .. } => {
                MeshPlace::DeviceId(index)
            }
            _ => MeshPlace::Whole,
        }
    }

    /// What to do about it.
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

    /// The finding to report, given where the pieces of the mesh stand.
    pub fn to_diagnostic(&self, spans: &MeshSpans) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.code(), spans.get(self.place()), self.to_string());
        let diagnostic = match self {
            MeshError::DuplicateAxis { first, .. } => {
                diagnostic.label(spans.get(MeshPlace::Axis(*first)), "first named here")
            }
            _ => diagnostic,
        };
        diagnostic.help(self.help())
    }
}

impl MeshSpans {
    /// Where a piece stands; the whole mesh when the text has no such piece.
    pub fn get(&self, place: MeshPlace) -> Span {
        match place {
            MeshPlace::Whole => None,
            MeshPlace::Axis(axis) => self.axes.get(axis),
            MeshPlace::DeviceId(index) => self.device_ids.get(index),
        }
        .copied()
        .unwrap_or(self.whole)
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
