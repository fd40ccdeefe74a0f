"""Partita's partitioning of a function next to that of XLA: the numbers, the bytes and the collectives of both."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ._analysis import Analysis, analyze
from ._compiled import Compiled
from ._errors import PartitaError, UsageError
from ._hlo_traffic import hlo_traffic
from ._jax import context
from ._results import Shown
from ._static_leaves import is_traceable


@dataclass(frozen=True)
class Side:
    """One of the two partitioners."""

    #: What the function returned, with the pytree of the function.
    result: Any
    #: The largest difference from one device, as a share of the largest element of each result; the largest of all results.
    error: float
    #: Whether the difference is small enough to be due to rounding.
    is_right: bool
    #: The bytes that one device sends, where that can be counted; loops of unknown trip counts are counted once.
    bytes: int
    #: How many collectives of each kind there are.
    collectives: dict[str, int]


class Comparison(Shown):
    """Both partitionings: `ours` and `xla`, each a `Side`, and the `analysis`. It is true if both compute what one device computes."""

    def __init__(self, analysis: Analysis, ours: Side, xla: Side, is_partial: bool = False) -> None:
        self.analysis = analysis
        self.ours = ours
        self.xla = xla
        note = "bytes are for one iteration of a loop whose trip count is unknown\n" if is_partial else ""
        super().__init__(comparison_text(ours, xla) + note, None)

    def __bool__(self) -> bool:
        return self.ours.is_right and self.xla.is_right


def compare_with_xla(
    function: Any,
    *args: Any,
    mesh: Any = None,
    in_shardings: Any = None,
    tolerance: float | None = None,
    **kwargs: Any,
) -> Comparison:
    """Runs a function as Partita partitions it, as XLA partitions it, and on one device, and compares the three.

    The arguments are those of `analyze`; numbers are drawn for shapes without numbers. The process needs as many devices as the mesh.
    `tolerance` is the largest difference that counts as rounding, as a share of the largest element.
    """
    analysis = analyze(function, *args, mesh=mesh, in_shardings=in_shardings, **kwargs)
    if analysis._lowered.function is None:
        raise UsageError("expected a function: XLA cannot partition a text; pass the function and its arguments")
    compiled = analysis.compile()
    jax = compiled._jax
    leaves = jax.tree_util.tree_leaves((args, kwargs))
    values = [number(jax, leaf, seed) for seed, leaf in enumerate(leaves)]
    ours = call(jax, compiled, analysis, args, kwargs, values)
    # XLA comes last: if it is wrong, its result must not be an input of the others.
    alone = on_one_device(analysis, values)
    theirs, hlo = by_xla(jax, compiled, analysis, args, kwargs, values)
    if alone is None:
        alone = jax.tree_util.tree_leaves(ours)
    traffic = hlo_traffic(hlo, analysis.devices)
    our_counts: dict[str, int] = {}
    for each in analysis.collectives:
        our_counts[each.kind] = our_counts.get(each.kind, 0) + 1
    return Comparison(
        analysis,
        side(jax, ours, alone, tolerance, analysis.cost.bytes, our_counts),
        side(jax, theirs, alone, tolerance, traffic.bytes, traffic.counts),
        is_partial=bool(analysis.cost.bytes_per_iteration or traffic.bytes_per_iteration),
    )


def number(jax: Any, leaf: Any, seed: int) -> Any:
    """The numbers of an argument, drawn if it is only a shape."""
    import numpy

    if not isinstance(leaf, jax.ShapeDtypeStruct):
        return leaf
    random = numpy.random.default_rng(seed)
    if jax.numpy.issubdtype(leaf.dtype, jax.numpy.floating):
        return random.standard_normal(leaf.shape).astype(leaf.dtype)
    if jax.numpy.issubdtype(leaf.dtype, jax.numpy.integer):
        # Small, because most integers are indices.
        return random.integers(0, 8, leaf.shape).astype(leaf.dtype)
    return numpy.zeros(leaf.shape, leaf.dtype)


def filled(jax: Any, args: Any, kwargs: Any, values: list[Any]) -> tuple[Any, Any]:
    """The arguments with these numbers."""
    tree = jax.tree_util.tree_structure((args, kwargs))
    return jax.tree_util.tree_unflatten(tree, values)


def call(jax: Any, compiled: Compiled, analysis: Analysis, args: Any, kwargs: Any, values: list[Any]) -> Any:
    """The result of the local program; static arguments are left out."""
    tree = analysis._lowered.in_tree
    if tree.num_leaves == len(values):
        args, kwargs = jax.tree_util.tree_unflatten(tree, values)
    else:
        args, kwargs = filled(jax, args, kwargs, values)
    return compiled(*args, **kwargs)


def on_one_device(analysis: Analysis, values: list[Any]) -> list[Any] | None:
    """The results of the program on a mesh of one device; none if it is written for its mesh, as with `shard_map`."""
    mesh = {name: 1 for name in analysis.mesh}
    try:
        single = analyze(analysis.text, mesh=mesh)
    except PartitaError:
        return None
    kept = [values[at] for at in analysis._lowered.kept or []]
    return list(single.compile()(*kept))


def by_xla(
    jax: Any, compiled: Compiled, analysis: Analysis, args: Any, kwargs: Any, values: list[Any]
) -> tuple[Any, str]:
    """The result as XLA partitions the function, and its module."""
    jitted: Any = analysis._lowered.function
    named = jax.sharding.NamedSharding
    leaves = analysis._lowered.leaves or []

    def place(value: Any, leaf: Any) -> Any:
        sharding = getattr(leaf, "sharding", None)
        if isinstance(sharding, named):
            return jax.device_put(value, named(compiled.mesh, sharding.spec))
        return value

    placed = [place(value, leaf) for value, leaf in zip(values, leaves)]
    static = analysis._lowered.static
    args, kwargs = filled(jax, args, kwargs, placed) if static is None else static.arguments(placed)
    with context(jax, compiled.mesh):
        executable = jitted.lower(*args, **kwargs).compile()
        return jitted(*args, **kwargs), executable.as_text()


def side(jax: Any, result: Any, alone: list[Any], tolerance: float | None, sent: int, counts: dict[str, int]) -> Side:
    """How the results of one partitioner differ from those of one device."""
    leaves = [leaf for leaf in jax.tree_util.tree_leaves(result) if is_traceable(leaf)]
    pairs = [difference(jax, got, expected) for got, expected in zip(leaves, alone)]
    error = max((error for error, _ in pairs), default=0.0)
    is_right = all(error <= (tolerance if tolerance is not None else allowed) for error, allowed in pairs)
    return Side(result, error, is_right, sent, counts)


def difference(jax: Any, got: Any, expected: Any) -> tuple[float, float]:
    """The largest difference as a share of the largest element, and the share that rounding explains."""
    import numpy

    if jax.dtypes.issubdtype(got.dtype, jax.dtypes.prng_key):
        got = jax.random.key_data(got)
    exact = not jax.numpy.issubdtype(got.dtype, jax.numpy.inexact)
    allowed = 0.0 if exact else 256 * float(jax.numpy.finfo(got.dtype).eps)
    wide = numpy.complex128 if jax.numpy.issubdtype(got.dtype, jax.numpy.complexfloating) else numpy.float64
    a, b = (numpy.asarray(each).astype(wide) for each in (got, expected))
    # Where both have no number, they agree.
    same = (a == b) | (numpy.isnan(a) & numpy.isnan(b))
    if same.all():
        return 0.0, allowed
    off = numpy.where(same, 0.0, numpy.abs(a - b))
    largest = max(float(numpy.abs(b[numpy.isfinite(b)]).max(initial=0.0)), 1e-30)
    error = float(off.max()) / largest
    return (error if math.isfinite(error) else math.inf), allowed


def comparison_text(ours: Side, xla: Side) -> str:
    """Both sides in a table."""
    rows = [("", "result", "largest difference", "sent per device", "collectives")]
    for name, each in (("Partita", ours), ("XLA", xla)):
        verdict = "as on one device" if each.is_right else "WRONG"
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(each.collectives.items())) or "none"
        rows.append((name, verdict, f"{each.error:.1e}", f"{each.bytes:,} B", kinds))
    widths = [max(len(row[at]) for row in rows) for at in range(4)]
    lines = ["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[4]]) for row in rows]
    return "\n".join(line.rstrip() for line in lines) + "\n"
