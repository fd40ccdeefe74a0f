"""Networks of Flax: linen, where parameters are a tree, and nnx, where they are split off an object."""

import jax
import jax.numpy as jnp
from flax import linen as nn
from flax import nnx
from jax.sharding import PartitionSpec as P

from registry import by_shape, cross_entropy, f32, i32, placed, program, scaled, sgd, squared_error

VOCAB, WIDTH, SEQ, BATCH = 24, 16, 8, 8


def shapes(model, *inputs, **options):
    """The shapes of a module's variables."""
    return jax.eval_shape(lambda: model.init(jax.random.key(0), *inputs, **options))


class Mlp(nn.Module):
    @nn.compact
    def __call__(self, x):
        for width in (32, 32):
            x = nn.gelu(nn.LayerNorm()(nn.Dense(width)(x)))
        return nn.Dense(4)(x)


@program("flax", "flax.linen.Dense, LayerNorm", mesh="2x2x2")
def linen_mlp_train(mesh):
    variables = shapes(Mlp(), jnp.ones((BATCH, WIDTH)))

    def step(variables, x, y):
        loss = lambda v: squared_error(Mlp().apply(v, x), y)
        return sgd(loss, scaled(variables))

    return step, (by_shape(mesh, variables), f32(mesh, BATCH, WIDTH), f32(mesh, BATCH, 4))


class Block(nn.Module):
    @nn.compact
    def __call__(self, x, mask=None):
        x = x + nn.MultiHeadDotProductAttention(num_heads=4)(nn.RMSNorm()(x), mask=mask)
        hidden = nn.silu(nn.Dense(2 * WIDTH)(nn.RMSNorm()(x)))
        return x + nn.Dense(WIDTH)(hidden)


class Transformer(nn.Module):
    @nn.compact
    def __call__(self, ids):
        embed = nn.Embed(VOCAB, WIDTH)
        x = embed(ids)
        mask = nn.make_causal_mask(ids)
        for _ in range(2):
            x = Block()(x, mask)
        return embed.attend(nn.LayerNorm()(x))


@program("flax", "flax.linen.MultiHeadDotProductAttention", mesh="2x2x2")
def linen_transformer_train(mesh):
    variables = shapes(Transformer(), jnp.ones((BATCH, SEQ), jnp.int32))

    def step(variables, ids):
        ids = ids % VOCAB
        loss = lambda v: cross_entropy(Transformer().apply(v, ids[:, :-1]), ids[:, 1:])
        return sgd(loss, scaled(variables))

    return step, (by_shape(mesh, variables), i32(mesh, BATCH, SEQ + 1))


class Stacked(nn.Module):
    """Layers as one, with a leading dimension, each recomputed in the backward pass."""

    @nn.compact
    def __call__(self, x):
        layer = nn.remat(Block)
        scan = nn.scan(
            lambda module, carry: (module(carry), None),
            variable_axes={"params": 0},
            split_rngs={"params": True},
            length=3,
        )
        return scan(layer(), x)[0]


@program("flax", "flax.linen.scan, flax.linen.remat")
def linen_scan_remat(mesh):
    variables = shapes(Stacked(), jnp.ones((BATCH, SEQ, WIDTH)))

    def step(variables, x):
        return sgd(lambda v: jnp.mean(Stacked().apply(v, x) ** 2), scaled(variables))

    return step, (by_shape(mesh, variables), f32(mesh, BATCH, SEQ, WIDTH))


class Residual(nn.Module):
    @nn.compact
    def __call__(self, x):
        for features, stride in ((8, 1), (16, 2)):
            kept = nn.Conv(features, (1, 1), strides=stride)(x)
            x = nn.Conv(features, (3, 3), strides=stride)(x)
            x = nn.relu(nn.BatchNorm(use_running_average=False)(x) + kept)
        x = nn.max_pool(x, (2, 2), strides=(2, 2))
        return nn.Dense(4)(x.mean((1, 2)))


@program("flax", "flax.linen.Conv, BatchNorm, max_pool")
def linen_resnet_train(mesh):
    variables = shapes(Residual(), jnp.ones((BATCH, 8, 8, 3)))

    def step(params, stats, images, labels):
        def loss(params):
            out, new = Residual().apply({"params": params, "batch_stats": stats}, images, mutable=["batch_stats"])
            return cross_entropy(out, labels % 4), new

        (value, new), grads = jax.value_and_grad(loss, has_aux=True)(scaled(params))
        return value, new, grads

    images = f32(mesh, BATCH, 8, 8, 3, on=P("data", "model"))
    params, stats = (by_shape(mesh, variables[part]) for part in ("params", "batch_stats"))
    return step, (params, stats, images, i32(mesh, BATCH))


class Recurrent(nn.Module):
    @nn.compact
    def __call__(self, x, lengths):
        x = nn.RNN(nn.OptimizedLSTMCell(WIDTH))(x, seq_lengths=lengths)
        return nn.Bidirectional(nn.RNN(nn.GRUCell(8)), nn.RNN(nn.GRUCell(8)))(x)


@program("flax", "flax.linen.RNN, OptimizedLSTMCell, GRUCell")
def linen_recurrent_train(mesh):
    lengths = jnp.ones((BATCH,), jnp.int32)
    variables = shapes(Recurrent(), jnp.ones((BATCH, SEQ, WIDTH)), lengths)

    def step(variables, x, lengths):
        loss = lambda v: jnp.mean(Recurrent().apply(v, x, lengths % SEQ + 1) ** 2)
        return sgd(loss, scaled(variables))

    return step, (by_shape(mesh, variables), f32(mesh, BATCH, SEQ, WIDTH), i32(mesh, BATCH))


@program("flax", "flax.linen.MultiHeadDotProductAttention(decode=True)")
def linen_decode_with_cache(mesh):
    model = nn.MultiHeadDotProductAttention(num_heads=4, decode=True)
    variables = shapes(model, jnp.ones((BATCH, SEQ, WIDTH)))

    def step(variables, token):
        cache = variables["cache"] | {"cache_index": variables["cache"]["cache_index"] % SEQ}
        params = scaled(variables["params"])
        return model.apply({"params": params, "cache": cache}, token, mutable=["cache"])

    cache = jax.tree.map(
        lambda x: placed(mesh, x.shape, x.dtype, P("data", None, "model") if x.ndim else P()),
        variables["cache"],
    )
    params = by_shape(mesh, variables["params"])
    return step, ({"params": params, "cache": cache}, f32(mesh, BATCH, 1, WIDTH))


@program("flax", "flax.linen.with_logical_partitioning, logical_axis_rules", mesh="2x2x2")
def linen_logical_axes(mesh):
    rules = (("batch", ("data", "fsdp")), ("embed", "fsdp"), ("hidden", "model"))

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            def dense(width, *names):
                init = nn.with_logical_partitioning(nn.initializers.lecun_normal(), names)
                return nn.Dense(width, kernel_init=init)

            x = nn.relu(dense(4 * WIDTH, "embed", "hidden")(x))
            x = nn.with_logical_constraint(x, ("batch", "hidden"))
            return dense(WIDTH, "hidden", "embed")(x)

    variables = shapes(Net(), jnp.ones((BATCH, WIDTH)))
    specs = nn.logical_to_mesh(nn.get_partition_spec(variables), rules)
    args = jax.tree.map(lambda x, s: placed(mesh, x.shape, x.dtype, s), nn.unbox(variables), specs)

    def step(variables, x):
        with nn.logical_axis_rules(rules):
            return sgd(lambda v: jnp.mean(Net().apply(v, x) ** 2), scaled(variables))

    return step, (args, f32(mesh, BATCH, WIDTH, on=P(("data", "fsdp"))))


def split(make):
    """The graph and the state of an nnx model, the state without values."""
    return nnx.split(nnx.eval_shape(make))


class NnxMlp(nnx.Module):
    def __init__(self, rngs):
        self.first = nnx.Linear(WIDTH, 32, rngs=rngs)
        self.norm = nnx.BatchNorm(32, rngs=rngs)
        self.second = nnx.Linear(32, 4, rngs=rngs)

    def __call__(self, x):
        return self.second(nnx.leaky_relu(self.norm(self.first(x))))


def nnx_step(graph, loss):
    """A step of an nnx model, with the state in and out; only its parameters are trained."""

    def step(state, *batch):
        model = nnx.merge(graph, scaled(state))
        value, grads = nnx.value_and_grad(loss)(model, *batch)
        return value, grads, nnx.state(model)

    return step


@program("flax", "flax.nnx.Linear, BatchNorm, value_and_grad", mesh="2x2x2")
def nnx_mlp_train(mesh):
    graph, state = split(lambda: NnxMlp(nnx.Rngs(0)))
    step = nnx_step(graph, lambda model, x, y: squared_error(model(x), y))
    return step, (by_shape(mesh, state), f32(mesh, BATCH, WIDTH), f32(mesh, BATCH, 4))


class NnxBlock(nnx.Module):
    def __init__(self, rngs):
        self.embed = nnx.Embed(VOCAB, WIDTH, rngs=rngs)
        self.norm = nnx.LayerNorm(WIDTH, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(4, WIDTH, decode=False, rngs=rngs)
        self.out = nnx.Linear(WIDTH, VOCAB, rngs=rngs)

    def __call__(self, ids):
        x = self.embed(ids)
        x = x + self.attention(self.norm(x), mask=nnx.make_causal_mask(ids))
        return self.out(x)


@program("flax", "flax.nnx.MultiHeadAttention")
def nnx_attention_train(mesh):
    graph, state = split(lambda: NnxBlock(nnx.Rngs(0)))
    loss = lambda model, ids: cross_entropy(model(ids[:, :-1] % VOCAB), ids[:, 1:] % VOCAB)
    return nnx_step(graph, loss), (by_shape(mesh, state), i32(mesh, BATCH, SEQ + 1))


@program("flax", "flax.nnx.RNN, GRUCell", mesh="8")
def nnx_gru_forward(mesh):
    graph, state = split(lambda: nnx.RNN(nnx.GRUCell(WIDTH, WIDTH, rngs=nnx.Rngs(0))))
    forward = lambda state, x: nnx.merge(graph, scaled(state))(x)
    return forward, (by_shape(mesh, state), f32(mesh, BATCH, SEQ, WIDTH))
