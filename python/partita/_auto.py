"""Automatic sharding: the plan that takes the least time within a memory limit."""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ._cost import hardware_of
from ._errors import UsageError
from ._mesh import axes_text
from ._native import Program
from ._results import Shardings, Shown

if TYPE_CHECKING:
    from ._analysis import Analysis

_UNITS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


@dataclass(frozen=True)
class Annotation:
    """A sharding of a plan: of an argument, of a result, or of values inside the program."""

    #: `argument`, `result` or `constraint`.
    kind: str
    #: The path in the arguments or results, such as `params['up']`; of a constraint the line of your program.
    place: str | None
    #: The sharding in Python; a constraint is a line to add. Absent if it shards over a part of an axis.
    jax: str | None
    #: The sharding in the notation of sdy.
    sdy: str


@dataclass(frozen=True)
class Baseline:
    """A plan that people write by hand, to compare with."""

    name: str
    #: What it costs; absent if the program has no such plan, and then `reason` states why.
    seconds: float | None
    peak_bytes: int | None
    sent_bytes: int | None
    collectives: int | None
    reason: str | None
    #: Whether it lacks the annotations that the plan keeps.
    without_annotations: bool = False


class Searched(Shown):
    """What a search found: what the plan costs, what is proven about it, and what it is compared with."""

    @property
    def seconds(self) -> float:
        """The estimated seconds of a step."""
        return self.data["step_seconds"]

    @property
    def peak_bytes(self) -> int:
        """The estimated peak memory of a device."""
        return self.data["peak_bytes"]

    @property
    def sent_bytes(self) -> int:
        """The bytes that one device sends in a step."""
        return self.data["sent_bytes"]

    @property
    def bound(self) -> float:
        """The seconds that no plan is below, in the model of the search, which does not overlap communication and computation."""
        return self.data["certificate"]["bound_seconds"]

    @property
    def gap(self) -> float | None:
        """How far the plan is from the bound in that model, relative to the bound; 0 if it is proven to be the best, `None` if nothing is proven."""
        return self.data["certificate"]["gap"]

    @property
    def is_optimal(self) -> bool:
        """Whether no other plan is faster in the model of the search."""
        return self.data["certificate"]["optimal"]

    @property
    def baselines(self) -> list[Baseline]:
        """The plans that people write by hand, and the annotations as they are: of a program data parallel, FSDP and Megatron, of a model replicated and data parallel."""
        return [
            Baseline(
                row["name"],
                row.get("step_seconds"),
                row.get("peak_bytes"),
                row.get("sent_bytes"),
                row.get("collectives"),
                row.get("reason"),
                row["without_annotations"],
            )
            for row in self.data["rows"]
        ]


class AutoPlan(Searched):
    """The sharding of a program that takes the least time within a memory limit.

    Printing it shows what it costs beside the plans that people write by hand, a bound, and the lines to add.
    """

    def __init__(self, text: str, data: Any, module: str, analysis: Analysis) -> None:
        super().__init__(text, data)
        #: The program with the annotations of the plan, as StableHLO text.
        self.module = module
        self._original = analysis

    @property
    def annotations(self) -> list[Annotation]:
        """The annotations that suffice: propagation derives everything else."""
        view = self.data["annotations"]
        found = [
            Annotation(kind, row["path"], row["jax"], row["sdy"])
            for kind in ("argument", "result")
            for row in view[f"{kind}s"]
        ]
        return found + [Annotation("constraint", row["place"], row["jax"], row["sdy"]) for row in view["constraints"]]

    @property
    def jax_lines(self) -> list[str]:
        """The plan in Python: the mesh, the sharding of each argument and result, and the constraints to add."""
        lines = [self.data["annotations"]["mesh"]]
        for each in self.annotations:
            if each.jax is None:
                continue
            constraint = f"{each.jax}  # {each.place}" if each.place else each.jax
            lines.append(constraint if each.kind == "constraint" else f"{each.place}: {each.jax}")
        return [line for line in lines if line]

    @cached_property
    def analysis(self) -> Analysis:
        """The analysis of the program with the annotations of the plan: its collectives, `why`, `verify`, `compile`."""
        from ._analysis import Analysis

        lowered = dataclasses.replace(self._original._lowered, text=self.module)
        return Analysis(Program(lowered.name, self.module), lowered)

    def shardings(self, mesh: Any = None) -> Shardings:
        """The sharding of every argument and result, in the pytrees of the function, for `jax.jit`. See `Analysis.shardings`."""
        return self.analysis.shardings(mesh)


def bytes_of(size: Any) -> int | None:
    """A number of bytes, or a text such as `70GiB`."""
    if size is None or (isinstance(size, int) and not isinstance(size, bool) and size > 0):
        return size
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B?", size.strip(), re.IGNORECASE) if isinstance(size, str) else None
    if found is None:
        raise UsageError(f"expected a memory size, found {size!r}: pass bytes, or text such as '70GiB'")
    number, unit, binary = found.groups()
    return int(float(number) * (1024 if binary else 1000) ** _UNITS[unit.upper()])


def find(
    analysis: Analysis,
    *,
    memory: Any,
    mesh: Any,
    hardware: Any,
    keep_annotations: bool,
    rounds: int | None,
    seconds: float | None,
    seed: int,
) -> AutoPlan:
    """The plan for the program of an analysis."""
    axes = axes_text(mesh) or ",".join(f"{name}={size}" for name, size in analysis.mesh.items())
    options = request(
        axes,
        "the program has no mesh to shard it over",
        hardware=hardware,
        memory=memory,
        keep_annotations=keep_annotations,
        rounds=rounds,
        seconds=seconds,
        seed=seed,
    )
    text, data, module = analysis._native.auto(options)
    return AutoPlan(text, json.loads(data), module, analysis)


def request(axes: str | None, missing: str, *, hardware: Any, memory: Any, **options: Any) -> dict[str, Any]:
    """What to search for, as the native module takes it. `missing` is the error without axes."""
    if not axes:
        raise UsageError(f'{missing}: pass `mesh=`, such as "data=4,model=2"')
    return {"mesh": axes, "hardware": hardware_of(hardware), "memory": bytes_of(memory), **options}
