//! The worklist and the layers around it.
//!
//! For every user priority, for every level of op priority, for each strategy, ops are visited until nothing
//! changes. The list is MLIR's: it starts with all ops in text order, the next op is taken from its end
//! after that, and an op that is in the list already keeps its place.

use partita_base::{Id, IdVec};
use partita_mesh::{MeshId, TensorSharding};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::direction::Directions;
use crate::problem::{Problem, ProblemOp, ProblemOpId, RuleId, ShardingId, TensorId};
use crate::step::{self, Mode, Step};
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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            user_priorities: true,
            op_priorities: true,
            strategy: Strategy::default(),
            conservative: false,
            step_limit: u64::MAX,
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
}

/// Spreads the shardings of a problem. The answer is in its tensors.
pub fn propagate(problem: &mut Problem, options: Options) -> Outcome {
    let mut driver = Driver::new(problem, options);
    if options.user_priorities {
        let waiting = Waiting::take_out(driver.problem);
        driver.op_priority_layer();
        for &priority in &waiting.priorities {
            waiting.put_back(driver.problem, priority);
            driver.forget_clean();
            driver.op_priority_layer();
        }
    } else {
        driver.op_priority_layer();
    }
    driver.outcome
}

/// What identifies a step: rule, strategy and directions, then the sharding of every slot (0 for none).
type Key = SmallVec<[u32; 8]>;

/// What a step changes: slots and their new shardings.
type Change = SmallVec<[(u32, ShardingId); 2]>;

struct Driver<'p> {
    problem: &'p mut Problem,
    options: Options,
    outcome: Outcome,
    list: Vec<ProblemOpId>,
    listed: IdVec<ProblemOpId, bool>,
    /// For each op the steps known to change nothing until one of its tensors changes, as bits by
    /// [`clean_bit`].
    clean: IdVec<ProblemOpId, u32>,
    /// The ops that see each tensor, whether or not they are told of its changes.
    readers: IdVec<TensorId, SmallVec<[ProblemOpId; 4]>>,
    memo: FxHashMap<Key, Change>,
    /// Ops that were erased.
    gone: IdVec<ProblemOpId, bool>,
}

/// A bit for a pair of directions and a mode.
fn clean_bit(directions: Directions, mode: Mode) -> u32 {
    1 << (directions.bits() + if mode == Mode::Aggressive { 16 } else { 0 })
}

impl<'p> Driver<'p> {
    fn new(problem: &'p mut Problem, options: Options) -> Self {
        let count = problem.ops.len();
        let mut readers: IdVec<TensorId, SmallVec<[ProblemOpId; 4]>> =
            IdVec::filled(SmallVec::new(), problem.tensors.len());
        for (id, op) in problem.ops.iter() {
            for slot in &op.slots {
                readers[slot.tensor].push(id);
            }
        }
        Self {
            problem,
            readers,
            options,
            outcome: Outcome { stop: Stop::FixedPoint, steps: 0, visits: 0, computed: 0, erased: Vec::new() },
            gone: IdVec::filled(false, count),
            list: Vec::new(),
            listed: IdVec::filled(false, count),
            clean: IdVec::filled(0, count),
            memo: FxHashMap::default(),
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
        self.boundary(mode);
        self.list.clear();
        for id in self.problem.ops.ids().rev() {
            if !self.gone[id] {
                self.list.push(id);
                self.listed[id] = true;
            }
        }
        while let Some(id) = self.list.pop() {
            self.listed[id] = false;
            self.visit(id, level, mode);
            if self.outcome.stop == Stop::StepLimit {
                for id in std::mem::take(&mut self.list) {
                    self.listed[id] = false;
                }
                return;
            }
        }
        self.boundary(mode);
    }

    fn boundary(&mut self, mode: Mode) {
        for index in 0..self.problem.boundary.len() {
            let op = self.problem.boundary[index].clone();
            let changes = self.step(&op, Directions::ALL, mode);
            self.apply(&op, &changes, None);
        }
    }

    fn visit(&mut self, id: ProblemOpId, level: Option<u8>, mode: Mode) {
        self.outcome.visits += 1;
        if self.gone[id] || self.is_dead(id) {
            self.erase(id);
            return;
        }
        if self.problem.ops[id].rule.is_none() {
            return;
        }
        let traits = &self.problem.ops[id].traits;
        let directions = match level {
            Some(level) => Directions::at_level(traits, level),
            None => Directions::ALL,
        };
        let directions = directions.limited(traits.limit);
        if directions.is_none() {
            return;
        }
        let bit = clean_bit(directions, mode);
        if self.clean[id] & bit != 0 {
            return;
        }
        self.clean[id] |= bit;
        let op = self.problem.ops[id].clone();
        let changes = self.step(&op, directions, mode);
        if !changes.is_empty() {
            self.apply(&op, &changes, Some(id));
        }
    }

    fn is_dead(&self, id: ProblemOpId) -> bool {
        let liveness = &self.problem.liveness;
        let index = id.index();
        liveness.erasable.get(index).copied().unwrap_or(false)
            && liveness.defines[index].iter().all(|&value| liveness.users[value as usize].is_empty())
    }

    /// Erases a dead op with all that is nested in it, and looks again at what it used, as long as that has at
    /// most one other user.
    fn erase(&mut self, id: ProblemOpId) {
        if self.gone[id] {
            return;
        }
        self.outcome.erased.push(id);
        let inside = id.index()..=id.index() + self.problem.liveness.nested[id.index()] as usize;
        for op in inside.map(ProblemOpId::from_index) {
            self.gone[op] = true;
            let reads = std::mem::take(&mut self.problem.liveness.reads[op.index()]);
            for &value in &reads {
                let liveness = &mut self.problem.liveness;
                liveness.users[value as usize].retain(|user| *user != op);
                let users = &liveness.users[value as usize];
                let few = users.iter().all(|user| *user == users[0]);
                if let Some(definer) = liveness.definer[value as usize].filter(|_| few)
                    && !self.gone[definer]
                    && !self.listed[definer]
                {
                    self.listed[definer] = true;
                    self.list.push(definer);
                }
            }
        }
    }

    /// What an op implies now, remembered by what it depends on.
    fn step(&mut self, op: &ProblemOp, directions: Directions, mode: Mode) -> Change {
        let Some(rule) = op.rule else { return Change::new() };
        let mut key = Key::new();
        let flags = directions.bits() | (mode as u32) << 4 | u32::from(op.traits.elementwise) << 5;
        key.push(rule.index() as u32);
        key.push(flags);
        let mut any = false;
        for &slot in &op.slots {
            let sharding = self.problem.read(slot);
            any |= sharding.is_some();
            key.push(sharding.map_or(0, |id| id.index() as u32 + 1));
        }
        if !any {
            return Change::new();
        }
        if let Some(known) = self.memo.get(&key) {
            return known.clone();
        }
        self.outcome.computed += 1;
        let change = self.compute(op, rule, directions, mode, &key[2..]);
        self.memo.insert(key, change.clone());
        change
    }

    fn compute(
        &mut self,
        op: &ProblemOp,
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
            // A sharding on the empty mesh says nothing; it is read as none.
            let shardings: SmallVec<[Option<&TensorSharding>; 6]> = shardings
                .into_iter()
                .map(|sharding| sharding.filter(|sharding| sharding.mesh() == mesh))
                .collect();
            let step = Step {
                rule: &problem.infos[rule.index()],
                directions,
                mode,
                elementwise: op.traits.elementwise,
                conservative: self.options.conservative,
            };
            step::take(step, mesh, problem.meshes.get(mesh), &shardings)
        };
        changes.into_iter().map(|(slot, sharding)| (slot as u32, self.problem.sharding(sharding))).collect()
    }

    fn apply(&mut self, op: &ProblemOp, changes: &Change, by: Option<ProblemOpId>) {
        if changes.is_empty() {
            return;
        }
        self.outcome.steps += 1;
        if self.outcome.steps >= self.options.step_limit {
            self.outcome.stop = Stop::StepLimit;
        }
        for &(slot, sharding) in changes {
            let slot = op.slots[slot as usize];
            let Some(inner) = self.problem.look_from_inside(slot, sharding) else { continue };
            let says_nothing =
                || self.problem.sharding_of(inner).dims().iter().all(|dim| dim.axes.is_empty());
            if self.problem.tensors[slot.tensor].sharding.is_none() && says_nothing() {
                continue;
            }
            self.set(slot.tensor, inner, by);
        }
    }

    /// Sets a tensor's sharding, and that of its group, and tells the ops around them.
    fn set(&mut self, tensor: TensorId, sharding: ShardingId, by: Option<ProblemOpId>) {
        let members: SmallVec<[TensorId; 1]> = match self.problem.tensors[tensor].group {
            Some(group) => self.problem.groups[group as usize].iter().copied().collect(),
            None => SmallVec::from_elem(tensor, 1),
        };
        for member in members {
            let data = &mut self.problem.tensors[member];
            if data.sharding == Some(sharding) {
                continue;
            }
            data.sharding = Some(sharding);
            for &reader in &self.readers[member] {
                self.clean[reader] = 0;
            }
            for index in 0..self.problem.tensors[member].notify.len() {
                let op = self.problem.tensors[member].notify[index];
                if Some(op) != by && !self.listed[op] {
                    self.listed[op] = true;
                    self.list.push(op);
                }
            }
        }
    }
}

/// The mesh of all shardings that are on a mesh with axes, if it is one.
fn common_mesh(problem: &Problem, shardings: &[Option<&TensorSharding>]) -> Option<MeshId> {
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
