"""JAX functions whose results the interpreter must reproduce: (name, function, inputs, ulps, absolute)."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec as P

PROGRAMS = []


def rng(seed):
    return np.random.default_rng(seed)


def normal(*shape, dtype=np.float32, seed=0):
    return rng(seed).standard_normal(shape).astype(dtype)


def add(name, function, *inputs, ulps=64, absolute=1e-5):
    PROGRAMS.append((name, function, inputs, ulps, absolute))


def programs():
    indexing()
    windows()
    products()
    control()
    sorting()
    numerics()
    models()
    factorisations()
    devices()
    return PROGRAMS


def indexing():
    x = normal(6, 5, 4)
    i = np.array([[0, 1], [5, 4], [7, -3], [2, 2]], np.int32)
    dims = lax.GatherDimensionNumbers(offset_dims=(1,), collapsed_slice_dims=(0, 1), start_index_map=(0, 1))
    for mode in ["clip", "fill", "promise_in_bounds"]:
        j = np.clip(i, 0, 4) if mode == "promise_in_bounds" else i
        add(f"gather_{mode}", lambda x, i, mode=mode: lax.gather(x, i, dims, (1, 1, 4), mode=mode), x, j)
    windows = lax.GatherDimensionNumbers(offset_dims=(0, 2, 3), collapsed_slice_dims=(), start_index_map=(2, 0, 1))
    k = rng(1).integers(-2, 7, (3, 3)).astype(np.int64)
    add("gather_windows", lambda x, i: lax.gather(x, i, windows, (2, 3, 2), mode="clip"), x, k)
    batched = lax.GatherDimensionNumbers(
        offset_dims=(2,), collapsed_slice_dims=(1,), start_index_map=(1,),
        operand_batching_dims=(0,), start_indices_batching_dims=(0,),
    )
    b = rng(2).integers(0, 5, (6, 3, 1)).astype(np.uint8)
    add("gather_batching", lambda x, i: lax.gather(x, i, batched, (1, 1, 4), mode="clip"), x, b)
    add("take_along_axis", lambda x, i: jnp.take_along_axis(x, i, axis=1), x, rng(3).integers(-5, 5, (6, 2, 4)))
    add("fancy_index", lambda x, i: x[i[:, 0], :, i[:, 1]], x, i)
    add("dynamic_index", lambda x, i: lax.dynamic_index_in_dim(x, i, 1), x, np.int32(9))
    add("roll", lambda x: jnp.roll(x, 2, axis=0), x)
    scatter_dims = lax.ScatterDimensionNumbers((1,), (0, 1), (0, 1))
    u = normal(4, 4, seed=4)
    for kind in ["add", "mul", "min", "max"]:
        function = getattr(lax, "scatter" + ("_" + kind))
        add(f"scatter_{kind}", lambda x, i, u, f=function: f(x, i, u, scatter_dims, mode="drop"), x, i, u)
    add("scatter_set", lambda x, i, u: lax.scatter(x, i, u, scatter_dims, mode="drop"), x, i, u)
    add("scatter_clip", lambda x, i, u: lax.scatter_add(x, i, u, scatter_dims, mode="clip"), x, i, u)
    repeated = rng(5).integers(0, 3, (50, 1)).astype(np.int32)
    one = lax.ScatterDimensionNumbers((), (0,), (0,))
    for dtype in [np.float32, np.int32, np.float16, np.uint8]:
        values = rng(6).integers(0, 5, 50).astype(dtype)
        add(f"scatter_repeated_{np.dtype(dtype)}", lambda x, i, u: lax.scatter_add(x, i, u, one), np.zeros(3, dtype), repeated, values)
    batch = lax.ScatterDimensionNumbers((2,), (1,), (1,), operand_batching_dims=(0,), scatter_indices_batching_dims=(0,))
    add("scatter_batching", lambda x, i, u: lax.scatter_add(x, i, u, batch, mode="drop"), x, b, normal(6, 3, 4, seed=7))
    add("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, 4), normal(20, 3), rng(8).integers(0, 6, 20))
    add("at_set_slice", lambda x, v: x.at[1:4, ::2].set(v), x, normal(3, 3, 4, seed=9))
    add("at_power", lambda x, i: x.at[i].apply(jnp.square), normal(8), np.array([1, 1, 3]))
    add("one_hot", lambda i: jax.nn.one_hot(i, 5, dtype=jnp.bfloat16), np.array([0, 4, 7, -1]))
    add("bincount", lambda i: jnp.bincount(i, length=6), np.array([0, 1, 1, 5, 5, 5]))
    add("grad_of_gather", jax.grad(lambda x, i: jnp.sum(jnp.sin(x[i]) ** 2)), normal(9), np.array([0, 3, 3, 8]))


def factorisations():
    """LAPACK's routines as custom calls. Factors that are not unique are multiplied back before the comparison."""
    adjoint = lambda x: jnp.conj(jnp.swapaxes(x, -1, -2))
    for dtype in [np.float32, np.float64, np.complex64, np.complex128]:
        slack = 1e-4 if np.finfo(dtype).bits == 32 else 1e-10
        named = functools.partial(add, ulps=256, absolute=slack)
        kind = np.dtype(dtype).name

        def numbers(*shape, seed=0):
            x = normal(*shape, dtype=np.float64, seed=seed)
            return (x + 1j * normal(*shape, dtype=np.float64, seed=seed + 100) if np.iscomplexobj(dtype()) else x).astype(dtype)

        a, b = numbers(3, 4, 4, seed=1), numbers(3, 4, 2, seed=2)
        tall, wide = numbers(2, 5, 3, seed=3), numbers(2, 3, 5, seed=4)
        # A positive definite matrix, and its negative, on which the factorisation fails.
        square = np.einsum("bij,bkj->bik", a, a.conj()) + np.eye(4, dtype=dtype)
        named(f"lapack_cholesky_{kind}", jnp.linalg.cholesky, square)
        named(f"lapack_cholesky_indefinite_{kind}", jnp.linalg.cholesky, -square)
        named(f"lapack_cholesky_upper_{kind}", lambda x: jnp.linalg.cholesky(x, upper=True), square)
        named(f"lapack_lu_{kind}", lax.linalg.lu, a)
        named(f"lapack_lu_tall_{kind}", lax.linalg.lu, tall)
        named(f"lapack_solve_{kind}", jnp.linalg.solve, a, b)
        named(f"lapack_inv_det_{kind}", lambda x: (jnp.linalg.inv(x), jnp.linalg.det(x)), a)
        named(f"lapack_qr_{kind}", jnp.linalg.qr, tall)
        named(f"lapack_qr_wide_{kind}", jnp.linalg.qr, wide)
        named(f"lapack_qr_complete_{kind}", lambda x: jnp.linalg.qr(x, mode="complete"), tall)
        named(f"lapack_hessenberg_{kind}", lax.linalg.hessenberg, a)
        named(f"lapack_expm_{kind}", jax.scipy.linalg.expm, a[0] / 4)

        def multiplied_back(x, full):
            u, s, v = jnp.linalg.svd(x, full_matrices=full)
            count = s.shape[-1]
            return s, (u[..., :count] * s[..., None, :]) @ v[..., :count, :], adjoint(u) @ u, v @ adjoint(v)

        for name, x in [("tall", tall), ("wide", wide)]:
            for full in [False, True]:
                named(f"lapack_svd_{name}_{full}_{kind}", functools.partial(multiplied_back, full=full), x)
            named(f"lapack_svdvals_{name}_{kind}", lambda x: jnp.linalg.svd(x, compute_uv=False), x)

        def eigenvalues(x, uplo):
            w, v = jnp.linalg.eigh(x, UPLO=uplo, symmetrize_input=False)
            return w, (v * w[..., None, :]) @ adjoint(v)

        for uplo in "LU":
            named(f"lapack_eigh_{uplo}_{kind}", functools.partial(eigenvalues, uplo=uplo), a)
        named(f"lapack_eigvalsh_{kind}", jnp.linalg.eigvalsh, a)

        def eigen(x):
            w, v = jnp.linalg.eig(x)
            return (v * w[..., None, :]) @ jnp.linalg.inv(v), jnp.sum(w, -1), jnp.sum(w**3, -1)

        named(f"lapack_eig_{kind}", eigen, a)
        for left in [False, True]:
            for way in ["N", "T", "C"]:
                solve = functools.partial(
                    lax.linalg.triangular_solve, left_side=left, lower=left, transpose_a=way != "N", conjugate_a=way == "C"
                )
                named(f"lapack_triangular_{left}_{way}_{kind}", solve, square, b if left else numbers(3, 2, 4, seed=5))
        d = numbers(3, 6, seed=6)
        diagonals = (numbers(3, 6, seed=7), d, numbers(3, 6, seed=8))
        named(f"lapack_tridiagonal_{kind}", lax.linalg.tridiagonal_solve, *diagonals, numbers(3, 6, 2, seed=9))
    x = normal(3, 16)
    add("approx_max_k", lambda x: lax.approx_max_k(x, 3, recall_target=1.0), x)
    add("approx_min_k", lambda x: lax.approx_min_k(x, 3, reduction_dimension=0, recall_target=1.0), normal(16, 3))


def windows():
    x = normal(2, 9, 10, 3)
    add("max_pool", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2, 1), (1, 2, 2, 1), "SAME"), x)
    add("sum_pool_dilated", lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 3, 1), (1, 2, 1, 1), [(0, 0), (1, 2), (0, 3), (0, 0)], (1, 2, 1, 1), (1, 1, 2, 1)), x)
    add("min_pool_ints", lambda x: lax.reduce_window(x, np.int32(100), lax.min, (3, 3), (1, 2), "VALID"), rng(1).integers(-50, 50, (8, 9)).astype(np.int32))
    add("max_pool_grad", jax.grad(lambda x: jnp.sum(jnp.sin(lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")))), x)
    for name in ["cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp"]:
        function = getattr(lax, name)
        add(f"{name}_f32", lambda x, f=function: f(x, axis=1), normal(3, 17), ulps=256)
    add("cumsum_reverse_i32", lambda x: lax.cumsum(x, axis=0, reverse=True), rng(2).integers(-9, 9, (11, 2)).astype(np.int32))
    convolutions = [
        ("plain", (2, 9, 10, 3), (3, 3, 3, 5), {}),
        ("same_strided", (2, 9, 10, 3), (3, 2, 3, 5), {"window_strides": (2, 3), "padding": "SAME"}),
        ("dilated", (2, 9, 10, 3), (3, 2, 3, 5), {"lhs_dilation": (2, 1), "rhs_dilation": (1, 3), "padding": [(1, 2), (4, -1)]}),
        ("grouped", (2, 9, 10, 4), (3, 3, 2, 6), {"feature_group_count": 2}),
        ("depthwise", (2, 9, 10, 4), (3, 3, 1, 8), {"feature_group_count": 4, "padding": "SAME"}),
        ("batch_grouped", (4, 9, 10, 3), (3, 3, 3, 6), {"batch_group_count": 2}),
    ]
    for name, lhs, rhs, options in convolutions:
        options = {"window_strides": (1, 1), "padding": "VALID"} | options
        function = functools.partial(lax.conv_general_dilated, dimension_numbers=("NHWC", "HWIO", "NHWC"), **options)
        add(f"conv_{name}", function, normal(*lhs), normal(*rhs, seed=1))
    one = functools.partial(lax.conv_general_dilated, window_strides=(2,), padding=[(2, 1)])
    add("conv_1d_f64", one, normal(2, 3, 12, dtype=np.float64), normal(4, 3, 3, dtype=np.float64, seed=1))
    add("conv_1d_bf16", one, normal(2, 3, 12).astype(jnp.bfloat16), normal(4, 3, 3, seed=1).astype(jnp.bfloat16), absolute=0.05)
    add("conv_1d_i32", one, rng(1).integers(-5, 5, (2, 3, 12)).astype(np.int32), rng(2).integers(-5, 5, (4, 3, 3)).astype(np.int32))
    three = functools.partial(lax.conv_general_dilated, window_strides=(1, 2, 1), padding="SAME", dimension_numbers=("NDHWC", "DHWIO", "NDHWC"))
    add("conv_3d", three, normal(1, 5, 6, 4, 2), normal(2, 3, 2, 2, 3, seed=1))
    add("conv_transpose", lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), normal(2, 4, 5, 3), normal(3, 3, 3, 2, seed=1))
    add("conv_grad", jax.grad(lambda k, x: jnp.sum(one(x, k) ** 2)), normal(4, 3, 3, seed=1), normal(2, 3, 12))


def products():
    for dtype, slack in [(np.float32, 1e-4), (np.float64, 1e-10), (jnp.bfloat16, 0.2), (np.float16, 0.05), (np.int32, 0), (np.int8, 0), (np.uint16, 0), (np.complex64, 1e-4), (np.complex128, 1e-10)]:
        a, b = (normal(7, 33) * 4).astype(dtype), (normal(33, 5, seed=1) * 4).astype(dtype)
        add(f"dot_{np.dtype(dtype)}", jnp.dot, a, b, absolute=slack)
    a, b = normal(3, 4, 5, 6), normal(6, 3, 5, 7, seed=1)
    add("dot_general_batch", lambda a, b: lax.dot_general(a, b, (((3,), (0,)), ((0, 2), (1, 2)))), a, b)
    add("dot_general_two_sums", lambda a, b: lax.dot_general(a, b, (((3, 2), (0, 2)), ((0,), (1,)))), a, b)
    add("dot_outer", lambda a, b: lax.dot_general(a, b, (((), ()), ((), ()))), normal(3), normal(4, seed=1))
    add("dot_mixed", lambda a, b: lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32), normal(4, 8).astype(jnp.bfloat16), normal(8, 3, seed=1).astype(jnp.bfloat16))
    add("dot_i8_to_i32", lambda a, b: lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32), rng(1).integers(-128, 127, (4, 50)).astype(np.int8), rng(2).integers(-128, 127, (50, 3)).astype(np.int8))
    add("dot_large", jnp.dot, normal(130, 257), normal(257, 90, seed=1), absolute=1e-3)
    add("einsum", lambda a, b: jnp.einsum("abcd,dace->ebc", a, b), a, b, absolute=1e-4)
    add("ragged_dot", lambda a, b, g: lax.ragged_dot(a, b, g), normal(10, 4), normal(3, 4, 5, seed=1), np.array([3, 0, 5], np.int32))


def control():
    add("while_pred", lambda n: lax.while_loop(lambda c: c[0] < n, lambda c: (c[0] + 1, c[1] * 2 + c[0]), (jnp.int32(0), jnp.int32(1))), np.int32(7))
    add("fori", lambda x: lax.fori_loop(0, 5, lambda i, c: c * 1.5 + i, x), normal(3))
    add("scan", lambda x: lax.scan(lambda c, v: (c + v, c * v), jnp.zeros(2), x), normal(9, 2))
    add("scan_reverse", lambda x: lax.scan(lambda c, v: (c * 0.5 + v, jnp.tanh(c)), jnp.zeros(2), x, reverse=True), normal(9, 2))
    for i in [-1, 0, 1, 2, 9]:
        add(f"switch_{i}", lambda i, x: lax.switch(i, [lambda x: x + 1, lambda x: x * 2, lambda x: -x], x), np.int32(i), normal(3))
    for p in [False, True]:
        add(f"cond_{p}".lower(), lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), np.bool_(p), normal(3))
    add("vmap_while", jax.vmap(lambda n: lax.while_loop(lambda c: c[0] < n, lambda c: (c[0] + 1, c[1] + c[0]), (0, 0))[1]), np.array([0, 3, 7]))
    add("nested_call", lambda x: jax.jit(lambda y: jax.jit(jnp.sin)(y) + jnp.where(y > 0, y, 0))(x) * 2, normal(5))
    add("custom_jvp", lambda x: jax.grad(lambda x: jnp.sum(jax.nn.relu6(x) ** 2))(x), normal(9) * 5)
    add("associative_scan", lambda x: lax.associative_scan(jnp.multiply, x), normal(13))
    add("associative_reduce", lambda x, y: lax.reduce((x, y), (jnp.float32(0), jnp.float32(1)), lambda a, b: (a[0] + b[0], a[1] * b[1]), (0,)), normal(7, 2), normal(7, 2, seed=1))
    add("optimization_barrier", lambda x: lax.optimization_barrier((x, x + 1)), normal(3))
    add("checkpoint_grad", jax.grad(lambda x: jnp.sum(jax.checkpoint(lambda y: jnp.sin(jnp.cos(y)))(x))), normal(4))


def sorting():
    x = normal(4, 33)
    x[1, 3], x[1, 4], x[2, 2], x[2, 3] = np.nan, -np.inf, -0.0, 0.0
    for dtype in [np.float32, np.float64, np.int8, np.uint32, np.float16, jnp.bfloat16]:
        with np.errstate(all="ignore"):
            add(f"sort_{np.dtype(dtype)}", lambda x: lax.sort(x, dimension=1), np.nan_to_num(x * 30, posinf=9, neginf=-9).astype(dtype) if np.dtype(dtype).kind in "iu" else x.astype(dtype))
    add("sort_axis0", lambda x: lax.sort(x, dimension=0), x)
    add("sort_complex", lambda x: lax.sort(x), (rng(1).integers(0, 3, 20) + 1j * rng(2).integers(0, 3, 20)).astype(np.complex64))
    add("sort_two_keys", lambda a, b, c: lax.sort((a, b, c), num_keys=2), rng(1).integers(0, 4, 40), rng(2).integers(0, 4, 40).astype(np.float32), np.arange(40))
    add("argsort", lambda x: jnp.argsort(x, axis=1), rng(3).integers(0, 5, (3, 20)))
    add("argmax", lambda x: (jnp.argmax(x, 1), jnp.argmin(x, 0)), x)
    add("top_k", lambda x: lax.top_k(x, 5), normal(4, 33))
    add("top_k_ints", lambda x: lax.top_k(x, 3), rng(4).integers(0, 6, (2, 15)).astype(np.int32))
    add("median", lambda x: jnp.median(x, axis=0), normal(5, 4))
    add("searchsorted", lambda a, v: jnp.searchsorted(a, v), np.sort(normal(20)), normal(7, seed=1))
    add("unique", lambda x: jnp.unique(x, size=6), rng(5).integers(0, 5, 20))


def numerics():
    z = (normal(3, 8) + 1j * normal(3, 8, seed=1)).astype(np.complex64)
    add("fft", jnp.fft.fft, z, absolute=1e-4)
    add("ifft_odd", lambda z: jnp.fft.ifft(z[:, :7]), z, absolute=1e-4)
    add("rfft", jnp.fft.rfft, normal(3, 9), absolute=1e-4)
    add("irfft", jnp.fft.irfft, z, absolute=1e-4)
    add("fft2_f64", jnp.fft.fft2, z.astype(np.complex128), absolute=1e-10)
    add("rfftn", jnp.fft.rfftn, normal(4, 5, 6), absolute=1e-3)
    x = np.linspace(0.1, 6.0, 23).astype(np.float32)
    for name in ["gammaln", "digamma", "erf", "erfc", "erfinv", "i0e", "i1e", "expit", "logit", "log_ndtr", "ndtri"]:
        function = getattr(jax.scipy.special, name)
        y = x / 7 if name in ("erfinv", "logit", "ndtri") else x
        add(f"special_{name}", function, y, ulps=512)
    add("special_polygamma", lambda x: jax.scipy.special.polygamma(2, x), x, ulps=2048)
    add("special_zeta", lambda x: jax.scipy.special.zeta(x + 1.5, x), x, ulps=512)
    add("special_igamma", lambda x: lax.igamma(x, x * 1.1), x, ulps=2048)
    add("special_betainc", lambda x: jax.scipy.special.betainc(x, 2.0, x / 8), x, ulps=4096)
    add("next_after", lambda x: lax.nextafter(x, jnp.float32(1.0)), x)
    for name in ["threefry2x32", "rbg"]:
        add(f"random_{name}", lambda k, n=name: jax.random.uniform(jax.random.wrap_key_data(k, impl=n), (5, 3)), np.array([1, 2] if name == "threefry2x32" else [1, 2, 3, 4], np.uint32))
    add("random_normal", lambda k: jax.random.normal(jax.random.wrap_key_data(k), (20,)), np.array([7, 9], np.uint32))
    add("random_bits_u8", lambda k: jax.random.bits(jax.random.wrap_key_data(k), (9,), np.uint8), np.array([7, 9], np.uint32))
    add("random_permutation", lambda k: jax.random.permutation(jax.random.wrap_key_data(k), 12), np.array([7, 9], np.uint32))
    for algorithm in ["THREE_FRY", "PHILOX"]:
        kind = getattr(lax.RandomAlgorithm, "RNG_" + algorithm)
        for dtype in [np.uint32, np.uint64, np.uint8, np.uint16]:
            state = np.array([3, 5], np.uint64)
            add(f"rng_bits_{algorithm.lower()}_{np.dtype(dtype)}", lambda s, a=kind, d=dtype: lax.rng_bit_generator(s, (7,), d, algorithm=a), state)
    add("solve_newton", lambda x: lax.fori_loop(0, 10, lambda i, y: 0.5 * (y + x / y), x), x)
    add("cross_entropy", lambda x: -jax.nn.log_softmax(x, axis=-1)[:, 0].mean(), normal(5, 9))


def models():
    w = [normal(16, 32), normal(32, 32, seed=1), normal(32, 4, seed=2)]

    def mlp(w, x):
        for matrix in w[:-1]:
            x = jax.nn.gelu(x @ matrix)
        return jnp.mean((x @ w[-1]) ** 2)

    add("mlp_gradient", lambda x, *w: jax.value_and_grad(mlp)(list(w), x), normal(8, 16, seed=3), *w, ulps=512, absolute=1e-2)

    def attention(q, k, v):
        scores = jnp.einsum("bthd,bshd->bhts", q, k) / 4
        mask = jnp.tril(jnp.ones((q.shape[1], k.shape[1]), bool))
        return jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(jnp.where(mask, scores, -1e9)), v)

    qkv = [normal(2, 7, 3, 16, seed=s) for s in range(3)]
    add("attention", attention, *qkv, absolute=1e-4)
    add("attention_bf16", attention, *[x.astype(jnp.bfloat16) for x in qkv], absolute=0.1)
    add("attention_gradient", jax.grad(lambda *a: jnp.sum(attention(*a) ** 2), argnums=(0, 1, 2)), *qkv, ulps=512, absolute=1e-3)

    def norm(x, scale):
        mean = x.mean(-1, keepdims=True)
        return (x - mean) * lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5) * scale

    add("layer_norm", norm, normal(5, 12), normal(12, seed=1))
    add("layer_norm_gradient", jax.grad(lambda x, s: jnp.sum(jnp.sin(norm(x, s)))), normal(5, 12), normal(12, seed=1), absolute=1e-4)
    add("batch_mean_var", lambda x: (x.mean((0, 2)), x.var((0, 2))), normal(4, 3, 5))


def devices():
    """shard_map over eight simulated devices: results are those of the global program."""
    if len(jax.devices()) < 8:
        return
    flat = Mesh(np.array(jax.devices()[:8]), ("x",))
    grid = Mesh(np.array(jax.devices()[:8]).reshape(2, 4), ("x", "y"))
    turned = Mesh(np.array(jax.devices()[:8])[[3, 1, 0, 2, 7, 5, 6, 4]].reshape(4, 2), ("x", "y"))

    def sharded(name, mesh, ins, outs, *inputs, **options):
        def decorate(body):
            function = jax.shard_map(body, mesh=mesh, in_specs=ins, out_specs=outs, check_vma=False, **options)
            add("shard_map_" + name, function, *inputs)
        return decorate

    a = normal(16, 8)
    sharded("psum", flat, P("x"), P(), a)(lambda a: lax.psum(a.sum(0), "x"))
    sharded("psum_grid", grid, P("x", "y"), P("x"), a)(lambda a: lax.psum(a.sum(1, keepdims=True), "y"))
    sharded("pmax_turned", turned, P("x", "y"), P("x"), a)(lambda a: lax.pmax(a.max(1, keepdims=True), "y"))
    sharded("all_gather", grid, P("x", "y"), P("x", None), a)(lambda a: lax.all_gather(a, "y", axis=1, tiled=True))
    sharded("psum_scatter", grid, P("x", None), P(("x", "y")), a)(lambda a: lax.psum_scatter(a, "y", tiled=True))
    sharded("all_to_all", flat, P("x"), P(None, "x"), a)(lambda a: lax.all_to_all(a, "x", 1, 0, tiled=True))
    sharded("ppermute", flat, P("x"), P("x"), a)(lambda a: lax.ppermute(a, "x", [(i, (i + 3) % 8) for i in range(8)]))
    sharded("ppermute_partial", turned, P("x", "y"), P("x", "y"), a)(lambda a: lax.ppermute(a, "x", [(0, 1), (2, 3)]))
    sharded("axis_index", turned, P("x", "y"), P("x", "y"), a)(lambda a: a + lax.axis_index("x") * 10 + lax.axis_index("y"))
    sharded("matmul", grid, (P(None, "y"), P("y", None)), P(), a, normal(8, 6, seed=1))(lambda a, b: lax.psum(a @ b, "y"))
    sharded("loop", flat, P("x"), P("x"), a)(lambda a: lax.fori_loop(0, 8, lambda i, c: lax.ppermute(c, "x", [(j, (j + 1) % 8) for j in range(8)]) + i, a))
    sharded("diverging_loop", flat, P("x"), P("x"), a)(lambda a: lax.while_loop(lambda c: c[0] < lax.axis_index("x"), lambda c: (c[0] + 1, c[1] * 1.5), (0, a))[1])
    sharded("diverging_cond", grid, P("x", "y"), P("x", "y"), a)(lambda a: lax.cond(lax.axis_index("x") == 0, lambda a: lax.psum(a, "y"), lambda a: -a, a))
    sharded("partial_manual", grid, P("x"), P("x"), a, axis_names={"x"})(lambda a: a * 2 + lax.psum(a, "x"))
    sharded("gradient", flat, (P(), P("x")), P(), normal(8, 3), a)(lambda w, a: lax.pmean(jax.grad(lambda w: jnp.sum(jnp.tanh(a @ w)))(w), "x"))
