"""Sharding of tensor programs: what it communicates, why, and the program of each device.

    import partita

    r = partita.analyze(jax.jit(step), params, batch)     # arrays, or ShapeDtypeStructs: no device is needed
    print(r)                                              # collectives by line of your source, most bytes first
    r.why("params['mlp']['w1']", dim=1)                   # where a sharding comes from
    r.verify()                                            # the partitioned program computes the same numbers
    print(r.cost_on("h200x8"))                            # the time of a step, and what takes it
    fast = r.compile()                                    # runs it on the devices of JAX

`analyze` also takes MLIR text, a path, and JAX's `Lowered` and `Exported`. `partita.onnx` and `partita.ckks` are for ONNX models and for
networks on encrypted data; `python -m partita` is the command line. jax, onnx, numpy and pandas are imported where they are used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._errors import Diagnostic, PartitaError, UnknownNameError, UsageError
from ._native import VERSION as __version__

if TYPE_CHECKING:
    from . import ckks, onnx, testing
    from ._analysis import Analysis, analyze
    from ._auto import Annotation, AutoPlan, Baseline
    from ._compare import Comparison, Side, compare_with_xla
    from ._compiled import Compiled
    from ._cost import StepCost, Task, TimeParts
    from ._draw import Drawing, draw
    from ._questions import cost, lint, suggest
    from ._results import (
        Change,
        Collective,
        Cost,
        Diff,
        Explanation,
        Findings,
        Memory,
        Shardings,
        Source,
        Suggestions,
        Tensor,
        Total,
        Verification,
    )

# The file of each name. They are imported on first use, so that `import partita` takes a few milliseconds.
_HOMES = {
    "_analysis": ["Analysis", "analyze"],
    "_auto": ["Annotation", "AutoPlan", "Baseline"],
    "_compare": ["Comparison", "Side", "compare_with_xla"],
    "_compiled": ["Compiled"],
    "_cost": ["StepCost", "Task", "TimeParts"],
    "_draw": ["Drawing", "draw"],
    "_questions": ["cost", "lint", "suggest"],
    "_results": [
        "Change",
        "Collective",
        "Cost",
        "Diff",
        "Explanation",
        "Findings",
        "Memory",
        "Shardings",
        "Source",
        "Suggestions",
        "Tensor",
        "Total",
        "Verification",
    ],
}
_FILES = {name: file for file, names in _HOMES.items() for name in names}
_MODULES = ("ckks", "onnx", "testing")

# Written out, because type checkers do not evaluate it.
__all__ = [
    "Analysis",
    "Annotation",
    "AutoPlan",
    "Baseline",
    "Change",
    "Collective",
    "Comparison",
    "Compiled",
    "Cost",
    "Diagnostic",
    "Diff",
    "Drawing",
    "Explanation",
    "Findings",
    "Memory",
    "PartitaError",
    "Shardings",
    "Side",
    "Source",
    "StepCost",
    "Suggestions",
    "Task",
    "Tensor",
    "TimeParts",
    "Total",
    "UnknownNameError",
    "UsageError",
    "Verification",
    "__version__",
    "analyze",
    "ckks",
    "compare_with_xla",
    "cost",
    "draw",
    "lint",
    "onnx",
    "suggest",
    "testing",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    if name not in _FILES:
        raise AttributeError(f"module 'partita' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_FILES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
