//! Which op is visited next, and whether it may have something to do.
//!
//! The order is that of MLIR's greedy driver, because the first of two conflicting shardings to arrive wins. MLIR's
//! list starts with all ops, the first op of the text on top. The next op is always taken from the top, ops to visit
//! again are put on top, and an op that is in the list already keeps its place.
//!
//! Here the initial ops are not stored: a cursor sweeps over them, and ops from the cursor on count as being in the
//! list.

use partita_base::{Id, IdVec};

use crate::problem::{OpTraits, ProblemOpId};

/// Whether an op can change anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It has no rule, or none of its tensors has a sharding yet.
    Idle,
    /// Some tensor of it has a sharding.
    Active,
    /// Nothing uses it; it is erased when visited.
    Dead,
    /// It was erased.
    Gone,
}

/// The state of an op, small and in one place: a visit reads it before anything else, and most visits end there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpState {
    /// The steps known to change nothing until one of its tensors changes, as bits: one for each pair of directions and
    /// mode.
    pub(crate) clean: u32,
    /// Its traits, as [`OpTraits::number`](crate::OpTraits::number).
    pub(crate) kind: u8,
    pub(crate) status: Status,
    listed: bool,
}

/// For each kind of op, the bit of the step that it takes in the present layer.
pub(crate) type DueBits = [u32; OpTraits::NUMBERS];

impl OpState {
    /// Whether the op is dead or may have something to do.
    fn needs_visit(&self, due: &DueBits) -> bool {
        match self.status {
            Status::Active => due[self.kind as usize] & !self.clean != 0,
            Status::Dead => true,
            Status::Idle | Status::Gone => false,
        }
    }
}

/// Ops to visit: those on a list, the last one first, then the rest of a sweep over all ops.
pub(crate) struct Worklist {
    /// The first op that the sweep has not reached.
    cursor: usize,
    list: Vec<ProblemOpId>,
    pub(crate) states: IdVec<ProblemOpId, OpState>,
}

impl Worklist {
    /// A worklist for `ops` ops, all idle.
    pub(crate) fn new(ops: usize) -> Self {
        let state = OpState { clean: 0, kind: 0, status: Status::Idle, listed: false };
        Self { cursor: 0, list: Vec::new(), states: IdVec::filled(state, ops) }
    }

    /// Begins a sweep over all ops. The list must be empty.
    pub(crate) fn start_sweep(&mut self) {
        self.cursor = 0;
    }

    /// Empties the list.
    pub(crate) fn clear(&mut self) {
        for id in self.list.drain(..) {
            self.states[id].listed = false;
        }
    }

    /// Takes the next op that is dead or has something to do. Adds to `visits` every op that it passes, as MLIR would
    /// visit them.
    pub(crate) fn next(&mut self, due: &DueBits, visits: &mut u64) -> Option<ProblemOpId> {
        while let Some(id) = self.list.pop() {
            *visits += 1;
            let state = &mut self.states[id];
            state.listed = false;
            if state.needs_visit(due) {
                return Some(id);
            }
        }
        let rest = &self.states.as_slice()[self.cursor..];
        let found = rest.iter().position(|state| state.needs_visit(due));
        let passed = found.map_or(rest.len(), |skipped| skipped + 1);
        *visits += passed as u64;
        self.cursor += passed;
        found.map(|_| ProblemOpId::from_index(self.cursor - 1))
    }

    /// Puts an op on the list, unless it is there or the sweep will still reach it.
    pub(crate) fn enlist(&mut self, id: ProblemOpId) {
        let state = &mut self.states[id];
        if id.index() < self.cursor && !state.listed {
            state.listed = true;
            self.list.push(id);
        }
    }

    /// Marks every step of an op as due, because one of its tensors changed.
    pub(crate) fn wake(&mut self, id: ProblemOpId) {
        let state = &mut self.states[id];
        state.clean = 0;
        if state.status == Status::Idle {
            state.status = Status::Active;
        }
    }

    /// Marks every step of all ops as due.
    pub(crate) fn forget_clean(&mut self) {
        for id in self.states.ids() {
            self.states[id].clean = 0;
        }
    }
}
