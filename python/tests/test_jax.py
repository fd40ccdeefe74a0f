"""Programs of JAX, on eight forced host devices."""

import functools
import importlib.util
import os
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

# Small programs take longer to optimise than to run.
os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8 --xla_backend_optimization_level=0"
)
os.environ.setdefault("JAX_PLATFORMS", "cpu")

try:
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding
    from jax.sharding import PartitionSpec as P
except ImportError as error:
    raise unittest.SkipTest(f"no jax: {error}") from error

import partita

VERSION = tuple(int(part) for part in jax.__version__.split(".")[:2])
AUTO = (AxisType.Auto,) * 2
ABSTRACT = AbstractMesh((4, 2), ("data", "model"), axis_types=AUTO)
DEVICES = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))


def shape(dims, *spec, dtype=jnp.float32, mesh=ABSTRACT):
    return jax.ShapeDtypeStruct(dims, dtype, sharding=NamedSharding(mesh, P(*spec)))


def mlp(params, x, unused=None, *, scale=1.0):
    h = jax.nn.gelu(x @ params["mlp"]["w1"])
    return {"y": (h @ params["mlp"]["w2"]) * scale, "norm": jnp.sum(h)}


PARAMS = {"mlp": {"w1": shape((16, 32), None, "model"), "w2": shape((32, 16), "model", None)}}
W1, W2 = (PARAMS["mlp"][name].sharding for name in ("w1", "w2"))
BATCH = shape((8, 16), "data")


def numbers(tree, seed=0):
    random = np.random.default_rng(seed)
    return jax.tree_util.tree_map(lambda leaf: random.standard_normal(leaf.shape).astype(leaf.dtype), tree)


def assert_close(got, expected):
    jax.tree_util.tree_map(lambda a, b: np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-5), got, expected)


class Analyze(unittest.TestCase):
    def test_shapes_on_an_abstract_mesh(self):
        r = partita.analyze(jax.jit(mlp), PARAMS, BATCH)
        self.assertEqual(r.mesh, {"data": 4, "model": 2})
        self.assertEqual({each.kind for each in r.collectives}, {"all_reduce"})
        lines = {os.path.basename(each.source.file) for each in r.collectives}
        self.assertEqual(lines, {"test_jax.py"})
        product = next(each for each in r.collectives if each.axes == ("model",))
        with open(__file__) as file:
            self.assertIn('@ params["mlp"]["w2"]', file.readlines()[product.source.line - 1])

    def test_every_form_is_the_same_program(self):
        expected = partita.analyze(jax.jit(mlp), PARAMS, BATCH).cost
        lowered = jax.jit(mlp).trace(PARAMS, BATCH).lower(lowering_platforms=("cpu",))
        try:
            from jax import export

            exported = export.export(jax.jit(mlp), platforms=("cpu",))(PARAMS, BATCH)
        except ImportError:
            # Old versions need packages that they do not require.
            exported = lowered
        placed = jax.tree_util.tree_map(
            lambda value, leaf: jax.device_put(value, NamedSharding(DEVICES, leaf.sharding.spec)),
            numbers((PARAMS, BATCH)),
            (PARAMS, BATCH),
        )
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mlp.mlir")
            with open(path, "w") as file:
                file.write(lowered.as_text())
            binary = os.path.join(folder, "mlp.export")
            if exported is lowered or importlib.util.find_spec("flatbuffers") is None:
                binary = path
            else:
                with open(binary, "wb") as file:
                    file.write(exported.serialize())
            programs = {
                "function": lambda: partita.analyze(mlp, PARAMS, BATCH),
                "arrays": lambda: partita.analyze(mlp, *placed),
                "specs": lambda: partita.analyze(
                    mlp,
                    *numbers((PARAMS, BATCH)),
                    mesh=ABSTRACT,
                    in_shardings=({"mlp": {"w1": P(None, "model"), "w2": P("model")}}, P("data")),
                ),
                "sizes of axes": lambda: partita.analyze(mlp, PARAMS, BATCH, mesh={"data": 4, "model": 2}),
                "shardings of jit": lambda: partita.analyze(
                    jax.jit(mlp, in_shardings=({"mlp": {"w1": W1, "w2": W2}}, BATCH.sharding)), *numbers((PARAMS, BATCH))
                ),
                "lowered": lambda: partita.analyze(lowered),
                "traced": lambda: partita.analyze(jax.jit(mlp).trace(*placed)),
                "exported": lambda: partita.analyze(exported),
                "text": lambda: partita.analyze(lowered.as_text(debug_info=True)),
                "path": lambda: partita.analyze(path),
                "file of jax.export": lambda: partita.analyze(binary),
                "bytes": lambda: partita.analyze(pathlib.Path(binary).read_bytes()),
                "bytecode": lambda: partita.analyze(getattr(exported, "mlir_module_serialized", lowered)),
                "file without jax": lambda: without_jax(binary),
                "partial": lambda: partita.analyze(functools.partial(mlp, scale=1.0), PARAMS, BATCH),
            }
            for name, analyze in programs.items():
                with self.subTest(name):
                    cost = analyze().cost
                    self.assertEqual(list(cost.by_axes.values()), list(expected.by_axes.values()))
                    # Old versions print devices instead of axes by default, which then have numbers as names.
                    if VERSION >= (0, 7):
                        self.assertEqual(list(cost.by_axes), list(expected.by_axes))

    def test_why_by_path(self):
        r = partita.analyze(jax.jit(mlp), PARAMS, BATCH)
        self.assertIn("given on params['mlp']['w1'] dimension 1", str(r.why("params['mlp']['w1']", dim=1)))
        self.assertEqual(r.why("result['y']").sharding, "f32[8@data?,16?]")
        with self.assertRaisesRegex(partita.UnknownNameError, re.escape("params['mlp']['w1']")):
            r.why("params['mlp']['w3']")

    def test_keyword_arguments_and_arguments_that_are_not_used(self):
        r = partita.analyze(jax.jit(mlp), PARAMS, BATCH, jnp.ones(3), scale=2.0)
        shardings = r.shardings()
        self.assertEqual(shardings.args[0]["mlp"]["w1"].spec, P(None, "model"))
        self.assertEqual(shardings.args[2].spec, P())
        self.assertEqual(shardings.kwargs["scale"].spec, P())
        params, x = numbers((PARAMS, BATCH))
        got = r.compile()(params, x, np.ones(3, np.float32), scale=2.0)
        assert_close(got, jax.jit(mlp)(params, x, scale=2.0))

    @unittest.skipIf(VERSION < (0, 7), "needs a mesh with devices in older versions")
    def test_bare_specs_in_the_function_use_the_mesh(self):
        def constrained(x):
            return jax.lax.with_sharding_constraint(x * 2, P("model"))

        r = partita.analyze(constrained, np.ones((8, 8), np.float32), mesh=ABSTRACT)
        self.assertEqual(r.shardings().result.spec, P("model"))

    def test_drawings(self):
        x = jax.device_put(np.ones((8, 4, 2), np.float32), NamedSharding(DEVICES, P("data", None, "model")))
        self.assertEqual(partita.draw(x).data["local_shape"], [2, 4, 1])
        self.assertIn("f32[8@data,4,2@model]", str(partita.draw(x)))
        self.assertEqual(str(partita.draw(shape((8, 4, 2), "data", None, "model"))), str(partita.draw(x)))
        self.assertIn("7", str(partita.draw(NamedSharding(ABSTRACT, P(("data", "model"))), (8,))))
        self.assertIn("7", str(partita.draw(P("data"), (8,), mesh=DEVICES)))
        self.assertIn("on one device", str(partita.draw(jnp.ones((2, 3)))))


class Run(unittest.TestCase):
    def test_shardings_can_be_passed_to_jit(self):
        r = partita.analyze(jax.jit(mlp), PARAMS, BATCH)
        s = r.shardings(DEVICES)
        args = numbers((PARAMS, BATCH))
        got = jax.jit(mlp, in_shardings=s.args, out_shardings=s.result)(*args)
        assert_close(got, mlp(*args))
        self.assertEqual(got["y"].sharding, s.result["y"])

    def test_the_local_program_runs_on_devices(self):
        run = partita.analyze(jax.jit(mlp), PARAMS, BATCH).compile()
        args = numbers((PARAMS, BATCH))
        got = run(*args)
        assert_close(got, jax.jit(mlp)(*args))
        self.assertEqual(got["y"].sharding, NamedSharding(DEVICES, P("data")))
        # It is a function of JAX: it can be part of another one.
        assert_close(jax.jit(lambda *args: run(*args)["y"] + 1)(*args), got["y"] + 1)
        with self.assertRaisesRegex(partita.UsageError, "pass what was analysed"):
            run(args[0])
        with self.assertRaisesRegex(partita.UsageError, re.escape("analyze(jax.grad(f)")):
            jax.grad(lambda *args: run(*args)["norm"])(*args)

    def test_arguments_that_are_not_arrays_are_constants(self):
        def apply(layer, x, *, name):
            assert name == "relu"
            return {"layer": {**layer, "w": layer["w"] * 2}, "y": layer["activation"](x @ layer["w"])}

        layer = {"w": shape((16, 32), None, "model"), "activation": jax.nn.relu, "none": None}
        r = partita.analyze(apply, layer, BATCH, name="relu")
        self.assertIn("given on layer['w'] dimension 1", str(r.why("layer['w']", dim=1)))
        self.assertEqual(r.shardings().result["y"].spec, P("data", "model"))
        w, x = numbers((layer["w"], BATCH))
        got = r.compile()({**layer, "w": w}, x, name="relu")
        self.assertIs(got["layer"]["activation"], jax.nn.relu)
        assert_close((got["layer"]["w"], got["y"]), (w * 2, np.maximum(x @ w, 0)))
        compared = partita.compare_with_xla(apply, layer, BATCH, name="relu")
        self.assertTrue(compared, str(compared))

    @unittest.skipUnless(hasattr(jax, "make_mesh") and VERSION >= (0, 7), "needs explicit axes")
    def test_explicit_axes(self):
        mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Explicit,) * 2)
        x, w = (jax.device_put(value, NamedSharding(mesh, spec)) for value, spec in zip(
            numbers((BATCH, PARAMS["mlp"]["w1"])), (P("data"), P(None, "model"))
        ))

        def product(x, w):
            return jnp.tanh(jax.sharding.reshard(x @ w, P(None, "model")))

        r = partita.analyze(product, x, w)
        self.assertEqual([each.kind for each in r.collectives], ["all_gather"])
        got = r.compile()(x, w)
        assert_close(got, np.tanh(np.asarray(x) @ np.asarray(w)))
        self.assertEqual(got.sharding.spec, P(None, "model"))

    def test_gradients_loops_and_random_numbers(self):
        def step(params, x, key):
            def loss(params):
                def layer(h, w):
                    return jnp.tanh(h @ w), None

                h, _ = jax.lax.scan(layer, x, params)
                return jnp.mean(h * jax.random.normal(key, h.shape)) + jnp.sum(jnp.sort(h, axis=0)[0])

            return jax.value_and_grad(loss)(params)

        params, x = shape((3, 16, 16), None, None, "model"), shape((8, 16), "data")
        key = jax.random.key(7)
        r = partita.analyze(step, params, x, key)
        values = numbers((params, x))
        assert_close(r.compile()(*values, key), jax.jit(step)(*values, key))
        self.assertTrue(
            partita.analyze(jax.jit(step).trace(params, x, key).lower(lowering_platforms=("cpu",))).verify()
        )

    def test_parts_of_axes(self):
        def shift(x):
            # Only a part of the axis of size 8 divides the result.
            return jnp.concatenate([x, x[:8]]).reshape(6, 4)

        mesh = AbstractMesh((8,), ("x",), axis_types=(AxisType.Auto,))
        x = jax.ShapeDtypeStruct((16,), jnp.float32, sharding=NamedSharding(mesh, P("x")))
        r = partita.analyze(shift, x)
        value = np.arange(16, dtype=np.float32)
        assert_close(r.compile()(value), shift(value))
        r.shardings()

    def test_too_few_devices(self):
        mesh = AbstractMesh((16,), ("x",), axis_types=(AxisType.Auto,))
        x = jax.ShapeDtypeStruct((16,), jnp.float32, sharding=NamedSharding(mesh, P("x")))
        r = partita.analyze(jnp.sum, x)
        with self.assertRaisesRegex(partita.UsageError, "16 devices, but this process has 8"):
            r.compile()
        small = Mesh(np.array(jax.devices()), ("x",))
        with self.assertRaisesRegex(partita.UsageError, "the mesh has 8"):
            r.compile(small)

    def test_the_program_of_a_text_takes_flat_arguments(self):
        text = jax.jit(mlp).trace(PARAMS, BATCH).lower(lowering_platforms=("cpu",)).as_text()
        args = numbers((PARAMS, BATCH))
        norm, y = partita.analyze(text).compile()(*jax.tree_util.tree_leaves(args))
        assert_close({"norm": norm, "y": y}, mlp(*args))


def without_jax(path):
    """The program of a file where jax cannot be imported."""
    with unittest.mock.patch.dict(sys.modules, {"jax": None}):
        return partita.analyze(path)


class CompareWithXla(unittest.TestCase):
    def test_both_are_right(self):
        compared = partita.compare_with_xla(mlp, PARAMS, BATCH)
        self.assertTrue(compared, str(compared))
        self.assertIn("all_reduce", compared.xla.collectives)
        self.assertIn("Partita", str(compared))

    def test_loops_count_with_their_trips(self):
        def layers(x, w):
            return jax.lax.scan(lambda h, _: (jnp.tanh(h @ w) @ w.T, None), x, None, length=5)[0]

        def until(x, w):
            return jax.lax.while_loop(lambda h: h[0, 0] < 0, lambda h: jnp.tanh(h @ w) @ w.T, x)

        args = BATCH, PARAMS["mlp"]["w1"]
        compared = partita.compare_with_xla(layers, *args)
        (reduction,) = compared.analysis.collectives
        self.assertEqual((reduction.times, compared.ours.bytes), (5, 5 * reduction.bytes))
        self.assertEqual(compared.xla.bytes, compared.ours.bytes)
        self.assertIn("one iteration", str(partita.compare_with_xla(until, *args)))

    def test_xla_does_not_clamp_offsets_on_sharded_dimensions(self):
        """Reproduced errors of XLA's partitioner, each with the first version of jax that was tried and is right. If one fails because
        XLA is right, XLA is fixed: name the version."""
        value = np.arange(64, dtype=np.float32).reshape(16, 4)
        sharding = NamedSharding(DEVICES_1D, P("x"))

        def write(x, update, at):
            return jax.lax.dynamic_update_slice(x, update, (at, 0))

        def read(x, at):
            return jax.lax.with_sharding_constraint(jax.lax.dynamic_slice(x, (at, 0), (8, 4)), sharding)

        placed = jax.device_put(value, sharding)
        for name, function, args, fixed in [
            ("dynamic_update_slice", write, (placed, -np.ones((1, 4), np.float32), np.int32(20)), None),
            ("dynamic_slice", read, (placed, np.int32(15)), (0, 12)),
        ]:
            with self.subTest(name):
                compared = partita.compare_with_xla(function, *args)
                self.assertTrue(compared.ours.is_right, str(compared))
                assert_close(compared.ours.result, function(value, *args[1:]))
                if fixed is not None and jax.__version_info__ >= fixed:
                    self.assertTrue(compared.xla.is_right, f"XLA is wrong again: {name}\n{compared}")
                    continue
                self.assertFalse(compared.xla.is_right, f"XLA is fixed: {name}\n{compared}")
                self.assertIn("WRONG", str(compared))


DEVICES_1D = Mesh(np.array(jax.devices()), ("x",))


class WrongUse(unittest.TestCase):
    def check(self, expected, *args, **kwargs):
        with self.assertRaisesRegex(partita.UsageError, re.escape(expected)):
            partita.analyze(*args, **kwargs)

    def test_no_mesh(self):
        self.check("in_shardings=", mlp, *numbers((PARAMS, BATCH)))
        self.check("in_shardings=", mlp, *numbers((PARAMS, BATCH)), mesh=DEVICES)
        self.check("pass `mesh=`", jnp.sum, np.ones(8, np.float32), in_shardings=(P("x"),))

    def test_invalid_meshes_and_shardings(self):
        self.check("data=4,model=2", mlp, PARAMS, BATCH, mesh="data4")
        self.check("expected a mesh, found int", mlp, PARAMS, BATCH, mesh=3)
        self.check("the mesh does not have", jnp.sum, np.ones(8), mesh=DEVICES, in_shardings=(P("dat"),))
        self.check("do not divide the dimension", jnp.sum, np.ones(7), mesh=ABSTRACT, in_shardings=(P("data"),))
        r = partita.analyze(mlp, PARAMS, BATCH)
        other = Mesh(DEVICES.devices.reshape(2, 4), ("data", "model"))
        for call in (r.shardings, r.compile):
            with self.assertRaisesRegex(partita.UsageError, r"data=4, model=2\), but the mesh has 8 \(data=2, model=4"):
                call(other)
        self.check("each of the 1 positional", jnp.sum, np.ones(8), mesh=DEVICES, in_shardings=(P(), P()))
        self.check("found str", jnp.sum, np.ones(8), mesh=DEVICES, in_shardings=("data",))

    def test_two_meshes(self):
        other = AbstractMesh((2, 4), ("data", "model"), axis_types=AUTO)
        self.check("data=4, model=2 and data=2, model=4", mlp, PARAMS, shape((8, 16), "data", mesh=other))
        self.check("use the same mesh", mlp, PARAMS, BATCH, mesh=other)
        jitted = jax.jit(jnp.sum, in_shardings=NamedSharding(DEVICES, P("data")))
        devices = Mesh(DEVICES.devices.reshape(2, 4), ("data", "model"))
        self.check("use one mesh", jitted, shape((8,), "data", mesh=devices))

    def test_an_unhashable_static_argument(self):
        def scaled(x, sizes):
            return x * len(sizes)

        jitted = jax.jit(scaled, static_argnums=1)
        self.check("pass a tuple instead of a list", jitted, BATCH, [1, 2])
        self.assertEqual(partita.analyze(jitted, BATCH, (1, 2)).collectives, [])
        self.check("static_argnames", jax.jit(scaled), BATCH, "sizes")

    def test_a_version_that_was_not_tried(self):
        from partita import _jax

        with unittest.mock.patch.object(_jax, "NEWEST", (0, 1)):
            self.assertEqual(partita.analyze(mlp, PARAMS, BATCH).devices, 8)
            lowered = jax.jit(mlp).trace(PARAMS, BATCH).lower(lowering_platforms=("cpu",))
            broken = unittest.mock.Mock(wraps=lowered, spec=lowered, _lowering=lowered._lowering)
            broken.in_tree, broken.out_tree = lowered.in_tree, lowered.out_tree
            broken.as_text.side_effect = lambda **_: lowered.as_text().replace(
                "stablehlo.dot_general", "stablehlo.dot_anew"
            )
            made = _jax.of_lowered(broken, "broken")
            with unittest.mock.patch("partita._analysis.lowered_of", return_value=made):
                with self.assertRaisesRegex(partita.PartitaError, "newer than 0.1, the newest version"):
                    partita.analyze(mlp, PARAMS, BATCH)
            with unittest.mock.patch("partita._compiled.result_types", side_effect=ImportError("moved")):
                with self.assertRaisesRegex(partita.UsageError, "newer than 0.1"):
                    partita.analyze(mlp, PARAMS, BATCH).compile()

    def test_a_traced_value(self):
        @jax.jit
        def outer(x):
            partita.analyze(jnp.sum, x)
            return x

        with self.assertRaisesRegex(partita.UsageError, "traced value"):
            outer(np.ones(8, np.float32))


if __name__ == "__main__":
    unittest.main()
