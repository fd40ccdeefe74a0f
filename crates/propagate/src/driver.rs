//! The worklist and the layers around it.
//!
//! For every user priority, for every level of op priority, for each strategy, ops are visited until nothing
//! changes. The list is MLIR's: it starts with all ops in text order, the next op is taken from its end
//! after that, and an op that is in the list already keeps its place.

use partita_base::{Id, IdVec, Memo};
use partita_mesh::{MeshId, TensorSharding};
use smallvec::SmallVec;

use crate::direction::Directions;
use crate::lists::Lists;
use crate::problem::{OpTraits, Problem, ProblemOp, ProblemOpId, RuleId, ShardingId, TensorId, UsedValue};
use crate::step::{self, Mode, Step};
use crate::trace::{Cause, Event, Layer, Trace};
use crate::user_priority::Waiting;

/// Which strategies run, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Only what conflicts with nothing.
    Basic,
    /// Conflicts are resolved at once.
    #[default]
    Aggressive,
    /// The first, then the second.
    BasicThenAggressive,
}

/// How to propagate.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether dimensions wait for their user priority.
    pub user_priorities: bool,
    /// Whether ops wait for their op priority.
    pub op_priorities: bool,
    /// How conflicts are treated.
    pub strategy: Strategy,
    /// No sub-axes.
    pub conservative: bool,
    /// Most visits that change something, over the whole run.
    pub step_limit: u64,
    /// Whether to record what happens, for [`Explainer`](crate::Explainer).
    pub trace: bool,
}

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
    /// Nothing is left to spread.
    FixedPoint,
    /// [`Options::step_limit`] was reached.
    StepLimit,
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub stop: Stop,
    /// Visits that changed a sharding.
    pub steps: u64,
    /// Visits in all.
    pub visits: u64,
    /// Visits that were computed; the others were remembered or known to change nothing.
    pub computed: u64,
    /// Dead ops, which the front end has to erase with everything nested in them.
    pub erased: Vec<ProblemOpId>,
    /// What happened, if [`Options::trace`] asked for it.
    pub trace: Option<Trace>,
}

/// Spreads the shardings of a problem. The answer is in its tensors.
pub fn propagate(problem: &mut Problem, options: Options) -> Outcome {
    let mut driver = Driver::new(problem, options);
    if options.user_priorities {
        let waiting = Waiting::take_out(driver.problem);
        driver.start_trace();
        driver.op_priority_layer();
        for &priority in &waiting.priorities {
            driver.layer = Layer { user_priority: priority, ..Layer::default() };
            for (tensor, old, new) in waiting.put_back(driver.problem, priority) {
                driver.record(tensor, old, new, Cause::Annotation);
            }
            driver.forget_clean();
            driver.op_priority_layer();
        }
    } else {
        driver.start_trace();
        driver.op_priority_layer();
    }
    driver.outcome
}

/// What a step changes: slots and their new shardings.
type Change = SmallVec<[(u32, ShardingId); 2]>;

/// The change that is none.
const NO_CHANGE: u32 = 0;

/// What ops of one kind do at the present level: the way they propagate, and the bit that says that they did.
type Plan = Option<(Directions, u32)>;

struct Driver<'p> {
    problem: &'p mut Problem,
    options: Options,
    outcome: Outcome,
    /// The first op that the sweep over all ops has not come to.
    cursor: usize,
    /// Ops to visit before the sweep goes on, the last one first.
    list: Vec<ProblemOpId>,
    listed: IdVec<ProblemOpId, bool>,
    /// The distinct traits of ops, and which of them each op has. Ops without a rule have none.
    kinds: Vec<OpTraits>,
    kind: IdVec<ProblemOpId, u8>,
    /// By kind.
    plans: Vec<Plan>,
    /// For each op the steps known to change nothing until one of its tensors changes, as bits by
    /// [`clean_bit`].
    clean: IdVec<ProblemOpId, u32>,
    /// The ops that see each tensor and are not told of its changes.
    silent: Lists<TensorId, ProblemOpId>,
    memo: Memo,
    /// What identifies the step at hand: rule, strategy and directions, then the sharding of every slot (0 for
    /// none).
    key: Vec<u32>,
    changes: Vec<Change>,
    /// Ops that were erased.
    gone: IdVec<ProblemOpId, bool>,
    /// How many uses the results of each op have; at least one if it must not be erased.
    uses: IdVec<ProblemOpId, u32>,
    /// Ops of which some tensor has a sharding; the others have nothing to do.
    active: IdVec<ProblemOpId, bool>,
    /// What is being worked on.
    layer: Layer,
}

/// The kind of ops without a rule.
const NO_RULE: u8 = 0;

/// A bit for a pair of directions and a mode.
fn clean_bit(directions: Directions, mode: Mode) -> u32 {
    1 << (directions.bits() + if mode == Mode::Aggressive { 16 } else { 0 })
}

impl<'p> Driver<'p> {
    fn new(problem: &'p mut Problem, options: Options) -> Self {
        let count = problem.ops.len();
        let silent = Lists::from_pairs(problem.tensors.len(), &problem.silent);
        let mut driver = Self {
            silent,
            options,
            outcome: Outcome {
                stop: Stop::FixedPoint,
                steps: 0,
                visits: 0,
                computed: 0,
                erased: Vec::new(),
                trace: None,
            },
            uses: uses(problem),
            problem,
            cursor: 0,
            gone: IdVec::filled(false, count),
            active: IdVec::filled(false, count),
            layer: Layer::default(),
            list: Vec::new(),
            listed: IdVec::filled(false, count),
            kinds: vec![OpTraits::default()],
            kind: IdVec::filled(NO_RULE, count),
            plans: Vec::new(),
            clean: IdVec::filled(0, count),
            memo: Memo::default(),
            key: Vec::new(),
            changes: vec![Change::new()],
        };
        for id in driver.problem.ops.ids() {
            driver.find_kind(id);
            let mut slots = driver.problem.slots(&driver.problem.ops[id]).iter();
            driver.active[id] = slots.any(|slot| driver.problem.tensors[slot.tensor].sharding.is_some());
        }
        driver
    }

    /// Looks up which kind an op is of. There are few: traits are a handful of small choices.
    fn find_kind(&mut self, id: ProblemOpId) {
        let op = &self.problem.ops[id];
        if op.rule.is_none() {
            return;
        }
        let known = self.kinds[1..].iter().position(|kind| *kind == op.traits);
        let index = known.unwrap_or_else(|| {
            self.kinds.push(op.traits);
            self.kinds.len() - 2
        });
        self.kind[id] = u8::try_from(index + 1).expect("fewer kinds than choices of traits");
    }

    fn start_trace(&mut self) {
        if self.options.trace {
            let initial = self.problem.tensors.iter().map(|(_, tensor)| tensor.sharding).collect();
            self.outcome.trace = Some(Trace { initial, events: Vec::new() });
        }
    }

    fn record(&mut self, tensor: TensorId, old: Option<ShardingId>, new: ShardingId, cause: Cause) {
        if let Some(trace) = &mut self.outcome.trace {
            trace.events.push(Event { tensor, old, new, cause, layer: self.layer });
        }
    }

    fn forget_clean(&mut self) {
        self.clean = IdVec::filled(0, self.problem.ops.len());
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
        self.plans.clear();
        self.make_plans();
        self.boundary(mode);
        while let Some((id, directions)) = self.next() {
            let change = self.step(self.problem.ops[id], directions, mode);
            if change != NO_CHANGE {
                self.apply(self.problem.ops[id], change, Cause::Op(id));
            }
            if self.outcome.stop == Stop::StepLimit {
                for id in std::mem::take(&mut self.list) {
                    self.listed[id] = false;
                }
                return;
            }
        }
        self.boundary(mode);
    }

    /// Works out what each kind of op does now, for kinds that were not there before.
    fn make_plans(&mut self) {
        let mode = if self.layer.aggressive { Mode::Aggressive } else { Mode::Basic };
        if self.plans.is_empty() {
            self.plans.push(None);
        }
        for traits in &self.kinds[self.plans.len()..] {
            let directions = match self.layer.op_level {
                Some(level) => Directions::at_level(traits, level),
                None => Directions::ALL,
            };
            let directions = directions.limited(traits.limit);
            let plan = (!directions.is_none()).then(|| (directions, clean_bit(directions, mode)));
            self.plans.push(plan);
        }
    }

    /// The next op that may have something to do. Dead ops on the way are erased.
    fn next(&mut self) -> Option<(ProblemOpId, Directions)> {
        loop {
            let id = match self.list.pop() {
                Some(id) => {
                    self.listed[id] = false;
                    id
                }
                None if self.cursor < self.problem.ops.len() => {
                    self.cursor += 1;
                    ProblemOpId::from_index(self.cursor - 1)
                }
                None => return None,
            };
            self.outcome.visits += 1;
            if self.gone[id] {
                continue;
            }
            if self.uses[id] == 0 {
                self.erase(id);
                continue;
            }
            if !self.active[id] {
                continue;
            }
            let Some((directions, bit)) = self.plans[self.kind[id] as usize] else { continue };
            let clean = &mut self.clean[id];
            if *clean & bit == 0 {
                *clean |= bit;
                return Some((id, directions));
            }
        }
    }

    /// Puts an op on the list, unless it is there or the sweep still comes to it.
    fn enlist(&mut self, id: ProblemOpId) {
        if id.index() < self.cursor && !self.listed[id] {
            self.listed[id] = true;
            self.list.push(id);
        }
    }

    /// Nobody is told of what happens here: a sweep over all ops follows.
    fn boundary(&mut self, mode: Mode) {
        self.cursor = 0;
        for index in 0..self.problem.boundary.len() {
            let op = self.problem.boundary[index];
            let change = self.step(op, Directions::ALL, mode);
            if change != NO_CHANGE {
                self.apply(op, change, Cause::Boundary(index as u32));
            }
        }
    }

    /// Erases a dead op with all that is nested in it, and looks again at what it used, as long as that has at
    /// most one other user.
    fn erase(&mut self, id: ProblemOpId) {
        self.outcome.erased.push(id);
        let inside = id.index()..=id.index() + self.problem.liveness.nested[id.index()] as usize;
        for op in inside.map(ProblemOpId::from_index) {
            self.gone[op] = true;
            for index in 0..self.problem.liveness.reads.get(op).len() {
                let liveness = &self.problem.liveness;
                let Some(value) = liveness.reads.item(op, index) else { continue };
                let definer = liveness.definer[value.index()];
                if let Some(definer) = definer {
                    self.uses[definer] = self.uses[definer].saturating_sub(1);
                }
                let mut users = liveness.users.get(value).iter().copied().filter(|user| !self.gone[*user]);
                let first = users.next();
                let others = users.clone().next().is_some();
                let few = users.all(|user| Some(user) == first);
                if let Some(user) = first.filter(|_| !others) {
                    self.recount(user);
                }
                if let Some(definer) = definer.filter(|definer| few && !self.gone[*definer]) {
                    self.enlist(definer);
                }
            }
        }
    }

    /// An op may have become the only user of its operands.
    fn recount(&mut self, user: ProblemOpId) {
        let liveness = &self.problem.liveness;
        let is_single = |read: &UsedValue| {
            let users = liveness.users.get(*read).iter().filter(|user| !self.gone[**user]);
            liveness.scalar[read.index()] || users.take(2).count() == 1
        };
        if !self.problem.ops[user].traits.single_use && liveness.reads.get(user).iter().all(is_single) {
            self.problem.ops[user].traits.single_use = true;
            self.find_kind(user);
            self.make_plans();
        }
    }

    /// What an op implies now, remembered by what it depends on.
    fn step(&mut self, op: ProblemOp, directions: Directions, mode: Mode) -> u32 {
        let Some(rule) = op.rule else { return NO_CHANGE };
        let flags = directions.bits() | (mode as u32) << 4 | u32::from(op.traits.elementwise) << 5;
        let flags = flags | u32::from(op.traits.identity) << 6;
        self.key.clear();
        self.key.extend([rule.index() as u32, flags]);
        let number = |id: Option<ShardingId>| id.map_or(0, |id| id.index() as u32 + 1);
        let mut any = 0;
        let mut views = false;
        for slot in self.problem.slots(&op) {
            let sharding = number(self.problem.tensors[slot.tensor].sharding);
            any |= sharding;
            views |= slot.view.is_some();
            self.key.push(sharding);
        }
        if any == 0 {
            return NO_CHANGE;
        }
        if views {
            for at in 0..self.problem.slots(&op).len() {
                let slot = self.problem.slots(&op)[at];
                self.key[at + 2] = number(self.problem.read(slot));
            }
        }
        if let Some(known) = self.memo.get(&self.key) {
            return known;
        }
        self.outcome.computed += 1;
        let key = std::mem::take(&mut self.key);
        let change = self.compute(op, rule, directions, mode, &key[2..]);
        let index = if change.is_empty() { NO_CHANGE } else { self.changes.len() as u32 };
        if index != NO_CHANGE {
            self.changes.push(change);
        }
        self.memo.insert(&key, index);
        self.key = key;
        index
    }

    fn compute(
        &mut self,
        op: ProblemOp,
        rule: RuleId,
        directions: Directions,
        mode: Mode,
        slots: &[u32],
    ) -> Change {
        let changes = {
            let problem = &*self.problem;
            let shardings: SmallVec<[Option<&TensorSharding>; 6]> = slots
                .iter()
                .map(|&slot| {
                    slot.checked_sub(1).map(|id| problem.sharding_of(ShardingId::from_index(id as usize)))
                })
                .collect();
            let Some(mesh) = common_mesh(problem, &shardings) else { return Change::new() };
            let step = Step {
                rule: &problem.infos[rule.index()],
                directions,
                mode,
                elementwise: op.traits.elementwise,
                conservative: self.options.conservative && !op.traits.identity,
                mesh: problem.meshes.get(mesh),
            };
            step::take(step, mesh, &shardings)
        };
        changes.into_iter().map(|(slot, sharding)| (slot as u32, self.problem.sharding(sharding))).collect()
    }

    fn apply(&mut self, op: ProblemOp, change: u32, by: Cause) {
        self.outcome.steps += 1;
        if self.outcome.steps >= self.options.step_limit {
            self.outcome.stop = Stop::StepLimit;
        }
        for index in 0..self.changes[change as usize].len() {
            let (slot, sharding) = self.changes[change as usize][index];
            let slot = self.problem.slots(&op)[slot as usize];
            let Some(inner) = self.problem.look_from_inside(slot, sharding) else { continue };
            let says_nothing =
                || self.problem.sharding_of(inner).dims().iter().all(|dim| dim.axes.is_empty());
            if self.problem.tensors[slot.tensor].sharding.is_none() && says_nothing() {
                continue;
            }
            match self.problem.tensors[slot.tensor].group {
                None => self.set(slot.tensor, inner, by, by),
                Some(group) => {
                    for member in self.problem.groups[group as usize].clone() {
                        let cause = if member == slot.tensor { by } else { Cause::Group(slot.tensor) };
                        self.set(member, inner, cause, by);
                    }
                }
            }
        }
    }

    /// Sets a tensor's sharding and tells the ops around it, except the one whose step it is.
    fn set(&mut self, tensor: TensorId, sharding: ShardingId, cause: Cause, by: Cause) {
        let data = &mut self.problem.tensors[tensor];
        if data.sharding == Some(sharding) {
            return;
        }
        let old = data.sharding.replace(sharding);
        self.record(tensor, old, sharding, cause);
        for &reader in self.silent.get(tensor) {
            self.clean[reader] = 0;
            self.active[reader] = true;
        }
        if old.is_none() {
            self.open_siblings(tensor, sharding);
        }
        for index in 0..self.problem.notify.get(tensor).len() {
            let Some(op) = self.problem.notify.item(tensor, index) else { continue };
            self.clean[op] = 0;
            self.active[op] = true;
            if Cause::Op(op) != by {
                self.enlist(op);
            }
        }
    }
}

impl Driver<'_> {
    /// The other results of an op get open shardings with the first.
    fn open_siblings(&mut self, tensor: TensorId, sharding: ShardingId) {
        let mesh = self.problem.sharding_of(sharding).mesh();
        for index in 0..self.problem.siblings.get(tensor).len() {
            let Some((sibling, rank)) = self.problem.siblings.item(tensor, index) else { continue };
            if self.problem.tensors[sibling].sharding.is_some() {
                continue;
            }
            let open = self.problem.sharding(TensorSharding::open(mesh, rank as usize));
            self.problem.tensors[sibling].sharding = Some(open);
            for &reader in self.silent.get(sibling).iter().chain(self.problem.notify.get(sibling)) {
                self.clean[reader] = 0;
                self.active[reader] = true;
            }
        }
    }
}

/// How many uses the results of each op have.
fn uses(problem: &Problem) -> IdVec<ProblemOpId, u32> {
    let liveness = &problem.liveness;
    let mut uses = IdVec::filled(0, problem.ops.len());
    for (value, definer) in liveness.definer.iter().enumerate() {
        if let Some(definer) = definer {
            uses[*definer] += liveness.users.get(UsedValue::from_index(value)).len() as u32;
        }
    }
    for id in problem.ops.ids() {
        // A front end that says nothing has nothing erased.
        if !liveness.erasable.get(id.index()).copied().unwrap_or(false) {
            uses[id] = u32::MAX;
        }
    }
    uses
}

/// The mesh of all shardings that are on a mesh with axes, if it is one.
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
