"""Runs small programs on XLA's CPU backend and writes programs, inputs and results.

usage: interp_cases.py OUTDIR [--only PATTERN]

For each case NAME.mlir, NAME.in0.npy, ... and NAME.out0.npy, ...; `index.json` lists the
cases with the element types of inputs and results and how far a result may be off:
`ulps` units in the last place of its type and `absolute`.

Most cases are hand-written StableHLO around one op with awkward inputs, for every
element type the op and the backend take; the rest are JAX functions.
"""

import argparse
import fnmatch
import itertools
import json
import pathlib

import environment

import jax
import ml_dtypes
import numpy as np
from jaxlib import xla_client

import interp_programs

jax.config.update("jax_enable_x64", True)

TYPES = {
    "i1": np.bool_,
    "i4": ml_dtypes.int4,
    "ui4": ml_dtypes.uint4,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "ui64": np.uint64,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}
NAMES = {np.dtype(dtype): name for name, dtype in TYPES.items()}
INTS = ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"]
SIGNED = ["i8", "i16", "i32", "i64"]
FLOATS = ["bf16", "f16", "f32", "f64"]
SMALL = ["f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E4M3", "f8E3M4"]
COMPLEX = ["complex<f32>", "complex<f64>"]

CASES = []


class Case:
    def __init__(self, name, inputs, text=None, function=None, ulps=0, absolute=0.0):
        self.name = name
        self.inputs = [np.asarray(value) for value in inputs]
        self.text = text
        self.function = function
        self.ulps = ulps
        self.absolute = absolute
        CASES.append(self)


def tensor(array, element=None):
    sizes = "".join(f"{size}x" for size in array.shape)
    return f"tensor<{sizes}{element or NAMES[array.dtype]}>"


def op_case(name, inputs, body, results, ulps=0, absolute=0.0):
    """One function; `body` names operands %0, %1, ... and results %r0, ..."""
    inputs = [np.asarray(value) for value in inputs]
    parameters = ", ".join(f"%{i}: {tensor(value)}" for i, value in enumerate(inputs))
    values = ", ".join(f"%r{i}" for i in range(len(results)))
    types = ", ".join(results)
    text = (
        f"module @case {{\n  func.func public @main({parameters}) -> ({types}) {{\n"
        f"    {body}\n    return {values} : {types}\n  }}\n}}\n"
    )
    Case(name, inputs, text=text, ulps=ulps, absolute=absolute)


def ints(element):
    dtype = TYPES[element]
    info = ml_dtypes.iinfo(dtype)
    low, high = int(info.min), int(info.max)
    values = [0, 1, 2, 3, 5, 7, high, high - 1, low, low + 1, high // 2, high // 3]
    if low < 0:
        values += [-1, -2, -3, -7]
    return np.array([v for v in values if low <= v <= high], dtype=object).astype(dtype)


def floats(element, finite=False):
    dtype = TYPES[element]
    values = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 0.001, 0.1, -0.25, 7.0, 12.5, -12.5]
    if not finite:
        info = ml_dtypes.finfo(dtype)
        values += [np.inf, -np.inf, np.nan, float(info.max), float(info.min), float(info.tiny), 100.0, -100.0, 1000.0]
    with np.errstate(all="ignore"):
        return np.array(values, np.float64).astype(dtype)


def complexes(element):
    parts = [0.0, 1.0, -1.0, 0.5, -2.5, 3.25, 0.125]
    return np.array([complex(a, b) for a in parts for b in parts], TYPES[element])


def values(element, finite=False):
    if element == "i1":
        return np.array([True, False, True, False])
    if element in COMPLEX:
        return complexes(element)
    if element.startswith(("i", "u")):
        return ints(element)
    return floats(element, finite)


def pairs(element, finite=False):
    line = values(element, finite)
    if len(line) > 20:
        line = line[::2] if element in COMPLEX else line
    left, right = zip(*itertools.product(line, line))
    return np.array(left, line.dtype), np.array(right, line.dtype)


def spelled(name):
    return name.replace("<", "_").replace(">", "")


def unary(op, elements, ulps=0, absolute=0.0, result=None, finite=False, dialect="stablehlo"):
    for element in elements:
        x = values(element, finite)
        out = tensor(x, result(element) if result else None)
        arrow = " -> " if dialect == "chlo" else None
        types = f"{tensor(x)} -> {out}" if arrow else f"({tensor(x)}) -> {out}"
        op_case(f"{op}_{spelled(element)}", [x], f"%r0 = {dialect}.{op} %0 : {types}", [out], ulps, absolute)


def binary(op, elements, ulps=0, absolute=0.0, finite=False):
    for element in elements:
        x, y = pairs(element, finite)
        op_case(
            f"{op}_{spelled(element)}", [x, y], f"%r0 = stablehlo.{op} %0, %1 : {tensor(x)}", [tensor(x)], ulps, absolute
        )


def part(element):
    return {"complex<f32>": "f32", "complex<f64>": "f64"}.get(element, element)


def elementwise():
    exact = FLOATS + SMALL
    unary("abs", SIGNED + exact)
    unary("abs", COMPLEX, ulps=2, result=part)
    unary("negate", INTS + exact + COMPLEX)
    unary("sign", SIGNED + FLOATS)
    unary("sign", COMPLEX, ulps=4)
    for op in ["ceil", "floor", "round_nearest_afz", "round_nearest_even"]:
        unary(op, FLOATS)
    for op in ["popcnt", "count_leading_zeros"]:
        unary(op, INTS)
    unary("not", INTS + ["i1", "i4"])
    unary("is_finite", FLOATS + SMALL[:2], result=lambda _: "i1")
    for op in ["real", "imag"]:
        unary(op, COMPLEX + ["f32", "f64"], result=part)
    inexact = ["cosine", "sine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt"]
    for op in inexact + ["sqrt", "tan", "tanh", "cbrt"]:
        # XLA's logistic goes through tanh and loses small results.
        unary(op, FLOATS, ulps=8, absolute=1e-5 if op == "logistic" else 1e-40)
    for op in inexact + ["sqrt", "tan", "tanh"]:
        unary(op, COMPLEX, ulps=64, absolute=1e-6)
    for op in ["add", "subtract", "multiply"]:
        binary(op, INTS + FLOATS + SMALL[:2])
        binary(op, COMPLEX, ulps=4, absolute=1e-6)
    binary("add", ["i1", "i4", "ui4"])
    binary("multiply", ["i1"])
    binary("divide", INTS + FLOATS)
    binary("divide", COMPLEX, ulps=16, absolute=1e-6)
    binary("remainder", INTS + FLOATS)
    for op in ["maximum", "minimum"]:
        binary(op, INTS + FLOATS + SMALL[:2] + ["i1"])
    for op in ["and", "or", "xor"]:
        binary(op, INTS + ["i1", "i4"])
    for op in ["shift_left", "shift_right_arithmetic", "shift_right_logical"]:
        binary(op, INTS)
    powers()
    binary("power", FLOATS, ulps=16, absolute=1e-40)
    binary("power", COMPLEX, ulps=256, absolute=1e-5)
    binary("atan2", FLOATS, ulps=8, absolute=1e-40)
    for op in ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan", "erf", "erfc", "erf_inv"]:
        unary(op, ["bf16", "f16", "f32", "f64"], ulps=64, absolute=1e-6, finite=True, dialect="chlo")
    for op in ["lgamma", "digamma"]:
        unary(op, ["f32", "f64"], ulps=256, absolute=1e-5, finite=True, dialect="chlo")
    comparisons()
    conversions()
    others()


def powers():
    """Powers of integers. XLA reads only the six low bits of an exponent, so larger ones are left out."""
    for element in INTS:
        base = ints(element)
        exponent = np.array([0, 1, 2, 3, 5, 7, 31, 63] + ([-1, -2, -3] if element in SIGNED else [])).astype(base.dtype)
        x, y = (np.array(side, base.dtype) for side in zip(*itertools.product(base, exponent)))
        op_case(f"power_{element}", [x, y], f"%r0 = stablehlo.power %0, %1 : {tensor(x)}", [tensor(x)])


def comparisons():
    for element in ["i1"] + INTS + FLOATS + COMPLEX:
        x, y = pairs(element)
        directions = ["EQ", "NE"] if element in COMPLEX else ["EQ", "NE", "GE", "GT", "LE", "LT"]
        out = tensor(x, "i1")
        lines = [
            f"%r{i} = stablehlo.compare {d}, %0, %1 : ({tensor(x)}, {tensor(x)}) -> {out}"
            for i, d in enumerate(directions)
        ]
        op_case(f"compare_{spelled(element)}", [x, y], "\n    ".join(lines), [out] * len(directions))
    for element in FLOATS:
        x, y = pairs(element)
        out = tensor(x, "i1")
        lines = [
            f"%r{i} = stablehlo.compare {d}, %0, %1, TOTALORDER : ({tensor(x)}, {tensor(x)}) -> {out}"
            for i, d in enumerate(["EQ", "LT", "GE"])
        ]
        op_case(f"compare_total_{element}", [x, y], "\n    ".join(lines), [out] * 3)


def conversions():
    elements = ["i1", "i4", "ui4"] + INTS + FLOATS + SMALL + COMPLEX
    for source in elements:
        x = values(source)
        if source in ("f32", "f64"):
            odd = [1e-8, 65519.9, 65520.0, 447.9, 464.0, 465.0, 57344.0, 61440.0, 3e-8, 0.0019, 1e38, 3.4e38, 2147483648.0, 1e19]
            with np.errstate(all="ignore"):
                x = np.concatenate([x, np.array(odd + [-v for v in odd], x.dtype)])
        targets = [t for t in elements if t != source]
        lines = [f"%r{i} = stablehlo.convert %0 : ({tensor(x)}) -> {tensor(x, t)}" for i, t in enumerate(targets)]
        op_case(f"convert_{spelled(source)}", [x], "\n    ".join(lines), [tensor(x, t) for t in targets])


def others():
    rng = np.random.default_rng(1)
    for element in ["f32", "i32", "f16", "i8", "complex<f32>"]:
        x, y = pairs(element)
        p = rng.integers(0, 2, x.shape).astype(bool)
        t = tensor(x)
        op_case(f"select_{spelled(element)}", [p, x, y], f"%r0 = stablehlo.select %0, %1, %2 : {tensor(p)}, {t}", [t])
    for element in ["f32", "bf16", "i32", "ui8"]:
        x = values(element)
        low, high = np.array(1, x.dtype), np.array(3, x.dtype)
        s = tensor(low)
        op_case(
            f"clamp_{element}", [low, x, high],
            f"%r0 = stablehlo.clamp %0, %1, %2 : ({s}, {tensor(x)}, {s}) -> {tensor(x)}", [tensor(x)],
        )
    for element, exponent, mantissa in [("f32", 5, 10), ("f32", 8, 7), ("f32", 4, 3), ("f64", 8, 23), ("f16", 4, 3), ("f32", 5, 0)]:
        x = np.concatenate([values(element), rng.standard_normal(40).astype(TYPES[element])])
        op_case(
            f"reduce_precision_{element}_e{exponent}m{mantissa}", [x],
            f"%r0 = stablehlo.reduce_precision %0, format = e{exponent}m{mantissa} : {tensor(x)}", [tensor(x)],
        )
    for a, b in [("f32", "i32"), ("i32", "f32"), ("f64", "ui64"), ("bf16", "i16"), ("i16", "f16"), ("f16", "ui16"), ("f8E4M3FN", "ui8"), ("ui8", "f8E5M2")]:
        bits = rng.integers(0, 1 << (8 * np.dtype(TYPES[a]).itemsize - 1), 32, np.uint64)
        x = bits.astype(f"u{np.dtype(TYPES[a]).itemsize}").view(TYPES[a])
        op_case(f"bitcast_{a}_{b}", [x], f"%r0 = stablehlo.bitcast_convert %0 : ({tensor(x)}) -> {tensor(x, b)}", [tensor(x, b)])
    x = rng.integers(0, 255, (3, 4), np.uint8)
    op_case("bitcast_narrow_to_wide", [x], "%r0 = stablehlo.bitcast_convert %0 : (tensor<3x4xui8>) -> tensor<3xf32>", ["tensor<3xf32>"])
    y = rng.standard_normal(3).astype(np.float32)
    op_case("bitcast_wide_to_narrow", [y], "%r0 = stablehlo.bitcast_convert %0 : (tensor<3xf32>) -> tensor<3x2xi16>", ["tensor<3x2xi16>"])
    for element, complex_type in [("f32", "complex<f32>"), ("f64", "complex<f64>")]:
        x, y = pairs(element)
        op_case(f"complex_{element}", [x, y], f"%r0 = stablehlo.complex %0, %1 : {tensor(x, complex_type)}", [tensor(x, complex_type)])
    for element in ["i8", "ui16", "i32", "f32", "bf16", "f64", "complex<f32>"]:
        out = f"tensor<3x5x{element}>"
        op_case(f"iota_{spelled(element)}", [], f"%r0 = stablehlo.iota dim = 1 : {out}", [out])


def movement():
    rng = np.random.default_rng(2)
    for element in ["i1", "i8", "ui32", "bf16", "f32", "f64", "complex<f64>", "f8E5M2"]:
        x = rng.integers(0, 2 if element == "i1" else 100, (3, 4, 5)).astype(TYPES[element])
        e = element
        zero = np.array(1, TYPES[element])
        body = f"""%r0 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<3x4x5x{e}>) -> tensor<5x3x4x{e}>
    %r1 = stablehlo.slice %0 [1:3, 0:4:3, 4:5] : (tensor<3x4x5x{e}>) -> tensor<2x2x1x{e}>
    %r2 = stablehlo.reverse %0, dims = [0, 2] : tensor<3x4x5x{e}>
    %r3 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3] : (tensor<3x4x5x{e}>) -> tensor<2x3x4x5x{e}>
    %r4 = stablehlo.pad %0, %1, low = [1, -1, 0], high = [-1, 2, 3], interior = [1, 0, 2] : (tensor<3x4x5x{e}>, tensor<{e}>) -> tensor<5x5x16x{e}>
    %r5 = stablehlo.concatenate %0, %r2, dim = 1 : (tensor<3x4x5x{e}>, tensor<3x4x5x{e}>) -> tensor<3x8x5x{e}>
    %r6 = stablehlo.reshape %0 : (tensor<3x4x5x{e}>) -> tensor<6x10x{e}>
    %r7 = stablehlo.pad %0, %1, low = [-2, 0, -3], high = [-1, -4, 0], interior = [0, 1, 3] : (tensor<3x4x5x{e}>, tensor<{e}>) -> tensor<0x3x14x{e}>"""
        shapes = ["5x3x4", "2x2x1", "3x4x5", "2x3x4x5", "5x5x16", "3x8x5", "6x10", "0x3x14"]
        op_case(f"movement_{spelled(e)}", [x, zero], body, [f"tensor<{s}x{e}>" for s in shapes])
    x = rng.standard_normal((4, 1, 3)).astype(np.float32)
    op_case("broadcast_ones", [x], "%r0 = stablehlo.broadcast_in_dim %0, dims = [0, 2, 3] : (tensor<4x1x3xf32>) -> tensor<4x2x6x3xf32>", ["tensor<4x2x6x3xf32>"])
    for element in ["i32", "ui8", "i64"]:
        s = np.array([-5, 2, 100] if element.startswith("i") else [250, 2, 100]).astype(TYPES[element])
        y = rng.standard_normal((2, 2)).astype(np.float32)
        z = rng.standard_normal((5, 6)).astype(np.float32)
        for i in range(3):
            t = f"tensor<{element}>"
            body = f"""%r0 = stablehlo.dynamic_slice %0, %2, %3, sizes = [2, 2] : (tensor<5x6xf32>, {t}, {t}) -> tensor<2x2xf32>
    %r1 = stablehlo.dynamic_update_slice %0, %1, %2, %3 : (tensor<5x6xf32>, tensor<2x2xf32>, {t}, {t}) -> tensor<5x6xf32>"""
            op_case(f"dynamic_slice_{element}_{i}", [z, y, s[i], s[(i + 1) % 3]], body, ["tensor<2x2xf32>", "tensor<5x6xf32>"])


def reductions():
    rng = np.random.default_rng(3)
    table = [("add", INTS + FLOATS + COMPLEX), ("maximum", INTS + FLOATS), ("minimum", ["i32", "ui64", "f32"]), ("multiply", ["i32", "f32", "f64"]), ("and", ["i1", "i32"]), ("or", ["i1", "ui8"]), ("xor", ["i16"])]
    for op, elements in table:
        for e in elements:
            x = rng.integers(-4, 5, (3, 7, 5)) if not e.startswith("ui") else rng.integers(0, 200, (3, 7, 5))
            x = (x / 4 + 0.6 if e in FLOATS else x).astype(TYPES[e])
            init = np.array(1, TYPES[e])
            body = f"%r0 = stablehlo.reduce(%0 init: %1) applies stablehlo.{op} across dimensions = [0, 2] : (tensor<3x7x5x{e}>, tensor<{e}>) -> tensor<7x{e}>"
            loose = {"bf16": 32, "f16": 32}.get(e, 16)
            op_case(f"reduce_{op}_{spelled(e)}", [x, init], body, [f"tensor<7x{e}>"], ulps=0 if e in INTS else loose, absolute=1e-6)
    x = rng.standard_normal((4, 33)).astype(np.float32)
    i = np.arange(33, dtype=np.int32)[None, :].repeat(4, 0)
    body = """%c0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c1 = stablehlo.constant dense<0> : tensor<i32>
    %r0, %r1 = stablehlo.reduce(%0 init: %c0), (%1 init: %c1) across dimensions = [1] : (tensor<4x33xf32>, tensor<4x33xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %2 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
      %4 = stablehlo.select %2, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
    }"""
    op_case("reduce_argmax_region", [x, i], body, ["tensor<4xf32>", "tensor<4xi32>"])
    empty = np.zeros((0, 3), np.float32)
    op_case("reduce_nothing", [empty, np.array(2.5, np.float32)], "%r0 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>", ["tensor<3xf32>"])
    body = """%r0 = "stablehlo.map"(%0, %1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.multiply %a, %b : tensor<f32>
      %3 = stablehlo.cosine %2 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<4x33xf32>, tensor<4x33xf32>) -> tensor<4x33xf32>"""
    op_case("map_region", [x, x[::-1]], body, ["tensor<4x33xf32>"], ulps=8, absolute=1e-7)


def linear_algebra():
    rng = np.random.default_rng(4)
    m = rng.standard_normal((3, 6, 6))
    spd = np.einsum("bij,bkj->bik", m, m) + 6 * np.eye(6)
    b = rng.standard_normal((3, 6, 6))
    for e, slack in [("f32", 1e-4), ("f64", 1e-10), ("complex<f32>", 1e-4)]:
        a, y = spd.astype(TYPES[e]), b.astype(TYPES[e])
        t = tensor(a)
        for lower in ["true", "false"]:
            body = f"%r0 = stablehlo.cholesky %0, lower = {lower} : {t}"
            # The contents of the other triangle are unspecified; only one is compared.
            mask = np.broadcast_to(np.tri(6, dtype=bool) if lower == "true" else np.tri(6, dtype=bool).T, a.shape)
            body = body.replace("%r0", "%c") + f"""
    %z = stablehlo.constant dense<{'(0.0, 0.0)' if e in COMPLEX else '0.0'}> : {t}
    %r0 = stablehlo.select %1, %c, %z : {tensor(mask)}, {t}"""
            op_case(f"cholesky_{spelled(e)}_{lower}", [a, mask], body, [t], ulps=64, absolute=slack)
        for left, lower, unit, way in itertools.product(["true", "false"], ["true", "false"], ["true", "false"], ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]):
            body = f"""%r0 = "stablehlo.triangular_solve"(%0, %1) <{{left_side = {left}, lower = {lower}, unit_diagonal = {unit}, transpose_a = #stablehlo<transpose {way}>}}> : ({t}, {t}) -> {t}"""
            name = f"triangular_solve_{spelled(e)}_{left}_{lower}_{unit}_{way.lower()}"
            op_case(name, [a / 6, y], body, [t], ulps=4096, absolute=slack * 100)
    x, v = rng.standard_normal((4, 3, 5)).astype(np.float32), np.array([0.5, 1.5, 2.0], np.float32)
    t, f = tensor(x), tensor(v)
    attrs = "<{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}>"
    op_case("batch_norm_inference", [x, v, v + 1, v - 1, v], f'%r0 = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {attrs} : ({t}, {f}, {f}, {f}, {f}) -> {t}', [t], ulps=64, absolute=1e-5)
    op_case("batch_norm_training", [x, v, v + 1], f'%r0, %r1, %r2 = "stablehlo.batch_norm_training"(%0, %1, %2) {attrs} : ({t}, {f}, {f}) -> ({t}, {f}, {f})', [t, f, f], ulps=64, absolute=1e-5)
    op_case("batch_norm_grad", [x, v, v - 1, v, x[::-1]], f'%r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {attrs} : ({t}, {f}, {f}, {f}, {t}) -> ({t}, {f}, {f})', [t, f, f], ulps=64, absolute=1e-4)


elementwise()
movement()
reductions()
linear_algebra()


def element(dtype):
    return NAMES[np.dtype(dtype)]


def save(path, array):
    """Writes an array as `.npy`; types that NumPy lacks are written as raw bytes."""
    array = np.array(array, order="C")
    if array.dtype.kind == "V" or array.dtype in (ml_dtypes.bfloat16,) or array.dtype.num >= 256:
        raw = np.frombuffer(array.tobytes(), dtype=f"V{array.dtype.itemsize}").reshape(array.shape)
        np.save(path, raw)
    else:
        np.save(path, array)


def execute(text, inputs):
    device = jax.devices()[0]
    options = xla_client.CompileOptions()
    loaded = device.client.compile_and_load(text, xla_client.DeviceList((device,)), options)
    buffers = [jax.device_put(value, device) for value in inputs]
    outputs = loaded.execute_sharded(buffers).disassemble_into_single_device_arrays()
    return [np.asarray(shards[0]) for shards in outputs]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("outdir", type=pathlib.Path)
    parser.add_argument("--only", default="*")
    parser.add_argument("--inputs", action="store_true", help="write texts and inputs, run nothing")
    parser.add_argument("--names", type=pathlib.Path, help="a file that lists the cases")
    arguments = parser.parse_args()
    arguments.outdir.mkdir(parents=True, exist_ok=True)
    for name, function, inputs, ulps, absolute in interp_programs.programs():
        Case(name, inputs, function=function, ulps=ulps, absolute=absolute)
    names = arguments.names and set(arguments.names.read_text(encoding="utf-8").split())
    index, refused = [], []
    for case in CASES:
        if not fnmatch.fnmatch(case.name, arguments.only) or names is not None and case.name not in names:
            continue
        try:
            text, outputs = text_and_outputs(case, run=not arguments.inputs)
        # XLA refuses some types; the comparison reports how many.
        except Exception as error:
            refused.append({"name": case.name, "error": str(error).splitlines()[0][:200]})
            continue
        base = arguments.outdir / case.name
        base.with_suffix(".mlir").write_text(text, encoding="utf-8")
        for kind, arrays in (("in", case.inputs), ("out", outputs)):
            for number, array in enumerate(arrays):
                save(f"{base}.{kind}{number}.npy", array)
        index.append({
            "name": case.name,
            "inputs": [element(value.dtype) for value in case.inputs],
            "outputs": [element(value.dtype) for value in outputs],
            "ulps": case.ulps,
            "absolute": case.absolute,
        })
    result = {"cases": index, "refused": refused}
    (arguments.outdir / "index.json").write_text(json.dumps(result, indent=1), encoding="utf-8")


def text_and_outputs(case, run):
    """The program of a case and what XLA computes; no outputs unless it is run."""
    if case.text is not None:
        return case.text, execute(case.text, case.inputs) if run else []
    lowered = jax.jit(case.function, keep_unused=True).lower(*case.inputs)
    outputs = jax.tree.leaves(lowered.compile()(*case.inputs)) if run else []
    return lowered.as_text(), [np.asarray(out) for out in outputs]


if __name__ == "__main__":
    main()
