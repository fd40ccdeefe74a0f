"""Runs local programs on the devices of JAX.

The local program becomes one primitive, whose lowering is the text itself. `shard_map` gives every device its shards, and because all axes of
the mesh are manual there, XLA compiles the program as it is and partitions nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ._errors import UsageError

if TYPE_CHECKING:
    from ._analysis import Analysis


class Compiled:
    """A function that runs a local program. Call it with the arguments of the analysed function, without static ones."""

    def __init__(self, analysis: Analysis, mesh: Any, donate: bool) -> None:
        from ._jax import has_devices, import_jax, newer_than_tried

        self._jax = import_jax()
        self._lowered = analysis._lowered
        if "device_ids" in analysis._interface["mesh"]:
            raise UsageError(
                "the mesh of the program lists devices in an order of its own; give it devices in order, such as "
                "`jax.make_mesh(...)`, and analyse again"
            )
        on = analysis._jax_mesh(self._devices(analysis, mesh))
        if not has_devices(on):
            raise UsageError(
                f"the program is for {analysis.devices} devices, but this process has {len(self._jax.devices())}; pass "
                "`mesh=`, or set XLA_FLAGS=--xla_force_host_platform_device_count=8 before importing jax"
            )
        #: The mesh of devices that it runs on.
        self.mesh = on
        #: The program of each device.
        self.text = analysis._native.listed_text()
        inputs, outputs = analysis.specs()
        named = self._jax.sharding.NamedSharding
        self._inputs = [named(on, spec) for spec in inputs]
        try:
            local = LocalProgram(self.text)
            primitive()
        except (ImportError, AttributeError, TypeError) as error:
            # These are the interfaces of JAX that are not public.
            note = newer_than_tried() or f"jax {self._jax.__version__} lacks what running a program needs"
            raise UsageError(f"{note} ({error})") from error
        body = shard_map(self._jax, local, on, tuple(inputs), tuple(outputs))
        donated = tuple(range(len(inputs))) if donate else ()
        #: The compiled function of flat arguments, a `jax.jit`.
        self.flat = self._jax.jit(body, donate_argnums=donated)

    def _devices(self, analysis: Analysis, mesh: Any) -> Any:
        """The mesh with devices: the given one, that of the arguments, or the first devices of the process."""
        import numpy

        from ._jax import has_devices

        mesh = mesh if mesh is not None else self._lowered.mesh
        if mesh is not None and has_devices(mesh):
            return mesh
        devices = self._jax.devices()
        if len(devices) < analysis.devices:
            return None
        sizes = tuple(analysis.mesh.values())
        grid = numpy.array(devices[: analysis.devices]).reshape(sizes)
        return self._jax.sharding.Mesh(grid, tuple(analysis.mesh))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        jax, lowered = self._jax, self._lowered
        if lowered.in_tree is None:
            return self._run(list(args))
        leaves, tree = jax.tree_util.tree_flatten((args, kwargs))
        if tree != lowered.in_tree:
            raise UsageError(
                f"expected arguments of the form {shortened(lowered.in_tree)}, found {shortened(tree)}; pass what was analysed, without "
                "static arguments, and analyse the function itself instead of a wrapper of another library"
            )
        return lowered.results(self._run([leaves[at] for at in lowered.kept or []]))

    def _run(self, leaves: list[Any]) -> Any:
        from ._jax import shardy

        # jaxlib 0.6 does not compile constants in regions without Shardy, which later versions use by default.
        with shardy(self._jax):
            return self.flat(*self._placed(leaves))

    def _placed(self, leaves: list[Any]) -> list[Any]:
        """The arguments on their devices, sharded as the program expects."""
        jax = self._jax
        if len(leaves) != len(self._inputs):
            raise UsageError(f"expected {len(self._inputs)} arguments, found {len(leaves)}")

        def place(leaf: Any, sharding: Any) -> Any:
            if hasattr(leaf, "dtype") and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
                leaf = jax.random.key_data(leaf)
            return leaf if isinstance(leaf, jax.core.Tracer) else jax.device_put(leaf, sharding)

        return [place(leaf, sharding) for leaf, sharding in zip(leaves, self._inputs)]

    def __repr__(self) -> str:
        axes = ", ".join(f"{name}={size}" for name, size in self.mesh.shape.items())
        return f"<partita.Compiled of {self._lowered.name!r} on {axes}>"


def shortened(tree: Any) -> str:
    """The form of a pytree; those of models are pages long."""
    text = " ".join(str(tree).split())
    return text if len(text) <= 300 else f"{text[:300]}…"


def shard_map(jax: Any, body: Any, mesh: Any, inputs: tuple[Any, ...], outputs: tuple[Any, ...]) -> Any:
    """JAX's `shard_map` without its check of replication, under the names of all versions."""
    if hasattr(jax, "shard_map"):
        return jax.shard_map(body, mesh=mesh, in_specs=inputs, out_specs=outputs, check_vma=False)
    from jax.experimental.shard_map import shard_map as older

    return older(body, mesh=mesh, in_specs=inputs, out_specs=outputs, check_rep=False)


class LocalProgram:
    """A local program as a function of the shards of one device."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.results = result_types(text)

    def __call__(self, *shards: Any) -> tuple[Any, ...]:
        return tuple(primitive().bind(*shards, program=self))


def result_types(text: str) -> list[tuple[tuple[int, ...], Any]]:
    """Shape and element type of every result of the function `main`."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    with mlir.make_ir_context():
        types = main_of(ir.Module.parse(text)).type.results
        tensors = [ir.RankedTensorType(type) for type in types]
        return [(tuple(tensor.shape), element_type(str(tensor.element_type))) for tensor in tensors]


def main_of(module: Any) -> Any:
    """The function `main` of a module."""
    for op in module.body.operations:
        if op.operation.name == "func.func" and op.name.value == "main":
            return op
    raise UsageError("the program has no function main")


def element_type(name: str) -> Any:
    """NumPy's type for MLIR's name of an element type."""
    import ml_dtypes
    import numpy

    plain = {"i1": "bool", "complex<f32>": "complex64", "complex<f64>": "complex128", "bf16": "bfloat16"}
    if name in plain:
        name = plain[name]
    elif match := re.fullmatch(r"(u?)i(\d+)", name):
        name = f"{match[1]}int{match[2]}"
    elif match := re.fullmatch(r"f(\d+)(E\w+)?", name):
        name = f"float{match[1]}" + (f"_{match[2].lower()}" if match[2] else "")
    return numpy.dtype(getattr(ml_dtypes, name) if hasattr(ml_dtypes, name) else name)


_PRIMITIVE: Any = None


def primitive() -> Any:
    """The primitive of a local program, registered on first use."""
    global _PRIMITIVE
    if _PRIMITIVE is None:
        from jax.extend.core import Primitive
        from jax.interpreters import ad, batching, mlir

        made = Primitive("partita_local")
        made.multiple_results = True
        made.def_abstract_eval(abstract_results)
        mlir.register_lowering(made, lower_to_call)
        ad.primitive_jvps[made] = refuse_derivatives
        batching.primitive_batchers[made] = refuse_batches
        _PRIMITIVE = made
    return _PRIMITIVE


def refuse_derivatives(*_: Any, **__: Any) -> Any:
    """Reports what to do instead: the program of a device has collectives that only its own gradient has in reverse."""
    raise UsageError("a partitioned program cannot be differentiated; analyse the gradient, such as `analyze(jax.grad(f), *args)`")


def refuse_batches(*_: Any, **__: Any) -> Any:
    """Reports what to do instead."""
    raise UsageError("a partitioned program cannot be batched; analyse the batched function, such as `analyze(jax.vmap(f), *args)`")


def abstract_results(*shards: Any, program: LocalProgram) -> list[Any]:
    """The shapes of the results, for JAX."""
    import jax

    return [jax.core.ShapedArray(shape, element) for shape, element in program.results]


def lower_to_call(context: Any, *shards: Any, program: LocalProgram) -> Any:
    """Adds the functions of the local program to the module that JAX builds, and calls its `main`."""
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import func

    module = ir.Module.parse(program.text)
    types = list(main_of(module).type.results)
    name = mlir.merge_mlir_modules(context.module_context.module, "partita_local", module)
    return func.CallOp(types, ir.FlatSymbolRefAttr.get(name), list(shards)).results
