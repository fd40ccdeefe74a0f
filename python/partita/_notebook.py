"""Tables for notebooks: HTML without scripts, styles of their own only, readable on light and dark backgrounds.

Everything that comes from a program is escaped: names in a file must not become elements of the page.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

#: One hue per mesh axis, those of the page of `partita report`.
_HUES = ("#0072b2", "#b8500a", "#00745a", "#8f3a84", "#6b6100", "#3f51b5")

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")

_CELL = "padding:1px 10px 1px 0;text-align:left;white-space:nowrap;background:none;border:0"
_NUMBER = f"{_CELL};text-align:right"


def byte_text(count: int) -> str:
    """A number of bytes in units of 1024."""
    value, unit = float(count), 0
    while value >= 1024 and unit + 1 < len(_UNITS):
        value, unit = value / 1024, unit + 1
    return f"{count} B" if unit == 0 else f"{value:.1f} {_UNITS[unit]}"


def communication(view: dict[str, Any], top: int) -> str:
    """The groups of collectives of a JSON view, the most bytes first."""
    mesh = dict(map(tuple, view["mesh"]))
    hues = {name: _HUES[at % len(_HUES)] for at, name in enumerate(mesh)}
    shape = ", ".join(f"{name}={size}" for name, size in mesh.items())
    total = view["bytes"]
    count = sum(row["count"] for row in view["by_kind"])
    title = (
        f"{view['devices']} devices{f' ({escape(shape)})' if shape else ''}: {count} collectives, "
        f"{byte_text(total)} sent per device and step"
    )
    groups = view["groups"]
    rows = [
        (
            number(byte_text(group["bytes"])),
            bar(group["bytes"], total),
            number(f"{group['times']}×"),
            cell(escape(group["collective"] or "")),
            cell(" ".join(axis(name, hues) for name in group["axes"] or [])),
            cell(escape(group["cause"] or "")),
            cell(place(group["source"], group["line"])),
            cell(escape(group["name_stack"] or "")),
        )
        for group in groups[:top]
    ]
    rest = groups[top:]
    more = f"{byte_text(sum(group['bytes'] for group in rest))} in {len(rest)} more group{'s' * (len(rest) > 1)}" if rest else ""
    head = ("sent", "share", "times", "collective", "axes", "cause", "source", "name")
    return table(title, head, rows, more)


def memory(figures: Any, top: int) -> str:
    """The largest tensors at the peak of a `Memory`."""
    at = f", at {place(str(figures.source) if figures.source else None, None)}" if figures.source else ""
    title = (
        f"peak {byte_text(figures.peak)} per device{at}; arguments {byte_text(figures.arguments)}, results "
        f"{byte_text(figures.results)}, temporaries {byte_text(figures.temporaries)}"
    )
    rows = [
        (
            number(byte_text(each.bytes)),
            bar(each.bytes, figures.peak),
            cell(each.role),
            cell(escape(each.name or "")),
            cell(escape(each.tensor or each.local_type)),
            cell(place(str(each.source) if each.source else None, None)),
        )
        for each in figures.tensors[:top]
    ]
    return table(title, ("size", "share", "role", "name", "tensor", "source"), rows, "")


def table(title: str, head: Iterable[str], rows: Sequence[tuple[str, ...]], more: str) -> str:
    """A table with a caption and headings, as screen readers need it."""
    style = "caption-side:top;text-align:left;padding:4px 0;font-weight:600;color:inherit"
    headings = "".join(f'<th scope="col" style="{_CELL};font-weight:600">{name}</th>' for name in head)
    body = "".join(f'<tr style="background:none">{"".join(row)}</tr>' for row in rows)
    note = f"<div>{more}</div>" if more else ""
    return (
        f'<div style="overflow-x:auto"><table style="border-collapse:collapse;margin:0"><caption style="{style}">{title}</caption>'
        f"<thead><tr>{headings}</tr></thead><tbody>{body}</tbody></table>{note}</div>"
    )


def cell(content: str) -> str:
    """A cell of text, which is escaped already."""
    return f'<td style="{_CELL}">{content}</td>'


def number(content: str) -> str:
    """A cell of a figure."""
    return f'<td style="{_NUMBER}">{content}</td>'


def bar(part: int, total: int) -> str:
    """A cell with a share of a total, as a bar and as text."""
    share = part / total if total else 0.0
    text = f"{share:.0%}" if share >= 0.01 or not part else "&lt;1%"
    drawn = f"display:inline-block;height:.7em;width:{share * 6:.2f}em;background:#4f7cac;margin-right:.4em"
    return f'<td style="{_CELL}"><span style="{drawn}"></span>{text}</td>'


def axis(name: str, hues: dict[str, str]) -> str:
    """The name of an axis in its hue."""
    hue = hues.get(name.split(":")[0], "#888")
    return f'<span style="border-left:.5em solid {hue};padding-left:.3em">{escape(name)}</span>'


def place(source: str | None, line: int | None) -> str:
    """The line of a source without its folder, which the title has."""
    if not source:
        return f"line {line}" if line else ""
    file, number, _ = source.rsplit(":", 2)
    return f'<span title="{escape(source)}">{escape(os.path.basename(file))}:{number}</span>'
