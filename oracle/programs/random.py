"""Random numbers: key handling, generators and distributions."""

import jax
import jax.numpy as jnp
from jax import lax

from . import P, abstract_mesh, arg, key, program

MESH = abstract_mesh(x=2, y=4)


@program("random_uniform_normal", mesh=MESH, args=(key(),))
def random_uniform_normal(k):
    a, b = jax.random.split(k)
    u = jax.random.uniform(a, (8, 16))
    return lax.with_sharding_constraint(u, P("x", "y")), jax.random.normal(b, (4,))


@program("random_typed_keys", args=())
def random_typed_keys():
    k = jax.random.key(42)
    return jax.random.key_data(jax.random.fold_in(k, 7)), jax.random.bits(k, (3,), "uint16")


@program("random_key_array", args=())
def random_key_array():
    keys = jax.random.split(jax.random.key(0), 4)
    return jax.vmap(lambda k: jax.random.normal(k, (2,)))(keys), keys


@program("random_threefry_original", args=(key(),), config={"jax_threefry_partitionable": False})
def random_threefry_original(k):
    return jax.random.bits(k, (7,)), jax.random.split(k, 3)


@program("random_rbg", mesh=MESH, args=())
def random_rbg():
    k = jax.random.key(1, impl="rbg")
    return jax.random.uniform(jax.random.split(k)[0], (8, 4)), jax.random.key_data(k)


@program("random_unsafe_rbg", args=())
def random_unsafe_rbg():
    k = jax.random.key(1, impl="unsafe_rbg")
    return jax.random.normal(jax.random.fold_in(k, 3), (8, 4)), jax.random.split(k, 2)


@program("random_rbg_loop", args=(arg(4, dtype="uint32"),))
def random_rbg_loop(data):
    def step(k, _):
        k, sub = jax.random.split(k)
        return k, jax.random.uniform(sub)

    return lax.scan(step, jax.random.wrap_key_data(data, impl="rbg"), None, length=4)[1]


@program("random_bit_generators", args=(arg(4, dtype="uint32"),))
def random_bit_generators(k):
    algorithm = lax.RandomAlgorithm
    return (
        lax.rng_bit_generator(k, (5,), algorithm=algorithm.RNG_DEFAULT),
        lax.rng_bit_generator(k, (5, 2), dtype=jnp.uint8, algorithm=algorithm.RNG_THREE_FRY),
        lax.rng_bit_generator(k, (), dtype=jnp.uint16, algorithm=algorithm.RNG_PHILOX),
    )


@program("random_rng_uniform", args=())
def random_rng_uniform():
    return lax.rng_uniform(jnp.float32(0), jnp.float32(1), (3, 4))


@program("random_integers", args=(key(),))
def random_integers(k):
    return (
        jax.random.randint(k, (5,), 0, 10),
        jax.random.randint(k, (5,), -3, 100, "int8"),
        jax.random.bernoulli(k, 0.3, (6,)),
        jax.random.rademacher(k, (6,)),
    )


@program("random_categorical_choice", args=(key(), arg(4, 10, dtype="float32")))
def random_categorical_choice(k, logits):
    return (
        jax.random.categorical(k, logits),
        jax.random.choice(k, 10, (3,), replace=False),
        jax.random.choice(k, logits[0], (5,), p=jax.nn.softmax(logits[1])),
        jax.random.gumbel(k, (3,)),
    )


@program("random_permutation", mesh=MESH, args=(key(), arg(16, 4, dtype="float32", spec=P("x"))))
def random_permutation(k, a):
    rows = jax.random.permutation(k, a)
    return rows, jax.random.permutation(k, a, axis=1, independent=True)


@program("random_dropout", mesh=MESH, args=(key(), arg(16, 32, dtype="float32", spec=P("x", "y"))))
def random_dropout(k, a):
    kept = jax.random.bernoulli(k, 0.8, a.shape)
    return jnp.where(kept, a / 0.8, 0.0)


@program("random_continuous", args=(key(),))
def random_continuous(k):
    r = jax.random
    return (
        r.exponential(k, (3,)),
        r.laplace(k, (3,)),
        r.cauchy(k, (3,)),
        r.truncated_normal(k, -1.0, 1.0, (3,)),
        r.multivariate_normal(k, jnp.zeros(2), jnp.eye(2)),
        r.orthogonal(k, 3),
        r.logistic(k, (3,)),
        r.ball(k, 3),
    )


@program("random_rejection", args=(key(),))
def random_rejection(k):
    return jax.random.gamma(k, 2.0, (3,)), jax.random.poisson(k, 3.0, (2,))


@program("random_half_types", args=(key(),))
def random_half_types(k):
    return [jax.random.normal(k, (3,), t) for t in (jnp.bfloat16, jnp.float16)]


@program("random_initialisers", args=(key(),))
def random_initialisers(k):
    init = jax.nn.initializers
    return (
        init.glorot_uniform()(k, (8, 4)),
        init.he_normal()(k, (3, 3, 4, 8)),
        init.truncated_normal(0.02)(k, (8,)),
    )


@program("random_split_in_jit", mesh=MESH, args=(key(),), config={"jax_random_seed_offset": 3})
def random_split_in_jit(k):
    return jax.random.split(k, (2, 3)), jax.random.PRNGKey(5)
