"""Small programs lowered with whatever jax is installed, for texts of versions other than the pinned one.

    versions.py OUTDIR

writes `NAME.mlir` for every program, and `NAME.gspmd.mlir`, the same without Shardy, where the version still has the choice. This file
runs with jax 0.6 to 0.12: it uses what these have in common, and `within` for what they do not. The folders below `testdata/jax` are
its output, each with the version in its name:

    python3.12 -m venv env && env/bin/pip install jax==0.12.0.1 && env/bin/python versions.py ../testdata/jax/0.12.0.1

Texts have no locations, so they do not depend on the machine.
"""

import argparse
import contextlib
import dataclasses
import functools
import math
import os
import pathlib
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import jax.scipy.special
import numpy as np
from jax import lax
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

XY = dict(x=2, y=4)


@dataclasses.dataclass(frozen=True)
class Arg:
    """An argument before its mesh is made; without a spec it has no sharding."""

    shape: tuple[int, ...]
    dtype: str
    spec: P | None

    def on(self, mesh):
        if self.spec is None or mesh is None:
            return jax.ShapeDtypeStruct(self.shape, self.dtype)
        return jax.ShapeDtypeStruct(self.shape, self.dtype, sharding=NamedSharding(mesh, self.spec))


def f32(*shape, spec=None):
    return Arg(shape, "float32", spec)


def i32(*shape, spec=None):
    return Arg(shape, "int32", spec)


PROGRAMS = {}


def program(*args, kind="devices", **axes):
    """Registers the decorated function with its arguments and its mesh: of devices, abstract, explicit, or none."""

    def decorate(fun):
        PROGRAMS[fun.__name__] = (fun, args, kind, axes or XY)
        return fun

    return decorate


def make_mesh(kind, axes):
    sizes, names = tuple(axes.values()), tuple(axes)
    types = (AxisType.Explicit if kind == "explicit" else AxisType.Auto,) * len(names)
    if kind == "none":
        return None
    if kind == "abstract":
        return AbstractMesh(sizes, names, axis_types=types)
    devices = np.array(jax.devices()[: math.prod(sizes)]).reshape(sizes)
    return Mesh(devices, names, axis_types=types)


def within(mesh):
    """Makes a mesh the current one."""
    if mesh is None:
        return contextlib.nullcontext()
    if isinstance(mesh, Mesh):
        return jax.set_mesh(mesh) if hasattr(jax, "set_mesh") else jax.sharding.use_mesh(mesh)
    if hasattr(jax.sharding, "use_abstract_mesh"):
        return jax.sharding.use_abstract_mesh(mesh)
    from jax._src.mesh import use_abstract_mesh

    return use_abstract_mesh(mesh)


def mapped(in_specs, out_specs, **options):
    """`jax.shard_map` on the current mesh, without a check of what varies: versions spell that differently."""
    options = dict(check_vma=False) | options
    return lambda body: jax.shard_map(body, in_specs=in_specs, out_specs=out_specs, **options)


# Collectives, one or two of a kind to a program.

ROWS = f32(8, 16, spec=P("x", "y"))


@program(ROWS)
def psum(a):
    return mapped(P("x", "y"), (P("x"), P()))(lambda a: (lax.psum(a, "y"), lax.psum(a, ("x", "y"))))(a)


@program(ROWS)
def psum_checked(a):
    return mapped(P("x", "y"), P("x"), check_vma=True)(lambda a: lax.psum(a, "y"))(a)


@program(ROWS, kind="abstract")
def psum_abstract_mesh(a):
    return mapped(P("x", "y"), P("x"))(lambda a: lax.psum(a, "y"))(a)


@program(f32(8, 16))
def psum_without_shardings(a):
    return mapped(P("x", "y"), P("x"))(lambda a: lax.psum(a, "y"))(a)


@program(ROWS, kind="explicit")
def psum_explicit(a):
    return mapped(P("x", "y"), P("x"))(lambda a: lax.psum(a * 2, "y"))(a)


@program(ROWS)
def pmean_pmax_pmin(a):
    body = lambda a: (lax.pmean(a, "x"), lax.pmax(a, "y"), lax.pmin(a, ("y", "x")))
    return mapped(P("x", "y"), (P(None, "y"), P("x"), P()))(body)(a)


@program(i32(8, 16, spec=P("x", "y")))
def psum_of_integers_and_bools(n):
    body = lambda n: (lax.psum(n, "x"), lax.pmax((n > 3).astype(jnp.int8), "y"), lax.psum(1, "x"))
    return mapped(P("x", "y"), (P(None, "y"), P("x"), P()))(body)(n)


@program(ROWS)
def all_gather(a):
    body = lambda a: (lax.all_gather(a, "y"), lax.all_gather(a, "y", axis=1, tiled=True))
    return mapped(P("x", "y"), (P(None, "x"), P("x")))(body)(a)


@program(f32(64, spec=P(("x", "y"))), kind="abstract")
def all_gather_two_axes(a):
    body = lambda a: lax.all_gather(a, ("x", "y"), tiled=True)
    return mapped(P(("x", "y")), P())(body)(a)


@program(f32(8, 64, spec=P("x", "y")))
def psum_scatter(a):
    body = lambda a: lax.psum_scatter(a, "y", scatter_dimension=1, tiled=True)
    return mapped(P("x", "y"), P("x", "y"))(body)(a)


@program(f32(8, 16, 4, spec=P("x", "y")))
def psum_scatter_untiled(a):
    return mapped(P("x", "y"), P("x", "y"))(lambda a: lax.psum_scatter(a, "y", scatter_dimension=1))(a)


@program(ROWS)
def ppermute(a):
    ring = [(i, (i + 1) % 4) for i in range(4)]
    body = lambda a: (lax.ppermute(a, "y", ring), lax.ppermute(a, "x", [(0, 1)]))
    return mapped(P("x", "y"), (P("x", "y"), P("x", "y")))(body)(a)


@program(f32(8, 16, 32, spec=P("x", "y")))
def all_to_all(a):
    body = lambda a: lax.all_to_all(a, "y", 2, 1, tiled=True)
    return mapped(P("x", "y"), P("x", None, "y"))(body)(a)


@program(f32(8, 16, 4, spec=P("x", "y")), kind="abstract")
def all_to_all_untiled(a):
    return mapped(P("x", "y"), P("y", "x"))(lambda a: lax.all_to_all(a, "y", 2, 0))(a)


@program(f32(32, 8, spec=P("x")), f32(32, 8, spec=P("x")), *(i32(16, spec=P("x")) for _ in range(4)), x=4)
def ragged_all_to_all(operand, output, offsets, sizes, places, received):
    body = functools.partial(lax.ragged_all_to_all, axis_name="x")
    return mapped((P("x"),) * 6, P("x"))(body)(operand, output, offsets, sizes, places, received)


@program(f32(8, 16, spec=P("x")), x=8)
def groups(a):
    halves, pairs = [[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 2], [1, 3], [4, 6], [5, 7]]

    def body(a):
        total = lax.psum(a, "x", axis_index_groups=halves)
        return total, lax.all_gather(a, "x", axis_index_groups=pairs, tiled=True)

    return mapped(P("x"), (P("x"), P("x")))(body)(a)


@program(ROWS)
def axis_index(a):
    place = lambda: lax.axis_index("x") * 4 + lax.axis_index("y")
    return mapped(P("x", "y"), P("x", "y"))(lambda a: a + place().astype(a.dtype))(a)


@program(ROWS, f32(16, 16, spec=P("y")))
def gradient_of_psum(a, w):
    product = mapped((P("x", "y"), P("y", None)), P("x", None))(lambda a, w: lax.psum(a @ w, "y"))
    return jax.grad(lambda a, w: jnp.sum(product(a, w) ** 2), argnums=(0, 1))(a, w)


@program(ROWS, f32(16, 16, spec=P(None, "y")))
def partial_manual(a, w):
    @mapped((P("x"), P()), P(), axis_names={"x"})
    def body(a, w):
        return lax.psum(jnp.tanh(a @ w), "x")

    return body(a, w)


@program(ROWS, kind="abstract")
def collective_in_scan(a):
    def body(a):
        turn = lambda a, _: (lax.ppermute(a, "y", [(i, (i + 1) % 4) for i in range(4)]) * 0.5, lax.psum(a, "x"))
        return lax.scan(turn, a, length=3)

    return mapped(P("x", "y"), (P("x", "y"), P(None, None, "y")))(body)(a)


@program(f32(32, 4, spec=P("x")), x=8)
def halo(a):
    def body(a):
        up = lax.ppermute(a[-1:], "x", [(i, i + 1) for i in range(7)])
        down = lax.ppermute(a[:1], "x", [(i + 1, i) for i in range(7)])
        wide = jnp.concatenate([up, a, down])
        return a + 0.1 * (wide[:-2] - 2 * a + wide[2:])

    return mapped(P("x"), P("x"))(body)(a)


# Programs whose shardings come from propagation.

WEIGHTS = (f32(16, 32, spec=P(None, "y")), f32(32, 16, spec=P("y")), f32(8, 16, spec=P("x")))


def network(first, second, x):
    return jnp.tanh(x @ (0.2 * first)) @ (0.2 * second)


@program(*WEIGHTS)
def mlp_gradient(first, second, x):
    return jax.value_and_grad(lambda f, s: jnp.mean(network(f, s, x) ** 2), argnums=(0, 1))(first, second)


@program(*WEIGHTS)
def mlp_constraint(first, second, x):
    hidden = lax.with_sharding_constraint(jax.nn.gelu(x @ first), P("x", "y"))
    return hidden @ second


@program(*WEIGHTS, kind="explicit")
def mlp_explicit(first, second, x):
    return jnp.tanh(jnp.sin(x)) + 1, jnp.exp(-first * first), second.T


@program(f32(4, 16, 16, spec=P(None, "x", "y")), f32(8, 16, spec=P("x")))
def scan_remat(weights, x):
    layer = jax.checkpoint(lambda x, w: (jnp.tanh(x @ w), jnp.mean(x)))

    def loss(weights):
        out, means = lax.scan(layer, x, 0.2 * weights)
        return jnp.mean(out**2) + jnp.sum(means)

    return jax.value_and_grad(loss)(weights)


@program(f32(8, 16, spec=P("x", "y")))
def custom_vjp(x):
    @jax.custom_vjp
    def clipped(x):
        return x * x

    clipped.defvjp(lambda x: (x * x, x), lambda x, g: (jnp.clip(2 * x * g, -1, 1),))
    return jax.grad(lambda x: jnp.sum(clipped(jnp.sin(x))))(x)


@program(f32(8, 16, spec=P("x", "y")))
def debug_print(x):
    jax.debug.print("sum {}", jnp.sum(x))
    return x + 1


@program(f32(16, 8, spec=P("x")), i32(16, spec=P("x")), x=8)
def branches(x, kind):
    def one(x, kind):
        x = lax.switch(kind % 3, [jnp.sin, jnp.cumsum, lambda x: x[::-1]], x)
        return lax.cond(jnp.sum(x) > 0, lambda x: 2 * x, lambda x: x - 1, x)

    return jax.vmap(one)(x, kind)


@program(f32(8, 16, spec=P("x", "y")), i32(8, spec=P("x")))
def gather_scatter(x, at):
    at = at % 8
    return x[at], jnp.zeros_like(x).at[at].add(x), lax.dynamic_slice(x, (at[0] % 4, 0), (4, 16))


@program(f32(8, 16, spec=P("x", "y")))
def sort_top_k(x):
    return jnp.sort(x, axis=0), lax.top_k(x, 3), jnp.argmax(x, axis=1), jnp.cumsum(x, axis=1)


@program(f32(8, 16, spec=P("x", "y")))
def fft(x):
    return jnp.abs(jnp.fft.fft2(x)), jnp.fft.irfft(jnp.fft.rfft(x))


@program(f32(4, 8, 8, 4, spec=P("x", "y")), f32(3, 3, 4, 8))
def convolution(x, kernel):
    out = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return lax.reduce_window(out, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


@program(Arg((2,), "uint32", None), f32(8, 16, spec=P("x", "y")))
def random(key, x):
    keys = jax.random.split(jax.random.wrap_key_data(key), 2)
    return x + jax.random.normal(keys[0], x.shape), jax.random.categorical(keys[1], x)


@program(f32(8, 16, spec=P("x", "y")), kind="abstract")
def special(x):
    p = jax.nn.sigmoid(x)
    return jax.scipy.special.logsumexp(x, axis=0), jax.scipy.special.erfinv(p - 0.5), lax.lgamma(1 + p)


@program(Arg((8, 16), "bfloat16", P("x")), Arg((16, 8), "int8", P(None, "y")))
def low_precision(a, b):
    product = lax.dot_general(a, b.astype(a.dtype), (((1,), (0,)), ((), ())), preferred_element_type="float32")
    return product, a.astype("float8_e4m3fn").astype("float32")


@program(f32(8, 16), kind="none")
def no_mesh(x):
    return jnp.tanh(x @ x.T)


def text_of(name):
    fun, args, kind, axes = PROGRAMS[name]
    jax.clear_caches()
    mesh = make_mesh(kind, axes)
    with within(mesh):
        traced = jax.jit(fun).trace(*(arg.on(mesh) for arg in args))
        return str(traced.lower(lowering_platforms=("cpu",)).compiler_ir("stablehlo"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("outdir", type=pathlib.Path)
    folder = parser.parse_args().outdir
    folder.mkdir(parents=True, exist_ok=True)
    # The newest versions have no such choice: the option is gone or has no effect.
    major = tuple(int(part) for part in jax.__version__.split(".")[:2])
    forms = [(".mlir", True), (".gspmd.mlir", False)] if major < (0, 8) else [(".mlir", None)]
    failed = False
    for ending, shardy in forms:
        if shardy is not None:
            jax.config.update("jax_use_shardy_partitioner", shardy)
        for name in PROGRAMS:
            try:
                (folder / f"{name}{ending}").write_text(text_of(name), encoding="utf-8")
            except Exception as error:
                print(f"{name}{ending}: {type(error).__name__}: {error}", file=sys.stderr)
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
