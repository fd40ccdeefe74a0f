"""Sorting, selection and cumulative operations."""

import jax
import jax.numpy as jnp
from jax import lax

from . import P, abstract_mesh, arg, f32, i32, program

MESH = abstract_mesh(x=2, y=4)
ROWS = f32(8, 32, spec=P("x", "y"))


@program("sort_rows", mesh=MESH, args=(ROWS,))
def sort_rows(a):
    return jnp.sort(a, axis=1), jnp.sort(a, axis=0, stable=False), -jnp.sort(-a)


@program(
    "sort_types",
    args=(
        i32(9),
        arg(9, dtype="uint8"),
        arg(9, dtype="bool"),
        arg(9, dtype="bfloat16"),
        arg(9, dtype="complex64"),
    ),
)
def sort_types(*arrays):
    return [jnp.sort(a) for a in arrays]


@program("sort_many_operands", mesh=MESH, args=(ROWS, i32(8, 32, spec=P("x", "y")), ROWS))
def sort_many_operands(a, n, b):
    pair = lax.sort_key_val(a, n, dimension=1)
    two_keys = lax.sort((n, a, b), dimension=0, num_keys=2, is_stable=True)
    return pair, two_keys


@program("argsort_orders", mesh=MESH, args=(ROWS, i32(16)))
def argsort_orders(a, n):
    return jnp.argsort(a, axis=0), jnp.argsort(n, descending=True), jnp.lexsort((n, -n))


@program("sort_grad", args=(f32(4, 8),))
def sort_grad(a):
    return jax.grad(lambda a: jnp.sum(jnp.sort(a)[:, :3] ** 2))(a)


@program("top_k_rows", mesh=MESH, args=(ROWS, i32(32)))
def top_k_rows(a, n):
    return lax.top_k(a, 5), lax.top_k(n, 32), lax.top_k(a, 2, axis=0)


@program("top_k_grad", args=(f32(4, 8),))
def top_k_grad(a):
    return jax.grad(lambda a: jnp.sum(lax.top_k(a, 3)[0] ** 2))(a)


@program("approx_top_k_cpu", args=(f32(8, 256),))
def approx_top_k_cpu(a):
    return lax.approx_max_k(a, 4), lax.approx_min_k(a, 4, recall_target=0.8)


@program("approx_top_k_tpu", args=(f32(8, 256),), platforms=("tpu",))
def approx_top_k_tpu(a):
    return lax.approx_max_k(a, 4), lax.approx_min_k(a, 4, aggregate_to_topk=False)


def cumulative(a):
    return {
        "sum": jnp.cumsum(a, axis=1),
        "prod": jnp.cumprod(a, axis=0),
        "max": lax.cummax(a, axis=1),
        "min": lax.cummin(a, axis=0, reverse=True),
        "logsumexp": lax.cumlogsumexp(a, axis=1),
        "flat": jnp.cumsum(a),
    }


@program("cumulative_cpu", mesh=MESH, args=(ROWS,))
def cumulative_cpu(a):
    return cumulative(a)


@program("cumulative_tpu", mesh=MESH, args=(ROWS,), platforms=("tpu",))
def cumulative_tpu(a):
    return cumulative(a)


@program("cumulative_cuda", args=(f32(8, 32),), platforms=("cuda",))
def cumulative_cuda(a):
    return cumulative(a)


@program("cumsum_grad", args=(f32(16),))
def cumsum_grad(a):
    return jax.grad(lambda a: jnp.sum(jnp.cumsum(a) ** 2 + jnp.cumprod(a)))(a)


@program("searchsorted_methods", args=(f32(32), f32(8)))
def searchsorted_methods(a, v):
    return {
        method: jnp.searchsorted(a, v, side="right", method=method)
        for method in ("scan", "scan_unrolled", "sort", "compare_all")
    }


@program("unique_sized", args=(i32(16),))
def unique_sized(n):
    return jnp.unique(n, size=6, fill_value=-1, return_inverse=True, return_counts=True)


@program("statistics", args=(f32(8, 32),))
def statistics(a):
    return (
        jnp.quantile(a, jnp.array([0.25, 0.5]), axis=1),
        jnp.histogram(a, bins=10),
        jnp.digitize(a[0], jnp.arange(5.0)),
        jnp.interp(a[0], jnp.arange(8.0), a[:, 0]),
        jnp.corrcoef(a),
        jnp.partition(a, 3, axis=1),
    )
