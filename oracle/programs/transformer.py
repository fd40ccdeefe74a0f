"""Transformers: forward passes, complete training steps, experts, decoding.

`transformer_train_step` is also the model of the benchmarks.
"""

import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

from . import P, abstract_mesh, arg, device_mesh, f32, i32, key, lower, module, program


@dataclasses.dataclass(frozen=True)
class Shape:
    """Sizes of one transformer. Defaults are small: the text is the point."""

    layers: int = 2
    batch: int = 8
    seq: int = 64
    width: int = 128
    heads: int = 8
    hidden: int = 512
    vocab: int = 1024

    @property
    def head(self) -> int:
        return self.width // self.heads


MESH = abstract_mesh(data=4, model=2)


def layer_params(s, lead=()):
    """One layer's weights, sharded over "model" as in Megatron.

    ``lead`` is put before every shape: the layer dimension of a scanned stack.
    """

    def weight(*shape, spec=()):
        return f32(*lead, *shape, spec=P(*(None,) * len(lead), *spec))

    return {
        "norm1": weight(s.width),
        "qkv": weight(s.width, 3, s.heads, s.head, spec=(None, None, "model")),
        "out": weight(s.heads, s.head, s.width, spec=("model",)),
        "norm2": weight(s.width),
        "up": weight(s.width, s.hidden, spec=(None, "model")),
        "down": weight(s.hidden, s.width, spec=("model",)),
    }


def model_params(s):
    return {
        "embed": f32(s.vocab, s.width, spec=P("model", None)),
        "position": f32(s.seq, s.width, spec=P()),
        "layers": [layer_params(s) for _ in range(s.layers)],
        "norm": f32(s.width, spec=P()),
    }


def stacked_params(s):
    return model_params(s) | {"layers": layer_params(s, lead=(s.layers,))}


def tokens(s):
    return i32(s.batch, s.seq, spec=P("data", None))


def norm(x, scale):
    square = jnp.mean(x * x, axis=-1, keepdims=True)
    return x * jax.lax.rsqrt(square + 1e-5) * scale


def causal_mask(length):
    return jnp.arange(length)[:, None] >= jnp.arange(length)[None, :]


def attention(p, x):
    q, k, v = jnp.moveaxis(jnp.einsum("bsd,dthe->btshe", x, p["qkv"]), 1, 0)
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) * (q.shape[-1] ** -0.5)
    scores = jnp.where(causal_mask(x.shape[1]), scores, -1e9)
    mixed = jnp.einsum("bhqk,bkhe->bqhe", jax.nn.softmax(scores), v)
    return jnp.einsum("bqhe,hed->bqd", mixed, p["out"])


def feed_forward(p, x):
    return jax.nn.silu(x @ p["up"]) @ p["down"]


def layer(p, x):
    x = x + attention(p, norm(x, p["norm1"]))
    return x + feed_forward(p, norm(x, p["norm2"]))


def logits(params, ids, apply_layers):
    x = jnp.take(params["embed"], ids, axis=0) + params["position"]
    x = apply_layers(params["layers"], x)
    return norm(x, params["norm"]) @ params["embed"].T


def unrolled(layers, x):
    for p in layers:
        x = layer(p, x)
    return x


def scanned(layers, x, body=layer):
    return jax.lax.scan(lambda x, p: (body(p, x), None), x, layers)[0]


def loss(params, ids, apply_layers):
    scores = logits(params, ids[:, :-1], apply_layers=apply_layers)
    chosen = jnp.take_along_axis(scores, ids[:, 1:, None], axis=-1)[..., 0]
    return jnp.mean(jax.nn.logsumexp(scores, axis=-1) - chosen)


def momentum_step(params, velocity, ids, apply_layers):
    value, grads = jax.value_and_grad(loss)(params, ids, apply_layers)
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - 0.01 * v, params, velocity)
    return value, params, velocity


def adam_step(state, ids, apply_layers):
    value, grads = jax.value_and_grad(loss)(state["params"], ids, apply_layers)
    step = state["step"] + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["mean"], grads)
    var = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, state["var"], grads)
    rate = 1e-3 / (1 - 0.9 ** step.astype(jnp.float32))
    params = jax.tree.map(
        lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), state["params"], mean, var
    )
    return value, {"params": params, "mean": mean, "var": var, "step": step}


def transformer_train_step(layers, mesh=MESH, **sizes):
    """The unrolled training step with momentum, lowered; the benchmark's model.

    Ids have one more column than ``seq``, so that inputs and targets have
    ``seq`` each. 48 layers give about 13,000 ops.
    """
    s = Shape(layers=layers, **sizes)

    def train_step(params, velocity, ids):
        return momentum_step(params, velocity, ids, unrolled)

    ids = i32(s.batch, s.seq + 1, spec=P("data", None))
    return lower(
        train_step,
        (model_params(s), model_params(s), ids),
        mesh=mesh,
        jit={"donate_argnums": (0, 1)},
    )


@module("transformer_train_step_4")
def transformer_train_step_4():
    return transformer_train_step(4)


@module("transformer_train_step_device_mesh")
def transformer_train_step_device_mesh():
    return transformer_train_step(1, mesh=device_mesh(data=4, model=2))


SMALL = Shape(layers=2, seq=16, width=64, heads=4, hidden=128, vocab=256)
LONGER = i32(SMALL.batch, SMALL.seq + 1, spec=P("data", None))


@program("transformer_forward", mesh=MESH, args=(model_params(SMALL), tokens(SMALL)))
def transformer_forward(params, ids):
    return logits(params, ids, unrolled)


@program("transformer_forward_scan", mesh=MESH, args=(stacked_params(SMALL), tokens(SMALL)))
def transformer_forward_scan(params, ids):
    return logits(params, ids, scanned)


def adam_state(params):
    return {"params": params, "mean": params, "var": params, "step": i32()}


@program(
    "transformer_adam_unrolled",
    mesh=MESH,
    args=(adam_state(model_params(SMALL)), LONGER),
)
def transformer_adam_unrolled(state, ids):
    return adam_step(state, ids, unrolled)


@program(
    "transformer_adam_scan",
    mesh=MESH,
    args=(adam_state(stacked_params(SMALL)), LONGER),
    jit={"donate_argnums": 0},
)
def transformer_adam_scan(state, ids):
    return adam_step(state, ids, scanned)


@program(
    "transformer_remat_unrolled",
    mesh=MESH,
    args=(model_params(SMALL), model_params(SMALL), LONGER),
)
def transformer_remat_unrolled(params, velocity, ids):
    def apply_layers(layers, x):
        for p in layers:
            x = jax.checkpoint(layer)(p, x)
        return x

    return momentum_step(params, velocity, ids, apply_layers)


@program(
    "transformer_remat_scan_dots",
    mesh=MESH,
    args=(stacked_params(SMALL), stacked_params(SMALL), LONGER),
)
def transformer_remat_scan_dots(params, velocity, ids):
    policy = jax.checkpoint_policies.dots_with_no_batch_dims_saveable
    body = jax.checkpoint(layer, policy=policy)
    return momentum_step(params, velocity, ids, functools.partial(scanned, body=body))


@program("transformer_remat_names", mesh=MESH, args=(layer_params(SMALL), f32(8, 16, 64)))
def transformer_remat_names(p, x):
    def body(p, x):
        x = x + checkpoint_name(attention(p, x), "attention")
        return jnp.sum(checkpoint_name(feed_forward(p, x), "feed_forward"))

    policy = jax.checkpoint_policies.save_only_these_names("attention")
    return jax.grad(jax.checkpoint(body, policy=policy))(p, x)


@program(
    "transformer_sequence_parallel",
    mesh=MESH,
    args=(layer_params(SMALL), f32(8, 16, 64, spec=P("data", "model"))),
)
def transformer_sequence_parallel(p, x):
    def split(x):
        return jax.lax.with_sharding_constraint(x, P("data", "model", None))

    def gathered(x):
        return jax.lax.with_sharding_constraint(x, P("data", None, None))

    x = split(x + split(attention(p, gathered(norm(x, p["norm1"])))))
    return split(x + split(feed_forward(p, gathered(norm(x, p["norm2"])))))


@program(
    "transformer_bf16_mixed",
    mesh=MESH,
    args=(layer_params(SMALL), f32(8, 16, 64, spec=P("data"))),
)
def transformer_bf16_mixed(p, x):
    def body(p):
        p = jax.tree.map(lambda w: w.astype(jnp.bfloat16), p)
        return jnp.sum(layer(p, x.astype(jnp.bfloat16)).astype(jnp.float32))

    return jax.value_and_grad(body)(p)


def attention_args(dtype="float32"):
    spec = P("data", None, "model", None)
    return tuple(arg(8, 32, 4, 16, dtype=dtype, spec=spec) for _ in range(3))


@program("transformer_dot_product_attention", mesh=MESH, args=attention_args())
def transformer_dot_product_attention(q, k, v):
    return jax.nn.dot_product_attention(q, k, v, is_causal=True)


@program("transformer_attention_bf16_mask", mesh=MESH, args=attention_args("bfloat16"))
def transformer_attention_bf16_mask(q, k, v):
    lengths = jnp.full((8,), 20, jnp.int32)
    return jax.nn.dot_product_attention(
        q, k, v, query_seq_lengths=lengths, key_value_seq_lengths=lengths
    )


@program("transformer_grouped_query", args=(f32(2, 8, 8, 16), f32(2, 8, 2, 16)))
def transformer_grouped_query(q, kv):
    grouped = q.reshape(2, 8, 2, 4, 16)
    scores = jnp.einsum("bqgre,bkge->bgrqk", grouped, kv)
    return jnp.einsum("bgrqk,bkge->bqgre", jax.nn.softmax(scores), kv).reshape(q.shape)


@program("transformer_rotary", args=(f32(2, 16, 4, 8),))
def transformer_rotary(x):
    rate = 10000.0 ** (-jnp.arange(0, 8, 2) / 8)
    angle = jnp.arange(16)[:, None, None] * rate
    even, odd = x[..., ::2], x[..., 1::2]
    turned = (
        even * jnp.cos(angle) - odd * jnp.sin(angle),
        even * jnp.sin(angle) + odd * jnp.cos(angle),
    )
    return jnp.stack(turned, axis=-1).reshape(x.shape)


@program(
    "transformer_flash_scan",
    args=(f32(2, 4, 16, 8), f32(2, 4, 32, 8), f32(2, 4, 32, 8)),
)
def transformer_flash_scan(q, k, v):
    """Attention over blocks of keys with a running maximum and sum."""

    def block(carry, kv):
        peak, total, out = carry
        kb, vb = kv
        scores = jnp.einsum("bhqe,bhke->bhqk", q, kb)
        top = jnp.maximum(peak, jnp.max(scores, axis=-1))
        weights = jnp.exp(scores - top[..., None])
        decay = jnp.exp(peak - top)
        total = total * decay + jnp.sum(weights, axis=-1)
        out = out * decay[..., None] + jnp.einsum("bhqk,bhke->bhqe", weights, vb)
        return (top, total, out), None

    start = (jnp.full((2, 4, 16), -jnp.inf), jnp.zeros((2, 4, 16)), jnp.zeros_like(q))
    blocks = jax.tree.map(lambda a: jnp.moveaxis(a.reshape(2, 4, 4, 8, 8), 2, 0), (k, v))
    (_, total, out), _ = jax.lax.scan(block, start, blocks)
    return out / total[..., None]


@program(
    "transformer_decode_step",
    mesh=MESH,
    args=(
        layer_params(SMALL),
        f32(8, 64, spec=P("data")),
        f32(2, 8, 32, 4, 16, spec=P(None, "data", None, "model")),
        i32(),
    ),
    jit={"donate_argnames": "cache"},
)
def transformer_decode_step(p, x, cache, position):
    qkv = jnp.einsum("bd,dthe->tbhe", x, p["qkv"])
    cache = jax.lax.dynamic_update_slice_in_dim(cache, qkv[1:, :, None], position, 2)
    scores = jnp.einsum("bhe,bkhe->bhk", qkv[0], cache[0])
    scores = jnp.where(jnp.arange(32) <= position, scores, -jnp.inf)
    mixed = jnp.einsum("bhk,bkhe->bhe", jax.nn.softmax(scores), cache[1])
    return jnp.einsum("bhe,hed->bd", mixed, p["out"]), cache


def expert_args():
    return (
        f32(8, 16, 64, spec=P("data")),
        f32(64, 4, spec=P()),
        f32(4, 64, 128, spec=P("model")),
        f32(4, 128, 64, spec=P("model")),
    )


def experts(x, router, up, down):
    """Top-2 routing with a capacity, by one-hot dispatch and combine."""
    capacity = 8
    gates = jax.nn.softmax(jnp.einsum("bsd,de->bse", x, router))
    weight, choice = jax.lax.top_k(gates, 2)
    wanted = jax.nn.one_hot(choice, 4)
    place = jnp.cumsum(wanted.reshape(8, 32, 4), axis=1).reshape(8, 16, 2, 4) - 1
    kept = wanted * (place < capacity)
    slot = jax.nn.one_hot(place.astype(jnp.int32), capacity) * kept[..., None]
    dispatch = jnp.sum(slot, axis=2)
    combine = jnp.sum(slot * weight[..., None, None], axis=2)
    inside = jnp.einsum("bsd,bsec->ebcd", x, dispatch)
    inside = jax.lax.with_sharding_constraint(inside, P("model", "data"))
    hidden = jax.nn.relu(jnp.einsum("ebcd,edf->ebcf", inside, up))
    return jnp.einsum("ebcf,efd,bsec->bsd", hidden, down, combine)


@program("transformer_moe_forward", mesh=MESH, args=expert_args())
def transformer_moe_forward(x, router, up, down):
    return experts(x, router, up, down)


@program("transformer_moe_train", mesh=MESH, args=expert_args())
def transformer_moe_train(x, router, up, down):
    def objective(weights):
        return jnp.mean(experts(x, *weights) ** 2)

    weights = (router, up, down)
    value, grads = jax.value_and_grad(objective)(weights)
    return value, jax.tree.map(lambda w, g: w - 0.1 * g, weights, grads)


@program(
    "transformer_moe_sorted",
    args=(f32(32, 16), f32(16, 4), f32(4, 16, 24), f32(4, 24, 16)),
)
def transformer_moe_sorted(x, router, up, down):
    """Top-1 routing by sorting tokens and ragged products."""
    choice = jnp.argmax(x @ router, axis=-1)
    order = jnp.argsort(choice)
    sizes = jnp.bincount(choice, length=4)
    hidden = jax.nn.silu(jax.lax.ragged_dot(x[order], up, sizes))
    out = jax.lax.ragged_dot(hidden, down, sizes)
    return jnp.zeros_like(x).at[order].set(out)


@program(
    "transformer_dropout_train",
    mesh=MESH,
    args=(layer_params(SMALL), f32(8, 16, 64, spec=P("data")), key()),
)
def transformer_dropout_train(p, x, seed):
    def objective(p):
        kept = jax.random.bernoulli(seed, 0.9, x.shape)
        return jnp.sum(layer(p, jnp.where(kept, x / 0.9, 0.0)))

    return jax.grad(objective)(p)


@program("transformer_tpu", mesh=MESH, platforms=("tpu",), args=expert_args())
def transformer_tpu(x, router, up, down):
    return experts(x, router, up, down)


@program(
    "transformer_large_mesh",
    mesh=abstract_mesh(data=64, model=64),
    args=(
        f32(4096, 8192, spec=P("data", None)),
        f32(8192, 32768, spec=P(None, "model")),
        f32(32768, 8192, spec=P("model", None)),
    ),
    platforms=("tpu",),
)
def transformer_large_mesh(x, up, down):
    return jax.nn.relu(x @ up) @ down
