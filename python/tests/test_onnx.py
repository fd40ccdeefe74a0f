"""ONNX models."""

import tempfile
import unittest

from programs import EXAMPLES

import partita

try:
    import onnx
except ImportError as error:
    raise unittest.SkipTest(f"no onnx: {error}") from error

from google.protobuf import text_format


def model():
    return text_format.Parse((EXAMPLES / "mlp.textproto").read_text(), onnx.ModelProto())


def save_with_weights_in_a_file(folder):
    """Saves the model; returns its path."""
    saved = model()
    for weight in saved.graph.initializer:
        # Only raw bytes are written to a file of their own.
        weight.CopyFrom(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(weight), weight.name))
    path = f"{folder}/model.onnx"
    onnx.save(saved, path, save_as_external_data=True, size_threshold=0)
    return path


ON = {"mesh": "x=2", "shardings": {"w1": "_,x"}}


class Onnx(unittest.TestCase):
    def test_check(self):
        self.assertEqual(len(partita.onnx.check(model())), 0)
        self.assertEqual(len(partita.onnx.check(EXAMPLES / "mlp.textproto")), 0)
        self.assertEqual(len(partita.onnx.check(model().SerializeToString())), 0)

    def test_infer(self):
        inferred = partita.onnx.infer(model(), **ON)
        self.assertEqual(inferred.model.configuration[0].num_devices, 2)
        self.assertIn("w1", str(inferred))

    def test_partition_and_verify(self):
        ranks = partita.onnx.partition(model(), **ON)
        self.assertEqual(len(ranks), 2)
        self.assertIsInstance(ranks[0], onnx.ModelProto)
        self.assertEqual([type(rank) for rank in ranks], [onnx.ModelProto] * 2)
        self.assertIn("AllReduce", str(ranks))
        self.assertTrue(ranks.verify())
        self.assertTrue(partita.onnx.verify(model(), mesh={"x": 2}, shardings={"w1": (None, "x")}))
        with tempfile.TemporaryDirectory() as folder:
            paths = ranks.save(folder)
            self.assertEqual(onnx.load(paths[1]), ranks[1])

    def test_models_of_onnx_ir(self):
        try:
            import onnx_ir
        except ImportError as error:
            raise unittest.SkipTest(f"no onnx_ir: {error}") from error
        self.assertTrue(partita.onnx.verify(onnx_ir.from_proto(model()), **ON))
        with tempfile.TemporaryDirectory() as folder:
            path = save_with_weights_in_a_file(folder)
            self.assertTrue(partita.onnx.verify(onnx_ir.load(path), **ON))
            self.assertEqual(len(partita.onnx.check(onnx_ir.load(path))), 0)

    def test_weights_in_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = save_with_weights_in_a_file(folder)
            self.assertTrue(partita.onnx.verify(path, **ON))
            self.assertTrue(partita.onnx.verify(onnx.load(path), **ON))
            with self.assertRaisesRegex(partita.UsageError, "pass the path of the model"):
                partita.onnx.check(onnx.load(path, load_external_data=False))

    def test_wrong_use(self):
        for call, expected in [
            (lambda: partita.onnx.check(3), "expected a model"),
            (lambda: partita.onnx.check("absent.onnx"), "cannot read"),
            (lambda: partita.onnx.infer(model(), shardings={"w1": "_,x"}), "need a mesh"),
            (lambda: partita.onnx.infer(model(), mesh="x=2", shardings={"w1": 3}), "expected a sharding"),
            (lambda: partita.onnx.infer(model(), mesh="x=2", shardings={"w9": "_,x"}), "did you mean"),
            (lambda: partita.onnx.check(b"nonsense"), "PA"),
            (lambda: partita.onnx.partition(model()), "configuration"),
        ]:
            with self.assertRaisesRegex(partita.PartitaError, expected):
                call()


if __name__ == "__main__":
    unittest.main()
