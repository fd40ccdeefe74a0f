"""Counts the bytes that XLA's and Shardy's partitioning make every device send.

usage: comms.py CORPUS KNOWN.json OUT.json [DUMPS]

For every program of the corpus that has a mesh, XLA's CPU compiler partitions
the module; what it looks like right after the pass `spmd-partitioning` is
counted. Shardy's side is the form `.collectives` of the corpus. Both with the
formulas of `partita comms`: what a device sends in a ring, the body of a loop
once, a function once per call.

OUT.json has, per program, "xla" and "shardy", each a number of bytes or a text
that gives the reason why there is none. What KNOWN.json has of the same program, counted by
the same script and jaxlib, is taken from there.
"""

import hashlib
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import environment

HERE = pathlib.Path(__file__).resolve()

# More devices than this take XLA's client too long to make.
MAX_DEVICES = 64


def sent(kind, before, group, moves=True):
    """Bytes that one device sends."""
    if group <= 1 and kind not in ("collective_permute", "collective_broadcast"):
        return 0
    others = before - before // max(group, 1)
    return {
        "all_gather": before * (group - 1),
        "all_reduce": 2 * others,
        "reduce_scatter": others,
        "all_to_all": others,
        "collective_permute": before if moves else 0,
        "collective_broadcast": before,
    }[kind]


# XLA's module, as text.

HLO_KINDS = {
    "all-gather": "all_gather",
    "all-reduce": "all_reduce",
    "reduce-scatter": "reduce_scatter",
    "all-to-all": "all_to_all",
    "ragged-all-to-all": "all_to_all",
    "collective-permute": "collective_permute",
    "collective-broadcast": "collective_broadcast",
}
HLO_LINE = re.compile(r"^\s+(?:ROOT )?%?([\w.-]+) = (\(.*?\)|\S+) ([\w-]+)\((.*)$")
HLO_SHAPE = re.compile(r"\b(pred|token|opaque|bf16|[a-z]+\d+\w*)\[([\d,]*)\]")
HLO_CALLS = re.compile(r"(?:to_apply|calls|condition|body|true_computation|false_computation)=%?([\w.-]+)")
HLO_BRANCHES = re.compile(r"branch_computations=\{([^}]*)\}")


def hlo_bytes(text):
    """The bytes of a shape or a tuple of shapes."""
    total = 0
    for element, dims in HLO_SHAPE.findall(text):
        bits = 8 if element == "pred" else int(re.search(r"\d+", element).group() if element not in ("token", "opaque") else 0)
        total += -(-bits * math.prod(int(d) for d in dims.split(",") if d) // 8)
    return total


def operand_names(rest):
    """The names between the parentheses of an op."""
    depth, end = 1, 0
    for end, letter in enumerate(rest):
        depth += (letter in "({[") - (letter in ")}]")
        if depth == 0:
            break
    names = re.findall(r"%([\w.-]+)", rest[:end])
    return names or [part.split()[-1] for part in rest[:end].split(",") if part.strip()], rest[end:]


def hlo_group(attributes, devices):
    """The size of the first replica group."""
    iota = re.search(r"replica_groups=\[\d+,(\d+)\]<=", attributes)
    if iota:
        return int(iota.group(1))
    listed = re.search(r"replica_groups=\{\{([^}]*)\}", attributes)
    if listed:
        return len(listed.group(1).split(","))
    mesh = re.search(r"replica_groups=mesh\[([^\]]*)\][^{]*\{([^}]*)\}", attributes)
    if mesh:
        sizes = dict(re.findall(r"'([^']*)'=(\d+)", mesh.group(1)))
        axes = re.findall(r"'([^']*)'(?::\((\d+)\)(\d+))?", mesh.group(2))
        return math.prod(int(part or sizes[name]) for name, _, part in axes)
    if not re.search(r"replica_groups=\{\}", attributes) and "replica_groups" in attributes:
        raise ValueError(f"groups in an unknown form: {attributes[:200]}")
    return devices


def hlo_collectives(text, devices):
    """All collectives that the entry of an HLO module reaches."""
    found, calls, entry, current, sizes = {}, {}, None, None, {}
    for line in text.splitlines():
        if line and not line[0].isspace() and line.rstrip().endswith("{"):
            current = re.match(r"(?:ENTRY )?%?([\w.-]+)", line).group(1)
            entry = current if line.startswith("ENTRY") else entry
            found[current], calls[current], sizes = [], [], {}
            continue
        match = HLO_LINE.match(re.sub(r"/\*.*?\*/", "", line))
        if current is None or not match:
            continue
        name, shape, op, rest = match.groups()
        sizes[name] = hlo_bytes(shape)
        operands, attributes = operand_names(rest)
        kind = HLO_KINDS.get(op.removesuffix("-start"))
        if kind is None:
            calls[current] += HLO_CALLS.findall(attributes)
            for branches in HLO_BRANCHES.findall(attributes):
                calls[current] += [b.strip().lstrip("%") for b in branches.split(",")]
            continue
        before = sum(sizes[operand] for operand in operands)
        pairs = re.search(r"source_target_pairs=\{([\d,{} ]*)\}", attributes)
        pairs = re.findall(r"\{(\d+),(\d+)\}", pairs.group(1)) if pairs else []
        moves = any(a != b for a, b in pairs)
        group = 1 if kind == "collective_permute" else hlo_group(attributes, devices)
        found[current].append([kind, group, sent(kind, before, group, moves)])
    return repeated(found, calls, entry)


def repeated(found, calls, entry):
    """The collectives of all functions, each as often as its function is called from the entry."""
    result = []

    def visit(name, depth):
        for each in found.get(name, []):
            result.append(each)
        for callee in calls.get(name, []):
            if depth < 64:
                visit(callee, depth + 1)

    visit(entry, 0)
    counted = {}
    for each in result:
        counted[tuple(each)] = counted.get(tuple(each), 0) + 1
    return [[*each, times] for each, times in counted.items()]


# Shardy's module, as MLIR.

AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"(?::\((\d+)\)(\d+))?')


def axes_product(text, mesh):
    return math.prod(int(size) if size else mesh[name] for name, _, size in AXIS.findall(text))


def axis_lists(text):
    """The texts of the lists in `[{…}, {…}]`, at the outermost level of braces."""
    return re.findall(r"\{((?:[^{}\"]|\"(?:[^\"\\]|\\.)*\")*)\}", text)


class Shardy:
    def __init__(self, module):
        self.meshes = {}
        self.found, self.calls = {}, {}
        for op in (view.operation for view in module.body.operations):
            if op.name == "sdy.mesh":
                text = str(op.attributes["mesh"])
                sizes = re.findall(r'"((?:[^"\\]|\\.)*)"=(\d+)', text)
                self.meshes[op.attributes["sym_name"].value] = {n: int(s) for n, s in sizes}
        entry = None
        for op in (view.operation for view in module.body.operations):
            if op.name == "func.func":
                name = op.attributes["sym_name"].value
                entry = name if entry is None or name == "main" else entry
                self.found[name], self.calls[name] = [], []
                self.walk(op, name)
        self.result = repeated(self.found, self.calls, entry)

    def walk(self, op, function):
        for region in op.regions:
            for block in region:
                for inner in block:
                    operation = inner.operation
                    self.visit(operation, function)
                    self.walk(operation, function)

    def visit(self, op, function):
        name = op.name
        if name == "func.call":
            self.calls[function].append(op.attributes["callee"].value)
        elif name.startswith("sdy.") and name[4:] in (
            "all_gather", "all_reduce", "reduce_scatter", "all_to_all", "collective_permute"
        ):
            kind = name[4:]
            group, before = self.sdy(op, kind)
            self.found[function].append([kind, group, sent(kind, before, group)])
        elif name.startswith("stablehlo.") and name[10:] in HLO_KINDS.values():
            kind = name[10:]
            before = sum(self.local_bytes(operand.type, None, None) for operand in op.operands)
            moves, group = True, 1
            if kind == "collective_permute":
                pairs = list(op.attributes["source_target_pairs"])
                moves = any(a != b for a, b in zip(pairs[::2], pairs[1::2]))
            else:
                group = op.attributes["replica_groups"].type.shape[1]
            self.found[function].append([kind, group, sent(kind, before, group, moves)])

    def sdy(self, op, kind):
        text = str(op.attributes["out_sharding"])
        mesh_name = re.search(r"<(?:@(\w+)|mesh<\[(.*?)\])", text)
        mesh = self.meshes[mesh_name.group(1)] if mesh_name.group(1) else {
            n: int(s) for n, s in re.findall(r'"((?:[^"\\]|\\.)*)"=(\d+)', mesh_name.group(2))
        }
        dims = text[text.index("[", mesh_name.end()):]
        dims = dims[:dims.index("]")]
        shard_counts = [axes_product(d, mesh) for d in axis_lists(dims)]
        group = 1
        if kind == "all_gather":
            lists = [axes_product(d, mesh) for d in axis_lists(str(op.attributes["gathering_axes"]))]
            shard_counts = [a * b for a, b in zip(shard_counts, lists)]
            group = math.prod(lists)
        elif kind == "reduce_scatter":
            lists = [axes_product(d, mesh) for d in axis_lists(str(op.attributes["reduce_scatter_axes"]))]
            shard_counts = [a // b for a, b in zip(shard_counts, lists)]
            group = math.prod(lists)
        elif kind == "all_reduce":
            group = axes_product(str(op.attributes["reduction_axes"]), mesh)
        elif kind == "all_to_all":
            for axes, source, target in re.findall(r"\{([^{}]*)\}: (\d+)->(\d+)", str(op.attributes["params"])):
                size = axes_product(axes, mesh)
                shard_counts[int(source)] *= size
                shard_counts[int(target)] //= size
                group *= size
        return group, self.local_bytes(op.results[0].type, shard_counts, kind)

    def local_bytes(self, ty, shard_counts, kind):
        shape = list(ty.shape)
        if shard_counts:
            shape = [-(-size // count) for size, count in zip(shape, shard_counts)]
        text = str(ty.element_type)
        bits = 2 * int(re.search(r"\d+", text).group()) if "complex" in text else int(re.search(r"\d+", text).group())
        bits = 8 if text == "i1" else bits
        return -(-bits * math.prod(shape) // 8)


# One program at a time, in a process of its own: some kill the compiler.


def serve():
    import os

    dump = tempfile.mkdtemp()
    os.environ["XLA_FLAGS"] = (
        f"--xla_force_host_platform_device_count={MAX_DEVICES} --xla_dump_to={dump} "
        "--xla_dump_hlo_as_text --xla_dump_hlo_pass_re=spmd-partitioning "
        "--xla_backend_optimization_level=0"
    )
    for line in sys.stdin:
        request = json.loads(line)
        for old in pathlib.Path(dump).iterdir():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        reply = {}
        for side, count in (("xla", xla), ("shardy", shardy)):
            try:
                found = count(request, pathlib.Path(dump))
                if not isinstance(found, str):
                    found = sum(size * times for _, _, size, times in found)
                reply[side] = found
            except Exception as error:
                # The first line: those after it name files of this machine.
                reply[side] = f"{type(error).__name__}: {error}".splitlines()[0]
        print(json.dumps(reply), flush=True)


def devices_of(text):
    """The number of devices of the largest mesh."""
    counts = [1]
    for axes in re.findall(r"sdy\.mesh @[^<]*<\[([^\]]*)\]", text):
        counts.append(math.prod(int(size) for size in re.findall(r"=(\d+)", axes)))
    return max(counts)


def xla(request, dump):
    import numpy
    from jax._src import compiler, xla_bridge
    from jax._src.interpreters import mlir
    from jaxlib import _jax
    from jaxlib.mlir import ir

    text = pathlib.Path(request["path"]).read_text(encoding="utf-8")
    devices = devices_of(text)
    if devices > MAX_DEVICES:
        return f"{devices} devices are too many"
    options = compiler.get_compile_options(
        num_replicas=1,
        num_partitions=devices,
        device_assignment=numpy.arange(devices).reshape(1, devices),
    )
    build = options.executable_build_options
    build.use_spmd_partitioning = True
    build.use_shardy_partitioner = True
    build.allow_spmd_sharding_propagation_to_output = [True]
    build.allow_spmd_sharding_propagation_to_parameters = [True]
    client = xla_bridge.get_backend()
    module = ir.Module.parse(text, mlir.make_ir_context())
    try:
        client.compile_and_load(module, _jax.DeviceList(tuple(client.devices()[:devices])), options)
        error = None
    except Exception as caught:
        error = caught
    after = sorted(dump.glob("*after_spmd-partitioning*.txt"))
    if not after:
        raise error or ValueError("the pass did not run")
    hlo = after[-1].read_text()
    if "dump" in request:
        pathlib.Path(request["dump"]).write_text(hlo)
    return hlo_collectives(hlo, devices)


def shardy(request, _):
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    path = pathlib.Path(request["path"]).with_suffix(".collectives.mlir")
    if not path.exists():
        return "Shardy's passes refuse it"
    return Shardy(ir.Module.parse(path.read_text(encoding="utf-8"), mlir.make_ir_context())).result


class Worker:
    """A process of this script that is started again when a program kills it."""

    process = None

    def ask(self, request):
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, str(HERE), "--serve"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
            )
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            return json.loads(line)
        self.process.wait()
        self.process = None
        return {"xla": "the compiler crashed", "shardy": "not asked"}


def main():
    corpus, known, out = map(pathlib.Path, sys.argv[1:4])
    dumps = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
    known = json.loads(known.read_text()) if known.exists() else {}
    script = HERE.read_bytes() + json.dumps(environment.VERSIONS, sort_keys=True).encode()
    worker, result, asked = Worker(), {}, 0
    for path in sorted(corpus.glob("*.mlir")):
        name = path.stem
        if "." in name or b"sdy.mesh" not in (text := path.read_bytes()):
            continue
        digest = hashlib.sha256(script + text).hexdigest()[:16]
        if known.get(name, {}).get("digest") == digest:
            result[name] = known[name]
            continue
        request = {"path": str(path)}
        if dumps:
            request["dump"] = str(dumps / f"{name}.hlo")
        asked += 1
        result[name] = {"digest": digest, **worker.ask(request)}
    lines = [f"{json.dumps(name)}: {json.dumps(result[name], sort_keys=True)}" for name in sorted(result)]
    out.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    failed = sum(isinstance(entry["xla"], str) for entry in result.values())
    print(f"{len(result) - failed} programs partitioned by XLA, {failed} not; {asked} of them now")


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else main()
