"""Small networks of many architectures, with seeded weights: what `verify` must find equal, whatever is sharded.

    python onnx_zoo.py OUTDIR [--only PATTERN]

The folders are those of onnx_models.py. The first dimension of every input is symbolic, as exporters write it.
"""

import argparse
import fnmatch
import pathlib
import sys

import numpy as np
from onnx import TensorProto

from onnx_models import generator, write
from onnx_nets import Net, batch_norm, conv, residual

ZOO = {}
BATCH = 4
# In a Reshape, a size of 0 keeps that of the input.
SAME = 0


def zoo(make):
    ZOO[make.__name__] = make
    return make


def image(net, size=16, channels=3):
    return net.normal("image", (BATCH, channels, size, size))


def words(net, tokens=8, count=32, name="words"):
    return net.given_as(name, net.rng.integers(0, count, (BATCH, tokens)).astype(np.int64))


def embedded(net, x, wide=16, count=32):
    return net.op("Gather", net.weight(count, wide, scale=1.0), x, axis=0)


def classified(net, x, channels, classes=8):
    x = net.op("Flatten", net.op("GlobalAveragePool", x), axis=1)
    net.returned(net.op("Softmax", net.linear(x, channels, classes), axis=-1), "classes")


def swish(net, x):
    return net.op("Mul", x, net.op("Sigmoid", x))


def relu6(net, x):
    return net.op("Clip", x, net.scalar(0.0), net.scalar(6.0))


def multi_head(net, x, memory, wide, heads, tokens, mask=None, kv_tokens=None):
    size = wide // heads
    q = net.heads(net.linear(x, wide, wide), SAME, tokens, heads, size)
    k, v = (net.heads(net.linear(memory, wide, wide), SAME, kv_tokens or tokens, heads, size) for _ in range(2))
    a = net.together(net.attend(q, k, v, size, mask), SAME, tokens, wide)
    return net.linear(a, wide, wide)


def feed_forward(net, x, wide, hidden, activation=None):
    h = net.linear(x, wide, hidden)
    h = net.gelu(h) if activation is None else net.op(activation, h)
    return net.linear(h, hidden, wide)


def block(net, x, wide, heads, tokens, mask=None):
    x = net.op("Add", x, multi_head(net, net.norm(x, wide), net.norm(x, wide), wide, heads, tokens, mask))
    return net.op("Add", x, feed_forward(net, net.norm(x, wide), wide, 4 * wide))


def causal(net, tokens):
    hidden = np.triu(np.full((tokens, tokens), -1e4, np.float32), 1)
    return lambda scores: net.op("Add", scores, net.constant(hidden, "mask"))


def conv1d(net, x, to, into, kernel=3, dilation=1, pads=None):
    w = net.weight(to, into, kernel, scale=np.sqrt(2 / (into * kernel)))
    pads = [dilation * (kernel - 1), 0] if pads is None else pads
    return net.op("Conv", x, w, net.weight(to, scale=0.1), kernel_shape=[kernel], dilations=[dilation], pads=pads)


# Images.


@zoo
def lenet(net):
    x = image(net, 20, 1)
    x = net.op("MaxPool", net.op("Tanh", conv(net, x, 6, 1, 5)), kernel_shape=[2, 2], strides=[2, 2])
    x = net.op("MaxPool", net.op("Tanh", conv(net, x, 16, 6, 5)), kernel_shape=[2, 2], strides=[2, 2])
    x = net.op("Tanh", net.linear(net.op("Flatten", x, axis=1), 400, 40))
    net.returned(net.linear(x, 40, 10), "scores")


@zoo
def vgg(net):
    x, into = image(net), 3
    for to in (8, 16):
        x = net.op("Relu", conv(net, net.op("Relu", conv(net, x, to, into, 3)), to, to, 3))
        x, into = net.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2]), to
    classified(net, x, 16)


@zoo
def resnet(net):
    x = net.op("Relu", batch_norm(net, conv(net, image(net), 8, 3, 3), 8))
    x = residual(net, residual(net, x, 8, 8, 1), 8, 16, 2)
    classified(net, x, 16)


@zoo
def wide_resnet(net):
    x = conv(net, image(net, 8), 16, 3, 3)
    classified(net, residual(net, x, 16, 32, 1), 32)


@zoo
def resnext(net):
    x = net.op("Relu", conv(net, image(net), 16, 3, 3, 2))
    h = net.op("Relu", batch_norm(net, conv(net, x, 16, 16, 1), 16))
    h = net.op("Relu", batch_norm(net, conv(net, h, 16, 16, 3, group=4), 16))
    classified(net, net.op("Relu", net.op("Add", x, conv(net, h, 16, 16, 1))), 16)


@zoo
def mobilenet1(net):
    x = relu6(net, batch_norm(net, conv(net, image(net), 8, 3, 3, 2, bias=False), 8))
    x = relu6(net, batch_norm(net, conv(net, x, 8, 8, 3, group=8, bias=False), 8))
    classified(net, relu6(net, batch_norm(net, conv(net, x, 16, 8, 1, bias=False), 16)), 16)


@zoo
def mobilenet2(net):
    x = conv(net, image(net), 8, 3, 3, 2)
    h = relu6(net, conv(net, x, 24, 8, 1))
    h = relu6(net, conv(net, h, 24, 24, 3, group=24))
    classified(net, net.op("Add", x, conv(net, h, 8, 24, 1)), 8)


@zoo
def efficientnet(net):
    x = swish(net, batch_norm(net, conv(net, image(net), 16, 3, 3, 2), 16))
    s = net.op("GlobalAveragePool", x)
    s = net.op("Sigmoid", conv(net, swish(net, conv(net, s, 4, 16, 1)), 16, 4, 1))
    classified(net, net.op("Mul", x, s), 16)


@zoo
def densenet(net):
    x, channels = conv(net, image(net), 8, 3, 3), 8
    for _ in range(3):
        h = conv(net, net.op("Relu", batch_norm(net, x, channels)), 4, channels, 3)
        x, channels = net.op("Concat", x, h, axis=1), channels + 4
    x = net.op("AveragePool", x, kernel_shape=[2, 2], strides=[2, 2])
    classified(net, x, channels)


@zoo
def inception(net):
    x = conv(net, image(net), 8, 3, 3, 2)
    branches = [conv(net, x, 4, 8, 1), conv(net, conv(net, x, 4, 8, 1), 8, 4, 3), conv(net, x, 4, 8, 5)]
    pooled = net.op("MaxPool", x, kernel_shape=[3, 3], strides=[1, 1], pads=[1] * 4)
    classified(net, net.op("Relu", net.op("Concat", *branches, conv(net, pooled, 4, 8, 1), axis=1)), 20)


@zoo
def shufflenet(net):
    x = net.op("Relu", conv(net, image(net), 8, 3, 3, 2))
    left, right = net.op("Split", x, net.ints(4, 4), axis=1, outputs=2)
    right = net.op("Relu", conv(net, conv(net, right, 4, 4, 3, group=4), 4, 4, 1))
    x = net.op("Reshape", net.op("Concat", left, right, axis=1), net.ints(SAME, 2, 4, 8, 8))
    x = net.op("Reshape", net.op("Transpose", x, perm=[0, 2, 1, 3, 4]), net.ints(SAME, 8, 8, 8))
    classified(net, x, 8)


@zoo
def convnext(net):
    x = net.op("Conv", image(net), net.weight(8, 3, 4, 4, scale=0.2), strides=[4, 4], kernel_shape=[4, 4])
    h = net.op("Transpose", conv(net, x, 8, 8, 7, group=8), perm=[0, 2, 3, 1])
    h = net.op("Transpose", feed_forward(net, net.norm(h, 8), 8, 32), perm=[0, 3, 1, 2])
    classified(net, net.op("Add", x, h), 8)


@zoo
def unet(net):
    a = net.op("Relu", conv(net, image(net), 8, 3, 3))
    b = net.op("Relu", conv(net, net.op("MaxPool", a, kernel_shape=[2, 2], strides=[2, 2]), 16, 8, 3))
    up = net.op("ConvTranspose", b, net.weight(16, 8, 2, 2, scale=0.2), strides=[2, 2], kernel_shape=[2, 2])
    x = net.op("Relu", conv(net, net.op("Concat", a, up, axis=1), 8, 16, 3))
    net.returned(net.op("Sigmoid", conv(net, x, 1, 8, 1)), "mask")


@zoo
def segmentation(net):
    x = net.op("Relu", conv(net, image(net), 8, 3, 3, 2))
    w = net.weight(8, 8, 3, 3, scale=0.15)
    x = net.op("Relu", net.op("Conv", x, w, dilations=[2, 2], pads=[2] * 4, kernel_shape=[3, 3]))
    scales = net.constant(np.array([1, 1, 2, 2], np.float32), "scales")
    x = net.op("Resize", conv(net, x, 4, 8, 1), "", scales, mode="nearest")
    net.returned(net.op("ArgMax", x, axis=1, keepdims=0), "labels", TensorProto.INT64)


@zoo
def detector(net):
    x = swish(net, conv(net, image(net), 8, 3, 3, 2))
    coarse = swish(net, conv(net, x, 16, 8, 3, 2))
    rows = []
    for level, channels, cells in ((x, 8, 64), (coarse, 16, 16)):
        flat = net.op("Reshape", conv(net, level, 6, channels, 1), net.ints(SAME, 6, cells))
        rows.append(net.op("Transpose", flat, perm=[0, 2, 1]))
    boxes, scores = net.op("Split", net.op("Concat", *rows, axis=1), net.ints(4, 2), axis=2, outputs=2)
    net.returned(net.op("Exp", boxes), "boxes")
    net.returned(net.op("Sigmoid", scores), "scores")


@zoo
def super_resolution(net):
    x = net.op("Relu", conv(net, image(net, 8, 1), 8, 1, 5))
    net.returned(net.op("DepthToSpace", conv(net, x, 4, 8, 3), blocksize=2), "large")


@zoo
def autoencoder(net):
    x = net.op("Relu", conv(net, image(net, 8, 1), 4, 1, 3, 2))
    code = net.linear(net.op("Flatten", x, axis=1), 64, 8)
    x = net.op("Reshape", net.op("Relu", net.linear(code, 8, 64)), net.ints(SAME, 4, 4, 4))
    up = net.op("ConvTranspose", x, net.weight(4, 1, 2, 2, scale=0.5), strides=[2, 2], kernel_shape=[2, 2])
    net.returned(net.op("Sigmoid", up), "again")
    net.returned(code, "code")


@zoo
def generator_net(net):
    z = net.normal("noise", (BATCH, 16))
    x = net.op("Reshape", net.op("Relu", net.linear(z, 16, 128)), net.ints(SAME, 8, 4, 4))
    x = net.op("ConvTranspose", x, net.weight(8, 4, 4, 4, scale=0.15), strides=[2, 2], kernel_shape=[4, 4], pads=[1] * 4)
    x = net.op("ConvTranspose", net.op("Relu", x), net.weight(4, 3, 4, 4, scale=0.2), strides=[2, 2], kernel_shape=[4, 4], pads=[1] * 4)
    net.returned(net.op("Tanh", x), "image")


@zoo
def attention_module(net):
    x = net.op("Relu", conv(net, image(net, 8), 8, 3, 3))
    average = net.op("ReduceMean", x, axes=[1], keepdims=1)
    largest = net.op("ReduceMax", x, axes=[1], keepdims=1)
    gate = net.op("Sigmoid", conv(net, net.op("Concat", average, largest, axis=1), 1, 2, 7))
    classified(net, net.op("Mul", x, gate), 8)


@zoo
def text_reader(net):
    x = net.op("Relu", conv(net, image(net, 16, 1), 8, 1, 3))
    x = net.op("Squeeze", net.op("AveragePool", x, kernel_shape=[16, 1]), net.ints(2))
    x = net.op("Transpose", x, perm=[2, 0, 1])
    w, r = net.weight(2, 32, 8, scale=0.3), net.weight(2, 32, 8, scale=0.3)
    x = net.op("LSTM", x, w, r, hidden_size=8, direction="bidirectional", outputs=3)[0]
    x = net.op("Reshape", net.op("Transpose", x, perm=[2, 0, 1, 3]), net.ints(SAME, 16, 16))
    net.returned(net.op("LogSoftmax", net.linear(x, 16, 12), axis=-1), "letters")


# Sequences of words or patches.


@zoo
def vit(net):
    x = net.op("Conv", image(net), net.weight(16, 3, 4, 4, scale=0.2), strides=[4, 4], kernel_shape=[4, 4])
    x = net.op("Transpose", net.op("Reshape", x, net.ints(SAME, 16, 16)), perm=[0, 2, 1])
    x = net.op("Add", x, net.weight(16, 16, scale=0.3))
    x = block(net, block(net, x, 16, 4, 16), 16, 4, 16)
    net.returned(net.linear(net.op("ReduceMean", x, axes=[1], keepdims=0), 16, 8), "scores")


@zoo
def swin(net):
    x = net.op("Conv", image(net), net.weight(16, 3, 4, 4, scale=0.2), strides=[4, 4], kernel_shape=[4, 4])
    # Windows of 2 x 2 patches.
    x = net.op("Reshape", x, net.ints(SAME, 16, 2, 2, 2, 2))
    x = net.op("Reshape", net.op("Transpose", x, perm=[0, 2, 4, 3, 5, 1]), net.ints(-1, 4, 16))
    x = block(net, x, 16, 2, 4)
    x = net.op("Reshape", x, net.ints(-1, 16, 16))
    net.returned(net.linear(net.op("ReduceMean", x, axes=[1], keepdims=0), 16, 8), "scores")


@zoo
def mixer(net):
    x = net.normal("patches", (BATCH, 8, 16))
    t = net.op("Transpose", net.norm(x, 16), perm=[0, 2, 1])
    x = net.op("Add", x, net.op("Transpose", feed_forward(net, t, 8, 16), perm=[0, 2, 1]))
    net.returned(net.op("Add", x, feed_forward(net, net.norm(x, 16), 16, 32)), "mixed")


@zoo
def bert_encoder(net):
    x = embedded(net, words(net))
    x = net.norm(net.op("Add", x, net.weight(8, 16, scale=0.3)), 16)
    for _ in range(2):
        x = net.norm(net.op("Add", x, multi_head(net, x, x, 16, 4, 8)), 16)
        x = net.norm(net.op("Add", x, feed_forward(net, x, 16, 64)), 16)
    net.returned(x, "hidden")


@zoo
def albert(net):
    """All layers share their weights."""
    x = embedded(net, words(net))
    weights = [net.weight(16, 16) for _ in range(4)] + [net.weight(16, 32), net.weight(32, 16)]
    for _ in range(3):
        q, k, v = (net.heads(net.op("MatMul", x, w), SAME, 8, 4, 4) for w in weights[:3])
        a = net.op("MatMul", net.together(net.attend(q, k, v, 4), SAME, 8, 16), weights[3])
        x = net.op("Add", x, a)
        x = net.op("Add", x, net.op("MatMul", net.op("Relu", net.op("MatMul", x, weights[4])), weights[5]))
        x = net.norm(x, 16)
    net.returned(x, "hidden")


@zoo
def gpt2(net):
    """The projections of queries, keys and values are one product."""
    x = embedded(net, words(net))
    for _ in range(2):
        h = net.norm(x, 16)
        q, k, v = net.op("Split", net.linear(h, 16, 48), net.ints(16, 16, 16), axis=2, outputs=3)
        q, k, v = (net.heads(each, SAME, 8, 4, 4) for each in (q, k, v))
        a = net.together(net.attend(q, k, v, 4, causal(net, 8)), SAME, 8, 16)
        x = net.op("Add", x, net.linear(a, 16, 16))
        x = net.op("Add", x, feed_forward(net, net.norm(x, 16), 16, 64))
    net.returned(net.op("MatMul", net.norm(x, 16), net.weight(16, 32)), "logits")


def rms_norm(net, x, wide):
    mean = net.op("ReduceMean", net.op("Mul", x, x), axes=[-1], keepdims=1)
    root = net.op("Sqrt", net.op("Add", mean, net.scalar(1e-5)))
    return net.op("Mul", net.op("Div", x, root), net.near_one(wide))


def rotated(net, x, tokens, size):
    angles = np.outer(np.arange(tokens), 1.0 / 100 ** (np.arange(size // 2) / (size // 2)))
    cos, sin = (net.constant(np.tile(f(angles), (1, 2)).astype(np.float32), "table") for f in (np.cos, np.sin))
    half = size // 2
    low = net.op("Slice", x, net.ints(0), net.ints(half), net.ints(3))
    high = net.op("Slice", x, net.ints(half), net.ints(size), net.ints(3))
    turned = net.op("Concat", net.op("Neg", high), low, axis=3)
    return net.op("Add", net.op("Mul", x, cos), net.op("Mul", turned, sin))


@zoo
def llama(net):
    """Rotary positions, groups of queries that share keys, gated feed-forward."""
    x, tokens, heads, kv, size = embedded(net, words(net)), 8, 4, 2, 4
    for _ in range(2):
        h = rms_norm(net, x, 16)
        q = rotated(net, net.heads(net.op("MatMul", h, net.weight(16, 16)), SAME, tokens, heads, size), tokens, size)
        k = rotated(net, net.heads(net.op("MatMul", h, net.weight(16, 8)), SAME, tokens, kv, size), tokens, size)
        v = net.heads(net.op("MatMul", h, net.weight(16, 8)), SAME, tokens, kv, size)
        k, v = (
            net.op(
                "Reshape",
                net.op("Expand", net.op("Unsqueeze", each, net.ints(2)), net.ints(1, 1, heads // kv, 1, 1)),
                net.ints(SAME, heads, tokens, size),
            )
            for each in (k, v)
        )
        a = net.together(net.attend(q, k, v, size, causal(net, tokens)), SAME, tokens, 16)
        x = net.op("Add", x, net.op("MatMul", a, net.weight(16, 16)))
        h = rms_norm(net, x, 16)
        gate = swish(net, net.op("MatMul", h, net.weight(16, 32)))
        h = net.op("Mul", gate, net.op("MatMul", h, net.weight(16, 32)))
        x = net.op("Add", x, net.op("MatMul", h, net.weight(32, 16)))
    net.returned(net.op("MatMul", rms_norm(net, x, 16), net.weight(16, 32)), "logits")


@zoo
def phi(net):
    """Gate and up projection are one product."""
    x = embedded(net, words(net))
    gate, up = net.op("Split", net.linear(x, 16, 64), net.ints(32, 32), axis=2, outputs=2)
    x = net.op("Add", x, net.linear(net.op("Mul", swish(net, gate), up), 32, 16))
    net.returned(net.op("MatMul", x, net.weight(16, 32)), "logits")


@zoo
def t5_encoder(net):
    """A learned bias of relative positions."""
    x, tokens = embedded(net, words(net)), 8
    distance = np.clip(np.arange(tokens)[None] - np.arange(tokens)[:, None] + 4, 0, 8).astype(np.int64)
    bias = net.op("Gather", net.weight(9, 4, scale=1.0), net.constant(distance, "distance"), axis=0)
    bias = net.op("Unsqueeze", net.op("Transpose", bias, perm=[2, 0, 1]), net.ints(0))
    x = net.op("Add", x, multi_head(net, rms_norm(net, x, 16), rms_norm(net, x, 16), 16, 4, tokens, lambda s: net.op("Add", s, bias)))
    net.returned(net.op("Add", x, feed_forward(net, rms_norm(net, x, 16), 16, 32, "Relu")), "hidden")


@zoo
def translator(net):
    """An encoder and a decoder that attends to it."""
    memory = block(net, embedded(net, words(net, 6, name="source")), 16, 4, 6)
    x = block(net, embedded(net, words(net, 8, name="target")), 16, 4, 8, causal(net, 8))
    x = net.op("Add", x, multi_head(net, net.norm(x, 16), memory, 16, 4, 8, kv_tokens=6))
    net.returned(net.op("MatMul", x, net.weight(16, 32)), "logits")


@zoo
def speech_encoder(net):
    x = net.gelu(conv1d(net, net.normal("mel", (BATCH, 8, 16)), 16, 8, pads=[1, 1]))
    x = net.op("Transpose", x, perm=[0, 2, 1])
    net.returned(net.norm(block(net, x, 16, 4, 16), 16), "hidden")


@zoo
def linear_attention(net):
    x = embedded(net, words(net))
    q, k = (net.op("Elu", net.linear(x, 16, 16)) for _ in range(2))
    state = net.op("MatMul", net.op("Transpose", k, perm=[0, 2, 1]), net.linear(x, 16, 16))
    net.returned(net.op("MatMul", q, state), "hidden")


@zoo
def two_towers(net):
    x = net.op("Flatten", net.op("Relu", conv(net, image(net, 8), 4, 3, 3, 2)), axis=1)
    towers = [net.linear(x, 64, 16), net.linear(net.op("ReduceMean", embedded(net, words(net)), axes=[1], keepdims=0), 16, 16)]
    left, right = (net.op("LpNormalization", each, axis=1, p=2) for each in towers)
    net.returned(net.op("MatMul", left, net.op("Transpose", right, perm=[1, 0])), "similarity")


@zoo
def set_detector(net):
    """Learned queries attend to the picture."""
    x = net.op("Reshape", conv(net, image(net, 8), 16, 3, 3, 2), net.ints(SAME, 16, 16))
    memory = net.op("Transpose", x, perm=[0, 2, 1])
    queries = net.op("Add", net.op("Mul", net.op("Slice", memory, net.ints(0), net.ints(4), net.ints(1)), net.scalar(0.0)), net.weight(4, 16, scale=1.0))
    h = multi_head(net, queries, memory, 16, 4, 4, kv_tokens=16)
    net.returned(net.op("Sigmoid", net.linear(h, 16, 4)), "boxes")


# Tables, graphs and series.


@zoo
def wide_and_deep(net):
    x = net.normal("numbers", (BATCH, 8))
    deep = net.op("Concat", x, net.op("Flatten", embedded(net, words(net, 3)), axis=1), axis=1)
    deep = net.op("Relu", net.linear(net.op("Relu", net.linear(deep, 56, 32)), 32, 16))
    net.returned(net.op("Sigmoid", net.op("Add", net.linear(deep, 16, 1), net.linear(x, 8, 1))), "clicked")


@zoo
def interactions(net):
    x = net.op("Unsqueeze", net.op("Relu", net.linear(net.normal("numbers", (BATCH, 8)), 8, 16)), net.ints(1))
    rows = net.op("Concat", x, embedded(net, words(net, 3)), axis=1)
    products = net.op("MatMul", rows, net.op("Transpose", rows, perm=[0, 2, 1]))
    net.returned(net.op("Sigmoid", net.linear(net.op("Flatten", products, axis=1), 16, 1)), "clicked")


@zoo
def graph_convolution(net):
    x, links = net.normal("nodes", (BATCH, 8, 6)), net.normal("links", (BATCH, 8, 8), 0.3)
    x = net.op("Relu", net.op("MatMul", links, net.op("MatMul", x, net.weight(6, 16))))
    net.returned(net.op("MatMul", links, net.op("MatMul", x, net.weight(16, 4))), "labels")


@zoo
def graph_attention(net):
    x = net.linear(net.normal("nodes", (BATCH, 8, 6)), 6, 16)
    left, right = net.op("MatMul", x, net.weight(16, 1)), net.op("MatMul", x, net.weight(16, 1))
    scores = net.op("LeakyRelu", net.op("Add", left, net.op("Transpose", right, perm=[0, 2, 1])), alpha=0.2)
    net.returned(net.op("MatMul", net.op("Softmax", scores, axis=-1), x), "hidden")


@zoo
def wavenet(net):
    x, skips = conv1d(net, net.normal("wave", (BATCH, 1, 32)), 8, 1), []
    for dilation in (1, 2, 4):
        h = net.op("Mul", net.op("Tanh", conv1d(net, x, 8, 8, 2, dilation)), net.op("Sigmoid", conv1d(net, x, 8, 8, 2, dilation)))
        skips.append(conv1d(net, h, 8, 8, 1))
        x = net.op("Add", x, skips[-1])
    net.returned(conv1d(net, net.op("Relu", net.op("Sum", *skips)), 4, 8, 1), "levels")


@zoo
def forecaster(net):
    """Blocks that predict, and subtract what they explain."""
    rest, total = net.normal("past", (BATCH, 16)), None
    for _ in range(3):
        h = net.op("Relu", net.linear(net.op("Relu", net.linear(rest, 16, 32)), 32, 32))
        rest = net.op("Sub", rest, net.linear(h, 32, 16))
        ahead = net.linear(h, 32, 4)
        total = ahead if total is None else net.op("Add", total, ahead)
    net.returned(total, "future")


@zoo
def keyword_spotter(net):
    x = net.op("Relu", conv(net, net.normal("mel", (BATCH, 1, 12, 10)), 8, 1, 3))
    x = net.op("Relu", conv(net, x, 8, 8, 3, group=8))
    x = net.op("GlobalMaxPool", conv(net, x, 12, 8, 1))
    net.returned(net.op("LogSoftmax", net.op("Flatten", x, axis=1), axis=-1), "keyword")


@zoo
def quantised_mlp(net):
    """Weights and activations in 8 bits, as QuantizeLinear and DequantizeLinear pairs."""
    x, scale, zero = net.normal("x", (BATCH, 16)), net.scalar(0.05), net.constant(np.array(0, np.int8), "zero")
    for into, to in ((16, 32), (32, 8)):
        x = net.op("DequantizeLinear", net.op("QuantizeLinear", x, scale, zero), scale, zero)
        w = net.constant(net.rng.integers(-60, 60, (into, to)).astype(np.int8), "weight")
        x = net.op("Relu", net.op("MatMul", x, net.op("DequantizeLinear", w, net.scalar(0.005), zero)))
    net.returned(x, "y")


@zoo
def integer_mlp(net):
    x = net.given_as("x", net.rng.integers(0, 200, (BATCH, 16)).astype(np.uint8))
    w = net.constant(net.rng.integers(-60, 60, (16, 32)).astype(np.int8), "weight")
    zero = net.constant(np.array(100, np.uint8), "zero")
    y = net.op("Cast", net.op("MatMulInteger", x, w, zero), to=TensorProto.FLOAT)
    net.returned(net.linear(net.op("Tanh", net.op("Mul", y, net.scalar(1e-4))), 32, 4), "y")


@zoo
def double_mlp(net):
    x = net.given_as("x", net.rng.standard_normal((BATCH, 16)))
    w, v = (net.constant(net.rng.standard_normal(s) / 4, "weight") for s in ((16, 32), (32, 4)))
    net.returned(net.op("MatMul", net.op("Tanh", net.op("MatMul", x, w)), v), "y", TensorProto.DOUBLE)


@zoo
def half_mlp(net):
    x = net.op("Cast", net.normal("x", (BATCH, 16)), to=TensorProto.FLOAT16)
    w, v = (net.constant((net.rng.standard_normal(s) / 4).astype(np.float16), "weight") for s in ((16, 32), (32, 4)))
    y = net.op("MatMul", net.op("Relu", net.op("MatMul", x, w)), v)
    net.returned(net.op("Cast", y, to=TensorProto.FLOAT), "y")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("outdir", type=pathlib.Path)
    parser.add_argument("--only", default="*")
    arguments = parser.parse_args()
    for name, make in ZOO.items():
        if not fnmatch.fnmatch(name, arguments.only):
            continue
        net = Net(generator(name))
        make(net)
        for each in net.inputs:
            each.type.tensor_type.shape.dim[0].dim_param = "batch"
        write(arguments.outdir / name, name, *net.model(name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
