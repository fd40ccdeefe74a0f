"""Gather, scatter, slices, pads and every other way to move elements."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import P, abstract_mesh, arg, f32, i32, program

MESH = abstract_mesh(x=2, y=4)
TABLE = f32(32, 16, spec=P("x", "y"))


@program("gather_rows", mesh=MESH, args=(TABLE, i32(8, spec=P("y"))))
def gather_rows(a, index):
    return a[index]


@program("gather_modes", args=(f32(32, 16), i32(8)))
def gather_modes(a, index):
    return {mode: jnp.take(a, index, axis=0, mode=mode) for mode in ("clip", "wrap", "fill")} | {
        "promise": a.at[index].get(mode="promise_in_bounds", unique_indices=True),
        "sorted": a.at[index].get(indices_are_sorted=True),
        "filled": a.at[:, index].get(mode="fill", fill_value=-1.0),
    }


@program("gather_points", args=(f32(8, 16, 4), i32(5, 3), i32(5, 1)))
def gather_points(a, i, j):
    return a[i, j], a[i, :, j], a[:, i, 2], a[..., j]


@program("gather_window", args=(f32(16, 16), i32(5, 2)))
def gather_window(a, starts):
    numbers = lax.GatherDimensionNumbers(
        offset_dims=(1, 2), collapsed_slice_dims=(), start_index_map=(0, 1)
    )
    return lax.gather(a, starts, numbers, (3, 4), mode="clip")


@program("gather_batched", mesh=MESH, args=(f32(8, 32, 4, spec=P("x")), i32(8, 5, spec=P("x"))))
def gather_batched(a, index):
    return jax.vmap(lambda a, i: a[i])(a, index)


@program("gather_grad", mesh=MESH, args=(TABLE, i32(8)))
def gather_grad(a, index):
    return jax.grad(lambda a: jnp.sum(jnp.sin(a[index])))(a)


@program("take_along", mesh=MESH, args=(f32(8, 32, spec=P("x")), i32(8, 5, spec=P("x"))))
def take_along(a, index):
    return jnp.take_along_axis(a, index, axis=1), jnp.put_along_axis(
        a, index, 1.0, axis=1, inplace=False
    )


@program("one_hot_select", mesh=MESH, args=(i32(8, spec=P("x")), TABLE))
def one_hot_select(index, a):
    return jax.nn.one_hot(index, 32) @ a, jax.nn.one_hot(index, 4, dtype=jnp.bfloat16)


@program("scatter_set", mesh=MESH, args=(TABLE, i32(8), f32(8, 16)))
def scatter_set(a, index, value):
    return a.at[index].set(value)


@program("scatter_kinds", args=(f32(32, 16), i32(8), f32(8, 16)))
def scatter_kinds(a, index, value):
    at = a.at[index]
    return {
        "add": at.add(value),
        "subtract": at.subtract(value),
        "multiply": at.multiply(value),
        "divide": at.divide(value),
        "power": at.power(2.0),
        "min": at.min(value),
        "max": at.max(value),
        "apply": at.apply(jnp.sin),
    }


@program("scatter_modes", args=(f32(32), i32(8), f32(8)))
def scatter_modes(a, index, value):
    at = a.at[index]
    return {mode: at.set(value, mode=mode) for mode in ("clip", "drop", "promise_in_bounds")} | {
        "hints": at.add(value, indices_are_sorted=True, unique_indices=True),
        "wrapped": at.set(value, wrap_negative_indices=False),
    }


@program("scatter_points", args=(f32(8, 16), i32(5), i32(5), f32(5)))
def scatter_points(a, i, j, value):
    return a.at[i, j].add(value), a.at[i].set(0.0), a.at[2, j].max(value)


@program("scatter_window", args=(f32(16, 16), i32(5, 2), f32(5, 3, 4)))
def scatter_window(a, starts, value):
    numbers = lax.ScatterDimensionNumbers(
        update_window_dims=(1, 2), inserted_window_dims=(), scatter_dims_to_operand_dims=(0, 1)
    )
    return lax.scatter_add(a, starts, value, numbers, mode="drop")


@program(
    "scatter_batched",
    mesh=MESH,
    args=(f32(8, 32, spec=P("x")), i32(8, 5, spec=P("x")), f32(8, 5, spec=P("x"))),
)
def scatter_batched(a, index, value):
    return jax.vmap(lambda a, i, v: a.at[i].add(v))(a, index, value)


@program("scatter_grad", args=(f32(32, 4), i32(8), f32(8, 4)))
def scatter_grad(a, index, value):
    def loss(a, value):
        return jnp.sum(a.at[index].mul(value, unique_indices=True)) + jnp.sum(
            a.at[index].max(value)
        )

    return jax.grad(loss, argnums=(0, 1))(a, value)


@program("segment_reductions", mesh=MESH, args=(f32(32, 8, spec=P("x")), i32(32, spec=P("x"))))
def segment_reductions(a, segment):
    return (
        jax.ops.segment_sum(a, segment, 6),
        jax.ops.segment_max(a, segment, 6, indices_are_sorted=True),
        jax.ops.segment_prod(a, segment, 6),
        jnp.bincount(segment, length=6),
    )


@program("dynamic_slices", mesh=MESH, args=(TABLE, i32(), i32()))
def dynamic_slices(a, i, j):
    return (
        lax.dynamic_slice(a, (i, j), (4, 8)),
        lax.dynamic_index_in_dim(a, i, keepdims=False),
        lax.dynamic_slice_in_dim(a, j, 4, axis=1),
        a[i],
        a[:, j],
    )


@program("dynamic_updates", mesh=MESH, args=(TABLE, f32(4, 8), i32(), i32()))
def dynamic_updates(a, b, i, j):
    return (
        lax.dynamic_update_slice(a, b, (i, j)),
        lax.dynamic_update_slice_in_dim(a, jnp.ones((4, 16)), j, axis=0),
        lax.dynamic_update_index_in_dim(a, a[0], i, 0),
        a.at[i].set(1.0),
        a.at[:, j].add(a[:, 0]),
    )


@program("dynamic_slice_index_types", args=(f32(32, 16), arg(dtype="uint8"), arg(dtype="int16")))
def dynamic_slice_index_types(a, i, j):
    return lax.dynamic_slice(a, (i, i), (4, 8)), lax.dynamic_slice(a, (j, j), (1, 1))


@program("slices", mesh=MESH, args=(TABLE,))
def slices(a):
    return a[1:9], a[::2, 1::3], a[:, -4:], a[5, 3:4], a[::-1], a[20:4:-5, ::-2], a[3:3]


@program("pads", mesh=MESH, args=(TABLE, i32(3)))
def pads(a, n):
    zero = jnp.float32(0)
    return (
        lax.pad(a, zero, ((1, 2, 0), (0, 0, 0))),
        lax.pad(a, zero, ((0, 0, 2), (3, 0, 1))),
        lax.pad(a, zero, ((-1, -2, 0), (0, -3, 1))),
        lax.pad(n, jnp.int32(-7), ((2, 2, 0),)),
    )


@program("pad_styles", args=(f32(4, 6),))
def pad_styles(a):
    styles = ("edge", "reflect", "symmetric", "wrap", "mean", "linear_ramp")
    return {style: jnp.pad(a, ((1, 2), (2, 1)), mode=style) for style in styles}


@program("pad_grad", args=(f32(4, 6),))
def pad_grad(a):
    def loss(a):
        wide = lax.pad(a, 0.0, ((1, 2, 1), (-1, 0, 0)))
        return jnp.sum(wide**2) + jnp.sum(a[1:4:2, ::3] ** 3)

    return jax.grad(loss)(a)


@program("shape_changes", mesh=MESH, args=(f32(8, 16, 4, spec=P("x", "y")),))
def shape_changes(a):
    return (
        a.reshape(128, 4),
        a.reshape(8, 64),
        a.reshape(2, 4, 16, 2, 2),
        a.reshape(-1),
        a[:, None, :, :, None],
        jnp.transpose(a, (2, 0, 1)),
        jnp.swapaxes(a, 0, 2),
        jnp.squeeze(a[:1], 0),
        jnp.broadcast_to(a[None, :, :1], (3, 8, 16, 4)),
        lax.broadcast(a, (2, 1)),
        lax.rev(a, (0, 2)),
        lax.collapse(a, 0, 2),
    )


@program("joins_and_splits", mesh=MESH, args=(TABLE, TABLE))
def joins_and_splits(a, b):
    return (
        jnp.concatenate([a, b, a], axis=0),
        jnp.concatenate([a, b[:, :3]], axis=1),
        jnp.stack([a, b], axis=1),
        jnp.split(a, 4, axis=0),
        jnp.split(b, [3, 7], axis=1),
        jnp.tile(a, (2, 1)),
        jnp.repeat(b, 3, axis=1),
        jnp.hstack([a, b]),
        jnp.unstack(a[:2]),
    )


@program("rolls_and_flips", mesh=MESH, args=(TABLE, i32()))
def rolls_and_flips(a, n):
    return (
        jnp.roll(a, 3, axis=0),
        jnp.roll(a, n, axis=1),
        jnp.roll(a, (1, -2), axis=(0, 1)),
        jnp.flip(a),
        jnp.rot90(a),
    )


@program("iotas", args=())
def iotas():
    return (
        jnp.arange(10),
        jnp.arange(2.0, 5.0, 0.5),
        lax.broadcasted_iota(jnp.uint8, (3, 4, 5), 1),
        jnp.linspace(0.0, 1.0, 7),
        jnp.eye(4, 5, 1),
        jnp.tri(4, dtype=jnp.bool_),
        jnp.indices((2, 3)),
    )


@program("triangles_and_diagonals", args=(f32(6, 6), f32(6)))
def triangles_and_diagonals(a, d):
    return jnp.tril(a, -1), jnp.triu(a), jnp.diag(a), jnp.diag(d, 1), jnp.trace(a)


@program("where_and_select", mesh=MESH, args=(TABLE, TABLE, i32(32, 16)))
def where_and_select(a, b, n):
    return (
        jnp.where(a > b, a, b),
        jnp.where(n == 3, 0.0, a),
        lax.select_n(n % 3, a, b, a * 2.0),
        jnp.clip(a, -1.0, 1.0),
        lax.clamp(a[0, 0], b, b[0, 0]),
        jnp.select([a > 0, b > 0], [a, b], 7.0),
        jnp.nonzero(n[:, 0], size=5, fill_value=-1),
        jnp.argwhere(n[:4, :4] > 2, size=6),
    )


@program(
    "contractions",
    mesh=MESH,
    args=(f32(4, 8, 16, spec=P("x")), f32(4, 16, 32, spec=P("x", None, "y")), f32(8, 16)),
)
def contractions(a, b, c):
    return (
        jnp.einsum("bij,bjk->bik", a, b),
        jnp.einsum("bij,bjk->ki", a, b),
        jnp.einsum("bij->bj", a),
        jnp.einsum("ii->i", c[:, :8]),
        jnp.tensordot(a, b, axes=([0, 2], [0, 1])),
        jnp.outer(c[0], c[1]),
        jnp.kron(c[:2, :2], c[:3, :3]),
        jnp.vdot(c, c),
        lax.dot_general(a, b, (((2,), (1,)), ((0,), (0,))), precision=("high", "highest")),
        jnp.matmul(a, b, preferred_element_type=jnp.bfloat16),
        lax.dot_general(
            c, c, (((1,), (1,)), ((), ())), precision=lax.DotAlgorithmPreset.BF16_BF16_F32_X3
        ),
    )


@program(
    "contractions_cuda", args=(f32(8, 16), arg(16, 8, dtype="float8_e4m3fn")), platforms=("cuda",)
)
def contractions_cuda(a, b):
    preset = lax.DotAlgorithmPreset
    algorithm = lax.DotAlgorithm(np.float16, np.float16, np.float32)
    half = a.astype(np.float16)
    return (
        lax.dot(a, a.T, precision=preset.TF32_TF32_F32_X3),
        lax.dot(half, half.T, precision=algorithm),
        lax.dot(b, b.T, precision=preset.ANY_F8_ANY_F8_F32_FAST_ACCUM),
    )


@program("constant_indices", args=(f32(16, 4),))
def constant_indices(a):
    return a[np.array([3, 1, 2])], a[np.array([[0, 15], [7, 7]])], a.at[np.arange(3)].add(1.0)
