"""Parallel algorithms written by hand with `jax.shard_map`, each with its gradient where people train it."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

from registry import f32, i32, program, scaled


def ring(axis, step=1):
    size = lax.axis_size(axis)
    return [(i, (i + step) % size) for i in range(size)]


@program("jax", "jax.shard_map: attention over a ring of keys", mesh="4x2")
def shard_map_ring_attention(mesh):
    """Every device has a block of the sequence; keys and values go around, softmax is accumulated."""

    def block(q, k, v):
        def turn(carry, _):
            k, v, total, norm, most = carry
            scores = jnp.einsum("bqh,bkh->bqk", q, k) / q.shape[-1] ** 0.5
            new = jnp.maximum(most, scores.max(-1))
            weights = jnp.exp(scores - new[..., None])
            shrink = jnp.exp(most - new)
            total = total * shrink[..., None] + weights @ v
            norm = norm * shrink + weights.sum(-1)
            k, v = (lax.ppermute(x, "data", ring("data")) for x in (k, v))
            return (k, v, total, norm, new), None

        start = (k, v, jnp.zeros_like(q), jnp.zeros_like(q[..., 0]), jnp.full_like(q[..., 0], -1e9))
        (_, _, total, norm, _), _ = lax.scan(turn, start, length=lax.axis_size("data"))
        return total / norm[..., None]

    def loss(q, k, v):
        on = P("model", "data")
        attend = jax.shard_map(block, in_specs=(on, on, on), out_specs=on, check_vma=False)
        return jnp.mean(attend(q, k, v) ** 2)

    x = f32(mesh, 4, 16, 8, on=P("model", "data"))
    return jax.value_and_grad(loss, argnums=(0, 1, 2)), (x, x, x)


@program("jax", "jax.shard_map: GPipe, microbatches through stages", mesh="4x2")
def shard_map_gpipe(mesh):
    def stages(w, x):
        """Stage s does microbatch m in turn s + m."""
        stage, count = lax.axis_index("data"), lax.axis_size("data")
        micro = x.shape[0]

        def turn(carry, t):
            state, out = carry
            state = jnp.where(stage == 0, x[jnp.clip(t, 0, micro - 1)], state)
            state = jnp.tanh(state @ w[0])
            at = jnp.clip(t - count + 1, 0, micro - 1)
            finished = (stage == count - 1) & (t >= count - 1)
            out = out.at[at].set(jnp.where(finished, state, out[at]))
            return (lax.ppermute(state, "data", ring("data")), out), None

        start = jnp.zeros_like(x[0]), jnp.zeros_like(x)
        (_, out), _ = lax.scan(turn, start, jnp.arange(micro + count - 1))
        return lax.psum(out, "data")

    def loss(w, x):
        specs = (P("data"), P(None, "model"))
        run = jax.shard_map(stages, in_specs=specs, out_specs=P(None, "model"), check_vma=False)
        return jnp.mean(run(scaled(w, 0.4), x) ** 2)

    return jax.value_and_grad(loss), (f32(mesh, 4, 8, 8), f32(mesh, 3, 4, 8, on=P(None, "model")))


@program("jax", "jax.shard_map: experts, tokens exchanged by all_to_all", mesh="8")
def shard_map_experts(mesh):
    capacity = 2

    def route(x, gate, up, down):
        experts = lax.axis_size("x")
        scores = jax.nn.softmax(x @ gate)
        chosen = jnp.argmax(scores, -1)
        taken = jax.nn.one_hot(chosen, experts)
        place = (jnp.cumsum(taken, 0) * taken - 1).max(-1).astype(jnp.int32)
        fits = place < capacity
        slots = jnp.zeros((experts, capacity, x.shape[-1]))
        slots = slots.at[chosen, jnp.where(fits, place, capacity)].add(x, mode="drop")
        here = lax.all_to_all(slots, "x", 0, 0, tiled=True)
        here = jax.nn.gelu(here @ up[0]) @ down[0]
        back = lax.all_to_all(here, "x", 0, 0, tiled=True)
        out = back[chosen, jnp.where(fits, place, 0)]
        weight = jnp.take_along_axis(scores, chosen[:, None], 1) * fits[:, None]
        return x + weight * out, lax.pmean(scores.mean(0), "x")

    def loss(x, gate, up, down):
        specs = (P("x"), P(), P("x"), P("x"))
        run = jax.shard_map(route, in_specs=specs, out_specs=(P("x"), P()), check_vma=False)
        out, load = run(x, gate, scaled(up), scaled(down))
        return jnp.mean(out**2) + jnp.sum(load**2)

    args = f32(mesh, 32, 8), f32(mesh, 8, 8, on=P()), f32(mesh, 8, 8, 16), f32(mesh, 8, 16, 8)
    return jax.value_and_grad(loss, argnums=(1, 2, 3)), args


@program("jax", "jax.shard_map: FSDP, weights gathered and gradients scattered", mesh="2x2x2")
def shard_map_fsdp(mesh):
    def local_loss(weights, x, y):
        for name in ("first", "last"):
            w = lax.all_gather(weights[name], ("data", "fsdp"), tiled=True)
            x = jnp.tanh(x @ w) if name == "first" else lax.psum(x @ w, "model")
        return lax.pmean(jnp.mean((x - y) ** 2), ("data", "fsdp"))

    rows = ("data", "fsdp")
    weights = {"first": P(rows, "model"), "last": P(("model",) + rows, None)}

    def step(weights_, x, y):
        run = jax.shard_map(
            jax.value_and_grad(local_loss),
            in_specs=(weights, P(rows), P(rows)),
            out_specs=(P(), weights),
        )
        value, grads = run(scaled(weights_), x, y)
        return value, jax.tree.map(lambda w, g: w - 0.1 * g, weights_, grads)

    args = {"first": f32(mesh, 8, 16, on=weights["first"]), "last": f32(mesh, 16, 8, on=weights["last"])}
    batch = f32(mesh, 8, 8, on=P(rows))
    return step, (args, batch, batch)


@program("jax", "jax.shard_map: a matrix product with psum_scatter", mesh="4x2")
def shard_map_tensor_parallel(mesh):
    def block(x, up, down):
        x = lax.all_gather(x, "model", axis=1, tiled=True)
        hidden = jax.nn.relu(x @ up)
        return lax.psum_scatter(hidden @ down, "model", scatter_dimension=1, tiled=True)

    def loss(x, up, down):
        specs = (P("data", "model"), P(None, "model"), P("model"))
        run = jax.shard_map(block, in_specs=specs, out_specs=P("data", "model"))
        return jnp.mean(run(x, scaled(up), scaled(down)) ** 2)

    x = f32(mesh, 8, 4, 8, on=P("data", "model"))
    weights = f32(mesh, 8, 16, on=P(None, "model")), f32(mesh, 16, 8, on=P("model"))
    return jax.value_and_grad(loss, argnums=(1, 2)), (x, *weights)


@program("jax", "jax.shard_map: one axis by hand, the others left to propagation", mesh="2x2x2")
def shard_map_partial(mesh):
    def block(x, w):
        hidden = lax.with_sharding_constraint(jnp.tanh(x @ w), P("data", "model"))
        return lax.pmean(hidden, "fsdp")

    def loss(x, w):
        run = jax.shard_map(block, in_specs=(P("fsdp"), P()), out_specs=P(), axis_names={"fsdp"})
        return jnp.mean(run(x, scaled(w)) ** 2)

    args = f32(mesh, 8, 16, on=P("fsdp", "model")), f32(mesh, 16, 16, on=P(None, "model"))
    return jax.value_and_grad(loss, argnums=1), args


@program("jax", "jax.shard_map: a stencil with halos", mesh="8")
def shard_map_halo(mesh):
    def run(u):
        def step(_, u):
            left = lax.ppermute(u[-1:], "x", ring("x"))
            right = lax.ppermute(u[:1], "x", ring("x", -1))
            wide = jnp.concatenate([left, u, right])
            return u + 0.1 * (wide[:-2] - 2 * u + wide[2:])

        return lax.fori_loop(0, 4, step, u)

    return jax.shard_map(run, mesh=mesh, in_specs=P("x"), out_specs=P("x")), (f32(mesh, 32, 4),)


@program("jax", "jax.shard_map: integers sorted over devices", mesh="8")
def shard_map_odd_even_sort(mesh):
    """Odd-even transposition: neighbours merge and keep their half."""

    def sort(x):
        me = lax.axis_index("x")
        x = jnp.sort(x)

        def merged(x, first):
            """Pairs of neighbours, the first of which is even or odd."""
            right = [(i, i + 1) for i in range(first, 7, 2)]
            pairs = right + [(b, a) for a, b in right]
            other = lax.ppermute(x, "x", pairs)
            both = jnp.sort(jnp.concatenate([x, other]))
            lower, paired = (me - first) % 2 == 0, (me >= first) & (me < 7 + (1 - first))
            half = jnp.where(lower, both[: x.shape[0]], both[x.shape[0] :])
            return jnp.where(paired, half, x)

        for turn in range(8):
            x = merged(x, turn % 2)
        return x

    return jax.shard_map(sort, mesh=mesh, in_specs=P("x"), out_specs=P("x")), (i32(mesh, 32),)
