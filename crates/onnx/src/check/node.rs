//! Checks one node by its signature, and by properties of its op that the signature does not express.

use super::compose::{Composition, Exchange, Mode, compose_layouts};
use super::fault::OpFault;
use super::moved_blocks;
use crate::layout::{DeviceLayout, DeviceSet};
use crate::ops::Call;
use crate::signature::{FactorKind, Signature};

impl Exchange {
    /// The name of the collective.
    pub fn collective(&self) -> &'static str {
        match &self.kind {
            FactorKind::Reduction(_) | FactorKind::Lookup | FactorKind::Statistics => "all_reduce",
            FactorKind::Window(_) => "halo_exchange",
            FactorKind::Ordered(_) => "all_gather",
            FactorKind::PassThrough
            | FactorKind::Generated
            | FactorKind::NeedsReplication(_)
            | FactorKind::Unread => "none",
        }
    }

    /// Whether a runtime must implement the communication inside the op. Only sums of finished partial results happen outside.
    pub fn is_inside(&self) -> bool {
        !matches!(self.kind, FactorKind::Reduction(_))
    }
}

/// Derives the layouts of a node's outputs; see [`compose_layouts`]. In lenient mode the blocks of a concatenation may stay on their devices.
pub fn compose_node(
    call: &Call<'_>,
    signature: &Signature,
    inputs: &[Option<&DeviceLayout>],
    all: &DeviceSet,
    mode: Mode,
) -> Result<Composition, OpFault> {
    match compose_layouts(signature, inputs, all, mode) {
        Err(fault @ (OpFault::NeedsReplication(..) | OpFault::AxisMismatch(..))) if mode == Mode::Lenient => {
            moved_blocks::layouts_in_place(call, signature, inputs).ok_or(fault)
        }
        outcome => outcome,
    }
}
