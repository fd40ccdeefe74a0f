"""Writes programs that `cargo xtask engine` partitions and runs on XLA's devices.

usage: engine_programs.py OUTDIR

`OUTDIR/small` has every small function below, lowered on three meshes of eight devices; `OUTDIR/train` has two training
steps with models of the corpus.
"""

import argparse
import pathlib

import environment  # noqa: F401: it sets up JAX

import jax
import jax.numpy as jnp
from jax import lax

import programs
from programs import P, abstract_mesh, arg, f32, i32, mlp, transformer

# The axes of a mesh, and which of them shard rows and columns.
MESHES = {
    "8": ({"x": 8}, "x", None),
    "2x4": ({"x": 2, "y": 4}, "x", "y"),
    "2x2x2": ({"x": 2, "y": 2, "z": 2}, ("x", "y"), "z"),
}

SMALL = {}


def small(*args):
    """Registers a function; each of ``args`` makes one argument from the axes that shard rows and columns."""

    def decorate(fun):
        SMALL[fun.__name__] = (fun, args)
        return fun

    return decorate


def sharded(*shape, dtype="float32"):
    """An argument with sharded rows and columns."""
    return lambda rows, columns: arg(*shape, dtype=dtype, spec=P(rows, columns))


def by_rows(*shape, dtype="float32"):
    return lambda rows, columns: arg(*shape, dtype=dtype, spec=P(rows))


def replicated(*shape, dtype="float32"):
    return lambda rows, columns: arg(*shape, dtype=dtype)


@small(sharded(16, 32), lambda rows, columns: f32(32, 24, spec=P(columns, rows)))
def matmul(a, b):
    return jnp.tanh(a @ b)


@small(lambda rows, columns: f32(16, 32, spec=P(columns, rows)))
def softmax_over_sharded_rows(x):
    return jax.nn.softmax(x * 50, axis=1), jax.nn.logsumexp(x, axis=0)


@small(sharded(16, 16), sharded(8, 16, dtype="int32"), sharded(16, 16, dtype="bool"))
def reductions(x, n, b):
    return jnp.max(x, 0), jnp.prod(n), jnp.min(n, 1), jnp.any(b, 0), jnp.all(b), jnp.argmax(x, 0)


@small(sharded(16, 24))
def transposed_and_reshaped(x):
    return x.T.reshape(6, 4, 16)[::-1], x.reshape(-1)


@small(sharded(32, 16), by_rows(16, dtype="int32"))
def embedding(table, ids):
    return jnp.take(table, ids, axis=0, mode="clip")


@small(sharded(16, 8), by_rows(24, dtype="int32"), by_rows(24, 8))
def scatter_add(x, ids, updates):
    return x.at[ids].add(updates, mode="drop")


@small(lambda rows, columns: f32(2, 3, 32, 16, spec=P(None, None, rows, columns)), replicated(4, 3, 3, 5))
def convolution(x, w):
    return lax.conv_general_dilated(x, w, (1, 2), ((1, 1), (2, 2)))


@small(sharded(16, 16), sharded(16, 16))
def loop(x, w):
    return lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, jnp.tanh(c[1] @ w / 16)), (0, x))


@small(lambda rows, columns: f32(16, 16, spec=P(columns, rows)))
def sorted_rows(x):
    return jnp.sort(x, axis=1), lax.top_k(x, 3), jnp.cumsum(x, axis=1)


@small(sharded(16, 16, dtype="bfloat16"), sharded(16, 16, dtype="float8_e4m3fn"), sharded(16, 8, dtype="int4"))
def narrow_types(a, b, c):
    return a @ b.astype(jnp.bfloat16), b, (c.astype(jnp.int8) * 3).astype(jnp.int4)


@small(sharded(16, 16), i32, i32)
def dynamic_slices(x, i, j):
    part = lax.dynamic_slice(x, (i, j), (8, 4))
    return part, lax.dynamic_update_slice(x, part * 2, (j, i))


@small(sharded(16, 16), sharded(8, 16))
def uneven(a, b):
    joined = jnp.concatenate([a[:13, 2:13], b[1:, :11]], axis=0)
    padded = jnp.pad(joined, ((1, 2), (3, 0)), constant_values=7.0)
    return padded, jnp.sum(padded[1:, ::2], axis=0), joined @ joined.T


@small(sharded(16, 16, dtype="complex64"))
def complex_numbers(z):
    return jnp.fft.fft(z, axis=1) * 1j, jnp.abs(z), jnp.sum(z, axis=0)


@small(by_rows(8, 8))
def linear_algebra(a):
    return jnp.linalg.cholesky(a @ a.T + 64 * jnp.eye(8))


@small()
def without_arguments():
    x = lax.with_sharding_constraint(jnp.arange(32.0).reshape(8, 4), P("x"))
    return x + 1, jnp.sum(x), jnp.zeros((0, 3))


@small(by_rows(16, 8))
def manual(x):
    def body(part):
        return part - lax.pmax(part, "x"), lax.axis_index("x")[None]

    return jax.shard_map(body, in_specs=P("x"), out_specs=P("x"))(x)


def small_weights(params):
    """Inputs are drawn with a deviation of about one. Weights of that size make models that amplify rounding errors."""
    return jax.tree.map(lambda weight: 0.1 * weight, params)


def mlp_train_step(params, velocity, x, labels):
    return mlp.mlp_momentum_step(small_weights(params), velocity, x, labels)


def transformer_train_step(params, velocity, ids):
    return transformer.momentum_step(small_weights(params), velocity, ids, transformer.unrolled)


def training_steps():
    weights = mlp.params((64, 128, 10), mlp.COLUMN_ROW)
    batch = (f32(32, 64, spec=P("data")), i32(32, spec=P("data")))
    yield mlp_train_step, (weights, weights, *batch)
    weights = transformer.model_params(transformer.SMALL)
    yield transformer_train_step, (weights, weights, transformer.LONGER)


def lower(fun, args, mesh):
    axes, rows, columns = MESHES[mesh]
    made = [i32() if make is i32 else make(rows, columns) for make in args]
    return programs.lower(fun, made, mesh=abstract_mesh(**axes))


def main():
    parser = argparse.ArgumentParser(description="Writes programs to run on XLA.")
    parser.add_argument("outdir", type=pathlib.Path)
    folder = parser.parse_args().outdir
    texts = {}
    for name, (fun, args) in SMALL.items():
        for mesh in MESHES:
            jax.clear_caches()
            texts[f"small/{name}.{mesh}.mlir"] = str(lower(fun, args, mesh))
    for fun, args in training_steps():
        module = programs.lower(fun, args, mesh=abstract_mesh(data=4, model=2))
        texts[f"train/{fun.__name__}.mlir"] = str(module)
    for kind in ("small", "train"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for stale in (folder / kind).glob("*.mlir"):
            stale.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
