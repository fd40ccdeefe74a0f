"""What a module of HLO sends, as XLA prints it after partitioning: the collectives, how often each runs, and their bytes."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

_KINDS = {
    "all-gather": "all_gather",
    "all-reduce": "all_reduce",
    "reduce-scatter": "reduce_scatter",
    "all-to-all": "all_to_all",
    "ragged-all-to-all": "all_to_all",
    "collective-permute": "collective_permute",
    "collective-broadcast": "collective_broadcast",
}
_HEADER = re.compile(r"^(ENTRY )?%?([\w.-]+) \(.*\{$")
_LINE = re.compile(r"^\s+(?:ROOT )?%?[\w.-]+ = (\(.*?\)|\S+) ([\w-]+?)(-start)?\(")
_TYPE = re.compile(r"\b(pred|bf16|[suf]\d+|f8\w+|c64|c128)\[([\d,]*)\]")
_CALLED = re.compile(r"\b(?:to_apply|calls|body|condition|true_computation|false_computation)=%?([\w.-]+)")
_BRANCHES = re.compile(r"\bbranch_computations=\{([^}]*)\}")
_TRIPS = re.compile(r'"known_trip_count":\{"n":"(\d+)"\}')


@dataclass
class Computation:
    """A computation of a module: what it sends itself, and what it calls how many times."""

    collectives: list[tuple[str, int]] = field(default_factory=list)
    calls: list[tuple[str, int]] = field(default_factory=list)


@dataclass(frozen=True)
class HloTraffic:
    """What one device sends."""

    #: How many collectives of each kind the module has.
    counts: dict[str, int]
    #: The bytes of all executions.
    bytes: int
    #: The part of them in loops whose trip counts the module does not state: one iteration is counted.
    bytes_per_iteration: int


def hlo_traffic(text: str, devices: int) -> HloTraffic:
    """The traffic of a module for this many devices."""
    computations, entry = read_computations(text, devices)
    # XLA prints a computation before those that call it.
    times = {entry: 1}
    unknown = {entry: False}
    counts: dict[str, int] = {}
    total = partial = 0
    for name in reversed(list(computations)):
        runs, is_unknown = times.get(name, 0), unknown.get(name, False)
        for called, trips in computations[name].calls:
            times[called] = times.get(called, 0) + runs * max(trips, 1)
            unknown[called] = unknown.get(called, False) or is_unknown or trips == 0
        for kind, sent in computations[name].collectives:
            counts[kind] = counts.get(kind, 0) + 1
            total += sent * runs
            partial += sent * runs if is_unknown else 0
    return HloTraffic(counts, total, partial)


def read_computations(text: str, devices: int) -> tuple[dict[str, Computation], str]:
    """The computations of a module in its order, and the name of the first one that runs."""
    computations: dict[str, Computation] = {}
    entry, current = "", Computation()
    for line in text.splitlines():
        if header := _HEADER.match(line):
            current = computations[header[2]] = Computation()
            entry = header[2] if header[1] else entry
        # Long tuples have comments with the numbers of their elements.
        plain = re.sub(r"/\*.*?\*/", "", line)
        if match := _LINE.match(plain):
            read_op(match, plain, devices, current)
    return computations, entry


def read_op(match: re.Match[str], line: str, devices: int, computation: Computation) -> None:
    """Adds what an op sends and calls."""
    opcode, is_start = match[2], match[3] is not None
    if kind := _KINDS.get(opcode):
        size = type_bytes(match[1])
        # The type of these starts has the operands beside the results.
        if is_start and opcode in ("all-gather", "collective-permute"):
            size = type_bytes(results_of(match[1]))
        computation.collectives.append((kind, sent_bytes(kind, size, group_size(line, devices))))
    # The halves that end an asynchronous computation may name it again.
    if opcode.endswith(("-done", "-update")):
        return
    trips = _TRIPS.search(line)
    count = (int(trips[1]) if trips else 0) if opcode == "while" else 1
    called = _CALLED.findall(line)
    for branches in _BRANCHES.findall(line):
        called += [name.strip().lstrip("%") for name in branches.split(",")]
    computation.calls += [(name, count) for name in called]


def results_of(type_text: str) -> str:
    """The results in the type `(operands, results, ...)` of an op that starts a collective."""
    inner, depth, parts = type_text[1:-1], 0, [""]
    for letter in inner:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts[1] if len(parts) > 1 else type_text


def type_bytes(text: str) -> int:
    """The bytes of an HLO type."""
    total = 0
    for name, dims in _TYPE.findall(text):
        bits = 8 if name == "pred" else int(re.sub(r"\D", " ", name).split()[0])
        count = math.prod(int(size) for size in dims.split(",") if size)
        total += count * max(bits, 8) // 8
    return total


def group_size(line: str, devices: int) -> int:
    """The number of devices in a replica group."""
    if match := re.search(r"replica_groups=\[(\d+),(\d+)\]", line):
        return int(match[2])
    if match := re.search(r"replica_groups=\{\{([\d,]*)\}", line):
        return len(match[1].split(","))
    if match := re.search(r"replica_groups=mesh\[([^\]]*)\][^{]*\{([^}]*)\}", line):
        sizes = dict(re.findall(r"'([^']*)'=(\d+)", match[1]))
        axes = re.findall(r"'([^']*)'(?::\(\d+\)(\d+))?", match[2])
        return math.prod(int(part or sizes[name]) for name, part in axes)
    return devices


def sent_bytes(kind: str, result: int, group: int) -> int:
    """The bytes that one device sends in a ring, of a collective with a result of this size."""
    if kind == "all_gather":
        return result - result // group
    if kind == "reduce_scatter":
        return result * (group - 1)
    if kind == "all_reduce":
        return 2 * (result - result // group)
    if kind == "all_to_all":
        return result - result // group
    return result
