"""Loops, branches and scans, alone and inside one another."""

import jax
import jax.numpy as jnp
from jax import lax

from . import P, abstract_mesh, f32, i32, program

MESH = abstract_mesh(x=2, y=4)
ROWS = f32(8, 16, spec=P("x", "y"))


@program("while_count", args=(i32(),))
def while_count(n):
    return lax.while_loop(lambda c: c[0] < n, lambda c: (c[0] + 1, c[1] * 2), (0, 1))


@program("while_convergence", mesh=MESH, args=(ROWS,))
def while_convergence(a):
    def unsettled(c):
        return (jnp.max(jnp.abs(c[0] - c[1])) > 1e-3) & (c[2] < 100)

    def step(c):
        now = c[0]
        return 0.5 * (now + jnp.roll(now, 1, axis=1)), now, c[2] + 1

    return lax.while_loop(unsettled, step, (a, a + 1.0, 0))


@program("while_capture", mesh=MESH, args=(ROWS, f32(16, 16), f32()))
def while_capture(a, w, limit):
    return lax.while_loop(lambda a: jnp.sum(a) < limit, lambda a: jnp.tanh(a @ w), a)


@program("fori_static", mesh=MESH, args=(ROWS,))
def fori_static(a):
    return lax.fori_loop(0, 5, lambda i, a: a * 2.0 + i, a)


@program("fori_dynamic", args=(i32(), i32(), f32(4)))
def fori_dynamic(lo, hi, a):
    return lax.fori_loop(lo, hi, lambda i, a: a.at[i % 4].add(1.0), a)


@program("fori_unrolled", args=(f32(4),))
def fori_unrolled(a):
    return lax.fori_loop(0, 6, lambda i, a: jnp.sin(a) + i, a, unroll=3)


@program("scan_carry_and_outputs", mesh=MESH, args=(f32(16), f32(12, 16, spec=P(None, "y"))))
def scan_carry_and_outputs(c, xs):
    return lax.scan(lambda c, x: (c * 0.9 + x, {"sum": c + x, "max": jnp.max(x)}), c, xs)


@program("scan_reverse_unroll", args=(f32(4), f32(10, 4)))
def scan_reverse_unroll(c, xs):
    return lax.scan(lambda c, x: (c + x, c), c, xs, reverse=True, unroll=2)


@program("scan_no_inputs", args=(f32(4),))
def scan_no_inputs(c):
    return lax.scan(lambda c, _: (jnp.cos(c), c), c, None, length=7)


@program(
    "scan_grad", mesh=MESH, args=(f32(16, 16, spec=P(None, "y")), f32(10, 8, 16, spec=P(None, "x")))
)
def scan_grad(w, xs):
    def loss(w):
        c, ys = lax.scan(lambda c, x: (jnp.tanh(c @ w + x),) * 2, jnp.zeros((8, 16)), xs)
        return jnp.sum(c) + jnp.mean(ys)

    return jax.value_and_grad(loss)(w)


@program("scan_nested", mesh=MESH, args=(f32(3, 4, 8, 16, spec=P(None, None, "x")),))
def scan_nested(xs):
    def outer(c, row):
        c, ys = lax.scan(lambda c, x: (c + x, jnp.sum(c)), c, row)
        return c * 0.5, ys

    return lax.scan(outer, jnp.zeros((8, 16)), xs)


@program(
    "scan_lstm",
    mesh=MESH,
    args=(f32(64, 128, spec=P(None, "y")), f32(128), f32(12, 8, 32, spec=P(None, "x"))),
)
def scan_lstm(w, b, xs):
    def cell(carry, x):
        h, c = carry
        i, f, g, o = jnp.split(jnp.concatenate([x, h], axis=-1) @ w + b, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    return lax.scan(cell, (jnp.zeros((8, 32)), jnp.zeros((8, 32))), xs)


@program("cond_two_ways", mesh=MESH, args=(i32(), ROWS, ROWS))
def cond_two_ways(flag, a, b):
    return lax.cond(flag > 0, lambda a, b: (a + b, a), lambda a, b: (a - b, b), a, b)


@program("cond_grad", args=(f32(4),))
def cond_grad(a):
    def loss(a):
        return lax.cond(a[0] > 0, jnp.sum, lambda a: jnp.sum(a * a), a)

    return jax.grad(loss)(a)


@program("cond_vmapped", args=(f32(4), f32(4)))
def cond_vmapped(flags, a):
    return jax.vmap(lambda f, a: lax.cond(f > 0, jnp.sin, jnp.cos, a))(flags, a)


@program("switch_branches", mesh=MESH, args=(i32(), ROWS))
def switch_branches(index, a):
    branches = [jnp.sin, jnp.cos, lambda a: a * 2.0, lambda a: jnp.zeros_like(a)]
    return lax.switch(index, branches, a)


@program("loop_of_cond_of_loop", args=(i32(), f32(4)))
def loop_of_cond_of_loop(n, a):
    def inner(a):
        return lax.fori_loop(0, 3, lambda _, a: a * 1.5, a)

    def step(i, a):
        return lax.cond(i % 2 == 0, inner, lambda a: lax.switch(i, [jnp.sin, inner], a), a)

    return lax.fori_loop(0, n, step, a)


@program("associative_scan_sum", mesh=MESH, args=(f32(13, 16, spec=P(None, "y")),))
def associative_scan_sum(a):
    return lax.associative_scan(jnp.add, a), lax.associative_scan(jnp.maximum, a, axis=1)


@program("associative_scan_pair", args=(f32(8, 4), f32(8, 4)))
def associative_scan_pair(a, b):
    def combine(p, q):
        return p[0] * q[0], q[0] * p[1] + q[1]

    return lax.associative_scan(combine, (a, b), reverse=True)


@program("map_rows", mesh=MESH, args=(ROWS,))
def map_rows(a):
    return lax.map(lambda r: r / jnp.sum(r), a), lax.map(jnp.sum, a, batch_size=3)


@program("reduce_custom", args=(f32(4, 8), i32(4, 8)))
def reduce_custom(a, n):
    def larger(p, q):
        first = p[0] > q[0]
        return jnp.where(first, p[0], q[0]), jnp.where(first, p[1], q[1])

    pair = lax.reduce((a, n), (-jnp.inf, jnp.int32(0)), larger, (1,))
    odd = lax.reduce(n, jnp.int32(1), lambda x, y: x * y + 1, (0, 1))
    return pair, odd


@program("reduce_kinds", mesh=MESH, args=(ROWS, i32(8, 16, spec=P("y", None))))
def reduce_kinds(a, n):
    return {
        "sum": jnp.sum(a, axis=0),
        "prod": jnp.prod(a, axis=1),
        "max": jnp.max(a),
        "min": jnp.min(n, axis=(0, 1), keepdims=True),
        "any": jnp.any(a > 0, axis=0),
        "all": jnp.all(n > 0, axis=1),
        "xor": lax.reduce_xor(n, axes=(0,)),
        "argmax": jnp.argmax(a, axis=1),
        "argmin": jnp.argmin(n),
        "mean": jnp.mean(a),
        "std": jnp.std(a, axis=1),
        "logsumexp": jax.nn.logsumexp(a, axis=1),
        "norm": jnp.linalg.norm(a, axis=1),
        "median": jnp.median(a, axis=0),
    }


@program("newton_custom_root", args=(f32(),))
def newton_custom_root(a):
    def solve(f, x0):
        return lax.fori_loop(0, 10, lambda _, x: x - f(x) / jax.grad(f)(x), x0)

    def root(a):
        return lax.custom_root(lambda x: x**3 - a, 1.0, solve, lambda g, y: y / g(1.0))

    return jax.value_and_grad(root)(a)


@program("conjugate_gradient", mesh=MESH, args=(f32(16, 16, spec=P("x", "y")), f32(16)))
def conjugate_gradient(a, b):
    return jax.scipy.sparse.linalg.cg(lambda v: a @ (a.T @ v) + v, b, maxiter=20)[0]
