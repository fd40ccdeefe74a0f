"""Networks of Haiku, whose functions are transformed into pairs of init and apply."""

import haiku as hk
import jax
import jax.numpy as jnp

from registry import by_shape, cross_entropy, f32, i32, program, scaled, sgd, squared_error

BATCH, SEQ, WIDTH, VOCAB = 8, 8, 16, 24


def shapes(transformed, *inputs):
    return jax.eval_shape(lambda: transformed.init(jax.random.PRNGKey(0), *inputs))


@program("dm-haiku", "haiku.BatchNorm, haiku.transform_with_state")
def haiku_batch_norm_train(mesh):
    def net(x):
        x = hk.Conv2D(8, 3)(x)
        x = jax.nn.relu(hk.BatchNorm(True, True, 0.9)(x, is_training=True))
        return hk.Linear(4)(hk.Flatten()(hk.avg_pool(x, 2, 2, "VALID")))

    net = hk.transform_with_state(net)
    params, state = shapes(net, jnp.ones((BATCH, 8, 8, 3)))

    def step(params, state, x, labels):
        def loss(params):
            out, new = net.apply(params, state, None, x)
            return cross_entropy(out, labels % 4), new

        return jax.value_and_grad(loss, has_aux=True)(scaled(params))

    args = by_shape(mesh, params), by_shape(mesh, state)
    return step, (*args, f32(mesh, BATCH, 8, 8, 3), i32(mesh, BATCH))


@program("dm-haiku", "haiku.MultiHeadAttention, haiku.LayerNorm", mesh="2x2x2")
def haiku_transformer_train(mesh):
    def net(ids):
        x = hk.Embed(VOCAB, WIDTH)(ids)
        mask = jnp.tril(jnp.ones((1, 1, SEQ, SEQ)))
        for _ in range(2):
            h = hk.LayerNorm(-1, True, True)(x)
            attention = hk.MultiHeadAttention(4, 4, w_init=hk.initializers.VarianceScaling())
            x = x + attention(h, h, h, mask=mask)
            x = x + hk.nets.MLP((2 * WIDTH, WIDTH))(hk.LayerNorm(-1, True, True)(x))
        return hk.Linear(VOCAB)(x)

    net = hk.without_apply_rng(hk.transform(net))
    params = shapes(net, jnp.ones((BATCH, SEQ), jnp.int32))

    def step(params, ids):
        ids = ids % VOCAB
        return sgd(lambda p: cross_entropy(net.apply(p, ids[:, :-1]), ids[:, 1:]), scaled(params))

    return step, (by_shape(mesh, params), i32(mesh, BATCH, SEQ + 1))


@program("dm-haiku", "haiku.LSTM, haiku.dynamic_unroll", mesh="8")
def haiku_lstm_train(mesh):
    def net(x):
        core = hk.DeepRNN([hk.LSTM(WIDTH), jnp.tanh, hk.GRU(WIDTH)])
        return hk.dynamic_unroll(core, x, core.initial_state(BATCH))[0]

    net = hk.without_apply_rng(hk.transform(net))
    params = shapes(net, jnp.ones((SEQ, BATCH, WIDTH)))

    def step(params, x, y):
        return sgd(lambda p: squared_error(net.apply(p, x), y), scaled(params))

    rows = jax.sharding.PartitionSpec(None, "x")
    x = f32(mesh, SEQ, BATCH, WIDTH, on=rows)
    return step, (by_shape(mesh, params), x, x)
