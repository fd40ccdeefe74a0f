"""Networks of Equinox, whose models are trees of arrays and functions."""

import equinox as eqx
import jax
import jax.numpy as jnp

from registry import by_shape, cross_entropy, f32, i32, program, scaled, squared_error

BATCH, WIDTH = 8, 16


def abstract(mesh, make):
    """The arrays of a model with shardings, and the rest of it."""
    model = eqx.filter_eval_shape(make, jax.random.key(0))
    arrays, rest = eqx.partition(model, lambda leaf: isinstance(leaf, jax.ShapeDtypeStruct))
    return by_shape(mesh, arrays), rest


def training(mesh, make, loss, *batch):
    """A program that returns the loss and the gradients of a model."""
    arrays, rest = abstract(mesh, make)

    def step(arrays, *batch):
        model = eqx.combine(scaled(arrays), rest)
        return eqx.filter_value_and_grad(loss)(model, *batch)

    return step, (arrays, *batch)


@program("equinox", "equinox.nn.MLP", mesh="2x2x2")
def equinox_mlp_train(mesh):
    make = lambda key: eqx.nn.MLP(WIDTH, 4, width_size=32, depth=2, key=key)
    loss = lambda model, x, y: squared_error(jax.vmap(model)(x), y)
    return training(mesh, make, loss, f32(mesh, BATCH, WIDTH), f32(mesh, BATCH, 4))


@program("equinox", "equinox.nn.Conv2d, GroupNorm, AvgPool2d")
def equinox_conv_train(mesh):
    def make(key):
        first, second, last = jax.random.split(key, 3)
        return eqx.nn.Sequential(
            [
                eqx.nn.Conv2d(3, 8, 3, padding=1, key=first),
                eqx.nn.GroupNorm(2, 8),
                eqx.nn.Lambda(jax.nn.relu),
                eqx.nn.Conv2d(8, 8, 3, stride=2, padding=1, groups=2, key=second),
                eqx.nn.AvgPool2d(2, 2),
                eqx.nn.Lambda(jnp.ravel),
                eqx.nn.Linear(32, 4, key=last),
            ]
        )

    loss = lambda model, x, y: cross_entropy(jax.vmap(model)(x), y % 4)
    return training(mesh, make, loss, f32(mesh, BATCH, 3, 8, 8), i32(mesh, BATCH))


@program("equinox", "equinox.nn.MultiheadAttention, RotaryPositionalEmbedding")
def equinox_attention_train(mesh):
    rotary = eqx.nn.RotaryPositionalEmbedding(WIDTH // 4)
    make = lambda key: eqx.nn.MultiheadAttention(4, WIDTH, key=key)

    def attend(model, x):
        turn = lambda heads: jax.vmap(rotary, in_axes=1, out_axes=1)(heads)
        return model(x, x, x, process_heads=lambda q, k, v: (turn(q), turn(k), v))

    loss = lambda model, x: jnp.mean(jax.vmap(lambda x: attend(model, x))(x) ** 2)
    return training(mesh, make, loss, f32(mesh, BATCH, 8, WIDTH))


@program("equinox", "equinox.nn.LSTMCell, equinox.nn.WeightNorm", mesh="8")
def equinox_lstm_train(mesh):
    def make(key):
        first, second = jax.random.split(key)
        out = eqx.nn.WeightNorm(eqx.nn.Linear(WIDTH, 4, key=second))
        return eqx.nn.LSTMCell(WIDTH, WIDTH, key=first), out

    def one(model, x):
        cell, out = model
        start = (jnp.zeros(WIDTH), jnp.zeros(WIDTH))
        (hidden, _), _ = jax.lax.scan(lambda state, x: (cell(x, state), None), start, x)
        return out(hidden)

    loss = lambda model, x, y: squared_error(jax.vmap(lambda x: one(model, x))(x), y)
    return training(mesh, make, loss, f32(mesh, BATCH, 8, WIDTH), f32(mesh, BATCH, 4))
