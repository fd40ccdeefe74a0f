"""Meshes and shardings: every way in which JAX places data."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental.layout import Format, Layout, with_layout_constraint
from jax.experimental.shard_alike import shard_alike
from jax.sharding import Mesh, NamedSharding

from . import P, abstract_mesh, device_mesh, f32, i32, lower, module, program

MESH = abstract_mesh(x=2, y=4)
EXPLICIT = abstract_mesh(explicit=("x", "y"), x=2, y=4)
CUBE = abstract_mesh(a=2, b=2, c=2)
ROWS = f32(8, 16, spec=P("x", "y"))
U = P.UNCONSTRAINED


@program(
    "mesh_specs",
    mesh=CUBE,
    args=(
        f32(8, 16, spec=P("a", "b")),
        f32(8, 16, spec=P(("a", "b"), None)),
        f32(8, 16, spec=P(None, ("c", "a"))),
        f32(8, 16, spec=P(("b", "c", "a"))),
        f32(8, 16, spec=P()),
        f32(8, 16),
        f32(spec=P()),
    ),
)
def mesh_specs(*arrays):
    return [a + 1.0 for a in arrays]


@program("mesh_size_one_axis", mesh=abstract_mesh(x=1, y=8), args=(f32(8, 16, spec=P("x", "y")),))
def mesh_size_one_axis(a):
    return jnp.sin(a) @ a.T


@program("mesh_one_device", mesh=device_mesh(x=1), args=(f32(8, spec=P("x")),))
def mesh_one_device(a):
    return a * 2.0


@program(
    "mesh_names",
    mesh=abstract_mesh(**{"x": 2, "a_b": 2, "Δ": 2, 'q"uote': 2}),
    args=(f32(8, 8, spec=P("a_b", "Δ")), f32(8, spec=P('q"uote'))),
)
def mesh_names(a, b):
    return a + b


@program(
    "mesh_device_order", mesh=device_mesh(order=(7, 6, 5, 4, 3, 2, 1, 0), x=2, y=4), args=(ROWS,)
)
def mesh_device_order(a):
    return lax.with_sharding_constraint(jnp.sin(a), P("y", "x"))


@program(
    "mesh_device_order_mixed",
    mesh=device_mesh(order=(0, 2, 4, 6, 1, 3, 5, 7), x=2, y=4),
    args=(ROWS,),
)
def mesh_device_order_mixed(a):
    return jax.shard_map(lambda a: lax.psum(a, "y"), in_specs=P("x", "y"), out_specs=P("x"))(a)


@program("mesh_some_devices", mesh=device_mesh(order=(4, 5, 6, 7), x=2, y=2), args=(ROWS,))
def mesh_some_devices(a):
    return a.T


@module("mesh_single_device")
def mesh_single_device():
    sharding = jax.sharding.SingleDeviceSharding(jax.devices()[3])
    like = jax.ShapeDtypeStruct((8,), "float32", sharding=sharding)
    return lower(lambda a: a + 1.0, (like,))


@module("mesh_several")
def mesh_several():
    """Arguments on three meshes over the same devices."""
    devices = np.array(jax.devices())
    meshes = [
        Mesh(devices.reshape(2, 4), ("x", "y")),
        Mesh(devices.reshape(8), ("z",)),
        Mesh(devices.reshape(4, 2), ("x", "y")),
    ]
    specs = (P("x", "y"), P("z"), P(("x", "y")))
    args = [
        jax.ShapeDtypeStruct((16, 16), "float32", sharding=NamedSharding(mesh, spec))
        for mesh, spec in zip(meshes, specs)
    ]
    return lower(lambda a, b, c: (a @ b, b + c), args)


@module("mesh_several_constraints")
def mesh_several_constraints():
    devices = np.array(jax.devices())
    first = Mesh(devices.reshape(2, 4), ("x", "y"))
    second = Mesh(devices.reshape(2, 2, 2), ("a", "b", "c"))

    def fun(a):
        a = lax.with_sharding_constraint(a, NamedSharding(first, P("x", "y")))
        return lax.with_sharding_constraint(a * 2, NamedSharding(second, P("a", ("c", "b"))))

    return lower(fun, (jax.ShapeDtypeStruct((16, 16), "float32"),))


@program("constraint_kinds", mesh=MESH, args=(ROWS,))
def constraint_kinds(a):
    constrain = lax.with_sharding_constraint
    return (
        constrain(a, P("y", "x")),
        constrain(a + 1, P(U, "x")),
        constrain(a + 2, P("x", U)),
        constrain(a + 3, P(U, U)),
        constrain(a + 4, P()),
        constrain(a + 5, P(("y", "x"))),
        constrain(a + 6, P(None, ("x", "y"))),
    )


@program("constraint_tree", mesh=MESH, args=({"a": ROWS, "b": (f32(8), f32(16, 4))},))
def constraint_tree(tree):
    tree = jax.tree.map(jnp.sin, tree)
    return lax.with_sharding_constraint(tree, {"a": P("x"), "b": (P("y"), P(None, "x"))})


@program("constraint_in_loop", mesh=MESH, args=(ROWS,))
def constraint_in_loop(a):
    def step(_, a):
        return lax.with_sharding_constraint(jnp.tanh(a), P("y", "x"))

    return lax.fori_loop(0, 3, step, a)


@program("constraint_chain", mesh=MESH, args=(f32(8, 16),))
def constraint_chain(a):
    b = lax.with_sharding_constraint(a, P("x"))
    c = lax.with_sharding_constraint(b, P(None, "y"))
    return a + 1.0, b * c


@program("constraint_indivisible", mesh=MESH, args=(f32(7, 13),))
def constraint_indivisible(a):
    return lax.with_sharding_constraint(a * 2.0, P("x", "y"))


@program("constraint_grad", mesh=MESH, args=(ROWS, f32(16, 16)))
def constraint_grad(a, w):
    def loss(w):
        return jnp.sum(lax.with_sharding_constraint(a @ w, P("x", "y")) ** 2)

    return jax.grad(loss)(w)


def sharded_jit(mesh):
    def on(*spec):
        return NamedSharding(mesh, P(*spec))

    return {
        "in_shardings": (on("x"), {"w": on(None, "y"), "b": None}),
        "out_shardings": (on("x", "y"), None),
        "donate_argnums": (0,),
    }


@program(
    "jit_shardings", mesh=MESH, args=(f32(8, 16), {"w": f32(16, 16), "b": f32(16)}), jit=sharded_jit
)
def jit_shardings(a, params):
    out = a @ params["w"] + params["b"]
    return out, {"sum": jnp.sum(out), "max": [jnp.max(out)]}


@program("jit_inner_shardings", mesh=MESH, args=(ROWS,))
def jit_inner_shardings(a):
    inner = jax.jit(
        lambda a: jnp.sin(a) @ a.T,
        in_shardings=NamedSharding(MESH, P("y", None)),
        out_shardings=NamedSharding(MESH, P(None, "x")),
    )
    return inner(a) + inner(a * 2.0)


@program("jit_donation", mesh=MESH, args=(ROWS, ROWS, i32()), jit={"donate_argnums": (0, 1, 2)})
def jit_donation(a, b, n):
    return a + b, n + 1


@program("jit_donation_aliased", args=(f32(8), f32(8)), jit={"donate_argnums": (0,)})
def jit_donation_aliased(a, b):
    return a + b


def memory_jit(mesh):
    host = NamedSharding(mesh, P("x"), memory_kind="pinned_host")
    return {"in_shardings": (host,), "out_shardings": host}


@program("jit_memory_kind", mesh=MESH, args=(f32(8, 16),), jit=memory_jit, platforms=("tpu",))
def jit_memory_kind(a):
    return jax.device_put(a, jax.memory.Space.Device) * 2.0


def layout_jit(mesh):
    rows = NamedSharding(mesh, P("x", "y"))
    return {
        "in_shardings": Format(Layout((0, 1)), rows),
        "out_shardings": Format(Layout.AUTO, rows),
    }


@program("jit_layouts", mesh=device_mesh(x=2, y=4), args=(f32(8, 16),), jit=layout_jit)
def jit_layouts(a):
    return with_layout_constraint(a * 2.0, Layout((1, 0)))


@program("groups_alike", mesh=MESH, args=(ROWS, f32(8, 16)))
def groups_alike(a, b):
    a, b = shard_alike(a, b)
    c, d = shard_alike(jnp.sin(a), jnp.cos(b))
    return c + 1.0, d * 2.0


@program("groups_in_loop", mesh=MESH, args=(ROWS,))
def groups_in_loop(a):
    def step(carry, _):
        _, fresh = shard_alike(a, jnp.zeros_like(a))
        return carry + fresh, None

    return lax.scan(step, a, None, length=3)[0]


@program(
    "explicit_matmul", mesh=EXPLICIT, args=(f32(8, 16, spec=P("x")), f32(16, 32, spec=P(None, "y")))
)
def explicit_matmul(a, b):
    return jnp.tanh(a @ b)


@program("explicit_reshard", mesh=EXPLICIT, args=(ROWS,))
def explicit_reshard(a):
    moved = jax.sharding.reshard(a, P("y", "x"))
    return jax.sharding.reshard(moved * 2.0, P(None, None)), moved.T


@program("explicit_out_sharding", mesh=EXPLICIT, args=(ROWS, f32(16, 8, spec=P("y")), i32(4)))
def explicit_out_sharding(a, b, index):
    return (
        jnp.einsum("ij,jk->ik", a, b, out_sharding=P("x", None)),
        a.at[index].get(out_sharding=P(None, "y")),
        lax.reshape(a, (4, 2, 16), out_sharding=P("x", None, "y")),
    )


@program("explicit_arrays_made", mesh=EXPLICIT, args=(ROWS,))
def explicit_arrays_made(a):
    made = jnp.zeros((8, 16), out_sharding=P("x", "y"))
    count = lax.broadcasted_iota(jnp.float32, (8, 16), 1, out_sharding=P("x", "y"))
    return a + made + count, jnp.sum(a, axis=1), jnp.concatenate([a, made], axis=0)


@program("explicit_auto_axes", mesh=EXPLICIT, args=(ROWS,))
def explicit_auto_axes(a):
    @jax.sharding.auto_axes
    def inside(a):
        return lax.with_sharding_constraint(jnp.sin(a), P("y", None)) @ a.T

    return inside(a, out_sharding=P("x", None))


@program("explicit_inside_auto", mesh=MESH, args=(ROWS,))
def explicit_inside_auto(a):
    @jax.sharding.explicit_axes(in_sharding=P("x", "y"))
    def inside(a):
        return a * 2.0

    return inside(a)


@program(
    "explicit_mixed_axes",
    mesh=abstract_mesh(explicit=("x",), x=2, y=4),
    args=(f32(8, 16, spec=P("x")),),
)
def explicit_mixed_axes(a):
    return lax.with_sharding_constraint(jnp.sin(a), P(U, "y")) @ jnp.ones((16, 4))


@program(
    "explicit_train", mesh=EXPLICIT, args=(f32(16, 32, spec=P(None, "y")), f32(8, 16, spec=P("x")))
)
def explicit_train(w, a):
    return jax.value_and_grad(lambda w: jnp.sum(jax.nn.relu(a @ w)))(w)


@program("explicit_scan", mesh=EXPLICIT, args=(f32(4, 16, 16), ROWS))
def explicit_scan(w, a):
    a = jax.sharding.reshard(a, P("x", None))
    return lax.scan(lambda a, w: (jnp.tanh(a @ w), None), a, w)[0]


@program(
    "explicit_unreduced",
    mesh=EXPLICIT,
    args=(f32(8, 16, spec=P("x", "y")), f32(16, 32, spec=P("y"))),
)
def explicit_unreduced(a, b):
    partial = jnp.einsum("ij,jk->ik", a, b, out_sharding=P("x", None, unreduced={"y"}))
    more = partial + partial
    return jax.sharding.reshard(more, P("x", None)), more


@program(
    "explicit_unreduced_scatter",
    mesh=EXPLICIT,
    args=(f32(8, 16, spec=P("x", "y")), f32(16, 32, spec=P("y"))),
)
def explicit_unreduced_scatter(a, b):
    partial = jnp.einsum("ij,jk->ik", a, b, out_sharding=P("x", None, unreduced={"y"}))
    return jax.sharding.reshard(partial, P("x", "y"))


@program(
    "explicit_reduced",
    mesh=EXPLICIT,
    args=(f32(8, 16, spec=P("x")), f32(16, 32, spec=P(None, reduced={"x"}))),
)
def explicit_reduced(a, b):
    return jax.grad(lambda b: jnp.sum(a @ b))(b)


@program("explicit_shard_map_unreduced", mesh=EXPLICIT, args=(ROWS,))
def explicit_shard_map_unreduced(a):
    @jax.shard_map(in_specs=P("x", "y"), out_specs=P("x", unreduced={"y"}))
    def partial(a):
        return lax.pcast(jnp.sum(a, axis=1), "y", to="unreduced")

    return jax.sharding.reshard(partial(a), P("x"))


@program(
    "mesh_three_axes_transformer",
    mesh=abstract_mesh(data=2, fsdp=2, tensor=2),
    args=(
        f32(16, 64, spec=P(("data", "fsdp"))),
        f32(64, 128, spec=P("fsdp", "tensor")),
        f32(128, 64, spec=P("tensor", "fsdp")),
    ),
)
def mesh_three_axes_transformer(x, up, down):
    hidden = jax.nn.relu(x @ up)
    hidden = lax.with_sharding_constraint(hidden, P(("data", "fsdp"), "tensor"))
    return jax.grad(lambda d: jnp.sum((hidden @ d) ** 2))(down)


@program(
    "mesh_huge",
    mesh=abstract_mesh(pod=4, data=64, model=16),
    platforms=("tpu",),
    args=(f32(65536, 8192, spec=P(("pod", "data"))), f32(8192, 8192, spec=P(None, "model"))),
)
def mesh_huge(a, w):
    return jnp.sin(a @ w)


@program("mesh_no_shardy", mesh=MESH, args=(ROWS,), config={"jax_use_shardy_partitioner": False})
def mesh_no_shardy(a):
    return lax.with_sharding_constraint(jnp.sin(a), P("y", U))


@program(
    "mesh_no_shardy_map", mesh=MESH, args=(ROWS,), config={"jax_use_shardy_partitioner": False}
)
def mesh_no_shardy_map(a):
    body = jax.shard_map(
        lambda a: lax.psum(a, "x"), in_specs=P("x"), out_specs=P(), axis_names={"x"}
    )
    return body(a)


@module("sdy_priorities")
def sdy_priorities():
    """Priorities, sub-axes and replicated axes: JAX never writes these."""
    return """
module @priorities {
  sdy.mesh @mesh = <["x"=4, "y"=8, "z"=2]>
  sdy.mesh @empty = <[]>
  sdy.mesh @maximal = <[], device_ids=[3]>
  sdy.mesh @ordered = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>
  func.func public @main(
      %a: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {"y":(1)2, "z"}p0]>},
      %b: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(2)4}, {?}p3], replicated={"x", "y":(1)2}>},
      %c: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}], unreduced={"z"}>},
      %d: tensor<8xf32> {sdy.sharding = #sdy.sharding<@maximal, []>},
      %e: tensor<f32> {sdy.sharding = #sdy.sharding<@empty, []>},
      %f: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["q"=2]>, [{"q"}]>})
      -> (tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y":(4)2, ?}]>}, tensor<8xf32>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"z", ?}p2]>]>} : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
    %1 = sdy.propagation_barrier %c allowed_direction=FORWARD : tensor<8xf32>
    %2 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<8xf32>
    %3 = sdy.reshard %2 <@mesh, [{"x"}]> : tensor<8xf32>
    return %0, %3 : tensor<16x64xf32>, tensor<8xf32>
  }
}
"""
