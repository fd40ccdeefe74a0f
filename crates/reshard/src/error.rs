//! Why there is no plan.

use std::fmt::{self, Display, Formatter};

use partita_base::{Code, code};

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoPlan {
    /// A sharding has another number of dimensions than the tensor.
    Rank {
        /// Dimensions of the sharding.
        dims: usize,
        /// Dimensions of the tensor.
        rank: usize,
    },
    /// A mesh is a single device; sending to one device is no collective.
    Maximal,
    /// The meshes are of different numbers of devices.
    DeviceCounts {
        /// Devices of the source's mesh.
        from: u64,
        /// Devices of the target's mesh.
        to: u64,
    },
    /// The target is unreduced along axes along which the source is not, or on a mesh whose axes are not
    /// those of the source's.
    UnreducedTarget,
    /// The target combines partial values in another way than the source.
    Reduction,
    /// The tensor, padded, has more than [`NoPlan::MAX_BYTES`] bytes.
    TooLarge,
    /// No plan that was found stays within the bound.
    Memory {
        /// The bound in bytes.
        bound: u64,
        /// Whether all plans were looked at, so that there is none.
        certain: bool,
    },
}

impl NoPlan {
    /// Most bytes a tensor may have.
    pub const MAX_BYTES: u64 = 1 << 60;

    /// The code of the diagnostic to report.
    pub fn code(&self) -> Code {
        match self {
            NoPlan::Rank { .. } => code::SHARDING_RANK,
            NoPlan::Maximal => code::RESHARD_MAXIMAL,
            NoPlan::DeviceCounts { .. } => code::MESHES_DIFFER_IN_SIZE,
            NoPlan::UnreducedTarget => code::RESHARD_UNREDUCED,
            NoPlan::Reduction => code::REDUCTION_OPERATOR,
            NoPlan::TooLarge => code::RESHARD_TOO_LARGE,
            NoPlan::Memory { .. } => code::RESHARD_MEMORY,
        }
    }
}

impl NoPlan {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            NoPlan::Rank { .. } => "write one list of axes per dimension",
            NoPlan::Maximal => "give the mesh axes",
            NoPlan::DeviceCounts { .. } => "give both meshes the same devices",
            NoPlan::UnreducedTarget => "leave out `unreduced` in the target, or give the source the same",
            NoPlan::Reduction => "combine partial values in one way",
            NoPlan::TooLarge => "check the sizes of the type",
            NoPlan::Memory { .. } => "allow more bytes with `reshard::Limits::memory`",
        }
    }
}

impl Display for NoPlan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            NoPlan::Rank { dims, rank } => {
                write!(f, "a sharding of {dims} dimensions is for a tensor of rank {rank}")
            }
            NoPlan::Maximal => f.write_str("a sharding on a single device has no redistribution plan"),
            NoPlan::DeviceCounts { from, to } => {
                write!(f, "the source is on {from} devices and the target on {to}")
            }
            NoPlan::UnreducedTarget => {
                f.write_str("the target is unreduced along axes along which the source is not")
            }
            NoPlan::Reduction => f.write_str("source and target combine partial values in different ways"),
            NoPlan::TooLarge => write!(f, "the tensor has more than {} bytes", Self::MAX_BYTES),
            NoPlan::Memory { bound, certain: true } => {
                write!(f, "no plan stays within {bound} bytes per device")
            }
            NoPlan::Memory { bound, certain: false } => {
                write!(f, "no plan within {bound} bytes per device was found before the search was given up")
            }
        }
    }
}

impl std::error::Error for NoPlan {}
