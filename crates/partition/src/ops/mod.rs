//! How each op is partitioned: one row per op in `table.rs`.

mod control;
mod convolution;
mod dot;
mod dynamic_slice;
mod gather;
mod halo;
mod indices;
mod movement;
mod one_device;
mod reduce;
mod reduce_window;
mod scatter;
mod select_and_scatter;
mod table;
pub(crate) mod view;

use partita_base::Diagnostics;
use partita_ir::{Module, OpId, ValueId};
use partita_rule::RuleSpec;

use crate::local_layout::LocalLayout;
use crate::localize::{Localizer, PlacedOp};
use partita_place::Abilities;

pub(crate) use movement::{has_windows, window_bits};
pub(crate) use table::{SAME, op_row};

/// Local results and their layouts.
pub(crate) type Written = Vec<(ValueId, LocalLayout)>;

/// Writes an op whose operands have the layouts that its factors imply.
pub(crate) type WriteFn = fn(&mut Localizer<'_>, &PlacedOp<'_>) -> Written;

/// Restricts the rule of an op to what the partitioner can do; `None` if nothing can be sharded.
pub(crate) type AdjustFn = fn(&Module, OpId, &RuleSpec) -> Option<RuleSpec>;

/// How an op is partitioned.
#[derive(Clone, Copy)]
pub(crate) enum How {
    /// The same op on local shapes.
    Same(Abilities),
    /// By a function, after placement by the (possibly adjusted) rule.
    Rule(Abilities, Option<AdjustFn>, WriteFn),
    /// By a function that handles everything, placement included.
    Own(fn(&mut Localizer<'_>, OpId) -> Result<(), Diagnostics>),
}
