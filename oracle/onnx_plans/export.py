"""A PyTorch module as ONNX, by both exporters, and what its partition is compared with.

Beside `NAME.onnx` is `NAME.json`: the inputs with their sizes and the names of the symbolic ones; where the weights of
projections ended up; and the facts that an expert plans with, found by running it in PyTorch: the sizes of the results
of products, of statistics, and of the windows of convolutions and pools.
"""

import contextlib
import io
import json
import logging
import re
import warnings

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper

OPSET = {"new": 18, "old": 17}
BATCH, TOKENS = 4, 8


class Forward(torch.nn.Module):
    """A model with positional inputs and its first tensor as the output."""

    def __init__(self, model, names, **fixed):
        super().__init__()
        self.model, self.names, self.fixed = model, names, fixed

    def forward(self, *inputs):
        out = self.model(**dict(zip(self.names, inputs)), **self.fixed)
        while not isinstance(out, torch.Tensor):
            out = next(iter(out.values())) if isinstance(out, dict) else out[0]
        return out


class Watch:
    """Hooks that note the sizes of what flows through the modules of a model, in order."""

    def __init__(self, model, rows, never, norms, mean_before, attentions):
        self.products, self.statistics, self.windows, self.pooled = [], [], [], []
        self.handles = []
        for name, module in model.named_modules():
            if never and re.search(never, name):
                continue
            if any(re.search(each, name) for each in rows) and is_product(module):
                self.watch(module, lambda module, given, made, name=name: self.products.append([name, size_of(made)]))
            if norms and re.search(norms, name) and hasattr(module, "weight"):
                kinds = 2 if isinstance(module, torch.nn.LayerNorm) else 1
                self.watch(module, lambda module, given, made, kinds=kinds: self.statistics.append(kinds * made.numel() // made.shape[-1] * made.element_size()))
            if isinstance(module, (torch.nn.Conv2d, torch.nn.MaxPool2d, torch.nn.AvgPool2d)):
                self.watch(module, self.window)
            if isinstance(module, torch.nn.MultiheadAttention) or attentions and re.search(attentions, name):
                self.watch(module, lambda module, given, made, name=name: self.products.append([name, size_of(made)]))
            if isinstance(module, torch.nn.AdaptiveAvgPool2d):
                self.watch(module, lambda module, given, made: self.pooled.append(size_of(made)))
            if mean_before and re.search(mean_before, name):
                self.watch(module, lambda module, given, made: self.pooled.append(size_of(given)))

    def watch(self, module, note):
        self.handles.append(module.register_forward_hook(note))

    def window(self, module, given, made):
        first = lambda size: size[0] if isinstance(size, tuple) else size
        rows = {key: first(getattr(module, key, 1)) for key in ("kernel_size", "stride", "padding", "dilation")}
        image = given[0]
        self.windows.append(rows | {"rows": image.shape[2], "into": made.shape[2], "row_bytes": image.numel() // image.shape[2] * image.element_size()})

    def found(self):
        for each in self.handles:
            each.remove()
        return {"products": self.products, "statistics": self.statistics, "windows": self.windows, "pooled": self.pooled}


def size_of(made):
    """The bytes of a tensor, or of the first of several."""
    first = made[0] if isinstance(made, tuple) else made
    return first.numel() * first.element_size()


def is_product(module):
    return isinstance(module, torch.nn.Linear) or type(module).__name__ == "Conv1D"


def projections(model, columns, rows, never):
    """The weights of products with a role: their parameter, and the dimension of it that is sharded."""
    found = {}
    for name, module in model.named_modules():
        if never and re.search(never, name):
            continue
        if isinstance(module, torch.nn.MultiheadAttention) and columns:
            found[f"{name}.in_proj"] = ("columns", module.in_proj_weight, 0)
        if not is_product(module):
            continue
        # A Linear stores its columns, the outputs, first.
        outputs = 0 if isinstance(module, torch.nn.Linear) else 1
        if any(re.search(each, name) for each in columns):
            found[name] = ("columns", module.weight, outputs)
        elif any(re.search(each, name) for each in rows):
            found[name] = ("rows", module.weight, 1 - outputs)
    for name, parameter in model.named_parameters():
        if parameter.ndim == 3 and columns and re.search(r"experts\.(gate_up|down)_proj$", name):
            found[name] = ("columns", parameter, 1) if "gate_up" in name else ("rows", parameter, 2)
    return found


def arrays_of(model):
    """Initialisers and constants of a model, by their bytes."""
    found = {}
    for name, tensor in [(each.name, each) for each in model.graph.initializer] + [
        (node.output[0], attribute.t) for node in model.graph.node if node.op_type == "Constant" for attribute in node.attribute if attribute.name == "value"
    ]:
        if tensor.data_type in (onnx.TensorProto.FLOAT, onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16, onnx.TensorProto.DOUBLE):
            array = numpy_helper.to_array(tensor)
            found.setdefault((array.shape, array.tobytes()), []).append(name)
    return found


def located(arrays, weight, dimension):
    """The names of an exported weight, and the dimension of each that is `dimension` of the parameter."""
    array = weight.detach().cpu()
    array = array.float().numpy() if array.dtype == torch.bfloat16 else array.numpy()
    places = {}
    for turned, at in ((array, dimension), (np.swapaxes(array, -1, -2), {array.ndim - 1: array.ndim - 2, array.ndim - 2: array.ndim - 1}.get(dimension, dimension))):
        for name in arrays.get((turned.shape, np.ascontiguousarray(turned).tobytes()), []):
            places[name] = [at, array.ndim]
    return places


def quietly(work):
    """What a call returns; exporters talk and warn."""
    logging.disable(logging.WARNING)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        return work()


def must_run(path, names, inputs, symbols):
    """Fails if onnxruntime refuses the file, at the sizes of the example or at smaller ones where they are symbolic."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    taken = {each.name for each in session.get_inputs()}
    smaller = lambda tensor, symbol_of: tensor[tuple(slice(0, tensor.shape[at] - 2) if at in symbol_of else slice(None) for at in range(tensor.ndim))]
    for given in (inputs, [smaller(*each) for each in zip(inputs, symbols)]):
        session.run(None, {name: tensor.numpy() for name, tensor in zip(names, given) if name in taken})


def export(path, model, inputs, names, symbols, exporter):
    """Writes a file with as many symbolic sizes as the exporter accepts; returns their names per input."""
    tries = [symbols, [{at: name for at, name in each.items() if name == "batch"} for each in symbols], [{} for _ in symbols]]
    for number, chosen in enumerate(tries):
        try:
            if exporter == "new":
                # The module takes any number of inputs, so their sizes are those of one tuple.
                quietly(lambda: torch.onnx.export(
                    model, inputs, path, dynamo=True, input_names=names, external_data=False, verbose=False,
                    opset_version=OPSET[exporter], dynamic_shapes=(tuple(chosen),) if any(chosen) else None))
            else:
                quietly(lambda: torch.onnx.export(
                    model, inputs, path, dynamo=False, input_names=names, opset_version=OPSET[exporter],
                    dynamic_axes=dict(zip(names, chosen)) if any(chosen) else None))
            must_run(path, names, inputs, chosen)
            return chosen
        except Exception:
            if number + 1 == len(tries):
                raise


def write(folder, name, model, inputs, *, exporter, columns=(), rows=(), never="", norms="", mean_before="", attentions="", tables=(), symbols=None, fixed=None, about=None):
    """Exports a model with `inputs`, a dictionary of tensors whose first dimensions are the batch; writes what is known about it. `tables`
    are the module that looks words up and that which scores them, if both may be sharded by words."""
    model = model.eval()
    names = list(inputs)
    wrapped = Forward(model, names, **(fixed or {}))
    # The fast path of encoder layers runs none of the modules that are watched.
    torch.backends.mha.set_fastpath_enabled(False)
    watch = Watch(model, rows, never, norms, mean_before, attentions)
    looked_up = []
    for table in tables[:1]:
        watch.watch(table, lambda module, given, made: looked_up.append(size_of(made)))
    with torch.no_grad():
        wrapped(*inputs.values())
    known = watch.found()
    symbols = symbols or [{0: "batch"} | ({1: "sequence"} if tensor.dtype == torch.int64 and tensor.ndim == 2 else {}) for tensor in inputs.values()]
    path = folder / f"{name}.onnx"
    with torch.no_grad():
        chosen = export(str(path), wrapped, tuple(inputs.values()), names, symbols, exporter)
    written = onnx.load(str(path))
    arrays = arrays_of(written)
    roles, missing = {}, []
    for module, (role, weight, dimension) in projections(model, columns, rows, never).items():
        places = located(arrays, weight, dimension)
        if not places:
            missing.append(module)
        roles |= {tensor: [role] + place for tensor, place in places.items()}
    words = {name: place for table in tables for name, place in located(arrays, table.weight, 0).items()}
    about = (about or {}) | ({"words": words, "looked_up": looked_up} if tables else {})
    kept = {each.name for each in written.graph.input}
    facts = {
        "inputs": {each: {"sizes": list(tensor.shape), "symbols": {str(at): symbol for at, symbol in symbol_of.items()}, "batch": about.get("batch_at", 0)}
                   for (each, tensor), symbol_of in zip(inputs.items(), chosen) if each in kept},
        "roles": roles, "missing": missing, **known, **about,
    }
    (folder / f"{name}.json").write_text(json.dumps(facts, indent=1))
    return facts
