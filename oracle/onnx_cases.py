"""Collects small ONNX models with inputs and outputs, on which signatures and types are tried.

usage: onnx_cases.py OUTDIR

`cases.pickle` is a list of cases: name, model (bytes), inputs and outputs (arrays, or None where a value is not a
plain tensor). `models.bin` holds the models to be typed: for each case its model, then the model with parameter
inputs turned into constants, then the model with named dimensions; each preceded by its length in four bytes,
little-endian.

Most cases are those of onnx's own backend tests for single nodes; the others are larger or of older versions.
"""

import pathlib
import pickle
import struct
import sys
import warnings

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import onnx_extra

warnings.filterwarnings("ignore")

# What onnxruntime reads.
NEWEST_OPSET = 26
NEWEST_IR = 13

# Inputs that decide about shapes, by op.
PARAMETERS = {
    "AffineGrid": [1],
    "BlackmanWindow": [0],
    "CenterCropPad": [1],
    "Clip": [1, 2],
    "Col2Im": [1, 2],
    "ConstantOfShape": [0],
    "CumProd": [1],
    "CumSum": [1],
    "DFT": [1, 2],
    "Dropout": [1, 2],
    "Expand": [1],
    "HammingWindow": [0],
    "HannWindow": [0],
    "MaxUnpool": [2],
    "MelWeightMatrix": [0, 1, 2, 3, 4],
    "NonMaxSuppression": [2, 3, 4],
    "OneHot": [1],
    "Pad": [1, 2, 3],
    "Range": [0, 1, 2],
    "Reshape": [1],
    "Resize": [1, 2, 3],
    "STFT": [1, 3],
    "Slice": [1, 2, 3, 4],
    "Split": [1],
    "Squeeze": [1],
    "Tile": [1],
    "TopK": [1],
    "Trilu": [1],
    "Unsqueeze": [1],
    "Upsample": [1],
    **{f"Reduce{kind}": [1] for kind in "L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare".split()},
}


def array(value):
    """The value as an array; None unless it is a plain tensor."""
    if isinstance(value, TensorProto):
        value = numpy_helper.to_array(value)
    if value is None or isinstance(value, list):
        return None
    return np.asarray(value)


def clamped(model):
    """The model in versions that onnxruntime reads."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    model.ir_version = min(model.ir_version, NEWEST_IR)
    for opset in model.opset_import:
        if opset.domain in ("", "ai.onnx"):
            opset.version = min(opset.version, NEWEST_OPSET)
    return model


def with_constants(model, inputs):
    """The model with inputs that are parameters turned into constants."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    graph = model.graph
    names = [info.name for info in graph.input]
    for node in graph.node:
        for position in PARAMETERS.get(node.op_type, []):
            if position >= len(node.input) or node.input[position] not in names:
                continue
            value = inputs[names.index(node.input[position])]
            taken = {tensor.name for tensor in graph.initializer}
            if value is not None and node.input[position] not in taken:
                graph.initializer.append(numpy_helper.from_array(value, node.input[position]))
    constants = {tensor.name for tensor in graph.initializer}
    kept = [info for info in graph.input if info.name not in constants]
    del graph.input[:]
    graph.input.extend(kept)
    without_shapes(model)
    return model


def without_shapes(model):
    """Forgets what is said of shapes of outputs."""
    for info in list(model.graph.output) + list(model.graph.value_info):
        if info.type.HasField("tensor_type"):
            info.type.tensor_type.ClearField("shape")


def with_names(model):
    """The model with a name for every larger dimension of its inputs, and outputs of which nothing is said."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    for info in model.graph.input:
        if info.type.HasField("tensor_type"):
            for dim in info.type.tensor_type.shape.dim:
                if dim.dim_value > 1:
                    dim.dim_param = f"d{dim.dim_value}"
    without_shapes(model)
    return model


def backend_cases():
    from onnx.backend.test.case.node import collect_testcases

    for case in collect_testcases(None):
        if not case.data_sets:
            continue
        inputs, outputs = case.data_sets[0]
        yield case.name, case.model, [array(value) for value in inputs], [array(value) for value in outputs]


def light_models():
    folder = pathlib.Path(onnx.__file__).parent / "backend/test/data/light"
    for path in sorted(folder.glob("*.onnx")):
        yield path.stem, onnx.load(path), None, None


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    cases = []
    with open(folder / "models.bin", "wb") as file:
        for source in (backend_cases, onnx_extra.cases, light_models):
            for name, model, inputs, outputs in source():
                opset = max((entry.version for entry in model.opset_import if entry.domain == ""), default=1)
                model = clamped(model)
                fixed = with_constants(model, inputs) if inputs is not None else model
                for variant in (model, fixed, with_names(fixed)):
                    data = variant.SerializeToString()
                    file.write(struct.pack("<I", len(data)) + data)
                cases.append({"name": name, "model": model.SerializeToString(), "opset": opset, "inputs": inputs, "outputs": outputs})
    with open(folder / "cases.pickle", "wb") as file:
        pickle.dump(cases, file)
    print(f"{len(cases)} cases of onnx {onnx.__version__}")


if __name__ == "__main__":
    main()
