//! The record of a run, for explanations. Nothing is recorded unless requested.

use std::ops::Range;

use crate::moves::Visit;
use crate::problem::{ProblemOpId, ShardingId, TensorId};

/// The priorities and the strategy that were being propagated when an event happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layer {
    /// The round of user priorities, from 0.
    pub user_priority: u64,
    /// The level of op priority, from 0; `None` without op priorities.
    pub op_level: Option<u8>,
    /// Whether the strategy was the aggressive one.
    pub aggressive: bool,
}

/// The cause of a change of sharding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A step of an op.
    Op(ProblemOpId),
    /// The boundary between a returned value and the sharding of the function's result; an index into
    /// [`Problem::boundary`].
    ///
    /// [`Problem::boundary`]: crate::Problem::boundary
    Boundary(u32),
    /// Another tensor of its group, which changed in the same step.
    Group(TensorId),
    /// The user's annotation, whose priority was reached.
    Annotation,
}

/// One change of one tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The tensor that changed.
    pub tensor: TensorId,
    /// Its sharding before.
    pub old: Option<ShardingId>,
    /// Its sharding after.
    pub new: ShardingId,
    /// What changed it.
    pub cause: Cause,
    /// The priorities and the strategy at that time.
    pub layer: Layer,
}

/// All changes of a run, in order.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The sharding of each tensor at the start, without dimensions that waited for their priority.
    pub initial: Vec<Option<ShardingId>>,
    /// The changes of single tensors.
    pub events: Vec<Event>,
    /// The visits that caused them.
    pub visits: Vec<Visit>,
    /// The user priorities after 0, ascending.
    pub priorities: Vec<u64>,
    /// Dead ops with everything nested in them, ascending. They were removed before they were visited.
    pub erased: Vec<ProblemOpId>,
    /// Whether the run reached its fixed point.
    pub is_finished: bool,
}

impl Trace {
    /// The record of shardings that a front end derived by itself, one op after the other, so that it can be explained
    /// like a propagation. Consecutive events with the same cause are one step.
    pub fn of_derivation(initial: Vec<Option<ShardingId>>, events: Vec<Event>) -> Self {
        let mut visits: Vec<Visit> = Vec::new();
        for (index, event) in events.iter().enumerate() {
            if visits.last().is_none_or(|last| last.cause != event.cause) {
                visits.push(Visit::derived(event.cause, index));
            }
        }
        Self { initial, events, visits, is_finished: true, ..Self::default() }
    }

    /// The events of each step, in order. A step is a visit that changed something, or annotations whose priority was
    /// reached.
    pub fn steps(&self) -> Vec<Range<usize>> {
        let mut starts = self.visits.iter().map(|visit| visit.first_event).peekable();
        let mut steps: Vec<Range<usize>> = Vec::new();
        for (index, event) in self.events.iter().enumerate() {
            let mut is_start = index == 0;
            while starts.next_if(|start| *start <= index).is_some() {
                is_start = true;
            }
            let is_annotation = |event: &Event| event.cause == Cause::Annotation;
            is_start = is_start || is_annotation(event) != is_annotation(&self.events[index - 1]);
            match steps.last_mut().filter(|_| !is_start) {
                Some(step) => step.end = index + 1,
                None => steps.push(index..index + 1),
            }
        }
        steps
    }
}
