"""Optimisers of Optax on a small network: parameters and state in, both out."""

import jax
import jax.numpy as jnp
import optax

from registry import by_shape, f32, positive, program, scaled, squared_error

BATCH = 8
SHAPES = dict(first=(16, 32), second=(32, 32), last=(32, 4), bias=(4,))


def network(params, x):
    for name in ("first", "second"):
        x = jnp.tanh(x @ params[name])
    return x @ params["last"] + params["bias"]


def params_of(mesh):
    return by_shape(mesh, {name: jax.ShapeDtypeStruct(s, jnp.float32) for name, s in SHAPES.items()})


def step_of(mesh, optimiser, start=positive):
    """A step of an optimiser. `start` makes a valid state from random numbers; with None two steps from the first state are taken,
    for optimisers whose state is not just any numbers."""
    params = params_of(mesh)
    batch = f32(mesh, BATCH, 16), f32(mesh, BATCH, 4)

    def update(params, state, x, y):
        loss = lambda params: squared_error(network(params, x), y)
        value, grads = jax.value_and_grad(loss)(params)
        extra = dict(value=value, grad=grads, value_fn=loss)
        updates, state = optax.with_extra_args_support(optimiser).update(grads, state, params, **extra)
        return value, optax.apply_updates(params, updates), state

    def from_state(params, state, x, y):
        return update(scaled(params), start(state), x, y)

    def from_start(params, x, y):
        params = scaled(params)
        _, params, state = update(params, optimiser.init(params), x, y)
        return update(params, state, x, y)

    if start is None:
        return from_start, (params, *batch)
    state = by_shape(mesh, jax.eval_shape(optimiser.init, params))
    return from_state, (params, state, *batch)


@program("optax", "optax.adamw, clip_by_global_norm, cosine schedule", mesh="2x2x2")
def optax_adamw(mesh):
    rate = optax.warmup_cosine_decay_schedule(0.0, 0.1, 4, 100)
    return step_of(mesh, optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate)))


@program("optax", "optax.adafactor", mesh="2x2x2")
def optax_adafactor(mesh):
    return step_of(mesh, optax.adafactor(0.1, min_dim_size_to_factor=8))


@program("optax", "optax.lamb", mesh="2x2x2")
def optax_lamb(mesh):
    return step_of(mesh, optax.lamb(0.1))


@program("optax", "optax.lion")
def optax_lion(mesh):
    return step_of(mesh, optax.lion(0.1))


@program("optax", "optax.sgd, optax.MultiSteps, optax.ema")
def optax_multi_steps(mesh):
    inner = optax.chain(optax.sgd(0.1, momentum=0.9, nesterov=True), optax.ema(0.9))
    return step_of(mesh, optax.MultiSteps(inner, every_k_schedule=2).gradient_transformation())


@program("optax", "optax.lbfgs with a zoom line search", mesh="8")
def optax_lbfgs(mesh):
    return step_of(mesh, optax.lbfgs(memory_size=3), start=None)


@program("optax", "optax.contrib.muon", mesh="2x2x2")
def optax_muon(mesh):
    return step_of(mesh, optax.contrib.muon(0.1), start=None)


@program("optax", "optax.sm3, optax.add_noise")
def optax_sm3_noise(mesh):
    return step_of(mesh, optax.chain(optax.add_noise(0.01, 0.55, 0), optax.sm3(0.1)), start=None)


@program("optax", "optax.contrib.prodigy", mesh="8")
def optax_prodigy(mesh):
    return step_of(mesh, optax.contrib.prodigy(0.1))


@program("optax", "optax.contrib.schedule_free_adamw")
def optax_schedule_free(mesh):
    return step_of(mesh, optax.contrib.schedule_free_adamw(0.1), start=None)


@program("optax", "optax.partition, optax.adagrad, optax.adabelief")
def optax_partition(mesh):
    parts = {"adagrad": optax.adagrad(0.1), "adabelief": optax.adabelief(0.1)}
    labels = {name: "adagrad" if name == "last" else "adabelief" for name in SHAPES}
    return step_of(mesh, optax.partition(parts, labels))
