//! When the tensors of a program are in memory: an interval of program points for each.
//!
//! Every step has a point, and every step of the bodies of a loop or a branch has one of its own before that of the loop, so that
//! tensors of a body are in memory only where the body needs them, and tensors around it throughout.

use partita_ir::{Module, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::buffers::{Entering, block_lives};
use crate::dataflow::{Dataflow, Kind};
use crate::fusion::Fusion;
use crate::memory::MemoryWalk;

/// When values are in memory, by the tensors that hold them.
pub(crate) struct LivePoints {
    /// The first point, and the first one after the last.
    pub(crate) of: FxHashMap<ValueId, (u32, u32)>,
    /// Results of loops that take no memory beside the operand of the loop, if both have one layout.
    pub(crate) unchanged: FxHashSet<ValueId>,
}

/// Finds the points of all tensors of a program, which may overwrite the given arguments.
pub(crate) fn live_points(module: &Module, flow: &Dataflow, donated: FxHashSet<ValueId>) -> LivePoints {
    let mut numbering = Numbering {
        walk: MemoryWalk { module, donated, device: None },
        next: 0,
        found: LivePoints { of: FxHashMap::default(), unchanged: FxHashSet::default() },
    };
    numbering.block(flow, Entering::Program);
    numbering.found
}

struct Numbering<'m> {
    walk: MemoryWalk<'m>,
    /// The next point.
    next: u32,
    found: LivePoints,
}

impl Numbering<'_> {
    fn block(&mut self, flow: &Dataflow, entering: Entering) {
        // The first and the last point of every position: before the first step, then of each step.
        let mut points = vec![(self.next, self.next)];
        self.next += 1;
        for step in &flow.steps {
            let first = self.next;
            step.bodies.iter().for_each(|body| self.block(body, Entering::body_of(step.kind)));
            points.push((first, self.next));
            self.next += 1;
        }
        let fusion = Fusion::new(self.walk.module, flow);
        let lives = block_lives(&self.walk, flow, &fusion, entering);
        for (tensor, span) in lives.spans.into_iter().enumerate() {
            let Some((birth, death)) = span else { continue };
            let (first, last) = points[birth];
            // Only after a branch ends are its results in memory.
            let maker = flow.maker(tensor).map(|maker| flow.steps[maker].kind);
            let begin = if maker == Some(Kind::Branch) { last } else { first };
            let end = points[death.min(flow.steps.len())].1 + 1;
            self.found.of.insert(flow.tensors[tensor].value, (begin, end));
        }
        self.found.unchanged.extend(lives.unchanged.iter().map(|&tensor| flow.tensors[tensor].value));
    }
}
