"""Writes a benchmark model.

usage: bench_model.py OUT.mlir [--model transformer|experts|resnet] --layers N [--mesh data=4,model=2]

All are unrolled training steps: a transformer with momentum, a stack of
mixture-of-experts layers, a residual convolution network.
"""

import argparse
import pathlib

import environment  # noqa: F401  (must come before anything that starts JAX)

import jax
import jax.numpy as jnp

import serve
from programs import P, abstract_mesh, conv, f32, lower, transformer


def experts(layers, mesh):
    """Tokens over "data", experts over "model"."""

    def train(x, weights):
        def objective(weights):
            y = x
            for layer in weights:
                y = y + transformer.experts(y, *layer)
            return jnp.mean(y**2)

        value, grads = jax.value_and_grad(objective)(weights)
        return value, jax.tree.map(lambda w, g: w - 0.1 * g, weights, grads)

    x, *layer = transformer.expert_args()
    return lower(train, (x, [tuple(layer)] * layers), mesh=mesh)


def resnet(layers, mesh):
    """Batch over "data", channels of every second convolution over "model"."""
    channels = 16
    block = {
        "a": f32(3, 3, channels, channels, spec=P(None, None, None, "model")),
        "b": f32(3, 3, channels, channels, spec=P(None, None, "model", None)),
        "scale": f32(channels),
        "offset": f32(channels),
    }

    def train(blocks, x):
        def objective(blocks):
            y = x
            for p in blocks:
                z, _, _ = conv.batch_norm(conv.conv(y, p["a"]), p["scale"], p["offset"])
                y = y + conv.conv(jax.nn.relu(z), p["b"])
            return jnp.mean(y**2)

        value, grads = jax.value_and_grad(objective)(blocks)
        return value, jax.tree.map(lambda w, g: w - 0.1 * g, blocks, grads)

    image = f32(32, 32, 32, channels, spec=P("data"))
    return lower(train, ([block] * layers, image), mesh=mesh)


def transformer_step(layers, mesh):
    sizes = {}
    if mesh.size > 64:
        # Large enough that every shard of every annotated tensor holds something.
        sizes = {"batch": 64, "seq": 128, "width": 2048, "heads": 64, "hidden": 8192, "vocab": 32768}
    return transformer.transformer_train_step(layers, mesh=mesh, **sizes)


MODELS = {"transformer": transformer_step, "experts": experts, "resnet": resnet}


def mesh_of(text):
    axes = dict(part.split("=") for part in text.split(","))
    return abstract_mesh(**{name: int(size) for name, size in axes.items()})


def main():
    parser = argparse.ArgumentParser(description="Writes a benchmark model.")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--model", choices=MODELS, default="transformer")
    parser.add_argument("--layers", type=int, required=True)
    parser.add_argument("--mesh", default="data=4,model=2")
    options = parser.parse_args()
    built = MODELS[options.model](options.layers, mesh_of(options.mesh))
    options.out.write_text(str(built), encoding="utf-8")
    print(f"{options.layers} layers, {serve.count_ops(built)} ops")


if __name__ == "__main__":
    main()
