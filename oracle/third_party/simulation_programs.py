"""Bodies, atoms and graphs: Brax, JAX MD and Jraph."""

import jax
import jax.numpy as jnp
import jax_md
import jraph
from brax import envs
from jax.sharding import PartitionSpec as P

from registry import by_shape, f32, i32, program, scaled

NODES, EDGES, WIDTH = 16, 32, 8


def brax_steps(mesh, name, backend, count):
    """A few steps of an environment for several copies of it."""
    env = envs.get_environment(name, backend=backend)

    def rollout(actions):
        state = jax.vmap(env.reset)(jax.random.split(jax.random.key(0), actions.shape[1]))
        for action in actions:
            state = jax.vmap(env.step)(state, jnp.tanh(action))
        return state.obs, state.reward

    axis = mesh.axis_names[0]
    return rollout, (f32(mesh, count, 8, env.action_size, on=P(None, axis)),)


@program("brax", "brax.envs inverted_pendulum, generalized", mesh="8")
def brax_pendulum(mesh):
    return brax_steps(mesh, "inverted_pendulum", "generalized", 1)


@program("brax", "brax.envs reacher, positional")
def brax_reacher(mesh):
    return brax_steps(mesh, "reacher", "positional", 1)


@program("jax-md", "jax_md.energy.lennard_jones_pair", mesh="8")
def jax_md_lennard_jones(mesh):
    displacement, _ = jax_md.space.periodic(4.0)
    energy = jax_md.energy.lennard_jones_pair(displacement)

    def forces(positions):
        grid = jnp.stack(jnp.meshgrid(*3 * (jnp.arange(2) * 2.0,)), -1).reshape(8, 3)
        positions = grid + 0.05 * positions
        return energy(positions), jax_md.quantity.force(energy)(positions)

    return forces, (f32(mesh, 8, 3),)


@program("jax-md", "jax_md.simulate.nve, soft spheres")
def jax_md_nve(mesh):
    displacement, shift = jax_md.space.periodic(4.0)
    energy = jax_md.energy.soft_sphere_pair(displacement)
    start, apply = jax_md.simulate.nve(energy, shift, 1e-2)

    def run(positions):
        state = start(jax.random.PRNGKey(0), positions % 4.0, kT=0.1)
        state = jax.lax.fori_loop(0, 4, lambda _, state: apply(state), state)
        return state.position, state.momentum

    return run, (f32(mesh, 16, 2),)


def graph_of(nodes, edges, senders, receivers):
    count = lambda n: jnp.array([n])
    return jraph.GraphsTuple(nodes, edges, receivers % NODES, senders % NODES, None, count(NODES), count(EDGES))


def graph_args(mesh):
    axis = P(mesh.axis_names[0])
    return (
        f32(mesh, NODES, WIDTH, on=axis),
        f32(mesh, EDGES, WIDTH, on=axis),
        i32(mesh, EDGES, on=axis),
        i32(mesh, EDGES, on=axis),
    )


@program("jraph", "jraph.InteractionNetwork")
def jraph_interaction(mesh):
    def loss(weights, *graph):
        w = scaled(weights)
        net = jraph.InteractionNetwork(
            update_edge_fn=lambda edges, sent, received: jnp.tanh(
                jnp.concatenate([edges, sent, received], -1) @ w["edge"]
            ),
            update_node_fn=lambda nodes, messages: jnp.tanh(jnp.concatenate([nodes, messages], -1) @ w["node"]),
        )
        return jnp.mean(net(graph_of(*graph)).nodes ** 2)

    shape = lambda rows: jax.ShapeDtypeStruct((rows, WIDTH), jnp.float32)
    weights = by_shape(mesh, {"edge": shape(3 * WIDTH), "node": shape(2 * WIDTH)})
    return jax.value_and_grad(loss), (weights, *graph_args(mesh))


@program("jraph", "jraph.GAT", mesh="8")
def jraph_gat(mesh):
    def loss(weights, *graph):
        w = scaled(weights)
        net = jraph.GAT(
            attention_query_fn=lambda nodes: nodes @ w["query"],
            attention_logit_fn=lambda sent, received, _: jnp.sum(sent * received, -1, keepdims=True),
            node_update_fn=jax.nn.leaky_relu,
        )
        return jnp.mean(net(graph_of(*graph)).nodes ** 2)

    query = jax.ShapeDtypeStruct((WIDTH, WIDTH), jnp.float32)
    return jax.value_and_grad(loss), (by_shape(mesh, {"query": query}), *graph_args(mesh))
