"""Writes the network and the images of `examples/digits`, from the digits of scikit-learn.

Run by hand, with scikit-learn and onnx installed; the files are in the repository. The images are those of E. Alpaydin and
C. Kaynak, "Optical Recognition of Handwritten Digits", UCI Machine Learning Repository, CC BY 4.0.
"""

import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from sklearn.datasets import load_digits

HIDDEN, TEST, STEPS = 32, 200, 4000


def train(images, labels):
    """A matrix product, a square, a matrix product; Adam on the cross entropy."""
    random = np.random.default_rng(7)
    weights = [
        random.normal(0, 0.1, (HIDDEN, 64)),
        np.zeros(HIDDEN),
        random.normal(0, 0.3, (10, HIDDEN)),
        np.zeros(10),
    ]
    first, second = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    for step in range(1, STEPS + 1):
        batch = random.integers(0, len(images), 128)
        x, y = images[batch], labels[batch]
        a, b, c, d = weights
        hidden = x @ a.T + b
        scores = hidden**2 @ c.T + d
        scores -= scores.max(1, keepdims=True)
        off = np.exp(scores)
        off /= off.sum(1, keepdims=True)
        off[np.arange(len(y)), y] -= 1
        off /= len(y)
        inner = (off @ c) * 2 * hidden
        slopes = [inner.T @ x, inner.sum(0), off.T @ hidden**2, off.sum(0)]
        for n, slope in enumerate(slopes):
            slope = slope + 1e-4 * weights[n]
            first[n] = 0.9 * first[n] + 0.1 * slope
            second[n] = 0.999 * second[n] + 0.001 * slope**2
            rate = 0.005 * min(1, 2 * (1 - step / STEPS))
            change = first[n] / (1 - 0.9**step) / (np.sqrt(second[n] / (1 - 0.999**step)) + 1e-8)
            weights[n] = weights[n] - rate * change
    return [w.astype(np.float32) for w in weights]


def model(weights):
    names = ["w1", "b1", "w2", "b2"]
    nodes = [
        helper.make_node("Gemm", ["x", "w1", "b1"], ["hidden"], name="fc1", transB=1),
        helper.make_node("Mul", ["hidden", "hidden"], ["squared"], name="square"),
        helper.make_node("Gemm", ["squared", "w2", "b2"], ["scores"], name="fc2", transB=1),
    ]
    graph = helper.make_graph(
        nodes,
        "digits",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 64])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [1, 10])],
        [numpy_helper.from_array(w, name) for w, name in zip(weights, names)],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="")
    onnx.checker.check_model(made)
    return made


def main():
    folder = pathlib.Path(__file__).parent.parent / "examples" / "digits"
    folder.mkdir(exist_ok=True)
    digits = load_digits()
    images, labels = digits.data / 16, digits.target
    order = np.random.default_rng(0).permutation(len(images))
    test, rest = order[:TEST], order[TEST:]
    weights = train(images[rest], labels[rest])
    a, b, c, d = weights
    found = ((images[test].astype(np.float32) @ a.T + b) ** 2 @ c.T + d).argmax(1)
    print(f"{(found == labels[test]).mean():.1%} of {TEST} images are labelled right")
    onnx.save(model(weights), folder / "digits.onnx")
    # Values from 0 to 1 in steps of 1/16, in half the bytes of the usual type.
    np.save(folder / "images.npy", images[test].astype(np.float16))
    np.save(folder / "labels.npy", labels[test].astype(np.uint8))


main()
