//! A prepared program in the form that `partita_place::plan` chooses layouts for.

use std::rc::Rc;

use partita_base::Id;
use partita_cost::{Device, Work};
use partita_hlo::RunCounts;
use partita_hlo::propagation::{ModuleProblem, Propagated};
use partita_hlo::rules::{RuleOptions, RuleTable};
use partita_ir::{Computed, Definition, Linear, Module, OpCode, OpId, OpKind, ValueId};
use partita_place::plan::{
    Allowed, Carried, LinearIn, OpLoad, OpSums, OperandList, PlanAxes, PlanOp, PlanProgram, PlanTensor,
};
use partita_place::{Abilities, DimFactors, Factors};
use partita_propagate::{ProblemOp, TensorId as Place};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::choose::Chooser;
use crate::dataflow::{Dataflow, Kind, TensorId, Trips, dataflow_of_entry, trips};
use crate::fusion::{FusedKernel, Fusion};
use crate::live_points::{LivePoints, live_points};
use crate::memory::{Arguments, donated};
use crate::op_work::{instructions, product_work, shape_of};
use crate::ops::{How, op_row};
use crate::sums::{leaves_sums, linear_form};

/// A program to plan, and what its parts are in the module.
pub struct PlannedProgram {
    /// Tensors, ops and what they cost.
    pub program: PlanProgram,
    /// The value of each tensor; `None` for what the program returns.
    pub values: Vec<Option<ValueId>>,
    /// The op of each op of the program.
    pub ops: Vec<OpId>,
    /// Ops whose factors are unknown, so that every device needs all of their operands.
    pub unruled: Vec<OpId>,
}

/// Describes a prepared program for planning. The annotations of the module are restrictions.
pub fn plan_program(
    propagated: &Propagated,
    rules: RuleOptions<'_>,
    axes: &PlanAxes,
    device: &Device,
    arguments: Arguments,
) -> PlannedProgram {
    let module = &propagated.module;
    let problem = ModuleProblem::new(module, RuleTable::new(rules));
    let work = ProgramWork::new(module, device, arguments);
    let mut values: Vec<Option<ValueId>> = vec![None; problem.problem.tensors.len()];
    let mut is_shared = vec![false; values.len()];
    let mut live: Vec<Option<(u32, u32)>> = vec![None; values.len()];
    for (index, tensor) in problem.tensors.iter().enumerate() {
        if let Some(tensor) = tensor.map(Id::index) {
            let value = ValueId::from_index(index);
            is_shared[tensor] = values[tensor].is_some();
            values[tensor].get_or_insert(value);
            if let Some(&(begin, end)) = work.live.of.get(&value) {
                let known = live[tensor].get_or_insert((begin, end));
                *known = (known.0.min(begin), known.1.max(end));
            }
        }
    }
    let tensors = tensors(module, &problem, &values, &live, axes);
    let mut program = PlanProgram { tensors, ..PlanProgram::default() };
    if let Some(main) = problem.main {
        let place = |value: &ValueId| problem.tensors[value.index()].map(|tensor| tensor.index());
        program.arguments = module.func_args(main).iter().filter_map(place).collect();
    }
    program.results = problem.results.iter().map(|tensor| tensor.index()).collect();
    let mut ops = Vec::new();
    let mut builder = OpBuilder {
        module,
        problem: &problem,
        chooser: Chooser::new(rules),
        work: &work,
        runs: RunCounts::new(module),
        unknown: problem.unknown.iter().copied().collect(),
        values: &values,
        is_shared: &is_shared,
    };
    for (id, op) in problem.problem.ops.iter() {
        let own = problem.ops[id.index()];
        if let Some(op) = builder.op(op, own) {
            program.ops.push(op);
            ops.push(own);
        }
    }
    // What the program returns is read by an op of its own.
    for op in &problem.problem.boundary {
        let (from, to) = (problem.problem.operands(op), problem.problem.results(op));
        if let ([from], [to]) = (from, to)
            && let Some(at) = program.results.iter().position(|&result| result == to.tensor.index())
        {
            let (from, to) = (from.tensor.index(), to.tensor.index());
            let allowed = std::mem::take(&mut program.tensors[to].allowed);
            program.tensors[to] = PlanTensor { allowed, live: (0, 0), ..program.tensors[from].clone() };
            program.returned.push((from, at));
        }
    }
    PlannedProgram { program, values, ops, unruled: problem.unknown.clone() }
}

/// The facts of every tensor.
fn tensors(
    module: &Module,
    problem: &ModuleProblem,
    values: &[Option<ValueId>],
    live: &[Option<(u32, u32)>],
    axes: &PlanAxes,
) -> Vec<PlanTensor> {
    let shardings = problem.problem.tensors.iter().map(|(_, tensor)| tensor.sharding);
    let facts = |((value, live), sharding): ((&Option<ValueId>, &Option<_>), Option<_>)| {
        let allowed = sharding.map_or(Allowed::Any, |id| axes.restriction(problem.problem.sharding_of(id)));
        let Some(value) = *value else { return PlanTensor { allowed, ..PlanTensor::default() } };
        let tensor = module.context.tensor(module.type_of(value));
        PlanTensor {
            shape: shape_of(module, value),
            bits: tensor.and_then(|tensor| module.element_bits(tensor.element)).unwrap_or(32),
            live: live.unwrap_or_default(),
            allowed,
        }
    };
    values.iter().zip(live).zip(shardings).map(facts).collect()
}

struct OpBuilder<'m, 'r> {
    module: &'m Module,
    problem: &'m ModuleProblem,
    chooser: Chooser<'r>,
    work: &'m ProgramWork<'m>,
    runs: RunCounts,
    unknown: FxHashSet<OpId>,
    /// The value of each tensor.
    values: &'m [Option<ValueId>],
    /// Whether a tensor is several values, as in loops and calls.
    is_shared: &'m [bool],
}

impl OpBuilder<'_, '_> {
    fn op(&mut self, op: &ProblemOp, own: OpId) -> Option<PlanOp> {
        let module = self.module;
        let code = module.op(own).name.code();
        let place = |value: ValueId| self.problem.tensors[value.index()];
        let each = Abilities { partial: false, windows: false, work: Work::Memory };
        let (factors, abilities, operands, results) = match op.rule {
            Some(rule) => {
                let problem = &self.problem.problem;
                let how = code.filter(|_| !op.traits.identity).map(op_row);
                let abilities = match how {
                    Some(How::Rule(abilities, ..) | How::Same(abilities)) => abilities,
                    _ => each,
                };
                let adjusted = how.and_then(|how| self.chooser.factors_of(module, own, how));
                let plain = || Rc::new(Factors::new(problem.rule_of(rule)));
                let factors = match adjusted {
                    Some(ruled) => ruled.factors,
                    None if matches!(how, Some(How::Rule(_, Some(_), _))) => {
                        replicated(problem.rule_of(rule))
                    }
                    None => plain(),
                };
                let number = |slots: &[partita_propagate::Slot]| -> Vec<usize> {
                    slots.iter().map(|slot| slot.tensor.index()).collect()
                };
                (factors, abilities, number(problem.operands(op)), number(problem.results(op)))
            }
            None => {
                let data = module.op(own);
                let number = |tensor: Option<Place>| tensor.map(Id::index);
                let results: Vec<usize> = data.results().filter_map(|value| number(place(value))).collect();
                let operands: Vec<usize> =
                    data.operands.iter().filter_map(|&value| number(place(value))).collect();
                let is_made = operands.is_empty() && !has_regions(module, own);
                // Nothing propagates between single elements, so such ops have no rule. The kernels of a loop's counter take time.
                let is_one = |&tensor: &usize| self.elements(tensor) == 1;
                let is_single = self.work.loads.contains_key(&own) && operands.iter().all(is_one);
                if results.is_empty() || !(is_made || is_single || self.unknown.contains(&own)) {
                    return None;
                }
                let rank = |&tensor: &usize| vec![DimFactors::new(); self.shape(tensor).len()];
                let tensors: Vec<Vec<DimFactors>> = operands.iter().chain(&results).map(rank).collect();
                let factors = Factors::with_roles(Vec::new(), Vec::new(), tensors, operands.len());
                (Rc::new(factors), each, operands, results)
            }
        };
        if factors.tensors.len() != operands.len() + results.len() || factors.operands != operands.len() {
            return None;
        }
        let runs = self.runs.of(own).times as f64;
        let mut load = self.work.loads.get(&own).cloned().unwrap_or_default();
        load.reads.resize(operands.len(), 0.0);
        let is_elementwise = operands.is_empty()
            || op.traits.elementwise
            || op.traits.identity
            || code.is_some_and(|code| {
                code.kind() == OpKind::Elementwise || code.traits().computed == Computed::Repeated
            });
        let sums = if op.traits.identity { OpSums::default() } else { self.sums(own, &operands, &results) };
        let carried = self.carried(own);
        Some(PlanOp { factors, abilities, operands, results, load, runs, carried, is_elementwise, sums })
    }

    /// What an edge carries through a loop.
    fn carried(&self, edge: OpId) -> Option<Carried> {
        let module = self.module;
        if module.code(edge) != Some(OpCode::SdyDataFlowEdge) {
            return None;
        }
        let value = *module.op(edge).operands.first()?;
        let Definition::Result { op, .. } = module.value(value).definition else { return None };
        if module.code(op)?.traits().computed != Computed::Loop {
            return None;
        }
        // The body comes after the condition.
        let &body = module.region(*module.op(op).regions.last()?).blocks.last()?;
        let &last = module.block(body).ops.last()?;
        let is_unchanged = self.work.live.unchanged.contains(&value);
        Some(Carried { turns: self.runs.of(last).times as f64, is_unchanged })
    }

    /// What an op does with partial sums. What is several values is complete, and what another block reads.
    fn sums(&self, own: OpId, operands: &[usize], results: &[usize]) -> OpSums {
        let module = self.module;
        let data = module.op(own);
        let is_local = |at: &usize| {
            let Definition::Result { op, .. } = module.value(data.operands[*at]).definition else {
                return false;
            };
            module.op(op).block == data.block && !self.is_shared[operands[*at]]
        };
        let is_described = operands.len() == data.operands.len();
        if !is_described || results.iter().any(|&result| self.is_shared[result]) {
            return OpSums::default();
        }
        let keeps = linear_form(module, own).and_then(|form| {
            let local: OperandList = form.operands(operands.len()).filter(is_local).collect();
            let keeps = match form {
                Linear::Product => LinearIn::Each(local),
                Linear::Sum(..) | Linear::Quotient | Linear::Addition => LinearIn::Together(local),
            };
            (!keeps.operands().is_empty()).then_some(keeps)
        });
        OpSums { leaves: leaves_sums(module, own), keeps }
    }

    fn shape(&self, tensor: usize) -> Vec<u64> {
        let value = self.values.get(tensor).copied().flatten();
        value.map_or_else(Vec::new, |value| shape_of(self.module, value))
    }

    fn elements(&self, tensor: usize) -> u64 {
        self.shape(tensor).into_iter().fold(1, u64::saturating_mul)
    }
}

fn has_regions(module: &Module, op: OpId) -> bool {
    !module.op(op).regions.is_empty()
}

/// A rule none of whose factors may be sharded.
fn replicated(rule: &partita_rule::RuleSpec) -> Rc<Factors> {
    let mut rule = rule.clone();
    rule.reduction.clear();
    rule.permutation.clear();
    rule.need_replication = (0..rule.factor_sizes.len()).map(Id::from_index).collect();
    Rc::new(Factors::new(&rule))
}

/// What the ops of a program do, and when its tensors are in memory.
struct ProgramWork<'m> {
    module: &'m Module,
    device: &'m Device,
    trips: Trips,
    loads: FxHashMap<OpId, OpLoad>,
    live: LivePoints,
}

impl<'m> ProgramWork<'m> {
    fn new(module: &'m Module, device: &'m Device, arguments: Arguments) -> Self {
        let (entry, flow) = module.entry_function().zip(dataflow_of_entry(module)).unzip();
        let given = entry.map(|entry| donated(module, entry, arguments)).unwrap_or_default();
        let flow = flow.unwrap_or_default();
        let live = live_points(module, &flow, given);
        let mut work = Self { module, device, trips: trips(module), loads: FxHashMap::default(), live };
        work.block(&flow, 1.0);
        work
    }

    /// Adds the work of a block that runs this many times.
    fn block(&mut self, flow: &Dataflow, runs: f64) {
        let fusion = Fusion::new(self.module, flow);
        for kernel in &fusion.kernels {
            let step = &flow.steps[kernel.at];
            self.kernel(flow, &fusion, kernel, runs);
            let turns = match step.kind {
                Kind::Loop => self.trips.get(&step.op).copied().unwrap_or(1) as f64,
                _ => 1.0,
            };
            // As in the estimate, the condition of a loop is a part of its own overhead.
            let bodies = step.bodies.iter().skip(usize::from(step.kind == Kind::Loop));
            for body in bodies {
                self.block(body, runs * turns);
            }
        }
    }

    fn kernel(&mut self, flow: &Dataflow, fusion: &Fusion, kernel: &FusedKernel, runs: f64) {
        let mut counted: FxHashSet<TensorId> = FxHashSet::default();
        let own = &flow.steps[kernel.at];
        let takes_time = !matches!(own.kind, Kind::Loop | Kind::Branch | Kind::Collective);
        for &at in kernel.steps.iter().filter(|_| takes_time) {
            let step = &flow.steps[at];
            let load = self.loads.entry(step.op).or_default();
            load.reads.resize(load.reads.len().max(step.operands.len()), 0.0);
            for (operand, &tensor) in step.operands.iter().enumerate() {
                let stored = fusion.stored(tensor);
                if let Some(&bytes) = kernel.reads.get(&stored)
                    && counted.insert(stored)
                {
                    load.reads[operand] += bytes as f64 * runs;
                }
            }
            if !matches!(step.kind, Kind::Product | Kind::Own) {
                load.instructions += instructions(self.module, step.op, self.device) * runs;
            }
        }
        if !takes_time {
            return;
        }
        let load = self.loads.entry(own.op).or_default();
        let written: f64 = kernel.writes.iter().map(|&tensor| flow.tensors[tensor].bytes as f64).sum();
        load.writes += written * runs;
        load.kernels += runs;
        if own.kind == Kind::Product {
            let work = product_work(self.module, own.op, self.device);
            load.product = work.filter(|work| work.instructions.is_none()).map(|work| work.product);
            load.instructions += work.and_then(|work| work.instructions).unwrap_or(0.0) * runs;
            for copy in &kernel.copies {
                load.copied.resize(load.copied.len().max(copy.operand + 1), 0.0);
                load.copied[copy.operand] += copy.bytes as f64 * runs;
            }
        }
    }
}
