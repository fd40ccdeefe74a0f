"""Models built node by node: transformers, recurrent ones, mixtures of experts, awkward sizes.

Each function of `NETS` takes a random generator and returns a model and its inputs by name.
"""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

NETS = {}


def net(make):
    NETS[make.__name__] = make
    return make


class Net:
    """A graph that grows. Values are names; constants become initialisers."""

    def __init__(self, rng, opset=17, ir_version=9):
        self.rng, self.opset, self.ir_version = rng, opset, ir_version
        self.nodes, self.constants, self.inputs, self.outputs, self.given = [], [], [], [], {}

    def name(self, hint):
        return f"{hint}_{len(self.nodes) + len(self.constants)}"

    def given_as(self, name, array):
        self.given[name] = array
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        self.inputs.append(helper.make_tensor_value_info(name, kind, array.shape))
        return name

    def normal(self, name, shape, scale=1.0):
        return self.given_as(name, (scale * self.rng.standard_normal(shape)).astype(np.float32))

    def constant(self, array, hint="constant"):
        name = self.name(hint)
        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def ints(self, *values):
        return self.constant(np.array(values, np.int64), "shape")

    def scalar(self, value):
        return self.constant(np.array(value, np.float32), "scalar")

    def weight(self, *shape, scale=None):
        scale = np.sqrt(1 / shape[0]) if scale is None else scale
        return self.constant((scale * self.rng.standard_normal(shape)).astype(np.float32), "weight")

    def near_one(self, *shape):
        return self.constant((1 + 0.1 * self.rng.standard_normal(shape)).astype(np.float32), "scale")

    def positive(self, *shape):
        return self.constant(self.rng.uniform(0.5, 1.5, shape).astype(np.float32), "variance")

    def op(self, op, *inputs, outputs=1, **attributes):
        results = [self.name(f"{op.lower()}{i}" if outputs > 1 else op.lower()) for i in range(outputs)]
        self.nodes.append(helper.make_node(op, inputs, results, name=self.name(op), **attributes))
        return results[0] if outputs == 1 else results

    def returned(self, value, name, kind=TensorProto.FLOAT):
        self.nodes.append(helper.make_node("Identity", [value], [name], name=self.name("Identity")))
        self.outputs.append(helper.make_tensor_value_info(name, kind, None))

    def model(self, name):
        graph = helper.make_graph(self.nodes, name, self.inputs, self.outputs, self.constants)
        imports = [helper.make_opsetid("", self.opset)]
        model = helper.make_model(graph, opset_imports=imports, ir_version=self.ir_version)
        return onnx.shape_inference.infer_shapes(model, strict_mode=True), self.given

    def linear(self, x, wide, to):
        return self.op("Add", self.op("MatMul", x, self.weight(wide, to)), self.weight(to, scale=0.1))

    def norm(self, x, wide):
        return self.op("LayerNormalization", x, self.near_one(wide), self.weight(wide, scale=0.1), axis=-1)

    def gelu(self, x):
        """Written out as exporters do."""
        erf = self.op("Erf", self.op("Div", x, self.scalar(np.sqrt(2.0))))
        return self.op("Mul", self.op("Mul", x, self.op("Add", erf, self.scalar(1.0))), self.scalar(0.5))

    def heads(self, x, batch, tokens, heads, size):
        """[batch, tokens, heads * size] -> [batch, heads, tokens, size]"""
        apart = self.op("Reshape", x, self.ints(batch, tokens, heads, size))
        return self.op("Transpose", apart, perm=[0, 2, 1, 3])

    def together(self, x, batch, tokens, wide):
        return self.op("Reshape", self.op("Transpose", x, perm=[0, 2, 1, 3]), self.ints(batch, tokens, wide))

    def attend(self, q, k, v, size, mask=None):
        scores = self.op("MatMul", q, self.op("Transpose", k, perm=[0, 1, 3, 2]))
        scores = self.op("Mul", scores, self.scalar(1 / np.sqrt(size)))
        if mask is not None:
            scores = mask(scores)
        return self.op("MatMul", self.op("Softmax", scores, axis=-1), v)


@net
def bert(rng, batch=4, tokens=16, heads=4, size=8, words=64, layers=2):
    net, wide = Net(rng), heads * size
    ids = net.given_as("input_ids", rng.integers(0, words, (batch, tokens)))
    lengths = rng.integers(tokens // 2, tokens + 1, batch)
    mask = (np.arange(tokens)[None, :] < lengths[:, None]).astype(np.int64)
    mask = net.op("Cast", net.given_as("attention_mask", mask), to=TensorProto.FLOAT)
    mask = net.op("Unsqueeze", mask, net.ints(1, 2))
    mask = net.op("Mul", net.op("Sub", net.scalar(1.0), mask), net.scalar(-10000.0))
    x = net.op("Gather", net.weight(words, wide, scale=1.0), ids, axis=0)
    x = net.norm(net.op("Add", x, net.weight(1, tokens, wide, scale=0.5)), wide)
    for _ in range(layers):
        q, k, v = (net.heads(net.linear(x, wide, wide), batch, tokens, heads, size) for _ in range(3))
        a = net.attend(q, k, v, size, lambda scores: net.op("Add", scores, mask))
        a = net.linear(net.together(a, batch, tokens, wide), wide, wide)
        x = net.norm(net.op("Add", x, a), wide)
        h = net.linear(net.gelu(net.linear(x, wide, 4 * wide)), 4 * wide, wide)
        x = net.norm(net.op("Add", x, h), wide)
    net.returned(x, "last_hidden_state")
    first = net.op("Gather", x, net.constant(np.array(0, np.int64)), axis=1)
    net.returned(net.op("Tanh", net.op("Gemm", first, net.weight(wide, wide), net.weight(wide, scale=0.1))), "pooled")
    return net.model("bert")


@net
def gpt(rng, batch=4, past=6, new=4, heads=4, size=8, words=64, layers=2):
    """A decoder that is given the keys and values of tokens before, and returns them with the new ones."""
    net, wide = Net(rng, opset=18), heads * size
    ids = net.given_as("input_ids", rng.integers(0, words, (batch, new)))
    place = net.given_as("position_ids", np.tile(np.arange(past, past + new), (batch, 1)))
    x = net.op("Gather", net.weight(words, wide, scale=1.0), ids, axis=0)
    x = net.op("Add", x, net.op("Gather", net.weight(past + new, wide, scale=0.3), place, axis=0))
    visible = net.op("Trilu", net.constant(np.ones((new, past + new), np.float32)), net.constant(np.array(past)), upper=0)
    visible = net.op("Cast", visible, to=TensorProto.BOOL)
    for layer in range(layers):
        h = net.norm(x, wide)
        qkv = net.op("Split", net.linear(h, wide, 3 * wide), net.ints(wide, wide, wide), outputs=3, axis=2)
        q, k, v = (net.heads(each, batch, new, heads, size) for each in qkv)
        k = net.op("Concat", net.normal(f"past_key_{layer}", (batch, heads, past, size)), k, axis=2)
        v = net.op("Concat", net.normal(f"past_value_{layer}", (batch, heads, past, size)), v, axis=2)
        net.returned(k, f"key_{layer}")
        net.returned(v, f"value_{layer}")
        hide = lambda scores: net.op("Where", visible, scores, net.scalar(-1e9))
        a = net.together(net.attend(q, k, v, size, hide), batch, new, wide)
        x = net.op("Add", x, net.linear(a, wide, wide))
        h = net.gelu(net.linear(net.norm(x, wide), wide, 4 * wide))
        x = net.op("Add", x, net.linear(h, 4 * wide, wide))
    net.returned(net.op("MatMul", net.norm(x, wide), net.weight(wide, words)), "logits")
    return net.model("gpt")


@net
def lstm(rng, batch=4, steps=6, wide=8, hidden=12, words=32):
    """Two layers, the first in both directions."""
    net = Net(rng)
    ids = net.given_as("tokens", rng.integers(0, words, (steps, batch)))
    x = net.op("Gather", net.weight(words, wide, scale=1.0), ids, axis=0)
    for directions, into in ((2, wide), (1, 2 * hidden)):
        w, r = net.weight(directions, 4 * hidden, into, scale=0.3), net.weight(directions, 4 * hidden, hidden, scale=0.3)
        b = net.weight(directions, 8 * hidden, scale=0.1)
        way = "bidirectional" if directions == 2 else "forward"
        y, h, c = net.op("LSTM", x, w, r, b, outputs=3, hidden_size=hidden, direction=way)
        y = net.op("Transpose", y, perm=[0, 2, 1, 3])
        x = net.op("Reshape", y, net.ints(steps, batch, directions * hidden))
    net.returned(net.linear(x, hidden, words), "logits")
    net.returned(h, "hidden")
    net.returned(c, "cell")
    return net.model("lstm")


@net
def gru(rng, batch=4, steps=5, wide=8, hidden=12):
    net = Net(rng)
    x = net.normal("x", (steps, batch, wide))
    w, r = net.weight(1, 3 * hidden, wide, scale=0.3), net.weight(1, 3 * hidden, hidden, scale=0.3)
    b = net.weight(1, 6 * hidden, scale=0.1)
    y, h = net.op("GRU", x, w, r, b, outputs=2, hidden_size=hidden, linear_before_reset=1)
    net.returned(net.linear(net.op("Squeeze", y, net.ints(1)), hidden, 10), "scores")
    net.returned(h, "hidden")
    return net.model("gru")


def routed(net, x, tokens, wide, experts, chosen):
    """The chosen experts of every token and their shares."""
    share = net.op("Softmax", net.linear(x, wide, experts), axis=-1)
    best, which = net.op("TopK", share, net.ints(chosen), outputs=2, axis=-1)
    total = net.op("ReduceSum", best, net.ints(-1), keepdims=1)
    return net.op("Div", best, total), which


@net
def moe_dense(rng, tokens=16, wide=8, experts=4, hidden=16, chosen=2):
    """Every expert sees every token; a product with one-hot rows picks."""
    net = Net(rng)
    x = net.normal("x", (tokens, wide))
    best, which = routed(net, x, tokens, wide, experts, chosen)
    spots = net.constant(np.array([0.0, 1.0], np.float32))
    one_hot = net.op("OneHot", which, net.constant(np.array(experts, np.int64)), spots, axis=-1)
    gates = net.op("MatMul", net.op("Unsqueeze", best, net.ints(1)), one_hot)
    gates = net.op("Transpose", gates, perm=[2, 0, 1])
    h = net.op("Relu", net.op("MatMul", net.op("Unsqueeze", x, net.ints(0)), net.weight(experts, wide, hidden, scale=0.4)))
    y = net.op("MatMul", h, net.weight(experts, hidden, wide, scale=0.3))
    y = net.op("ReduceSum", net.op("Mul", y, net.op("Transpose", gates, perm=[0, 1, 2])), net.ints(0), keepdims=0)
    net.returned(net.op("Add", x, net.op("Reshape", y, net.ints(tokens, wide))), "y")
    return net.model("moe_dense")


@net
def moe_sparse(rng, tokens=16, wide=8, experts=4, hidden=16):
    """Every token is added to the rows of its expert by ScatterND, and gathered again."""
    net = Net(rng, opset=18)
    x = net.normal("x", (tokens, wide))
    best, which = routed(net, x, tokens, wide, experts, 1)
    rows = net.constant(np.arange(tokens, dtype=np.int64).reshape(tokens, 1))
    places = net.op("Concat", which, rows, axis=1)
    empty = net.constant(np.zeros((experts, tokens, wide), np.float32))
    sent = net.op("ScatterND", empty, places, x, reduction="add")
    h = net.op("Relu", net.op("MatMul", sent, net.weight(experts, wide, hidden, scale=0.4)))
    h = net.op("MatMul", h, net.weight(experts, hidden, wide, scale=0.3))
    y = net.op("Mul", net.op("GatherND", h, places), best)
    net.returned(net.op("Add", x, y), "y")
    return net.model("moe_sparse")


def conv(net, x, to, into, kernel, stride=1, group=1, bias=True):
    w = net.weight(to, into // group, kernel, kernel, scale=np.sqrt(2 * group / (into * kernel * kernel)))
    extra = [net.weight(to, scale=0.1)] if bias else []
    pad = kernel // 2
    return net.op("Conv", x, w, *extra, kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[pad] * 4, group=group)


def batch_norm(net, x, channels):
    scale, bias, mean = net.near_one(channels), net.weight(channels, scale=0.1), net.weight(channels, scale=0.1)
    return net.op("BatchNormalization", x, scale, bias, mean, net.positive(channels))


def residual(net, x, into, to, stride):
    h = net.op("Relu", batch_norm(net, conv(net, x, to, into, 3, stride, bias=False), to))
    h = batch_norm(net, conv(net, h, to, to, 3, bias=False), to)
    short = x if into == to and stride == 1 else batch_norm(net, conv(net, x, to, into, 1, stride, bias=False), to)
    return net.op("Relu", net.op("Add", h, short))


def small_resnet(rng, batch, size, channels, classes):
    net = Net(rng)
    x = net.normal("image", (batch, 3, size, size))
    x = net.op("Relu", conv(net, x, channels, 3, 5, 2))
    x = net.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    x = residual(net, x, channels, channels, 1)
    x = residual(net, x, channels, 2 * channels, 2)
    x = net.op("Flatten", net.op("GlobalAveragePool", x), axis=1)
    net.returned(net.op("Softmax", net.op("Gemm", x, net.weight(classes, 2 * channels, scale=0.5), transB=1), axis=-1), "classes")
    return net


@net
def resnet_small(rng):
    return small_resnet(rng, 4, 32, 8, 16).model("resnet_small")


@net
def resnet_odd(rng):
    """No size is a multiple of two."""
    return small_resnet(rng, 3, 37, 5, 11).model("resnet_odd")


@net
def mlp_odd(rng, batch=3, wide=10, hidden=7, classes=5):
    net = Net(rng)
    x = net.normal("x", (batch, wide))
    h = net.op("Tanh", net.op("Gemm", x, net.weight(wide, hidden), net.weight(hidden), alpha=0.5, beta=2.0))
    net.returned(net.op("LogSoftmax", net.linear(h, hidden, classes), axis=-1), "y")
    return net.model("mlp_odd")


@net
def conv_odd(rng, batch=3, channels=10, size=13):
    """Strides, dilations, groups, average pooling and transposed convolution of odd sizes."""
    net = Net(rng, opset=19)
    x = net.normal("x", (batch, channels, size, size))
    x = net.op("LeakyRelu", conv(net, x, 15, channels, 3, 2, group=5), alpha=0.2)
    x = net.op("Conv", x, net.weight(9, 15, 3, 3, scale=0.1), dilations=[2, 2], pads=[2] * 4, kernel_shape=[3, 3])
    x = net.op("AveragePool", x, kernel_shape=[2, 2], strides=[1, 1], pads=[0, 0, 1, 1], count_include_pad=1)
    x = net.op("ConvTranspose", x, net.weight(9, 7, 3, 3, scale=0.2), strides=[2, 2], kernel_shape=[3, 3], pads=[1] * 4)
    net.returned(net.op("ReduceMean", x, net.constant(np.array([2], np.int64)), keepdims=0) if net.opset >= 18 else x, "y")
    return net.model("conv_odd")


@net
def attention_odd(rng):
    """Three sentences of seven tokens, five heads."""
    net, batch, tokens, heads, size = Net(rng, opset=20, ir_version=10), 3, 7, 5, 3
    wide = heads * size
    x = net.normal("x", (batch, tokens, wide))
    q, k, v = (net.heads(net.linear(x, wide, wide), batch, tokens, heads, size) for _ in range(3))
    a = net.together(net.attend(q, k, v, size), batch, tokens, wide)
    x = net.norm(net.op("Add", x, net.linear(a, wide, wide)), wide)
    net.returned(net.op("Gelu", x), "y")
    return net.model("attention_odd")


@net
def shapes(rng):
    """Shapes computed in the model, as exporters write them."""
    net = Net(rng, opset=21, ir_version=10)
    x = net.normal("x", (4, 6, 8))
    sizes = net.op("Shape", x)
    batch = net.op("Gather", sizes, net.constant(np.array(0, np.int64)), axis=0)
    target = net.op("Concat", net.op("Unsqueeze", batch, net.ints(0)), net.ints(-1), axis=0)
    flat = net.op("Reshape", x, target)
    half = net.op("Slice", flat, net.ints(0), net.ints(np.iinfo(np.int64).max), net.ints(1), net.ints(2))
    grown = net.op("Expand", net.op("Unsqueeze", half, net.ints(1)), net.ints(4, 3, 24))
    large = net.op("Greater", grown, net.scalar(0.5))
    zeros = net.op("ConstantOfShape", net.op("Shape", grown))
    net.returned(net.op("Where", large, grown, zeros), "y")
    net.returned(net.op("ReduceSum", net.op("Cast", large, to=TensorProto.INT64), net.ints(2)), "count", TensorProto.INT64)
    return net.model("shapes")


@net
def quantised(rng):
    """A convolution and products of bytes. The longest dimensions of their weights are those that are summed."""
    net = Net(rng)
    scale = lambda value: net.constant(np.array(value, np.float32), "scale")
    zero = lambda value, kind=np.uint8: net.constant(np.array(value, kind), "zero")
    parameters = lambda value, point: (scale(value), zero(point))
    x = net.normal("x", (4, 16, 6, 6))
    x = net.op("QuantizeLinear", x, *parameters(0.03, 120))
    weights = net.constant(rng.integers(-128, 128, (6, 16, 3, 3)).astype(np.int8), "weight")
    per_channel = net.positive(6), zero(rng.integers(-3, 4, 6), np.int8)
    bias = net.constant(rng.integers(-900, 900, 6).astype(np.int32), "bias")
    x = net.op("QLinearConv", x, *parameters(0.03, 120), weights, *per_channel, *parameters(120.0, 130), bias, pads=[1, 1, 1, 1])
    x = net.op("Reshape", x, net.ints(4, 216))
    for wide, to, point in ((216, 40, 110), (40, 12, 125)):
        weights = net.constant(rng.integers(0, 256, (wide, to)).astype(np.uint8), "weight")
        x = net.op("QLinearMatMul", x, *parameters(0.02, 128), weights, *parameters(0.01, 127), *parameters(0.4, point))
    net.returned(net.op("DequantizeLinear", x, *parameters(0.4, 125)), "y")
    return net.model("quantised")


@net
def four_bits(rng):
    """Weights of four bits in blocks, signed and unsigned, of an odd number of columns."""
    import ml_dtypes

    net = Net(rng, opset=21, ir_version=10)
    x = net.normal("x", (4, 64))
    for wide, to, kind in ((64, 33, ml_dtypes.int4), (33, 80, ml_dtypes.uint4)):
        axis, block = (0, 16) if wide % 16 == 0 else (1, 16)
        numbers = rng.integers(-8, 8, (wide, to)) if kind is ml_dtypes.int4 else rng.integers(0, 16, (wide, to))
        blocks = (wide // block, to) if axis == 0 else (wide, to // block)
        weights, scales = net.constant(numbers.astype(kind), "weight"), net.constant((0.1 * rng.random(blocks)).astype(np.float32), "scale")
        zeros = net.constant(rng.integers(0, 8, blocks).astype(kind), "zero")
        x = net.op("Tanh", net.op("MatMul", x, net.op("DequantizeLinear", weights, scales, zeros, axis=axis, block_size=block)))
    net.returned(x, "y")
    return net.model("four_bits")


# Patterns that PyTorch's exporters write around attention.


def merged_transpose(net, x, batch, heads, tokens, size):
    """Transposes keys after batches and heads are merged, and divides them again."""
    x = net.op("Reshape", x, net.ints(batch * heads, tokens, size))
    x = net.op("Transpose", x, perm=[0, 2, 1])
    return net.op("Reshape", x, net.ints(batch, heads, size, tokens))


@net
def grouped_queries(rng, batch=4, tokens=8, heads=4, groups=2, size=4, layers=2, words=64):
    """Llama as PyTorch exports it: keys and values are repeated for their queries, and merged with batches to be transposed."""
    net, wide = Net(rng, opset=18), heads * size
    x = net.op("Gather", net.weight(words, wide, scale=1.0), net.given_as("ids", rng.integers(0, words, (batch, tokens))), axis=0)
    for _ in range(layers):
        h = net.op("Mul", x, net.near_one(wide))
        q = net.heads(net.op("MatMul", h, net.weight(wide, wide)), batch, tokens, heads, size)
        repeated = []
        for _ in range(2):
            k = net.heads(net.op("MatMul", h, net.weight(wide, groups * size)), batch, tokens, groups, size)
            k = net.op("Unsqueeze", k, net.ints(2))
            repeated.append(net.op("Expand", k, net.ints(batch, groups, heads // groups, tokens, size)))
        k = merged_transpose(net, repeated[0], batch, heads, tokens, size)
        v = net.op("Reshape", repeated[1], net.ints(batch, heads, tokens, size))
        scores = net.op("Softmax", net.op("MatMul", q, k), axis=-1)
        a = net.together(net.op("MatMul", scores, v), batch, tokens, wide)
        x = net.op("Add", x, net.op("MatMul", a, net.weight(wide, wide)))
        h = net.op("Mul", x, net.near_one(wide))
        gate, up = (net.op("MatMul", h, net.weight(wide, 2 * wide)) for _ in range(2))
        h = net.op("Mul", net.op("Mul", gate, net.op("Sigmoid", gate)), up)
        x = net.op("Add", x, net.op("MatMul", h, net.weight(2 * wide, wide)))
    net.returned(x, "hidden")
    return net.model("grouped_queries")


@net
def sequence_first(rng, batch=4, tokens=8, heads=4, size=4, layers=2):
    """nn.MultiheadAttention: one product for queries, keys and values, divided by a Reshape, and one bias of zeros for all layers."""
    net, wide = Net(rng, opset=18), heads * size
    x = net.op("Transpose", net.normal("x", (batch, tokens, wide)), perm=[1, 0, 2])
    zeros = net.constant(np.zeros(3 * wide, np.float32), "bias")
    for _ in range(layers):
        qkv = net.op("Add", net.op("MatMul", x, net.weight(wide, 3 * wide)), zeros)
        qkv = net.op("Reshape", qkv, net.ints(tokens, batch, 3, wide))
        qkv = net.op("Transpose", qkv, perm=[2, 0, 1, 3])
        parts = []
        for part in range(3):
            each = net.op("Gather", qkv, net.constant(np.array(part, np.int64)), axis=0)
            each = net.op("Reshape", each, net.ints(tokens, batch * heads, size))
            parts.append(net.op("Transpose", each, perm=[1, 0, 2]))
        q, k, v = parts
        scores = net.op("Softmax", net.op("MatMul", q, net.op("Transpose", k, perm=[0, 2, 1])), axis=-1)
        a = net.op("Transpose", net.op("MatMul", scores, v), perm=[1, 0, 2])
        a = net.op("Reshape", a, net.ints(tokens * batch, wide))
        a = net.op("Gemm", a, net.weight(wide, wide), net.weight(wide, scale=0.1))
        x = net.op("Add", x, net.op("Reshape", a, net.ints(tokens, batch, wide)))
    net.returned(net.op("Transpose", x, perm=[1, 0, 2]), "y")
    return net.model("sequence_first")


@net
def sliced_projection(rng, batch=4, tokens=8, heads=4, groups=2, size=4):
    """Phi-3: Slices divide one product into queries and fewer keys and values."""
    net, wide, narrow = Net(rng, opset=18), heads * size, groups * size
    x = net.normal("x", (batch, tokens, wide))
    qkv = net.op("MatMul", x, net.weight(wide, wide + 2 * narrow))
    axis, step = net.ints(2), net.ints(1)
    part = lambda start, end: net.op("Slice", qkv, net.ints(start), net.ints(end), axis, step)
    q = net.heads(part(0, wide), batch, tokens, heads, size)
    k = net.heads(part(wide, wide + narrow), batch, tokens, groups, size)
    v = net.heads(part(wide + narrow, 2**63 - 1), batch, tokens, groups, size)
    grouped = [batch, groups, heads // groups, tokens, size]
    k, v = (net.op("Reshape", net.op("Expand", net.op("Unsqueeze", e, net.ints(2)), net.ints(*grouped)), net.ints(batch, heads, tokens, size)) for e in (k, v))
    a = net.together(net.attend(q, k, v, size), batch, tokens, wide)
    net.returned(net.op("MatMul", a, net.weight(wide, wide)), "y")
    return net.model("sliced_projection")
