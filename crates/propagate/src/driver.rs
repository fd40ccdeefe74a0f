//! The worklist and the layers around it.
//!
//! For every user priority, for every level of op priority, for each strategy, ops are visited until nothing
//! changes. Layers are nested in Shardy's order: an annotation with a more urgent priority reaches all tensors it can,
//! through ops of every level, before the next priority takes part.

use partita_base::{Id, Interrupt, Key, Memo};
use partita_mesh::{MeshId, TensorSharding};
use smallvec::SmallVec;

use crate::direction::Directions;
use crate::moves::Visit;
use crate::problem::{
    OpTraits, Problem, ProblemOp, ProblemOpId, RuleId, ShardingId, Slot, TensorId, UsedValue,
};
use crate::projection::Cell;
use crate::step::{self, Mode, Step};
use crate::trace::{Cause, Event, Layer, Trace};
use crate::user_priority::Waiting;
use crate::worklist::{DueBits, Status, Worklist};

/// Which strategies run, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Only axes that conflict with nothing.
    Basic,
    /// Conflicts are resolved in favour of the larger tensor.
    #[default]
    Aggressive,
    /// The basic strategy to its fixed point, then the aggressive one.
    BasicThenAggressive,
}

/// How to propagate.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Whether dimensions wait for their user priority.
    pub user_priorities: bool,
    /// Whether ops wait for their op priority.
    pub op_priorities: bool,
    /// How conflicts between factors are resolved.
    pub strategy: Strategy,
    /// Whether only full axes are propagated, no sub-axes.
    pub conservative: bool,
    /// The maximum number of visits that change something, over all layers of the run.
    pub step_limit: u64,
    /// Whether to record what happens, for [`Explainer`](crate::Explainer).
    pub trace: bool,
}

partita_base::setters! { Options { user_priorities: bool, op_priorities: bool, strategy: Strategy, conservative: bool, step_limit: u64, trace: bool } }

impl Default for Options {
    fn default() -> Self {
        Self {
            user_priorities: true,
            op_priorities: true,
            strategy: Strategy::default(),
            conservative: false,
            step_limit: u64::MAX,
            trace: false,
        }
    }
}

/// Why propagation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No visit changes a sharding any more.
    FixedPoint,
    /// [`Options::step_limit`] was reached.
    StepLimit,
    /// The caller ended the run.
    Interrupted,
}

/// The statistics of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why the run ended.
    pub stop: Stop,
    /// Visits that changed a sharding.
    pub steps: u64,
    /// All visits.
    pub visits: u64,
    /// Visits that were computed; the others were in the cache or known to change nothing.
    pub computed: u64,
    /// Dead ops, which the front end has to erase with everything nested in them.
    pub erased: Vec<ProblemOpId>,
    /// What happened, if [`Options::trace`] is set.
    pub trace: Option<Trace>,
}

/// A problem after propagation.
pub struct Solution {
    /// The problem, whose tensors now have their final shardings.
    pub problem: Problem,
    /// The statistics of the run.
    pub outcome: Outcome,
}

impl Solution {
    /// The final sharding of a tensor, if it has one.
    pub fn sharding(&self, tensor: TensorId) -> Option<&TensorSharding> {
        self.problem.tensors[tensor].sharding.map(|id| self.problem.sharding_of(id))
    }
}

/// Propagates the shardings of a problem to all tensors that the rules, the priorities and the strategy allow.
pub fn propagate(problem: Problem, options: Options) -> Solution {
    propagate_until(problem, options, Interrupt::default())
}

/// As [`propagate`], but ends early when the caller requests it.
pub fn propagate_until(mut problem: Problem, options: Options, interrupt: Interrupt<'_>) -> Solution {
    let outcome = run_layers(&mut problem, options, interrupt);
    Solution { problem, outcome }
}

/// One layer for every user priority.
fn run_layers<'p>(problem: &'p mut Problem, options: Options, interrupt: Interrupt<'p>) -> Outcome {
    let mut driver = Driver::new(problem, options);
    driver.interrupt = interrupt;
    if options.user_priorities {
        let waiting = Waiting::take_out(driver.problem);
        driver.start_trace();
        if let Some(trace) = &mut driver.outcome.trace {
            trace.priorities.clone_from(&waiting.priorities);
        }
        driver.op_priority_layer();
        for &priority in &waiting.priorities {
            driver.layer = Layer { user_priority: priority, ..Layer::default() };
            for (tensor, old, new) in waiting.put_back(driver.problem, priority) {
                driver.record(tensor, old, new, Cause::Annotation);
            }
            // Restored dimensions change shardings without notifying any op, so every op is due again.
            driver.work.forget_clean();
            driver.settled_boundary = None;
            driver.op_priority_layer();
        }
    } else {
        driver.start_trace();
        driver.op_priority_layer();
    }
    driver.finish_trace();
    driver.outcome
}

/// How many ops are visited between two questions whether to end the run: a visit takes less than a microsecond, reading
/// a clock a tenth of that.
const VISITS_PER_QUESTION: u32 = 256;

/// The index of the first entry of [`Driver::changes`], which is empty: a step that changes nothing.
const NO_CHANGE: u32 = 0;

/// What ops of one kind do at the present level.
#[derive(Clone, Copy)]
struct StepPlan {
    /// The bit of [`OpState::clean`](crate::worklist::OpState) that marks it as done; 0 if it does nothing.
    bit: u32,
    /// What identifies a step besides its rule and shardings. Uses the lowest 7 bits.
    flags: u32,
    directions: Directions,
}

impl StepPlan {
    fn new(traits: OpTraits, directions: Directions, mode: Mode) -> Self {
        let mode = u32::from(mode == Mode::Aggressive);
        let flags = directions.bits() | mode << 4 | u32::from(traits.elementwise) << 5;
        let flags = flags | u32::from(traits.identity) << 6;
        // Four bits of directions and one of mode: 32 different steps, one for each bit of a `u32`.
        let bit = if directions.is_none() { 0 } else { 1 << (directions.bits() | mode << 4) };
        Self { bit, flags, directions }
    }
}

/// The range of [`Driver::changed_slots`] that a step changes.
#[derive(Clone, Copy)]
struct Change {
    start: u32,
    end: u32,
    settles: Settles,
}

/// Whether a step that changes something has nothing more to change when it is taken again immediately.
///
/// Only a step that is applied a second time is examined: most are applied once, and the examination computes another
/// step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Settles {
    /// Not applied yet.
    New,
    /// Applied once, not examined.
    Unknown,
    Yes,
    No,
}

struct Driver<'p> {
    problem: &'p mut Problem,
    options: Options,
    outcome: Outcome,
    work: Worklist,
    /// The traits of each kind of op, by [`OpTraits::number`].
    kinds: [OpTraits; OpTraits::NUMBERS],
    /// By kind, as in `kinds`.
    plans: Vec<StepPlan>,
    /// The bits of the plans.
    due: DueBits,
    /// The number of steps and the mode when the boundary was last visited. While both stay the same, a visit changes
    /// nothing.
    settled_boundary: Option<(u64, Mode)>,
    /// Indices into `changes` by what identifies a step: the rule, the plan's flags, the sharding of every slot as the
    /// op sees it (0 for none).
    memo: Memo,
    /// The first is empty: [`NO_CHANGE`].
    changes: Vec<Change>,
    /// Slots, counted from the first operand of the op, and their new shardings.
    changed_slots: Vec<(u32, ShardingId)>,
    /// The number of uses of the results of each op; empty when no op may be erased.
    uses: Vec<u32>,
    interrupt: Interrupt<'p>,
    /// The layer that is being propagated.
    layer: Layer,
    /// The allocation for the projection of a step, reused by the next step.
    cells: Vec<Option<Cell>>,
}

impl<'p> Driver<'p> {
    fn new(problem: &'p mut Problem, options: Options) -> Self {
        let mut driver = Self {
            options,
            outcome: Outcome {
                stop: Stop::FixedPoint,
                steps: 0,
                visits: 0,
                computed: 0,
                erased: Vec::new(),
                trace: None,
            },
            uses: count_uses(problem),
            work: Worklist::new(problem.ops.len()),
            problem,
            interrupt: Interrupt::default(),
            layer: Layer::default(),
            kinds: [OpTraits::default(); OpTraits::NUMBERS],
            plans: Vec::new(),
            due: [0; OpTraits::NUMBERS],
            settled_boundary: None,
            memo: Memo::default(),
            changes: vec![Change { start: 0, end: 0, settles: Settles::Yes }],
            changed_slots: Vec::new(),
            cells: Vec::new(),
        };
        for ((_, op), state) in driver.problem.ops.iter().zip(driver.work.states.as_mut_slice()) {
            state.kind = op.traits.number();
            driver.kinds[state.kind as usize] = op.traits;
        }
        for (tensor, data) in driver.problem.tensors.iter() {
            if data.sharding.is_some() {
                let around =
                    driver.problem.silent.get(tensor).iter().chain(driver.problem.notify.get(tensor));
                around.for_each(|&op| driver.work.wake(op));
            }
        }
        driver.mark_dead_ops();
        driver
    }

    /// Updates the kind of an op after its traits changed.
    fn update_kind(&mut self, id: ProblemOpId) {
        let traits = self.problem.ops[id].traits;
        let number = traits.number();
        self.kinds[number as usize] = traits;
        self.work.states[id].kind = number;
    }

    fn mark_dead_ops(&mut self) {
        for (index, _) in self.uses.iter().enumerate().filter(|(_, uses)| **uses == 0) {
            self.work.states[ProblemOpId::from_index(index)].status = Status::Dead;
        }
    }

    fn start_trace(&mut self) {
        if self.options.trace {
            let initial = self.problem.tensors.iter().map(|(_, tensor)| tensor.sharding).collect();
            self.outcome.trace = Some(Trace { initial, ..Trace::default() });
        }
    }

    fn record(&mut self, tensor: TensorId, old: Option<ShardingId>, new: ShardingId, cause: Cause) {
        if let Some(trace) = &mut self.outcome.trace {
            trace.events.push(Event { tensor, old, new, cause, layer: self.layer });
        }
    }

    /// Adds to the trace how the run ended, and the ops that were removed, with everything nested in them.
    fn finish_trace(&mut self) {
        let nested = &self.problem.liveness.nested;
        if let Some(trace) = &mut self.outcome.trace {
            let inside = |id: &ProblemOpId| id.index()..=id.index() + nested[id.index()] as usize;
            trace.erased = self.outcome.erased.iter().flat_map(inside).map(ProblemOpId::from_index).collect();
            trace.is_finished = self.outcome.stop == Stop::FixedPoint;
            trace.erased.sort_unstable();
            trace.erased.dedup();
        }
    }

    fn record_visit(&mut self, op: ProblemOp, cause: Cause, directions: Directions, mode: Mode) {
        if let Some(mut trace) = self.outcome.trace.take() {
            let slots = self.problem.slots(&op).to_vec();
            let seen = slots.into_iter().map(|slot| self.problem.read_or_open(slot)).collect();
            let first_event = trace.events.len();
            trace.visits.push(Visit { cause, directions, mode, seen, first_event });
            self.outcome.trace = Some(trace);
        }
    }

    fn op_priority_layer(&mut self) {
        if self.options.op_priorities {
            for level in 0..Directions::LEVELS {
                self.strategy_layer(Some(level));
            }
        } else {
            self.strategy_layer(None);
        }
    }

    fn strategy_layer(&mut self, level: Option<u8>) {
        if self.options.strategy != Strategy::Aggressive {
            self.fixed_point(level, Mode::Basic);
        }
        if self.options.strategy != Strategy::Basic {
            self.fixed_point(level, Mode::Aggressive);
        }
    }

    fn fixed_point(&mut self, level: Option<u8>, mode: Mode) {
        self.layer.op_level = level;
        self.layer.aggressive = mode == Mode::Aggressive;
        self.make_plans();
        self.visit_boundary(mode);
        let mut visited = 0u32;
        while let Some((id, plan)) = self.next() {
            visited = visited.wrapping_add(1);
            if visited.is_multiple_of(VISITS_PER_QUESTION) && self.interrupt.is_requested() {
                self.outcome.stop = Stop::Interrupted;
            }
            let op = self.problem.ops[id];
            let change = self.step(op, plan, mode);
            if change != NO_CHANGE {
                if self.options.trace {
                    self.record_visit(op, Cause::Op(id), plan.directions, mode);
                }
                self.apply(op, change, Cause::Op(id));
                if op.is_plain() && self.settles(op, change, plan, mode) {
                    self.work.states[id].clean |= plan.bit;
                }
            }
            if self.outcome.stop != Stop::FixedPoint {
                self.work.clear();
                return;
            }
        }
        self.visit_boundary(mode);
    }

    /// Whether an op has nothing more to do after a change that was just applied. For a plain op this is a property of
    /// the change alone: what the op sees afterwards depends only on what it saw before.
    fn settles(&mut self, op: ProblemOp, change: u32, plan: StepPlan, mode: Mode) -> bool {
        // A member of a group may change another tensor of the same op.
        if !self.problem.groups.is_empty() {
            return false;
        }
        let known = self.changes[change as usize].settles;
        let settles = match known {
            Settles::New => Settles::Unknown,
            Settles::Unknown if self.step(op, plan, mode) == NO_CHANGE => Settles::Yes,
            Settles::Unknown => Settles::No,
            Settles::Yes | Settles::No => known,
        };
        self.changes[change as usize].settles = settles;
        settles == Settles::Yes
    }

    /// Determines what each kind of op does in the present layer.
    fn make_plans(&mut self) {
        let mode = if self.layer.aggressive { Mode::Aggressive } else { Mode::Basic };
        self.plans.clear();
        for traits in &self.kinds {
            let directions = match self.layer.op_level {
                Some(level) => Directions::at_level(traits, level),
                None => Directions::ALL,
            };
            let plan = StepPlan::new(*traits, directions.limited(traits.limit), mode);
            self.due[self.plans.len()] = plan.bit;
            self.plans.push(plan);
        }
    }

    /// The next op that may have something to do. Dead ops that come before it are erased, as MLIR's driver does: an
    /// erased op no longer counts as a use, and its former operands are visited again.
    fn next(&mut self) -> Option<(ProblemOpId, StepPlan)> {
        loop {
            let id = self.work.next(&self.due, &mut self.outcome.visits)?;
            let state = &mut self.work.states[id];
            if state.status == Status::Dead {
                self.erase(id);
                continue;
            }
            let plan = self.plans[state.kind as usize];
            state.clean |= plan.bit;
            return Some((id, plan));
        }
    }

    /// Propagates between the values that the main function returns and the shardings of its results. Shardy does this
    /// outside its greedy driver, before and after each fixed point, so no op is notified: the next fixed point visits
    /// every op anyway.
    fn visit_boundary(&mut self, mode: Mode) {
        self.work.start_sweep();
        let settled = Some((self.outcome.steps, mode));
        if self.settled_boundary == settled {
            return;
        }
        self.settled_boundary = settled;
        for index in 0..self.problem.boundary.len() {
            let op = self.problem.boundary[index];
            let change = self.step(op, StepPlan::new(op.traits, Directions::ALL, mode), mode);
            if change != NO_CHANGE {
                self.record_visit(op, Cause::Boundary(index as u32), Directions::ALL, mode);
                self.apply(op, change, Cause::Boundary(index as u32));
            }
        }
    }

    /// Erases a dead op with all ops nested in it. The producer of each value it read is visited again if the value has
    /// at most one user left. MLIR's driver has this limit: a producer without users can be erased as well, and one
    /// with a single user may match patterns that require it; with more users nothing has changed for it.
    fn erase(&mut self, id: ProblemOpId) {
        self.outcome.erased.push(id);
        let inside = id.index()..=id.index() + self.problem.liveness.nested[id.index()] as usize;
        for op in inside.map(ProblemOpId::from_index) {
            self.work.states[op].status = Status::Gone;
            for index in 0..self.problem.liveness.reads.get(op).len() {
                let liveness = &self.problem.liveness;
                let Some(value) = liveness.reads.item(op, index) else { continue };
                let definer = liveness.definer[value.index()].filter(|&definer| !self.is_gone(definer));
                if let Some(definer) = definer {
                    let uses = &mut self.uses[definer.index()];
                    *uses = uses.saturating_sub(1);
                    if *uses == 0 {
                        self.work.states[definer].status = Status::Dead;
                    }
                }
                let mut users = liveness.users.get(value).iter().copied().filter(|&user| !self.is_gone(user));
                let first = users.next();
                let others = users.clone().next().is_some();
                let few = users.all(|user| Some(user) == first);
                if let Some(user) = first.filter(|_| !others) {
                    self.recount_uses(user);
                }
                if let Some(definer) = definer.filter(|_| few) {
                    self.work.enlist(definer);
                }
            }
        }
    }

    fn is_gone(&self, op: ProblemOpId) -> bool {
        self.work.states[op].status == Status::Gone
    }

    /// Checks again whether an op is the only user of its operands, after another user was erased. Its op priority
    /// depends on it ([`OpTraits::single_use`]).
    fn recount_uses(&mut self, user: ProblemOpId) {
        let liveness = &self.problem.liveness;
        let is_single = |read: &UsedValue| {
            let users = liveness.users.get(*read).iter().filter(|&&user| !self.is_gone(user));
            liveness.scalar[read.index()] || users.take(2).count() == 1
        };
        if !self.problem.ops[user].traits.single_use && liveness.reads.get(user).iter().all(is_single) {
            self.problem.ops[user].traits.single_use = true;
            self.update_kind(user);
            self.make_plans();
        }
    }

    /// The change that an op implies now, as an index into `changes`. Computed once for each combination of what it
    /// depends on: in a network of equal layers nearly all steps are repetitions.
    fn step(&mut self, op: ProblemOp, plan: StepPlan, mode: Mode) -> u32 {
        let Some(rule) = op.rule else { return NO_CHANGE };
        let first = (rule.index() as u64) << 8 | u64::from(plan.flags);
        let tensors = &self.problem.tensors;
        let number = |slot: &Slot| tensors[slot.tensor].sharding.map_or(0, |id| id.index() as u32 + 1);
        // Ops with one or two operands are by far the most frequent; their keys need no list.
        let key = match self.problem.slots(&op) {
            [a, b] if !op.has_views() => Key::new(first, [number(a), number(b), 0, 0]),
            [a, b, c] if !op.has_views() => Key::new(first, [number(a), number(b), number(c), 0]),
            _ => self.step_key(op, first),
        };
        self.memo.get(key).unwrap_or_else(|| {
            let change = self.compute(op, rule, plan, mode);
            self.memo.insert(key, change);
            change
        })
    }

    /// The cache key of a step of any op. The length of the list is not part of it: the rule determines the number of
    /// slots.
    fn step_key(&mut self, op: ProblemOp, first: u64) -> Key {
        let seen = self.seen(op).into_iter().map(|id| id.map_or(0, |id| id.index() as u32 + 1));
        let list: SmallVec<[u32; 16]> = seen.collect();
        self.memo.key(first, &list)
    }

    /// The shardings of all slots of an op, as it sees them.
    fn seen(&mut self, op: ProblemOp) -> SmallVec<[Option<ShardingId>; 6]> {
        let slots = 0..self.problem.slots(&op).len();
        slots.map(|at| self.problem.read(self.problem.slots(&op)[at])).collect()
    }

    /// Computes a step from the shardings that an op sees.
    #[cold]
    #[inline(never)]
    fn compute(&mut self, op: ProblemOp, rule: RuleId, plan: StepPlan, mode: Mode) -> u32 {
        self.outcome.computed += 1;
        let seen = self.seen(op);
        let problem = &*self.problem;
        let sharding = |id: &Option<ShardingId>| id.map(|id| problem.sharding_of(id));
        let shardings: SmallVec<[Option<&TensorSharding>; 6]> = seen.iter().map(sharding).collect();
        let Some(mesh) = common_mesh(problem, &shardings) else { return NO_CHANGE };
        let step = Step {
            rule: &problem.infos[rule.index()],
            directions: plan.directions,
            mode,
            elementwise: op.traits.elementwise,
            conservative: self.options.conservative && !op.traits.identity,
            mesh: problem.meshes.get(mesh),
        };
        let changes = step::take_step(step, mesh, &shardings, &mut self.cells);
        drop(shardings);
        if changes.is_empty() {
            return NO_CHANGE;
        }
        let start = self.changed_slots.len() as u32;
        for (slot, sharding) in changes {
            self.changed_slots.push((slot as u32, self.problem.sharding(sharding)));
        }
        self.changes.push(Change { start, end: self.changed_slots.len() as u32, settles: Settles::New });
        self.changes.len() as u32 - 1
    }

    fn apply(&mut self, op: ProblemOp, change: u32, by: Cause) {
        self.outcome.steps += 1;
        if self.outcome.steps >= self.options.step_limit {
            self.outcome.stop = Stop::StepLimit;
        }
        let Change { start, end, .. } = self.changes[change as usize];
        for at in start..end {
            let (slot, mut sharding) = self.changed_slots[at as usize];
            let slot = self.problem.slots(&op)[slot as usize];
            if slot.view.is_some() {
                let Some(inner) = self.problem.inner_sharding(slot, sharding) else { continue };
                // Without the manual axes nothing may be left, and an empty sharding would be an annotation that the
                // value did not have.
                let dims = self.problem.sharding_of(inner).dims();
                if self.problem.tensors[slot.tensor].sharding.is_none()
                    && dims.iter().all(|dim| dim.axes.is_empty())
                {
                    continue;
                }
                sharding = inner;
            }
            match self.problem.group(slot.tensor) {
                None => self.set_sharding(slot.tensor, sharding, by, by),
                Some(group) => {
                    for member in self.problem.groups[group as usize].clone() {
                        let cause = if member == slot.tensor { by } else { Cause::Group(slot.tensor) };
                        self.set_sharding(member, sharding, cause, by);
                    }
                }
            }
        }
    }

    /// Sets a tensor's sharding and notifies the ops that use it, in the order of `notify`. The op whose step it is
    /// does not go back on the list, as in Shardy: it has just propagated what it can.
    fn set_sharding(&mut self, tensor: TensorId, sharding: ShardingId, cause: Cause, by: Cause) {
        let data = &mut self.problem.tensors[tensor];
        if data.sharding == Some(sharding) {
            return;
        }
        let old = data.sharding.replace(sharding);
        self.record(tensor, old, sharding, cause);
        if old.is_none() {
            self.open_siblings(tensor, sharding);
        }
        for &reader in self.problem.silent.get(tensor) {
            self.work.wake(reader);
        }
        for &op in self.problem.notify.get(tensor) {
            self.work.wake(op);
            if Cause::Op(op) != by {
                self.work.enlist(op);
            }
        }
    }

    /// Gives the other results of an op open shardings when the first result gets one: in sdy the shardings of all
    /// results are one attribute, which has an entry for every result.
    fn open_siblings(&mut self, tensor: TensorId, sharding: ShardingId) {
        for index in 0..self.problem.siblings.get(tensor).len() {
            let Some((sibling, rank)) = self.problem.siblings.item(tensor, index) else { continue };
            if self.problem.tensors[sibling].sharding.is_some() {
                continue;
            }
            let mesh = self.problem.sharding_of(sharding).mesh();
            let open = self.problem.sharding(TensorSharding::open(mesh, rank as usize));
            self.problem.tensors[sibling].sharding = Some(open);
            for &reader in self.problem.silent.get(sibling).iter().chain(self.problem.notify.get(sibling)) {
                self.work.wake(reader);
            }
        }
    }
}

/// The number of uses of the results of each op; `u32::MAX` if it must not be erased. Empty if the front end gives no
/// [`Liveness`](crate::Liveness): then no op is erased.
fn count_uses(problem: &Problem) -> Vec<u32> {
    let liveness = &problem.liveness;
    let mut uses: Vec<u32> =
        liveness.erasable.iter().map(|&erasable| if erasable { 0 } else { u32::MAX }).collect();
    for (value, definer) in liveness.definer.iter().enumerate() {
        if let Some(uses) = definer.and_then(|definer| uses.get_mut(definer.index())) {
            *uses = uses.saturating_add(liveness.users.get(UsedValue::from_index(value)).len() as u32);
        }
    }
    uses
}

/// The mesh that all shardings share; `None` if there is none, or if two differ. The empty mesh agrees with any. Meshes
/// with equal axes count as the same under different names.
pub(crate) fn common_mesh(problem: &Problem, shardings: &[Option<&TensorSharding>]) -> Option<MeshId> {
    let mut common: Option<MeshId> = None;
    for sharding in shardings.iter().flatten() {
        let id = sharding.mesh();
        let mesh = problem.meshes.get(id);
        if mesh.kind() == partita_mesh::MeshKind::Empty {
            continue;
        }
        match common {
            None => common = Some(id),
            Some(other) if other == id || problem.meshes.get(other) == mesh => {}
            Some(_) => return None,
        }
    }
    common
}
