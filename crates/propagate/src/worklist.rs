//! Which op is visited next, and whether it may have something to do.
//!
//! The list is MLIR's: it starts with all ops in text order, the next op is taken from its end after that, and an
//! op that is in the list already keeps its place.

use partita_base::{Id, IdVec};

use crate::problem::{OpTraits, ProblemOpId};

/// How an op takes part.
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

/// What a visit to an op asks first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpState {
    /// The steps known to change nothing until one of its tensors changes, as bits.
    pub(crate) clean: u32,
    /// Its traits, as [`OpTraits::number`](crate::OpTraits::number).
    pub(crate) kind: u8,
    pub(crate) status: Status,
    listed: bool,
}

/// The bits of the steps that ops of each kind take now.
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

/// Ops to visit: those on a list, the last one first, then the rest of a sweep over all.
pub(crate) struct Worklist {
    /// The first op that the sweep has not come to.
    cursor: usize,
    list: Vec<ProblemOpId>,
    pub(crate) states: IdVec<ProblemOpId, OpState>,
}

impl Worklist {
    /// A list for so many ops, all idle.
    pub(crate) fn new(ops: usize) -> Self {
        let state = OpState { clean: 0, kind: 0, status: Status::Idle, listed: false };
        Self { cursor: 0, list: Vec::new(), states: IdVec::filled(state, ops) }
    }

    /// Begins a sweep over all ops; the list is empty then.
    pub(crate) fn start_sweep(&mut self) {
        self.cursor = 0;
    }

    /// Takes everything off the list.
    pub(crate) fn clear(&mut self) {
        for id in self.list.drain(..) {
            self.states[id].listed = false;
        }
    }

    /// Takes the next op that is dead or has something to do, and counts all that it comes to.
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
        let come_to = found.map_or(rest.len(), |skipped| skipped + 1);
        *visits += come_to as u64;
        self.cursor += come_to;
        found.map(|_| ProblemOpId::from_index(self.cursor - 1))
    }

    /// Puts an op on the list, unless it is there or the sweep still comes to it.
    pub(crate) fn enlist(&mut self, id: ProblemOpId) {
        let state = &mut self.states[id];
        if id.index() < self.cursor && !state.listed {
            state.listed = true;
            self.list.push(id);
        }
    }

    /// A tensor of an op changed: whatever was known about the op may be wrong.
    pub(crate) fn wake(&mut self, id: ProblemOpId) {
        let state = &mut self.states[id];
        state.clean = 0;
        if state.status == Status::Idle {
            state.status = Status::Active;
        }
    }

    /// Looks at all ops again.
    pub(crate) fn forget_clean(&mut self) {
        for id in self.states.ids() {
            self.states[id].clean = 0;
        }
    }
}
