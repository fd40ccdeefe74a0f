"""The programs of this folder, their meshes, and shardings by shape.

A program is a decorated function that takes a mesh and returns a function to lower and its arguments: trees of
`jax.ShapeDtypeStruct` with shardings. What it computes comes from a library; the few lines around it are ours.
Random inputs have a deviation of about one, so programs scale weights down and bring ids into range: results stay finite and of
moderate size, so that a comparison is meaningful.
"""

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, NamedSharding
from jax.sharding import PartitionSpec as P

from programs import abstract_mesh

# The meshes, by the names of the index. The first axis is that of the batch.
MESHES = {
    "4x2": dict(data=4, model=2),
    "2x2x2": dict(data=2, fsdp=2, model=2),
    "8": dict(x=8),
}

# Tensors with fewer elements are left replicated by `by_shape`.
SMALL = 16


@dataclasses.dataclass(frozen=True)
class Program:
    """A program of a library: which function of it, and on which mesh."""

    name: str
    library: str
    source: str
    mesh: str
    make: Callable[[AbstractMesh], tuple[Callable[..., Any], tuple]]


PROGRAMS: dict[str, Program] = {}


def program(library: str, source: str, mesh: str = "4x2"):
    """Registers the decorated function. `library` is a distribution whose version the index has."""

    def decorate(make):
        name = make.__name__
        if name in PROGRAMS:
            raise ValueError(f"two programs are named {name!r}")
        PROGRAMS[name] = Program(name, library, source, mesh, make)
        return make

    return decorate


def mesh_of(made: Program) -> AbstractMesh:
    return abstract_mesh(**MESHES[made.mesh])


def spec(mesh: AbstractMesh, shape: tuple[int, ...]) -> P:
    """Assigns every axis, from the last to the first, to the largest unsharded dimension that it divides."""
    axes: list[str | None] = [None] * len(shape)
    if math.prod(shape) < SMALL:
        return P()
    for axis, size in reversed(list(mesh.shape.items())):
        free = [dim for dim, taken in enumerate(axes) if taken is None and shape[dim] % size == 0]
        if free:
            axes[max(free, key=lambda dim: shape[dim])] = axis
    return P(*axes)


def by_shape(mesh: AbstractMesh, tree: Any) -> Any:
    """The arrays of a tree with shardings by their shapes; for weights and the state of optimisers."""
    return jax.tree.map(lambda leaf: placed(mesh, leaf.shape, leaf.dtype, spec(mesh, leaf.shape)), tree)


def placed(mesh: AbstractMesh, shape, dtype, where: P) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(tuple(shape), dtype, sharding=NamedSharding(mesh, where))


def f32(mesh: AbstractMesh, *shape: int, on: P | None = None) -> jax.ShapeDtypeStruct:
    """An array of floats, its first dimension on the first axis unless ``on`` is given."""
    return placed(mesh, shape, jnp.float32, P(mesh.axis_names[0]) if on is None else on)


def i32(mesh: AbstractMesh, *shape: int, on: P | None = None) -> jax.ShapeDtypeStruct:
    return placed(mesh, shape, jnp.int32, P(mesh.axis_names[0]) if on is None else on)


def scaled(tree: Any, by: float = 0.2) -> Any:
    """The floats of a tree, smaller."""
    return jax.tree.map(lambda x: by * x if jnp.issubdtype(x.dtype, jnp.floating) else x, tree)


def positive(tree: Any, by: float = 0.1) -> Any:
    """A tree whose numbers are not negative, as counts and second moments are."""
    return jax.tree.map(jnp.abs, scaled(tree, by))


def squared_error(prediction, target):
    return jnp.mean((prediction - target) ** 2)


def cross_entropy(logits, labels):
    chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1)
    return -jnp.mean(chosen)


def sgd(loss, params, *rest):
    """The loss, and the parameters after a step."""
    value, grads = jax.value_and_grad(loss)(params, *rest)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
