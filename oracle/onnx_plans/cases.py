"""The annotations of a model, each with what an expert expects, and the verdict on Partita's plan."""

import dataclasses
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter

import expect
import packages


@dataclasses.dataclass(frozen=True)
class Case:
    model: str
    annotation: str
    # Annotations of one kind are counted together.
    kind: str
    path: str
    mesh: str
    shards: tuple
    sizes: tuple
    expected: expect.Expected
    # Whether batch and sequence stay symbolic. Bytes then count as if each were 1, so that only numbers are compared.
    symbolic: bool = False
    error: str = ""


@dataclasses.dataclass(frozen=True)
class Result:
    model: str
    annotation: str
    kind: str
    as_by_hand: bool
    fewer: bool
    message: str
    # Whether the ranks computed the same on onnxruntime; `None` if they were not run.
    equal: bool | None = None
    exported: bool = True


def cases_of(folder, name):
    facts = json.loads((folder / f"{name}.json").read_text())
    path = str(packages.located(name) if name in packages.FILES else folder / f"{name}.onnx")
    if "error" in facts:
        return [Case(name, "export", "exports", path, "", (), (), expect.NOTHING, error=facts["error"])]
    return [Case(name, annotation, kind, path, mesh, tuple(shards), sizes(facts), expected, symbolic)
            for annotation, kind, mesh, shards, expected, symbolic in annotations(facts)]


def sizes(facts):
    """The options that give symbolic sizes as numbers: those that the model was exported with."""
    if facts.get("shapes"):
        # Dimensions of trained models may have no names.
        return tuple(f"--shape={name}=" + ",".join(map(str, given["sizes"])) for name, given in facts["inputs"].items() if given["sizes"])
    named = {symbol: given["sizes"][int(at)] for given in facts["inputs"].values() for at, symbol in given["symbols"].items()}
    return tuple(f"--dim={name}={size}" for name, size in sorted(named.items()))


def along(rank, at, axis):
    return ",".join(axis if dimension == at else "_" for dimension in range(rank))


def annotations(facts):
    batch = lambda axis: [f"{name}=" + along(len(given["sizes"]), given.get("batch", 0), axis)
                          for name, given in facts["inputs"].items() if given.get("batch", 0) is not None]
    if facts.get("roles"):
        weights = [f"{name}=" + along(rank, at, "t") for name, (_, at, rank) in facts["roles"].items()]
        for count in facts.get("ranks", (2, 4)):
            yield f"tensor{count}", facts.get("tensor_kind", f"tensor parallel on {count}"), f"t={count}", weights, expect.tensor_parallel(facts, count), False
        if any(given["symbols"] for given in facts["inputs"].values()):
            yield "symbolic", "tensor parallel on 2, sizes symbolic", "t=2", weights, expect.tensor_parallel(facts, 2), True
        if facts.get("words"):
            words = [f"{name}=" + along(rank, at, "t") for name, (at, rank) in facts["words"].items()]
            expected = expect.vocabulary_parallel(facts, 2)
            yield "vocabulary2", "tensor and vocabulary parallel on 2", "t=2", weights + words, expected, False
        yield "batch_tensor", "batch x tensor on 2 x 2", "b=2,t=2", batch("b") + weights, expect.tensor_parallel(facts, 2, shared=2), False
    if facts.get("batch", True):
        expected = expect.Expected(**facts["batch_sends"]) if "batch_sends" in facts else expect.NOTHING
        yield "batch", facts.get("batch_kind", "batch on 2"), "b=2", batch("b"), expected, False
    if facts.get("rows"):
        images = [f"{name}=_,_,h,_" for name in facts["rows"]]
        both = [f"{name}=b,_,h,_" for name in facts["rows"]]
        yield "rows", "rows of images on 2", "h=2", images, expect.borders(facts, 2), False
        yield "batch_rows", "batch x rows on 2 x 2", "b=2,h=2", both, expect.borders(facts, 2, shared=2), False
    for name, kind, mesh, shards, counts, sent in facts.get("plans", ()):
        yield name, kind, mesh, shards, expect.Expected(counts, sent), False


def command(partita, verb, case, shardings):
    sizes = () if case.symbolic else case.sizes
    return [partita, "onnx", verb, case.path, "--mesh", case.mesh, "--shardings", shardings, "--format", "json", *sizes]


def run(arguments, wanted):
    """The JSON that a command prints, if it has the member `wanted`; otherwise what it reports instead."""
    done = subprocess.run(arguments, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        answer = {}
    if wanted in answer:
        return answer, ""
    # Every diagnostic begins with its severity and code.
    lines = [line for line in done.stderr.splitlines() if line.startswith("error")]
    messages = [each["message"] for each in answer.get("findings", [])] + lines
    return None, messages[0] if messages else f"exit status {done.returncode}"


def judge(case, partita):
    outcome = lambda good, fewer, message, **rest: Result(case.model, case.annotation, case.kind, good, fewer, message, **rest)
    if case.error:
        return outcome(False, False, f"not exported: {case.error}", exported=False)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as shardings:
        shardings.write("".join(f"{each}\n" for each in case.shards))
        shardings.flush()
        plan, error = run(command(partita, "partition", case, shardings.name), "collectives")
        if plan is None:
            return outcome(False, False, f"refused: {error}")
        check = command(partita, "verify", case, shardings.name)
        verified, error = run([*check, "--runtime", "onnxruntime", "--python", sys.executable], "equal")
    found = as_written(plan["collectives"], case)
    good, fewer = met(case.expected, found, case.symbolic)
    counts, sent = Counter(each["op"] for each in found), sum(each["bytes"] for each in found)
    message = f"{expect.listed(counts, sent)}; by hand {case.expected}"
    if verified is None:
        # Of a model that onnxruntime refuses, the ranks cannot be compared.
        return outcome(good, fewer, f"{message}; not run: {error}", equal=None)
    if not verified["equal"]:
        return outcome(good, fewer, f"the ranks differ by {verified['largest_difference']} of the largest element; {message}", equal=False)
    return outcome(good, fewer, message, equal=True)


def as_written(collectives, case):
    """Exchanges of borders, whatever collective they are, count as halos where a plan has any."""
    if "halo" not in case.expected.counts:
        return collectives
    return [each | {"op": "halo"} if each["op"] in ("AllGather", "AllToAll") and each.get("for") in HALOED else each for each in collectives]


HALOED = {"Conv", "MaxPool", "AveragePool", "ConvTranspose", "QLinearConv", "ConvInteger"}


def met(expected, found, symbolic):
    if symbolic:
        counted = Counter(each["op"] for each in found)
        return counted == Counter(expected.counts), False
    good = expected.met_by(found)
    return good, good and sum(each["bytes"] for each in found) < expected.bytes
