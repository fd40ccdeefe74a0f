//! One row per op: which types it takes and which function checks it.

use std::sync::LazyLock;

use partita_base::Diagnostics;

use crate::OpCode;

use super::check::{Checked, OpCheck};
use super::type_rule::TypeRules;
use super::{
    chlo, func, hlo_collective, hlo_control, hlo_conv, hlo_dot, hlo_dynamic, hlo_elementwise, hlo_gather,
    hlo_linalg, hlo_reduce, hlo_shape, hlo_transfer, structure,
};

/// How the blocks of an op's regions end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terminator {
    /// As they like; the op checks its blocks itself or needs no terminator.
    None,
    /// In an op that ends a block.
    Any,
    /// In this op.
    Is(OpCode),
}

/// A function that checks one op.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// It ends at the first fault.
    First(fn(&OpCheck<'_>) -> Checked),
    /// It reports all that it finds.
    All(fn(&OpCheck<'_>, &mut Diagnostics)),
}

/// What the verifier knows about one op beyond its row of the op table.
pub(super) struct Row {
    /// The types of its values; `None` when nothing is asked.
    pub(super) types: Option<TypeRules>,
    /// What else it must keep to.
    pub(super) rule: Rule,
    /// Integer attributes and the least value each may have.
    pub(super) least: &'static [(&'static str, i64)],
    /// How its blocks end.
    pub(super) terminator: Terminator,
}

impl Row {
    fn least(self, least: &'static [(&'static str, i64)]) -> Row {
        Row { least, ..self }
    }

    fn ends_in(self, terminator: Terminator) -> Row {
        Row { terminator, ..self }
    }
}

/// The row of an op.
pub(super) fn row(code: OpCode) -> &'static Row {
    &ROWS[code as usize]
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let rows: Vec<Row> = OpCode::all().map(make_row).collect();
    for (code, row) in OpCode::all().zip(&rows) {
        if let Some(types) = &row.types {
            let info = code.info();
            assert_eq!(
                types.operands.len(),
                info.operands.len(),
                "type words of the operands of {}",
                info.name
            );
            assert_eq!(types.results.len(), info.results.len(), "type words of the results of {}", info.name);
        }
    }
    rows
});

fn op(types: &'static str, rule: fn(&OpCheck<'_>) -> Checked) -> Row {
    Row { types: Some(TypeRules::read(types)), ..free(rule) }
}

fn free(rule: fn(&OpCheck<'_>) -> Checked) -> Row {
    Row { types: None, rule: Rule::First(rule), least: &[], terminator: Terminator::None }
}

fn all(rule: fn(&OpCheck<'_>, &mut Diagnostics)) -> Row {
    Row { rule: Rule::All(rule), ..free(fine) }
}

fn fine(_: &OpCheck<'_>) -> Checked {
    Ok(())
}

/// The table. Element letters are explained in `type_rule.rs`.
fn make_row(code: OpCode) -> Row {
    use OpCode as C;
    let returns = Terminator::Is(C::Return);
    let sdy_returns = Terminator::Is(C::SdyReturn);
    match code {
        // builtin, func
        C::BuiltinModule => all(structure::check_module),
        C::BuiltinUnrealizedConversionCast => free(func::check_cast),
        C::FuncCall => free(func::check_call),
        C::FuncCallIndirect => op("function any -> any", func::check_call_indirect),
        C::FuncConstant => free(func::check_constant),
        C::FuncFunc => all(func::check_func),
        C::FuncReturn => free(func::check_return),
        // stablehlo
        C::Abs => op("sfc -> sf", hlo_elementwise::part),
        C::Add => op("fbic fbic -> fbic", hlo_elementwise::add),
        C::AfterAll => op("token -> token", fine),
        C::AllGather => op("fbic -> fbic", hlo_collective::all_gather).least(&[("all_gather_dim", 0)]),
        C::AllReduce => op("fbic -> fbic", hlo_collective::all_reduce).ends_in(returns),
        C::AllToAll => op("fbic -> fbic", hlo_collective::all_to_all).least(&[
            ("concat_dimension", 0),
            ("split_count", 1),
            ("split_dimension", 0),
        ]),
        C::And => op("bi bi -> fbic", hlo_elementwise::same_type),
        C::AsyncDone => op("future -> fbic", hlo_control::async_done),
        C::AsyncStart => op("fbic -> future", hlo_control::async_start).ends_in(returns),
        C::Atan2 => op("fc fc -> fc", hlo_elementwise::same_type),
        C::BatchNormGrad => {
            op("f 1:f 1:f 1:f f -> f 1:f 1:f", hlo_linalg::batch_norm).least(&[("feature_index", 0)])
        }
        C::BatchNormInference => {
            op("f 1:f 1:f 1:f 1:f -> f", hlo_linalg::batch_norm).least(&[("feature_index", 0)])
        }
        C::BatchNormTraining => {
            op("f 1:f 1:f -> f 1:f 1:f", hlo_linalg::batch_norm).least(&[("feature_index", 0)])
        }
        C::BitcastConvert => op("fbic -> fbic", hlo_elementwise::bitcast),
        C::Broadcast => op("fbic -> fbic", hlo_shape::broadcast),
        C::BroadcastInDim => op("fbic -> bounded:fbic", hlo_shape::broadcast_in_dim),
        C::Case => op("i32 -> fbic|token", hlo_control::branches).ends_in(returns),
        C::Cbrt => op("fc -> fc", hlo_elementwise::same_type),
        C::Ceil => op("f -> f", hlo_elementwise::same_type),
        C::Cholesky => op("fc -> fc", hlo_linalg::cholesky),
        C::Clamp => op("fbic fbic fbic -> fbic", hlo_elementwise::clamp),
        C::CollectiveBroadcast => op("fbic -> fbic", hlo_collective::collective_broadcast),
        C::CollectivePermute => op("fbic -> fbic", hlo_collective::collective_permute),
        C::Compare => op("fbic fbic -> b", hlo_elementwise::compare),
        C::Complex => op("f32/f64 f32/f64 -> c", hlo_elementwise::complex),
        C::Composite => op("fbic|token|tuple -> fbic|token|tuple", hlo_control::composite),
        C::Concatenate => op("fbic -> fbic", hlo_shape::concatenate).least(&[("dimension", 0)]),
        C::Constant => op("-> static:fbic", hlo_shape::constant),
        C::Convert => op("fbic -> fbic", hlo_elementwise::convert),
        C::Convolution => op("fbic fbic -> fbic", hlo_conv::convolution)
            .least(&[("batch_group_count", 1), ("feature_group_count", 1)]),
        C::Cosine => op("fc -> fc", hlo_elementwise::same_type),
        C::CountLeadingZeros => op("i -> i", hlo_elementwise::same_type),
        C::CreateToken => op("-> token", fine),
        C::CrossReplicaSum => op("fbic -> fbic", hlo_elementwise::same_type),
        C::CustomCall => Row {
            types: Some(TypeRules::read(
                "*:fbic|memref|token|tuple|future -> *:fbic|memref|token|tuple|future",
            )),
            ..all(hlo_control::custom_call)
        },
        C::Divide => op("ifc ifc -> ifc", hlo_elementwise::same_type),
        C::Dot => op("fbic fbic -> fbic", hlo_dot::dot),
        C::DotGeneral => op("fbic fbic -> fbic", hlo_dot::dot_general),
        C::DynamicBroadcastInDim => op("fbic static1:xi -> fbic", hlo_dynamic::broadcast_in_dim),
        C::DynamicConv => op("fbic fbic static2:i -> fbic", hlo_conv::dynamic_conv)
            .least(&[("batch_group_count", 1), ("feature_group_count", 1)]),
        C::DynamicGather => op("fbic i static1:i -> fbic", hlo_gather::dynamic_gather),
        C::DynamicIota => op("static1:xi -> fbic", hlo_shape::iota).least(&[("iota_dimension", 0)]),
        C::DynamicPad => op("fbic 0:fbic static1:xi static1:xi static1:xi -> fbic", hlo_dynamic::pad),
        C::DynamicReshape => op("fbic static1:xi -> fbic", hlo_dynamic::reshape),
        C::DynamicSlice => op("fbic 0:i -> fbic", hlo_dynamic::slice),
        C::DynamicUpdateSlice => op("fbic fbic 0:i -> fbic", hlo_dynamic::update_slice),
        C::Einsum => op("fbic fbic -> fbic", fine),
        C::Exponential => op("fc -> fc", hlo_elementwise::same_type),
        C::ExponentialMinusOne => op("fc -> fc", hlo_elementwise::same_type),
        C::Fft => op("fc -> fc", hlo_linalg::fft),
        C::Floor => op("f -> f", hlo_elementwise::same_type),
        C::Gather => op("fbic i -> fbic", hlo_gather::gather),
        C::GetDimensionSize => op("fbic -> i32", hlo_shape::get_dimension_size).least(&[("dimension", 0)]),
        C::GetTupleElement => {
            op("tuple -> fbic|token|tuple|memref", hlo_shape::get_tuple_element).least(&[("index", 0)])
        }
        C::If => op("b -> fbic|token", hlo_control::branches).ends_in(returns),
        C::Imag => op("fc -> f", hlo_elementwise::part),
        C::Infeed => op("token -> static:fbic|token", hlo_transfer::infeed),
        C::Iota => op("-> static:ifc", hlo_shape::iota).least(&[("iota_dimension", 0)]),
        C::IsFinite => op("f -> b", hlo_elementwise::test),
        C::Log => op("fc -> fc", hlo_elementwise::same_type),
        C::LogPlusOne => op("fc -> fc", hlo_elementwise::same_type),
        C::Logistic => op("fc -> fc", hlo_elementwise::same_type),
        C::Map => op("fbic -> fbic", hlo_reduce::map).ends_in(returns),
        C::Maximum => op("fbic fbic -> fbic", hlo_elementwise::same_type),
        C::Minimum => op("fbic fbic -> fbic", hlo_elementwise::same_type),
        C::Multiply => op("fbic fbic -> fbic", hlo_elementwise::same_type),
        C::Negate => op("ifc -> ifc", hlo_elementwise::same_type),
        C::Not => op("bi -> bi", hlo_elementwise::same_type),
        C::OptimizationBarrier => op("fbic|token -> fbic|token", hlo_control::barrier),
        C::Or => op("bi bi -> fbic", hlo_elementwise::same_type),
        C::Outfeed => op("fbic token -> token", fine),
        C::Pad => op("fbic 0:fbic -> fbic", hlo_shape::pad),
        C::PartitionId => op("-> ui32", hlo_shape::device_id),
        C::Popcnt => op("i -> i", hlo_elementwise::same_type),
        C::Power => op("ifc ifc -> ifc", hlo_elementwise::same_type),
        C::Real => op("fc -> f", hlo_elementwise::part),
        C::RealDynamicSlice => op("fbic 1:xi 1:xi 1:xi -> fbic", hlo_dynamic::real_dynamic_slice),
        C::Recv => op("token -> static:fbic|token", hlo_transfer::recv),
        C::Reduce => op("fbic fbic -> fbic", hlo_reduce::reduce).ends_in(returns),
        C::ReducePrecision => {
            op("f -> f", hlo_elementwise::same_type).least(&[("exponent_bits", 1), ("mantissa_bits", 0)])
        }
        C::ReduceScatter => op("fbic -> fbic", hlo_collective::reduce_scatter)
            .least(&[("scatter_dimension", 0)])
            .ends_in(Terminator::Any),
        C::ReduceWindow => op("fbic fbic -> fbic", hlo_reduce::reduce_window).ends_in(returns),
        C::Remainder => op("ifc ifc -> ifc", hlo_elementwise::same_type),
        C::ReplicaId => op("-> ui32", hlo_shape::device_id),
        C::Reshape => op("fbic -> bounded:fbic", hlo_shape::reshape),
        C::Return => op("fbic|token|memref ->", fine),
        C::Reverse => op("fbic -> fbic", hlo_shape::reverse),
        C::Rng => op("0:bif 0:bif static1:xi -> bif", hlo_linalg::rng),
        C::RngBitGenerator => op("if -> if static:if", hlo_linalg::rng_bit_generator),
        C::RoundNearestAfz => op("f -> f", hlo_elementwise::same_type),
        C::RoundNearestEven => op("f -> f", hlo_elementwise::same_type),
        C::Rsqrt => op("fc -> fc", hlo_elementwise::same_type),
        C::Scatter => op("fbic nx fbic -> fbic", hlo_gather::scatter).ends_in(Terminator::Any),
        C::Select => op("b fbic fbic -> fbic", hlo_elementwise::select),
        C::SelectAndScatter => {
            op("fbic fbic fbic -> fbic", hlo_reduce::select_and_scatter).ends_in(Terminator::Any)
        }
        C::Send => op("fbic token -> token", hlo_transfer::send),
        C::SetDimensionSize => {
            op("fbic i32 -> fbic", hlo_shape::set_dimension_size).least(&[("dimension", 0)])
        }
        C::ShiftLeft => op("i i -> i", hlo_elementwise::same_type),
        C::ShiftRightArithmetic => op("i i -> i", hlo_elementwise::same_type),
        C::ShiftRightLogical => op("i i -> i", hlo_elementwise::same_type),
        C::Sign => op("sfc -> sfc", hlo_elementwise::same_type),
        C::Sine => op("fc -> fc", hlo_elementwise::same_type),
        C::Slice => op("fbic -> fbic", hlo_shape::slice),
        C::Sort => op("fbic -> fbic", hlo_reduce::sort).ends_in(Terminator::Any),
        C::Sqrt => op("fc -> fc", hlo_elementwise::same_type),
        C::Subtract => op("ifc ifc -> ifc", hlo_elementwise::same_type),
        C::Tan => op("fc -> fc", hlo_elementwise::same_type),
        C::Tanh => op("fc -> fc", hlo_elementwise::same_type),
        C::TorchIndexSelect => op("fbic fbic -> fbic", fine),
        C::Transpose => op("fbic -> fbic", hlo_shape::transpose),
        C::TriangularSolve => op("fc fc -> fc", hlo_linalg::triangular_solve),
        C::Tuple => op("fbic|token|tuple|memref -> tuple", hlo_shape::tuple),
        C::UnaryEinsum => op("fbic -> fbic", fine),
        C::UniformDequantize => op("q -> f", hlo_elementwise::convert),
        C::UniformQuantize => op("fq -> q", hlo_elementwise::convert),
        C::While => op("fbic|token|memref -> fbic|token|memref", hlo_control::while_loop).ends_in(returns),
        C::Xor => op("bi bi -> fbic", hlo_elementwise::same_type),
        // chlo
        C::ChloAsinAcosKernel => op("*:c -> *:c", hlo_elementwise::same_type),
        C::ChloAcos => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloAcosh => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloAsin => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloAsinh => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloAtan => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloAtanh => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloBesselI1e => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloBroadcastAdd => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastAnd => op("*:bi *:bi -> *:fbic", chlo::broadcast_logical),
        C::ChloBroadcastAtan2 => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastCompare => op("*:fbic *:fbic -> *:b", chlo::broadcast_compare),
        C::ChloBroadcastComplex => op("*:f *:f -> *:c", chlo::broadcast_complex),
        C::ChloBroadcastDivide => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastMaximum => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastMinimum => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastMultiply => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastNextAfter => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastOr => op("*:bi *:bi -> *:fbic", chlo::broadcast_logical),
        C::ChloBroadcastPolygamma => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastPower => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastRemainder => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastSelect => op("b *:fbic *:fbic -> *:fbic", chlo::broadcast_select),
        C::ChloBroadcastShiftLeft => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastShiftRightArithmetic => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastShiftRightLogical => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastSubtract => op("*:fbic *:fbic -> *:fbic", chlo::broadcast),
        C::ChloBroadcastXor => op("*:bi *:bi -> *:fbic", chlo::broadcast_logical),
        C::ChloBroadcastZeta => op("*:f *:f -> *:f", chlo::broadcast),
        C::ChloConj => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloConstant => op("-> static:fbic", hlo_shape::constant),
        C::ChloConstantLike => op("*:fbic -> *:fbic", chlo::constant_like),
        C::ChloCosh => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloDigamma => op("*:f -> *:f", hlo_elementwise::same_kind),
        C::ChloErf => op("*:f -> *:f", hlo_elementwise::same_kind),
        C::ChloErfInv => op("*:f -> *:f", hlo_elementwise::same_kind),
        C::ChloErfc => op("*:f -> *:f", hlo_elementwise::same_kind),
        C::ChloIsInf => op("*:f -> *:b", hlo_elementwise::test),
        C::ChloIsNegInf => op("*:f -> *:b", hlo_elementwise::test),
        C::ChloIsPosInf => op("*:f -> *:b", hlo_elementwise::test),
        C::ChloLgamma => op("*:f -> *:f", hlo_elementwise::same_kind),
        C::ChloMulhi => op("i i -> i", hlo_elementwise::same_type),
        C::ChloNextAfter => op("*:f *:f -> *:f", hlo_elementwise::same_type),
        C::ChloPolygamma => op("*:f *:f -> *:f", hlo_elementwise::same_type),
        C::ChloRaggedDot => op("*:fbic *:fbic i -> *:fbic", chlo::ragged_dot),
        C::ChloScan => op("*:fbic *:fbic -> *:fbic *:fbic", chlo::scan)
            .least(&[("dimension", 0), ("scan_dim_size", 0)])
            .ends_in(Terminator::Any),
        C::ChloSinh => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloSquare => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloTan => op("*:fc -> *:fc", hlo_elementwise::same_kind),
        C::ChloTopK => op("*:fbic -> *:fbic *:fbic", chlo::top_k),
        C::ChloZeta => op("*:f *:f -> *:f", hlo_elementwise::same_type),
        // sdy: see `sdy.rs`
        C::SdyManualComputation | C::SdyNamedComputation => free(fine).ends_in(sdy_returns),
        C::SdyAllGather
        | C::SdyAllReduce
        | C::SdyAllSlice
        | C::SdyAllToAll
        | C::SdyCollectivePermute
        | C::SdyConstant
        | C::SdyDataFlowEdge
        | C::SdyFuncDataFlowEdge
        | C::SdyMesh
        | C::SdyPropagationBarrier
        | C::SdyReduceScatter
        | C::SdyReplicatedToUnreduced
        | C::SdyReshard
        | C::SdyReturn
        | C::SdyShardedToUnreduced
        | C::SdyShardingConstraint
        | C::SdyShardingGroup => free(fine),
    }
}
