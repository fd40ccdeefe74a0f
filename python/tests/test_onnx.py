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

    def test_auto(self):
        # A device has room for one of the two weights, with the values between the nodes.
        plan = partita.onnx.auto(model(), mesh="x=2", hardware="h200x2", memory="200B", rounds=4)
        self.assertLessEqual(plan.peak_bytes, 200)
        self.assertGreater(plan.seconds, 0)
        self.assertGreater(plan.bound, 0)
        self.assertEqual(plan.is_optimal, plan.gap == 0)
        rows = {row.name: row for row in plan.baselines}
        self.assertGreater(rows["replicated"].peak_bytes, 200)
        self.assertGreater(rows["data parallel"].peak_bytes, 200)
        self.assertLessEqual({"FSDP", "Megatron"}, set(rows))
        self.assertLessEqual(rows["Megatron"].peak_bytes, 200)
        self.assertEqual(plan.shardings["w1"], "_,x")
        for name, sharding in plan.shardings.items():
            self.assertIn(f"{name!r}: {sharding!r},", str(plan))
        self.assertNotIn("OnMesh", str(plan))
        self.assertEqual(plan.model.configuration[0].num_devices, 2)
        ranks = partita.onnx.partition(model(), mesh=plan.mesh, shardings=plan.shardings)
        self.assertTrue(ranks.verify())
        self.assertEqual(list(plan.partition()), list(ranks))
        self.assertTrue(partita.onnx.verify(plan.model))
        # The annotations of a file are replaced: the plan is the same.
        again = partita.onnx.auto(plan.model, mesh={"x": 2}, hardware="h200x2", memory=200, rounds=4, time_limit=60)
        self.assertEqual(again.shardings, plan.shardings)
        self.assertEqual(list(again.partition()), list(ranks))
        self.assertIn("as annotated", {row.name for row in again.baselines})

    def test_axes_that_the_short_form_cannot_name(self):
        plan = partita.onnx.auto(model(), mesh={"a.b": 2, "_": 2}, hardware="h200x4", memory="96B", rounds=4)
        listed = [sharding for sharding in plan.shardings.values() if "a.b" in sharding]
        self.assertTrue(listed)
        for sharding in listed:
            self.assertTrue(sharding.startswith("[{"), sharding)
        self.assertTrue(partita.onnx.verify(model(), mesh=plan.mesh, shardings=plan.shardings))

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
            plan = partita.onnx.auto(onnx_ir.load(path), mesh="x=2", hardware="h200x2", memory="200B", rounds=4)
            self.assertTrue(plan.partition().verify())

    def test_weights_in_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = save_with_weights_in_a_file(folder)
            self.assertTrue(partita.onnx.verify(path, **ON))
            self.assertTrue(partita.onnx.verify(onnx.load(path), **ON))
            plan = partita.onnx.auto(path, mesh="x=2", hardware="h200x2", memory="200B", rounds=4)
            self.assertTrue(plan.partition().verify())
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
            (lambda: partita.onnx.auto(model(), mesh=None), "pass `mesh=`"),
            (lambda: partita.onnx.auto(model(), mesh="x=4", hardware="h200x2"), "4 devices, and h200x2 has 2"),
            (lambda: partita.onnx.auto(model(), mesh="x=2", hardware="h200x2", memory="20B"), "PA"),
        ]:
            with self.assertRaisesRegex(partita.PartitaError, expected):
                call()


if __name__ == "__main__":
    unittest.main()
