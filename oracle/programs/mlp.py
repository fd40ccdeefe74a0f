"""Multi-layer perceptrons: forward, loss, gradient and complete training steps."""

import itertools

import jax
import jax.numpy as jnp

from . import P, abstract_mesh, device_mesh, f32, i32, program

MESH = abstract_mesh(data=4, model=2)


def forward(params, x):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    return x @ w + b


def params(sizes, specs):
    """One weight and bias per layer; specs alternate between sharded columns and sharded rows."""
    layers = []
    for i, (m, n) in enumerate(itertools.pairwise(sizes)):
        w, b = specs[i % len(specs)]
        layers.append((f32(m, n, spec=w), f32(n, spec=b)))
    return layers


COLUMN_ROW = [(P(None, "model"), P("model")), (P("model", None), P())]


def mean_square(p, x, y):
    return jnp.mean((forward(p, x) - y) ** 2)


def cross_entropy(p, x, labels):
    logits = jax.nn.log_softmax(forward(p, x))
    return -jnp.mean(jnp.take_along_axis(logits, labels[:, None], axis=1))


@program("mlp_plain", args=(params((16, 32, 8), [(None, None)]), f32(4, 16)))
def mlp_plain(p, x):
    return forward(p, x)


@program(
    "mlp_forward",
    mesh=MESH,
    args=(params((64, 128, 64, 32), COLUMN_ROW), f32(32, 64, spec=P("data", None))),
)
def mlp_forward(p, x):
    return forward(p, x)


@program(
    "mlp_device_mesh",
    mesh=device_mesh(data=4, model=2),
    args=(params((64, 128, 64), COLUMN_ROW), f32(32, 64, spec=P("data"))),
)
def mlp_device_mesh(p, x):
    return forward(p, x)


@program(
    "mlp_sgd_step",
    mesh=MESH,
    args=(
        params((64, 128, 64), COLUMN_ROW),
        f32(32, 64, spec=P("data")),
        f32(32, 64, spec=P("data")),
    ),
    jit={"donate_argnums": (0,)},
)
def mlp_sgd_step(p, x, y):
    loss, grads = jax.value_and_grad(mean_square)(p, x, y)
    return loss, jax.tree.map(lambda w, g: w - 0.1 * g, p, grads)


@program(
    "mlp_momentum_step",
    mesh=MESH,
    args=(
        params((64, 128, 10), COLUMN_ROW),
        params((64, 128, 10), COLUMN_ROW),
        f32(32, 64, spec=P("data")),
        i32(32, spec=P("data")),
    ),
    jit={"donate_argnames": ("p", "velocity")},
)
def mlp_momentum_step(p, velocity, x, labels):
    loss, grads = jax.value_and_grad(cross_entropy)(p, x, labels)
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    p = jax.tree.map(lambda w, v: w - 0.01 * v, p, velocity)
    return {"loss": loss, "params": p, "velocity": velocity}


@program(
    "mlp_adam_step",
    mesh=MESH,
    args=(
        {
            "params": params((64, 128, 64), COLUMN_ROW),
            "mean": params((64, 128, 64), COLUMN_ROW),
            "square": params((64, 128, 64), COLUMN_ROW),
            "step": i32(),
        },
        f32(32, 64, spec=P("data")),
        f32(32, 64, spec=P("data")),
    ),
)
def mlp_adam_step(state, x, y):
    loss, grads = jax.value_and_grad(mean_square)(state["params"], x, y)
    step = state["step"] + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["mean"], grads)
    square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, state["square"], grads)
    rate = 1e-3 * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    new = jax.tree.map(
        lambda w, m, s: w - rate * m / (jnp.sqrt(s) + 1e-8),
        state["params"],
        mean,
        square,
    )
    return loss, {"params": new, "mean": mean, "square": square, "step": step}


@program(
    "mlp_fsdp_step",
    mesh=abstract_mesh(fsdp=8),
    args=(
        params((64, 128, 64), [(P("fsdp"), P("fsdp"))]),
        f32(32, 64, spec=P("fsdp")),
        f32(32, 64, spec=P("fsdp")),
    ),
)
def mlp_fsdp_step(p, x, y):
    grads = jax.grad(mean_square)(p, x, y)
    return jax.tree.map(lambda w, g: w - 0.1 * g, p, grads)


@program(
    "mlp_scan_layers",
    mesh=MESH,
    args=(
        f32(6, 64, 64, spec=P(None, None, "model")),
        f32(6, 64),
        f32(32, 64, spec=P("data")),
    ),
)
def mlp_scan_layers(w, b, x):
    def layer(x, wb):
        return jnp.tanh(x @ wb[0] + wb[1]), jnp.mean(x)

    return jax.lax.scan(layer, x, (w, b))


@program(
    "mlp_vmap_ensemble",
    mesh=MESH,
    args=(
        f32(4, 64, 32, spec=P("data", None, "model")),
        f32(4, 32, spec=P("data")),
        f32(16, 64),
    ),
)
def mlp_vmap_ensemble(w, b, x):
    return jax.vmap(lambda w, b: jax.nn.gelu(x @ w + b))(w, b)


@program(
    "mlp_activations",
    mesh=MESH,
    args=(f32(16, 32, spec=P("data", "model")),),
)
def mlp_activations(x):
    nn = jax.nn
    return {
        f.__name__: f(x)
        for f in (
            nn.relu,
            nn.relu6,
            nn.elu,
            nn.selu,
            nn.celu,
            nn.gelu,
            nn.silu,
            nn.softplus,
            nn.log_sigmoid,
            nn.soft_sign,
            nn.hard_tanh,
            nn.leaky_relu,
            nn.glu,
            nn.softmax,
            nn.log_softmax,
            nn.standardize,
            nn.squareplus,
            nn.mish,
        )
    }


@program(
    "mlp_gated",
    mesh=MESH,
    args=(
        f32(8, 16, 64, spec=P("data")),
        f32(64, 128, spec=P(None, "model")),
        f32(64, 128, spec=P(None, "model")),
        f32(128, 64, spec=P("model", None)),
    ),
)
def mlp_gated(x, gate, up, down):
    hidden = jax.nn.silu(jnp.einsum("bsd,df->bsf", x, gate)) * (x @ up)
    return jnp.einsum("bsf,fd->bsd", hidden, down, precision="highest")


@program("mlp_hessian", args=(f32(4, 4), f32(4)))
def mlp_hessian(w, x):
    return jax.hessian(lambda w: jnp.sum(jnp.tanh(w @ x) ** 2))(w)


@program("mlp_jacobians", args=(f32(4, 6), f32(6)))
def mlp_jacobians(w, x):
    def f(x):
        return jnp.sin(w @ x)

    return jax.jacfwd(f)(x), jax.jacrev(f)(x), jax.jvp(f, (x,), (x,))
