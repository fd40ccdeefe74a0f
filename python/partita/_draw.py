"""`draw`: which device holds which shard of an array."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from ._errors import UsageError
from ._mesh import axes_text
from ._native import draw_sharding
from ._results import Shown

#: The names of element types that differ in JAX.
_ELEMENTS = {"bool": "i1", "bfloat16": "bf16", "float": "f", "uint": "ui", "int": "i", "complex": "c"}


class Drawing(Shown):
    """A picture of an array on its mesh. Printing it shows the picture; `data` has the slices of every device."""


def draw(
    x: Any,
    shape: tuple[int, ...] | None = None,
    *,
    mesh: Any = None,
    dtype: Any = None,
    width: int = 80,
) -> Drawing:
    """Draws which device holds which shard: of an array, of a `ShapeDtypeStruct`, or of a sharding and a shape. Any rank can be drawn.

    `x` may also be a `PartitionSpec`, or text such as `"data,_"`, with `shape=` and `mesh=`; a mesh may be text such as
    `"data=4,model=2"`.

        partita.draw(x)
        partita.draw(NamedSharding(mesh, P("data", "model")), (8, 16))
        partita.draw("data,model", (8, 16), mesh="data=2,model=4")
    """
    # While a function is traced, its values have shardings if the axes of the mesh are explicit.
    sharding = getattr(x, "sharding", None) or getattr(getattr(x, "aval", None), "sharding", None) or x
    if shape is None:
        shape = getattr(x, "shape", None)
    if type(sharding).__name__ == "SingleDeviceSharding" and shape is not None:
        return on_one_device(sharding, shape, element_name(dtype if dtype is not None else getattr(x, "dtype", None)))
    if hasattr(sharding, "spec") and hasattr(sharding, "mesh"):
        mesh, spec = sharding.mesh, sharding.spec
    elif isinstance(sharding, str) or is_spec(sharding):
        spec = sharding
    else:
        raise UsageError(
            f"expected an array with a NamedSharding, or a sharding, found {type(sharding).__name__}: pass `NamedSharding(mesh, P('data'))` "
            "and a shape, or text such as 'data,_' with `shape=` and `mesh=`"
        )
    if shape is None or mesh is None:
        missing = "shape" if shape is None else "mesh"
        raise UsageError(f"a sharding alone has no {missing}: pass `{missing}=`")
    text = spec if isinstance(spec, str) else spec_text(spec, len(shape))
    element = element_name(dtype if dtype is not None else getattr(x, "dtype", None))
    picture, data = draw_sharding(axes_text(mesh) or "", device_ids(mesh), element, list(shape), text, width)
    return Drawing(picture, json.loads(data))


def on_one_device(sharding: Any, shape: tuple[int, ...], element: str) -> Drawing:
    """An array that is not sharded."""
    (device,) = sharding.device_set
    dims = list(map(int, shape))
    text = f"{element}[{','.join(map(str, dims))}]\non one device ({device}), not sharded\n"
    return Drawing(text, {"shape": dims, "local_shape": dims, "devices": [device.id]})


def is_spec(value: Any) -> bool:
    """Whether a value is a `PartitionSpec` of JAX, which is then imported already."""
    jax = sys.modules.get("jax")
    return jax is not None and isinstance(value, jax.sharding.PartitionSpec)


def spec_text(spec: Any, rank: int) -> str:
    """A `PartitionSpec` in the notation of sdy."""
    if len(spec) > rank:
        raise UsageError(f"{spec} has {len(spec)} dimensions, but the shape has {rank}; pass a shape of that rank")
    dims = []
    for dim in [*spec, *[None] * (rank - len(spec))]:
        names = () if dim is None else dim if isinstance(dim, tuple) else (dim,)
        if not all(isinstance(name, str) for name in names):
            raise UsageError(f"{spec} leaves a dimension open; name its axes, or pass None for none")
        dims.append("{" + ", ".join(json.dumps(name) for name in names) + "}")
    return "[" + ", ".join(dims) + "]"


def device_ids(mesh: Any) -> str | None:
    """The ids of the devices of a mesh, if they are not in order."""
    if isinstance(mesh, (str, Mapping)) or type(mesh).__name__ == "AbstractMesh":
        return None
    ids = [device.id for device in mesh.devices.flat]
    # Ids of several processes have gaps, which the notation does not allow: number the devices instead.
    order = sorted(ids)
    places = [order.index(each) for each in ids]
    return None if places == list(range(len(ids))) else ",".join(map(str, places))


def element_name(dtype: Any) -> str:
    """The name of an element type, such as `f32`."""
    if dtype is None:
        return "array"
    name = str(getattr(dtype, "name", None) or getattr(dtype, "__name__", dtype))
    for start, short in _ELEMENTS.items():
        if name.startswith(start):
            return short + name[len(start) :]
    return name
