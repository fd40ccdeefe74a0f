"""Models that onnxruntime quantises or fuses: exports of `families` and `networks`, in its forms."""

import json
import logging
import pathlib
import tempfile

import numpy as np
import onnx
from onnx import numpy_helper

# What a dynamically quantised tensor exchanges over the batch: its smallest and its largest element.
RANGE = 8

IMAGES = ("small_resnet-old", "small_mobile-old", "plain_convolutions-old", "resnet18-old")
TEXTS = ("bert-old", "gpt2-old", "llama-old", "distilbert-old", "vit-old", "perceptron-old")
FUSED = ("bert-old", "gpt2-old", "roberta-old", "distilbert-old", "vit-old", "encoder_layers-old", "t5-old", "bart-old", "resnet18-old", "small_mobile-old")

FORMS = {
    **{f"{name}+qdq": name for name in IMAGES + TEXTS[:2]},
    **{f"{name}+qoperator": name for name in IMAGES + ("perceptron-old",)},
    **{f"{name}+dynamic": name for name in TEXTS},
    **{f"{name}+int4": name for name in ("llama-old", "gpt2-old", "qwen3-old")},
    # Its quantiser raises the op set to 21, which the files of the old exporter do not fit.
    **{f"{name}+int4qdq": name for name in ("llama-new",)},
    **{f"{name}+fused": name for name in FUSED},
}


class Samples:
    """Seeded inputs of a model, for the ranges of its tensors."""

    def __init__(self, path, inputs):
        generator, types = np.random.default_rng(7), {each.name: each.type.tensor_type.elem_type for each in onnx.load(path).graph.input}
        drawn = lambda name, sizes: (generator.normal(size=sizes).astype(np.float32) if types[name] == 1
                                     else np.ones(sizes, np.int64) if "mask" in name else generator.integers(3, 90, sizes))
        self.left = [{name: drawn(name, given["sizes"]) for name, given in inputs.items()} for _ in range(4)]

    def get_next(self):
        return self.left.pop() if self.left else None


def write(folder, name):
    from onnxruntime import quantization
    from onnxruntime.quantization.shape_inference import quant_pre_process

    logging.disable(logging.WARNING)
    origin, form = FORMS[name], name.split("+")[1]
    facts = json.loads((folder / f"{origin}.json").read_text())
    source, path = str(folder / f"{origin}.onnx"), str(folder / f"{name}.onnx")
    about = {"inputs": facts["inputs"], "batch_kind": f"batch on 2: {KINDS[form]}"}
    if form in ("qdq", "qoperator"):
        prepared = str(folder / f"{name}.prepared.onnx")
        quant_pre_process(source, prepared, skip_symbolic_shape=True)
        source = prepared
        shape = quantization.QuantFormat.QDQ if form == "qdq" else quantization.QuantFormat.QOperator
        quantization.quantize_static(source, path, Samples(source, facts["inputs"]), quant_format=shape, per_channel=form == "qdq",
                                     activation_type=quantization.QuantType.QUInt8, weight_type=quantization.QuantType.QInt8)
    elif form == "dynamic":
        quantization.quantize_dynamic(source, path, weight_type=quantization.QuantType.QInt8)
        sites = sum(node.op_type == "DynamicQuantizeLinear" for node in onnx.load(path).graph.node)
        # The smallest and the largest of a tensor of all ranks, in one exchange or in two.
        about["batch_sends"] = {"counts": {"AllGather": 2 * sites, "AllReduce": 2 * sites}, "bytes": RANGE * sites}
    elif form.startswith("int4"):
        about |= four_bits(quantization, source, path, facts, form)
    else:
        fused(source, path)
    (folder / f"{name}.json").write_text(json.dumps(about, indent=1))


KINDS = {"qdq": "quantised", "qoperator": "quantised", "dynamic": "dynamically quantised", "int4": "4-bit weights", "int4qdq": "4-bit weights", "fused": "fused by onnxruntime"}


def four_bits(quantization, source, path, facts, form):
    """Weights of 4 bits in blocks of 16 rows. Their names follow those of the weights."""
    from onnxruntime.quantization import matmul_nbits_quantizer as four

    shape = quantization.QuantFormat.QDQ if form == "int4qdq" else quantization.QuantFormat.QOperator
    quantizer = four.MatMulNBitsQuantizer(onnx.load(source), block_size=16, is_symmetric=True, quant_format=shape)
    quantizer.process()
    quantizer.model.save_model_to_file(path)
    stored = {each.name: list(each.dims) for each in onnx.load(path).graph.initializer}
    roles = {}
    for name, (role, at, _) in facts["roles"].items():
        for found, dims in stored.items():
            if found.startswith(name + "_") and "_Q4" in found or found == name:
                # MatMulNBits stores [columns, blocks, bytes]; a DequantizeLinear takes the weight as it was.
                turned = {0: 1, 1: 0}[at] if form == "int4" and found != name else at
                roles[found] = [role, turned, len(dims)]
    return {"roles": roles, "ranks": [2], "tensor_kind": "tensor parallel on 2: 4-bit weights",
            **{key: facts[key] for key in ("products", "statistics", "parallel")}}


def fused(source, path):
    """What onnxruntime itself runs: its optimiser, with the ops that every kernel has."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = path
    options.log_severity_level = 3
    onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
