//! The cheapest strategy per node of a graph within a memory limit, with a bound on what any choice costs.

pub use partita_auto::{
    ChoiceEdge, ChoiceNode, ChoiceProblem, Evaluation, Holder, Interval, IopddlError, NoChoices, NodeId,
    Outcome, ProblemBuilder, ProblemError, Progress, SolveOptions, StopReason, Strategy, Watch, evaluate,
    read_iopddl, solve,
};
