//! How each op is partitioned: one row per op.

use partita_cost::Work;
use partita_ir::OpCode;

use super::How::{self, Own, Rule, Same};
use super::{
    control, convolution, dot, dynamic_slice, gather, movement, one_device, reduce, reduce_window, scatter,
    select_and_scatter,
};
use partita_place::Abilities;

const EACH: Abilities = Abilities { partial: false, windows: false, work: Work::Memory };
const PARTIAL: Abilities = Abilities { partial: true, ..EACH };
const WINDOWS: Abilities = Abilities { windows: true, ..EACH };
const PRODUCT: Abilities = Abilities { partial: true, windows: false, work: Work::Arithmetic };

const LOOK_UP: Abilities = Abilities { partial: true, windows: false, work: Work::LookUp };

/// The same op on local shapes.
pub(crate) const SAME: How = Same(EACH);

/// A concatenation, placed by its factors.
pub(super) const CONCATENATE: How = Rule(WINDOWS, Some(movement::concatenate_rule), movement::concatenate);

/// The row of an op. The match is exhaustive, so that a new op cannot be forgotten.
pub(crate) fn op_row(code: OpCode) -> How {
    use OpCode::*;
    match code {
        AfterAll | CreateToken | Infeed | Outfeed | Recv | Send | AsyncDone | AsyncStart => {
            Own(control::token_op)
        }
        BroadcastInDim => Own(movement::broadcast_in_dim),
        Case | If => Own(control::branches),
        Concatenate => Own(movement::concatenate_or_rotate),
        Constant | SdyConstant | ChloConstant => Own(movement::constant),
        CustomCall => Own(one_device::custom_call),
        Convolution => {
            let abilities = Abilities { windows: true, ..PRODUCT };
            Rule(abilities, Some(convolution::convolution_rule), convolution::convolution)
        }
        DotGeneral | Dot => Rule(PRODUCT, None, dot::dot),
        DynamicSlice => Rule(PARTIAL, Some(dynamic_slice::slice_rule), dynamic_slice::dynamic_slice),
        DynamicUpdateSlice => {
            Rule(EACH, Some(dynamic_slice::update_rule), dynamic_slice::dynamic_update_slice)
        }
        FuncCall => Own(control::call),
        Gather | DynamicGather => Rule(LOOK_UP, Some(gather::gather_rule), gather::gather),
        Iota => Own(movement::iota),
        OptimizationBarrier => Own(control::barrier),
        Pad => Rule(WINDOWS, Some(movement::pad_rule), movement::pad),
        Reduce => Rule(PARTIAL, None, reduce::reduce),
        ReduceWindow => Rule(WINDOWS, Some(reduce_window::reduce_window_rule), reduce_window::reduce_window),
        Reshape => Rule(EACH, Some(movement::reshape_rule), movement::reshape),
        Reverse => Rule(WINDOWS, None, movement::reverse),
        Scatter => Rule(LOOK_UP, Some(scatter::scatter_rule), scatter::scatter),
        SdyAllGather
        | SdyAllReduce
        | SdyAllSlice
        | SdyAllToAll
        | SdyCollectivePermute
        | SdyReduceScatter
        | SdyReplicatedToUnreduced
        | SdyReshard
        | SdyShardedToUnreduced
        | SdyShardingConstraint => Own(control::reshard),
        SdyDataFlowEdge | SdyFuncDataFlowEdge | SdyMesh | SdyPropagationBarrier | SdyShardingGroup => {
            Own(control::forward_operand)
        }
        SdyManualComputation => Own(control::manual_computation),
        SdyNamedComputation => Own(control::named_computation),
        SelectAndScatter => Rule(
            WINDOWS,
            Some(select_and_scatter::select_and_scatter_rule),
            select_and_scatter::select_and_scatter,
        ),
        Slice => Rule(WINDOWS, None, movement::slice),
        While => Own(control::while_loop),
        Rng | RngBitGenerator => Own(control::run_on_every_device),
        // Their shapes are dynamic, or they hold several tensors.
        Broadcast
        | Composite
        | DynamicBroadcastInDim
        | DynamicConv
        | DynamicIota
        | DynamicPad
        | DynamicReshape
        | GetDimensionSize
        | GetTupleElement
        | RealDynamicSlice
        | Tuple
        | ChloScan => Own(control::run_replicated),
        BuiltinModule | FuncCallIndirect | FuncConstant | FuncFunc | FuncReturn | Return | SdyReturn => {
            Own(control::reject_op)
        }
        // Valid only in manual computations, where they are kept.
        AllGather | AllReduce | AllToAll | CollectiveBroadcast | CollectivePermute | CrossReplicaSum
        | PartitionId | ReduceScatter | ReplicaId => SAME,
        BuiltinUnrealizedConversionCast
        | Abs
        | Add
        | And
        | Atan2
        | BatchNormGrad
        | BatchNormInference
        | BatchNormTraining
        | BitcastConvert
        | Cbrt
        | Ceil
        | Cholesky
        | Clamp
        | Compare
        | Complex
        | Convert
        | Cosine
        | CountLeadingZeros
        | Divide
        | Einsum
        | Exponential
        | ExponentialMinusOne
        | Fft
        | Floor
        | Imag
        | IsFinite
        | Log
        | LogPlusOne
        | Logistic
        | Map
        | Maximum
        | Minimum
        | Multiply
        | Negate
        | Not
        | Or
        | Popcnt
        | Power
        | Real
        | ReducePrecision
        | Remainder
        | RoundNearestAfz
        | RoundNearestEven
        | Rsqrt
        | Select
        | SetDimensionSize
        | ShiftLeft
        | ShiftRightArithmetic
        | ShiftRightLogical
        | Sign
        | Sine
        | Sort
        | Sqrt
        | Subtract
        | Tan
        | Tanh
        | TorchIndexSelect
        | Transpose
        | TriangularSolve
        | UnaryEinsum
        | UniformDequantize
        | UniformQuantize
        | Xor
        | ChloAsinAcosKernel
        | ChloAcos
        | ChloAcosh
        | ChloAsin
        | ChloAsinh
        | ChloAtan
        | ChloAtanh
        | ChloBesselI1e
        | ChloBroadcastAdd
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
        | ChloBroadcastZeta
        | ChloConj
        | ChloConstantLike
        | ChloCosh
        | ChloDigamma
        | ChloErf
        | ChloErfInv
        | ChloErfc
        | ChloIsInf
        | ChloIsNegInf
        | ChloIsPosInf
        | ChloLgamma
        | ChloMulhi
        | ChloNextAfter
        | ChloPolygamma
        | ChloRaggedDot
        | ChloSinh
        | ChloSquare
        | ChloTan
        | ChloTopK
        | ChloZeta => SAME,
    }
}
