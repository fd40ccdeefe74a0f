"""Writes one or more programs of every kind that people train and serve, each lowered on three meshes of eight devices.

usage: kinds.py OUTDIR

`OUTDIR/KIND/NAME.MESH.mlir`: `cargo xtask partition` runs all of them in the interpreter and `cargo xtask engine` on
XLA. Sizes are small, so that a run takes about a second; training steps are complete, with gradients and updates.
Random inputs have a deviation of about one, so weights are scaled down and ids reduced to the valid range: results
are finite and of moderate size.
"""

import argparse
import pathlib
import shutil

import environment  # noqa: F401: it sets up JAX

import jax
import jax.numpy as jnp
from jax import lax

import programs
from programs import P, abstract_mesh, f32, i32
from programs import conv as images
from programs import transformer

# The axes of a mesh, which of them shard the batch, and which shard weights.
MESHES = {
    "8": ({"x": 8}, "x", "x"),
    "2x4": ({"x": 2, "y": 4}, "x", "y"),
    "2x2x2": ({"x": 2, "y": 2, "z": 2}, ("x", "y"), "z"),
}

KINDS = {}


def kind(name):
    """Registers a function that makes a program, a function and its arguments, from the axes of batch and weights."""

    def decorate(make):
        KINDS.setdefault(name, []).append(make)
        return make

    return decorate


def scaled(params, by=0.2):
    return jax.tree.map(lambda weight: by * weight, params)


def sgd(loss, params, *batch):
    """The loss, and the parameters after a step."""
    value, grads = jax.value_and_grad(loss)(params, *batch)
    return value, jax.tree.map(lambda p, g: p - g, params, grads)


SIZES = transformer.Shape(layers=2, batch=8, seq=8, width=16, heads=8, hidden=32, vocab=24)


def on(params, batch, weights):
    """Arguments of the corpus' transformer with the axes of another mesh."""
    axes = {"data": batch, "model": weights, None: None}

    def renamed(arg):
        return f32(*arg.shape, spec=P(*(axes[axis] for axis in arg.spec)))

    return jax.tree.map(renamed, params, is_leaf=lambda leaf: isinstance(leaf, programs.Arg))


def transformer_step(params, velocity, ids, apply_layers):
    ids = ids % SIZES.vocab
    return transformer.momentum_step(scaled(params), velocity, ids, apply_layers)


@kind("transformer, unrolled")
def transformer_unrolled(batch, weights):
    params = on(transformer.model_params(SIZES), batch, weights)
    ids = i32(SIZES.batch, SIZES.seq + 1, spec=P(batch))
    return lambda p, v, i: transformer_step(p, v, i, transformer.unrolled), (params, params, ids)


@kind("transformer, scan")
def transformer_scan(batch, weights):
    params = on(transformer.stacked_params(SIZES), batch, weights)
    ids = i32(SIZES.batch, SIZES.seq + 1, spec=P(batch))
    return lambda p, v, i: transformer_step(p, v, i, transformer.scanned), (params, params, ids)


@kind("mixture of experts")
def moe_top_2(batch, weights):
    """A step with top-2 routing and a capacity, experts over the axes of weights."""
    tokens, width, hidden, experts, capacity = 8, 8, 16, 8, 4

    def layer(p, x):
        gates = jax.nn.softmax(jnp.einsum("bsd,de->bse", x, p["router"]))
        weight, choice = lax.top_k(gates, 2)
        wanted = jax.nn.one_hot(choice, experts)
        flat = wanted.reshape(x.shape[0], 2 * tokens, experts)
        place = jnp.cumsum(flat, axis=1).reshape(wanted.shape) - 1
        slot = jax.nn.one_hot(place.astype(jnp.int32), capacity) * (wanted * (place < capacity))[..., None]
        dispatch, combine = jnp.sum(slot, axis=2), jnp.sum(slot * weight[..., None, None], axis=2)
        inside = jnp.einsum("bsd,bsec->ebcd", x, dispatch)
        inside = lax.with_sharding_constraint(inside, P(weights))
        inside = jax.nn.relu(jnp.einsum("ebcd,edf->ebcf", inside, p["up"]))
        return x + jnp.einsum("ebcf,efd,bsec->bsd", inside, p["down"], combine)

    def step(params, x, y):
        return sgd(lambda p: jnp.mean((layer(scaled(p), x) - y) ** 2), params)

    params = {
        "router": f32(width, experts, spec=P()),
        "up": f32(experts, width, hidden, spec=P(weights)),
        "down": f32(experts, hidden, width, spec=P(weights)),
    }
    return step, (params, *2 * [f32(8, tokens, width, spec=P(batch))])


@kind("mixture of experts")
def moe_all_to_all(batch, weights):
    """Tokens sent to experts on other devices and back, by hand."""

    def body(x, up):
        sent = lax.all_to_all(x.reshape(-1, 8, 8), weights, 1, 0, tiled=True)
        done = jnp.tanh(jnp.einsum("ted,edf->tef", sent, up))
        return lax.all_to_all(done, weights, 0, 1, tiled=True).reshape(x.shape)

    def step(x, up):
        spec = P(batch)
        layer = jax.shard_map(body, in_specs=(spec, P(weights)), out_specs=spec, check_vma=False)
        return sgd(lambda up: jnp.sum(layer(x, scaled(up)) ** 2), up)

    return step, (f32(64, 64, spec=P(batch)), f32(8, 8, 8, spec=P(weights)))


@kind("ResNet")
def resnet(batch, weights):
    """Stem, two residual blocks, the second with a stride and a projection; batch statistics; a training step."""

    def normed(p, x):
        return images.batch_norm(x, p["scale"], p["offset"])[0]

    def block(p, x, stride):
        y = jax.nn.relu(normed(p["norm1"], images.conv(x, p["first"], (stride, stride))))
        y = normed(p["norm2"], images.conv(y, p["second"]))
        if "project" in p:
            x = images.conv(x, p["project"], (stride, stride))
        return jax.nn.relu(x + y)

    def loss(p, x, labels):
        p = scaled(p, 0.3)
        x = images.max_pool(jax.nn.relu(normed(p["norm"], images.conv(x, p["stem"]))))
        x = block(p["blocks"][1], block(p["blocks"][0], x, 1), 2)
        scores = jnp.mean(x, axis=(1, 2)) @ p["head"]
        wanted = jax.nn.one_hot(labels % 10, 10)
        return -jnp.mean(jnp.sum(wanted * jax.nn.log_softmax(scores), axis=1))

    def norm(size):
        return {"scale": f32(size, spec=P()), "offset": f32(size, spec=P())}

    def kernel(size, inputs, outputs):
        return f32(size, size, inputs, outputs, spec=P(None, None, None, weights))

    def residual(inputs, outputs):
        made = {"first": kernel(3, inputs, outputs), "second": kernel(3, outputs, outputs)}
        made |= {"norm1": norm(outputs), "norm2": norm(outputs)}
        return made if inputs == outputs else made | {"project": kernel(1, inputs, outputs)}

    params = {"stem": kernel(3, 3, 8), "norm": norm(8), "head": f32(16, 10, spec=P(weights))}
    params["blocks"] = [residual(8, 8), residual(8, 16)]
    batches = (f32(8, 16, 16, 3, spec=P(batch)), i32(8, spec=P(batch)))
    return lambda p, x, y: sgd(loss, p, x, y), (params, *batches)


@kind("RNN")
def lstm(batch, weights):
    """An LSTM as a scan over time, and its training step through the scan."""
    inputs, hidden, time = 8, 16, 6

    def cell(p, state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ p["x"] + h @ p["h"] + p["b"], 4, axis=-1)
        c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    def loss(p, x, y):
        p = scaled(p)
        start = jnp.zeros((x.shape[1], hidden))
        _, out = lax.scan(lambda state, x: cell(p, state, x), (start, start), x)
        return jnp.mean((out @ p["out"] - y) ** 2)

    params = {
        "x": f32(inputs, 4 * hidden, spec=P(None, weights)),
        "h": f32(hidden, 4 * hidden, spec=P(None, weights)),
        "b": f32(4 * hidden, spec=P(weights)),
        "out": f32(hidden, inputs, spec=P(weights)),
    }
    batches = 2 * [f32(time, 8, inputs, spec=P(None, batch))]
    return lambda p, x, y: sgd(loss, p, x, y), (params, *batches)


@kind("U-Net")
def unet(batch, weights):
    """Down by strides and pooling, up by transposed convolutions, skips joined by concatenation; a training step."""

    def up(x, w):
        return lax.conv_transpose(x, w, (2, 2), "SAME", dimension_numbers=images.NHWC)

    def network(p, x):
        first = jax.nn.relu(images.conv(x, p["in"]))
        second = jax.nn.relu(images.conv(first, p["down1"], (2, 2)))
        bottom = jax.nn.relu(images.conv(images.max_pool(second), p["down2"]))
        x = jnp.concatenate([jax.nn.relu(up(bottom, p["up2"])), second], axis=-1)
        x = jax.nn.relu(images.conv(x, p["mix2"]))
        x = jnp.concatenate([jax.nn.relu(up(x, p["up1"])), first], axis=-1)
        return images.conv(x, p["out"])

    def loss(p, x, y):
        return jnp.mean((network(scaled(p, 0.1), x) - y) ** 2)

    def kernel(size, inputs, outputs):
        return f32(size, size, inputs, outputs, spec=P(None, None, None, weights))

    params = {
        "in": kernel(3, 2, 8),
        "down1": kernel(3, 8, 8),
        "down2": kernel(3, 8, 16),
        "up2": kernel(2, 16, 8),
        "mix2": kernel(3, 16, 8),
        "up1": kernel(3, 8, 8),
        "out": f32(1, 1, 16, 2, spec=P()),
    }
    # Rows of the image are sharded as well, where there is an axis for them: every layer needs halos.
    spec = P(batch) if batch == weights else P(batch, weights)
    return lambda p, x, y: sgd(loss, p, x, y), (params, *2 * [f32(8, 16, 16, 2, spec=spec)])


@kind("Adam, ZeRO")
def adam_zero(batch, weights):
    """Weights replicated, moments sharded over all devices: gradients are scattered, updates gathered."""
    every = tuple(dict.fromkeys([*(batch if isinstance(batch, tuple) else (batch,)), weights]))

    def forward(p, x):
        return jax.nn.gelu(x @ p["in"] + p["bias"]) @ p["out"]

    def shard(grad):
        return lax.with_sharding_constraint(grad, P(every))

    def step(params, mean, var, count, x, y):
        loss, grads = jax.value_and_grad(lambda p: jnp.mean((forward(scaled(p), x) - y) ** 2))(params)
        grads = jax.tree.map(shard, grads)
        rate = 1e-2 / (1 - 0.9 ** (jnp.abs(count) + 1).astype(jnp.float32))
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, grads)
        var = jax.tree.map(lambda v, g: 0.99 * jnp.abs(v) + 0.01 * g * g, var, grads)
        updates = jax.tree.map(lambda m, v: rate * m / (jnp.sqrt(v) + 1e-2), mean, var)
        gathered = jax.tree.map(lambda u: lax.with_sharding_constraint(u, P()), updates)
        return loss, jax.tree.map(jnp.subtract, params, gathered), mean, var, count + 1

    shapes = {"in": (16, 32), "bias": (32,), "out": (32, 8)}

    def tree(spec):
        return {name: f32(*shape, spec=spec) for name, shape in shapes.items()}

    moments = tree(P(every))
    batches = (f32(16, 16, spec=P(batch)), f32(16, 8, spec=P(batch)))
    return step, (tree(P()), moments, moments, i32(), *batches)


@kind("decode with a KV cache")
def decode(batch, weights):
    """One token through two layers: caches are written at a position, attention reads them."""
    layers, length, heads, head, vocab = 2, 16, 8, 4, 24
    width = heads * head

    def layer(p, x, cache, position):
        q, k, v = jnp.einsum("bd,dthe->tbhe", x, p["qkv"])
        cache = lax.dynamic_update_slice(cache, jnp.stack([k, v])[:, :, None], (0, 0, position, 0, 0))
        scores = jnp.einsum("bhe,bkhe->bhk", q, cache[0]) * head**-0.5
        scores = jnp.where(jnp.arange(length) <= position, scores, -jnp.inf)
        mixed = jnp.einsum("bhk,bkhe->bhe", jax.nn.softmax(scores), cache[1])
        x = x + jnp.einsum("bhe,hed->bd", mixed, p["out"])
        return x + jax.nn.silu(x @ p["up"]) @ p["down"], cache

    def step(params, caches, ids, position):
        params, position = scaled(params), position % length
        x = params["embed"][ids % vocab]
        made = []
        for p, cache in zip(params["layers"], caches, strict=True):
            x, cache = layer(p, x, cache, position)
            made.append(cache)
        scores = x @ params["embed"].T
        return jnp.argmax(scores, axis=-1), scores, made

    weight = {
        "qkv": f32(width, 3, heads, head, spec=P(None, None, weights)),
        "out": f32(heads, head, width, spec=P(weights)),
        "up": f32(width, 64, spec=P(None, weights)),
        "down": f32(64, width, spec=P(weights)),
    }
    params = {"embed": f32(vocab, width, spec=P(weights)), "layers": layers * [weight]}
    # With a single axis, heads are sharded and the batch is replicated.
    rows = None if batch == weights else batch
    caches = layers * [f32(2, 8, length, heads, head, spec=P(None, rows, None, weights))]
    return step, (params, caches, i32(8, spec=P(rows)), i32())


def ring(axis):
    size = lax.axis_size(axis)
    return [(i, (i + 1) % size) for i in range(size)]


@kind("shard_map with ppermute")
def ring_attention(batch, weights):
    """Keys and values go round in a ring; softmax with a running maximum; forward and backward."""

    def body(q, k, v):
        def turn(carry, _):
            k, v, peak, total, out = carry
            scores = jnp.einsum("qe,ke->qk", q, k)
            top = jnp.maximum(peak, jnp.max(scores, axis=1))
            part, decay = jnp.exp(scores - top[:, None]), jnp.exp(peak - top)
            total = total * decay + jnp.sum(part, axis=1)
            out = out * decay[:, None] + part @ v
            k, v = lax.ppermute((k, v), weights, ring(weights))
            return (k, v, top, total, out), None

        rows = q[:, 0]
        start = (k, v, jnp.full_like(rows, -1e30), jnp.zeros_like(rows), jnp.zeros_like(q))
        (*_, total, out), _ = lax.scan(turn, start, length=lax.axis_size(weights))
        return out / total[:, None]

    def step(q, k, v):
        spec = P(weights)
        attend = jax.shard_map(body, in_specs=(spec, spec, spec), out_specs=spec, check_vma=False)
        value, grads = jax.value_and_grad(lambda qkv: jnp.sum(attend(*qkv) ** 2))(scaled((q, k, v), 0.5))
        return value, grads

    return step, 3 * (f32(16, 8, spec=P(weights)),)


@kind("shard_map with ppermute")
def pipeline(batch, weights):
    """Eight layers in stages on the axis of weights, microbatches passed on by ppermute; only that axis is manual."""

    def body(w, x):
        stage, stages = lax.axis_index(weights), lax.axis_size(weights)
        micro = x.shape[0]

        def turn(carry, t):
            state, out = carry
            state = jnp.where(stage == 0, x[jnp.minimum(t, micro - 1)], state)
            for layer in w:
                state = jnp.tanh(state @ layer)
            at = jnp.maximum(t - stages + 1, 0)
            last = (stage == stages - 1) & (t >= stages - 1)
            out = jnp.where(last, out.at[at].set(state), out)
            return (lax.ppermute(state, weights, ring(weights)), out), None

        start = (jnp.zeros_like(x[0]), jnp.zeros_like(x))
        (_, out), _ = lax.scan(turn, start, jnp.arange(micro + stages - 1))
        return lax.psum(jnp.where(stage == stages - 1, out, 0), weights)

    def step(w, x):
        rows = P() if batch == weights else P(None, batch)
        x = lax.with_sharding_constraint(x, rows)
        names = {weights}
        run = jax.shard_map(body, in_specs=(P(weights), P()), out_specs=P(), axis_names=names, check_vma=False)
        return sgd(lambda w: jnp.mean(run(scaled(w, 0.4), x) ** 2), w)

    rows = P() if batch == weights else P(None, batch)
    return step, (f32(8, 8, 8, spec=P(weights)), f32(4, 8, 8, spec=rows))


def lower(make, mesh):
    axes, batch, weights = MESHES[mesh]
    jax.clear_caches()
    fun, args = make(batch, weights)
    return programs.lower(fun, args, mesh=abstract_mesh(**axes))


def main():
    parser = argparse.ArgumentParser(description="Writes programs of every kind.")
    parser.add_argument("outdir", type=pathlib.Path)
    folder = parser.parse_args().outdir
    if folder.exists():
        shutil.rmtree(folder)
    for name, makes in KINDS.items():
        (folder / name).mkdir(parents=True)
        for make in makes:
            for mesh in MESHES:
                text = str(lower(make, mesh))
                (folder / name / f"{make.__name__}.{mesh}.mlir").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
