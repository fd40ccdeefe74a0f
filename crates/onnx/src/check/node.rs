//! One node: its signature, and what is known of the op beyond it.

use super::compose::{Composition, Exchange, Mode, compose};
use super::fault::OpFault;
use super::moved_blocks;
use crate::layout::{DeviceLayout, DeviceSet};
use crate::ops::Call;
use crate::signature::{FactorKind, Signature};

impl Exchange {
    /// What the devices do, in the usual words.
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

    /// Whether only special implementations of the op do it: other than adding up finished partial results.
    pub fn is_inside(&self) -> bool {
        !matches!(self.kind, FactorKind::Reduction(_))
    }
}

/// Works out where the outputs of a node are; see [`compose`]. A lenient answer may leave the moved_blocks of a concatenation where they are.
pub fn compose_node(
    call: &Call<'_>,
    signature: &Signature,
    inputs: &[Option<&DeviceLayout>],
    all: &DeviceSet,
    mode: Mode,
) -> Result<Composition, OpFault> {
    match compose(signature, inputs, all, mode) {
        Err(fault @ (OpFault::NeedsReplication(..) | OpFault::AxisMismatch(..))) if mode == Mode::Lenient => {
            moved_blocks::layouts_in_place(call, signature, inputs).ok_or(fault)
        }
        outcome => outcome,
    }
}
