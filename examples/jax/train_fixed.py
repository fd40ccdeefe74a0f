# examples/jax/train_fixed.py: the same step; the embedded tokens are sharded like the batch
import jax, jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, NamedSharding, PartitionSpec as P

mesh = AbstractMesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)

def loss(params, tokens):
    h = params["embed"][tokens]
    h = jax.lax.with_sharding_constraint(h, NamedSharding(mesh, P("data")))
    h = h + jax.nn.gelu(h @ params["up"]) @ params["down"]
    logits = h @ params["embed"].T
    return -jnp.mean(jax.nn.log_softmax(logits)[..., 0])

def array(shape, dtype, *spec):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))

params = {
    "embed": array((1024, 256), jnp.float32, "model", "data"),
    "up": array((256, 1024), jnp.float32, "data", "model"),
    "down": array((1024, 256), jnp.float32, "model", "data"),
}
tokens = array((32, 128), jnp.int32, "data")

lowered = jax.jit(jax.value_and_grad(loss)).trace(params, tokens).lower(lowering_platforms=("tpu",))
open("examples/jax/train_fixed.mlir", "w").write(lowered.as_text(debug_info=True))
