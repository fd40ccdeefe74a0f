"""Writes models, and how Google's protobuf prints them as text and as JSON.

usage: onnx_text.py OUTDIR

NAME.onnx, NAME.textproto and NAME.json: one model with awkward values and all multi-device fields, and models of onnx's own
test data.
"""

import glob
import os
import sys

import numpy as np
import onnx
from google.protobuf import json_format, text_format
from onnx import TensorProto, helper, numpy_helper

FLOATS = [0.1, 1e-5, 3.4e38, 1 / 3, 16777217.0, -0.0, 1e-45, 123456.79, float("nan"), float("inf"), float("-inf")]


def awkward():
    weights = [
        numpy_helper.from_array(np.array(FLOATS, np.float32), "raw"),
        helper.make_tensor("floats", TensorProto.FLOAT, [len(FLOATS)], FLOATS),
        helper.make_tensor("doubles", TensorProto.DOUBLE, [5], [0.1, 1e-5, 1e22, 1 / 3, 5e-324]),
        helper.make_tensor("texts", TensorProto.STRING, [2], [b"a\xff\"'\n\0", "ü".encode()]),
        helper.make_tensor("large", TensorProto.UINT64, [1], [2**64 - 1]),
    ]
    node = helper.make_node("Add", ["x", "raw"], ["y"], name="n\"ü'\t☃\\", f=1.5, ints=[1, -2], s="t", floats=[1.0, 1e-7])
    value = helper.make_tensor_value_info
    graph = helper.make_graph([node], "g", [value("x", 1, ["n", 4, None])], [value("y", 1, None)], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])
    configuration = model.configuration.add(name="two", num_devices=2, device=["a", "b"])
    annotation = model.graph.node[0].device_configurations.add(configuration_id=configuration.name, pipeline_stage=0)
    spec = annotation.sharding_spec.add(tensor_name="x", device=[-1, 1])
    spec.index_to_device_group_map.add(key=-1, value=[0, 1])
    axis = spec.sharded_dim.add(axis=-2)
    axis.simple_sharding.add(dim_param="n", num_shards=2)
    axis.simple_sharding.add(dim_value=0, num_shards=1)
    return model


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    models = {"awkward": awkward()}
    data = os.path.join(os.path.dirname(onnx.__file__), "backend/test/data")
    paths = sorted(glob.glob(f"{data}/**/model.onnx", recursive=True) + glob.glob(f"{data}/light/*.onnx"))
    for number, path in enumerate(paths):
        models[f"{number:03}"] = onnx.load(path, load_external_data=False)
    for name, model in models.items():
        base = os.path.join(out, name)
        with open(f"{base}.onnx", "wb") as file:
            file.write(model.SerializeToString())
        with open(f"{base}.textproto", "w", encoding="utf-8") as file:
            file.write(text_format.MessageToString(model))
        with open(f"{base}.json", "w", encoding="utf-8") as file:
            file.write(json_format.MessageToJson(model))


main()
