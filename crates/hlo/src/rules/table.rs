//! The rule of each op: one row per op.

use std::sync::Arc;

use partita_ir::{Module, OpCode, OpId, SdyAttr, names};
use partita_rule::RuleSpec;

use super::collective::{all_gather, all_to_all, reduce_scatter};
use super::composite::composite;
use super::convolution::convolution;
use super::custom_call;
use super::dot::{dot, dot_general, ragged_dot};
use super::einsum::einsum;
use super::gather::{gather, scatter, torch_index_select};
use super::linalg::{
    batch_norm_inference, batch_norm_statistics, cholesky, fft, rng_bit_generator, triangular_solve,
};
use super::pointwise::{bitcast_convert, broadcasting, pointwise, rng, set_dimension_size};
use super::reduce::{reduce, sort, top_k};
use super::reshape::reshape;
use super::shape::{
    broadcast, broadcast_in_dim, concatenate, dynamic_pad, dynamic_slice, dynamic_update_slice, pad, reverse,
    slice, transpose,
};
use super::view::{Facts, OpView};
use super::window::{reduce_window, select_and_scatter};
use super::{Compat, OpRule, RuleOptions};

/// Derives a rule; `None` where this op has none.
pub(super) type RuleFn = fn(&OpView<'_>) -> Option<RuleSpec>;

/// The entry of an op in the table.
#[derive(Clone, Copy)]
pub(super) enum Row {
    /// Shardy and Partita have this rule.
    Both(RuleFn),
    /// Only Partita has this rule; Shardy reports the op as unknown.
    Ours(RuleFn),
    /// The op has no rule, here and in Shardy.
    NoRule,
    /// The op has no rule here; Shardy reports it as unknown.
    Ignored,
    /// The rule is that of the custom call's target.
    ByTarget,
    /// The behaviour of the op is unknown.
    Unknown,
}

/// Derives the rule of an op from everything that it depends on.
pub(super) fn derive_rule(module: &Module, id: OpId, facts: Facts, options: &RuleOptions<'_>) -> OpRule {
    if let Some(written) = written_rule(module, id) {
        return written;
    }
    let op = module.op(id);
    let Some(code) = op.name.code() else { return OpRule::Unknown };
    let mut row = row_of(code);
    if matches!(row, Row::ByTarget) {
        let Some(target) = custom_call::target_name(module, op) else { return OpRule::Unknown };
        if let Some(rule) = options.user.and_then(|user| user.get(target)) {
            let view = OpView::new(module, id, facts, options);
            return view.and_then(|view| rule.instantiate(&view.operands, &view.results).ok()).into();
        }
        row = custom_call::row_of_target(target);
    }
    let function = match (row, options.compat) {
        (Row::Both(function), _) | (Row::Ours(function), Compat::Full) => function,
        (Row::NoRule, _) | (Row::Ignored, Compat::Full) => return OpRule::None,
        (Row::Ours(_) | Row::Ignored, Compat::Shardy) | (Row::ByTarget | Row::Unknown, _) => {
            return OpRule::Unknown;
        }
    };
    OpView::new(module, id, facts, options).and_then(|view| function(&view)).into()
}

/// The `sdy.sharding_rule` of an op; [`OpRule::None`] if it does not fit the op.
fn written_rule(module: &Module, id: OpId) -> Option<OpRule> {
    let SdyAttr::Rule(rule) = module.sdy_attr(id, names::SDY_SHARDING_RULE)? else { return None };
    let op = module.op(id);
    let rank = |value| Some(super::view::static_shape(module, value)?.len());
    let operands: Vec<_> = op.operands.iter().map(|&value| rank(value)).collect();
    let results: Vec<_> = op.results().map(rank).collect();
    let fits = rule.check().is_empty() && rule.check_against(&operands, &results).is_empty();
    Some(if fits { OpRule::Rule(Arc::new(rule.clone())) } else { OpRule::None })
}

/// Whether an op has no rule except one that is written on it.
pub(super) fn has_none(code: OpCode) -> bool {
    matches!(row_of(code), Row::NoRule)
}

/// The table: the row of an op.
pub(super) fn row_of(code: OpCode) -> Row {
    use OpCode::*;
    use Row::*;
    match code {
        BuiltinModule => NoRule,
        BuiltinUnrealizedConversionCast => Ignored,
        FuncCall => NoRule,
        FuncCallIndirect => Unknown,
        FuncConstant => NoRule,
        FuncFunc => NoRule,
        FuncReturn => NoRule,
        Abs => Both(pointwise),
        Add => Both(pointwise),
        AfterAll => NoRule,
        AllGather => Both(all_gather),
        AllReduce => Both(pointwise),
        AllToAll => Both(all_to_all),
        And => Both(pointwise),
        AsyncDone => Ignored,
        AsyncStart => Ignored,
        Atan2 => Both(pointwise),
        BatchNormGrad => Ours(batch_norm_statistics),
        BatchNormInference => Both(batch_norm_inference),
        BatchNormTraining => Ours(batch_norm_statistics),
        BitcastConvert => Both(bitcast_convert),
        Broadcast => Ours(broadcast),
        BroadcastInDim => Both(broadcast_in_dim),
        Case => NoRule,
        Cbrt => Both(pointwise),
        Ceil => Both(pointwise),
        Cholesky => Both(cholesky),
        Clamp => Both(pointwise),
        CollectiveBroadcast => Both(pointwise),
        CollectivePermute => Both(pointwise),
        Compare => Both(pointwise),
        Complex => Both(pointwise),
        Composite => Ours(composite),
        Concatenate => Both(concatenate),
        Constant => NoRule,
        Convert => Both(pointwise),
        Convolution => Both(convolution),
        Cosine => Both(pointwise),
        CountLeadingZeros => Both(pointwise),
        CreateToken => NoRule,
        CrossReplicaSum => Both(pointwise),
        CustomCall => ByTarget,
        Divide => Both(pointwise),
        Dot => Both(dot),
        DotGeneral => Both(dot_general),
        DynamicBroadcastInDim => Ours(broadcast_in_dim),
        DynamicConv => Ours(convolution),
        DynamicGather => Ours(gather),
        DynamicIota => Ignored,
        DynamicPad => Ours(dynamic_pad),
        DynamicReshape => Ours(reshape),
        DynamicSlice => Both(dynamic_slice),
        DynamicUpdateSlice => Both(dynamic_update_slice),
        Einsum => Ours(einsum),
        Exponential => Both(pointwise),
        ExponentialMinusOne => Both(pointwise),
        Fft => Both(fft),
        Floor => Both(pointwise),
        Gather => Both(gather),
        GetDimensionSize => Ignored,
        GetTupleElement => NoRule,
        If => Ignored,
        Imag => Both(pointwise),
        Infeed => NoRule,
        Iota => NoRule,
        IsFinite => Both(pointwise),
        Log => Both(pointwise),
        LogPlusOne => Both(pointwise),
        Logistic => Both(pointwise),
        Map => Ours(pointwise),
        Maximum => Both(pointwise),
        Minimum => Both(pointwise),
        Multiply => Both(pointwise),
        Negate => Both(pointwise),
        Not => Both(pointwise),
        OptimizationBarrier => NoRule,
        Or => Both(pointwise),
        Outfeed => NoRule,
        Pad => Both(pad),
        PartitionId => NoRule,
        Popcnt => Both(pointwise),
        Power => Both(pointwise),
        Real => Both(pointwise),
        RealDynamicSlice => Ours(dynamic_slice),
        Recv => NoRule,
        Reduce => Both(reduce),
        ReducePrecision => Both(pointwise),
        ReduceScatter => Both(reduce_scatter),
        ReduceWindow => Both(reduce_window),
        Remainder => Both(pointwise),
        ReplicaId => Ignored,
        Reshape => Both(reshape),
        Return => NoRule,
        Reverse => Both(reverse),
        Rng => Ours(rng),
        RngBitGenerator => Both(rng_bit_generator),
        RoundNearestAfz => Both(pointwise),
        RoundNearestEven => Both(pointwise),
        Rsqrt => Both(pointwise),
        Scatter => Both(scatter),
        Select => Both(pointwise),
        SelectAndScatter => Both(select_and_scatter),
        Send => NoRule,
        SetDimensionSize => Ours(set_dimension_size),
        ShiftLeft => Both(pointwise),
        ShiftRightArithmetic => Both(pointwise),
        ShiftRightLogical => Both(pointwise),
        Sign => Both(pointwise),
        Sine => Both(pointwise),
        Slice => Both(slice),
        Sort => Both(sort),
        Sqrt => Both(pointwise),
        Subtract => Both(pointwise),
        Tan => Both(pointwise),
        Tanh => Both(pointwise),
        TorchIndexSelect => Ours(torch_index_select),
        Transpose => Both(transpose),
        TriangularSolve => Both(triangular_solve),
        Tuple => Ignored,
        UnaryEinsum => Ours(einsum),
        UniformDequantize => Ours(pointwise),
        UniformQuantize => Ours(pointwise),
        While => NoRule,
        Xor => Both(pointwise),
        ChloAsinAcosKernel => Ours(pointwise),
        ChloAcos => Ours(pointwise),
        ChloAcosh => Ours(pointwise),
        ChloAsin => Ours(pointwise),
        ChloAsinh => Ours(pointwise),
        ChloAtan => Ours(pointwise),
        ChloAtanh => Ours(pointwise),
        ChloBesselI1e => Ours(pointwise),
        ChloBroadcastAdd => Ours(broadcasting),
        ChloBroadcastAnd => Ours(broadcasting),
        ChloBroadcastAtan2 => Ours(broadcasting),
        ChloBroadcastCompare => Ours(broadcasting),
        ChloBroadcastComplex => Ours(broadcasting),
        ChloBroadcastDivide => Ours(broadcasting),
        ChloBroadcastMaximum => Ours(broadcasting),
        ChloBroadcastMinimum => Ours(broadcasting),
        ChloBroadcastMultiply => Ours(broadcasting),
        ChloBroadcastNextAfter => Ours(broadcasting),
        ChloBroadcastOr => Ours(broadcasting),
        ChloBroadcastPolygamma => Ours(broadcasting),
        ChloBroadcastPower => Ours(broadcasting),
        ChloBroadcastRemainder => Ours(broadcasting),
        ChloBroadcastSelect => Ours(broadcasting),
        ChloBroadcastShiftLeft => Ours(broadcasting),
        ChloBroadcastShiftRightArithmetic => Ours(broadcasting),
        ChloBroadcastShiftRightLogical => Ours(broadcasting),
        ChloBroadcastSubtract => Ours(broadcasting),
        ChloBroadcastXor => Ours(broadcasting),
        ChloBroadcastZeta => Ours(broadcasting),
        ChloConj => Ours(pointwise),
        ChloConstant => Ignored,
        ChloConstantLike => Ours(pointwise),
        ChloCosh => Ours(pointwise),
        ChloDigamma => Ours(pointwise),
        ChloErf => Ours(pointwise),
        ChloErfInv => Ours(pointwise),
        ChloErfc => Ours(pointwise),
        ChloIsInf => Ours(pointwise),
        ChloIsNegInf => Ours(pointwise),
        ChloIsPosInf => Ours(pointwise),
        ChloLgamma => Ours(pointwise),
        ChloMulhi => Ours(pointwise),
        ChloNextAfter => Ours(pointwise),
        ChloPolygamma => Ours(pointwise),
        ChloRaggedDot => Ours(ragged_dot),
        ChloScan => Unknown,
        ChloSinh => Ours(pointwise),
        ChloSquare => Ours(pointwise),
        ChloTan => Ours(pointwise),
        ChloTopK => Ours(top_k),
        ChloZeta => Ours(pointwise),
        SdyAllGather => Ignored,
        SdyAllReduce => Ignored,
        SdyAllSlice => Ignored,
        SdyAllToAll => Ignored,
        SdyCollectivePermute => Ignored,
        SdyConstant => NoRule,
        SdyDataFlowEdge => NoRule,
        SdyFuncDataFlowEdge => NoRule,
        SdyManualComputation => NoRule,
        SdyMesh => NoRule,
        SdyNamedComputation => NoRule,
        SdyPropagationBarrier => NoRule,
        SdyReduceScatter => Ignored,
        SdyReplicatedToUnreduced => Ignored,
        SdyReshard => NoRule,
        SdyReturn => NoRule,
        SdyShardedToUnreduced => Ignored,
        SdyShardingConstraint => Both(pointwise),
        SdyShardingGroup => NoRule,
    }
}

#[cfg(test)]
mod tests {
    use partita_ir::OpKind;

    use super::*;

    fn is_pointwise(code: OpCode) -> bool {
        let rules = [pointwise as RuleFn, broadcasting];
        match row_of(code) {
            Row::Both(rule) | Row::Ours(rule) => rules.iter().any(|&other| std::ptr::fn_addr_eq(rule, other)),
            Row::NoRule | Row::Ignored | Row::ByTarget | Row::Unknown => false,
        }
    }

    /// Finds a new op that has the rule of elementwise ops, but a different kind.
    #[test]
    fn the_rule_of_elementwise_ops_belongs_to_elementwise_ops() {
        use OpCode::*;
        // Ops that Shardy does not treat as elementwise, although their rule maps every dimension to itself.
        let exceptions = [
            AllReduce,
            CollectiveBroadcast,
            CollectivePermute,
            CrossReplicaSum,
            Map,
            ChloMulhi,
            ChloNextAfter,
            ChloPolygamma,
            ChloZeta,
            SdyShardingConstraint,
        ];
        for code in OpCode::all() {
            let expected = is_pointwise(code) && !exceptions.contains(&code);
            assert_eq!(code.kind() == OpKind::Elementwise, expected, "{}", code.name());
        }
    }
}
