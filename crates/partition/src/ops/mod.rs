//! What each op becomes on one device: one row per op.

mod control;
mod convolution;
mod dot;
mod dynamic_slice;
mod gather;
mod halo;
mod indices;
mod one_device;
mod place;
mod reduce;
mod reduce_window;
mod scatter;
mod select_and_scatter;
mod table;
pub(crate) mod view;

use partita_base::Diagnostics;
use partita_ir::{Module, OpId, ValueId};
use partita_rule::RuleSpec;

use crate::layout::Layout;
use crate::localize::{Cut, Localizer};
use partita_place::Abilities;

pub(crate) use place::{has_windows, window_bits};
pub(crate) use table::{SAME, row};

/// Local results and how they lie.
pub(crate) type Written = Vec<(ValueId, Layout)>;

/// Writes an op whose operands lie as its factors are cut.
pub(crate) type WriteFn = fn(&mut Localizer<'_>, &Cut<'_>) -> Written;

/// Changes the rule of an op to what the partitioner can do; `None` when nothing can be cut.
pub(crate) type AdjustFn = fn(&Module, OpId, &RuleSpec) -> Option<RuleSpec>;

/// What to do with an op.
#[derive(Clone, Copy)]
pub(crate) enum How {
    /// The op itself, on local shapes.
    Same(Abilities),
    /// Something of its own, as the factors of its rule are cut.
    Rule(Abilities, Option<AdjustFn>, WriteFn),
    /// It takes care of everything.
    Own(fn(&mut Localizer<'_>, OpId) -> Result<(), Diagnostics>),
}
