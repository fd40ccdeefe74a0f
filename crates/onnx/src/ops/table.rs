//! One row per op.

use super::{
    Call, NoRule, attention, constant, conv, elementwise, gather, layout, loss, matmul, norm, pool, quantise,
    recurrent, reduction, reshape, rows, signal,
};
use crate::signature::{Combine, Signature};

/// What is known of an op.
pub(crate) struct OpRow {
    /// The name space.
    pub(crate) domain: &'static str,
    /// Its name.
    pub(crate) op: &'static str,
    /// How its dimensions correspond, in words.
    pub(crate) note: &'static str,
    /// Makes its signature.
    pub(crate) rule: fn(&Call<'_>) -> Result<Signature, NoRule>,
}

/// Ops of one kind.
pub(crate) struct Section {
    /// What kind.
    pub(crate) title: &'static str,
    /// The ops.
    pub(crate) rows: &'static [OpRow],
}

/// The row of an op.
pub(super) fn find_row(domain: &str, op: &str) -> Option<&'static OpRow> {
    TABLE.iter().flat_map(|section| section.rows).find(|row| row.domain == domain && row.op == op)
}

/// Ops with one rule and one note share a line; each is a row of its own.
macro_rules! table {
    ($($title:literal { $($domain:literal $($op:ident),+ => $rule:expr, $note:literal;)* })*) => {
        /// All ops, by kind.
        pub(crate) const TABLE: &[Section] = &[$(Section {
            title: $title,
            rows: &[$($(OpRow { domain: $domain, op: stringify!($op), note: $note, rule: $rule },)+)*],
        },)*];
    };
}

table! {
    "Unary elementwise" {
        "" Abs, Acos, Acosh, Asin, Asinh, Atan, Atanh, BitwiseNot, Ceil, Celu, Clip, Cos, Cosh, Elu, Erf, Exp, Floor, Gelu, HardSigmoid,
            HardSwish, Identity, LeakyRelu, Log, Mish, Neg, Not, Reciprocal, Relu, Round, Selu, Shrink, Sigmoid, Sign, Sin, Sinh, Softplus,
            Softsign, Sqrt, Swish, Tan, Tanh, ThresholdedRelu
            => elementwise::unary, "every dimension passes through";
        "" IsInf, IsNaN, RegexFullMatch => elementwise::test, "every dimension passes through";
        "" Cast => elementwise::cast, "every dimension passes through";
        "" BitCast => elementwise::bit_cast, "every dimension passes through; both types have as many bits";
        "" CastLike => elementwise::cast_like, "every dimension passes through; the second input gives a type only";
        "" Dropout => elementwise::dropout, "every dimension passes through; none of training mode, which is random";
        "" StringSplit => elementwise::string_split, "shards agree on the largest number of parts";
    }
    "Elementwise with broadcasting" {
        "" Add, Div, Max, Mean, Min, Mul, StringConcat, Sub, Sum => elementwise::broadcast, "dimensions are aligned at the end; size 1 has no factor";
        "" BitwiseAnd, BitwiseOr, BitwiseXor, BitShift, Mod, Pow => elementwise::broadcast_first, "dimensions are aligned at the end; size 1 has no factor";
        "" And, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Or, Xor => elementwise::compare, "dimensions are aligned at the end; size 1 has no factor";
        "" PRelu => elementwise::prelu, "the slope is broadcast";
        "" SwiGLU => elementwise::same_shape, "every dimension passes through; no broadcasting";
        "" Where => elementwise::select, "dimensions are aligned at the end; size 1 has no factor";
    }
    "Reductions" {
        "" ArgMax, ArgMin => reduction::arg, "the winners of the shards are compared, with their positions";
        "" ReduceL1, ReduceSum, ReduceSumSquare => |call| reduction::reduce(call, Combine::Sum), "reduced dimensions are added up";
        "" ReduceL2 => |call| reduction::reduce(call, Combine::Norm2), "reduced dimensions combine by the root of the sum of squares";
        "" ReduceLogSum, ReduceLogSumExp => |call| reduction::reduce(call, Combine::LogSumExp), "reduced dimensions combine by the logarithm of the sum of exponentials";
        "" ReduceMax => |call| reduction::reduce(call, Combine::Max), "reduced dimensions combine by the largest";
        "" ReduceMean => |call| reduction::reduce(call, Combine::Mean), "reduced dimensions combine by the weighted mean";
        "" ReduceMin => |call| reduction::reduce(call, Combine::Min), "reduced dimensions combine by the smallest";
        "" ReduceProd => |call| reduction::reduce(call, Combine::Prod), "reduced dimensions are multiplied";
    }
    "Matrix products" {
        "" Det => matmul::det, "the matrix is whole";
        "" Einsum => matmul::einsum, "letters are factors; those that the result lacks are added up, a diagonal is whole";
        "" Gemm => matmul::gemm, "rows and columns pass through, the inner dimension is added up, C enters once";
        "" MatMul => matmul::matmul, "batches, rows and columns pass through, the inner dimension is added up";
        "" MatMulInteger => matmul::matmul_integer, "as MatMul; zero points lie along rows or columns";
        "" QLinearMatMul => matmul::qlinear_matmul, "as MatMul, but the inner dimension is whole: the sum is rounded again";
    }
    "Layout" {
        "" CenterCropPad => layout::center_crop_pad, "dimensions that change are whole";
        "" Compress => gather::compress, "the compressed dimension is whole";
        "" Concat => layout::concat, "the joined dimension is whole";
        "" DepthToSpace => reshape::depth_to_space, "blocks are whole; all else passes through";
        "" Expand => layout::expand, "repeated dimensions are made where they are needed";
        "" EyeLike => layout::eye_like, "only the shape is read; the output is made where it is needed";
        "" Flatten => reshape::flatten, "dimensions become parts of one";
        "" Gather => gather::gather, "the indexed dimension is looked up; all else passes through";
        "" GatherElements => gather::gather_elements, "the indexed dimension is looked up; others of equal size pass through";
        "" GatherND => gather::gather_nd, "the indexed dimensions are looked up; all else passes through";
        "" NonZero => gather::non_zero, "all is whole: the size of the output depends on the contents";
        "" OneHot => layout::one_hot, "the new dimension is made where it is needed";
        "" Pad => layout::pad, "padded dimensions are whole";
        "" Reshape => reshape::reshape, "common parts of old and new dimensions pass through";
        "" ReverseSequence => layout::reverse_sequence, "the reversed dimension is whole";
        "" Scatter, ScatterElements => gather::scatter_elements, "the written dimension is whole; updates combine by the reduction";
        "" ScatterND => gather::scatter_nd, "the written dimensions are whole; updates combine by the reduction";
        "" Slice => layout::slice, "dimensions that are not taken whole are whole";
        "" SpaceToDepth => reshape::space_to_depth, "blocks are whole; all else passes through";
        "" Split => layout::split, "the split dimension is whole";
        "" Squeeze => reshape::squeeze, "all that is left passes through";
        "" TensorScatter => gather::tensor_scatter, "the written dimension is whole";
        "" Tile => layout::tile, "repetitions are made where they are needed, as the major part of a dimension";
        "" Transpose => layout::transpose, "every dimension passes through";
        "" Trilu => layout::trilu, "batches pass through; the matrix needs its position";
        "" Unique => gather::unique, "all is whole: the size of the output depends on the contents";
        "" Unsqueeze => reshape::unsqueeze, "every dimension passes through";
    }
    "Softmax and normalisation" {
        "" BatchNormalization => norm::batch_norm, "all passes through; statistics of all but the channels when training";
        "" GroupNormalization => norm::group_norm, "batches and groups pass through; statistics of the rest";
        "" Hardmax => norm::hardmax, "the winners of the shards are compared";
        "" InstanceNormalization => norm::instance_norm, "batches and channels pass through; statistics of the rest";
        "" LayerNormalization, RMSNormalization => norm::layer_norm, "statistics from the axis on; all else passes through";
        "" LogSoftmax, Softmax => norm::softmax, "statistics along the axis; before version 13 from the axis on";
        "" LpNormalization => norm::lp_norm, "statistics along the axis";
        "" LRN => norm::lrn, "channels need their neighbours";
        "" MeanVarianceNormalization => norm::mean_variance, "statistics along the axes";
    }
    "Along an axis in order" {
        "" CumProd, CumSum => norm::cumulative, "each shard continues the total of those before it";
        "" TopK => norm::top_k, "the best of every shard compete again";
    }
    "Convolution" {
        "" CausalConvWithState => conv::causal_conv, "batches and channels pass through; the length needs neighbours, and is whole with a state";
        "" Col2Im => conv::col2im, "batches and channels pass through";
        "" Conv => |call| conv::conv(call, false), "batches, groups and output channels pass through, input channels are added up, B enters once; space needs neighbours";
        "" ConvInteger => conv::conv_integer, "as Conv";
        "" ConvTranspose => |call| conv::conv(call, true), "as Conv; borders of space are added";
        "" DeformConv => conv::deform_conv, "as Conv, but space is whole";
        "" QLinearConv => conv::qlinear_conv, "as Conv, but input channels are whole: the sum is rounded again";
    }
    "Pooling and sampling" {
        "" AffineGrid => pool::affine_grid, "batches pass through; positions are made where they are needed";
        "" AveragePool, LpPool, MaxPool => pool::pool, "batches and channels pass through; space needs neighbours; indices count through the whole tensor";
        "" GlobalAveragePool => |call| reduction::global_pool(call, Some(Combine::Mean)), "batches and channels pass through; space combines by the weighted mean";
        "" GlobalLpPool => |call| reduction::global_pool(call, None), "batches and channels pass through; space combines by the norm";
        "" GlobalMaxPool => |call| reduction::global_pool(call, Some(Combine::Max)), "batches and channels pass through; space combines by the largest";
        "" GridSample => pool::grid_sample, "batches, channels and positions pass through; the sampled space is whole";
        "" MaxRoiPool => pool::max_roi_pool, "regions and channels pass through";
        "" MaxUnpool => pool::max_unpool, "all is whole: indices count through the whole tensor";
        "" Resize, Upsample => pool::resize, "dimensions that keep their size pass through, and pixels that become blocks";
        "" RoiAlign => pool::roi_align, "regions and channels pass through";
    }
    "Attention" {
        "" Attention => attention::attention, "batches, heads, queries and value elements pass through; the number of heads shrinks with the shard";
        "ai.onnx.preview" FlexAttention => attention::flex_attention, "as Attention; none with bodies that change scores";
        "" LinearAttention => attention::linear_attention, "batches, heads and value elements pass through";
        "" RotaryEmbedding => attention::rotary, "batches, heads and positions pass through";
    }
    "Recurrent" {
        "" GRU => |call| recurrent::recurrent(call, 3), "batches pass through; gates are the major part of the rows of weights";
        "" LSTM => |call| recurrent::recurrent(call, 4), "batches pass through; gates are the major part of the rows of weights";
        "" RNN => |call| recurrent::recurrent(call, 1), "batches pass through";
    }
    "Signals" {
        "" BlackmanWindow, HammingWindow, HannWindow => signal::window, "made where it is needed";
        "" DFT => signal::dft, "all but the transformed dimension passes through";
        "" MelWeightMatrix => signal::mel, "made where it is needed";
        "" STFT => signal::stft, "batches pass through";
    }
    "Constants and shapes" {
        "" Constant => constant::constant, "made where it is needed";
        "" ConstantOfShape => constant::constant_of_shape, "made where it is needed";
        "" Range => constant::range, "made where it is needed";
        "" Shape => layout::shape, "only the shape is read";
        "" Size => layout::size, "only the shape is read";
    }
    "Quantisation" {
        "" DequantizeLinear => quantise::dequantize, "every dimension passes through; scales lie along their axis or its blocks";
        "" DynamicQuantizeLinear => norm::dynamic_quantize, "the range of all elements decides";
        "" QuantizeLinear => quantise::quantize, "every dimension passes through; scales lie along their axis or its blocks";
    }
    "Losses and detection" {
        "" NegativeLogLikelihoodLoss => |call| loss::loss(call, false), "positions pass through or are added up; classes are looked up";
        "" NonMaxSuppression => loss::non_max_suppression, "all is whole: the size of the output depends on the contents";
        "" SoftmaxCrossEntropyLoss => |call| loss::loss(call, true), "positions pass through or are added up; classes are whole";
    }
    "Texts and pictures" {
        "" ImageDecoder => rows::image_decoder, "a file is decoded as a whole";
        "" StringNormalizer => rows::string_normalizer, "whole if words may be left out";
        "" TfIdfVectorizer => rows::tf_idf, "rows pass through";
    }
    "Control flow" {
        "" If => body, "what the branches make is whole; each branch has signatures of its own";
        "" Loop => body, "dimensions of carried values that pass through all nodes of the body";
        "" Scan => body, "dimensions that pass through all nodes of the body; the scanned dimension is whole";
        "" SequenceMap => sequence, "unsupported: sequences";
    }
    "Random" {
        "" Bernoulli, Multinomial, RandomNormal, RandomNormalLike, RandomUniform, RandomUniformLike => random, "unsupported: random";
    }
    "Sequences and optional values" {
        "" ConcatFromSequence, SequenceAt, SequenceConstruct, SequenceEmpty, SequenceErase, SequenceInsert, SequenceLength, SplitToSequence
            => sequence, "unsupported: sequences";
        "" Optional, OptionalGetElement, OptionalHasElement => optional, "unsupported: optional values";
    }
    "Classical machine learning" {
        "ai.onnx.ml" ArrayFeatureExtractor => rows::extract, "columns are looked up; all else passes through";
        "ai.onnx.ml" Binarizer => elementwise::unary, "every dimension passes through";
        "ai.onnx.ml" CastMap, DictVectorizer, ZipMap => map, "unsupported: maps";
        "ai.onnx.ml" CategoryMapper, LabelEncoder => rows::replace, "every dimension passes through";
        "ai.onnx.ml" FeatureVectorizer => rows::join, "rows pass through";
        "ai.onnx.ml" Imputer => |call| rows::per_feature(call, &["imputed_value_floats", "imputed_value_int64s"], false), "every dimension passes through; features with values of their own are whole";
        "ai.onnx.ml" LinearClassifier, SVMClassifier, TreeEnsembleClassifier => rows::classifier, "rows pass through";
        "ai.onnx.ml" LinearRegressor => |call| rows::regressor(call, "targets"), "rows pass through";
        "ai.onnx.ml" Normalizer => rows::normalizer, "rows pass through; statistics of the features";
        "ai.onnx.ml" OneHotEncoder => rows::one_hot, "every dimension passes through";
        "ai.onnx.ml" Scaler => |call| rows::per_feature(call, &["offset", "scale"], true), "every dimension passes through; features with scales of their own are whole";
        "ai.onnx.ml" SVMRegressor => |call| rows::regressor(call, ""), "rows pass through";
        "ai.onnx.ml" TreeEnsemble, TreeEnsembleRegressor => |call| rows::regressor(call, "n_targets"), "rows pass through";
    }
    "Training" {
        "ai.onnx.preview.training" Adagrad, Momentum => |call| elementwise::optimizer(call, 2), "tensors, gradients and states pass through together";
        "ai.onnx.preview.training" Adam => |call| elementwise::optimizer(call, 3), "tensors, gradients and states pass through together";
        "ai.onnx.preview.training" Gradient => gradient, "unsupported: stands for a graph of its own";
    }
    "What onnxruntime's optimiser leaves" {
        "" SimplifiedLayerNormalization => norm::layer_norm, "statistics from the axis on; all else passes through";
        "com.microsoft" AllGather, AllReduce, AllToAll => rows::collective, "whole: a collective between ranks";
        "com.microsoft" BiasGelu, FastGelu => matmul::bias_activation, "dimensions are aligned at the end; size 1 has no factor";
        "com.microsoft" FusedGemm => matmul::fused_gemm, "as Gemm; the inner dimension is whole if an activation follows";
        "com.microsoft" Gelu, QuickGelu => elementwise::unary, "every dimension passes through";
        "com.microsoft" SkipLayerNormalization, SkipSimplifiedLayerNormalization => norm::skip_layer_norm, "statistics of the last dimension; all else passes through";
    }
}

fn body(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("control flow has a signature only as part of a model"))
}

fn random(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("the op is random: shards would draw other numbers than the whole"))
}

fn sequence(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("sequences of tensors are not supported"))
}

fn optional(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("optional values are not supported"))
}

fn map(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("maps are not supported"))
}

fn gradient(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("a gradient stands for a graph of its own"))
}

/// The reference page: one table per section, ops of one rule in one line.
pub(super) fn reference_page() -> String {
    let mut page = String::from(
        "# ONNX operators\n\nHow cutting the dimensions of every op's tensors is understood. Generated from the op table of `crates/onnx`: \
         `cargo xtask bless` rewrites it.\n",
    );
    let all = || TABLE.iter().flat_map(|section| section.rows);
    let refused = |row: &&OpRow| row.note.starts_with("unsupported");
    let refused = all().filter(refused).count();
    page += &format!("\n{} ops, {refused} of them unsupported.\n", all().count());
    for section in TABLE {
        page += &format!("\n## {}\n\n| ops | what is cut how |\n| --- | --- |\n", section.title);
        for rows in section.rows.chunk_by(|a, b| a.note == b.note && a.domain == b.domain) {
            let prefix =
                |row: &OpRow| if row.domain.is_empty() { String::new() } else { format!("{}.", row.domain) };
            let names: Vec<String> = rows.iter().map(|row| format!("`{}{}`", prefix(row), row.op)).collect();
            page += &format!("| {} | {} |\n", names.join(", "), rows[0].note);
        }
    }
    page
}
