"""JAX's own libraries: scipy, linalg, fft, sparse, image, random, and control flow."""

import jax
import jax.numpy as jnp
import jax.scipy.optimize
from jax import lax
from jax.experimental import sparse
from jax.sharding import PartitionSpec as P

from registry import f32, i32, placed, program, scaled

BOTH = P("data", "model")


@program("jax", "jax.scipy.optimize.minimize", mesh="8")
def jax_bfgs(mesh):
    def fit(start, x, y):
        loss = lambda w: jnp.mean((jnp.tanh(x @ w) - y) ** 2) + 0.1 * jnp.sum(w**2)
        found = jax.scipy.optimize.minimize(loss, scaled(start), method="BFGS", options=dict(maxiter=2))
        return found.x, found.fun

    return fit, (f32(mesh, 8, on=P()), f32(mesh, 16, 8), f32(mesh, 16))


@program("jax", "jax.scipy.sparse.linalg.cg, bicgstab")
def jax_krylov(mesh):
    def solve(a, b):
        a = 0.05 * a @ a.T + jnp.eye(16)
        return tuple(
            method(lambda x: a @ x, b, tol=1e-3, maxiter=10)[0]
            for method in (jax.scipy.sparse.linalg.cg, jax.scipy.sparse.linalg.bicgstab)
        )

    return solve, (f32(mesh, 16, 16, on=BOTH), f32(mesh, 16))


@program("jax", "jax.scipy.special, jax.scipy.stats")
def jax_special(mesh):
    def compute(x):
        p = jax.nn.sigmoid(x)
        special, stats = jax.scipy.special, jax.scipy.stats
        return (
            special.gammaln(1 + p),
            special.erfinv(p - 0.5),
            special.i0e(x),
            special.logsumexp(x, axis=0),
            special.betainc(1.5, 2.5, p),
            stats.norm.logcdf(x),
            stats.t.logpdf(x, 3.0),
        )

    return compute, (f32(mesh, 8, 16, on=BOTH),)


@program("jax", "jax.numpy.fft, jax.scipy.signal.fftconvolve")
def jax_fft(mesh):
    def compute(x, kernel):
        spectrum = jnp.fft.fftshift(jnp.fft.fft2(x), axes=-1)
        smooth = jax.scipy.signal.fftconvolve(x, kernel, mode="same")
        return jnp.abs(spectrum), jnp.fft.irfft(jnp.fft.rfft(x)), smooth

    return compute, (f32(mesh, 8, 16, on=BOTH), f32(mesh, 3, 3, on=P()))


@program("jax", "jax.numpy.linalg.cholesky, jax.scipy.linalg.cho_solve")
def jax_cholesky(mesh):
    def solve(a, b):
        a = 0.1 * jnp.einsum("bij,bkj->bik", a, a) + jnp.eye(8)
        factor = jnp.linalg.cholesky(a)
        solution = jax.vmap(lambda l, b: jax.scipy.linalg.cho_solve((l, True), b))(factor, b)
        return factor, solution, jnp.linalg.slogdet(a)[1]

    return solve, (f32(mesh, 4, 8, 8), f32(mesh, 4, 8, 2))


@program("jax", "jax.numpy.linalg.qr, eigh, svd")
def jax_factors(mesh):
    def compute(a):
        q, r = jnp.linalg.qr(a)
        even = jnp.einsum("bij,bkj->bik", a, a)
        # The signs of the vectors are arbitrary; those of the returned values are not.
        values, vectors = jnp.linalg.eigh(even)
        back = jnp.einsum("bij,bj,bkj->bik", vectors, values, vectors)
        return q @ r, values, back, jnp.linalg.svd(a, compute_uv=False)

    return compute, (f32(mesh, 4, 8, 6),)


@program("jax", "jax.scipy.linalg.expm, solve_triangular")
def jax_expm(mesh):
    def compute(a, b):
        lower = jnp.tril(0.1 * a) + jnp.eye(8)
        return jax.scipy.linalg.expm(0.1 * a), jax.scipy.linalg.solve_triangular(lower, b, lower=True)

    return compute, (f32(mesh, 8, 8, on=P(None, "model")), f32(mesh, 8, 8, on=P(None, "data")))


@program("jax", "jax.experimental.sparse.BCOO")
def jax_sparse(mesh):
    def product(values, rows, columns, dense):
        indices = jnp.stack([rows % 16, columns % 16], -1)
        matrix = sparse.BCOO((values, indices), shape=(16, 16))
        loss = lambda values: jnp.sum(jnp.tanh(sparse.BCOO((values, indices), shape=(16, 16)) @ dense))
        return matrix @ dense, matrix.T @ dense, jax.grad(loss)(values)

    return product, (f32(mesh, 32), i32(mesh, 32), i32(mesh, 32), f32(mesh, 16, 8, on=P(None, "model")))


@program("jax", "jax.image.resize, jax.scipy.ndimage.map_coordinates")
def jax_image(mesh):
    def compute(images, x, y):
        larger = jax.image.resize(images, (4, 12, 12, 2), "cubic")
        smaller = jax.image.resize(images, (4, 5, 4, 2), "linear", antialias=True)
        at = [4 + x, 4 + y]
        turned = jax.vmap(lambda image: jax.scipy.ndimage.map_coordinates(image[..., 0], at, order=1))
        return larger, smaller, turned(images)

    points = f32(mesh, 8, on=P("model"))
    return compute, (f32(mesh, 4, 8, 8, 2, on=P("data", "model")), points, points)


@program("jax", "jax.random")
def jax_random(mesh):
    def draw(key, x):
        keys = jax.random.split(jax.random.wrap_key_data(key), 6)
        return (
            jax.random.normal(keys[0], (8, 16)) + x,
            jax.random.gamma(keys[1], 1.5, (8,)),
            jax.random.categorical(keys[2], x),
            jax.random.permutation(keys[3], x),
            jax.random.truncated_normal(keys[4], -1.0, 1.0, (16,)),
            jax.random.choice(keys[5], 16, (4,), replace=False),
        )

    return draw, (placed(mesh, (2,), jnp.uint32, P()), f32(mesh, 8, 16, on=BOTH))


@program("jax", "jax.numpy.sort, unique, searchsorted; jax.lax.top_k")
def jax_order(mesh):
    def compute(x):
        values, at = lax.top_k(x, 4)
        table = jnp.sort(x[:, 0])
        return (
            jnp.argsort(x, axis=0),
            jnp.unique(jnp.round(x), size=6),
            jnp.searchsorted(table, x[0]),
            jnp.quantile(x, 0.3, axis=1),
            jnp.cumsum(values, axis=0),
            jnp.bincount(at.ravel(), length=16),
        )

    return compute, (f32(mesh, 8, 16, on=BOTH),)


@program("jax", "jax.ops.segment_sum, jax.numpy.ndarray.at", mesh="8")
def jax_segments(mesh):
    def compute(x, ids):
        ids = ids % 8
        total = jax.ops.segment_sum(x, ids, num_segments=8)
        # An empty segment has the smallest number of the type.
        most = jnp.maximum(jax.ops.segment_max(x, ids, num_segments=8), -8)
        return total, most, jnp.zeros((8, 4)).at[ids].mul(x), total[ids] - x

    return compute, (f32(mesh, 16, 4), i32(mesh, 16))


@program("jax", "jax.lax.associative_scan, a linear state space")
def jax_state_space(mesh):
    def run(decay, x):
        def join(left, right):
            return left[0] * right[0], right[0] * left[1] + right[1]

        decay = jnp.broadcast_to(jax.nn.sigmoid(decay), x.shape)
        return lax.associative_scan(join, (decay, x), axis=1)[1]

    grad = jax.value_and_grad(lambda decay, x: jnp.mean(run(decay, x) ** 2))
    return grad, (f32(mesh, 8, on=P("model")), f32(mesh, 4, 16, 8, on=P("data", None, "model")))


@program("jax", "jax.checkpoint, jax.custom_vjp, jax.lax.scan", mesh="2x2x2")
def jax_remat_custom_vjp(mesh):
    @jax.custom_vjp
    def clipped(x):
        return x

    clipped.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -0.01, 0.01),))

    @jax.checkpoint
    def layer(x, w):
        return clipped(jnp.tanh(x @ w)), jnp.mean(x)

    def loss(weights, x):
        x, means = lax.scan(layer, x, scaled(weights))
        return jnp.mean(x**2) + jnp.sum(means)

    return jax.value_and_grad(loss), (f32(mesh, 4, 16, 16, on=P(None, "fsdp", "model")), f32(mesh, 8, 16))


@program("jax", "jax.lax.cond, switch, while_loop under vmap", mesh="8")
def jax_branches(mesh):
    def one(x, kind):
        branches = [jnp.sin, jnp.cumsum, lambda x: x[::-1], lambda x: 0 * x]
        x = lax.switch(kind % 4, branches, x)
        x = lax.cond(jnp.sum(x) > 0, lambda x: 2 * x, lambda x: x - 1, x)
        return lax.while_loop(lambda x: jnp.max(jnp.abs(x)) > 0.5, lambda x: 0.5 * x, x)

    return jax.vmap(one), (f32(mesh, 16, 8), i32(mesh, 16))


@program("jax", "jax.numpy.roll, a wave equation in a loop")
def jax_stencil(mesh):
    def run(u, v):
        def step(_, state):
            u, v = state
            around = sum(jnp.roll(u, shift, axis) for axis in (0, 1) for shift in (1, -1))
            v = v + 0.1 * (around - 4 * u)
            return u + 0.1 * v, v

        return lax.fori_loop(0, 5, step, (u, v))

    return run, 2 * (f32(mesh, 16, 16, on=BOTH),)


@program("jax", "jax.lax.conv_general_dilated, reduce_window", mesh="2x2x2")
def jax_windows(mesh):
    def loss(kernel, x):
        numbers = ("NHWC", "HWIO", "NHWC")
        out = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", rhs_dilation=(2, 2), dimension_numbers=numbers)
        up = lax.conv_transpose(out, jnp.ones((2, 2, 8, 4)), (2, 2), "SAME", dimension_numbers=numbers)
        most = lax.reduce_window(up, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        return jnp.mean(most**2)

    kernel = f32(mesh, 3, 3, 4, 8, on=P(None, None, None, "model"))
    return jax.value_and_grad(loss), (kernel, f32(mesh, 4, 8, 8, 4, on=P("data", "fsdp")))


@program("jax", "jax.hessian, jax.jacfwd, jax.linearize")
def jax_derivatives(mesh):
    def compute(w, x):
        value = lambda w: jnp.sum(jnp.tanh(x @ w) ** 2)
        out, tangent = jax.linearize(lambda x: jnp.sin(x @ w), x)
        return jax.hessian(value)(w), jax.jacfwd(lambda w: jnp.tanh(x @ w))(w), out + tangent(x)

    return compute, (f32(mesh, 8, on=P("model")), f32(mesh, 16, 8, on=BOTH))


@program("jax", "jax.lax.ragged_dot")
def jax_ragged_dot(mesh):
    def compute(x, weights, ids):
        ids = ids % 4
        order = jnp.argsort(ids)
        out = lax.ragged_dot(x[order], weights, jnp.bincount(ids, length=4))
        return jnp.zeros_like(out).at[order].set(out)

    return compute, (f32(mesh, 16, 8), f32(mesh, 4, 8, 16, on=P(None, None, "model")), i32(mesh, 16))
