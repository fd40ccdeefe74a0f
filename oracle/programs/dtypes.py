"""Element types, conversions between them, and constants of every kind."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from . import P, abstract_mesh, arg, f32, program

INTEGERS = ("int2", "int4", "int8", "int16", "int32", "int64")
UNSIGNED = ("uint2", "uint4", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("bfloat16", "float16", "float32", "float64")
SMALL_FLOATS = (
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "float4_e2m1fn",
)


def named(*names):
    """One argument of each type, passed as a dictionary."""
    return ({name: arg(2, 3, dtype=getattr(jnp, name).dtype) for name in names},)


@program("types_integers", x64=True, args=named(*INTEGERS, *UNSIGNED))
def types_integers(arrays):
    return {name: a + a * 2 for name, a in arrays.items()}


@program("types_floats", x64=True, args=named(*FLOATS))
def types_floats(arrays):
    return {name: jnp.sin(a) - a * a for name, a in arrays.items()}


@program("types_complex", x64=True, args=named("complex64", "complex128"))
def types_complex(arrays):
    return {
        name: (
            a * jnp.conj(a),
            a.real,
            a.imag,
            jnp.abs(a),
            lax.complex(a.real, a.imag + 1),
            jnp.exp(a),
            jnp.tan(a),
            a @ a.T,
            jnp.sum(a),
            a == a,
            jnp.angle(a),
        )
        for name, a in arrays.items()
    }


@program("types_bool", args=named("bool_"))
def types_bool(arrays):
    a = arrays["bool_"]
    return a & a, a | ~a, a ^ a, jnp.sum(a), jnp.any(a), a.astype(jnp.float32), a == a, a < ~a


@program("types_small_floats", args=named(*SMALL_FLOATS))
def types_small_floats(arrays):
    return {name: a.astype(jnp.float32) for name, a in arrays.items()} | {
        "back": [a.astype(jnp.float32).astype(a.dtype) for a in arrays.values()]
    }


@program(
    "types_small_float_dot",
    args=(arg(8, 16, dtype=ml_dtypes.float8_e4m3fn), arg(16, 8, dtype=ml_dtypes.float8_e5m2)),
)
def types_small_float_dot(a, b):
    return lax.dot(a, b, preferred_element_type=jnp.float32)


@program(
    "types_int4_dot",
    mesh=abstract_mesh(x=4),
    args=(arg(8, 16, dtype=ml_dtypes.int4, spec=P("x")), arg(16, 8, dtype=ml_dtypes.int4)),
)
def types_int4_dot(a, b):
    return lax.dot(a, b, preferred_element_type=jnp.int32), a.astype(jnp.int8)


CONVERSIONS = ("bool", "int8", "uint16", "int32", "bfloat16", "float32", "complex64")


@program("types_convert_matrix", args=({t: arg(3, dtype=t) for t in CONVERSIONS},))
def types_convert_matrix(arrays):
    return {
        f"{a}_to_{b}": lax.convert_element_type(arrays[a], b)
        for a in CONVERSIONS
        for b in CONVERSIONS
        if a != b and a != "complex64"
    }


@program("types_bitcasts", args=(f32(4, 2), arg(4, 4, dtype="uint8"), arg(4, dtype="bfloat16")))
def types_bitcasts(a, b, c):
    return (
        lax.bitcast_convert_type(a, jnp.int32),
        lax.bitcast_convert_type(a, jnp.uint16),
        lax.bitcast_convert_type(b, jnp.float32),
        lax.bitcast_convert_type(b, jnp.int4),
        lax.bitcast_convert_type(c, jnp.int16),
    )


@program("types_mixed_promotion", args=(arg(3, dtype="int8"), arg(3, dtype="bfloat16"), f32(3)))
def types_mixed_promotion(n, h, a):
    return n + h, h * a, n / 2, jnp.sum(h), jnp.mean(n), h @ h, jnp.dot(h, a)


SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, 0.1, -1.5, 1e30, 1e-30, 3.0e-39)


@program("constants_special_floats", x64=True)
def constants_special_floats():
    with np.errstate(over="ignore"):
        arrays = {
            t: np.array(SPECIAL).astype(t) for t in ("float16", "bfloat16", "float32", "float64")
        }
    return arrays | {
        "nan_payload": np.array([0x7FC00001, 0xFFC00000, 0x7F800001], np.uint32).view("float32"),
        "nan_payload_64": np.array([0x7FF8000000000001, 1], np.uint64).view("float64"),
        "limits": np.array([np.finfo("f4").max, np.finfo("f4").tiny, np.finfo("f4").eps], "f4"),
        "limits_64": np.array([np.finfo("f8").max, np.finfo("f8").tiny, 5e-324], "f8"),
    }


@program("constants_scalars", x64=True)
def constants_scalars():
    reals = [np.float32(v) for v in SPECIAL] + [np.float64(v) for v in SPECIAL]
    reals += [np.float32(v) for v in (1e6, 123456.7, 1e-5, 1 / 3, 16777217.0, 1e10)]
    integers = [np.int32(-7), np.uint8(255), np.int64(-(2**63)), np.uint64(2**64 - 1), np.bool_(True)]
    odd = [ml_dtypes.bfloat16(0.1), np.float16(65504), np.complex64(1 - 2j), np.complex128(np.inf)]
    small = [ml_dtypes.int4(-8), ml_dtypes.uint2(3), ml_dtypes.float8_e4m3fn(448)]
    return [jnp.asarray(v) for v in reals + integers + odd + small]


@program("constants_splats")
def constants_splats():
    return (
        jnp.zeros((3, 4)),
        jnp.full((2, 2), np.nan),
        jnp.full((200,), -1.5),
        jnp.ones((2, 3), bool),
        jnp.full((2,), 1 + 2j),
        jnp.full((5,), 7, jnp.uint8),
        np.full((4,), -0.0, np.float32),
        np.full((300,), 3, np.int16),
        np.zeros((2,), bool),
    )


@program("constants_small_arrays", x64=True)
def constants_small_arrays():
    return (
        np.arange(6, dtype=np.int32).reshape(2, 3),
        np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 7,
        np.array([[True, False], [False, True]]),
        np.array([[[1 + 2j, -3.5j]]], np.complex64),
        np.arange(-3, 4, dtype=np.int8),
        np.arange(4, dtype=np.uint64) + 2**63,
        np.arange(100, dtype=np.float64).reshape(10, 10),
        np.arange(8).astype(ml_dtypes.bfloat16),
        np.arange(8).astype(ml_dtypes.float8_e5m2),
        np.arange(-4, 4).astype(ml_dtypes.int4),
        np.arange(4).astype(ml_dtypes.uint2),
        np.array([7], np.int32),
        np.array([[2.5]], np.float32),
    )


@program("constants_large_arrays", x64=True)
def constants_large_arrays():
    """More than 100 elements: MLIR prints the bytes."""
    n = np.arange(101)
    return (
        n.astype(np.int32),
        (n / 3).astype(np.float32),
        (n / 3).astype(np.float64),
        n.astype(np.int8),
        n % 3 == 0,
        (n + 1j * n).astype(np.complex64),
        (n + 1j * n).astype(np.complex128),
        (n / 3).astype(ml_dtypes.bfloat16),
        (n / 3).astype(np.float16),
        (n / 3).astype(ml_dtypes.float8_e4m3fn),
        (n % 7).astype(ml_dtypes.int4),
        (n % 3).astype(ml_dtypes.uint2),
        n.astype(np.uint64) + np.uint64(2**63),
        np.arange(4096, dtype=np.float32).reshape(64, 64),
    )


@program("constants_empty", args=(f32(0, 4), f32(4, 0)))
def constants_empty(a, b):
    return (
        np.zeros((0,), np.float32),
        np.zeros((3, 0), np.int32),
        jnp.zeros((0, 2), bool),
        a @ jnp.ones((4, 2)),
        b @ a,
        jnp.concatenate([a, jnp.ones((2, 4))]),
        jnp.sum(a, axis=0),
    )


@program("constants_captured", mesh=abstract_mesh(x=2, y=4), args=(f32(8, 16, spec=P("x")),))
def constants_captured(a):
    table = np.linspace(0, 1, 256, dtype=np.float32).reshape(16, 16)
    return lax.with_sharding_constraint(a @ table, P("x", "y")) + np.float32(2)


@program(
    "types_rank_extremes",
    args=(f32(), f32(1), f32(1, 1, 1, 1, 1, 1, 1, 1), arg(2**40, dtype="int8")),
)
def types_rank_extremes(scalar, one, deep, huge):
    return scalar + one, jnp.sum(deep), huge * 2, scalar.reshape(1, 1), one[0]


@program(
    "types_comparisons",
    x64=True,
    args=(
        f32(3),
        arg(3, dtype="int32"),
        arg(3, dtype="uint32"),
        arg(3, dtype="bool"),
        arg(3, dtype="complex64"),
    ),
)
def types_comparisons(a, n, u, p, z):
    return (
        a < a,
        a == a,
        n >= n,
        u > u,
        p != p,
        z == z,
        lax.sort(a),
        lax.max(n, n),
        jnp.maximum(z, z),
    )


@program("types_keys", args=())
def types_keys():
    return jax.random.key(0), jax.random.split(jax.random.key(1, impl="rbg"), 3)
