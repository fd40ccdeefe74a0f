//! A prepared program in the form that `partita_place::plan` chooses layouts for.

use std::rc::Rc;

use partita_base::Id;
use partita_cost::{Device, Work};
use partita_hlo::RunCounts;
use partita_hlo::propagation::{ModuleProblem, Propagated};
use partita_hlo::rules::{RuleOptions, RuleTable};
use partita_ir::{Computed, Definition, Linear, Module, OpId, OpKind, ValueId};
use partita_place::plan::{
    Allowed, LinearIn, OpLoad, OpSums, OperandList, PlanAxes, PlanOp, PlanProgram, PlanTensor,
};
use partita_place::{Abilities, DimFactors, Factors};
use partita_propagate::{ProblemOp, TensorId as Place};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::buffers::last_reads;
use crate::choose::Chooser;
use crate::dataflow::{Dataflow, Kind, TensorId, Trips, dataflow_of_entry, trips};
use crate::fusion::{FusedKernel, Fusion};
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
    let mut values: Vec<Option<ValueId>> = vec![None; problem.problem.tensors.len()];
    let mut is_shared = vec![false; values.len()];
    for (index, tensor) in problem.tensors.iter().enumerate() {
        if let Some(tensor) = tensor {
            is_shared[tensor.index()] = values[tensor.index()].is_some();
            values[tensor.index()].get_or_insert(ValueId::from_index(index));
        }
    }
    let work = ProgramWork::new(module, device, arguments);
    let mut program =
        PlanProgram { tensors: tensors(module, &problem, &values, &work, axes), ..PlanProgram::default() };
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
    work: &ProgramWork<'_>,
    axes: &PlanAxes,
) -> Vec<PlanTensor> {
    let shardings = problem.problem.tensors.iter().map(|(_, tensor)| tensor.sharding);
    let facts = |(value, sharding): (&Option<ValueId>, Option<_>)| {
        let allowed = sharding.map_or(Allowed::Any, |id| axes.restriction(problem.problem.sharding_of(id)));
        let Some(value) = *value else { return PlanTensor { allowed, ..PlanTensor::default() } };
        let tensor = module.context.tensor(module.type_of(value));
        PlanTensor {
            shape: shape_of(module, value),
            bits: tensor.and_then(|tensor| module.element_bits(tensor.element)).unwrap_or(32),
            live: work.live.get(&value).copied().unwrap_or_default(),
            allowed,
        }
    };
    values.iter().zip(shardings).map(facts).collect()
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
                if results.is_empty() || !(is_made || self.unknown.contains(&own)) {
                    return None;
                }
                let rank = |&tensor: &usize| vec![DimFactors::new(); self.rank(tensor)];
                let tensors: Vec<Vec<DimFactors>> = operands.iter().chain(&results).map(rank).collect();
                let factors = Factors::with_roles(Vec::new(), Vec::new(), tensors, operands.len());
                (Rc::new(factors), each, operands, results)
            }
        };
        if factors.tensors.len() != operands.len() + results.len() || factors.operands != operands.len() {
            return None;
        }
        let runs = self.runs.of(own).times.max(1) as f64;
        let mut load = self.work.loads.get(&own).cloned().unwrap_or_default();
        load.reads.resize(operands.len(), 0.0);
        let is_elementwise = operands.is_empty()
            || op.traits.elementwise
            || op.traits.identity
            || code.is_some_and(|code| {
                code.kind() == OpKind::Elementwise || code.traits().computed == Computed::Repeated
            });
        let sums = if op.traits.identity { OpSums::default() } else { self.sums(own, &operands, &results) };
        Some(PlanOp { factors, abilities, operands, results, load, runs, is_elementwise, sums })
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

    fn rank(&self, tensor: usize) -> usize {
        let value = self.values.get(tensor).copied().flatten();
        value.map_or(0, |value| shape_of(self.module, value).len())
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
    live: FxHashMap<ValueId, (u32, u32)>,
}

impl<'m> ProgramWork<'m> {
    fn new(module: &'m Module, device: &'m Device, arguments: Arguments) -> Self {
        let mut work = Self {
            module,
            device,
            trips: trips(module),
            loads: FxHashMap::default(),
            live: FxHashMap::default(),
        };
        let (Some(entry), Some(flow)) = (module.entry_function(), dataflow_of_entry(module)) else {
            return work;
        };
        let fusion = Fusion::new(module, &flow);
        let last = last_reads(&flow, &fusion);
        let given = donated(module, entry, arguments);
        let end = flow.steps.len() as u32 + 1;
        for &tensor in &flow.arguments {
            let value = flow.tensors[tensor].value;
            let read = last[tensor].unwrap_or(0) as u32 + 1;
            work.live.insert(value, (0, if given.contains(&value) { read } else { end }));
        }
        for kernel in &fusion.kernels {
            for &tensor in &kernel.writes {
                let born = kernel.at as u32 + 1;
                let dies = last[tensor].map_or(born, |at| at as u32) + 1;
                work.live.insert(flow.tensors[tensor].value, (born, dies.max(born + 1)));
            }
        }
        work.block(&flow, &fusion, 1.0, None);
        work
    }

    /// Adds the work of a block that runs this many times. `point` is the program point of the op that it belongs to.
    fn block(&mut self, flow: &Dataflow, fusion: &Fusion, runs: f64, point: Option<u32>) {
        for kernel in &fusion.kernels {
            let step = &flow.steps[kernel.at];
            let at = point.unwrap_or(kernel.at as u32 + 1);
            if point.is_some() {
                for &tensor in &kernel.writes {
                    self.live.insert(flow.tensors[tensor].value, (at, at + 1));
                }
            }
            self.kernel(flow, fusion, kernel, runs);
            let turns = match step.kind {
                Kind::Loop => self.trips.get(&step.op).copied().unwrap_or(1) as f64,
                _ => 1.0,
            };
            for body in &step.bodies {
                let inner = Fusion::new(self.module, body);
                self.block(body, &inner, runs * turns, Some(at));
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
                load.instructions += instructions(self.module, step.op) * runs;
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
