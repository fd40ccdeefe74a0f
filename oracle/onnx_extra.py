"""Cases that onnx's own tests lack: batches and channels larger than 1, older versions, shapes that divide in several ways."""

import numpy as np
import onnx
from onnx import TensorProto, helper

FLOAT = np.float32


def draw(shape, dtype=FLOAT, low=0.0, high=1.0, seed=0):
    """An array of reproducible numbers."""
    generator = np.random.default_rng([seed, *shape, np.dtype(dtype).num])
    if np.issubdtype(dtype, np.floating):
        return (generator.random(shape) * (high - low) + low).astype(dtype)
    return generator.integers(int(low), int(high) + 1, shape).astype(dtype)


def ints(*values):
    return np.array(values, np.int64)


def case(name, op, inputs, outputs=1, opset=22, domain="", **attributes):
    """A model of one node. An input that is None is left out. An attribute may end with `_` where its name is that of a parameter."""
    attributes = {name.rstrip("_"): value for name, value in attributes.items()}
    names = ["" if value is None else f"x{i}" for i, value in enumerate(inputs)]
    node = helper.make_node(op, names, [f"y{i}" for i in range(outputs)], domain=domain, **attributes)
    infos = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), value.shape)
        for name, value in zip(names, inputs)
        if value is not None
    ]
    results = [onnx.ValueInfoProto(name=f"y{i}") for i in range(outputs)]
    graph = helper.make_graph([node], name, infos, results)
    imports = [helper.make_opsetid("", opset)]
    if domain:
        imports.append(helper.make_opsetid(domain, 5 if domain == "ai.onnx.ml" else 1))
    model = helper.make_model(graph, opset_imports=imports, ir_version=8)
    return name, model, [value for value in inputs if value is not None], None


def loop():
    """A loop with one carried value and one that is stacked."""
    info = lambda name, kind, shape=None: helper.make_tensor_value_info(name, kind, shape)
    nodes = [
        helper.make_node("Identity", ["go"], ["go2"]),
        helper.make_node("Sin", ["a"], ["a2"]),
        helper.make_node("ReduceMax", ["a"], ["seen"], axes=[1], keepdims=0),
    ]
    inputs = [info("i", TensorProto.INT64, []), info("go", TensorProto.BOOL, []), info("a", TensorProto.FLOAT)]
    outputs = [info("go2", TensorProto.BOOL, []), info("a2", TensorProto.FLOAT), info("seen", TensorProto.FLOAT)]
    return helper.make_graph(nodes, "body", inputs, outputs)


def cases():
    yield case("extra_loop", "Loop", [np.array(3, np.int64), None, draw([4, 6])], 2, opset=13, body=loop())
    x = draw([4, 6, 8, 10])
    yield case("extra_conv", "Conv", [x, draw([8, 6, 3, 3]), draw([8])], pads=[1, 1, 1, 1])
    yield case("extra_conv_no_bias", "Conv", [x, draw([9, 6, 3, 2])], strides=[2, 1])
    yield case("extra_conv_groups", "Conv", [x, draw([8, 3, 3, 3]), draw([8])], group=2, dilations=[2, 1])
    yield case("extra_conv_depthwise", "Conv", [x, draw([12, 1, 3, 3])], group=6, auto_pad="SAME_UPPER", strides=[2, 3])
    yield case("extra_conv_1x1", "Conv", [x, draw([5, 6, 1, 1])])
    yield case("extra_conv_1d", "Conv", [draw([3, 4, 9]), draw([6, 4, 3]), draw([6])], auto_pad="SAME_LOWER", strides=[2])
    yield case("extra_conv_transpose", "ConvTranspose", [x, draw([6, 4, 3, 3]), draw([4])], strides=[2, 2], output_padding=[1, 1])
    yield case("extra_conv_transpose_groups", "ConvTranspose", [x, draw([6, 4, 3, 3]), draw([8])], group=2, pads=[1, 0, 1, 0])
    yield case("extra_conv_transpose_same", "ConvTranspose", [x, draw([6, 4, 3, 3])], auto_pad="SAME_UPPER", strides=[2, 2])
    yield case("extra_conv_transpose_shape", "ConvTranspose", [x, draw([6, 4, 3, 3])], output_shape=[17, 20], strides=[2, 2])
    bytes_, weights = draw([3, 4, 6, 6], np.uint8, 0, 255), draw([6, 4, 3, 3], np.uint8, 0, 255)
    yield case("extra_conv_integer", "ConvInteger", [bytes_, weights, np.uint8(3)[None][0:1].reshape(())])
    yield case("extra_conv_integer_groups", "ConvInteger", [bytes_, draw([6, 2, 3, 3], np.uint8, 0, 255)], group=2)
    scale, zero = np.array(0.02, FLOAT), np.array(7, np.uint8)
    yield case("extra_qlinear_conv", "QLinearConv", [bytes_, scale, zero, weights, draw([6], high=0.1), draw([6], np.uint8, 7, 7), np.array(3.0, FLOAT), zero, draw([6], np.int32, -9, 9)])
    yield case("extra_deform_conv", "DeformConv", [draw([2, 4, 6, 6]), draw([6, 4, 3, 3]), draw([2, 18, 4, 4]), draw([6]), draw([2, 9, 4, 4])], kernel_shape=[3, 3])
    for op, extra in (("AveragePool", {"count_include_pad": 1}), ("LpPool", {"p": 3}), ("MaxPool", {"ceil_mode": 1})):
        yield case(f"extra_{op}", op, [x], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 0, 0, 1], **extra)
    yield case("extra_max_pool_indices", "MaxPool", [x], 2, kernel_shape=[2, 2], strides=[2, 2])
    for op in ("GlobalAveragePool", "GlobalMaxPool"):
        yield case(f"extra_{op}", op, [x])
    yield case("extra_global_lp_pool", "GlobalLpPool", [x], opset=13, p=2)
    yield case("extra_global_lp_pool_1", "GlobalLpPool", [x], opset=13, p=1)
    yield case("extra_max_roi_pool", "MaxRoiPool", [x, FLOAT([[0, 0, 0, 5, 5], [1, 1, 1, 7, 7], [3, 0, 2, 6, 6], [2, 0, 0, 3, 3]])], opset=13, pooled_shape=[2, 2])
    for old, new in (([6, 4], [4, 6]), ([12], [2, 3, 2]), ([2, 3, 4], [6, 4]), ([4, 6], [8, 3]), ([2, 6, 4], [0, -1]), ([6, 1, 4], [3, 8, 1]), ([4, 9], [6, 6])):
        label = "x".join(map(str, old)) + "_" + "x".join(map(str, new))
        yield case(f"extra_reshape_{label}", "Reshape", [draw(old), ints(*new)])
    yield case("extra_tile", "Tile", [draw([4, 3, 2]), ints(2, 1, 3)])
    yield case("extra_expand", "Expand", [draw([3, 1, 4]), ints(2, 3, 5, 1)])
    yield case("extra_depth_to_space_dcr", "DepthToSpace", [draw([2, 12, 3, 4])], blocksize=2)
    yield case("extra_depth_to_space_crd", "DepthToSpace", [draw([2, 12, 3, 4])], blocksize=2, mode="CRD")
    yield case("extra_space_to_depth", "SpaceToDepth", [draw([2, 3, 6, 4])], blocksize=2)
    yield case("extra_flatten", "Flatten", [draw([2, 3, 4, 5])], axis=2)
    yield case("extra_matmul_batch", "MatMul", [draw([2, 1, 4, 6]), draw([3, 6, 5])])
    yield case("extra_matmul_vector", "MatMul", [draw([6]), draw([2, 6, 5])])
    yield case("extra_matmul_two_vectors", "MatMul", [draw([6]), draw([6])])
    yield case("extra_matmul_integer", "MatMulInteger", [draw([4, 6], np.uint8, 0, 255), draw([6, 5], np.int8, -90, 90), np.array(5, np.uint8)])
    yield case("extra_gemm", "Gemm", [draw([6, 4]), draw([5, 6]), draw([4, 1])], transA=1, transB=1, alpha=0.5, beta=2.0)
    for equation, shapes in (("bhid,bhjd->bhij", ([2, 3, 4, 6], [2, 3, 5, 6])), ("...ij,jk->...ik", ([2, 3, 4], [4, 5])), ("ij,kj", ([3, 4], [5, 4])), ("ii->i", ([4, 4],)), ("abc->c", ([2, 3, 4],)), ("i,j->ij", ([4], [6]))):
        label = "".join(c if c.isalnum() else "_" for c in equation)
        yield case(f"extra_einsum_{label}", "Einsum", [draw(shape) for shape in shapes], equation=equation)
    for op in ("ReduceL2", "ReduceLogSumExp", "ReduceMean", "ReduceProd", "ReduceMax"):
        yield case(f"extra_{op}_13", op, [draw([4, 5, 6], low=0.1)], opset=13, axes=[0, 2], keepdims=0)
        yield case(f"extra_{op}_18", op, [draw([4, 5, 6], low=0.1), ints(-1, 0)], opset=18)
    yield case("extra_reduce_mean_int", "ReduceMean", [draw([4, 6], np.int32, 0, 90)], opset=13, axes=[1])
    for op in ("Softmax", "LogSoftmax", "Hardmax"):
        yield case(f"extra_{op}_11", op, [draw([2, 3, 4, 5])], opset=11, axis=2)
        yield case(f"extra_{op}_13", op, [draw([4, 3, 4, 5])], opset=13, axis=1)
    yield case("extra_squeeze_11", "Squeeze", [draw([4, 1, 6, 1])], opset=11, axes=[1, -1])
    yield case("extra_unsqueeze_11", "Unsqueeze", [draw([4, 6])], opset=11, axes=[1, -1])
    yield case("extra_split_11", "Split", [draw([4, 7])], 2, opset=11, axis=1, split=[3, 4])
    yield case("extra_split_18", "Split", [draw([7, 4])], 3, opset=18, num_outputs=3)
    yield case("extra_slice_9", "Slice", [draw([4, 7])], opset=9, starts=[1], ends=[-1], axes=[1])
    yield case("extra_slice_backwards", "Slice", [draw([4, 7]), ints(-1), ints(-100), ints(1), ints(-2)])
    yield case("extra_slice_entire", "Slice", [draw([4, 7]), ints(0, 2), ints(2**62, 6), ints(0, 1)])
    yield case("extra_pad_10", "Pad", [draw([4, 6])], opset=10, pads=[0, 1, 0, 2])
    yield case("extra_pad_negative", "Pad", [draw([4, 6]), ints(0, -1, 0, -2)])
    yield case("extra_clip_6", "Clip", [draw([4, 6])], opset=6, min=0.2, max=0.7)
    yield case("extra_dropout_7", "Dropout", [draw([4, 6])], opset=7)
    yield case("extra_topk_9", "TopK", [draw([4, 6])], 2, opset=9, k=2, axis=1)
    yield case("extra_upsample_7", "Upsample", [x], opset=7, scales=[1.0, 1.0, 2.0, 3.0])
    yield case("extra_upsample_9", "Upsample", [x, FLOAT([1, 1, 2, 3])], opset=9)
    yield case("extra_resize_10", "Resize", [x, FLOAT([1, 1, 2, 2])], opset=10)
    yield case("extra_resize_13", "Resize", [x, None, FLOAT([1, 1, 2, 3])], opset=13, mode="nearest")
    yield case("extra_resize_linear", "Resize", [x, None, None, ints(4, 6, 5, 10)], opset=13, mode="linear")
    yield case("extra_resize_axes", "Resize", [x, None, None, ints(9, 8)], opset=18, axes=[3, 2], mode="cubic")
    norm = [draw([4, 6, 8]), draw([6]), draw([6]), draw([6]), draw([6], low=0.5)]
    yield case("extra_batch_norm_9", "BatchNormalization", norm, opset=9)
    yield case("extra_batch_norm_15", "BatchNormalization", norm, opset=15)
    yield case("extra_batch_norm_training", "BatchNormalization", norm, 3, opset=15, training_mode=1)
    yield case("extra_instance_norm", "InstanceNormalization", norm[:3])
    yield case("extra_layer_norm", "LayerNormalization", [draw([4, 6, 8]), draw([8]), draw([8])], 3)
    yield case("extra_layer_norm_axis", "LayerNormalization", [draw([4, 6, 8]), draw([6, 8])], axis=1)
    yield case("extra_group_norm_18", "GroupNormalization", [draw([4, 6, 8]), draw([3]), draw([3])], opset=18, num_groups=3)
    yield case("extra_group_norm_21", "GroupNormalization", [draw([4, 6, 8]), draw([6]), draw([6])], opset=21, num_groups=3)
    yield case("extra_lrn", "LRN", [draw([4, 8, 3, 3], high=9.0)], size=3, alpha=0.9)
    yield case("extra_gather", "Gather", [draw([6, 5, 4]), draw([2, 6], np.int64, 0, 4)], axis=1)
    yield case("extra_gather_elements", "GatherElements", [draw([6, 5, 4]), draw([6, 7, 4], np.int64, 0, 4)], axis=1)
    yield case("extra_gather_nd", "GatherND", [draw([4, 5, 6]), draw([4, 3, 1], np.int64, 0, 4)], batch_dims=1)
    for reduction in ("none", "add", "max", "min", "mul"):
        yield case(f"extra_scatter_elements_{reduction}", "ScatterElements", [draw([4, 6]), draw([4, 8], np.int64, 0, 5), draw([4, 8], seed=1)], axis=1, reduction=reduction)
        yield case(f"extra_scatter_nd_{reduction}", "ScatterND", [draw([5, 6]), draw([8, 1], np.int64, 0, 4), draw([8, 6], seed=1)], reduction=reduction)
    q, k, v = draw([2, 6, 4, 8]), draw([2, 3, 5, 8]), draw([2, 3, 5, 10])
    yield case("extra_attention_gqa", "Attention", [q, k, v], opset=23)
    yield case("extra_attention_gqa_mask", "Attention", [q, k, v, draw([2, 1, 4, 5])], opset=23)
    flat = [draw([2, 4, 48]), draw([2, 5, 24]), draw([2, 5, 30])]
    yield case("extra_attention_flat", "Attention", flat, opset=23, q_num_heads=6, kv_num_heads=3)
    past = [draw([2, 3, 4, 8]), draw([2, 3, 4, 10])]
    yield case("extra_attention_past", "Attention", [q, k, v, None, *past], 3, opset=23, is_causal=1)
    yield case("extra_rotary", "RotaryEmbedding", [draw([2, 4, 5, 8]), draw([2, 5, 4]), draw([2, 5, 4])], opset=23)
    yield case("extra_rotary_flat", "RotaryEmbedding", [draw([2, 5, 32]), draw([9, 4]), draw([9, 4]), draw([2, 5], np.int64, 0, 8)], opset=23, num_heads=4)
    for op, gates in (("RNN", 1), ("GRU", 3), ("LSTM", 4)):
        weights = [draw([2, gates * 4, 5]), draw([2, gates * 4, 4]), draw([2, 2 * gates * 4])]
        yield case(f"extra_{op}", op, [draw([6, 4, 5]), *weights], 2, direction="bidirectional", hidden_size=4)
    yield case("extra_lstm_all", "LSTM", [draw([6, 4, 5]), draw([1, 16, 5]), draw([1, 16, 4]), draw([1, 32]), draw([4], np.int32, 2, 6), draw([1, 4, 4]), draw([1, 4, 4]), draw([1, 12])], 3, hidden_size=4)
    yield case("extra_quantize_axis", "QuantizeLinear", [draw([4, 6, 3], high=100.0), draw([6], low=0.1), draw([6], np.uint8, 0, 9)], opset=13, axis=1)
    yield case("extra_quantize_blocked", "QuantizeLinear", [draw([4, 6], high=100.0), draw([4, 3], low=0.1)], opset=21, axis=1, block_size=2)
    yield case("extra_dequantize_blocked", "DequantizeLinear", [draw([4, 6], np.uint8, 0, 255), draw([4, 3], low=0.1)], opset=21, axis=1, block_size=2)
    scores, target = draw([6, 5, 4]), draw([6, 4], np.int64, 0, 4)
    for reduction in ("none", "sum", "mean"):
        yield case(f"extra_nll_{reduction}", "NegativeLogLikelihoodLoss", [scores, target], reduction=reduction)
        yield case(f"extra_cross_entropy_{reduction}", "SoftmaxCrossEntropyLoss", [scores, target], reduction=reduction)
        yield case(f"extra_nll_weighted_{reduction}", "NegativeLogLikelihoodLoss", [scores, target, draw([5])], reduction=reduction)
    yield case("extra_grid_sample", "GridSample", [draw([2, 4, 5, 6]), draw([2, 3, 4, 2], low=-1.0)])
    yield case("extra_roi_align", "RoiAlign", [x, draw([6, 4], high=7.0), draw([6], np.int64, 0, 3)], output_height=2, output_width=3)
    yield case("extra_one_hot", "OneHot", [draw([3, 4], np.int64, 0, 6), np.array(7, np.int64), FLOAT([0, 1])], axis=1)
    yield case("extra_range", "Range", [np.array(2, np.int64), np.array(20, np.int64), np.array(3, np.int64)])
    yield case("extra_constant_of_shape", "ConstantOfShape", [ints(4, 6)], value=helper.make_tensor("v", TensorProto.INT64, [1], [5]))
    yield case("extra_eye_like", "EyeLike", [draw([4, 6])], k=1)
    yield case("extra_dft", "DFT", [draw([4, 8, 6, 2]), None, np.array(1, np.int64)], opset=20)
    yield case("extra_dft_17", "DFT", [draw([4, 8, 1])], opset=17, onesided=1)
    yield case("extra_stft", "STFT", [draw([3, 20, 1]), np.array(4, np.int64), draw([8]), np.array(8, np.int64)], opset=17)
    yield case("extra_prelu", "PRelu", [draw([4, 6, 5], low=-1.0), draw([6, 1])])
    yield case("extra_cumsum", "CumSum", [draw([4, 6, 5]), np.array(1, np.int64)])
    yield case("extra_trilu", "Trilu", [draw([4, 6, 5])])
    yield case("extra_concat_many", "Concat", [draw([4, 2]), draw([4, 3]), draw([4, 1])], axis=-1)
    yield case("extra_reverse_sequence", "ReverseSequence", [draw([5, 4, 3]), ints(1, 5, 3, 2)])
    yield case("extra_col2im", "Col2Im", [draw([2, 12, 9]), ints(4, 4), ints(2, 2)])
    yield case("extra_det", "Det", [draw([4, 6, 3, 3])])
    yield case("extra_compress", "Compress", [draw([4, 6]), np.array([1, 0, 1, 0, 0, 1], bool)], axis=1)
    ml = {"opset": 18, "domain": "ai.onnx.ml"}
    yield case("extra_linear_regressor", "LinearRegressor", [draw([6, 4])], coefficients=[0.1 * i for i in range(8)], intercepts=[1.0, 2.0], targets=2, **ml)
    yield case("extra_linear_classifier", "LinearClassifier", [draw([6, 4])], 2, coefficients=[0.1 * i - 0.4 for i in range(12)], intercepts=[0.3, 0.2, 0.1], classlabels_ints=[1, 2, 3], **ml)
    yield case("extra_scaler", "Scaler", [draw([6, 4])], offset=[0.5], scale=[2.0], **ml)
    yield case("extra_scaler_features", "Scaler", [draw([6, 4])], offset=[0.5, 1.0, 1.5, 2.0], scale=[2.0, 1.0, 3.0, 4.0], **ml)
    yield case("extra_imputer", "Imputer", [draw([6, 4])], imputed_value_floats=[0.5], replaced_value_float=0.0, **ml)
    yield case("extra_normalizer", "Normalizer", [draw([6, 4])], norm="L2", **ml)
    yield case("extra_binarizer", "Binarizer", [draw([6, 4])], threshold=0.5, **ml)
    yield case("extra_one_hot_encoder", "OneHotEncoder", [draw([6, 4], np.int64, 0, 3)], cats_int64s=[0, 1, 2, 3], **ml)
    yield case("extra_label_encoder", "LabelEncoder", [draw([6, 4], np.int64, 0, 3)], keys_int64s=[0, 1, 2, 3], values_floats=[0.5, 1.5, 2.5, 3.5], **ml)
    yield case("extra_array_feature_extractor", "ArrayFeatureExtractor", [draw([6, 4]), ints(0, 3, 1, 2)], **ml)
    yield case("extra_feature_vectorizer", "FeatureVectorizer", [draw([6, 4]), draw([6, 2])], inputdimensions=[4, 2], **ml)
    tree = {"nodes_treeids": [0, 0, 0], "nodes_nodeids": [0, 1, 2], "nodes_featureids": [1, 0, 0], "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"], "nodes_values": [0.5, 0.0, 0.0], "nodes_truenodeids": [1, 0, 0], "nodes_falsenodeids": [2, 0, 0]}
    yield case("extra_tree_regressor", "TreeEnsembleRegressor", [draw([6, 4])], n_targets=1, target_treeids=[0, 0], target_nodeids=[1, 2], target_ids=[0, 0], target_weights=[1.0, 2.0], **tree, **ml)
    yield case("extra_tree_classifier", "TreeEnsembleClassifier", [draw([6, 4])], 2, classlabels_int64s=[0, 1, 2], class_treeids=[0, 0], class_nodeids=[1, 2], class_ids=[0, 2], class_weights=[1.0, 2.0], **tree, **ml)
    yield case("extra_svm_regressor", "SVMRegressor", [draw([6, 4])], kernel_type="LINEAR", coefficients=[0.5, -0.5], n_supports=2, support_vectors=[0.1 * i for i in range(8)], rho=[0.2], **ml)
    ms = {"domain": "com.microsoft"}
    yield case("extra_skip_layer_norm", "SkipLayerNormalization", [draw([4, 6, 8]), draw([4, 6, 8], seed=1), draw([8]), draw([8])], **ms)
    yield case("extra_bias_gelu", "BiasGelu", [draw([4, 6, 8]), draw([8])], **ms)
    yield case("extra_fast_gelu", "FastGelu", [draw([4, 6, 8]), draw([8])], **ms)
    yield case("extra_quick_gelu", "QuickGelu", [draw([4, 6, 8])], **ms)
    yield case("extra_ms_gelu", "Gelu", [draw([4, 6, 8])], **ms)
    yield case("extra_fused_gemm", "FusedGemm", [draw([4, 6]), draw([6, 5]), draw([5])], activation="Relu", **ms)
    blocks, block_scales = draw([8, 4, 8], np.uint8, 0, 255), draw([8, 4], high=0.1)
    yield case("extra_matmul_n_bits", "MatMulNBits", [draw([4, 6, 64]), blocks, block_scales], K=64, N=8, bits=4, block_size=16, **ms)
    yield case("extra_matmul_n_bits_packed", "MatMulNBits", [draw([6, 64]), blocks, block_scales, draw([8, 2], np.uint8, 0, 255)], K=64, N=8, bits=4, block_size=16, **ms)
    signed = draw([4, 24], np.int8, -128, 127), draw([24, 6], np.int8, -128, 127, seed=1)
    yield case("extra_qlinear_matmul", "QLinearMatMul", [signed[0], scale, np.array(3, np.int8), signed[1], draw([6], high=0.1), draw([6], np.int8, -9, 9), np.array(1.5, FLOAT), np.array(-7, np.int8)], opset=17)
    # Ops that onnxruntime's quantiser writes. Zero points and scales are parameters, which stay replicated.
    byte = lambda *shape, seed=0: draw(list(shape), np.uint8, 0, 255, seed=seed)
    zero = np.array(121, np.uint8)
    yield case("extra_qlinear_leaky_relu", "QLinearLeakyRelu", [byte(4, 6, 5), scale, zero, np.array(0.03, FLOAT), np.array(7, np.uint8)], alpha=0.1, **ms)
    yield case("extra_qlinear_sigmoid", "QLinearSigmoid", [byte(4, 6, 5), scale, zero, np.array(1 / 256, FLOAT), np.array(0, np.uint8)], **ms)
    yield case("extra_qlinear_softmax", "QLinearSoftmax", [byte(4, 6, 5), scale, zero, np.array(1 / 256, FLOAT), np.array(0, np.uint8)], axis=1, opset_=13, **ms)
    yield case("extra_qlinear_softmax_old", "QLinearSoftmax", [byte(4, 6, 5), scale, zero, np.array(1 / 256, FLOAT), np.array(0, np.uint8)], axis=1, opset_=12, **ms)
    yield case("extra_qlinear_concat", "QLinearConcat", [np.array(0.03, FLOAT), zero, byte(4, 6, 5), scale, zero, byte(4, 2, 5, seed=1), np.array(0.02, FLOAT), np.array(3, np.uint8)], axis=1, **ms)
    integers = byte(4, 24), byte(24, 6, seed=1)
    yield case("extra_matmul_integer_to_float", "MatMulIntegerToFloat", [*integers, scale, draw([6], high=0.1), zero, byte(6), draw([6])], **ms)
    yield case("extra_matmul_integer_to_float_one", "MatMulIntegerToFloat", [*integers, scale, scale, zero, zero], **ms)
    yield case("extra_dynamic_quantize_matmul", "DynamicQuantizeMatMul", [draw([4, 24], low=-1.0), integers[1], draw([6], high=0.1), byte(6), draw([6])], **ms)
    cache, angles = draw([2, 4, 5, 16]), draw([16, 8])
    lengths = [np.full(2, 5, np.int32), np.array(6, np.int32)]
    heads = {"num_heads": 8, "kv_num_heads": 4}
    yield case("extra_group_query_attention", "GroupQueryAttention", [draw([2, 1, 128]), draw([2, 1, 64]), draw([2, 1, 64], seed=1), cache, cache, *lengths, angles, angles], 3, do_rotary=1, **heads, **ms)
    yield case("extra_ms_rotary", "RotaryEmbedding", [draw([2, 3, 64]), draw([2, 3], np.int64, 0, 15), angles, angles], **ms)
    yield case("extra_ms_rotary_heads", "RotaryEmbedding", [draw([2, 4, 3, 16]), draw([2, 3], np.int64, 0, 15), angles, angles], num_heads=4, **ms)
