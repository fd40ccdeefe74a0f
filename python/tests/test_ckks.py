"""Networks on ciphertexts."""

import unittest

from programs import EXAMPLES

import partita


class Ckks(unittest.TestCase):
    def test_plan_count_and_simulate(self):
        plan = partita.ckks.plan(EXAMPLES / "mnist.toml", slots=4096)
        self.assertIn("rotations", str(plan))
        self.assertGreater(plan.count["rotations"], 0)
        simulation = plan.simulate()
        self.assertTrue(simulation)
        self.assertLess(simulation.error, 1e-9)
        x = [0.01 * (at % 7) for at in range(plan._native.input_size())]
        expected = plan.plain(x)
        for got, wanted in zip(plan.simulate(x).values, expected):
            self.assertAlmostEqual(got, wanted, places=6)

    def test_wrong_use(self):
        plan = partita.ckks.plan(EXAMPLES / "mnist.toml", slots=4096)
        for call, expected in [
            (lambda: partita.ckks.plan("nothing"), "unknown network"),
            (lambda: partita.ckks.plan("absent.toml"), "cannot read"),
            (lambda: partita.ckks.plan(3), "expected a network"),
            (lambda: plan.simulate([1.0]), "numbers, found 1"),
            (lambda: plan.run(lattigo="absent.so"), "cannot find the Lattigo library"),
        ]:
            with self.assertRaisesRegex((partita.PartitaError, ValueError), expected):
                call()


if __name__ == "__main__":
    unittest.main()
