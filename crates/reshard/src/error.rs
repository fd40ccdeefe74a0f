//! Reasons why there is no plan.

use std::fmt::{self, Display, Formatter};

use partita_base::{Code, code};

/// The reason why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoPlan {
    /// A sharding and the tensor have different numbers of dimensions.
    Rank {
        /// Dimensions of the sharding.
        dims: usize,
        /// Dimensions of the tensor.
        rank: usize,
    },
    /// A mesh consists of a single device, so no collective leads there.
    Maximal,
    /// The meshes have different numbers of devices.
    DeviceCounts {
        /// Devices of the source's mesh.
        from: u64,
        /// Devices of the target's mesh.
        to: u64,
    },
    /// The target is unreduced along axes along which the source is not, or on a mesh that cannot express the
    /// unreduced axes of the source.
    UnreducedTarget,
    /// Source and target combine partial values differently.
    Reduction,
    /// The padded tensor has more than [`NoPlan::MAX_BYTES`] bytes.
    TooLarge,
    /// No plan within the memory limit was found.
    Memory {
        /// The limit in bytes.
        bound: u64,
        /// Whether the search was exhaustive, so that no plan exists.
        certain: bool,
    },
}

impl NoPlan {
    /// The most bytes of a tensor, padding included. The search adds sizes before and after a step in 64 bits without
    /// checks for overflow; this leaves room for the sum.
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
    /// What the user can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            NoPlan::Rank { .. } => "write one axis list per dimension",
            NoPlan::Maximal => "use a mesh with axes",
            NoPlan::DeviceCounts { .. } => "use two meshes of the same devices",
            NoPlan::UnreducedTarget => "remove `unreduced` from the target, or add it to the source",
            NoPlan::Reduction => "use the same reduction in source and target",
            NoPlan::TooLarge => "check the sizes of the type",
            NoPlan::Memory { .. } => "raise the limit with `reshard::PlanLimits::memory`",
        }
    }
}

impl Display for NoPlan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            NoPlan::Rank { dims, rank } => {
                write!(f, "expected {rank} dimension shardings, found {dims}")
            }
            NoPlan::Maximal => f.write_str("cannot plan a reshard to or from a single device"),
            NoPlan::DeviceCounts { from, to } => {
                write!(f, "the source has {from} devices, the target has {to}")
            }
            NoPlan::UnreducedTarget => {
                f.write_str("the target is unreduced along axes that the source is not unreduced along")
            }
            NoPlan::Reduction => f.write_str("source and target have different reductions"),
            NoPlan::TooLarge => write!(f, "the tensor has more than {} bytes", Self::MAX_BYTES),
            NoPlan::Memory { bound, certain: true } => {
                write!(f, "no plan stays within {bound} bytes per device")
            }
            NoPlan::Memory { bound, certain: false } => {
                write!(f, "no plan within {bound} bytes per device was found within the search budget")
            }
        }
    }
}

impl std::error::Error for NoPlan {}
