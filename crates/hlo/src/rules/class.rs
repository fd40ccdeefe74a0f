//! Which ops propagation visits first.

use partita_ir::{Module, OpCode, OpId};

use super::custom_call;
use super::view;

/// How shardings pass through an op of the highest priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassThrough {
    /// From operands to results and back.
    Both,
    /// From operands to results only.
    Forward,
}

/// Whether, and how, an op lets shardings pass so plainly that propagation visits it before others:
/// elementwise ops, transfers between memories, reshapes, transposes and data-flow edges both ways, dynamic
/// slices and their updates forwards.
pub fn is_pass_through(module: &Module, id: OpId) -> Option<PassThrough> {
    let op = module.op(id);
    match op.name.code()? {
        OpCode::DynamicSlice | OpCode::DynamicUpdateSlice => Some(PassThrough::Forward),
        OpCode::Reshape | OpCode::Transpose | OpCode::SdyDataFlowEdge | OpCode::SdyFuncDataFlowEdge => {
            Some(PassThrough::Both)
        }
        OpCode::CustomCall => matches!(custom_call::target(module, op)?, "MoveToHost" | "MoveToDevice")
            .then_some(PassThrough::Both),
        _ => is_elementwise(module, id).then_some(PassThrough::Both),
    }
}

/// Whether an op treats every element by itself. Collectives do not, nor do custom calls, whatever their rule.
pub fn is_elementwise(module: &Module, id: OpId) -> bool {
    use OpCode::*;
    let op = module.op(id);
    let Some(code) = op.name.code() else { return false };
    match code {
        BitcastConvert => match op.operands.first() {
            Some(&from) if op.result_count() == 1 => view::same_width(module, from, op.result(0)),
            _ => false,
        },
        Abs | Add | And | Atan2 | Cbrt | Ceil | Clamp | Compare | Complex | Convert | Cosine
        | CountLeadingZeros | Divide | Exponential | ExponentialMinusOne | Floor | Imag | IsFinite | Log
        | LogPlusOne | Logistic | Map | Maximum | Minimum | Multiply | Negate | Not | Or | Popcnt | Power
        | Real | ReducePrecision | Remainder | RoundNearestAfz | RoundNearestEven | Rsqrt | Select
        | ShiftLeft | ShiftRightArithmetic | ShiftRightLogical | Sign | Sine | Sqrt | Subtract | Tan
        | Tanh | UniformDequantize | UniformQuantize | Xor => true,
        ChloAsinAcosKernel | ChloAcos | ChloAcosh | ChloAsin | ChloAsinh | ChloAtan | ChloAtanh
        | ChloBesselI1e | ChloConj | ChloConstantLike | ChloCosh | ChloDigamma | ChloErf | ChloErfInv
        | ChloErfc | ChloIsInf | ChloIsNegInf | ChloIsPosInf | ChloLgamma | ChloMulhi | ChloNextAfter
        | ChloPolygamma | ChloSinh | ChloSquare | ChloTan | ChloZeta => true,
        SdyPropagationBarrier | SdyReshard | SdyShardingConstraint => true,
        BuiltinModule
        | BuiltinUnrealizedConversionCast
        | FuncCall
        | FuncCallIndirect
        | FuncConstant
        | FuncFunc
        | FuncReturn => false,
        AfterAll
        | AllGather
        | AllReduce
        | AllToAll
        | AsyncDone
        | AsyncStart
        | BatchNormGrad
        | BatchNormInference
        | BatchNormTraining
        | Broadcast
        | BroadcastInDim
        | Case
        | Cholesky
        | CollectiveBroadcast
        | CollectivePermute
        | Composite
        | Concatenate
        | Constant
        | Convolution
        | CreateToken
        | CrossReplicaSum
        | CustomCall
        | Dot
        | DotGeneral
        | DynamicBroadcastInDim
        | DynamicConv
        | DynamicGather
        | DynamicIota
        | DynamicPad
        | DynamicReshape
        | DynamicSlice
        | DynamicUpdateSlice
        | Einsum
        | Fft
        | Gather
        | GetDimensionSize
        | GetTupleElement
        | If
        | Infeed
        | Iota
        | OptimizationBarrier
        | Outfeed
        | Pad
        | PartitionId
        | RealDynamicSlice
        | Recv
        | Reduce
        | ReduceScatter
        | ReduceWindow
        | ReplicaId
        | Reshape
        | Return
        | Reverse
        | Rng
        | RngBitGenerator
        | Scatter
        | SelectAndScatter
        | Send
        | SetDimensionSize
        | Slice
        | Sort
        | TorchIndexSelect
        | Transpose
        | TriangularSolve
        | Tuple
        | UnaryEinsum
        | While => false,
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
        | ChloBroadcastZeta
        | ChloConstant
        | ChloRaggedDot
        | ChloScan
        | ChloTopK => false,
        SdyAllGather
        | SdyAllReduce
        | SdyAllSlice
        | SdyAllToAll
        | SdyCollectivePermute
        | SdyConstant
        | SdyDataFlowEdge
        | SdyFuncDataFlowEdge
        | SdyManualComputation
        | SdyMesh
        | SdyNamedComputation
        | SdyReduceScatter
        | SdyReplicatedToUnreduced
        | SdyReturn
        | SdyShardedToUnreduced
        | SdyShardingGroup => false,
    }
}
