"""Writes networks with attention for `ckks`, and what onnxruntime computes with them.

    python oracle/ckks_nets.py

Each network is a model in testdata/ckks/attention, in protobuf's text form with rounded weights. The file `values.json` there has an
input and onnxruntime's result for each.
"""

import json
import pathlib
import re

import numpy as np
import onnxruntime
from google.protobuf import text_format
from onnx import TensorProto, helper

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "testdata" / "ckks" / "attention"


class Net:
    """A model under construction: nodes, constants, and random weights that are short in decimal."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.nodes, self.constants, self.inputs = [], [], []

    def input(self, name, *shape):
        self.inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
        return name

    def floats(self, name, values):
        values = np.asarray(values, np.float32)
        tensor = helper.make_tensor(name, TensorProto.FLOAT, values.shape, values.ravel().tolist())
        self.constants.append(tensor)
        return name

    def weights(self, name, *shape, size=1.0):
        scale = size / np.sqrt(shape[0])
        return self.floats(name, np.round(scale * self.random.standard_normal(shape), 3))

    def ints(self, name, values):
        values = np.asarray(values, np.int64)
        self.constants.append(helper.make_tensor(name, TensorProto.INT64, values.shape, values.ravel().tolist()))
        return name

    def node(self, op, inputs, outputs, **attributes):
        outputs = [outputs] if isinstance(outputs, str) else outputs
        self.nodes.append(helper.make_node(op, inputs, outputs, name=f"n_{outputs[0]}", **attributes))
        return outputs[0]

    def dense(self, value, name, rows, columns):
        product = self.node("MatMul", [value, self.weights(f"w_{name}", rows, columns)], f"{name}_product")
        return self.node("Add", [product, self.weights(f"b_{name}", columns, size=0.3)], name)

    def norm(self, value, name, features):
        gain = self.floats(f"g_{name}", 1 + 0.1 * np.round(self.random.standard_normal(features), 2))
        return self.node("LayerNormalization", [value, gain, self.weights(f"s_{name}", features)], name, axis=-1)

    def norm_in_parts(self, value, name, features):
        """A normalisation as exporters write it out."""
        axes = self.ints(f"axes_{name}", [-1])
        mean = self.node("ReduceMean", [value, axes], f"{name}_mean")
        centred = self.node("Sub", [value, mean], f"{name}_centred")
        square = self.node("Pow", [centred, self.floats(f"two_{name}", 2.0)], f"{name}_square")
        variance = self.node("ReduceMean", [square, axes], f"{name}_variance")
        more = self.node("Add", [variance, self.floats(f"epsilon_{name}", 1e-5)], f"{name}_more")
        root = self.node("Sqrt", [more], f"{name}_root")
        made = self.node("Div", [centred, root], f"{name}_divided")
        scaled = self.node("Mul", [made, self.weights(f"g_{name}", features)], f"{name}_scaled")
        return self.node("Add", [scaled, self.weights(f"s_{name}", features)], name)

    def attention(self, sources, name, sizes, heads, mask=None, probabilities="Softmax", fused=False):
        """Attention of queries from one sequence to keys and values of another."""
        (queries, rows), (keys, columns), features = sources[0], sources[1], sizes
        each = features // heads
        if fused:
            joint = self.dense(queries, f"{name}_qkv", features, 3 * features)
            parts = [f"{name}_{part}" for part in "qkv"]
            self.node("Split", [joint, self.ints(f"{name}_parts", [features] * 3)], parts, axis=2)
        else:
            of = {"q": queries, "k": keys, "v": keys}
            parts = [self.dense(of[part], f"{name}_{part}", features, features) for part in "qkv"]
        split = []
        for part, length, order in zip(parts, (rows, columns, columns), ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])):
            shape = self.ints(f"shape_{part}", [1, length, heads, each])
            split.append(self.node("Transpose", [self.node("Reshape", [part, shape], f"{part}_heads")], f"{part}_t", perm=order))
        scores = self.node("MatMul", split[:2], f"{name}_scores")
        scores = self.node("Div", [scores, self.floats(f"{name}_root", np.sqrt(each))], f"{name}_scaled")
        if mask is not None:
            scores = self.node("Add", [scores, self.floats(f"{name}_mask", mask)], f"{name}_masked")
        if probabilities == "Softmax":
            weights = self.node("Softmax", [scores], f"{name}_weights", axis=-1)
        else:
            weights = self.node("Mul", [scores, scores], f"{name}_weights")
        context = self.node("MatMul", [weights, split[2]], f"{name}_context")
        context = self.node("Transpose", [context], f"{name}_rows", perm=[0, 2, 1, 3])
        shape = self.ints(f"{name}_joined", [1, rows, features])
        return self.dense(self.node("Reshape", [context, shape], f"{name}_merged"), f"{name}_out", features, features)

    def feed_forward(self, value, name, features, hidden, function="Gelu"):
        inner = self.node(function, [self.dense(value, f"{name}_in", features, hidden)], f"{name}_function")
        return self.dense(inner, f"{name}_out", hidden, features)

    def model(self, output):
        self.nodes[-1].output[0] = output
        result = helper.make_tensor_value_info(output, TensorProto.FLOAT, None)
        graph = helper.make_graph(self.nodes, "net", self.inputs, [result], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
        return model


def encoder(length, features, heads, hidden, fused=True, mask=None, written_out=False):
    net = Net(length * features)
    norm = net.norm_in_parts if written_out else net.norm
    x = net.input("x", 1, length, features)
    first = norm(x, "first", features)
    heard = net.attention([(first, length)] * 2, "attention", features, heads, mask, fused=fused)
    x = net.node("Add", [x, heard], "between")
    net.node("Add", [x, net.feed_forward(norm(x, "second", features), "mlp", features, hidden)], "y")
    return net.model("y")


def attention_only(length, features, heads, probabilities="Softmax", mask=None):
    net = Net(length + features)
    x = net.input("x", 1, length, features)
    net.attention([(x, length)] * 2, "attention", features, heads, mask, probabilities)
    return net.model("y")


def crossed():
    """Two sequences of different length: positions are added to one, and the other is read with attention."""
    net = Net(5)
    a, b = net.input("a", 1, 4, 8), net.input("b", 1, 6, 8)
    placed = net.node("Add", [a, net.weights("positions", 4, 8)], "placed")
    heard = net.attention([(placed, 4), (b, 6)], "cross", 8, 2)
    net.node("Add", [placed, heard], "sum")
    pooled = net.node("ReduceMean", ["sum", net.ints("over", [1])], "pooled", keepdims=0)
    net.dense(pooled, "head", 8, 3)
    return net.model("y")


def towers():
    """Two images' features, compared."""
    net = Net(6)
    a, b = net.input("a", 1, 10), net.input("b", 1, 6)
    left = net.node("Tanh", [net.dense(a, "left", 10, 8)], "left_tanh")
    right = net.node("Tanh", [net.dense(b, "right", 6, 8)], "right_tanh")
    product = net.node("Mul", [left, right], "product")
    distance = net.node("Sub", [left, right], "distance")
    square = net.node("Mul", [distance, distance], "square")
    net.dense(net.node("Concat", [product, square], "both", axis=1), "head", 16, 2)
    return net.model("y")


def mixer():
    """Mixes positions by a constant on the left, then features; the first position is the result."""
    net = Net(7)
    x = net.input("x", 1, 6, 5)
    mixed = net.node("MatMul", [net.weights("mix", 6, 6), x], "mixed")
    mixed = net.node("Mul", [mixed, mixed], "squared")
    mixed = net.node("Mul", [mixed, net.weights("gate", 6, 5)], "gated")
    x = net.node("Add", [x, mixed], "sum")
    first = net.node("Gather", [x, net.ints("at", 0)], "first", axis=1)
    net.dense(first, "head", 5, 4)
    return net.model("y")


def patches():
    """An image in patches, as vision transformers read it, with a constant in front and attention as exporters write it:
    heads merged with the batch, queries, keys and values in one tensor, rows flattened for the last product."""
    net = Net(8)
    image = net.input("image", 1, 2, 6, 4)
    made = net.node("Conv", [image, net.weights("w_conv", 6, 2, 2, 2, size=0.7)], "conv", strides=[2, 2])
    made = net.node("Reshape", [made, net.ints("flat", [1, 6, -1])], "flattened")
    made = net.node("Transpose", [made], "tokens", perm=[0, 2, 1])
    made = net.node("Concat", [net.weights("class", 1, 1, 6, size=0.5), made], "all", axis=1)
    made = net.node("Add", [made, net.weights("positions", 1, 7, 6, size=0.5)], "placed")
    made = net.dense(made, "qkv", 6, 18)
    made = net.node("Reshape", [made, net.ints("parts", [1, 7, 3, 2, 3])], "split")
    made = net.node("Transpose", [made], "turned", perm=[2, 0, 3, 1, 4])
    query, key, value = (
        net.node("Reshape", [net.node("Gather", [made, net.ints(f"at{n}", n)], f"part{n}", axis=0), "merged"], f"head{n}")
        for n in range(3)
    )
    net.ints("merged", [2, 7, 3])
    query = net.node("Mul", [query, net.floats("scale", 3**-0.5)], "scaled")
    scores = net.node("MatMul", [query, net.node("Transpose", [key], "keys", perm=[0, 2, 1])], "scores")
    made = net.node("MatMul", [net.node("Softmax", [scores], "weights", axis=-1), value], "context")
    made = net.node("Transpose", [made], "rows", perm=[1, 0, 2])
    made = net.node("Reshape", [made, net.ints("matrix", [7, 6])], "flat_rows")
    made = net.node("Gemm", [made, net.weights("w_out", 6, 6), net.weights("b_out", 6)], "out", transB=1)
    made = net.node("Slice", [made, net.ints("from", [0]), net.ints("to", [1]), net.ints("axes", [0])], "first")
    net.dense(made, "head", 6, 4)
    return net.model("y")


def nets():
    causal = np.triu(np.full((5, 5), -1e9), 1)
    return {
        "encoder_3": encoder(3, 6, 2, 8),
        "encoder_5": encoder(5, 12, 3, 16, fused=False),
        "encoder_8": encoder(8, 16, 4, 24),
        "encoder_written_out": encoder(4, 6, 1, 6, fused=False, written_out=True),
        "attention_16": attention_only(16, 12, 2),
        "attention_causal": attention_only(5, 6, 2, mask=causal),
        "attention_square": attention_only(7, 10, 2, "square"),
        "crossed": crossed(),
        "towers": towers(),
        "mixer": mixer(),
        "patches": patches(),
    }


def short_text(model):
    """The text form, with all numbers of a tensor in one line."""
    text = text_format.MessageToString(model)
    for field in ("float_data", "int64_data", "dims", "ints"):
        lines = re.compile(rf"((?:^ *{field}: \S+\n)+)", re.M)

        def joined(match):
            indent = re.match(" *", match[0])[0]
            numbers = re.findall(rf"{field}: (\S+)", match[0])
            return f"{indent}{field}: [{', '.join(numbers)}]\n"

        text = lines.sub(joined, text)
    return text


def main():
    FOLDER.mkdir(exist_ok=True)
    values = {}
    for name, model in nets().items():
        text = short_text(model)
        (FOLDER / f"{name}.textproto").write_text(text)
        # Weights as the file has them.
        text_format.Parse(text, read := type(model)())
        random = np.random.default_rng(1)
        shapes = {value.name: [d.dim_value for d in value.type.tensor_type.shape.dim] for value in read.graph.input}
        inputs = {key: np.round(random.uniform(-1, 1, shape), 3).astype(np.float32) for key, shape in shapes.items()}
        made = onnxruntime.InferenceSession(read.SerializeToString()).run(None, inputs)[0]
        numbers = [round(float(value), 8) for part in inputs.values() for value in part.ravel()]
        values[name] = {"input": numbers, "output": [float(f"{value:.8g}") for value in made.ravel()]}
    lines = [f"  {json.dumps(name)}: {json.dumps(each)}" for name, each in values.items()]
    (FOLDER / "values.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
