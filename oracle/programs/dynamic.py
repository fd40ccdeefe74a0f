"""Symbolic shapes: dynamic dimensions, shape arithmetic and shape assertions."""

import jax
import jax.numpy as jnp
from jax import export, lax

from . import module

F32 = "float32"


def exported(fun, *args, constraints=(), platforms=("cpu",)):
    """The exported module of ``fun``; each argument is (spec, dtype).

    A spec is a shape as text, such as ``"b, 2*n"``; all specs share a scope.
    """
    scope = export.SymbolicScope(constraints)
    shapes = [
        jax.ShapeDtypeStruct(export.symbolic_shape(spec, scope=scope), dtype)
        for spec, dtype in args
    ]
    made = export.export(jax.jit(fun), platforms=platforms)(*shapes)
    return made.mlir_module()


@module("dynamic_batch")
def dynamic_batch():
    return exported(lambda a: jnp.sin(a) * 2.0, ("b, 16", F32))


@module("dynamic_matmul")
def dynamic_matmul():
    return exported(lambda a, w: jax.nn.relu(a @ w), ("b, n", F32), ("n, m", F32))


@module("dynamic_reductions")
def dynamic_reductions():
    return exported(
        lambda a: (jnp.mean(a, axis=0), jax.nn.softmax(a), jnp.argmax(a, axis=1)), ("b, n", F32)
    )


@module("dynamic_reshape")
def dynamic_reshape():
    return exported(lambda a: (a.reshape(-1), a.reshape(a.shape[0] * 2, -1), a.T), ("b, 2*n", F32))


@module("dynamic_constraints")
def dynamic_constraints():
    return exported(
        lambda a, b: (a[: b.shape[0]] + b, jnp.concatenate([a, b])),
        ("n, 4", F32),
        ("m, 4", F32),
        constraints=("n >= m", "mod(n, 2) == 0", "m <= 1024"),
    )


@module("dynamic_broadcast_iota")
def dynamic_broadcast_iota():
    def fun(a):
        n = a.shape[0]
        return jnp.arange(n), jnp.ones((n, 3)), jnp.zeros((2 * n + 1,)) + n, jnp.eye(n)

    return exported(fun, ("n", F32))


@module("dynamic_slice_pad")
def dynamic_slice_pad():
    def fun(a):
        wide = jnp.pad(a, ((1, 2), (0, 0)))
        return a[1:], a[:-1], a[::-1], a[:, 2:4], wide, lax.pad(a, 0.0, ((0, 0, 1), (-1, 0, 0)))

    return exported(fun, ("n, m", F32), constraints=("n >= 4", "m >= 4"))


@module("dynamic_gather_scatter")
def dynamic_gather_scatter():
    def fun(a, index):
        return a[index], a.at[index].add(1.0), lax.dynamic_slice_in_dim(a, index[0], 3)

    return exported(fun, ("n, 8", F32), ("k", "int32"), constraints=("n >= 8",))


@module("dynamic_convolution")
def dynamic_convolution():
    def fun(a, w):
        y = lax.conv_general_dilated(
            a, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        return lax.reduce_window(y, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    return exported(fun, ("b, h, w, 3", F32), ("3, 3, 3, 8", F32), constraints=("h >= 8", "w >= 8"))


@module("dynamic_control_flow")
def dynamic_control_flow():
    def fun(a, w):
        c, ys = lax.scan(lambda c, x: (jnp.tanh(c @ w) + x, jnp.sum(c)), a[0], a)
        return lax.cond(c[0, 0] > 0, lambda c: c * 2, lambda c: c, c), ys

    return exported(fun, ("t, b, n", F32), ("n, n", F32))


@module("dynamic_sort_topk")
def dynamic_sort_topk():
    def fun(a):
        return jnp.sort(a, axis=1), jnp.argsort(a[0]), jnp.cumsum(a, axis=0), lax.top_k(a, 2)

    return exported(fun, ("b, n", F32), constraints=("n >= 4",))


@module("dynamic_grad")
def dynamic_grad():
    def loss(w, a):
        return jnp.mean(jnp.tanh(a @ w) ** 2)

    return exported(jax.grad(loss), ("n, m", F32), ("b, n", F32))


@module("dynamic_attention")
def dynamic_attention():
    def fun(q, k, v):
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 4.0
        return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)

    shape = ("b, s, h, 16", F32)
    return exported(fun, shape, shape, shape)


@module("dynamic_random")
def dynamic_random():
    def fun(k, a):
        return jax.random.normal(k, a.shape) + a, jax.random.bernoulli(k, 0.5, a.shape)

    return exported(fun, ("2", "uint32"), ("n", F32))


@module("dynamic_linalg")
def dynamic_linalg():
    return exported(lambda a: (jnp.linalg.cholesky(a), jnp.linalg.qr(a)), ("b, 4, 4", F32))


@module("dynamic_fft")
def dynamic_fft():
    return exported(lambda a: jnp.fft.rfft(a), ("b, 16", F32))


@module("dynamic_shape_arithmetic")
def dynamic_shape_arithmetic():
    def fun(a):
        n = a.shape[0]
        return jnp.ones((n // 2 + n % 3, jax.core.max_dim(n - 4, 1))), jnp.array(n * n - 1)

    return exported(fun, ("n", F32))


@module("dynamic_platforms")
def dynamic_platforms():
    """Two platforms: the module takes a platform index."""
    return exported(
        lambda a: lax.platform_dependent(a, cpu=jnp.sin, tpu=jnp.cos),
        ("b, 4", F32),
        platforms=("cpu", "tpu"),
    )


@module("dynamic_refined")
def dynamic_refined():
    """The same module once its dimension is known: calls still pass sizes."""
    made = export.export(jax.jit(lambda a: jnp.sin(a).reshape(-1)))(
        jax.ShapeDtypeStruct(export.symbolic_shape("b, 4"), F32)
    )
    like = jax.ShapeDtypeStruct((8, 4), F32)
    return jax.jit(made.call).lower(like).compiler_ir("stablehlo")


@module("dynamic_bounds")
def dynamic_bounds():
    """Bounded dimensions: JAX does not write them, other front ends do."""
    return """
func.func @main(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?>>, %n: tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>> {
  %0 = stablehlo.add %a, %a : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<i32>
  %2 = stablehlo.set_dimension_size %0, %n, dim = 0 : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  return %2 : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
}
"""
