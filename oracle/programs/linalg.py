"""Linear algebra: native StableHLO ops and the custom calls behind the rest."""

import jax
import jax.numpy as jnp
from jax import lax

from . import P, abstract_mesh, arg, f32, program

MESH = abstract_mesh(x=2, y=4)
SQUARE = f32(8, 8)
BATCH = f32(4, 8, 8, spec=P("x"))
TALL = f32(12, 8)


@program("cholesky_batched", mesh=MESH, args=(BATCH,))
def cholesky_batched(a):
    lower = lax.linalg.cholesky(a)
    return lower, jnp.linalg.cholesky(a, upper=True)


@program("cholesky_grad", args=(SQUARE,))
def cholesky_grad(a):
    return jax.grad(lambda a: jnp.sum(jnp.linalg.cholesky(a @ a.T + jnp.eye(8))))(a)


@program("cholesky_tpu", args=(SQUARE,), platforms=("tpu",))
def cholesky_tpu(a):
    return lax.linalg.cholesky(a), jnp.linalg.qr(a), jnp.linalg.eigh(a)


@program("triangular_solves", mesh=MESH, args=(BATCH, f32(4, 8, 3, spec=P("x"))))
def triangular_solves(a, b):
    solve = lax.linalg.triangular_solve
    return (
        solve(a, b, left_side=True, lower=True),
        solve(a, b, left_side=True, lower=False, transpose_a=True),
        solve(a, b, left_side=True, unit_diagonal=True),
        solve(a, jnp.swapaxes(b, 1, 2), left_side=False, lower=True),
    )


@program(
    "triangular_solve_complex", args=(arg(4, 4, dtype="complex64"), arg(4, 2, dtype="complex64"))
)
def triangular_solve_complex(a, b):
    return lax.linalg.triangular_solve(
        a, b, left_side=True, lower=True, transpose_a=True, conjugate_a=True
    )


@program("triangular_solve_tpu", args=(SQUARE, f32(8, 3)), platforms=("tpu",))
def triangular_solve_tpu(a, b):
    return lax.linalg.triangular_solve(a, b, left_side=True, lower=True)


@program("qr_modes", args=(TALL,))
def qr_modes(a):
    return jnp.linalg.qr(a), jnp.linalg.qr(a, mode="complete"), jnp.linalg.qr(a, mode="r")


@program("svd_kinds", args=(TALL,))
def svd_kinds(a):
    return jnp.linalg.svd(a, full_matrices=False), jnp.linalg.svd(a, compute_uv=False)


@program("svd_tpu", args=(TALL,), platforms=("tpu",))
def svd_tpu(a):
    return jnp.linalg.svd(a, compute_uv=False)


@program("eigh_batched", mesh=MESH, args=(BATCH,))
def eigh_batched(a):
    return jnp.linalg.eigh(a)


@program("eig_general", args=(SQUARE,))
def eig_general(a):
    return jnp.linalg.eig(a), jnp.linalg.eigvals(a)


@program("lu_factors", args=(SQUARE,))
def lu_factors(a):
    return lax.linalg.lu(a), jax.scipy.linalg.lu(a)


@program("lu_cuda", args=(SQUARE,), platforms=("cuda",))
def lu_cuda(a):
    return lax.linalg.lu(a), jnp.linalg.qr(a), jnp.linalg.eigh(a)


@program("solves", mesh=MESH, args=(BATCH, f32(4, 8, 3, spec=P("x"))))
def solves(a, b):
    return jnp.linalg.solve(a, b), jnp.linalg.inv(a), jnp.linalg.det(a)


@program("solve_grad", args=(SQUARE, f32(8)))
def solve_grad(a, b):
    return jax.grad(lambda a, b: jnp.sum(jnp.linalg.solve(a, b)), argnums=(0, 1))(a, b)


@program("slogdet_grad", args=(SQUARE,))
def slogdet_grad(a):
    return jax.grad(lambda a: jnp.linalg.slogdet(a)[1])(a)


@program("least_squares", args=(TALL, f32(12)))
def least_squares(a, b):
    return jnp.linalg.lstsq(a, b)[0], jnp.linalg.pinv(a)


@program("matrix_functions", args=(SQUARE,))
def matrix_functions(a):
    return jax.scipy.linalg.expm(a), jnp.linalg.matrix_power(a, 5), jnp.linalg.norm(a, 2)


@program("schur_hessenberg", args=(SQUARE,))
def schur_hessenberg(a):
    return lax.linalg.schur(a), lax.linalg.hessenberg(a)


@program("tridiagonal_systems", args=(f32(8), f32(8), f32(8), f32(8, 3), SQUARE))
def tridiagonal_systems(low, main, high, b, a):
    return lax.linalg.tridiagonal_solve(low, main, high, b), lax.linalg.tridiagonal(a)


@program(
    "factorisations_double",
    x64=True,
    args=(arg(6, 6, dtype="float64"), arg(6, 6, dtype="complex128")),
)
def factorisations_double(a, c):
    return jnp.linalg.cholesky(a), jnp.linalg.svd(c), jnp.linalg.eigh(c), jnp.linalg.qr(c)
