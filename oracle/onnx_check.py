"""Checks models from standard input with onnx.checker and answers each with one line: empty, or the fault.

usage: onnx_check.py
       onnx_check.py PLAIN EXTERNAL

A model is its length as four bytes, little-endian, and its bytes. Shapes are checked too (`full_check`); onnx has no
collectives, whose results the model declares. With two paths: both files must hold the same model, the second with weights
in a file beside it, and onnxruntime must load it.
"""

import struct
import sys

import onnx
from onnx import numpy_helper

COLLECTIVES = {"AllReduce", "AllGather", "AllToAll"}


def exchanges(model):
    return any(node.op_type in COLLECTIVES and node.domain == "com.microsoft" for node in model.graph.node)


def fault(data):
    model = onnx.ModelProto.FromString(data)
    try:
        onnx.checker.check_model(model, full_check=True)
    except Exception as error:
        return " ".join(str(error).split()) or "refused"
    return ""


def serve():
    while True:
        head = sys.stdin.buffer.read(4)
        if len(head) < 4:
            return
        data = sys.stdin.buffer.read(struct.unpack("<I", head)[0])
        print(fault(data), flush=True)


def compare(plain, external):
    import onnxruntime

    onnx.checker.check_model(external)
    raw = onnx.load(external, load_external_data=False)
    outside = [t for t in raw.graph.initializer if t.data_location == onnx.TensorProto.EXTERNAL]
    if not outside:
        sys.exit("no weights are in the other file")
    a, b = onnx.load(plain), onnx.load(external)
    for one, other in zip(a.graph.initializer, b.graph.initializer, strict=True):
        if one.name != other.name or numpy_helper.to_array(one).tobytes() != numpy_helper.to_array(other).tobytes():
            sys.exit(f"{one.name} differs")
    if exchanges(a):
        sys.exit("the model exchanges something, and onnxruntime would not load it")
    onnxruntime.InferenceSession(external, providers=["CPUExecutionProvider"])
    print(f"{len(outside)} of {len(a.graph.initializer)} weights in the other file, loaded by onnx and onnxruntime")


compare(*sys.argv[1:]) if len(sys.argv) > 1 else serve()
