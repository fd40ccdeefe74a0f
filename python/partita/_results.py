"""What an analysis returns: plain data, made from the JSON that the command line prints too."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from ._errors import Diagnostic


@dataclass(frozen=True)
class Source:
    """A line of your own program."""

    file: str
    line: int
    column: int

    @classmethod
    def of(cls, text: str | None) -> Source | None:
        """The source of `train.py:12:4`."""
        if not text:
            return None
        file, line, column = text.rsplit(":", 2)
        return cls(file, int(line), int(column))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Collective:
    """A collective of the local program."""

    #: Such as `all_gather`.
    kind: str
    #: The mesh axes along which devices communicate.
    axes: tuple[str, ...]
    #: The most bytes that one device sends in one execution.
    bytes: int
    #: The number of executions in a step, with the trip counts of loops.
    times: int
    #: The reason, such as `contracting dimension`.
    cause: str
    #: The line of your own program, if its text records lines.
    source: Source | None
    #: The names of the scopes and the operation, such as `transpose(jvp(attn))/dot_general`.
    name_stack: str | None
    #: The repeated part of the program, such as `layers_12`.
    layer: str | None
    #: The number of devices that communicate with each other.
    group: int
    #: The line of the MLIR text, and the op there.
    line: int
    op: str
    #: The seconds of one execution, if the hardware is given: `Analysis.cost_on`.
    seconds: float | None = None

    @property
    def total_bytes(self) -> int:
        """The bytes that one device sends in a step."""
        return self.bytes * self.times


@dataclass(frozen=True)
class Total:
    """What the collectives of one kind, or along the same axes, send together."""

    count: int
    bytes: int


@dataclass(frozen=True)
class Cost:
    """What one device sends in a step."""

    bytes: int
    count: int
    by_kind: dict[str, Total]
    by_axes: dict[str, Total]
    #: The part of `bytes` that is for one iteration of a loop of unknown trip count.
    bytes_per_iteration: int
    #: Ops that communicate an unknown number of bytes, such as callbacks.
    uncounted: tuple[str, ...]


@dataclass(frozen=True)
class Tensor:
    """A tensor in memory at the peak."""

    bytes: int
    #: `argument`, `result`, `constant` or `temporary`.
    role: str
    name: str | None
    #: The global type and its sharding, such as `f32[32@data,64]`.
    tensor: str | None
    local_type: str
    source: Source | None
    layer: str | None


@dataclass(frozen=True)
class Memory:
    """The estimated peak memory of one device."""

    peak: int
    arguments: int
    results: int
    constants: int
    temporaries: int
    #: The peak of the program on one device.
    unpartitioned: int
    #: The op at which the peak occurs.
    at: str | None
    source: Source | None
    tensors: tuple[Tensor, ...]
    text: str = field(repr=False, default="")

    def to_pandas(self) -> Any:
        """The largest tensors at the peak as a pandas table."""
        return table(list(self.tensors))

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        from . import _notebook

        return _notebook.memory(self, len(self.tensors))


class Shown:
    """An answer for people, with the same as data."""

    def __init__(self, text: str, data: Any) -> None:
        self.text = text
        #: The answer as JSON data; the book documents its fields.
        self.data = data

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        # Interactive sessions print the representation: show the answer itself.
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


class Explanation(Shown):
    """Where a sharding comes from, or what prevents it."""

    @property
    def answers(self) -> list[dict[str, Any]]:
        """One answer for each different sharding of the value, as data."""
        return self.data if isinstance(self.data, list) else [self.data]

    @property
    def sharding(self) -> str:
        """Type and sharding in short notation, such as `f32[8@data,16]`."""
        return str(self.answers[0]["short"])


class Verification(Shown):
    """The comparison of the partitioned program with the original. It is true if they are equal."""

    @property
    def equal(self) -> bool:
        """Whether all differences are due to rounding."""
        return bool(self.data["equal"])

    @property
    def largest_difference(self) -> float:
        """The largest difference due to rounding, relative to the largest element."""
        largest = self.data["largest_difference"]
        return largest["of_largest_element"] if largest else 0.0

    def __bool__(self) -> bool:
        return self.equal


@dataclass(frozen=True)
class Change:
    """Collectives of one kind, axes and line that differ between two programs."""

    kind: str
    axes: tuple[str, ...]
    place: str
    bytes_before: int
    bytes_after: int


class Diff(Shown):
    """What differs between two programs. It is true if anything does."""

    @property
    def changes(self) -> list[Change]:
        """The collectives that differ, the largest difference first."""
        rows = self.data["collectives"]
        return [
            Change(row["collective"], tuple(row["axes"]), row["place"], row["bytes_before"], row["bytes_after"])
            for row in rows
        ]

    @property
    def bytes(self) -> tuple[int, int]:
        """The bytes that one device sends, before and after."""
        return self.data["before"]["sent_bytes"], self.data["after"]["sent_bytes"]

    @property
    def peak(self) -> tuple[int, int]:
        """The peak memory of one device, before and after."""
        return self.data["before"]["peak_bytes"], self.data["after"]["peak_bytes"]

    def to_pandas(self) -> Any:
        """The collectives that differ as a pandas table."""
        return table(self.changes)

    def __bool__(self) -> bool:
        rows = (self.data[name] for name in ("collectives", "shardings"))
        return self.bytes[0] != self.bytes[1] or self.peak[0] != self.peak[1] or any(map(bool, rows))


class Suggestions(Shown):
    """Annotations that make a program cheaper, in the order in which to add them."""

    @property
    def lines(self) -> list[str]:
        """Lines of Python to add."""
        return [each["jax"] for each in self.data["suggestions"] if each["jax"]]

    def __len__(self) -> int:
        return len(self.data["suggestions"])


class Findings(Shown):
    """Diagnostics about a program."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Every diagnostic, in the order of the text."""
        return Diagnostic.all(self.data)

    @property
    def errors(self) -> list[Diagnostic]:
        """The errors among them."""
        return [each for each in self.diagnostics if each.severity == "error"]

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self.diagnostics)


@dataclass(frozen=True)
class Shardings:
    """The sharding of every argument and result, as JAX's `NamedSharding`s in the pytrees of the function.

    `jax.jit(f, in_shardings=s.args, out_shardings=s.result)` uses exactly these.
    """

    #: The positional arguments: a tuple of pytrees.
    args: Any
    #: The keyword arguments: a dictionary of pytrees.
    kwargs: Any
    #: The result: a pytree.
    result: Any


_Answer = TypeVar("_Answer", bound=Shown)


def explained(kind: type[_Answer], pair: tuple[str, str]) -> _Answer:
    """An answer of the native module."""
    text, data = pair
    return kind(text, json.loads(data))


def collective_of(view: dict[str, Any]) -> Collective:
    """A collective of its JSON view."""
    return Collective(
        kind=view["collective"],
        axes=tuple(view["axes"]),
        bytes=view["bytes"],
        times=view["times"],
        cause=view["cause"],
        source=Source.of(view["source"]),
        name_stack=view["name_stack"],
        layer=view["layer"],
        group=view["group"],
        line=view["line"],
        op=view["op"],
        seconds=view.get("seconds"),
    )


def cost_of(view: dict[str, Any]) -> Cost:
    """The totals of the JSON view of all collectives."""

    def totals(rows: list[dict[str, Any]]) -> dict[str, Total]:
        return {row["name"]: Total(row["count"], row["bytes"]) for row in rows}

    return Cost(
        bytes=view["bytes"],
        count=sum(row["count"] for row in view["by_kind"]),
        by_kind=totals(view["by_kind"]),
        by_axes=totals(view["by_axes"]),
        bytes_per_iteration=view["per_turn_bytes"],
        uncounted=tuple(row["name"] for row in view["uncounted"]),
    )


def memory_of(pair: tuple[str, str]) -> Memory:
    """The memory of its text and JSON view."""
    text, data = pair
    view = json.loads(data)
    figures, at = view["per_device"], view["at"] or {}

    def tensor(row: dict[str, Any]) -> Tensor:
        return Tensor(
            row["bytes"],
            row["role"],
            row["name"],
            row["tensor"],
            row["local_type"],
            Source.of(row["source"]),
            row["layer"],
        )

    return Memory(
        peak=figures["peak"],
        arguments=figures["arguments"],
        results=figures["results"],
        constants=figures["constants"],
        temporaries=figures["temporaries"],
        unpartitioned=view["unpartitioned"]["peak"],
        at=at.get("op"),
        source=Source.of(at.get("source")),
        tensors=tuple(tensor(row) for row in view["tensors"]),
        text=text,
    )


def rows_of(items: list[Any]) -> list[dict[str, Any]]:
    """Data classes as rows of a table, with sources as text and axes joined."""
    rows = []
    for item in items:
        row = asdict(item)
        if getattr(item, "source", None) is not None:
            row["source"] = str(item.source)
        if "axes" in row:
            row["axes"] = ",".join(row["axes"])
        rows.append(row)
    return rows


def table(items: list[Any]) -> Any:
    """Data classes as a pandas table."""
    try:
        import pandas
    except ImportError as error:
        from ._errors import UsageError

        raise UsageError("tables need pandas: run `pip install pandas`, or use the list itself") from error
    return pandas.DataFrame(rows_of(items))
