"""Probabilistic programs: NumPyro, BlackJAX and Distrax."""

import blackjax
import distrax
import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
from jax.sharding import PartitionSpec as P
from numpyro.infer import SVI, Trace_ELBO
from numpyro.infer.autoguide import AutoNormal
from numpyro.infer.hmc import hmc
from numpyro.infer.util import log_density

from registry import f32, program, scaled

ROWS, FEATURES = 16, 8


def regression(x, y):
    scale = numpyro.sample("scale", dist.HalfNormal(1.0))
    weights = numpyro.sample("weights", dist.Normal(0.0, scale).expand([FEATURES]).to_event(1))
    with numpyro.plate("rows", ROWS):
        numpyro.sample("y", dist.Bernoulli(logits=x @ weights), obs=y)


def data(mesh):
    return f32(mesh, ROWS, FEATURES), f32(mesh, ROWS)


@program("numpyro", "numpyro.infer.util.log_density")
def numpyro_log_density(mesh):
    def value_and_grad(weights, x, y):
        def density(weights):
            params = {"weights": weights, "scale": jnp.float32(0.7)}
            return log_density(regression, (x, (y > 0).astype(jnp.float32)), {}, params)[0]

        return jax.value_and_grad(density)(weights)

    return value_and_grad, (f32(mesh, FEATURES, on=P("model")), *data(mesh))


@program("numpyro", "numpyro.infer.SVI, AutoNormal", mesh="8")
def numpyro_svi(mesh):
    svi = SVI(regression, AutoNormal(regression), numpyro.optim.Adam(0.1), Trace_ELBO(num_particles=2))

    def step(x, y):
        y = (y > 0).astype(jnp.float32)
        state = svi.init(jax.random.key(1), x, y)
        state, loss = svi.update(state, x, y)
        return loss, svi.get_params(state)

    return step, data(mesh)


@program("numpyro", "numpyro.infer.hmc", mesh="8")
def numpyro_hmc(mesh):
    def step(position, x, y):
        y = (y > 0).astype(jnp.float32)
        logits = lambda w: x @ w
        energy = lambda w: -jnp.sum(dist.Bernoulli(logits=logits(w)).log_prob(y)) + jnp.sum(w**2)
        start, sample = hmc(energy, algo="HMC")
        state = start(scaled(position), num_warmup=0, step_size=0.05, trajectory_length=0.2, rng_key=jax.random.key(2))
        state = sample(state)
        return state.z, state.potential_energy

    return step, (f32(mesh, FEATURES, on=P()), *data(mesh))


def energy(x):
    """A density with a bend."""
    return lambda w: -0.5 * jnp.sum(w**2) - 0.1 * jnp.sum(jnp.tanh(x @ w) ** 2)


def chains(mesh, make, steps=2):
    """A few steps of one sampler for several chains, sharded along the first axis."""

    def run(positions, x):
        kernel = make(energy(x))

        def chain(position, key):
            state = kernel.init(position)
            for step in range(steps):
                state, _ = kernel.step(jax.random.fold_in(key, step), state)
            return state.position, state.logdensity

        keys = jax.random.split(jax.random.key(3), positions.shape[0])
        return jax.vmap(chain)(scaled(positions), keys)

    return run, (f32(mesh, 8, FEATURES), f32(mesh, ROWS, FEATURES, on=P()))


@program("blackjax", "blackjax.hmc")
def blackjax_hmc(mesh):
    mass = jnp.ones(FEATURES)
    return chains(mesh, lambda f: blackjax.hmc(f, 0.1, mass, 3))


@program("blackjax", "blackjax.nuts", mesh="8")
def blackjax_nuts(mesh):
    return chains(mesh, lambda f: blackjax.nuts(f, 0.2, jnp.ones(FEATURES), max_num_doublings=3), steps=1)


@program("blackjax", "blackjax.mala")
def blackjax_mala(mesh):
    return chains(mesh, lambda f: blackjax.mala(f, 0.05))


@program("distrax", "distrax.MixtureSameFamily, MultivariateNormalDiag")
def distrax_mixture(mesh):
    def density(weights, means, scales, x):
        parts = distrax.MultivariateNormalDiag(means, jax.nn.softplus(scales))
        mixture = distrax.MixtureSameFamily(distrax.Categorical(logits=weights), parts)
        return jax.value_and_grad(lambda x: jnp.sum(mixture.log_prob(x)))(x)

    shape = f32(mesh, 4, FEATURES, on=P(None, "model"))
    return density, (f32(mesh, 4, on=P()), shape, shape, f32(mesh, ROWS, FEATURES))


@program("distrax", "distrax.MaskedCoupling, RationalQuadraticSpline", mesh="8")
def distrax_spline_flow(mesh):
    bins = 4
    mask = jnp.arange(FEATURES) % 2 == 0

    def density(weights, x):
        def layer(weights, mask):
            conditioner = lambda x: (x @ (0.2 * weights)).reshape(*x.shape, 3 * bins + 1)
            spline = lambda params: distrax.RationalQuadraticSpline(params, -3.0, 3.0)
            return distrax.MaskedCoupling(mask, conditioner, spline)

        def loss(weights):
            flow = distrax.Chain([layer(weights[0], mask), layer(weights[1], ~mask)])
            base = distrax.Independent(distrax.Normal(jnp.zeros(FEATURES), jnp.ones(FEATURES)), 1)
            return -jnp.mean(distrax.Transformed(base, flow).log_prob(x))

        return jax.value_and_grad(loss)(weights)

    weights = f32(mesh, 2, FEATURES, FEATURES * (3 * bins + 1), on=P(None, None, "x"))
    return density, (weights, f32(mesh, ROWS, FEATURES))
