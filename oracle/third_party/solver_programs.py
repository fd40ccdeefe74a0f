"""Differential equations, minima and linear systems: Diffrax, Optimistix and Lineax."""

import diffrax
import jax
import jax.numpy as jnp
import lineax
import optimistix
from jax.sharding import PartitionSpec as P

from registry import f32, program, scaled, squared_error

BATCH, WIDTH = 8, 8


def field(t, y, weights):
    return jnp.tanh(weights @ y) - 0.5 * y + 0.1 * jnp.sin(t)


@program("diffrax", "diffrax.diffeqsolve, Tsit5, ConstantStepSize")
def diffrax_fixed_steps(mesh):
    def solve(weights, start):
        one = lambda y: (
            diffrax.diffeqsolve(
                diffrax.ODETerm(field), diffrax.Tsit5(), 0.0, 1.0, 0.125, y, scaled(weights), max_steps=16
            ).ys
        )
        return jax.vmap(one)(start)

    return solve, (f32(mesh, WIDTH, WIDTH, on=P("model")), f32(mesh, BATCH, WIDTH))


@program("diffrax", "diffrax.PIDController, Dopri5, SaveAt", mesh="8")
def diffrax_adaptive_steps(mesh):
    def solve(weights, start):
        return diffrax.diffeqsolve(
            diffrax.ODETerm(field),
            diffrax.Dopri5(),
            0.0,
            1.0,
            0.1,
            start,
            scaled(weights),
            saveat=diffrax.SaveAt(ts=jnp.linspace(0.0, 1.0, 5)),
            stepsize_controller=diffrax.PIDController(rtol=1e-2, atol=1e-2),
            max_steps=32,
        ).ys

    return solve, (f32(mesh, WIDTH, WIDTH), f32(mesh, WIDTH, on=P()))


@program("diffrax", "diffrax.RecursiveCheckpointAdjoint, a neural ODE's gradient")
def diffrax_gradient(mesh):
    def loss(weights, start, target):
        one = lambda y: diffrax.diffeqsolve(
            diffrax.ODETerm(field), diffrax.Heun(), 0.0, 1.0, 0.25, y, scaled(weights), max_steps=4
        ).ys[-1]
        return squared_error(jax.vmap(one)(start), target)

    batch = f32(mesh, BATCH, WIDTH)
    return jax.value_and_grad(loss), (f32(mesh, WIDTH, WIDTH, on=P(None, "model")), batch, batch)


@program("optimistix", "optimistix.minimise, BFGS", mesh="8")
def optimistix_bfgs(mesh):
    def fit(weights, x, y):
        loss = lambda w, _: squared_error(jnp.tanh(x @ w), y) + 0.1 * jnp.sum(w**2)
        solver = optimistix.BFGS(rtol=1e-2, atol=1e-2)
        return optimistix.minimise(loss, solver, scaled(weights), max_steps=3, throw=False).value

    return fit, (f32(mesh, WIDTH, on=P()), f32(mesh, 16, WIDTH), f32(mesh, 16))


@program("optimistix", "optimistix.fixed_point, FixedPointIteration")
def optimistix_fixed_point(mesh):
    def solve(weights, start):
        one = lambda y, w: 0.3 * jnp.tanh(y @ w) + 0.1
        solver = optimistix.FixedPointIteration(rtol=1e-5, atol=1e-5)
        return optimistix.fixed_point(one, solver, start, scaled(weights), max_steps=20, throw=False).value

    return solve, (f32(mesh, WIDTH, WIDTH, on=P(None, "model")), f32(mesh, BATCH, WIDTH))


@program("optimistix", "optimistix.least_squares, LevenbergMarquardt", mesh="8")
def optimistix_levenberg_marquardt(mesh):
    def fit(weights, x, y):
        solver = optimistix.LevenbergMarquardt(rtol=1e-2, atol=1e-2)
        residual = lambda w, _: jnp.tanh(x @ w) - y
        return optimistix.least_squares(residual, solver, scaled(weights), max_steps=2, throw=False).value

    return fit, (f32(mesh, WIDTH, on=P()), f32(mesh, 16, WIDTH), f32(mesh, 16))


def spd(matrix):
    """A positive definite matrix from any."""
    return 0.1 * matrix @ matrix.T + jnp.eye(matrix.shape[0])


@program("lineax", "lineax.linear_solve, CG")
def lineax_cg(mesh):
    def solve(matrix, vector):
        operator = lineax.MatrixLinearOperator(spd(matrix), lineax.positive_semidefinite_tag)
        solver = lineax.CG(rtol=1e-5, atol=1e-5, max_steps=40)
        return lineax.linear_solve(operator, vector, solver, throw=False).value

    return solve, (f32(mesh, 16, 16, on=P("data", "model")), f32(mesh, 16))


@program("lineax", "lineax.linear_solve, LU and Cholesky")
def lineax_direct(mesh):
    def solve(matrix, vector):
        matrix = spd(matrix)
        positive = lineax.MatrixLinearOperator(matrix, lineax.positive_semidefinite_tag)
        plain = lineax.MatrixLinearOperator(matrix)
        first = lineax.linear_solve(positive, vector, lineax.Cholesky(), throw=False).value
        second = lineax.linear_solve(plain, vector, lineax.LU(), throw=False).value
        return first, second

    return solve, (f32(mesh, 16, 16, on=P("data", "model")), f32(mesh, 16))
