"""Writes the binary programs of testdata/bytecode: one program as MLIR bytecode, as a portable artefact of StableHLO, and as
a file of `jax.export`; and one program whose portable form of an early version differs.

usage: bytecode.py OUTDIR
"""

import argparse
import io
import pathlib

import environment  # noqa: F401: it sets up JAX

import jax
from jax import export
from jax._src.interpreters import mlir
from jaxlib import _jax
from jaxlib.mlir import ir

# The name and the lines of this text are in the locations of the files.
TRAIN = '''
import jax, jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, NamedSharding, PartitionSpec as P

mesh = AbstractMesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)

def sharded(shape, *spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))

def layer(x, w):
    x = jnp.tanh(x @ w)
    return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P("data", "model")))

def loss(x, w, labels):
    x = jax.lax.fori_loop(0, 3, lambda i, x: layer(x, w), x)
    picked = jnp.take_along_axis(jax.nn.log_softmax(x), labels[:, None], axis=1)
    return -picked.mean()

args = (
    sharded((8, 16), "data"),
    sharded((16, 16), None, "model"),
    jax.ShapeDtypeStruct((8,), jnp.int32, sharding=NamedSharding(mesh, P("data"))),
)
'''

# Ops whose attributes are records, lists, enumerations and constants of several types.
ATTRIBUTES = """
#at = loc("model.py":7:3)
func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x8xf32>, %a: tensor<4x4xf32>) -> (tensor<1x4x4x8xf32>, tensor<4x4xf32>, tensor<3xi1>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 2], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x4x4x8xf32> loc(#at)
  %1 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>
    : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.exponential %1 : tensor<4x4xf32>
  %c = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  return %0, %2, %c : tensor<1x4x4x8xf32>, tensor<4x4xf32>, tensor<3xi1>
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    scope = {}
    exec(compile(TRAIN, "train.py", "exec"), scope)
    jitted = jax.jit(scope["loss"])
    module = jitted.trace(*scope["args"]).lower(lowering_platforms=("tpu",)).compiler_ir()
    (out / "train.mlirbc").write_bytes(bytecode(module))
    exported = export.export(jitted, platforms=("tpu",))(*scope["args"])
    (out / "train.portable").write_bytes(exported.mlir_module_serialized)
    (out / "train.jax").write_bytes(exported.serialize())
    with mlir.make_ir_context() as context:
        module = ir.Module.parse(ATTRIBUTES, context)
        (out / "attributes.mlirbc").write_bytes(bytecode(module))
        (out / "attributes.portable").write_bytes(_jax.mlir.serialize_portable_artifact(module, "0.9.0", True))


def bytecode(module):
    file = io.BytesIO()
    module.operation.write_bytecode(file)
    return file.getvalue()


if __name__ == "__main__":
    main()
