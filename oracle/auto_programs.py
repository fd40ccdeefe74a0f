"""Writes programs without annotations, and beside each the annotations of an expert.

usage: auto_programs.py OUTDIR

`OUTDIR/NAME.mlir` has no annotation and no mesh; `OUTDIR/NAME.expert.mlir` is the same program on the mesh of the
expert, with the expert's annotations. A search over shardings has to find a plan that costs no more. Sizes are small,
so that the interpreter runs every program; the machines of the tests are slow in the same proportion.
"""

import argparse
import pathlib

import environment  # noqa: F401: it sets up JAX

import jax
import jax.numpy as jnp

import programs
from programs import P, abstract_mesh, f32, i32

PROGRAMS = {}


def expert(**mesh):
    """Registers a function that gives a program for a mesh: the function, and its arguments with their specs."""

    def decorate(make):
        PROGRAMS[make.__name__] = (make, mesh)
        return make

    return decorate


def free(x, *spec):
    """Constrains nothing."""
    return x


def constrained(x, *spec):
    return jax.lax.with_sharding_constraint(x, P(*spec))


def sgd(loss, params, *batch):
    value, grads = jax.value_and_grad(loss)(params, *batch)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def mlp_loss(params, x, y):
    hidden = jax.nn.relu(x @ params["up"])
    return jnp.mean((hidden @ params["down"] - y) ** 2)


def mlp(width, hidden, batch, up=P(), down=P(), data=P()):
    params = {"up": f32(width, hidden, spec=up), "down": f32(hidden, width, spec=down)}
    return params, f32(batch, width, spec=data), f32(batch, width, spec=data)


@expert(x=2, y=2)
def data_parallel(hint):
    """A small model and a large batch."""

    def step(params, x, y):
        return sgd(mlp_loss, params, x, y)

    return step, mlp(16, 32, 512, data=P(("x", "y"), None))


@expert(x=4)
def fsdp(hint):
    """The state of the optimiser is larger than the memory of a device."""

    def step(params, mean, var, x, y):
        value, grads = jax.value_and_grad(mlp_loss)(params, x, y)
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, grads)
        var = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, var, grads)
        params = jax.tree.map(lambda p, m, v: p - 0.001 * m / (jnp.sqrt(v * v) + 1.0), params, mean, var)
        return value, params, mean, var

    params, x, y = mlp(64, 128, 64, up=P(None, "x"), down=P("x", None), data=P("x", None))
    return step, (params, params, params, x, y)


def norm(x, scale):
    square = jnp.mean(x * x, axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(square + 1e-5) * scale


def attention(params, x, hint, axis):
    q, k, v = (hint(jnp.einsum("bsd,dhe->bshe", x, params[name]), None, None, axis, None) for name in "qkv")
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) * (q.shape[-1] ** -0.5)
    mixed = jnp.einsum("bhqk,bkhe->bqhe", jax.nn.softmax(scores), v)
    return jnp.einsum("bqhe,hed->bqd", mixed, params["out"])


def block_params(width, heads, hidden, axis):
    head = width // heads
    return {
        "norm1": f32(width, spec=P()),
        "q": f32(width, heads, head, spec=P(None, axis, None)),
        "k": f32(width, heads, head, spec=P(None, axis, None)),
        "v": f32(width, heads, head, spec=P(None, axis, None)),
        "out": f32(heads, head, width, spec=P(axis, None, None)),
        "norm2": f32(width, spec=P()),
        "up": f32(width, hidden, spec=P(None, axis)),
        "down": f32(hidden, width, spec=P(axis, None)),
    }


def block(params, x, hint, axis, residual):
    x = hint(x + attention(params, norm(x, params["norm1"]), hint, axis), *residual)
    hidden = jax.nn.silu(norm(x, params["norm2"]) @ params["up"])
    return hint(x + hidden @ params["down"], *residual)


@expert(model=4)
def megatron(hint):
    """A batch of one and large weights."""

    def step(params, x):
        return block(params, x, hint, "model", (None, None, None))

    return step, (block_params(64, 4, 256, "model"), f32(1, 16, 64, spec=P()))


@expert(model=4)
def sequence_parallel(hint):
    """As above, with little memory for activations, and weights that are larger than these."""

    def step(params, x):
        for layer in params:
            x = block(layer, x, hint, "model", (None, "model", None))
        return x

    layers = [block_params(64, 4, 256, "model")] * 2
    return step, (layers, f32(1, 64, 64, spec=P(None, "model", None)))


@expert(slow=2, fast=4)
def data_and_model(hint):
    """Two axes; gradients need fewer bytes than activations."""

    def loss(params, x, y):
        for up, down in params:
            x = x + jax.nn.relu(x @ up) @ down
        return jnp.mean((x - y) ** 2)

    def step(params, x, y):
        return sgd(loss, params, x, y)

    layer = (f32(32, 128, spec=P(None, "fast")), f32(128, 32, spec=P("fast", None)))
    data = f32(160, 32, spec=P("slow", None))
    return step, ([layer, layer], data, data)


@expert(model=4)
def vocabulary(hint):
    """A large vocabulary: embedding, logits and softmax."""

    def loss(params, ids):
        x = jnp.take(params["embed"], ids[:, :-1] % 512, axis=0)
        scores = hint(jax.nn.relu(x @ params["mix"]) @ params["embed"].T, None, None, "model")
        chosen = jnp.take_along_axis(scores, ids[:, 1:, None] % 512, axis=-1)[..., 0]
        return jnp.mean(jax.nn.logsumexp(scores, axis=-1) - chosen)

    def step(params, ids):
        return sgd(loss, params, ids)

    params = {"embed": f32(512, 32, spec=P("model", None)), "mix": f32(32, 32, spec=P())}
    return step, (params, i32(2, 9, spec=P()))


@expert(expert=4)
def experts(hint):
    """A mixture of experts: tokens are dispatched to the devices of their experts and back."""

    def step(gate, up, down, x):
        capacity = 16
        choice = jnp.argmax(x @ gate, axis=-1)
        chosen = jax.nn.one_hot(choice, 8)
        position = jnp.cumsum(chosen, axis=0) * chosen - 1
        slot = jax.nn.one_hot(position.max(axis=-1).astype(jnp.int32), capacity)
        dispatch = jnp.einsum("te,tc->tec", chosen, slot)
        inputs = hint(jnp.einsum("tec,td->ecd", dispatch, x), "expert", None, None)
        hidden = jax.nn.relu(jnp.einsum("ecd,edf->ecf", inputs, up))
        outputs = hint(jnp.einsum("ecf,efd->ecd", hidden, down), "expert", None, None)
        return jnp.einsum("tec,ecd->td", dispatch, outputs)

    up, down = f32(8, 32, 128, spec=P("expert", None, None)), f32(8, 128, 32, spec=P("expert", None, None))
    return step, (f32(32, 8, spec=P()), up, down, f32(64, 32, spec=P("expert", None)))


@expert(x=2, y=2)
def decode(hint):
    """One token each of a few sequences: the weights stay where they are."""

    def step(layers, x):
        for up, down in layers:
            x = x + jax.nn.relu(hint(x @ up, None, ("x", "y"))) @ down
        return x

    up, down = f32(64, 256, spec=P(None, ("x", "y"))), f32(256, 64, spec=P(("x", "y"), None))
    return step, ([(up, down)] * 2, f32(2, 64, spec=P()))


@expert(x=4)
def spatial(hint):
    """Convolutions of one large image."""

    def step(kernels, image):
        for kernel in kernels:
            image = jax.nn.relu(
                jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            )
        return image

    kernel = f32(3, 3, 3, 3, spec=P())
    return step, ([kernel] * 3, f32(1, 64, 16, 3, spec=P(None, "x", None, None)))


def bare(args):
    return jax.tree.map(
        lambda leaf: programs.arg(*leaf.shape, dtype=leaf.dtype), args, is_leaf=lambda leaf: isinstance(leaf, programs.Arg)
    )


def text_of(function, args, mesh=None):
    module = programs.lower(function, args, mesh=mesh)
    return str(module.operation.get_asm(enable_debug_info=False)) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Writes the programs of automatic sharding.")
    parser.add_argument("out", type=pathlib.Path)
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for name, (make, mesh) in PROGRAMS.items():
        function, args = make(free)
        (out / f"{name}.mlir").write_text(text_of(function, bare(args)))
        function, args = make(constrained)
        (out / f"{name}.expert.mlir").write_text(text_of(function, args, abstract_mesh(**mesh)))


if __name__ == "__main__":
    main()
