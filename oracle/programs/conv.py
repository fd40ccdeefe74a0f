"""Convolutions, pooling, batch normalisation and small image networks."""

import jax
import jax.numpy as jnp
from jax import lax

from . import P, abstract_mesh, arg, f32, i32, program

MESH = abstract_mesh(data=4, model=2)
NHWC = ("NHWC", "HWIO", "NHWC")


def conv(x, w, strides=(1, 1), padding="SAME", **options):
    options.setdefault("dimension_numbers", NHWC)
    return lax.conv_general_dilated(x, w, strides, padding, **options)


def max_pool(x, size=2, stride=2):
    return lax.reduce_window(
        x, -jnp.inf, lax.max, (1, size, size, 1), (1, stride, stride, 1), "VALID"
    )


def batch_norm(x, scale, offset):
    mean = jnp.mean(x, axis=(0, 1, 2))
    var = jnp.mean((x - mean) ** 2, axis=(0, 1, 2))
    return (x - mean) * lax.rsqrt(var + 1e-5) * scale + offset, mean, var


def image(spec=P("data")):
    return f32(8, 16, 16, 4, spec=spec)


@program("conv_same", mesh=MESH, args=(image(), f32(3, 3, 4, 8)))
def conv_same(x, w):
    return conv(x, w)


@program("conv_strided_valid", mesh=MESH, args=(image(), f32(3, 5, 4, 8)))
def conv_strided_valid(x, w):
    return conv(x, w, (2, 3), "VALID")


@program("conv_explicit_padding", args=(f32(2, 3, 9, 9), f32(5, 3, 3, 3)))
def conv_explicit_padding(x, w):
    return lax.conv_general_dilated(x, w, (1, 2), [(1, 2), (0, -1)])


@program(
    "conv_spatial_sharded",
    mesh=MESH,
    args=(image(P(None, "data", "model")), f32(3, 3, 4, 8)),
)
def conv_spatial_sharded(x, w):
    return conv(x, w)


@program(
    "conv_channel_sharded",
    mesh=MESH,
    args=(image(P("data", None, None, "model")), f32(3, 3, 4, 8, spec=P(None, None, "model"))),
)
def conv_channel_sharded(x, w):
    return conv(x, w)


@program("conv_grouped", mesh=MESH, args=(f32(8, 16, 16, 8, spec=P("data")), f32(3, 3, 2, 16)))
def conv_grouped(x, w):
    return conv(x, w, feature_group_count=4)


@program("conv_depthwise", args=(f32(2, 8, 8, 6), f32(3, 3, 1, 6)))
def conv_depthwise(x, w):
    return conv(x, w, feature_group_count=6)


@program("conv_grouped_grad", args=(f32(4, 8, 8, 8), f32(3, 3, 4, 8)))
def conv_grouped_grad(x, w):
    def energy(x, w):
        return jnp.sum(conv(x, w, feature_group_count=2) ** 2)

    return jax.grad(energy, argnums=(0, 1))(x, w)


@program("conv_batch_grouped", args=(f32(8, 8, 8, 4), f32(3, 3, 4, 8)))
def conv_batch_grouped(x, w):
    return conv(x, w, batch_group_count=4)


@program("conv_dilated", args=(f32(2, 16, 16, 4), f32(3, 3, 4, 8)))
def conv_dilated(x, w):
    both = conv(x, w, padding=[(1, 2), (0, 0)], lhs_dilation=(2, 1), rhs_dilation=(2, 3))
    return both, conv(x, w, rhs_dilation=(2, 2), precision="high")


@program("conv_transposed", args=(f32(2, 8, 8, 4), f32(3, 3, 4, 8)))
def conv_transposed(x, w):
    plain = lax.conv_transpose(x, w, (2, 2), "SAME", dimension_numbers=NHWC)
    kernel = jnp.swapaxes(w, 2, 3)
    flipped = lax.conv_transpose(
        x, kernel, (2, 2), "VALID", dimension_numbers=NHWC, transpose_kernel=True
    )
    return plain, flipped


@program("conv_1d", args=(f32(4, 32, 3), f32(5, 3, 7)))
def conv_1d(x, w):
    numbers = ("NWC", "WIO", "NWC")
    return lax.conv_general_dilated(x, w, (2,), "SAME", dimension_numbers=numbers)


@program("conv_3d", args=(f32(2, 8, 8, 8, 3), f32(3, 3, 3, 3, 4)))
def conv_3d(x, w):
    numbers = ("NDHWC", "DHWIO", "NDHWC")
    return lax.conv_general_dilated(x, w, (1, 1, 1), "SAME", dimension_numbers=numbers)


@program("conv_odd_layouts", args=(f32(3, 9, 9, 2), f32(4, 3, 3, 3)))
def conv_odd_layouts(x, w):
    return lax.conv_general_dilated(
        x, w, (1, 1), "SAME", dimension_numbers=("CHWN", "OHWI", "HWNC")
    )


@program("conv_0d", args=(f32(4, 3), f32(3, 5)))
def conv_0d(x, w):
    return lax.conv_general_dilated(x, w, (), [], dimension_numbers=("NC", "IO", "NC"))


@program("conv_integer", args=(arg(2, 8, 8, 3, dtype="int8"), arg(3, 3, 3, 4, dtype="int8")))
def conv_integer(x, w):
    return conv(x, w, preferred_element_type=jnp.int32)


@program("conv_bf16", args=(arg(2, 8, 8, 3, dtype="bfloat16"), arg(3, 3, 3, 4, dtype="bfloat16")))
def conv_bf16(x, w):
    return conv(x, w, preferred_element_type=jnp.float32)


@program(
    "conv_complex", args=(arg(2, 8, 8, 3, dtype="complex64"), arg(3, 3, 3, 4, dtype="complex64"))
)
def conv_complex(x, w):
    return conv(x, w)


@program("conv_patches_local", args=(f32(2, 3, 8, 8), f32(8, 8, 27, 4)))
def conv_patches_local(x, w):
    patches = lax.conv_general_dilated_patches(x, (3, 3), (1, 1), "SAME")
    local = lax.conv_general_dilated_local(
        x, w, (1, 1), "SAME", (3, 3), dimension_numbers=("NCHW", "HWIO", "NCHW")
    )
    return patches, local


@program("pool_max_train", mesh=MESH, args=(image(),))
def pool_max_train(x):
    return jax.grad(lambda x: jnp.sum(max_pool(x) ** 2))(x)


@program("pool_average", mesh=MESH, args=(image(),))
def pool_average(x):
    total = lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    ones = jnp.ones_like(x)
    count = lax.reduce_window(ones, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    return total / count, jax.grad(lambda x: jnp.sum(max_pool(x, 3, 1)))(x)


@program("pool_windows", args=(f32(4, 10, 10), i32(4, 10, 10)))
def pool_windows(x, n):
    dilated = lax.reduce_window(
        x,
        jnp.inf,
        lax.min,
        (1, 2, 2),
        (1, 1, 1),
        [(0, 0), (1, 0), (0, 2)],
        base_dilation=(1, 2, 1),
        window_dilation=(1, 1, 3),
    )
    product = lax.reduce_window(x, 1.0, lax.mul, (1, 2, 2), (1, 2, 2), "VALID")
    odd = lax.reduce_window(n, 7, lambda a, b: (a + b) % 11, (2, 1, 3), (1, 1, 1), "VALID")
    return dilated, product, odd


@program("pool_two_operands", args=(f32(4, 10), i32(4, 10)))
def pool_two_operands(x, n):
    def larger(a, b):
        first = a[0] >= b[0]
        return lax.select(first, a[0], b[0]), lax.select(first, a[1], b[1])

    init = (-jnp.inf, jnp.int32(0))
    return lax.reduce_window((x, n), init, larger, (1, 3), (1, 2), "VALID")


@program("conv_batch_norm_train", mesh=MESH, args=(image(), f32(4), f32(4)))
def conv_batch_norm_train(x, scale, offset):
    def energy(scale, offset):
        y, mean, var = batch_norm(x, scale, offset)
        return jnp.sum(y**2), (mean, var)

    return jax.value_and_grad(energy, argnums=(0, 1), has_aux=True)(scale, offset)


def network_params():
    return {
        "conv1": f32(3, 3, 4, 16, spec=P(None, None, None, "model")),
        "scale1": f32(16, spec=P("model")),
        "offset1": f32(16, spec=P("model")),
        "conv2": f32(3, 3, 16, 32),
        "dense": f32(512, 10, spec=P("model", None)),
    }


def network(p, x):
    x, _, _ = batch_norm(conv(x, p["conv1"]), p["scale1"], p["offset1"])
    x = max_pool(jax.nn.relu(x))
    x = max_pool(jax.nn.relu(conv(x, p["conv2"])))
    return x.reshape(x.shape[0], -1) @ p["dense"]


@program("convnet_forward", mesh=MESH, args=(network_params(), image()))
def convnet_forward(p, x):
    return jax.nn.softmax(network(p, x))


@program(
    "convnet_train",
    mesh=MESH,
    args=(network_params(), image(), i32(8, spec=P("data"))),
    jit={"donate_argnums": (0,)},
)
def convnet_train(p, x, labels):
    def objective(p):
        scores = jax.nn.log_softmax(network(p, x))
        return -jnp.mean(jnp.sum(scores * jax.nn.one_hot(labels, 10), axis=-1))

    value, grads = jax.value_and_grad(objective)(p)
    return value, jax.tree.map(lambda w, g: w - 0.1 * g, p, grads)


def residual_params(blocks):
    return [
        {"a": f32(3, 3, 4, 4), "b": f32(3, 3, 4, 4), "scale": f32(4), "offset": f32(4)}
        for _ in range(blocks)
    ]


@program("convnet_residual_train", mesh=MESH, args=(residual_params(3), image()))
def convnet_residual_train(blocks, x):
    def objective(blocks):
        y = x
        for p in blocks:
            z, _, _ = batch_norm(conv(y, p["a"]), p["scale"], p["offset"])
            y = y + conv(jax.nn.relu(z), p["b"])
        return jnp.mean(y**2)

    return jax.grad(objective)(blocks)


@program("image_resize", args=(f32(2, 8, 8, 3),))
def image_resize(x):
    up = jax.image.resize(x, (2, 16, 16, 3), "bilinear")
    return up, jax.image.resize(x, (2, 5, 5, 3), "nearest")
