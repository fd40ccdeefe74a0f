"""Manual computations: collectives under `jax.shard_map`."""

import functools

import jax
import jax.numpy as jnp
from jax import lax

# The asynchronous collectives have no public name yet.
from jax._src.lax import parallel

from . import P, abstract_mesh, arg, device_mesh, f32, i32, program

MESH = abstract_mesh(x=2, y=4)
XY = f32(8, 16, spec=P("x", "y"))


def mapped(in_specs, out_specs, **options):
    return functools.partial(jax.shard_map, in_specs=in_specs, out_specs=out_specs, **options)


@program("shard_map_local", mesh=MESH, args=(XY,))
def shard_map_local(a):
    return mapped(P("x", "y"), P("x", "y"))(lambda a: jnp.sin(a) * 2.0)(a)


@program("shard_map_psum", mesh=MESH, args=(XY,))
def shard_map_psum(a):
    return mapped(P("x", "y"), P("x", None))(lambda a: lax.psum(a, "y"))(a)


@program("shard_map_psum_device_mesh", mesh=device_mesh(x=2, y=4), args=(XY,))
def shard_map_psum_device_mesh(a):
    return mapped(P("x", "y"), P())(lambda a: lax.psum(a, ("x", "y")))(a)


@program("shard_map_pmax_pmin_pmean", mesh=MESH, args=(XY,))
def shard_map_pmax_pmin_pmean(a):
    def body(a):
        return lax.pmax(a, "x"), lax.pmin(a, "y"), lax.pmean(a, ("y", "x"))

    return mapped(P("x", "y"), (P(None, "y"), P("x"), P()))(body)(a)


@program("shard_map_all_gather", mesh=MESH, args=(XY,))
def shard_map_all_gather(a):
    def body(a):
        stacked = lax.all_gather(a, "y")
        return stacked, lax.all_gather(a, "y", axis=1, tiled=True)

    out = (P(None, "x"), P("x"))
    return mapped(P("x", "y"), out, check_vma=False)(body)(a)


@program("shard_map_psum_scatter", mesh=MESH, args=(f32(8, 64, spec=P("x", "y")),))
def shard_map_psum_scatter(a):
    def body(a):
        return lax.psum_scatter(a, "y", scatter_dimension=1, tiled=True)

    return mapped(P("x", "y"), P("x", "y"))(body)(a)


@program("shard_map_psum_scatter_untiled", mesh=MESH, args=(f32(8, 16, 4, spec=P("x", "y")),))
def shard_map_psum_scatter_untiled(a):
    def body(a):
        return lax.psum_scatter(a, "y", scatter_dimension=1)

    return mapped(P("x", "y"), P("x", "y"))(body)(a)


@program("shard_map_ppermute", mesh=MESH, args=(XY,))
def shard_map_ppermute(a):
    def body(a):
        ring = [(i, (i + 1) % 4) for i in range(4)]
        partial = lax.ppermute(a, "x", [(0, 1)])
        return lax.ppermute(a, "y", ring), partial

    return mapped(P("x", "y"), (P("x", "y"), P("x", "y")))(body)(a)


@program("shard_map_all_to_all", mesh=MESH, args=(f32(8, 16, 32, spec=P("x", "y")),))
def shard_map_all_to_all(a):
    def body(a):
        tiled = lax.all_to_all(a, "y", 2, 1, tiled=True)
        return tiled, lax.all_to_all(a.reshape(4, 4, 4, 8), "y", 2, 0)

    return mapped(P("x", "y"), (P("x", None, "y"), P("y", "x")))(body)(a)


@program("shard_map_axis_index", mesh=MESH, args=(XY,))
def shard_map_axis_index(a):
    def body(a):
        place = lax.axis_index("x") * lax.axis_size("y") + lax.axis_index("y")
        return a + place.astype(a.dtype)

    return mapped(P("x", "y"), P("x", "y"))(body)(a)


@program("shard_map_pbroadcast", mesh=MESH, args=(XY,), platforms=("cuda",))
def shard_map_pbroadcast(a):
    @mapped(P("x", "y"), P("x", "y"), check_vma=False)
    def body(a):
        return lax.pbroadcast(a, "y", 2)

    return body(a)


@program("shard_map_send_recv", mesh=MESH, args=(XY,), platforms=("cuda",))
def shard_map_send_recv(a):
    def body(a):
        token = lax.psend(a, "y", [(0, 1)])
        like = jax.ShapeDtypeStruct(a.shape, a.dtype)
        return lax.precv(token, like, "y", [(0, 1)])

    return mapped(P("x", "y"), P("x", "y"), check_vma=False)(body)(a)


@program(
    "shard_map_ragged_all_to_all",
    mesh=abstract_mesh(x=4),
    args=(
        f32(32, 8, spec=P("x")),
        f32(32, 8, spec=P("x")),
        *(i32(16, spec=P("x")) for _ in range(4)),
    ),
)
def shard_map_ragged_all_to_all(operand, output, offsets, sizes, places, received):
    body = functools.partial(lax.ragged_all_to_all, axis_name="x")
    specs = (P("x"),) * 6
    return mapped(specs, P("x"))(body)(operand, output, offsets, sizes, places, received)


@program("shard_map_groups", mesh=abstract_mesh(x=8), args=(f32(8, 16, spec=P("x")),))
def shard_map_groups(a):
    def body(a):
        groups = [[0, 1, 2, 3], [4, 5, 6, 7]]
        total = lax.psum(a, "x", axis_index_groups=groups)
        pairs = [[0, 2], [1, 3], [4, 6], [5, 7]]
        return total, lax.all_gather(a, "x", axis_index_groups=pairs, tiled=True)

    return mapped(P("x"), (P("x"), P("x")), check_vma=False)(body)(a)


@program("shard_map_grad", mesh=MESH, args=(XY, f32(16, 16, spec=P("y"))))
def shard_map_grad(a, w):
    @mapped((P("x", "y"), P("y", None)), P("x", None))
    def product(a, w):
        return lax.psum(a @ w, "y")

    return jax.grad(lambda a, w: jnp.sum(product(a, w) ** 2), argnums=(0, 1))(a, w)


@program("shard_map_partial_manual", mesh=MESH, args=(XY, f32(16, 16, spec=P(None, "y"))))
def shard_map_partial_manual(a, w):
    """Manual over "x" only: "y" stays with the partitioner."""

    @mapped((P("x"), P()), P(), axis_names={"x"})
    def body(a, w):
        hidden = lax.with_sharding_constraint(a @ w, P(None, "y"))
        return lax.psum(jnp.tanh(hidden), "x")

    return body(a, w)


@program("shard_map_nested", mesh=MESH, args=(XY,))
def shard_map_nested(a):
    @mapped(P("x"), P("x"), axis_names={"x"})
    def outer(a):
        @mapped(P(None, "y"), P(), axis_names={"y"})
        def inner(a):
            return lax.psum(jnp.sin(a), "y")

        return inner(a) * 2.0

    return outer(a)


@program("shard_map_two_regions", mesh=MESH, args=(XY,))
def shard_map_two_regions(a):
    rows = mapped(P("x", None), P("x", None), axis_names={"x"})(lambda a: a * 2.0)
    columns = mapped(P(None, "y"), P(None, "y"), axis_names={"y"})(lambda a: a + 1.0)
    return columns(jnp.cos(rows(a)))


@program("shard_map_in_scan", mesh=MESH, args=(XY, f32(4, 16)))
def shard_map_in_scan(a, steps):
    body = mapped((P("x", "y"), P("y")), P("x", "y"))(lambda a, s: a + s)
    return lax.scan(lambda a, s: (body(a, s), None), a, steps)[0]


@program(
    "shard_map_loop_inside",
    mesh=abstract_mesh(x=4),
    args=(f32(32, 16, spec=P("x")), f32(16, 32, spec=P(None, "x"))),
)
def shard_map_loop_inside(a, b):
    """A ring matrix product: multiply, pass on, repeat."""

    @mapped((P("x"), P(None, "x")), P("x"))
    def ring(a, b):
        me = lax.axis_index("x")

        def step(i, carry):
            b, out = carry
            start = ((me - i) % 4) * 8
            out = lax.dynamic_update_slice(out, a @ b, (0, start))
            b = lax.ppermute(b, "x", [(j, (j + 1) % 4) for j in range(4)])
            return b, out

        out = lax.pcast(jnp.zeros((8, 32)), "x", to="varying")
        return lax.fori_loop(0, 4, step, (b, out))[1]

    return ring(a, b)


@program("shard_map_cond_inside", mesh=abstract_mesh(x=4), args=(f32(32, spec=P("x")),))
def shard_map_cond_inside(a):
    def body(a):
        first = lax.axis_index("x") == 0
        return lax.cond(first, jnp.sin, lambda a: a * 2.0, a)

    return mapped(P("x"), P("x"))(body)(a)


@program("shard_map_halo", mesh=abstract_mesh(x=4), args=(f32(32, 8, spec=P("x")),))
def shard_map_halo(a):
    @mapped(P("x"), P("x"))
    def stencil(a):
        up = lax.ppermute(a[-1:], "x", [(i, i + 1) for i in range(3)])
        down = lax.ppermute(a[:1], "x", [(i + 1, i) for i in range(3)])
        wide = jnp.concatenate([up, a, down])
        return 0.25 * wide[:-2] + 0.5 * wide[1:-1] + 0.25 * wide[2:]

    return stencil(a)


@program("shard_map_two_axes_one_dim", mesh=MESH, args=(f32(64, spec=P(("x", "y"))),))
def shard_map_two_axes_one_dim(a):
    def body(a):
        return lax.all_gather(a, ("x", "y"), tiled=True), lax.psum(a, "x")

    return mapped(P(("x", "y")), (P(), P("y")), check_vma=False)(body)(a)


@program("shard_map_integer_and_bool", mesh=MESH, args=(i32(8, 16), arg(8, 16, dtype="bool")))
def shard_map_integer_and_bool(n, flag):
    def body(n, flag):
        return lax.psum(n, "x"), lax.pmax(flag.astype(jnp.int8), "y"), lax.psum(1, "x")

    return mapped(P("x", "y"), (P(None, "y"), P("x"), P()))(body)(n, flag)


@program("shard_map_explicit_mesh", mesh=abstract_mesh(explicit=("x", "y"), x=2, y=4), args=(XY,))
def shard_map_explicit_mesh(a):
    return jax.shard_map(lambda a: lax.psum(a, "y"), out_specs=P("x"))(a)


@program("shard_map_smap", mesh=MESH, args=(XY,))
def shard_map_smap(a):
    return jax.smap(lambda a: lax.psum(a, "y"), in_axes=1, out_axes=None, axis_name="y")(a)


@program("shard_map_no_inputs", mesh=abstract_mesh(x=4), args=())
def shard_map_no_inputs():
    return mapped((), P("x"))(lambda: lax.axis_index("x")[None])()


@program("shard_map_remat", mesh=MESH, args=(XY,))
def shard_map_remat(a):
    body = mapped(P("x", "y"), P())(lambda a: lax.psum(jnp.sum(jnp.sin(a)), ("x", "y")))
    return jax.grad(jax.checkpoint(body))(a)


@program("shard_map_async", mesh=MESH, args=(XY,))
def shard_map_async(a):
    def body(a):
        total = parallel.psum_start(a, "y")
        gathered = parallel.all_gather_start(a, "x", tiled=True)
        moved = parallel.ppermute_start(a, "y", [(0, 1), (1, 0)])
        exchanged = parallel.all_to_all_start(a, "y", 0, 1, tiled=True)
        return total.done(), gathered.done(), moved.done(), exchanged.done()

    out = (P("x"), P(None, "y"), P("x", "y"), P("x", "y"))
    return mapped(P("x", "y"), out, check_vma=False)(body)(a)


@program("pmap_psum", args=(f32(8, 16),), jit={})
def pmap_psum(a):
    return jax.pmap(lambda a: lax.psum(a, "i"), axis_name="i")(a)
