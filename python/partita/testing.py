"""Checks for tests: budgets, and snapshots of what a program communicates.

The pytest plug-in, which pip installs with the package, offers them as fixtures.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._analysis import Analysis


def assert_budget(analysis: Analysis, budget: str | os.PathLike[str]) -> None:
    """Fails if a program exceeds a budget: the path of a TOML file, or its text. `Analysis.write_budget` creates one."""
    __tracebackhide__ = True
    found = analysis.check_budget(budget)
    if found.errors:
        raise AssertionError(f"the program exceeds its budget\n{found.text}")


def communication_table(analysis: Analysis) -> str:
    """What a program communicates, one line per kind, axes, cause and source line, without anything that differs between machines."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for each in analysis.collectives:
        place = f"{os.path.basename(each.source.file)}:{each.source.line}" if each.source else f"line {each.line}"
        key = (each.kind, ",".join(each.axes), each.cause, place)
        row = groups.setdefault(key, [0, 0])
        row[0] += each.times
        row[1] += each.total_bytes
    mesh = ", ".join(f"{name}={size}" for name, size in analysis.mesh.items())
    lines = [f"mesh {mesh}: {analysis.cost.bytes} bytes sent by each device, peak memory {analysis.memory.peak} bytes"]
    for (kind, axes, cause, place), (times, total) in sorted(groups.items(), key=lambda row: (-row[1][1], row[0])):
        lines.append(f"{total:>14}  {times:>5}x  {kind}  {axes or '-'}  {cause}  {place}")
    return "\n".join(lines) + "\n"


def assert_same_communication(analysis: Analysis, path: str | os.PathLike[str], *, update: bool = False) -> None:
    """Fails if a program communicates differently from the snapshot at `path`. With `update`, or if there is none, it is written."""
    __tracebackhide__ = True
    table = communication_table(analysis)
    if update or not os.path.exists(path):
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(table)
        return
    with open(path, encoding="utf-8") as file:
        expected = file.read()
    if table != expected:
        import difflib

        lines = difflib.unified_diff(
            expected.splitlines(), table.splitlines(), os.fspath(path), "this program", lineterm="", n=1
        )
        shown = "\n".join(lines)
        raise AssertionError(f"the communication changed; accept it with `pytest --partita-update`\n{shown}")
