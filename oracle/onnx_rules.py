"""Tries the signatures and types of `signatures.json` on the cases that `onnx_cases.py` collected.

usage: onnx_rules.py DIR [--only NAME] [--verbose]

Types: every size must be the one that a run produces, in all three variants of a model; where onnx's own inference
finds more, the value is listed. Signatures: the inputs of every model of one node are sharded in 2 and in 3 along
each factor that passes through, is reduced or is generated; each shard is run, the results are combined as the factor
states, and compared with the unsharded results. A difference in either is a fault.
"""

import argparse
import collections
import json
import multiprocessing
import pathlib
import pickle
import re
import struct
import sys
import warnings

import numpy as np
import onnx
import onnxruntime
from onnx import helper
from onnx.reference import ReferenceEvaluator

import onnx_local

warnings.filterwarnings("ignore")
onnxruntime.set_default_logger_severity(4)

# At least this number of cases must have a verified split, so that a broken collection of cases is noticed.
ENOUGH = 1000


# Ops without a verified split, and the reason. An entry that no longer holds is a fault.
UNSPLIT = {
    "Bernoulli": "random",
    "BlackmanWindow": "computed from positions, and the node takes no offset",
    "Constant": "computed from positions, and the node takes no offset",
    "DynamicQuantizeLinear": "statistics of all elements",
    "HammingWindow": "computed from positions, and the node takes no offset",
    "HannWindow": "computed from positions, and the node takes no offset",
    "If": "outputs of the branches are replicated",
    "ImageDecoder": "the file is replicated",
    "MaxUnpool": "indices refer to the unsharded tensor",
    "MelWeightMatrix": "computed from positions, and the node takes no offset",
    "NonMaxSuppression": "the size of the output depends on the contents",
    "NonZero": "the size of the output depends on the contents",
    "OptionalGetElement": "unsupported",
    "OptionalHasElement": "unsupported",
    "SequenceInsert": "unsupported",
    "SequenceMap": "unsupported",
    "Shape": "only the shape is read",
    "Size": "only the shape is read",
    "SplitToSequence": "unsupported",
    "StringSplit": "shards must agree on the largest number of parts",
    "Unique": "the size of the output depends on the contents",
}


class Engine:
    """Runs a model of one node with inputs of any shape, on onnxruntime or else on onnx's reference."""

    def __init__(self, case):
        self.case = case
        self.model = onnx.ModelProto.FromString(case["model"])
        graph = self.model.graph
        forget_shapes(graph)
        self.names = [info.name for info in graph.input]
        self.sessions = {}

    def run(self, changes, inputs):
        """The outputs for these inputs, with some attributes changed."""
        key = repr(sorted(changes.items()))
        if key not in self.sessions:
            self.sessions[key] = self.open(changes)
        return self.sessions[key](inputs)

    def open(self, changes):
        model = onnx.ModelProto.FromString(self.model.SerializeToString())
        node = model.graph.node[0]
        for name, value in changes.items():
            for at in [at for at, attribute in enumerate(node.attribute) if attribute.name == name]:
                del node.attribute[at]
            node.attribute.append(helper.make_attribute(name, value))
        plain = all(value is not None and value.dtype.kind in "fiubOU" for value in self.case["inputs"])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4
        if plain:
            try:
                session = onnxruntime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])
                run = lambda inputs: session.run(None, dict(zip(self.names, inputs)))
                # Inputs of a shard may be the only ones that fit its attributes, and the reference has no ops of onnxruntime.
                if not any(node.domain == "com.microsoft" for node in model.graph.node):
                    run(self.case["inputs"])
                return run
            except Exception:
                pass
        for opset in model.opset_import:
            if opset.domain == "":
                opset.version = self.case["opset"]
        reference = ReferenceEvaluator(model)
        return lambda inputs: reference.run(None, dict(zip(self.names, inputs)))


def forget_shapes(graph):
    for info in list(graph.input) + list(graph.output):
        # Scalars stay: onnxruntime insists on them in bodies.
        if info.type.HasField("tensor_type") and info.type.tensor_type.shape.dim:
            info.type.tensor_type.ClearField("shape")
    del graph.value_info[:]
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("g"):
                forget_shapes(attribute.g)


def positions(factors, sizes, factor, low, high):
    """The elements of a dimension with these factors that belong to the range low..high of one factor."""
    shape = [sizes[f] for f in factors]
    index = np.arange(int(np.prod(shape))).reshape(shape)
    return np.take(index, range(low, high), axis=factors.index(factor)).ravel()


def take(array, mapping, sizes, factor, low, high):
    for dim, factors in enumerate(mapping):
        if factor in factors:
            array = np.take(array, positions(factors, sizes, factor, low, high), axis=dim)
    return array


def combine(how, parts, weights):
    if how == "sum":
        return sum(parts[1:], parts[0])
    if how == "mean":
        return sum(part * part.dtype.type(weight) for part, weight in zip(parts, weights)) / parts[0].dtype.type(sum(weights))
    if how == "norm2":
        return np.sqrt(sum(part * part for part in parts))
    if how == "logsumexp":
        return np.logaddexp.reduce([part.astype(np.float64) for part in parts], axis=0).astype(parts[0].dtype)
    if parts[0].dtype == bool:
        return {"max": np.logical_or, "min": np.logical_and}[how].reduce(parts)
    return {"max": np.maximum, "min": np.minimum, "prod": np.multiply}[how].reduce(parts)


def close(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape or a.dtype != b.dtype:
        return f"expected {b.dtype}{list(b.shape)}, found {a.dtype}{list(a.shape)}"
    if a.dtype.kind in "OUSb" or a.dtype.kind in "iu":
        return None if np.array_equal(a, b) else "elements differ"
    a, b = a.astype(np.float64), b.astype(np.float64)
    coarse = {2: 2e-2, 1: 0.2}.get(np.asarray(b).dtype.itemsize, 1e-4)
    scale = np.max(np.abs(b[np.isfinite(b)]), initial=1.0)
    return None if np.allclose(a, b, rtol=coarse, atol=coarse * 0.1 * scale, equal_nan=True) else f"off by {np.nanmax(np.abs(a - b)):.3g}"


def split(engine, node, signature, factor, count, inputs, expected):
    """Splits one factor into `count` shards and compares the combined results with the expected ones.

    None if they are equal, a text if they differ, False if the split cannot be tried.
    """
    kind = signature["factors"][factor]["kind"]
    sizes = [f["size"] for f in signature["factors"]]
    block = -(-sizes[factor] // count)
    ranges = [(low, min(low + block, sizes[factor])) for low in range(0, sizes[factor], block)]
    if len(ranges) < 2:
        return False
    results = []
    for number, (low, high) in enumerate(ranges):
        local_inputs = [take(value, mapping, sizes, factor, low, high) for value, mapping in zip(inputs, signature["given"])]
        if kind.startswith("reduce") and number > 0:
            for position in signature["once"]:
                at = signature["positions"].index(position)
                local_inputs[at] = np.zeros_like(local_inputs[at])
        local = onnx_local.localise(node, signature, factor, low, high, local_inputs, inputs, expected)
        if local is None:
            return False
        changes, local_inputs = local
        try:
            results.append(engine.run(changes, local_inputs))
        except Exception as error:
            return f"shard {number} of {len(ranges)} does not run: {str(error)[:200]}"
    for at, mapping in enumerate(signature["outputs"]):
        if at >= len(expected) or expected[at] is None:
            continue
        shards = [np.asarray(result[at]) for result in results]
        if any(factor in factors for factors in mapping):
            made = np.zeros_like(expected[at])
            for (low, high), shard in zip(ranges, shards):
                index = [
                    positions(factors, sizes, factor, low, high) if factor in factors else np.arange(size)
                    for factors, size in zip(mapping, expected[at].shape)
                ]
                if tuple(map(len, index)) != shard.shape:
                    return f"output {at}: expected shards of shape {tuple(map(len, index))}, found {shard.shape}"
                made[np.ix_(*index)] = shard
        elif kind.startswith("reduce"):
            made = np.asarray(combine(kind.split()[1], shards, [high - low for low, high in ranges]))
        else:
            faults = [close(shard, shards[0]) for shard in shards]
            if any(faults):
                return f"output {at} differs between shards: {faults}"
            made = shards[0]
        fault = close(made.astype(expected[at].dtype) if made.dtype != expected[at].dtype else made, expected[at])
        if fault:
            return f"output {at}: {fault}"
    return None


def try_splits(case, signature):
    """The outcome for every factor: a list of (number, kind, verdict)."""
    model = onnx.ModelProto.FromString(case["model"])
    node = model.graph.node[0]
    if any(value is None for value in case["inputs"]):
        return None
    engine = Engine(case)
    # Inputs of the graph by their positions in the node; a graph may hold more.
    places = [[at for at, name in enumerate(node.input) if name == graph_name] for graph_name in engine.names]
    if any(len(place) != 1 for place in places):
        return None
    signature["positions"] = [place[0] for place in places]
    signature["given"] = [signature["inputs"][place[0]] for place in places]
    # Outputs of the graph by their positions in the node; some may be left out.
    made = [list(node.output).index(info.name) for info in model.graph.output]
    signature["outputs"] = [signature["outputs"][at] for at in made]
    try:
        expected = engine.run({}, case["inputs"])
    except Exception:
        return None
    expected = [None if isinstance(value, (list, dict)) or value is None else np.asarray(value) for value in expected]
    found = []
    for number, factor in enumerate(signature["factors"]):
        if factor["kind"].split()[0] not in ("pass", "reduce", "generated") or not isinstance(factor["size"], int):
            continue
        if factor["size"] < 2:
            continue
        verdicts = [split(engine, node, signature, number, count, case["inputs"], expected) for count in (2, 3)]
        faults = [verdict for verdict in verdicts if verdict]
        verdict = faults[0] if faults else None if None in verdicts else False
        found.append((number, factor["kind"], verdict))
    return found


def value_of(dim):
    """The size of a dimension; a name `d7` denotes 7."""
    if isinstance(dim, str):
        text = re.sub(r"d(\d+)", r"\1", dim)
        return eval(text) if re.fullmatch(r"[0-9+*() ]+", text) else None
    return dim


def type_faults(case, variants, outputs):
    """Types of a variant that differ from those of a run."""
    model = onnx.ModelProto.FromString(case["model"])
    faults = []
    for label, variant in zip(("as it is", "with constants", "with names"), variants):
        types = variant["graph"]["types"]
        for info, value in zip(model.graph.output, outputs or []):
            ours = types.get(info.name)
            if value is None or ours is None:
                continue
            value = np.asarray(value)
            element = helper.np_dtype_to_tensor_dtype(value.dtype) if value.dtype.kind not in "OUS" else onnx.TensorProto.STRING
            if ours["element"] is not None and ours["element"] != element:
                faults.append(f"{label}: {info.name} has element type {element}, not {ours['element']}")
            if ours["dims"] is None:
                continue
            if len(ours["dims"]) != value.ndim:
                faults.append(f"{label}: {info.name} has shape {value.shape}, not {ours['dims']}")
            elif any(value_of(d) not in (None, size) for d, size in zip(ours["dims"], value.shape)):
                faults.append(f"{label}: {info.name} has shape {value.shape}, not {ours['dims']}")
        for note in variant["notes"]:
            faults.append(f"{label}: {note}")
    return faults


def known_to_onnx(model, ours, runs):
    """What onnx's inference finds and ours does not, and sizes that differ between the two.

    Sizes that a run disproves are left out.
    """
    stripped = onnx.ModelProto.FromString(model)
    try:
        inferred = onnx.shape_inference.infer_shapes(stripped, check_type=False, strict_mode=False, data_prop=True)
    except Exception:
        return [], []
    less, other = [], []
    for info in list(inferred.graph.value_info) + list(inferred.graph.output):
        own = ours["graph"]["types"].get(info.name)
        if own is None or not info.type.HasField("tensor_type"):
            continue
        tensor = info.type.tensor_type
        if tensor.elem_type and own["element"] != tensor.elem_type:
            (less if own["element"] is None else other).append(f"{info.name} has element type {tensor.elem_type}, not {own['element']}")
        if not tensor.HasField("shape"):
            continue
        theirs = [dim.dim_value if dim.HasField("dim_value") else None for dim in tensor.shape.dim]
        real = runs.get(info.name)
        if real is not None and any(a not in (None, b) for a, b in zip(theirs, real.shape)):
            continue
        if own["dims"] is None:
            less.append(f"{info.name} has rank {len(theirs)}")
        elif len(own["dims"]) != len(theirs):
            other.append(f"{info.name} has shape {theirs}, not {own['dims']}")
        else:
            for a, b in zip(theirs, own["dims"]):
                if a is not None and not isinstance(b, int):
                    less.append(f"{info.name} has shape {theirs}, not {own['dims']}")
                    break
                if a is not None and a != b:
                    other.append(f"{info.name} has shape {theirs}, not {own['dims']}")
                    break
    return less, other


def examine(job):
    """The faults of one case, its verified splits, and what onnx infers beyond our types."""
    case, variants, models = job
    signatures = variants[1]["graph"]["nodes"]
    ops = [f"{node.domain}.{node.op_type}".lstrip(".") for node in onnx.ModelProto.FromString(case["model"]).graph.node]
    answer = {"name": case["name"], "op": ops[0] if len(ops) == 1 else None, "faults": [], "less": [], "splits": None}
    outputs = case["outputs"]
    if len(signatures) == 1 and case["inputs"] is not None:
        answer["unsupported"] = signatures[0].get("unsupported")
        answer["none"] = signatures[0].get("none")
        if "factors" in signatures[0]:
            answer["splits"] = try_splits(case, signatures[0])
            if outputs is None:
                try:
                    outputs = Engine(case).run({}, case["inputs"])
                except Exception as error:
                    answer["faults"].append(f"does not run: {str(error)[:300]}")
    answer["faults"] += type_faults(case, variants, outputs)
    answer["faults"] += [f"{signature['none']}" for signature in signatures if signature.get("none") == "unknown op"]
    names = [info.name for info in onnx.ModelProto.FromString(case["model"]).graph.output]
    runs = {name: np.asarray(value) for name, value in zip(names, outputs or []) if isinstance(value, np.ndarray)}
    for at in (1, 2):
        less, other = known_to_onnx(models[at], variants[at], runs)
        unsupported = any("unsupported" in signature for signature in signatures)
        answer["less"] += [] if unsupported else less
        answer["faults"] += [] if unsupported else [f"onnx disagrees: {text}" for text in other]
    for number, kind, verdict in answer["splits"] or []:
        if verdict:
            answer["faults"].append(f"factor {number} ({kind}): {verdict}")
    return answer


def read_models(path):
    data = path.read_bytes()
    at = 0
    while at < len(data):
        (length,) = struct.unpack_from("<I", data, at)
        yield data[at + 4 : at + 4 + length]
        at += 4 + length


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    cases = pickle.loads((arguments.folder / "cases.pickle").read_bytes())
    signatures = json.loads((arguments.folder / "signatures.json").read_text())
    models = list(read_models(arguments.folder / "models.bin"))
    jobs = [(case, signatures[3 * at : 3 * at + 3], models[3 * at : 3 * at + 3]) for at, case in enumerate(cases) if arguments.only in case["name"]]
    with multiprocessing.Pool(2) as pool:
        answers = pool.map(examine, jobs, chunksize=16)

    verified, split_cases, runs = collections.Counter(), 0, 0
    seen = collections.defaultdict(collections.Counter)
    for answer in answers:
        op = answer["op"]
        if op is None:
            continue
        good = [kind for _, kind, verdict in answer["splits"] or [] if verdict is None]
        verified[op] += len(good)
        runs += answer["splits"] is not None
        split_cases += bool(good)
        reason = answer.get("unsupported") or answer.get("none")
        if reason is None:
            if answer["splits"] is None:
                reason = "no engine runs it"
            elif not answer["splits"]:
                reason = "nothing to shard without communication"
            else:
                reason = "no split that could be tried"
        seen[op][reason] += 1
    faults = [f"{answer['name']}: {fault}" for answer in answers for fault in answer["faults"]]
    less = [f"{answer['name']}: {text}" for answer in answers for text in answer["less"]]
    print("verified splits by op: " + ", ".join(f"{op} {count}" for op, count in sorted(verified.items()) if count))
    print("no verified split:")
    for op in sorted(op for op, count in verified.items() if not count):
        print(f"  {op}: {UNSPLIT.get(op, seen[op].most_common(1)[0][0])}")
        if op not in UNSPLIT and not arguments.only:
            faults.append(f"{op}: no split is verified")
    faults += [f"{op}: listed as without a split, but one is verified" for op in UNSPLIT if verified[op]]
    for text in less if arguments.verbose else less[:40]:
        print(f"onnx infers more: {text}")
    for text in faults if arguments.verbose else faults[:40]:
        print(f"fault: {text}")
    print(
        f"{len(answers)} cases, {runs} of one node run, {split_cases} with {sum(verified.values())} verified splits"
        f" of {sum(1 for count in verified.values() if count)} ops; {len(less)} times onnx infers more; {len(faults)} faults"
    )
    if faults or less or (not arguments.only and split_cases < ENOUGH):
        sys.exit(1)


if __name__ == "__main__":
    main()
