"""Small ONNX models with seeded weights, their inputs, and what onnxruntime returns for them.

    python onnx_models.py OUTDIR [--only PATTERN] [--batch N]

Every model is a folder: `model.onnx`, `input_0.pb`, ..., `output_0.pb`, ... (tensors, each with its name). The nine
networks that come with the onnx package are made narrower and get random weights; the others are in onnx_nets.py.
`--batch` is how many images the nine are given. What is random depends on the name of the model only. A model whose
results are not finite or all alike is an error.
"""

import argparse
import fnmatch
import hashlib
import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper, version_converter

import onnx_nets

OPSET = 17
IR_VERSION = 9

# The networks of the onnx package, and by what their channels are divided; all numbers of channels are multiples.
LIGHT = {
    "bvlc_alexnet": 8,
    "densenet121": 8,
    "inception_v1": 8,
    "inception_v2": 8,
    "resnet50": 8,
    "shufflenet": 1,
    "squeezenet": 4,
    "vgg19": 8,
    "zfnet512": 8,
}


def generator(name):
    return np.random.default_rng(int(hashlib.sha256(name.encode()).hexdigest()[:8], 16))


def session(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def run(model, inputs):
    one = session(model)
    names = [output.name for output in one.get_outputs()]
    return dict(zip(names, one.run(names, inputs)))


def narrower(shape, divisor, is_kernel=False):
    """Kernels keep their sizes, and three channels of an image are three."""
    channels = 2 if is_kernel else len(shape)
    return [
        size // divisor if place < channels and size % divisor == 0 and size > 3 else size
        for place, size in enumerate(shape)
    ]


def weight(rng, node, position, shape, after):
    """A weight that keeps activations in bounds. `after` is the op that uses what `node` makes of it."""
    noise = rng.standard_normal(shape)
    if (node.op_type in ("Conv", "Gemm") and position == 1) or node.op_type == "Reshape":
        return noise * np.sqrt(2 / np.prod(shape[1:]))
    if node.op_type == "BatchNormalization" and position == 4:
        return rng.uniform(0.5, 1.5, shape)
    if (node.op_type == "BatchNormalization" and position == 1) or after == "Mul":
        return 1 + 0.1 * noise
    return 0.1 * noise


def light(name, divisor, batch):
    path = pathlib.Path(onnx.__file__).parent / "backend/test/data/light" / f"light_{name}.onnx"
    graph = onnx.load(path).graph
    rng = generator(name)
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    # Weights are constants of some shape; nodes that make them go away.
    shapes = {name: list(array.shape) for name, array in constants.items()}
    for node in graph.node:
        if node.op_type == "ConstantOfShape":
            shapes[node.output[0]] = constants[node.input[0]].tolist()
    nodes = [node for node in graph.node if node.op_type != "ConstantOfShape"]
    users = {}
    for node in nodes:
        for value in node.input:
            users.setdefault(value, node)
    initializers = []
    for node in nodes:
        for position, value in enumerate(node.input):
            if value not in shapes or users[value] is not node:
                continue
            if node.op_type == "Reshape" and position == 1:
                sizes = constants[value].tolist()
                if node.input[0] in shapes:
                    sizes = narrower(sizes, divisor)
                else:
                    # The batch and, behind it, the channels may be others.
                    sizes = [0, -1] if len(sizes) == 2 else [0, *sizes[1:]]
                array = np.array(sizes, np.int64)
            else:
                after = users.get(node.output[0]) if node.op_type == "Unsqueeze" else None
                shape = narrower(shapes[value], divisor, node.op_type == "Conv")
                array = weight(rng, node, position, shape, after and after.op_type).astype(np.float32)
            initializers.append(numpy_helper.from_array(array, value))
    data = next(i for i in graph.input if i.name not in shapes and len(i.type.tensor_type.shape.dim) == 4)
    inputs = [helper.make_tensor_value_info(data.name, onnx.TensorProto.FLOAT, [batch, 3, 224, 224])]
    result = graph.output[0].name
    outputs = [helper.make_tensor_value_info(result, onnx.TensorProto.FLOAT, None)]
    graph = helper.make_graph(nodes, name, inputs, outputs, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 9)], ir_version=4)
    model = version_converter.convert_version(model, OPSET)
    model.ir_version = IR_VERSION
    x = {data.name: rng.standard_normal((batch, 3, 224, 224)).astype(np.float32)}
    level_scores(model, x)
    return onnx.shape_inference.infer_shapes(model, strict_mode=True), x


def level_scores(model, inputs):
    """Divides the last weights so that the scores in front of the softmax are about one."""
    last = next(node for node in reversed(model.graph.node) if node.op_type in ("Conv", "Gemm"))
    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    del probe.graph.output[:]
    probe.graph.output.append(helper.make_tensor_value_info(last.output[0], onnx.TensorProto.FLOAT, None))
    scale = run(probe, inputs)[last.output[0]].std()
    for tensor in model.graph.initializer:
        if tensor.name in last.input[1:]:
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor) / scale, tensor.name))


def check(name, outputs):
    for value, array in outputs.items():
        if array.dtype.kind != "f":
            continue
        if not np.isfinite(array).all():
            raise SystemExit(f"{name}: `{value}` is not finite")
        if array.ndim and array.shape[-1] > 1 and not (array.std(axis=-1) > 0).any():
            raise SystemExit(f"{name}: `{value}` is constant")


def write(folder, name, model, inputs):
    onnx.checker.check_model(model, full_check=True)
    outputs = run(model, inputs)
    check(name, outputs)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    for kind, arrays in (("input", inputs), ("output", outputs)):
        for place, (value, array) in enumerate(arrays.items()):
            tensor = numpy_helper.from_array(np.asarray(array), value)
            (folder / f"{kind}_{place}.pb").write_bytes(tensor.SerializeToString())
    size = (folder / "model.onnx").stat().st_size
    print(f"{name}: {len(model.graph.node)} nodes, {size / 1e6:.1f} MB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("outdir", type=pathlib.Path)
    parser.add_argument("--only", default="*")
    parser.add_argument("--batch", type=int, default=4)
    arguments = parser.parse_args()
    makers = {}
    for name, divisor in LIGHT.items():
        makers[name] = lambda name=name, divisor=divisor: light(name, divisor, arguments.batch)
    for name, maker in onnx_nets.NETS.items():
        makers[name] = lambda name=name, maker=maker: maker(generator(name))
    for name, maker in makers.items():
        if fnmatch.fnmatch(name, arguments.only):
            write(arguments.outdir / name, name, *maker())
    return 0


if __name__ == "__main__":
    sys.exit(main())
