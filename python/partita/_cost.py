"""The time and memory of a step on described hardware."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._errors import UsageError
from ._results import Collective, Source, collective_of, table

if TYPE_CHECKING:
    from ._native import Program


@dataclass(frozen=True)
class TimeParts:
    """What the time of a step is made of, in seconds."""

    #: All kernels, and those of matrix products and convolutions, of fused elementwise ops and reductions, and the others.
    compute: float
    products: float
    fused: float
    other: float
    #: All collectives, those during which nothing is computed, and those behind computation.
    communication: float
    exposed_communication: float
    hidden_communication: float
    #: The host, which works at the same time as the devices.
    host: float


@dataclass(frozen=True)
class Task:
    """A kernel or a collective with its time."""

    #: `product`, `fused`, `other`, or the kind of a collective.
    kind: str
    #: The op whose result it computes.
    op: str
    #: The seconds of one execution.
    seconds: float
    #: The number of executions in a step.
    times: int
    #: The bytes that it reads and writes; of a collective, those that it sends.
    bytes: int
    #: Operations of the matrix unit.
    flops: float
    axes: tuple[str, ...]
    source: Source | None
    name_stack: str | None
    layer: str | None
    #: The line of the MLIR text.
    line: int

    @property
    def total_seconds(self) -> float:
        """The seconds of all executions in a step."""
        return self.seconds * self.times


@dataclass(frozen=True)
class StepCost:
    """The estimated time of a step and the peak memory of a device, on some hardware.

    Printing it shows what takes the most time, by line of your source.
    """

    hardware: str
    devices: int
    #: The assumption about overlap of communication and computation: `none`, `streams` or `ideal`.
    overlap: str
    step_seconds: float
    peak_bytes: int
    #: The memory of a device, and whether the peak is within it.
    memory_bytes: int
    fits: bool
    #: The operations of the matrix unit of one device, and the share of its peak that they reach.
    flops: float
    mfu: float
    parts: TimeParts
    #: The seconds of a step under each assumption about overlap.
    by_overlap: dict[str, float]
    #: Every collective of the program that is planned for the hardware, with `seconds`.
    collectives: tuple[Collective, ...] = field(repr=False)
    #: Kernels and collectives in the order in which they start.
    tasks: tuple[Task, ...] = field(repr=False)
    text: str = field(repr=False, default="")

    def to_pandas(self) -> Any:
        """The tasks as a pandas table."""
        return table(list(self.tasks))

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


def hardware_of(hardware: Any) -> tuple[str, str | None]:
    """The name of a preset, or the path of a description and its text."""
    if not isinstance(hardware, (str, os.PathLike)) or not os.fspath(hardware):
        raise UsageError(
            f"expected hardware, found {type(hardware).__name__}: pass a preset such as 'h200x8' or 'tpu-v5p-4x4x4', or the path of a TOML file"
        )
    path = os.fspath(hardware)
    if isinstance(hardware, str) and not path.endswith(".toml") and not os.path.isfile(path):
        return path, None
    try:
        with open(path, encoding="utf-8") as file:
            return path, file.read()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(
            f"cannot read {path!r}: {reason}; pass a preset such as 'h200x8', or the path of a TOML file that describes the hardware"
        ) from error


def estimate(native: Program, hardware: Any, overlap: str, donate: bool, top: int, width: int) -> StepCost:
    """The cost of a partitioned program."""
    text, data, comms = native.cost(hardware_of(hardware), overlap, donate, top, width)
    view = json.loads(data)
    collectives = json.loads(comms)["collectives"]
    return StepCost(
        hardware=view["hardware"],
        devices=view["devices"],
        overlap=view["overlap"],
        step_seconds=view["step_seconds"],
        peak_bytes=view["peak_bytes"],
        memory_bytes=view["memory_bytes"],
        fits=view["fits"],
        flops=view["flops"],
        mfu=view["utilisation"],
        parts=TimeParts(**view["time"]),
        by_overlap=view["step_seconds_by_overlap"],
        collectives=tuple(map(collective_of, collectives)),
        tasks=tuple(map(task_of, view["tasks"])),
        text=text,
    )


def task_of(view: dict[str, Any]) -> Task:
    """A task of its JSON view."""
    return Task(
        kind=view["kind"],
        op=view["op"],
        seconds=view["seconds"],
        times=view["times"],
        bytes=view["bytes"],
        flops=view["flops"],
        axes=tuple(view["axes"]),
        source=Source.of(view["source"]),
        name_stack=view["name_stack"],
        layer=view["layer"],
        line=view["line"],
    )
