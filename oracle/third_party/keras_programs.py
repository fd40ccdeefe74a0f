"""Networks of Keras 3 with its JAX backend, called without state of their own."""

import jax
import keras
from keras import layers

from registry import by_shape, cross_entropy, f32, i32, program, scaled, squared_error

BATCH = 8


def training(mesh, model, loss, *batch):
    """The loss, the gradients and what the layers keep, such as moving averages."""

    def shapes(variables):
        return [jax.ShapeDtypeStruct(v.shape, v.dtype) for v in variables]

    def step(trainable, kept, x, y):
        def value(trainable):
            out, new = model.stateless_call(trainable, kept, x, training=True)
            return loss(out, y), new

        return jax.value_and_grad(value, has_aux=True)(scaled(trainable))

    trainable, kept = shapes(model.trainable_variables), shapes(model.non_trainable_variables)
    return step, (by_shape(mesh, trainable), by_shape(mesh, kept), *batch)


@program("keras", "keras.layers.DepthwiseConv2D, BatchNormalization")
def keras_conv_train(mesh):
    model = keras.Sequential(
        [
            layers.Input((8, 8, 3)),
            layers.Conv2D(8, 3, padding="same"),
            layers.BatchNormalization(),
            layers.ReLU(max_value=6.0),
            layers.DepthwiseConv2D(3, strides=2, padding="same"),
            layers.GlobalAveragePooling2D(),
            layers.Dense(4),
        ]
    )
    loss = lambda out, labels: cross_entropy(out, labels % 4)
    return training(mesh, model, loss, f32(mesh, BATCH, 8, 8, 3), i32(mesh, BATCH))


@program("keras", "keras.layers.MultiHeadAttention, GroupQueryAttention", mesh="2x2x2")
def keras_attention_train(mesh):
    x = start = layers.Input((8, 16))
    x = layers.Add()([x, layers.MultiHeadAttention(4, 4)(x, x, use_causal_mask=True)])
    x = layers.LayerNormalization()(x)
    x = layers.Add()([x, layers.GroupQueryAttention(4, 4, 2)(x, x)])
    model = keras.Model(start, layers.Dense(16, activation="gelu")(x))
    batch = f32(mesh, BATCH, 8, 16)
    return training(mesh, model, squared_error, batch, batch)


@program("keras", "keras.layers.Bidirectional, LSTM", mesh="8")
def keras_lstm_train(mesh):
    model = keras.Sequential(
        [
            layers.Input((8, 16)),
            layers.Bidirectional(layers.LSTM(8, return_sequences=True)),
            layers.GRU(16),
        ]
    )
    return training(mesh, model, squared_error, f32(mesh, BATCH, 8, 16), f32(mesh, BATCH, 16))


@program("keras", "keras.ops")
def keras_ops(mesh):
    def compute(x, y):
        top, at = keras.ops.top_k(x, 3)
        inside = keras.ops.in_top_k(at[:, 0], x, 2)
        mixed = keras.ops.einsum("bi,bj->bij", x, y)
        return (
            keras.ops.segment_sum(x, at[:, 0] % 4, num_segments=4),
            keras.ops.logsumexp(mixed, axis=1),
            keras.ops.where(inside[:, None], x, y),
            keras.ops.cumsum(top, axis=0),
            keras.ops.one_hot(at, 16),
        )

    return compute, 2 * (f32(mesh, BATCH, 16, on=jax.sharding.PartitionSpec("data", "model")),)
