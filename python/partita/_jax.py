"""Programs of JAX: lowered to text without devices, with the pytrees of their arguments and results."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ._errors import UsageError
from ._mesh import mesh_of_axes, show_axes
from ._static_leaves import StaticLeaves, is_traceable, unwrapped

#: The oldest version whose programs are read.
OLDEST = (0, 6, 0)
#: The newest version whose programs were tried. Newer ones are read too; if that fails, the error names both versions.
NEWEST = (0, 12)


@dataclass
class Lowered:
    """The text of a program, and how its flat arguments and results relate to those of the function."""

    text: str
    name: str
    #: The mesh of the arguments, if there is one: `Mesh` or `AbstractMesh`.
    mesh: Any = None
    in_tree: Any = None
    out_tree: Any = None
    #: For every argument of the text, its index among the leaves of `in_tree`.
    kept: list[int] | None = None
    #: The leaves of the arguments, as shapes.
    leaves: list[Any] | None = None
    #: The jitted function, to compare with.
    function: Callable[..., Any] | None = None
    #: What of the arguments and results is not an array, unless the function was jitted by the user.
    static: StaticLeaves | None = None

    def results(self, arrays: list[Any]) -> Any:
        """The arrays that the program returns as a result of the function."""
        if self.static is not None:
            return self.static.results(arrays)
        import jax

        return jax.tree_util.tree_unflatten(self.out_tree, arrays)


def version() -> tuple[int, ...]:
    """The version of jax as numbers."""
    import re

    import jax

    return tuple(int(part) for part in re.findall(r"\d+", jax.__version__)[:3])


def newer_than_tried() -> str | None:
    """A note for errors, if jax is newer than any version that was tried."""
    import sys

    jax = sys.modules.get("jax")
    if jax is None or version()[:2] <= NEWEST:
        return None
    newest = ".".join(map(str, NEWEST))
    return (
        f"jax {jax.__version__} is newer than {newest}, the newest version that this version of partita was tried with; it may print or "
        "compile programs in a way that is not understood: update partita, or use an older jax"
    )


def import_jax() -> Any:
    """The module jax, or an error that states what to install."""
    try:
        import jax
    except ImportError as error:
        raise UsageError("functions need jax: run `pip install jax`, or pass the text of a program") from error
    if version() < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise UsageError(f"jax {jax.__version__} is older than {oldest}; update it, or pass the text of a program")
    return jax


def lower(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    mesh: Any,
    in_shardings: Any,
    platform: str | None,
) -> Lowered:
    """Lowers a function for its arguments."""
    jax = import_jax()
    mesh = mesh_of_axes(mesh)
    refuse_tracers(jax, args, kwargs)
    if in_shardings is not None:
        with stated_remedies():
            args = with_shardings(jax, args, in_shardings, mesh)
    args, kwargs = jax.tree_util.tree_map(without_devices, (args, kwargs))
    meshes = [mesh] if mesh is not None else []
    meshes += meshes_of(jax, (args, kwargs))
    common = common_mesh(meshes)
    leaves = jax.tree_util.tree_leaves((args, kwargs))
    static = None if hasattr(function, "trace") else StaticLeaves(*unwrapped(function), args, kwargs)
    if static is not None:
        args, kwargs = static.arguments()
    jitted: Any = function if static is None else jax.jit(static.function)
    platform = platform or platform_of(jax, common)
    with context(jax, common), shardy(jax), stated_remedies():
        lowered = jitted.trace(*args, **kwargs).lower(lowering_platforms=(platform,))
    name: str = getattr(function, "__name__", "program")
    made = of_lowered(lowered, name)
    made.mesh, made.function, made.leaves, made.static = common, jitted, leaves, static
    if static is not None:
        made.in_tree = static.in_tree
        made.kept = [static.arrays[at] for at in made.kept or []]
    if "sdy.mesh" not in made.text and "mhlo.sharding" not in made.text:
        raise UsageError(
            f"nothing in {name!r} is sharded, so there is no mesh to partition it for; pass arguments with shardings, such as "
            "`jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=NamedSharding(mesh, P('data')))`, or pass `mesh=` together with "
            "`in_shardings=`, such as `in_shardings=(P('data'), None)`"
        )
    return made


def of_lowered(lowered: Any, name: str) -> Lowered:
    """The text and the pytrees of a `jax.stages.Lowered`."""
    text = lowered.as_text(debug_info=True)
    compile_args = getattr(getattr(lowered, "_lowering", None), "compile_args", {})
    if compile_args.get("ordered_effects"):
        raise UsageError(f"{name!r} has ordered effects, such as ordered callbacks, which cannot be partitioned")
    kept = compile_args.get("kept_var_idx")
    count = lowered.in_tree.num_leaves
    kept = sorted(kept) if kept is not None else list(range(count))
    return Lowered(text, name, None, lowered.in_tree, lowered.out_tree, kept)


def of_exported(exported: Any) -> Lowered:
    """The text and the pytrees of a `jax.export.Exported`."""
    kept = list(exported.module_kept_var_idx)
    return Lowered(exported.mlir_module(), exported.fun_name, None, exported.in_tree, exported.out_tree, kept)


#: Parts of messages of JAX about arguments, and what to pass instead. Other errors are those of the function itself.
_REMEDIES = (
    (
        ("hashable",),
        "a static argument cannot be hashed",
        "pass a tuple instead of a list, and a frozen object instead of a dictionary or an array, or remove it from `static_argnums`",
    ),
    (
        ("as an abstract array", "not a valid JAX type"),
        "an argument is neither an array nor a number",
        "name it in `static_argnames` of `jax.jit`, or pass the function without `jax.jit`",
    ),
    (
        ("does not match the sharding on", "incompatible devices", "mesh should be the same", "should match the mesh"),
        "the shardings are on different meshes",
        "use one mesh for the arguments, `mesh=` and the shardings in the function",
    ),
    (
        ("evenly divide", "evenly divisible"),
        "the axes of a sharding do not divide the dimension",
        "pad the array, shard another dimension, or use a mesh with other sizes",
    ),
    (
        ("is not found in mesh", "Resource axis"),
        "a sharding names an axis that the mesh does not have",
        "use the names of the axes of the mesh",
    ),
    (
        ("only valid for values of rank",),
        "a sharding has more dimensions than its array",
        "pass a `PartitionSpec` with at most one entry per dimension",
    ),
)


@contextlib.contextmanager
def stated_remedies() -> Iterator[None]:
    """Makes errors of JAX about arguments state what to pass."""
    try:
        yield
    except (TypeError, ValueError) as error:
        text = str(error)
        for parts, what, remedy in _REMEDIES:
            if not isinstance(error, UsageError) and any(part in text for part in parts):
                raise UsageError(f"{what}: {remedy}\n{text}") from error
        raise


def refuse_tracers(jax: Any, args: Any, kwargs: Any) -> None:
    """Refuses values that have no shape outside of a transformation."""
    for leaf in jax.tree_util.tree_leaves((args, kwargs)):
        if isinstance(leaf, jax.core.Tracer):
            raise UsageError(
                f"an argument is the traced value {leaf}: `analyze` was called inside of a function that JAX transforms; call it "
                "outside, or pass `jax.ShapeDtypeStruct(x.shape, x.dtype)`"
            )


def without_devices(leaf: Any) -> Any:
    """An argument as a shape, with its sharding if that names axes: numbers and single devices do not matter."""
    import jax

    if isinstance(leaf, jax.Array):
        sharding = leaf.sharding if isinstance(leaf.sharding, jax.sharding.NamedSharding) else None
        return shape_of(leaf, sharding)
    return leaf


def shape_of(leaf: Any, sharding: Any) -> Any:
    """The shape of an argument with a sharding."""
    import jax

    weak = getattr(leaf, "weak_type", False)
    if not hasattr(leaf, "dtype"):
        leaf = jax.numpy.asarray(leaf)
    return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=sharding, weak_type=weak)


def with_shardings(jax: Any, args: tuple[Any, ...], shardings: Any, mesh: Any) -> tuple[Any, ...]:
    """Adds shardings, which are a prefix of the arguments: `PartitionSpec`s on the mesh, `NamedSharding`s, or `None`."""
    P, Named = jax.sharding.PartitionSpec, jax.sharding.NamedSharding

    def is_leaf(value: Any) -> bool:
        return value is None or isinstance(value, (P, Named))

    if is_leaf(shardings):
        shardings = (shardings,) * len(args)
    if not isinstance(shardings, (tuple, list)) or len(shardings) != len(args):
        raise UsageError(
            f"expected one entry of `in_shardings` for each of the {len(args)} positional arguments; pass a tuple, with None for "
            "arguments without a sharding"
        )

    def place(sharding: Any, tree: Any) -> Any:
        if sharding is None:
            return tree
        if isinstance(sharding, P):
            if mesh is None:
                raise UsageError("`in_shardings` has a PartitionSpec, but there is no mesh: pass `mesh=`")
            sharding = Named(mesh, sharding)
        if not isinstance(sharding, Named):
            raise UsageError(
                f"expected a PartitionSpec, a NamedSharding or None in `in_shardings`, found {type(sharding).__name__}"
            )
        return jax.tree_util.tree_map(lambda leaf: shape_of(leaf, sharding) if is_traceable(leaf) else leaf, tree)

    return tuple(jax.tree_util.tree_map(place, tuple(shardings), tuple(args), is_leaf=is_leaf))


def meshes_of(jax: Any, tree: Any) -> list[Any]:
    """The meshes of the shardings of arguments."""
    shardings = [getattr(leaf, "sharding", None) for leaf in jax.tree_util.tree_leaves(tree)]
    return [each.mesh for each in shardings if isinstance(each, jax.sharding.NamedSharding)]


def common_mesh(meshes: list[Any]) -> Any:
    """The mesh of all arguments. One with devices is preferred; all must have the same axes."""
    if not meshes:
        return None
    first = dict(meshes[0].shape)
    for other in meshes[1:]:
        if list(dict(other.shape).items()) != list(first.items()):
            raise UsageError(
                f"expected one mesh, found two: {show_axes(first)} and {show_axes(dict(other.shape))}; use the same mesh for `mesh=` "
                "and for the shardings of all arguments"
            )
    return next((mesh for mesh in meshes if has_devices(mesh)), meshes[0])


def has_devices(mesh: Any) -> bool:
    """Whether a mesh has devices, or only axes."""
    import jax

    return isinstance(mesh, jax.sharding.Mesh)


def platform_of(jax: Any, mesh: Any) -> str:
    """The platform of the devices of a mesh; of an abstract one, that of the process."""
    return mesh.devices.flat[0].platform if has_devices(mesh) else jax.default_backend()


def context(jax: Any, mesh: Any) -> Any:
    """Makes a mesh the one that bare `PartitionSpec`s in the function refer to."""
    if mesh is None:
        return contextlib.nullcontext()
    if has_devices(mesh):
        # New versions deprecate a mesh as a context of its own.
        return jax.set_mesh(mesh) if hasattr(jax, "set_mesh") else mesh
    use = getattr(jax.sharding, "use_abstract_mesh", None)
    if use is None:
        from jax._src import mesh as internal

        use = internal.use_abstract_mesh
    return use(mesh)


@contextlib.contextmanager
def shardy(jax: Any) -> Any:
    """Makes old versions print the axes of shardings, as new ones do by default."""
    try:
        before = jax.config.jax_use_shardy_partitioner
    except AttributeError:
        yield
        return
    if before:
        yield
        return
    jax.config.update("jax_use_shardy_partitioner", True)
    try:
        yield
    finally:
        jax.config.update("jax_use_shardy_partitioner", before)
