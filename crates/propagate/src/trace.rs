//! What happened, for explanations. Nothing is recorded unless asked for.

use crate::moves::Visit;
use crate::problem::{ProblemOpId, ShardingId, TensorId};

/// When something happened: the layers that were being worked on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layer {
    /// The user priority.
    pub user_priority: u64,
    /// The level of op priority, unless ops have none.
    pub op_level: Option<u8>,
    /// Whether conflicts were being resolved.
    pub aggressive: bool,
}

/// Who changed a sharding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A step of an op.
    Op(ProblemOpId),
    /// What a function returns, and the sharding of its result; the index into [`Problem::boundary`].
    ///
    /// [`Problem::boundary`]: crate::Problem::boundary
    Boundary(u32),
    /// Another tensor of its group, which changed just before.
    Group(TensorId),
    /// The user's own annotation, whose priority was reached.
    Annotation,
}

/// One change of one tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The tensor.
    pub tensor: TensorId,
    /// Its sharding before.
    pub old: Option<ShardingId>,
    /// Its sharding after.
    pub new: ShardingId,
    /// Who did it.
    pub cause: Cause,
    /// When.
    pub layer: Layer,
}

/// Everything that happened, in order.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The sharding of each tensor at the start, without dimensions that waited for their priority.
    pub initial: Vec<Option<ShardingId>>,
    /// The changes.
    pub events: Vec<Event>,
    /// The visits that made them.
    pub visits: Vec<Visit>,
    /// The user priorities after 0, ascending.
    pub priorities: Vec<u64>,
}
