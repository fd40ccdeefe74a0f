"""Times XLA's own sharding passes on a program.

usage: xla_passes.py MODEL.mlir DEVICES

Compiles the module for DEVICES CPU devices and prints one JSON object with the milliseconds that XLA
itself reports for its passes `shardy-xla` and `spmd-partitioning`. The process is ended
after them.
"""

import json
import os
import re
import subprocess
import sys

import environment

PASSES = ("shardy-xla", "spmd-partitioning")
REPORT = re.compile(r"HLO pass: (\S+) time: .*?\((\d+) us\)")


def compile_module(path, devices):
    """Runs in a separate process, which is ended as soon as it has printed both times."""
    import jax
    import numpy as np
    from jax._src import xla_bridge
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir

    with open(path, encoding="utf-8") as file:
        module = ir.Module.parse(file.read(), mlir.make_ir_context())
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = 1, devices
    options.device_assignment = xla_client.DeviceAssignment.create(np.arange(devices).reshape(1, devices))
    build = options.executable_build_options
    build.use_spmd_partitioning = build.use_shardy_partitioner = True
    executable_devices = xla_client.DeviceList(tuple(jax.devices()))
    xla_bridge.get_backend("cpu").compile_and_load(module, executable_devices, options)


def main():
    path, devices = sys.argv[1], sys.argv[2]
    if len(sys.argv) > 3:
        compile_module(path, int(devices))
        return
    settings = {
        **os.environ,
        "JAX_PLATFORMS": "cpu",
        "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}",
        "TF_CPP_MIN_LOG_LEVEL": "0",
        "TF_CPP_VMODULE": "hlo_pass_pipeline=1",
    }
    command = [sys.executable, __file__, path, devices, "compile"]
    child = subprocess.Popen(command, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = {}
    for line in child.stderr:
        report = REPORT.search(line)
        if report and report[1] in PASSES:
            found[report[1]] = int(report[2]) / 1000
            if len(found) == len(PASSES):
                break
    child.kill()
    child.wait()
    print(json.dumps({name.replace("-", "_"): found.get(name) for name in PASSES}))


if __name__ == "__main__":
    main()
