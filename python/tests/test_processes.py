"""A local program on the devices of two processes."""

import os
import socket
import subprocess
import sys
import unittest

try:
    import jax  # noqa: F401
except ImportError as error:
    raise unittest.SkipTest(f"no jax: {error}") from error

PROGRAM = """
import sys
import jax, numpy as np
jax.config.update("jax_cpu_collectives_implementation", "gloo")
jax.distributed.initialize(f"127.0.0.1:{sys.argv[2]}", 2, int(sys.argv[1]))
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, NamedSharding, PartitionSpec as P
import partita

mesh = AbstractMesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)

def step(x, w):
    return jnp.tanh(x @ w).sum(0)

def shape(dims, *spec):
    return jax.ShapeDtypeStruct(dims, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))

run = partita.analyze(step, shape((8, 16), "data"), shape((16, 32), None, "model")).compile()
random = np.random.default_rng(0)
x, w = random.standard_normal((8, 16), np.float32), random.standard_normal((16, 32), np.float32)
result = run(x, w)
assert len(result.addressable_shards) == 4, result.addressable_shards
expected = np.tanh(x @ w).sum(0)
for shard in result.addressable_shards:
    np.testing.assert_allclose(shard.data, expected[shard.index], rtol=1e-4, atol=1e-4)
print("fine")
"""


class Processes(unittest.TestCase):
    def test_two(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=4", "JAX_PLATFORMS": "cpu"}
        children = [
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(process), str(port)],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for process in range(2)
        ]
        for child in children:
            printed, errors = child.communicate(timeout=120)
            self.assertIn("fine", printed, errors[-2000:])


if __name__ == "__main__":
    unittest.main()
