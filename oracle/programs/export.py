"""Modules made by `jax.export`: serialisation, versions, calls of exports."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax
from jax._src.interpreters import mlir
from jax.sharding import Mesh, NamedSharding
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from . import P, abstract_mesh, f32, materialise, module, within

MESH = abstract_mesh(x=2, y=4)


def exported(fun, *args, mesh=None, **options):
    with within(mesh):
        return export.export(jax.jit(fun), **options)(*materialise(args, mesh))


def layer(w, a):
    return jnp.tanh(a @ w)


@module("export_plain")
def export_plain():
    return exported(layer, f32(16, 16), f32(8, 16), platforms=("cpu",)).mlir_module()


@module("export_tpu")
def export_tpu():
    made = exported(lambda a: lax.top_k(jnp.sort(a), 3), f32(8, 16), platforms=("tpu",))
    return made.mlir_module()


@module("export_many_platforms")
def export_many_platforms():
    made = exported(jnp.linalg.cholesky, f32(8, 8), platforms=("cpu", "cuda", "tpu"))
    return made.mlir_module()


@module("export_sharded")
def export_sharded():
    devices = Mesh(np.array(jax.devices()).reshape(2, 4), ("x", "y"))
    like = jax.ShapeDtypeStruct((8, 16), "float32", sharding=NamedSharding(devices, P("x", "y")))
    return export.export(jax.jit(lambda a: a @ a.T))(like).mlir_module()


@module("export_abstract_mesh")
def export_abstract_mesh():
    made = exported(
        lambda a: jnp.sum(a, axis=0), f32(8, 16, spec=P("x", "y")), mesh=MESH, platforms=("tpu",)
    )
    return made.mlir_module()


@module("export_shard_map")
def export_shard_map():
    def fun(a):
        return jax.shard_map(lambda a: lax.psum(a, "x"), mesh=MESH, in_specs=P("x"), out_specs=P())(
            a
        )

    return exported(fun, f32(8, 16, spec=P("x")), mesh=MESH, platforms=("tpu",)).mlir_module()


@module("export_called")
def export_called():
    """An exported function called from another, which is exported too."""
    inner = exported(layer, f32(16, 16), f32(8, 16))
    return exported(
        lambda w, a: inner.call(w, a) + inner.call(w, a * 2.0), f32(16, 16), f32(8, 16)
    ).mlir_module()


@module("export_gradient")
def export_gradient():
    made = exported(lambda w, a: jnp.sum(layer(w, a)), f32(16, 16), f32(8, 16))
    return made.vjp().mlir_module()


@module("export_named_tree")
def export_named_tree():
    def fun(tree, *rest, scale):
        return {"out": [tree["a"] * scale, rest[0]]}

    with within(None):
        made = export.export(jax.jit(fun))(
            {"a": jax.ShapeDtypeStruct((4,), "float32")},
            jax.ShapeDtypeStruct((), "int32"),
            scale=jax.ShapeDtypeStruct((), "float32"),
        )
    return made.mlir_module()


@module("export_serialised")
def export_serialised():
    """Through the portable form and back, as a reader in another process sees it."""
    made = exported(layer, f32(16, 16), f32(8, 16))
    context = mlir.make_ir_context()
    return ir.Module.parse(
        stablehlo.deserialize_portable_artifact(
            context, made.mlir_module_serialized
        ).operation.get_asm(),
        context,
    )
