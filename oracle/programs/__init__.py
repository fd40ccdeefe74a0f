"""Registry of the JAX programs whose lowered text is the reference corpus.

A program is a Python function plus the shapes, shardings and options it is
lowered with. Importing this package registers every program and computes
nothing: meshes, arrays and traces are made when a program is lowered.

Two decorators register:

* ``@program("name", args=..., mesh=...)`` for a function to be jitted;
* ``@module("name")`` for a function that builds the MLIR module itself.

Each flavour of program has one file, which imports no other flavour, so the
file's contents and this one decide the module's text.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import itertools
import math
import pathlib
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import numpy as np
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P
from jax._src import shard_alike
from jax._src.interpreters import mlir
from jaxlib.mlir import ir

FLAVOURS = (
    "mlp",
    "transformer",
    "conv",
    "control",
    "shard_map",
    "indexing",
    "sort",
    "fft",
    "linalg",
    "random",
    "custom",
    "dtypes",
    "meshes",
    "dynamic",
    "export",
    "text",
)


@dataclasses.dataclass(frozen=True)
class Program:
    """One registered program. ``build`` returns a fresh, verified module."""

    name: str
    source: pathlib.Path
    build: Callable[[], ir.Module]
    # Whether the text has ops, attributes or types of dialects MLIR lacks.
    unregistered: bool = False


PROGRAMS: dict[str, Program] = {}


@dataclasses.dataclass(frozen=True)
class Arg:
    """An argument before its mesh is known."""

    shape: tuple[int, ...]
    dtype: Any
    spec: P | None = None

    def on(self, mesh: Mesh | AbstractMesh | None) -> jax.ShapeDtypeStruct:
        """The argument as JAX wants it; without a spec it stays unannotated."""
        if self.spec is None or mesh is None:
            return jax.ShapeDtypeStruct(self.shape, self.dtype)
        return jax.ShapeDtypeStruct(self.shape, self.dtype, sharding=NamedSharding(mesh, self.spec))


def arg(*shape: int, dtype: Any = "float32", spec: P | None = None) -> Arg:
    return Arg(tuple(shape), np.dtype(dtype), spec)


def f32(*shape: int, spec: P | None = None) -> Arg:
    return arg(*shape, dtype="float32", spec=spec)


def i32(*shape: int, spec: P | None = None) -> Arg:
    return arg(*shape, dtype="int32", spec=spec)


def key() -> Arg:
    """A raw key of the default generator."""
    return arg(2, dtype="uint32")


def abstract_mesh(
    explicit: Sequence[str] = (), manual: Sequence[str] = (), **axes: int
) -> AbstractMesh:
    """A mesh without devices. Axes are ``Auto`` unless named otherwise."""

    def kind(name: str) -> AxisType:
        if name in explicit:
            return AxisType.Explicit
        return AxisType.Manual if name in manual else AxisType.Auto

    return AbstractMesh(tuple(axes.values()), tuple(axes), axis_types=tuple(kind(n) for n in axes))


def device_mesh(
    order: Sequence[int] | None = None, explicit: Sequence[str] = (), **axes: int
) -> Callable[[], Mesh]:
    """A mesh over host devices, made late so that importing opens no backend."""

    def make() -> Mesh:
        count = math.prod(axes.values())
        ids = range(count) if order is None else order
        devices = [jax.devices()[i] for i in ids]
        types = tuple(AxisType.Explicit if n in explicit else AxisType.Auto for n in axes)
        grid = np.array(devices).reshape(tuple(axes.values()))
        return Mesh(grid, tuple(axes), axis_types=types)

    return make


def materialise(args: Any, mesh: Mesh | AbstractMesh | None) -> Any:
    """Puts every `Arg` of a tree on the mesh; other leaves pass unchanged."""
    return jax.tree.map(
        lambda leaf: leaf.on(mesh) if isinstance(leaf, Arg) else leaf,
        args,
        is_leaf=lambda leaf: isinstance(leaf, Arg),
    )


@contextlib.contextmanager
def within(mesh: Mesh | AbstractMesh | None):
    """Makes the mesh the current one, as ``jax.set_mesh`` does for users."""
    if mesh is None:
        yield
    elif isinstance(mesh, Mesh):
        with jax.set_mesh(mesh):
            yield
    else:
        with jax.sharding.use_abstract_mesh(mesh):
            yield


def lower(
    fun: Callable[..., Any],
    args: Sequence[Any],
    *,
    mesh: Any = None,
    platforms: Sequence[str] = ("cpu",),
    jit: Mapping[str, Any] | Callable[[Any], Mapping[str, Any]] | None = None,
) -> ir.Module:
    """Jits, traces and lowers ``fun``; ``jit`` may depend on the made mesh."""
    mesh = mesh() if callable(mesh) else mesh
    options = jit(mesh) if callable(jit) else dict(jit or {})
    with within(mesh):
        jitted = fun if hasattr(fun, "trace") else jax.jit(fun, **options)
        traced = jitted.trace(*materialise(tuple(args), mesh))
        lowered = traced.lower(lowering_platforms=tuple(platforms))
    built = lowered.compiler_ir("stablehlo")
    built.operation.walk(hide_address)
    return built


def hide_address(op: ir.Operation) -> ir.WalkResult:
    """Custom partitioning puts a Python object's address into the text."""
    if op.name == "stablehlo.custom_call":
        target = ir.StringAttr(op.attributes["call_target_name"]).value
        if target == "CustomSPMDPartitioning":
            op.attributes["backend_config"] = ir.StringAttr.get("0", op.context)
    return ir.WalkResult.ADVANCE


def register(made: Program) -> None:
    if made.name in PROGRAMS:
        raise ValueError(f"two programs are named {made.name!r}")
    PROGRAMS[made.name] = made


def program(
    name: str,
    *,
    args: Any = (),
    mesh: Any = None,
    platforms: Sequence[str] = ("cpu",),
    x64: bool = False,
    config: Mapping[str, Any] | None = None,
    jit: Any = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers the decorated function; it is jitted and lowered on ``args``.

    ``args`` is a sequence of trees of `Arg`, or a function that makes one.
    ``x64`` and ``config`` set JAX options for the time of the lowering only.
    """
    source = caller()

    def decorate(fun: Callable[..., Any]) -> Callable[..., Any]:
        def build() -> ir.Module:
            with fresh(x64, config):
                made = args() if callable(args) else args
                return lower(fun, made, mesh=mesh, platforms=platforms, jit=jit)

        register(Program(name, source, build))
        return fun

    return decorate


def module(
    name: str,
    *,
    x64: bool = False,
    config: Mapping[str, Any] | None = None,
    unregistered: bool = False,
) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Registers a function that returns an ``ir.Module`` or MLIR text."""
    source = caller()

    def decorate(fun: Callable[[], Any]) -> Callable[[], Any]:
        def build() -> ir.Module:
            with fresh(x64, config):
                made = fun()
            if isinstance(made, str):
                context = mlir.make_ir_context()
                context.allow_unregistered_dialects = unregistered
                made = ir.Module.parse(made, context)
            made.operation.verify()
            return made

        register(Program(name, source, build, unregistered))
        return fun

    return decorate


def caller() -> pathlib.Path:
    """The file that called the function that called this one."""
    return pathlib.Path(sys._getframe(2).f_code.co_filename).resolve()


@contextlib.contextmanager
def fresh(x64: bool, options: Mapping[str, Any] | None):
    """Sets JAX options, and clears the state of earlier programs.

    Traces that JAX keeps would carry another program's locations, and the ids
    of sharding groups would depend on which programs ran before.
    """
    jax.clear_caches()
    shard_alike._next_shard_group_id = itertools.count()
    wanted = dict(options or {})
    if x64:
        wanted["jax_enable_x64"] = True
    before = {name: getattr(jax.config, name) for name in wanted}
    for name, value in wanted.items():
        jax.config.update(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            jax.config.update(name, value)


def load() -> dict[str, Program]:
    """Imports every flavour and returns the registry, in order of name."""
    for flavour in FLAVOURS:
        importlib.import_module(f"{__name__}.{flavour}")
    return dict(sorted(PROGRAMS.items()))
