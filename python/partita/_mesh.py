"""Meshes and shardings in the notation of sdy, and as objects of JAX."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ._errors import UsageError

#: An axis of a dimension: its name and, for a sub-axis, the sizes before and of it.
Axis = tuple[str, "tuple[int, int] | None"]

_AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"(?::\((\d+)\)(\d+))?')


def axes_text(mesh: Any) -> str | None:
    """The mesh as `data=4,model=2`: of such a text, a mapping, or a mesh of JAX."""
    if mesh is None or isinstance(mesh, str):
        return mesh
    sizes = mesh if isinstance(mesh, Mapping) else getattr(mesh, "shape", None)
    if not isinstance(sizes, Mapping):
        raise UsageError(
            f"expected a mesh, found {type(mesh).__name__}: pass a `jax.sharding.Mesh` or `AbstractMesh`, a dictionary of "
            'axis sizes, or text such as "data=4,model=2"'
        )
    return ",".join(f"{name}={size}" for name, size in sizes.items())


def show_axes(axes: dict[str, int]) -> str:
    """The axes for a message."""
    return ", ".join(f"{name}={size}" for name, size in axes.items()) or "no axes"


def auto_mesh(axes: dict[str, int]) -> Any:
    """A mesh of JAX without devices, whose axes are left to propagation."""
    import jax

    types = getattr(jax.sharding, "AxisType", None)
    sizes, names = tuple(axes.values()), tuple(axes)
    return jax.sharding.AbstractMesh(sizes, names, axis_types=(types.Auto,) * len(names) if types else None)


def mesh_of_axes(mesh: Any) -> Any:
    """The mesh without devices of `data=4,model=2` or of a dictionary; a mesh of JAX as it is."""
    import jax

    if mesh is None or isinstance(mesh, (jax.sharding.Mesh, jax.sharding.AbstractMesh)):
        return mesh
    text = axes_text(mesh) or ""
    axes = re.findall(r"([^=,]+)=(\d+)(?:,|$)", text)
    found = {name.strip(): int(size) for name, size in axes}
    if not found or len(found) != text.count("=") or 0 in found.values():
        raise UsageError(f"expected axes and their sizes, found {text!r}: pass text such as \"data=4,model=2\"")
    return auto_mesh(found)


def read_mesh(text: str) -> tuple[dict[str, int], bool]:
    """The axes of `<["data"=4, "model"=2]>`, and whether its devices are in order."""
    axes = {name: int(size) for name, size in re.findall(r'"((?:[^"\\]|\\.)*)"=(\d+)', text)}
    return axes, "device_ids" not in text


def read_sharding(text: str | None) -> list[list[Axis]] | None:
    """The axes of every dimension of `<@mesh, [{"data"}, {"x":(1)2}]>`; `None` if the tensor is replicated."""
    if text is None:
        return None
    dims = text.split("[", 1)[1]
    found: list[list[Axis]] = []
    for part in re.findall(r"\{((?:\"(?:[^\"\\]|\\.)*\"|[^}\"])*)\}", _until_bracket(dims)):
        axes: list[Axis] = []
        for name, before, size in _AXIS.findall(part):
            axes.append((name, (int(before), int(size)) if size else None))
        found.append(axes)
    return found


def _until_bracket(text: str) -> str:
    quoted = False
    for at, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif letter == "]" and not quoted:
            return text[:at]
    return text


class Splits:
    """The axes of a mesh, split where shardings use only a part of one.

    A `PartitionSpec` names axes, so a sub-axis needs an axis of its own: `x` of size 8, used as `"x":(1)2`, becomes `x_0` of size 2
    and `x_1` of size 4.
    """

    def __init__(self, axes: dict[str, int], shardings: list[list[list[Axis]] | None]) -> None:
        bounds: dict[str, set[int]] = {name: {1, size} for name, size in axes.items()}
        for sharding in shardings:
            for name, part in (axis for dim in sharding or [] for axis in dim):
                if part is not None:
                    bounds[name] |= {part[0], part[0] * part[1]}
        #: For every axis its parts: name, size before it, size.
        self.parts: dict[str, list[tuple[str, int, int]]] = {}
        for name, size in axes.items():
            ends = sorted(bounds[name])
            pairs = list(zip(ends, ends[1:]))
            if any(high % low for low, high in pairs):
                raise UsageError(
                    f"the program shards over parts of the axis {name!r} of size {size} that no mesh of JAX has at the same time; "
                    "constrain the arguments or results that are sharded over a part of it"
                )
            if len(pairs) <= 1:
                self.parts[name] = [(name, 1, size)]
            else:
                # An axis of the program may have the name of a part.
                base = next(base for base in (name + "_" * count for count in range(len(axes) + 1)) if not any(
                    other.startswith(f"{base}_") for other in axes
                ))
                self.parts[name] = [(f"{base}_{at}", low, high // low) for at, (low, high) in enumerate(pairs)]

    @property
    def are_needed(self) -> bool:
        """Whether any axis is split."""
        return any(len(parts) > 1 for parts in self.parts.values())

    @property
    def axes(self) -> dict[str, int]:
        """The names and sizes of all axes after splitting, major first."""
        return {name: size for parts in self.parts.values() for name, _, size in parts}

    def spec(self, sharding: list[list[Axis]] | None) -> list[tuple[str, ...]]:
        """The axes of every dimension, as names of axes after splitting."""
        dims = []
        for dim in sharding or []:
            names: list[str] = []
            for name, part in dim:
                low, size = part or (1, max(before * own for _, before, own in self.parts[name]))
                names += [own for own, before, _ in self.parts[name] if low <= before < low * size]
            dims.append(tuple(names))
        return dims


def partition_spec(dims: list[tuple[str, ...]]) -> Any:
    """JAX's `PartitionSpec`."""
    from jax.sharding import PartitionSpec

    entries: list[Any] = [None if not dim else dim[0] if len(dim) == 1 else dim for dim in dims]
    while entries and entries[-1] is None:
        entries.pop()
    return PartitionSpec(*entries)
