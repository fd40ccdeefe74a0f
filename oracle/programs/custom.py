"""Custom calls, callbacks, custom derivatives, names, barriers, special functions."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback
from jax.experimental import pallas as pl
from jax.experimental.compute_on import compute_on
from jax.experimental.custom_partitioning import custom_partitioning
from jax.experimental.xla_metadata import set_xla_metadata
from jax.sharding import NamedSharding

from . import P, abstract_mesh, arg, device_mesh, f32, i32, program

MESH = abstract_mesh(x=2, y=4)
ROWS = f32(8, 16, spec=P("x", "y"))


@program("callback_pure", mesh=device_mesh(x=2, y=4), args=(ROWS,))
def callback_pure(a):
    like = jax.ShapeDtypeStruct(a.shape, a.dtype)
    return jax.pure_callback(np.sin, like, a, vmap_method="expand_dims")


@program("callback_pure_many", args=(f32(4), i32(4)))
def callback_pure_many(a, n):
    like = (jax.ShapeDtypeStruct((4,), "float32"), jax.ShapeDtypeStruct((), "int32"))
    return jax.pure_callback(lambda a, n: (a, n.sum()), like, a, n)


@program("callback_io", args=(f32(4),))
def callback_io(a):
    like = jax.ShapeDtypeStruct((4,), "float32")
    first = io_callback(lambda a: a + 1, like, a, ordered=True)
    return io_callback(lambda a: a * 2, like, first, ordered=True)


@program("callback_io_unordered", args=(f32(4),))
def callback_io_unordered(a):
    return io_callback(lambda a: a, jax.ShapeDtypeStruct((4,), "float32"), a)


@program("callback_debug_print", args=(f32(4),))
def callback_debug_print(a):
    jax.debug.print("first {}", a[0])
    jax.debug.print("sum {s}", s=jnp.sum(a), ordered=True)
    jax.debug.callback(lambda a: None, a)
    return a


@program("callback_in_loop", args=(f32(),))
def callback_in_loop(a):
    def step(_, a):
        jax.debug.print("now {}", a, ordered=True)
        return a * 2.0

    return lax.fori_loop(0, 3, step, a)


@program("ffi_call_attributes", mesh=MESH, args=(ROWS, i32(4)))
def ffi_call_attributes(a, n):
    like = jax.ShapeDtypeStruct(a.shape, a.dtype)
    call = jax.ffi.ffi_call("example_target", (like, jax.ShapeDtypeStruct((), "int32")))
    return call(
        a,
        n,
        integer=np.int64(7),
        small=np.int8(-3),
        real=np.float32(0.5),
        flag=True,
        text='a "quoted" \\ line\nbreak',
        array=np.array([1, 2, 3], np.int32),
        nested={"inner": np.float64(1e-300)},
    )


@program("ffi_call_effects", args=(f32(4, 8),))
def ffi_call_effects(a):
    like = jax.ShapeDtypeStruct((4, 8), "float32")
    aliased = jax.ffi.ffi_call("alias_target", like, input_output_aliases={0: 0})
    effect = jax.ffi.ffi_call(
        "effect_target",
        like,
        has_side_effect=True,
        custom_call_api_version=2,
        legacy_backend_config="opaque",
    )
    layouts = jax.ffi.ffi_call("layout_target", like, input_layouts=[(0, 1)], output_layouts=(1, 0))
    return aliased(a), effect(a), layouts(a)


@functools.partial(custom_partitioning, static_argnums=())
def partitioned_softmax(x):
    return jax.nn.softmax(x)


def keep_rows(mesh, arg_shapes, result_shape):
    spec = arg_shapes[0].sharding.spec
    return NamedSharding(mesh, P(*spec[:-1], None))


def split_rows(mesh, arg_shapes, result_shape):
    rows = keep_rows(mesh, arg_shapes, result_shape)
    return mesh, jax.nn.softmax, rows, (rows,)


partitioned_softmax.def_partition(
    partition=split_rows,
    infer_sharding_from_operands=keep_rows,
    sharding_rule="... j -> ... j",
    need_replication_factors=("j",),
)


@program("custom_partitioning_rule", mesh=device_mesh(x=2, y=4), args=(ROWS,))
def custom_partitioning_rule(a):
    return partitioned_softmax(a) * 2.0


@custom_partitioning
def partitioned_matmul(a, b):
    return a @ b


partitioned_matmul.def_partition(
    partition=lambda mesh, args, result: (
        mesh,
        jnp.matmul,
        result.sharding,
        tuple(a.sharding for a in args),
    ),
    infer_sharding_from_operands=lambda mesh, args, result: args[0].sharding,
    sharding_rule="i (k l), (k l) j -> i j",
    reduction_factors=("k", "l"),
    k=4,
    l=4,
)


@program("custom_partitioning_compound", mesh=device_mesh(x=2, y=4), args=(ROWS, f32(16, 8)))
def custom_partitioning_compound(a, b):
    return partitioned_matmul(a, b)


@custom_partitioning
def partitioned_reverse(a):
    return a[::-1]


partitioned_reverse.def_partition(
    partition=lambda mesh, args, result: (
        mesh,
        lambda a: a[::-1],
        result.sharding,
        (args[0].sharding,),
    ),
    infer_sharding_from_operands=lambda mesh, args, result: args[0].sharding,
    sharding_rule="i j -> i j",
    permutation_factors=("i",),
)


@program("custom_partitioning_permutation", mesh=device_mesh(x=2, y=4), args=(ROWS,))
def custom_partitioning_permutation(a):
    return partitioned_reverse(a)


@jax.custom_jvp
def log1pexp(x):
    return jnp.log(1.0 + jnp.exp(x))


@log1pexp.defjvp
def log1pexp_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return log1pexp(x), (1.0 - 1.0 / (1.0 + jnp.exp(x))) * t


@jax.custom_vjp
def clipped_gradient(x):
    return x


clipped_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1.0, 1.0),))


@program("custom_derivatives", mesh=MESH, args=(ROWS,))
def custom_derivatives(a):
    return jax.grad(lambda a: jnp.sum(log1pexp(clipped_gradient(a) * 3.0)))(a)


@program("named_scopes", mesh=MESH, args=(ROWS,))
def named_scopes(a):
    with jax.named_scope("encoder"):
        a = jnp.sin(a)
        with jax.named_scope('odd "name" with \\ and é'):
            a = jnp.cos(a)
    return jax.named_call(lambda a: a * 2.0, name="scale")(a)


@program("jit_in_jit", mesh=MESH, args=(ROWS,))
def jit_in_jit(a):
    inner = jax.jit(lambda a: jnp.sin(a) + 1.0)
    inlined = jax.jit(lambda a: a * 3.0, inline=True)
    twice = jax.jit(lambda a: inner(inner(a)))
    return inlined(twice(a)) + inner(a[:4]).sum()


@program("keep_unused_arguments", args=(f32(4), f32(5)), jit={"keep_unused": True})
def keep_unused_arguments(a, b):
    return a


@program("drop_unused_arguments", args=({"used": f32(4), "not_used": f32(5)}, i32()))
def drop_unused_arguments(tree, n):
    return {"out": (tree["used"], [n, None])}


@program("static_arguments", args=(f32(4), 3), jit={"static_argnums": (1,)})
def static_arguments(a, power):
    return a**power


@program("results_and_constants", args=(f32(4),))
def results_and_constants(a):
    """Arguments returned as they are, the same result twice, a constant result."""
    return a, a, jnp.zeros(3), 7, (), a + 1.0


@program("no_results", args=(f32(4),))
def no_results(a):
    return ()


@program("remat_policies", mesh=MESH, args=(ROWS, f32(16, 16)))
def remat_policies(a, w):
    policies = jax.checkpoint_policies

    def body(a, w):
        return jnp.sum(jnp.sin(jnp.sin(a @ w) @ w))

    return [
        jax.grad(jax.checkpoint(body, policy=policy), argnums=1)(a, w)
        for policy in (
            policies.everything_saveable,
            policies.nothing_saveable,
            policies.dots_saveable,
        )
    ] + [jax.grad(jax.checkpoint(body, prevent_cse=False))(a, w)]


@program("remat_offload", args=(f32(8, 16), f32(16, 16)), platforms=("tpu",))
def remat_offload(a, w):
    policy = jax.checkpoint_policies.offload_dot_with_no_batch_dims("device", "pinned_host")

    def body(a, w):
        return jnp.sum(jnp.sin(jnp.sin(a @ w) @ w))

    return jax.grad(jax.checkpoint(body, policy=policy), argnums=1)(a, w)


@program("optimization_barriers", mesh=MESH, args=(ROWS, i32()))
def optimization_barriers(a, n):
    a, n = lax.optimization_barrier((a, n))
    return lax.optimization_barrier(a + 1.0), n


@program("composite_ops", mesh=MESH, args=(ROWS,))
def composite_ops(a):
    def tangent(a, *, scale, table):
        return jnp.sin(a) / jnp.cos(a) * scale + table.sum()

    call = lax.composite(tangent, name="my.tangent", version=2)
    return call(a, scale=np.float32(2.5), table=np.arange(4, dtype=np.float32))


@program("composite_gelu", args=(f32(8),))
def composite_gelu(a):
    return lax.composite(lambda a: a * 0.5, "my.half")(a), jax.nn.gelu(a, approximate=False)


@program("metadata_attributes", mesh=MESH, args=(ROWS,))
def metadata_attributes(a):
    with set_xla_metadata(group="1", note='with "quotes"'):
        a = jnp.sin(a) @ a.T
    return set_xla_metadata(a + 1.0, tag="value")


@program("compute_on_host", args=(f32(8),))
def compute_on_host(a):
    with compute_on("device_host"):
        a = jnp.sin(a)
    return a * 2.0


@program("platform_dependent", args=(f32(8),), platforms=("cpu", "tpu"))
def platform_dependent(a):
    return lax.platform_dependent(a, cpu=jnp.sin, tpu=jnp.cos, default=jnp.tan)


UNARY = (
    "abs acos acosh asin asinh atan atanh bessel_i0e bessel_i1e cbrt ceil cos cosh digamma erf"
    " erf_inv erfc exp exp2 expm1 floor is_finite lgamma log log1p logistic neg round rsqrt sign"
    " sin sinh sqrt square tan tanh"
).split()


def unary_everything(a):
    return {name: getattr(lax, name)(a) for name in UNARY}


@program("unary_functions", mesh=MESH, args=(ROWS,))
def unary_functions(a):
    return unary_everything(a)


@program("unary_functions_tpu", args=(f32(4),), platforms=("tpu",))
def unary_functions_tpu(a):
    return unary_everything(a)


@program("unary_functions_bf16", args=(arg(4, dtype="bfloat16"),))
def unary_functions_bf16(a):
    return unary_everything(a)


@program("binary_functions", mesh=MESH, args=(ROWS, ROWS))
def binary_functions(a, b):
    names = "add atan2 div max min mul nextafter pow rem sub igamma igammac zeta polygamma".split()
    names += "random_gamma_grad eq ne lt le gt ge".split()
    return {name: getattr(lax, name)(a, b) for name in names}


@program("betainc", args=(f32(4), f32(4), f32(4)))
def betainc(a, b, x):
    return lax.betainc(a, b, x)


@program("bit_functions", args=(i32(4, 4), i32(4, 4), arg(4, dtype="uint32")))
def bit_functions(n, m, u):
    return (
        n & m,
        n | m,
        n ^ m,
        ~n,
        lax.clz(n),
        lax.population_count(u),
        lax.shift_left(n, m),
        lax.shift_right_logical(n, m),
        lax.shift_right_arithmetic(n, m),
        n // m,
        n % m,
        lax.rem(n, m),
        lax.integer_pow(n, 5),
        lax.sign(n),
        lax.mulhi(u, u),
    )


@program("special_functions", args=(f32(4), f32(4)))
def special_functions(a, b):
    special = jax.scipy.special
    return (
        special.i0(a),
        special.i1(a),
        special.expit(a),
        special.logit(a),
        special.ndtri(a),
        special.log_ndtr(a),
        special.xlogy(a, b),
        special.betaln(a, b),
        special.gamma(a),
        special.entr(a),
        special.exp1(a),
        special.expi(a),
        special.spence(a),
        special.factorial(a),
    )


@program("special_function_grads", args=(f32(4),))
def special_function_grads(a):
    names = "lgamma digamma erf erf_inv bessel_i1e asin acosh atanh tan".split()
    return {
        name: jax.grad(lambda a, name=name: jnp.sum(getattr(lax, name)(a)))(a) for name in names
    }


@program("result_accuracy", args=(f32(4),))
def result_accuracy(a):
    return (
        lax.exp(a, accuracy=lax.AccuracyMode.HIGHEST),
        lax.tanh(a, accuracy=lax.Tolerance(atol=1e-5, rtol=0.0, ulps=2)),
        lax.logistic(a, accuracy=lax.AccuracyMode.DEFAULT),
    )


@program(
    "ragged_dots",
    mesh=MESH,
    args=(f32(32, 16, spec=P("x")), f32(4, 16, 24, spec=P(None, None, "y")), i32(4)),
)
def ragged_dots(a, b, sizes):
    return lax.ragged_dot(a, b, sizes)


@program("ragged_dots_tpu", args=(f32(32, 16), f32(4, 16, 24), i32(4)), platforms=("tpu",))
def ragged_dots_tpu(a, b, sizes):
    numbers = lax.RaggedDotDimensionNumbers(
        dot_dimension_numbers=(((1,), (0,)), ((), ())),
        lhs_ragged_dimensions=[1],
        rhs_group_dimensions=[],
    )
    contracting = lax.ragged_dot_general(a.T @ a, a[:16, :4], sizes, numbers)
    return lax.ragged_dot(a, b, sizes, precision="highest"), contracting


@program("reduce_precisions", args=(f32(4),))
def reduce_precisions(a):
    return lax.reduce_precision(a, 5, 10), lax.reduce_precision(a, 8, 7)


@program(
    "scaled_dots",
    args=(
        arg(4, 8, 32, dtype="float8_e4m3fn"),
        arg(4, 16, 32, dtype="float8_e4m3fn"),
        arg(4, 8, 1, dtype="float8_e8m0fnu"),
        arg(4, 16, 1, dtype="float8_e8m0fnu"),
    ),
    platforms=("cuda",),
)
def scaled_dots(a, b, sa, sb):
    return jax.nn.scaled_matmul(a, b, sa, sb)


@program("mutable_references", args=(f32(4),))
def mutable_references(a):
    ref = jax.new_ref(a)
    ref[0] = 3.0
    ref[...] += 1.0
    return jax.freeze(ref)


@program("error_checks", args=(f32(4),))
def error_checks(a):
    from jax.experimental import checkify

    def checked(a):
        checkify.check(jnp.sum(a) > 0, "sum is {}", jnp.sum(a))
        return jnp.log(a)

    return checkify.checkify(checked, errors=checkify.all_checks)(a)


def add_one_kernel(source, target):
    target[...] = source[...] + 1.0


def tiled_kernel(a):
    return pl.pallas_call(
        add_one_kernel,
        out_shape=jax.ShapeDtypeStruct(a.shape, a.dtype),
        grid=(2,),
        in_specs=[pl.BlockSpec((8, 128), lambda i: (i, 0))],
        out_specs=pl.BlockSpec((8, 128), lambda i: (i, 0)),
        name="add_one",
    )(a)


@program("pallas_tpu", args=(f32(16, 128),), platforms=("tpu",))
def pallas_tpu(a):
    return tiled_kernel(a)


@program("pallas_interpreted", args=(f32(16, 128),))
def pallas_interpreted(a):
    return pl.pallas_call(
        add_one_kernel, out_shape=jax.ShapeDtypeStruct(a.shape, a.dtype), interpret=True
    )(a)
