"""Runs partitioned programs on XLA's CPU devices for Partita, one request after another.

usage: python -c THIS DEVICES PROCESS PROCESSES PORT

DEVICES is the number of devices of this process. With several processes, process 0 coordinates them, at PORT of the
local machine.

A message is one line of JSON, followed by raw bytes, whose number is the field "bytes". The first message is {"jax": VERSION}
when all is ready, {"absent": WHY} or {"error": WHY}. Then this process answers requests:

    {"bytes": BYTES, "text": BYTES, "devices": N, "unpartitioned": BOOL, "arguments": [{"element": MLIR NAME, "shape": [...]}, ...]}
        followed by the module and the elements of every argument, for one device of this process after the other
    {"results": [{"element": ..., "shape": [...]}, ...], "bytes": BYTES}
        followed by the elements of every result in the same order; or {"error": WHY}

It ends at the end of its input.
"""

import json
import math
import os
import re
import sys

# The oldest version that this was tested with. Older ones lack some of the interfaces below.
OLDEST = (0, 10, 2)

# Programs are already partitioned: XLA must not partition them again.
DISABLED = "spmd-partitioning,sharding-propagation,shardy-xla"

# Libraries print to standard output, which must not mix with the messages.
OUT = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)


def send(message, payload=()):
    OUT.write(json.dumps(message).encode() + b"\n")
    for part in payload:
        OUT.write(part)
    OUT.flush()


def receive():
    """The next request and its bytes; None at the end of the input."""
    line = sys.stdin.buffer.readline()
    if not line:
        return None
    request = json.loads(line)
    payload = sys.stdin.buffer.read(request["bytes"])
    return (request, payload) if len(payload) == request["bytes"] else None


def version(text):
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def element_type(np, ml_dtypes, name):
    """NumPy's type for MLIR's name of an element type."""
    plain = {"i1": "bool", "complex<f32>": "complex64", "complex<f64>": "complex128", "bf16": "bfloat16"}
    if name in plain:
        name = plain[name]
    elif match := re.fullmatch(r"(u?)i(\d+)", name):
        name = f"{match[1]}int{match[2]}"
    elif match := re.fullmatch(r"f(\d+)(E\w+)?", name):
        name = f"float{match[1]}" + (f"_{match[2].lower()}" if match[2] else "")
    else:
        raise TypeError(f"elements of type {name} cannot be passed to XLA")
    try:
        return np.dtype(getattr(ml_dtypes, name) if hasattr(ml_dtypes, name) else name)
    except TypeError:
        raise TypeError(f"elements of type {name} cannot be passed to XLA") from None


class Runner:
    def __init__(self, devices, process, processes, port):
        import jax
        import ml_dtypes
        import numpy as np
        from jax._src import xla_bridge
        from jax._src.interpreters import mlir
        from jax._src.lib import xla_client
        from jaxlib.mlir import ir, passmanager
        from jaxlib.mlir.dialects import stablehlo

        self.jax, self.np, self.ml_dtypes = jax, np, ml_dtypes
        self.mlir, self.client, self.ir, self.passmanager = mlir, xla_client, ir, passmanager
        stablehlo.register_stablehlo_passes()
        self.prepare_lapack()
        jax.config.update("jax_enable_x64", True)
        if processes > 1:
            jax.config.update("jax_cpu_collectives_implementation", "gloo")
            jax.distributed.initialize(f"127.0.0.1:{port}", processes, process)
        self.backend = xla_bridge.get_backend("cpu")
        self.process = process
        # Partition i runs on device i of this list. Ids have gaps between processes.
        self.devices = sorted(jax.devices("cpu"), key=lambda device: (device.process_index, device.id))
        if len(self.devices) != devices * processes:
            raise RuntimeError(f"XLA has {len(self.devices)} devices instead of {devices * processes}")
        self.compiled = (None, None)

    def prepare_lapack(self):
        """Registers the LAPACK functions that JAX calls, if this build has them."""
        try:
            from jaxlib import lapack

            lapack._lapack.initialize()
        except (ImportError, AttributeError):
            pass

    def element(self, name):
        return element_type(self.np, self.ml_dtypes, name)

    def compile(self, text, count, unpartitioned):
        """The executable of a module and its result types. Seeds share a module, so the last one is cached."""
        key = (text, count, unpartitioned)
        if self.compiled[0] != key:
            self.compiled = (key, self.compile_anew(text, count, unpartitioned))
        return self.compiled[1]

    def compile_anew(self, text, count, unpartitioned):
        context = self.mlir.make_ir_context()
        with context:
            module = self.ir.Module.parse(text)
            pipeline = "builtin.module(func.func(chlo-legalize-to-stablehlo))"
            self.passmanager.PassManager.parse(pipeline, context).run(module.operation)
            results = self.result_types(module)
        devices = self.devices[:count]
        options = self.client.CompileOptions()
        options.num_replicas, options.num_partitions = 1, count
        ids = self.np.array([[device.id for device in devices]])
        options.device_assignment = self.client.DeviceAssignment.create(ids)
        build = options.executable_build_options
        build.use_spmd_partitioning = not unpartitioned
        if not unpartitioned:
            build.debug_options.xla_disable_hlo_passes = DISABLED
        devices = self.client.DeviceList(tuple(devices))
        return self.backend.compile_and_load(module, devices, options), results

    def result_types(self, module):
        ir = self.ir
        for op in module.body.operations:
            name = op.operation.attributes
            if op.operation.name == "func.func" and ir.StringAttr(name["sym_name"]).value == "main":
                types = ir.FunctionType(ir.TypeAttr(op.attributes["function_type"]).value).results
                tensors = [ir.RankedTensorType(type) for type in types]
                return [{"element": str(t.element_type), "shape": list(t.shape)} for t in tensors]
        raise ValueError("the module has no function main")

    def arguments(self, request, payload, devices):
        """Yields the arguments of each device, sliced from the bytes of a request."""
        np = self.np
        place = request["text"]
        for _ in range(devices):
            device = []
            for argument in request["arguments"]:
                element, count = self.element(argument["element"]), math.prod(argument["shape"])
                array = np.frombuffer(payload, element, count, place).reshape(argument["shape"])
                place += array.nbytes
                if narrow := re.fullmatch(r"i([24])", argument["element"]):
                    # The sender leaves the bits above the sign bit zero, so extend the sign.
                    sign = 1 << (int(narrow[1]) - 1)
                    array = ((array.view(np.int8) ^ sign) - sign).astype(element)
                device.append(array)
            yield device

    def answer(self, request, payload):
        """Runs one request; returns the types of the results and their bytes."""
        jax, np = self.jax, self.np
        text, count = payload[: request["text"]].decode(), request["devices"]
        devices = self.devices[:count]
        own = [device for device in devices if device.process_index == self.process]
        shards = list(self.arguments(request, payload, len(own)))
        executable, results = self.compile(text, count, request["unpartitioned"])
        # XLA is given the shards as copies of one replicated array; it does not check that they are equal.
        mesh = jax.sharding.Mesh(np.array(devices), ("device",))
        copies = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())
        arrays = []
        for index, argument in enumerate(request["arguments"]):
            parts = [jax.device_put(shard[index], device) for shard, device in zip(shards, own)]
            shape = tuple(argument["shape"])
            arrays.append(jax.make_array_from_single_device_arrays(shape, copies, parts))
        outputs = executable.execute_sharded(arrays).disassemble_into_single_device_arrays()
        payload = []
        for device in range(len(own)):
            for parts, result in zip(outputs, results, strict=True):
                array = np.asarray(parts[device])
                if array.dtype != self.element(result["element"]) or list(array.shape) != result["shape"]:
                    raise TypeError(f"XLA returned {array.dtype}{list(array.shape)} for {result}")
                payload.append(np.ascontiguousarray(array).tobytes())
        return results, payload


def main():
    devices, process, processes, port = (int(argument) for argument in sys.argv[1:])
    flags = os.environ.get("XLA_FLAGS", "")
    os.environ["XLA_FLAGS"] = f"{flags} --xla_force_host_platform_device_count={devices}"
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    try:
        import jax
    except ImportError as error:
        send({"absent": f"it has no jax: {error}"})
        return
    if version(jax.__version__) < OLDEST:
        oldest = ".".join(str(part) for part in OLDEST)
        send({"absent": f"its jax is {jax.__version__}, older than {oldest}"})
        return
    try:
        runner = Runner(devices, process, processes, port)
    except Exception as error:
        send({"error": f"{type(error).__name__}: {error}"})
        return
    send({"jax": jax.__version__})
    while (request := receive()) is not None:
        try:
            results, payload = runner.answer(*request)
        except Exception as error:
            send({"error": f"{type(error).__name__}: {error}"})
        else:
            send({"results": results, "bytes": sum(map(len, payload))}, payload)


if __name__ == "__main__":
    main()
