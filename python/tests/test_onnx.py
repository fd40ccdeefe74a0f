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
