"""Small models of one idea each, written as nodes, with the plan of an expert beside them."""

import json
import math

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from expect import summed

WRITTEN = {}


def written(make):
    WRITTEN[make.__name__] = make
    return make


class Graph:
    def __init__(self):
        self.nodes, self.weights, self.inputs, self.outputs, self.plans = [], [], [], [], []
        self.generator = np.random.default_rng(3)

    def given(self, name, *sizes, kind=TensorProto.FLOAT):
        self.inputs.append(helper.make_tensor_value_info(name, kind, sizes))
        return name

    def weight(self, name, *sizes):
        return self.constant(name, (self.generator.normal(size=sizes) / math.sqrt(sizes[0])).astype(np.float32))

    def constant(self, name, array):
        self.weights.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def op(self, kind, *inputs, outputs=1, domain="", **attributes):
        names = [f"{kind.lower()}{len(self.nodes)}_{at}" for at in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def returned(self, *names, kind=TensorProto.FLOAT):
        self.outputs += [helper.make_tensor_value_info(name, kind, None) for name in names]

    def plan(self, annotation, kind, mesh, shards, counts=None, sent=0):
        self.plans.append([annotation, kind, mesh, shards, counts or {}, sent])


EXPERTS, VOCABULARY, SEARCHES = "experts", "vocabulary parallel", "searches and totals along a sharded dimension"
PARTS, BLOCKS, SPACE, PRODUCTS = "fused products and merged dimensions", "4-bit weights by blocks", "windows", "products"


@written
def dense_experts(g):
    """All experts see all tokens; the sum over experts is weighted by a softmax."""
    x = g.given("x", 16, 32)
    hidden = g.op("Relu", g.op("MatMul", x, g.weight("up", 4, 32, 64)))
    each = g.op("MatMul", hidden, g.weight("down", 4, 64, 32))
    weights = g.op("Softmax", g.op("MatMul", x, g.weight("gate", 32, 4)), axis=-1)
    weights = g.op("Unsqueeze", g.op("Transpose", weights, perm=[1, 0]), g.constant("last", np.array([2], np.int64)))
    g.returned(g.op("ReduceSum", g.op("Mul", each, weights), g.constant("first", np.array([0], np.int64)), keepdims=0))
    shards = ["up=x,_,_", "down=x,_,_"]
    for ranks in (2, 4):
        g.plan(f"experts{ranks}", EXPERTS, f"x={ranks}", shards, {"AllReduce": 1}, summed(16 * 32 * 4, ranks))
    both = ["up=e,_,t", "down=e,t,_"]
    # One sum of the final tokens over both axes, as one collective or one along each axis.
    g.plan("experts_tensor", EXPERTS, "e=2,t=2", both, {"AllReduce": 2}, 2 * summed(16 * 32 * 4, 2))


@written
def routed_experts(g):
    """The best of four experts for each token, as a mask: Switch."""
    x = g.given("x", 16, 32)
    scores = g.op("Softmax", g.op("MatMul", x, g.weight("gate", 32, 4)), axis=-1)
    best = g.op("ArgMax", scores, axis=-1, keepdims=0)
    mask = g.op("OneHot", best, g.constant("depth", np.array(4, np.int64)), g.constant("values", np.array([0, 1], np.float32)), axis=0)
    hidden = g.op("Relu", g.op("MatMul", x, g.weight("up", 4, 32, 64)))
    each = g.op("MatMul", hidden, g.weight("down", 4, 64, 32))
    chosen = g.op("Mul", each, g.op("Unsqueeze", mask, g.constant("last", np.array([2], np.int64))))
    g.returned(g.op("ReduceSum", chosen, g.constant("first", np.array([0], np.int64)), keepdims=0))
    for ranks in (2, 4):
        g.plan(f"experts{ranks}", EXPERTS, f"x={ranks}", ["up=x,_,_", "down=x,_,_"], {"AllReduce": 1}, summed(16 * 32 * 4, ranks))


@written
def vocabulary(g):
    """Table and head are sharded by words: one sum after the look-up, logits stay sharded."""
    ids = g.given("ids", 4, 8, kind=TensorProto.INT64)
    x = g.op("Gather", g.weight("table", 64, 32), ids)
    g.returned(g.op("MatMul", g.op("Relu", x), g.weight("head", 32, 64)))
    for ranks in (2, 4):
        g.plan(f"vocabulary{ranks}", VOCABULARY, f"x={ranks}", ["table=x,_", "head=_,x"], {"AllReduce": 1}, summed(4 * 8 * 32 * 4, ranks))


@written
def tied_vocabulary(g):
    ids = g.given("ids", 4, 8, kind=TensorProto.INT64)
    table = g.weight("table", 64, 32)
    x = g.op("Relu", g.op("Gather", table, ids))
    g.returned(g.op("MatMul", x, g.op("Transpose", table, perm=[1, 0])))
    for ranks in (2, 4):
        g.plan(f"vocabulary{ranks}", VOCABULARY, f"x={ranks}", ["table=x,_"], {"AllReduce": 1}, summed(4 * 8 * 32 * 4, ranks))


@written
def greedy_decoding(g):
    """The best word of sharded logits: every rank sends its best score and its position, 4 and 8 bytes a token."""
    x = g.given("x", 4, 32)
    logits = g.op("MatMul", x, g.weight("head", 32, 4096))
    g.returned(g.op("ArgMax", logits, axis=-1, keepdims=0), kind=TensorProto.INT64)
    g.plan("vocabulary4", VOCABULARY, "x=4", ["head=_,x"], {"AllGather": 2}, 3 * 4 * 12)


@written
def loss_of_words(g):
    """A log-softmax over sharded words exchanges its largest element and its sum."""
    x = g.given("x", 32, 16)
    g.returned(g.op("LogSoftmax", g.op("MatMul", x, g.weight("head", 16, 512)), axis=-1))
    # The largest may be gathered, as onnxruntime has no maximum among its collectives.
    g.plan("vocabulary4", VOCABULARY, "x=4", ["head=_,x"], {"AllReduce": 1, "AllGather": 1}, 32 * 4 * 3 + summed(32 * 4, 4))


def search(kind, outputs, sent, counts, **attributes):
    def make(g):
        x = g.given("x", 4, 4096)
        more = [g.constant("argument", np.array(attributes.pop("argument"), np.int64))] if "argument" in attributes else []
        made = g.op(kind, x, *more, outputs=outputs, **attributes)
        g.returned(*([made] if outputs == 1 and kind != "ArgMax" else made[:1] if outputs == 2 else []))
        if kind == "ArgMax":
            g.returned(made, kind=TensorProto.INT64)
        g.plan("along4", SEARCHES, "x=4", ["x=_,x"], counts, sent)

    return make


# Of each row a rank sends its best element and position; its 4 best; its total.
WRITTEN["argmax"] = search("ArgMax", 1, 3 * 4 * 12, {"AllGather": 2}, axis=1, keepdims=0)
WRITTEN["topk"] = search("TopK", 2, 3 * 4 * 4 * 12, {"AllGather": 2}, axis=1, argument=[4])
WRITTEN["cumsum"] = search("CumSum", 1, 3 * 4 * 4, {"AllGather": 1}, argument=1)


@written
def merged_batch(g):
    """Heads and batches are one dimension, batches minor, as in sequence-first attention."""
    x = g.given("x", 8, 4, 32)
    merged = g.op("Reshape", x, g.constant("rows", np.array([8, 4 * 4, 8], np.int64)))
    turned = g.op("Transpose", merged, perm=[1, 0, 2])
    scores = g.op("Softmax", g.op("MatMul", turned, g.op("Transpose", merged, perm=[1, 2, 0])), axis=-1)
    back = g.op("Transpose", g.op("MatMul", scores, turned), perm=[1, 0, 2])
    g.returned(g.op("Reshape", back, g.constant("back", np.array([8, 4, 32], np.int64))))
    g.plan("batch", PARTS, "b=2", ["x=_,b,_"])
    g.plan("heads", PARTS, "t=2", ["x=_,_,t"])


@written
def three_parts(g):
    x = g.given("x", 4, 8, 32)
    q, k, v = g.op("Split", g.op("MatMul", x, g.weight("qkv", 32, 96)), outputs=3, axis=-1, num_outputs=3)
    scores = g.op("Sigmoid", g.op("Add", q, k))
    g.returned(g.op("MatMul", g.op("Mul", scores, v), g.weight("out", 32, 32)))
    for ranks in (2, 4):
        g.plan(f"tensor{ranks}", PARTS, f"x={ranks}", ["qkv=_,x", "out=x,_"], {"AllReduce": 1}, summed(4 * 8 * 32 * 4, ranks))


@written
def shared_bias(g):
    """Exporters merge equal constants: the bias of columns is that of rows."""
    x = g.given("x", 16, 32)
    bias = g.constant("zeros", np.zeros(32, np.float32))
    for number in range(2):
        up = g.op("Relu", g.op("Add", g.op("MatMul", x, g.weight(f"up{number}", 32, 32)), bias))
        x = g.op("Add", x, g.op("Add", g.op("MatMul", up, g.weight(f"down{number}", 32, 32)), bias))
        x = g.op("Tanh", x)
    g.returned(x)
    shards = [f"{name}{number}={sharding}" for number in range(2) for name, sharding in (("up", "_,x"), ("down", "x,_"))]
    for ranks in (2, 4):
        g.plan(f"tensor{ranks}", PRODUCTS, f"x={ranks}", shards, {"AllReduce": 2}, 2 * summed(16 * 32 * 4, ranks))


@written
def gemms(g):
    x = g.given("x", 16, 32)
    hidden = g.op("Gelu", g.op("Gemm", x, g.weight("up", 64, 32), g.weight("b1", 64), transB=1))
    g.returned(g.op("Gemm", hidden, g.weight("down", 64, 16), g.weight("b2", 16)))
    for ranks in (2, 4):
        g.plan(f"tensor{ranks}", PRODUCTS, f"x={ranks}", ["up=x,_", "down=x,_"], {"AllReduce": 1}, summed(16 * 16 * 4, ranks))


@written
def einsum(g):
    x = g.given("x", 4, 8, 32)
    heads = g.op("Einsum", x, g.weight("up", 32, 4, 8), equation="bsd,dhk->bhsk")
    g.returned(g.op("Einsum", g.op("Tanh", heads), g.weight("down", 4, 8, 32), equation="bhsk,hkd->bsd"))
    for ranks in (2, 4):
        g.plan(f"tensor{ranks}", PRODUCTS, f"x={ranks}", ["up=_,x,_", "down=x,_,_"], {"AllReduce": 1}, summed(4 * 8 * 32 * 4, ranks))


@written
def parallel_products(g):
    """Two products with sharded rows are added: one sum."""
    x = g.given("x", 16, 32)
    made = [g.op("MatMul", g.op("Tanh", g.op("MatMul", x, g.weight(f"up{at}", 32, 64))), g.weight(f"down{at}", 64, 32)) for at in range(2)]
    g.returned(g.op("Relu", g.op("Add", *made)))
    shards = [f"up{at}=_,x" for at in range(2)] + [f"down{at}=x,_" for at in range(2)]
    for ranks in (2, 4):
        g.plan(f"tensor{ranks}", PRODUCTS, f"x={ranks}", shards, {"AllReduce": 1}, summed(16 * 32 * 4, ranks))


@written
def attention_op(g):
    """The `Attention` of op set 23 on sharded heads."""
    x = g.given("x", 4, 8, 64)
    q, k, v = (g.op("MatMul", x, g.weight(name, 64, 64)) for name in "qkv")
    g.returned(g.op("MatMul", g.op("Attention", q, k, v, q_num_heads=4, kv_num_heads=4), g.weight("o", 64, 64)))
    for ranks in (2, 4):
        g.plan(f"tensor{ranks}", PRODUCTS, f"x={ranks}", ["q=_,x", "k=_,x", "v=_,x", "o=x,_"], {"AllReduce": 1}, summed(4 * 8 * 64 * 4, ranks))


def blocks(name, sharding, counts, sent):
    def make(g):
        x = g.given("x", 4, 64)
        four = g.generator.integers(-8, 8, (64, 64)).astype(np.int8)
        g.weights.append(helper.make_tensor("w", TensorProto.INT4, (64, 64), four.reshape(-1)))
        scale = g.constant("scale", (0.01 + g.generator.random((4, 64)) / 50).astype(np.float32))
        g.returned(g.op("MatMul", x, g.op("DequantizeLinear", "w", scale, axis=0, block_size=16)))
        for ranks in (2, 4):
            g.plan(f"{name}{ranks}", BLOCKS, f"x={ranks}", [f"w={sharding}"], counts, summed(sent, ranks))

    return make


WRITTEN["four_bit_columns"] = blocks("columns", "_,x", {}, 0)
WRITTEN["four_bit_rows"] = blocks("rows", "x,_", {"AllReduce": 1}, 4 * 64 * 4)


@written
def focus(g):
    """Every second row and column, as in YOLOX: each rank takes its own."""
    x = g.given("x", 2, 3, 32, 32)
    axes = g.constant("axes", np.array([2, 3], np.int64))
    ends, steps = g.constant("ends", np.array([99, 99], np.int64)), g.constant("steps", np.array([2, 2], np.int64))
    parts = [g.op("Slice", x, g.constant(f"start{i}{j}", np.array([i, j], np.int64)), ends, axes, steps) for i in (0, 1) for j in (0, 1)]
    g.returned(g.op("Conv", g.op("Concat", *parts, axis=1), g.weight("w", 8, 12, 1, 1)))
    g.plan("rows2", SPACE, "x=2", ["x=_,_,x,_"])
    g.plan("rows4", SPACE, "x=4", ["x=_,_,x,_"])


@written
def borders(g):
    """A rank sends a row up and a row down, however many ranks there are."""
    x = g.given("x", 1, 4, 64, 16)
    g.returned(g.op("Conv", x, g.weight("w", 4, 4, 3, 3), pads=[1, 1, 1, 1]))
    for ranks in (2, 4, 8):
        # Of two ranks each has one neighbour; of more, rank 0 may send to two groups of neighbours.
        g.plan(f"rows{ranks}", SPACE, f"x={ranks}", ["x=_,_,x,_"], {"AllGather": 2, "AllToAll": 2}, 2 * 4 * 16 * 4)


@written
def branches(g):
    """An `If` whose branches are products: their weights are sharded as anywhere."""
    x, which = g.given("x", 4, 32), g.given("which", kind=TensorProto.BOOL)
    bodies = []
    for at in range(2):
        up, down = g.weight(f"up{at}", 32, 64), g.weight(f"down{at}", 64, 32)
        nodes = [helper.make_node("MatMul", [x, up], [f"a{at}"]), helper.make_node("Relu", [f"a{at}"], [f"b{at}"]), helper.make_node("MatMul", [f"b{at}", down], [f"c{at}"])]
        bodies.append(helper.make_graph(nodes, f"branch{at}", [], [helper.make_tensor_value_info(f"c{at}", TensorProto.FLOAT, [4, 32])]))
    g.returned(g.op("If", which, then_branch=bodies[0], else_branch=bodies[1]))
    shards = [f"{name}{at}={sharding}" for at in range(2) for name, sharding in (("up", "_,x"), ("down", "x,_"))]
    # Each branch has its own sum, or one sum follows the `If`.
    g.plan("tensor2", "control flow", "x=2", shards, {"AllReduce": 2}, 2 * summed(4 * 32 * 4, 2))
    g.plan("batch", "control flow", "b=2", ["x=b,_"])


def write(folder, name):
    graph = Graph()
    WRITTEN[name](graph)
    body = helper.make_graph(graph.nodes, name, graph.inputs, graph.outputs, graph.weights)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)
    onnx.save(model, str(folder / f"{name}.onnx"))
    (folder / f"{name}.json").write_text(json.dumps({"inputs": {}, "batch": False, "plans": graph.plans}, indent=1))
