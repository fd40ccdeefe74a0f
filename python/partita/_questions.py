"""One question about a program in one call, where no other answer is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._analysis import analyze

if TYPE_CHECKING:
    from ._cost import StepCost
    from ._results import Findings, Suggestions


def cost(
    program: Any, *args: Any, hardware: Any = "h200", overlap: str = "streams", donate: bool = False, **kwargs: Any
) -> StepCost:
    """The estimated time of a step of a program and the peak memory of a device, on some hardware.

        print(partita.cost(step, params, batch, hardware="h200x8"))

    The program, its arguments, `mesh=` and the other keywords are those of `analyze`; `hardware`, `overlap` and `donate` are those of
    `Analysis.cost_on`.
    """
    return analyze(program, *args, **kwargs).cost_on(hardware, overlap=overlap, donate=donate)


def suggest(program: Any, *args: Any, max_trials: int = 200, **kwargs: Any) -> Suggestions:
    """Sharding constraints that reduce traffic and memory of a program, as lines of Python. It takes what `analyze` takes."""
    return analyze(program, *args, **kwargs).suggest(max_trials)


def lint(program: Any, *args: Any, **kwargs: Any) -> Findings:
    """Warnings about what wastes memory or communication in a program. It takes what `analyze` takes."""
    return analyze(program, *args, **kwargs).lint()
