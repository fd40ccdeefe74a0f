//! How each op is evaluated: one row per op.

use partita_ir::OpCode;

use crate::collective::Communication;
use crate::elementwise::{Binary, Unary};
use crate::kernels as math;
use crate::op_call::OpCall;
use crate::pointwise::{self, Pointwise};
use crate::{
    EvalError, EvalResult, RuntimeValue, Tensor, broadcast, control, custom_call, dynamic, large, manual,
    scan, small,
};

/// How an op is evaluated.
#[derive(Clone, Copy)]
pub(crate) enum Kernel {
    /// For all devices at once: ops that run other ops.
    Together(control::Together),
    /// For all devices at once: ops that exchange elements between devices.
    Communication(Communication),
    /// Returns its only operand.
    Identity,
    /// On one device, by a function of values of any type.
    Values(fn(&OpCall<'_, '_>, &[&RuntimeValue]) -> EvalResult<Vec<RuntimeValue>>),
    /// On one device, by a function of tensors that returns one.
    Tensor(fn(&OpCall<'_, '_>, &[&Tensor]) -> EvalResult<Tensor>),
    /// On one device, by a function of tensors that returns several.
    Tensors(fn(&OpCall<'_, '_>, &[&Tensor]) -> EvalResult<Vec<Tensor>>),
    /// Position by position, on tensors of one shape.
    Pointwise(Pointwise),
    /// Position by position, after the operands are broadcast to one shape.
    Broadcast(Pointwise),
    /// Not evaluated, for this reason.
    Unsupported(&'static str),
}

const STRUCTURE: Kernel = Kernel::Unsupported("it holds or ends other ops and computes nothing by itself");
const FUNCTION_VALUE: Kernel = Kernel::Unsupported("the interpreter has no values that are functions");
const TRANSFER: Kernel = Kernel::Unsupported("the interpreter has no host to exchange values with");
const QUANTIZED: Kernel = Kernel::Unsupported("the interpreter has no quantized elements");

/// The row of an op.
pub(crate) fn kernel(code: OpCode) -> Kernel {
    use Kernel::{Tensor, Tensors, Together, Values};
    use OpCode::*;
    match code {
        // builtin, func
        BuiltinModule | FuncFunc | FuncReturn => STRUCTURE,
        BuiltinUnrealizedConversionCast => Kernel::Identity,
        FuncCall => Together(control::call),
        FuncCallIndirect | FuncConstant => FUNCTION_VALUE,
        // stablehlo
        Abs => either(math::Unary::Abs, Unary::Abs),
        Add => exact_of_two(Binary::Add),
        AfterAll | CreateToken => Values(small::token),
        AllGather => Kernel::Communication(Communication::ALL_GATHER),
        AllReduce => Kernel::Communication(Communication::ALL_REDUCE),
        AllToAll => Kernel::Communication(Communication::ALL_TO_ALL),
        And => exact_of_two(Binary::And),
        AsyncDone => Together(control::async_done),
        AsyncStart => Together(control::async_start),
        Atan2 => inexact_of_two(math::Binary::Atan2),
        BatchNormGrad => Tensors(large::batch_norm_grad),
        BatchNormInference => Tensor(large::batch_norm_inference),
        BatchNormTraining => Tensors(large::batch_norm_training),
        BitcastConvert => special(pointwise::bitcast),
        Broadcast => Tensor(small::broadcast),
        BroadcastInDim => Tensor(small::broadcast_in_dim),
        Case | If => Together(control::branch),
        Cbrt => inexact(math::Unary::Cbrt),
        Ceil => exact(Unary::Ceil),
        Cholesky => Tensor(large::cholesky),
        Clamp => special(pointwise::clamped),
        Compare => special(pointwise::compared),
        CollectiveBroadcast => Kernel::Communication(Communication::BROADCAST),
        CollectivePermute => Kernel::Communication(Communication::Permute),
        Complex => special(pointwise::complex),
        Composite => Together(control::composite),
        Concatenate => Tensor(small::concatenate),
        Constant | ChloConstant | SdyConstant => Tensor(small::constant),
        Convert => special(pointwise::converted),
        Convolution => Tensor(large::static_convolution),
        Cosine => inexact(math::Unary::Cosine),
        CountLeadingZeros => exact(Unary::CountLeadingZeros),
        CrossReplicaSum => Kernel::Communication(Communication::CROSS_REPLICA_SUM),
        CustomCall => Values(custom_call::evaluate),
        Divide => exact_of_two(Binary::Divide),
        Dot => Tensor(small::dot),
        DotGeneral => Tensor(small::dot_general),
        DynamicBroadcastInDim => Tensor(dynamic::broadcast_in_dim),
        DynamicConv => Tensor(dynamic::convolution),
        DynamicGather => Tensor(dynamic::gather),
        DynamicIota => Tensor(dynamic::iota),
        DynamicPad => Tensor(dynamic::pad),
        DynamicReshape => Tensor(dynamic::reshape),
        DynamicSlice => Tensor(small::dynamic_slice),
        DynamicUpdateSlice => Tensor(small::dynamic_update_slice),
        Einsum | UnaryEinsum => Tensor(small::einsum),
        Exponential => inexact(math::Unary::Exponential),
        ExponentialMinusOne => inexact(math::Unary::ExponentialMinusOne),
        Fft => Tensor(large::fft),
        Floor => exact(Unary::Floor),
        Gather => Tensor(small::gather),
        GetDimensionSize => Tensor(small::get_dimension_size),
        GetTupleElement => Values(small::tuple_element),
        Imag => exact(Unary::Imag),
        Infeed | Outfeed | Recv | Send => TRANSFER,
        Iota => Tensor(small::iota),
        IsFinite => exact(Unary::IsFinite),
        Log => inexact(math::Unary::Log),
        LogPlusOne => inexact(math::Unary::LogPlusOne),
        Logistic => inexact(math::Unary::Logistic),
        Map => Tensors(small::map),
        Maximum => exact_of_two(Binary::Maximum),
        Minimum => exact_of_two(Binary::Minimum),
        Multiply => exact_of_two(Binary::Multiply),
        Negate => exact(Unary::Negate),
        Not => exact(Unary::Not),
        OptimizationBarrier => Values(small::pass),
        Or => exact_of_two(Binary::Or),
        Pad => Tensor(small::pad),
        PartitionId => Tensor(small::partition_id),
        Popcnt => exact(Unary::Popcnt),
        Power => either_of_two(math::Binary::Power, Binary::Power),
        Real => exact(Unary::Real),
        RealDynamicSlice => Tensor(dynamic::slice),
        Reduce => Tensors(small::reduce),
        ReducePrecision => special(pointwise::with_precision),
        ReduceScatter => Kernel::Communication(Communication::REDUCE_SCATTER),
        ReduceWindow => Tensors(large::reduce_window),
        Remainder => exact_of_two(Binary::Remainder),
        ReplicaId => Tensor(small::replica_id),
        Reshape => Tensor(small::reshape),
        Return | SdyReturn => STRUCTURE,
        Reverse => Tensor(small::reverse),
        Rng => Tensor(large::rng),
        RngBitGenerator => Tensors(large::rng_bit_generator),
        RoundNearestAfz => exact(Unary::RoundNearestAfz),
        RoundNearestEven => exact(Unary::RoundNearestEven),
        Rsqrt => inexact(math::Unary::Rsqrt),
        Scatter => Tensors(small::scatter),
        Select => special(pointwise::selected),
        SelectAndScatter => Tensor(large::select_and_scatter),
        SetDimensionSize => Tensor(small::set_dimension_size),
        ShiftLeft => exact_of_two(Binary::ShiftLeft),
        ShiftRightArithmetic => exact_of_two(Binary::ShiftRightArithmetic),
        ShiftRightLogical => exact_of_two(Binary::ShiftRightLogical),
        Sign => either(math::Unary::Sign, Unary::Sign),
        Sine => inexact(math::Unary::Sine),
        Slice => Tensor(small::slice),
        Sort => Tensors(large::sort),
        Sqrt => inexact(math::Unary::Sqrt),
        Subtract => exact_of_two(Binary::Subtract),
        Tan | ChloTan => inexact(math::Unary::Tan),
        Tanh => inexact(math::Unary::Tanh),
        TorchIndexSelect => Tensor(small::torch_index_select),
        Transpose => Tensor(small::transpose),
        TriangularSolve => Tensor(large::triangular_solve),
        Tuple => Values(small::tuple),
        UniformDequantize | UniformQuantize => QUANTIZED,
        While => Together(control::while_loop),
        Xor => exact_of_two(Binary::Xor),
        // chlo
        ChloAcos => inexact(math::Unary::Acos),
        ChloAcosh => inexact(math::Unary::Acosh),
        ChloAsin => inexact(math::Unary::Asin),
        ChloAsinAcosKernel => {
            Kernel::Unsupported("it is a building block of asin and acos, not a function of its own")
        }
        ChloAsinh => inexact(math::Unary::Asinh),
        ChloAtan => inexact(math::Unary::Atan),
        ChloAtanh => inexact(math::Unary::Atanh),
        ChloBesselI1e => inexact(math::Unary::BesselI1e),
        ChloBroadcastAdd
        | ChloBroadcastAnd
        | ChloBroadcastAtan2
        | ChloBroadcastCompare
        | ChloBroadcastComplex
        | ChloBroadcastDivide
        | ChloBroadcastMaximum
        | ChloBroadcastMinimum
        | ChloBroadcastMultiply
        | ChloBroadcastNextAfter
        | ChloBroadcastOr
        | ChloBroadcastPolygamma
        | ChloBroadcastPower
        | ChloBroadcastRemainder
        | ChloBroadcastSelect
        | ChloBroadcastShiftLeft
        | ChloBroadcastShiftRightArithmetic
        | ChloBroadcastShiftRightLogical
        | ChloBroadcastSubtract
        | ChloBroadcastXor
        | ChloBroadcastZeta => broadcasting(code),
        ChloConj => special(pointwise::conjugated),
        ChloConstantLike => Tensor(small::constant_like),
        ChloCosh => inexact(math::Unary::Cosh),
        ChloDigamma => inexact(math::Unary::Digamma),
        ChloErf => inexact(math::Unary::Erf),
        ChloErfInv => inexact(math::Unary::ErfInv),
        ChloErfc => inexact(math::Unary::Erfc),
        ChloIsInf => special(pointwise::is_inf),
        ChloIsNegInf => special(pointwise::is_neg_inf),
        ChloIsPosInf => special(pointwise::is_pos_inf),
        ChloLgamma => inexact(math::Unary::Lgamma),
        ChloMulhi => special(pointwise::high_product),
        ChloNextAfter => inexact_of_two(math::Binary::NextAfter),
        ChloPolygamma => inexact_of_two(math::Binary::Polygamma),
        ChloRaggedDot => Tensor(small::ragged_dot),
        ChloScan => Tensors(scan::scan),
        ChloSinh => inexact(math::Unary::Sinh),
        ChloSquare => inexact(math::Unary::Square),
        ChloTopK => Tensors(large::top_k),
        ChloZeta => inexact_of_two(math::Binary::Zeta),
        // sdy: on global tensors, reshards move elements between devices but do not change them
        SdyAllGather
        | SdyAllReduce
        | SdyAllSlice
        | SdyAllToAll
        | SdyCollectivePermute
        | SdyDataFlowEdge
        | SdyFuncDataFlowEdge
        | SdyPropagationBarrier
        | SdyReduceScatter
        | SdyReplicatedToUnreduced
        | SdyReshard
        | SdyShardedToUnreduced
        | SdyShardingConstraint => Kernel::Identity,
        SdyManualComputation => Together(manual::computation),
        SdyMesh => STRUCTURE,
        SdyNamedComputation => Together(control::named_computation),
        SdyShardingGroup => Values(small::nothing),
    }
}

fn exact(op: Unary) -> Kernel {
    Kernel::Pointwise(Pointwise::Unary(op))
}

fn exact_of_two(op: Binary) -> Kernel {
    Kernel::Pointwise(Pointwise::Binary(op))
}

fn inexact(op: math::Unary) -> Kernel {
    Kernel::Pointwise(Pointwise::Inexact(op))
}

fn inexact_of_two(op: math::Binary) -> Kernel {
    Kernel::Pointwise(Pointwise::InexactOfTwo(op))
}

fn either(floats: math::Unary, others: Unary) -> Kernel {
    Kernel::Pointwise(Pointwise::Either(floats, others))
}

fn either_of_two(floats: math::Binary, others: Binary) -> Kernel {
    Kernel::Pointwise(Pointwise::EitherOfTwo(floats, others))
}

fn special(function: pointwise::Special) -> Kernel {
    Kernel::Pointwise(Pointwise::Special(function))
}

/// An op that is pointwise once its operands are broadcast.
fn broadcasting(code: OpCode) -> Kernel {
    match code.traits().broadcasts.map(kernel) {
        Some(Kernel::Pointwise(op)) => Kernel::Broadcast(op),
        _ => Kernel::Unsupported("it is not pointwise after broadcasting"),
    }
}

/// Evaluates an op on one device.
pub(crate) fn apply(
    kernel: Kernel,
    call: &OpCall<'_, '_>,
    operands: &[&RuntimeValue],
) -> EvalResult<Vec<RuntimeValue>> {
    let tensors = || operands.iter().map(|value| value.tensor()).collect::<EvalResult<Vec<&Tensor>>>();
    match kernel {
        Kernel::Identity => identity(operands),
        Kernel::Values(function) => function(call, operands),
        Kernel::Tensor(function) => Ok(vec![function(call, &tensors()?)?.into()]),
        Kernel::Tensors(function) => {
            Ok(function(call, &tensors()?)?.into_iter().map(RuntimeValue::from).collect())
        }
        Kernel::Pointwise(op) => Ok(vec![op.apply(call.view, &tensors()?)?.into()]),
        Kernel::Broadcast(op) => {
            let operands = broadcast::operands(call.view, &tensors()?)?;
            let operands: Vec<&Tensor> = operands.iter().collect();
            Ok(vec![op.apply(call.view, &operands)?.into()])
        }
        Kernel::Unsupported(reason) => Err(EvalError::Unsupported(reason.into())),
        Kernel::Together(_) | Kernel::Communication(_) => {
            unreachable!("ops of all devices are not evaluated on one")
        }
    }
}

/// The only operand, unchanged.
pub(crate) fn identity(operands: &[&RuntimeValue]) -> EvalResult<Vec<RuntimeValue>> {
    match operands {
        [value] => Ok(vec![(*value).clone()]),
        _ => Err(EvalError::Unsupported("a cast of several values".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_of_the_op_table_return_their_operand() {
        for code in OpCode::all().filter(|code| code.kind().is_identity()) {
            assert!(matches!(kernel(code), Kernel::Identity), "{}", code.name());
        }
    }

    #[test]
    fn ops_that_broadcast_are_pointwise_after_it() {
        for code in OpCode::all() {
            let broadcasts = matches!(kernel(code), Kernel::Broadcast(_));
            assert_eq!(broadcasts, code.traits().broadcasts.is_some(), "{}", code.name());
        }
    }
}
