//! The op table: one row per op.

use super::integers::Integers;
use super::linear::Linear;
use super::work::{NodeProduct, OpWork};
use super::{
    Call, NoRule, attention, constant, contrib, conv, elementwise, gather, layout, loss, matmul, norm, pool,
    quantise, recurrent, reduction, reshape, rows, signal,
};
use crate::signature::{Combine, Signature};

/// One row of the table.
pub(crate) struct OpRow {
    /// The name space of the op; empty for the default one.
    pub(crate) domain: &'static str,
    /// Its name in that name space.
    pub(crate) op: &'static str,
    /// How its dimensions correspond, for the reference page.
    pub(crate) note: &'static str,
    /// Derives the signature of a node.
    pub(crate) rule: fn(&Call<'_>) -> Result<Signature, NoRule>,
    /// What running it takes.
    pub(crate) work: OpWork,
    /// In which inputs it is linear.
    pub(crate) linear: Option<Linear>,
    /// How it uses integers.
    pub(crate) integers: Integers,
}

/// Ops of one kind.
pub(crate) struct Section {
    /// The title of the section in the reference page.
    pub(crate) title: &'static str,
    /// The ops, in alphabetical order.
    pub(crate) rows: &'static [OpRow],
}

/// Looks up an op.
pub(super) fn find_row(domain: &str, op: &str) -> Option<&'static OpRow> {
    TABLE.iter().flat_map(|section| section.rows).find(|row| row.domain == domain && row.op == op)
}

/// The work of an op: an instruction for each element unless its row gives another.
macro_rules! work {
    () => {
        OpWork::Elements
    };
    ($work:ident) => {
        OpWork::$work
    };
    (Product($($product:tt)+)) => {
        OpWork::Product(NodeProduct::$($product)+)
    };
}

/// In which inputs an op is linear: in none unless its row gives them.
macro_rules! linear {
    () => {
        None
    };
    ($($linear:tt)+) => {
        Some(Linear::$($linear)+)
    };
}

/// How an op uses integers: in any way unless its row gives it.
macro_rules! integers {
    () => {
        Integers::Unknown
    };
    ($($integers:tt)+) => {
        Integers::$($integers)+
    };
}

/// Ops with the same rule and note share a line; each becomes its own row. After the name of an op follow, where they differ from those of most
/// ops: what running it takes in brackets, in which inputs it is linear in parentheses, and how it uses integers in braces.
macro_rules! table {
    ($($title:literal {
        $($domain:literal $($op:ident $([$($work:tt)+])? $(($($linear:tt)+))? $({$($integers:tt)+})?),+ => $rule:expr, $note:literal;)*
    })*) => {
        /// All ops, by section.
        pub(crate) const TABLE: &[Section] = &[$(Section {
            title: $title,
            rows: &[$($(OpRow {
                domain: $domain,
                op: stringify!($op),
                note: $note,
                rule: $rule,
                work: work!($($($work)+)?),
                linear: linear!($($($linear)+)?),
                integers: integers!($($($integers)+)?),
            },)+)*],
        },)*];
    };
}

table! {
    "Unary elementwise" {
        "" Abs{Numbers(1)}, Acos[Function], Acosh[Function], Asin[Function], Asinh[Function], Atan[Function], Atanh[Function], BitwiseNot{Numbers(usize::MAX)}, Ceil, Celu[Function], Clip{Numbers(1)}, Cos[Function], Cosh[Function], Elu[Function], Erf[Function], Exp[Function], Floor, Gelu[Function], HardSigmoid,
            HardSwish, Identity[View](First){Moved(1)}, LeakyRelu, Log[Function], Mish[Function], Neg(First){Numbers(1)}, Not, Reciprocal, Relu{Numbers(1)}, Round, Selu[Function], Shrink, Sigmoid[Function], Sign{Numbers(1)}, Sin[Function], Sinh[Function], Softplus[Function],
            Softsign, Sqrt[Function], Swish[Function], Tan[Function], Tanh[Function], ThresholdedRelu
            => elementwise::unary, "every dimension passes through";
        "" IsInf, IsNaN, RegexFullMatch => elementwise::test, "every dimension passes through";
        "" Cast(Widening){Moved(1)} => elementwise::cast, "every dimension passes through";
        "" BitCast => elementwise::bit_cast, "every dimension passes through; both types have the same width";
        "" CastLike => elementwise::cast_like, "every dimension passes through; the second input gives only a type";
        "" Dropout => elementwise::dropout, "every dimension passes through; unsupported in training mode, which is random";
        "" StringSplit => elementwise::string_split, "shards agree on the largest number of substrings";
    }
    "Elementwise with broadcasting" {
        "" Add(Together){Numbers(usize::MAX)}, Div[Function](ByConstant){Quotient}, Max{Numbers(usize::MAX)}, Mean(Together){Numbers(usize::MAX)}, Min{Numbers(usize::MAX)}, Mul(Each(2)){Numbers(usize::MAX)}, StringConcat, Sub(Together){Numbers(usize::MAX)}, Sum(Together){Numbers(usize::MAX)} => elementwise::broadcast, "dimensions are aligned at the end; size 1 has no factor";
        "" BitwiseAnd{Numbers(usize::MAX)}, BitwiseOr{Numbers(usize::MAX)}, BitwiseXor{Numbers(usize::MAX)}, BitShift{Numbers(1)}, Mod[Function]{Quotient}, Pow[Function]{Numbers(1)} => elementwise::broadcast_first, "dimensions are aligned at the end; size 1 has no factor";
        "" And, Equal{Numbers(usize::MAX)}, Greater{Numbers(usize::MAX)}, GreaterOrEqual{Numbers(usize::MAX)}, Less{Numbers(usize::MAX)}, LessOrEqual{Numbers(usize::MAX)}, Or, Xor => elementwise::compare, "dimensions are aligned at the end; size 1 has no factor";
        "" PRelu => elementwise::prelu, "the slope is broadcast";
        "" SwiGLU => elementwise::same_shape, "every dimension passes through; no broadcasting";
        "" Where{Moved(usize::MAX)} => elementwise::select, "dimensions are aligned at the end; size 1 has no factor";
    }
    "Reductions" {
        "" ArgMax{Numbers(1)}, ArgMin{Numbers(1)} => reduction::arg_extremum, "the candidates of all shards are compared, with their positions";
        "" ReduceL1{Numbers(1)}, ReduceSum(First){Numbers(1)}, ReduceSumSquare{Numbers(1)} => |call| reduction::reduce(call, Combine::Sum), "reduced dimensions are summed";
        "" ReduceL2 => |call| reduction::reduce(call, Combine::Norm2), "reduced dimensions combine by the root of the sum of squares";
        "" ReduceLogSum, ReduceLogSumExp => |call| reduction::reduce(call, Combine::LogSumExp), "reduced dimensions combine by the logarithm of the sum of exponentials";
        "" ReduceMax{Numbers(1)} => |call| reduction::reduce(call, Combine::Max), "reduced dimensions combine by the largest";
        "" ReduceMean(First){Numbers(1)} => |call| reduction::reduce(call, Combine::Mean), "reduced dimensions combine by the weighted mean";
        "" ReduceMin{Numbers(1)} => |call| reduction::reduce(call, Combine::Min), "reduced dimensions combine by the smallest";
        "" ReduceProd{Numbers(1)} => |call| reduction::reduce(call, Combine::Prod), "reduced dimensions are multiplied";
    }
    "Matrix products" {
        "" Det => matmul::det, "the matrix is replicated";
        "" Einsum[Product(Einsum)](Each(usize::MAX)){Numbers(usize::MAX)} => matmul::einsum, "letters are factors; those that the result lacks are summed, a diagonal is replicated";
        "" Gemm[Product(Matrices)](Each(2)){Numbers(usize::MAX)} => matmul::gemm, "rows and columns pass through, the inner dimension is summed, C is added once";
        "" MatMul[Product(Matrices)](Each(2)){Numbers(usize::MAX)} => matmul::matmul, "batches, rows and columns pass through, the inner dimension is summed";
        "" MatMulInteger[Product(Matrices)]{Numbers(usize::MAX)} => matmul::matmul_integer, "as MatMul; zero points follow rows or columns";
        "" QLinearMatMul[Product(Matrices)]{Numbers(usize::MAX)} => matmul::qlinear_matmul, "as MatMul: integers are summed, then scaled and rounded; the inner dimension is replicated if rows have different scales";
    }
    "Layout" {
        "" CenterCropPad => layout::center_crop_pad, "dimensions that change are replicated";
        "" Compress[Selects]{Moved(1)} => gather::compress, "the compressed dimension is replicated";
        "" Concat(Together){Moved(usize::MAX)} => layout::concat, "the concatenated dimension is replicated";
        "" DepthToSpace(First){Moved(1)} => reshape::depth_to_space, "blocks are replicated; all else passes through";
        "" Expand(First){Moved(1)} => layout::expand, "repeated dimensions are generated locally";
        "" EyeLike => layout::eye_like, "only the shape is read; the output is generated locally";
        "" Flatten[View](First){Moved(1)} => reshape::flatten, "dimensions become factors of one";
        "" Gather[Selects](First){Moved(1)} => gather::gather, "the indexed dimension is looked up; all else passes through";
        "" GatherElements[Selects]{Moved(1)} => gather::gather_elements, "the indexed dimension is looked up; others of equal size pass through";
        "" GatherND[Selects]{Moved(1)} => gather::gather_nd, "the indexed dimensions are looked up; all else passes through";
        "" NonZero => gather::non_zero, "all dimensions are replicated: the size of the output depends on the contents";
        "" OneHot => layout::one_hot, "the new dimension is generated locally";
        "" Pad{Moved(1)} => layout::pad, "padded dimensions are replicated";
        "" Reshape[View](First){Moved(1)} => reshape::reshape, "common factors of old and new dimensions pass through";
        "" ReverseSequence{Moved(1)} => layout::reverse_sequence, "the reversed dimension is replicated";
        "" Scatter, ScatterElements => gather::scatter_elements, "the written dimension is replicated; updates combine by the reduction";
        "" ScatterND => gather::scatter_nd, "the written dimensions are replicated, unless updates are in their order; updates combine by the reduction";
        "" Slice[Selects](First){Moved(1)} => layout::slice, "dimensions that are not selected entirely are replicated; every second element, or third, may need neighbours";
        "" SpaceToDepth(First){Moved(1)} => reshape::space_to_depth, "blocks are replicated; all else passes through";
        "" Split[Selects](First){Moved(1)} => layout::split, "the split dimension is replicated, or sharded part by part if it comes from constants";
        "" Squeeze[View](First){Moved(1)} => reshape::squeeze, "all remaining dimensions pass through";
        "" TensorScatter => gather::tensor_scatter, "the written dimension is replicated";
        "" Tile(First){Moved(1)} => layout::tile, "repetitions are generated locally, as the major factor of a dimension";
        "" Transpose(First){Moved(1)} => layout::transpose, "every dimension passes through";
        "" Trilu{Moved(1)} => layout::trilu, "batches pass through; the matrix depends on its position";
        "" Unique => gather::unique, "all dimensions are replicated: the size of the output depends on the contents";
        "" Unsqueeze[View](First){Moved(1)} => reshape::unsqueeze, "every dimension passes through";
    }
    "Softmax and normalisation" {
        "" BatchNormalization => norm::batch_norm, "all passes through; statistics of all but the channels when training";
        "" GroupNormalization => norm::group_norm, "batches and groups pass through; statistics of the rest";
        "" Hardmax => norm::hardmax, "the candidates of all shards are compared";
        "" InstanceNormalization => norm::instance_norm, "batches and channels pass through; statistics of the rest";
        "" LayerNormalization[Function], RMSNormalization[Function] => norm::layer_norm, "statistics from the axis on; all else passes through";
        "" LogSoftmax[Function], Softmax[Function] => norm::softmax, "statistics along the axis; before version 13 from the axis on";
        "" LpNormalization => norm::lp_norm, "statistics along the axis";
        "" LRN => norm::lrn, "channels need their neighbours";
        "" MeanVarianceNormalization => norm::mean_variance, "statistics along the axes";
    }
    "Along an axis in order" {
        "" CumProd, CumSum{Numbers(1)} => norm::cumulative, "each shard continues the total of the previous ones";
        "" TopK{Numbers(1)} => norm::top_k, "the candidates of all shards are compared";
    }
    "Convolution" {
        "" CausalConvWithState[Product(Windows(1))] => conv::causal_conv, "batches and channels pass through; the length needs neighbours, and is replicated with a state";
        "" Col2Im => conv::col2im, "batches and channels pass through";
        "" Conv[Product(Windows(1))](Each(2)) => |call| conv::conv(call, false), "batches, groups and output channels pass through, input channels are summed, B is added once; spatial dimensions need neighbours";
        "" ConvInteger[Product(Windows(1))]{Numbers(usize::MAX)} => conv::conv_integer, "as Conv";
        "" ConvTranspose[Product(Transposed)](Each(2)) => |call| conv::conv(call, true), "as Conv";
        "" DeformConv[Product(Windows(1))] => conv::deform_conv, "as Conv, but spatial dimensions are replicated";
        "" QLinearConv[Product(Windows(3))]{Numbers(usize::MAX)} => conv::qlinear_conv, "as Conv: integers are summed, then scaled and rounded; input channels are replicated if the weights of groups have different zero points";
    }
    "Pooling and sampling" {
        "" AffineGrid => pool::affine_grid, "batches pass through; positions are generated locally";
        "" AveragePool, LpPool, MaxPool{Numbers(1)} => pool::pool, "batches and channels pass through; spatial dimensions need neighbours; indices refer to the unsharded tensor";
        "" GlobalAveragePool(First) => |call| reduction::global_pool(call, Some(Combine::Mean)), "batches and channels pass through; spatial dimensions combine by the weighted mean";
        "" GlobalLpPool => |call| reduction::global_pool(call, None), "batches and channels pass through; spatial dimensions combine by the norm";
        "" GlobalMaxPool => |call| reduction::global_pool(call, Some(Combine::Max)), "batches and channels pass through; spatial dimensions combine by the largest";
        "" GridSample => pool::grid_sample, "batches, channels and positions pass through; the sampled dimensions are replicated";
        "" MaxRoiPool => pool::max_roi_pool, "regions and channels pass through";
        "" MaxUnpool => pool::max_unpool, "all dimensions are replicated: indices refer to the unsharded tensor";
        "" Resize{Numbers(1)}, Upsample => pool::resize, "dimensions that keep their size pass through, and so do pixels that become blocks";
        "" RoiAlign => pool::roi_align, "regions and channels pass through";
    }
    "Attention" {
        "" Attention[Product(Attention { past: 4 })] => attention::attention, "batches, heads, queries and value elements pass through; a shard has fewer heads";
        "ai.onnx.preview" FlexAttention[Product(Attention { past: 4 })] => attention::flex_attention, "as Attention; unsupported with bodies that modify scores";
        "" LinearAttention[Product(LinearAttention)] => attention::linear_attention, "batches, heads and value elements pass through";
        "" RotaryEmbedding => attention::rotary, "batches, heads and positions pass through";
    }
    "Recurrent" {
        "" GRU[Product(Recurrent)] => |call| recurrent::recurrent(call, 3), "batches pass through; gates are the major factor of the rows of weights";
        "" LSTM[Product(Recurrent)] => |call| recurrent::recurrent(call, 4), "batches pass through; gates are the major factor of the rows of weights";
        "" RNN[Product(Recurrent)] => |call| recurrent::recurrent(call, 1), "batches pass through";
    }
    "Signals" {
        "" BlackmanWindow, HammingWindow, HannWindow => signal::window, "generated locally";
        "" DFT => signal::dft, "all but the transformed dimension passes through";
        "" MelWeightMatrix => signal::mel, "generated locally";
        "" STFT => signal::stft, "batches pass through";
    }
    "Constants and shapes" {
        "" Constant[Nothing] => constant::constant, "generated locally";
        "" ConstantOfShape => constant::constant_of_shape, "generated locally";
        "" Range => constant::range, "generated locally";
        "" Shape[Nothing] => layout::shape, "only the shape is read";
        "" Size[Nothing] => layout::size, "only the shape is read";
    }
    "Quantisation" {
        "" DequantizeLinear{Numbers(usize::MAX)} => quantise::dequantize, "every dimension passes through; scales follow their axis or its blocks, and shards within a block are smaller blocks";
        "" DynamicQuantizeLinear => norm::dynamic_quantize, "scale and zero point depend on the range of all elements";
        "" QuantizeLinear => quantise::quantize, "every dimension passes through; scales follow their axis or its blocks, and shards within a block are smaller blocks";
    }
    "Losses and detection" {
        "" NegativeLogLikelihoodLoss => |call| loss::loss(call, false), "positions pass through or are summed; classes are looked up";
        "" NonMaxSuppression => loss::non_max_suppression, "all dimensions are replicated: the size of the output depends on the contents";
        "" SoftmaxCrossEntropyLoss => |call| loss::loss(call, true), "positions pass through or are summed; classes are replicated";
    }
    "Strings and images" {
        "" ImageDecoder => rows::image_decoder, "the file is replicated";
        "" StringNormalizer => rows::string_normalizer, "replicated if words may be removed";
        "" TfIdfVectorizer => rows::tf_idf, "rows pass through";
    }
    "Control flow" {
        "" If => body, "branches are partitioned like graphs, and agree about the shardings of their results";
        "" Loop => body, "the body is partitioned like a graph; carried values keep the shardings that they have before and after an iteration";
        "" Scan => body, "as Loop; the scanned dimension is replicated";
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
        "ai.onnx.ml" ArrayFeatureExtractor => rows::extract_features, "columns are looked up; all else passes through";
        "ai.onnx.ml" Binarizer => elementwise::unary, "every dimension passes through";
        "ai.onnx.ml" CastMap, DictVectorizer, ZipMap => map, "unsupported: maps";
        "ai.onnx.ml" CategoryMapper, LabelEncoder => rows::replace_elements, "every dimension passes through";
        "ai.onnx.ml" FeatureVectorizer => rows::join_features, "rows pass through";
        "ai.onnx.ml" Imputer => |call| rows::per_feature(call, &["imputed_value_floats", "imputed_value_int64s"], false), "every dimension passes through; features with their own values are replicated";
        "ai.onnx.ml" LinearClassifier, SVMClassifier, TreeEnsembleClassifier => rows::classifier, "rows pass through";
        "ai.onnx.ml" LinearRegressor => |call| rows::regressor(call, "targets"), "rows pass through";
        "ai.onnx.ml" Normalizer => rows::normalizer, "rows pass through; statistics of the features";
        "ai.onnx.ml" OneHotEncoder => rows::one_hot, "every dimension passes through";
        "ai.onnx.ml" Scaler => |call| rows::per_feature(call, &["offset", "scale"], true), "every dimension passes through; features with their own scales are replicated";
        "ai.onnx.ml" SVMRegressor => |call| rows::regressor(call, ""), "rows pass through";
        "ai.onnx.ml" TreeEnsemble, TreeEnsembleRegressor => |call| rows::regressor(call, "n_targets"), "rows pass through";
    }
    "Training" {
        "ai.onnx.preview.training" Adagrad, Momentum => |call| elementwise::optimizer(call, 2), "tensors, gradients and states pass through together";
        "ai.onnx.preview.training" Adam => |call| elementwise::optimizer(call, 3), "tensors, gradients and states pass through together";
        "ai.onnx.preview.training" Gradient => gradient, "unsupported: refers to another graph";
    }
    "Ops that onnxruntime's optimiser introduces" {
        "" SimplifiedLayerNormalization => norm::layer_norm, "statistics from the axis on; all else passes through";
        "com.microsoft" AllGather, AllReduce, AllToAll => rows::collective, "replicated: a collective between ranks";
        "com.microsoft" Attention[Product(ProjectedAttention)] => contrib::fused_attention, "batches pass through";
        "com.microsoft" BiasGelu[Function], FastGelu[Function] => matmul::bias_activation, "dimensions are aligned at the end; size 1 has no factor";
        "com.microsoft" DynamicQuantizeMatMul[Product(Matrices)] => contrib::dynamic_quantize_matmul, "columns pass through";
        "com.microsoft" EmbedLayerNormalization => contrib::embed_layer_norm, "batches pass through";
        "com.microsoft" FusedConv[Product(Windows(1))] => conv::fused_conv, "batches, groups and output channels pass through; input channels are summed if no activation follows";
        "com.microsoft" FusedGemm[Product(Matrices)] => matmul::fused_gemm, "as Gemm; the inner dimension is replicated if an activation follows";
        "com.microsoft" FusedMatMul[Product(Matrices)], TransposeMatMul[Product(Matrices)] => contrib::fused_matmul, "as MatMul; batches and matrices may be transposed";
        "com.microsoft" Gelu[Function], QuickGelu[Function] => elementwise::unary, "every dimension passes through";
        "com.microsoft" GroupQueryAttention[Product(Attention { past: 3 })] => attention::group_query_attention, "batches and heads pass through; a shard has fewer heads; queries, keys and values in one tensor are replicated";
        "com.microsoft" MatMulBnb4[Product(Matrices)] => blockwise, "unsupported: blocks of weights cross rows";
        "com.microsoft" MatMulIntegerToFloat[Product(Matrices)] => contrib::matmul_integer_to_float, "as MatMul; scales and the bias follow columns";
        "com.microsoft" MatMulNBits[Product(Matrices)] => matmul::matmul_n_bits, "batches, rows and columns pass through with their scales and zero points, blocks of the inner dimension are summed, the bias is added once";
        "com.microsoft" MultiHeadAttention[Product(Attention { past: 6 })] => contrib::multi_head_attention, "batches pass through, and heads without biases; a shard has fewer heads";
        "com.microsoft" QGemm[Product(Matrices)] => contrib::quantised_gemm, "rows and columns pass through; the inner dimension is replicated if the result is rounded, and summed otherwise";
        "com.microsoft" QLinearAdd, QLinearMul => contrib::qlinear_binary, "dimensions are aligned at the end; size 1 has no factor";
        "com.microsoft" QLinearConcat => contrib::qlinear_concat, "the concatenated dimension is replicated";
        "com.microsoft" QLinearGlobalAveragePool => contrib::qlinear_global_pool, "batches and channels pass through";
        "com.microsoft" QLinearLeakyRelu, QLinearSigmoid => contrib::qlinear_unary, "every dimension passes through";
        "com.microsoft" QLinearSoftmax => contrib::qlinear_softmax, "all but the axis passes through";
        "com.microsoft" RotaryEmbedding => attention::rotary_with_table, "batches, heads and positions pass through";
        "com.microsoft" SkipLayerNormalization, SkipSimplifiedLayerNormalization => norm::skip_layer_norm, "statistics of the last dimension; all else passes through";
    }
}

fn body(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("control flow has a signature only within a model"))
}

fn random(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("the op is random, and shards would draw different numbers"))
}

fn sequence(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("sequences of tensors are not supported"))
}

fn optional(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("optional values are not supported"))
}

fn blockwise(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("blocks of the packed weights cross their rows"))
}

fn map(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("maps are not supported"))
}

fn gradient(_: &Call<'_>) -> Result<Signature, NoRule> {
    Err(NoRule::Unsupported("a gradient refers to another graph"))
}

/// The reference page: one table per section; ops with the same note share a line.
pub(super) fn reference_page() -> String {
    let mut page = String::from(
        "# ONNX operators\n\nHow the dimensions of every op may be sharded. Generated from the op table of `crates/onnx`: \
         `cargo xtask bless` rewrites it.\n",
    );
    let all = || TABLE.iter().flat_map(|section| section.rows);
    let refused = |row: &&OpRow| row.note.starts_with("unsupported");
    let refused = all().filter(refused).count();
    page += &format!("\n{} ops, {refused} of them unsupported.\n", all().count());
    for section in TABLE {
        page += &format!("\n## {}\n\n| ops | how dimensions are sharded |\n| --- | --- |\n", section.title);
        for rows in section.rows.chunk_by(|a, b| a.note == b.note && a.domain == b.domain) {
            let prefix =
                |row: &OpRow| if row.domain.is_empty() { String::new() } else { format!("{}.", row.domain) };
            let names: Vec<String> = rows.iter().map(|row| format!("`{}{}`", prefix(row), row.op)).collect();
            page += &format!("| {} | {} |\n", names.join(", "), rows[0].note);
        }
    }
    page + &super::linear::reference_section()
}
