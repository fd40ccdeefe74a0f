//! Why a local program contains a collective.

use partita_ir::{OpCode, OpKind};
use partita_place::{Factors, Role};

use crate::local_layout::{Axes, LocalLayout, can_join};

/// The reason for a collective of the local program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Cause {
    /// A product sums over a sharded dimension.
    Contraction,
    /// A reduction combines a sharded dimension, or a value is unreduced.
    Reduction,
    /// An op looks up or updates elements of a sharded dimension.
    Lookup,
    /// A window or a shift reads elements of neighbouring shards.
    Window,
    /// An op needs all of a dimension that its operand has sharded.
    FullDimension,
    /// A reshape does not keep shards together.
    Reshape,
    /// The op has no factor rule, so it runs on replicated tensors.
    NoRule,
    /// The op runs on one device only.
    OneDevice,
    /// A result has a sharding that differs from that of the value that is returned.
    ResultSharding,
    /// A result cannot stay sharded because its sharding does not divide it.
    Indivisible,
    /// A sharding constraint, or the sharding of an operand or result of a manual computation.
    Constraint,
    /// The tensors around the op have shardings that it cannot satisfy together.
    #[default]
    Conflict,
    /// The collective is written in the program.
    Written,
}

impl Cause {
    /// The name in output: `contracting dimension`.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Contraction => "contracting dimension",
            Cause::Reduction => "reduced dimension",
            Cause::Lookup => "indexed dimension",
            Cause::Window => "window",
            Cause::FullDimension => "needs all of a dimension",
            Cause::Reshape => "reshape",
            Cause::NoRule => "missing rule",
            Cause::OneDevice => "runs on one device",
            Cause::ResultSharding => "result annotation",
            Cause::Indivisible => "indivisible size",
            Cause::Constraint => "sharding constraint",
            Cause::Conflict => "conflict",
            Cause::Written => "collective in the program",
        }
    }

    /// The name in a narrow table: `contraction`.
    pub fn short_name(self) -> &'static str {
        match self {
            Cause::Contraction => "contraction",
            Cause::Reduction => "reduction",
            Cause::Lookup => "lookup",
            Cause::Window => "window",
            Cause::FullDimension => "needs all",
            Cause::Reshape => "reshape",
            Cause::NoRule => "no rule",
            Cause::OneDevice => "one device",
            Cause::ResultSharding => "result",
            Cause::Indivisible => "indivisible",
            Cause::Constraint => "constraint",
            Cause::Conflict => "conflict",
            Cause::Written => "written",
        }
    }

    /// The cause of what an op emits for itself and its results.
    pub(crate) fn of_op(code: Option<OpCode>) -> Cause {
        use OpCode::*;
        match code {
            Some(DotGeneral | Dot | Convolution) => Cause::Contraction,
            Some(Reduce) => Cause::Reduction,
            Some(Gather | DynamicGather | Scatter | DynamicSlice | DynamicUpdateSlice) => Cause::Lookup,
            Some(ReduceWindow | SelectAndScatter | Pad | Slice | Reverse | Concatenate) => Cause::Window,
            Some(Reshape) => Cause::Reshape,
            Some(SdyReshard | SdyShardingConstraint | SdyManualComputation | SdyReturn) => Cause::Constraint,
            Some(code) if code.kind() == OpKind::SdyCollective => Cause::Written,
            Some(FuncReturn) => Cause::ResultSharding,
            _ => Cause::Conflict,
        }
    }

    /// The cause of resharding an operand of an op from one layout to another, given the axes of the op's factors.
    pub(crate) fn of_operand(
        code: Option<OpCode>,
        (factors, assignment): (&Factors, &[Axes]),
        operand: usize,
        [from, to]: [&LocalLayout; 2],
    ) -> Cause {
        if code == Some(OpCode::Reshape) {
            return Cause::Reshape;
        }
        let (mut roles, mut is_used_elsewhere) = (Vec::new(), false);
        for ((from, to), dim) in from.dims.iter().zip(&to.dims).zip(&factors.tensors[operand]) {
            let lost = from.iter().filter(|axis| !to.contains(axis));
            let mut lost = lost.peekable();
            if lost.peek().is_some() {
                roles.extend(dim.iter().map(|&factor| factors.roles[factor]));
            }
            is_used_elsewhere |= lost.any(|axis| !can_join(*axis, assignment.iter().flatten()));
        }
        match () {
            () if roles.contains(&Role::Replicated) => Cause::FullDimension,
            // Another factor of the op has the axis.
            () if is_used_elsewhere => Cause::Conflict,
            () if roles.contains(&Role::Window) => Cause::Window,
            // Gathering the operand is cheaper than combining partial results.
            () if roles.contains(&Role::Reduction) => Cause::of_op(code),
            () => Cause::Conflict,
        }
    }

    /// The cause of a collective of a certain kind.
    pub(crate) fn for_kind(self, code: OpCode) -> Cause {
        match (self, code) {
            // A convolution exchanges the borders of its windows.
            (Cause::Contraction, OpCode::CollectivePermute) => Cause::Window,
            // The operand of the op is partial.
            (
                Cause::Conflict | Cause::ResultSharding | Cause::Indivisible | Cause::Reshape | Cause::Window,
                OpCode::AllReduce | OpCode::ReduceScatter,
            ) => Cause::Reduction,
            (cause, _) => cause,
        }
    }
}
