//! `sdy-insert-explicit-reshards`: wherever an op cannot run on the shardings around it, reshards are added
//! so that it can.
//!
//! Afterwards the shardings of an op's operands and results agree factor by factor, the partial results of a sharded
//! reduction are added up by an `sdy.all_reduce`, and values enter and leave functions, calls and regions with the
//! shardings annotated there. The full version does this for every op; the minimal one leaves to a later partitioner
//! what it resolves well enough, and acts on calls, concatenations, some products, and on partial values.

mod align;
mod common_axes;
mod dot;
mod factors;
mod flow;
mod greedy;
mod known;
mod replication;
mod reshape;
mod unreduced;

use std::rc::Rc;

use partita_base::Diagnostics;
use partita_ir::pass::{self, Anchor, PassInfo, PassOptions};
use partita_ir::{FunctionTable, Module, OpCode, OpId, OpKind};
use partita_rule::{FactorKind, RuleOrigin};
use rustc_hash::{FxHashMap, FxHashSet};

use self::align::Situation;
use self::factors::Factors;
use self::flow::Wanted;
use self::known::{KnownShardings, any_unreduced};
use super::editor::Editor;
use super::shardings;
use super::{edges, option_true_false};
use crate::rules::{RuleId, RuleOptions, RuleTable};

pub(super) const PASS: PassInfo = PassInfo {
    name: "sdy-insert-explicit-reshards",
    help: "add reshards where an op cannot run on the shardings around it",
    anchor: Anchor::Func,
    options: &[FULL],
    run,
};

const FULL: partita_ir::pass::PassOption =
    option_true_false("enable-full-version", "add reshards for every op, not only for some");

/// The option that makes every reshard explicit.
pub(super) fn full_version_options(full: bool) -> [(String, String); 1] {
    [(FULL.name.into(), full.to_string())]
}

fn run(module: &mut Module, options: &PassOptions) -> Result<(), Diagnostics> {
    let full = pass::flag(options, FULL.name, false);
    let ops: Vec<OpId> =
        module.functions().flat_map(|func| shardings::walk_inner_first(module, func)).collect();
    let mut reshards = Reshards::new(module, &ops, full);
    for op in ops {
        reshards.visit(op);
    }
    reshards.editor.finish();
    Ok(())
}

/// The state of the pass.
pub(super) struct Reshards<'m> {
    full: bool,
    any_unreduced: bool,
    known: KnownShardings,
    rules: RuleTable<'static>,
    /// The factors of each rule; none for rules written by users, which Shardy leaves alone.
    factors: FxHashMap<RuleId, Option<Rc<Factors>>>,
    /// The situations of products that do not conflict, so that equal ones are examined once.
    agreeing: FxHashSet<Situation>,
    functions: FunctionTable,
    /// The shardings of functions' arguments; none where no argument has one.
    arguments: FxHashMap<OpId, Option<Rc<[Wanted]>>>,
    pub(super) editor: Editor<'m>,
}

impl<'m> Reshards<'m> {
    /// Prepares a pass over these ops of a module.
    pub(super) fn new(module: &'m mut Module, ops: &[OpId], full: bool) -> Self {
        Self {
            full,
            any_unreduced: any_unreduced(module, ops),
            known: KnownShardings::new(module),
            rules: RuleTable::new(RuleOptions::default()),
            factors: FxHashMap::default(),
            agreeing: FxHashSet::default(),
            functions: FunctionTable::new(module),
            arguments: FxHashMap::default(),
            editor: Editor::new(module),
        }
    }

    /// The kinds of the factors of an op; none for an op without a rule and for one whose rule the user wrote.
    pub(super) fn factor_kinds(&mut self, op: OpId) -> Vec<FactorKind> {
        self.factors_of(op).map_or_else(Vec::new, |factors| factors.kinds.clone())
    }

    /// The factors of an op.
    fn factors_of(&mut self, op: OpId) -> Option<Rc<Factors>> {
        let id = self.rules.id(self.editor.module, op);
        let rules = &self.rules;
        let made = self.factors.entry(id).or_insert_with(|| {
            let rule = rules.get(id).rule().filter(|rule| rule.origin == RuleOrigin::Derived)?;
            Some(Rc::new(Factors::new(rule)))
        });
        made.clone()
    }
}

impl Reshards<'_> {
    /// Adds the reshards of one op. The ops that it depends on, and those nested in it, are visited before it.
    fn visit(&mut self, op: OpId) {
        self.editor.update_operands(op);
        let Some(code) = self.editor.module.op(op).name.code() else { return self.visit_plain(op, false) };
        match code {
            OpCode::FuncFunc => {}
            OpCode::FuncReturn => self.function_return(op),
            OpCode::FuncCall => self.call(op),
            _ if code.kind() == OpKind::Terminator => {}
            _ if edges::has_edges(self.editor.module, op) => self.data_flow(op),
            OpCode::SdyReshard if self.any_unreduced && self.adds_unreduced(op) => self.replace_reshard(op),
            OpCode::Concatenate => {
                let full = self.full || !self.is_annotated_alike(op);
                self.visit_plain(op, full);
            }
            _ => self.visit_plain(op, self.full),
        }
    }

    fn visit_plain(&mut self, op: OpId, full: bool) {
        if self.any_unreduced {
            self.reduce_operands(op);
        }
        if full {
            self.align(op);
        } else {
            self.align_some(op);
        }
    }

    /// Whether the shardings of all operands of an op are written like that of its result. As in Shardy, a
    /// priority makes a difference, and so does a sharding without axes.
    fn is_annotated_alike(&self, op: OpId) -> bool {
        let module = &*self.editor.module;
        let result = shardings::of_value(module, module.op(op).result(0));
        module.op(op).operands.iter().all(|&operand| shardings::of_value(module, operand) == result)
    }
}
