"""Runs the model of one rank on onnxruntime for Partita, in a process of its own.

usage: python -c THIS SOCKET memory RANK MEMORY,...     ranks exchange arrays through shared memory
       python -c THIS SOCKET mpi                        ranks exchange arrays through MPI

SOCKET is a local socket, at which the parent sends one command after the other. MEMORY are the inherited file descriptors of
the memory of every rank.

A message is one line of JSON, followed by raw bytes, whose number is the field "bytes". The first message is {"rank": RANK}
when all is ready, or {"absent": WHY}. Arrays are described by their name, the number of their element type, and their shape.
This process keeps arrays by name, and answers commands with {"error": WHY}, or with what follows the arrow:

    {"store": [DESCRIPTION, ...], "bytes": BYTES}        keeps arrays -> {}
    {"run": [NAME, ...], "drop": [...], "bytes": BYTES}  runs a model on the named arrays, keeps its results -> {"arrays": [DESCRIPTION, ...]}
    {"post": NAME, "for": KIND}                          writes an array to the memory of this rank -> {}
    {"collective": KIND, "axis": AXIS, "group": [RANK, ...], "input": NAME, "output": NAME, "drop": [...]}
                                                         -> {"arrays": [DESCRIPTION]}
    {"test": NAME}                                       -> {"value": BOOLEAN}
    {"rename": [[FROM, TO], ...], "drop": [...]}         gives arrays further names -> {"arrays": [DESCRIPTION, ...]}
    {"clear": [LIST, ...], "drop": [...]}                starts lists of rows -> {"arrays": []}
    {"push": [[NAME, LIST], ...], "drop": [...]}         appends arrays to lists -> {"arrays": []}
    {"stack": [[LIST, NAME, ROW], ...], "drop": [...]}   joins the rows of lists; ROW is [ELEMENT, SHAPE] or null, for lists without rows
                                                         -> {"arrays": [DESCRIPTION, ...]}
    {"return": [NAME, ...]}                              -> {"outputs": [DESCRIPTION, ...], "bytes": BYTES} and the elements

It drops the arrays in "drop" after the command, and ends when the socket closes.
"""

import contextlib
import json
import mmap
import os
import socket
import sys

# Libraries print to standard output, which nothing reads.
os.dup2(2, 1)

# The numbers of ONNX's element types, and how NumPy stores them. NumPy has neither bfloat16 nor the 8-bit floats.
TYPES = {
    1: "f4", 2: "u1", 3: "i1", 4: "u2", 5: "i2", 6: "i4", 7: "i8", 9: "?", 10: "f2", 11: "f8", 12: "u4", 13: "u8",
    14: "c8", 15: "c16", 16: "u2", 17: "u1", 18: "u1", 19: "u1", 20: "u1",
}  # fmt: skip
HALF, BFLOAT = 10, 16
# Types that NumPy has no floats for; their elements are passed as integers.
AS_INTEGERS = (16, 17, 18, 19, 20)
NOT_SUMMED = (9, *AS_INTEGERS)


class Memory:
    """Collectives through the memory of every rank, a file without a name that all processes have mapped."""

    def __init__(self, rank, files):
        self.rank, self.files = rank, files

    def post(self, array):
        # Sizes grow only: other ranks may still have the old size mapped.
        if os.fstat(self.files[self.rank]).st_size < array.nbytes:
            os.ftruncate(self.files[self.rank], array.nbytes)
        if array.nbytes:
            with mmap.mmap(self.files[self.rank], array.nbytes) as memory:
                memory.write(raw(array))

    def read(self, rank, like):
        """What a rank has posted. All ranks post the same type and shape."""
        if not like.nbytes:
            return like
        with mmap.mmap(self.files[rank], like.nbytes, access=mmap.ACCESS_READ) as memory:
            return np.frombuffer(memory.read(like.nbytes), like.dtype).reshape(like.shape)

    def all_reduce(self, group, array):
        total = self.read(group[0], array).copy()
        for rank in group[1:]:
            total += self.read(rank, array)
        return total

    def all_gather(self, group, array):
        return [self.read(rank, array) for rank in group]

    def all_to_all(self, group, array):
        own = group.index(self.rank)
        return [np.split(self.read(rank, array), len(group))[own] for rank in group]


def named_memory():
    """The files of shared memory that this process has mapped."""
    try:
        with open("/proc/self/maps") as maps:
            paths = {line.rstrip("\n").partition("/dev/shm/")[2] for line in maps}
    except OSError:
        return []
    return [f"/dev/shm/{path}" for path in sorted(paths) if path and not path.endswith(" (deleted)")]


class Mpi:
    """Collectives of MPI, on a communicator for every group."""

    def __init__(self):
        from mpi4py import MPI

        self.mpi, self.world, self.groups = MPI, MPI.COMM_WORLD, {}
        self.rank = self.world.Get_rank()
        # Once all ranks have mapped the memory that MPI named, it needs no name, under which it would remain if they are killed.
        self.world.Barrier()
        for path in named_memory():
            with contextlib.suppress(OSError):  # another rank was faster
                os.unlink(path)
        self.world.Barrier()

    def post(self, array):
        """MPI takes arrays from where they are."""

    def communicator(self, group):
        key = tuple(group)
        if key not in self.groups:
            self.groups[key] = self.world.Create_group(self.world.Get_group().Incl(group))
        return self.groups[key]

    def all_reduce(self, group, array):
        total = np.empty_like(array)
        self.communicator(group).Allreduce(array, total, op=self.mpi.SUM)
        return total

    # Arrays are sent as bytes: MPI lacks some of the element types.
    def all_gather(self, group, array):
        received = np.empty((len(group), *array.shape), array.dtype)
        self.communicator(group).Allgather(raw(array), raw(received))
        return list(received)

    def all_to_all(self, group, array):
        received = np.empty_like(array)
        self.communicator(group).Alltoall(raw(array), raw(received))
        return np.split(received, len(group))


class Process:
    def __init__(self, exchange):
        self.exchange = exchange
        # Name -> (number of the element type, NumPy array).
        self.values = {}
        # Name -> arrays that will be the rows of one.
        self.rows = {}

    def answer(self, command, payload):
        if "store" in command:
            return self.store(command["store"], payload)
        if "run" in command:
            answer = self.run(payload, command["run"])
        elif "test" in command:
            _, array = self.values[command["test"]]
            if array.size != 1 or array.dtype != bool:
                raise ValueError(f"`{command['test']}` is not one boolean")
            return {"value": bool(array.reshape(()))}, ()
        elif "rename" in command:
            found = {to: self.values[name] for name, to in command["rename"]}
            self.values.update(found)
            answer = {"arrays": self.describe(list(found))}, ()
        elif "clear" in command:
            self.rows.update((name, []) for name in command["clear"])
            answer = {"arrays": []}, ()
        elif "push" in command:
            for name, rows in command["push"]:
                self.rows[rows].append(self.values[name])
            answer = {"arrays": []}, ()
        elif "stack" in command:
            answer = self.stack(command["stack"])
        elif "post" in command:
            self.exchange.post(exchanged(command["for"], *self.values[command["post"]]))
            return {}, ()
        elif "collective" in command:
            answer = self.collective(command)
        else:
            return self.results(command["return"])
        for name in command["drop"]:
            self.values.pop(name, None)
        return answer

    def store(self, described, payload):
        at = 0
        for one in described:
            number, shape = one["element"], one["shape"]
            if number not in TYPES:
                raise TypeError(f"arrays of element type {number} cannot be passed")
            dtype = np.dtype(TYPES[number])
            count = int(np.prod(shape, dtype=np.int64))
            elements = np.frombuffer(payload, dtype, count, at) if count else np.empty(0, dtype)
            self.values[one["name"]] = number, elements.reshape(shape)
            at += count * dtype.itemsize
        return {}, ()

    def describe(self, names):
        return [{"name": name, "element": self.values[name][0], "shape": self.values[name][1].shape} for name in names]

    def run(self, model, names):
        options = ort.SessionOptions()
        # One thread and deterministic kernels, so that a run can be repeated exactly.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.use_deterministic_compute = True
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.log_severity_level = 3
        session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        inputs = {name: to_ort(*self.values[name]) for name in names}
        outputs = [output.name for output in session.get_outputs()]
        for name, value in zip(outputs, session.run_with_ort_values(outputs, inputs)):
            if not value.is_tensor():
                raise TypeError(f"output `{name}`: its value is not a tensor")
            if value.element_type() == BFLOAT:
                raise TypeError(f"output `{name}`: onnxruntime's package does not return arrays of bfloat16")
            self.values[name] = value.element_type(), contiguous(value.numpy())
        return {"arrays": self.describe(outputs)}, ()

    def collective(self, command):
        number, array = self.values[command["input"]]
        kind, group = command["collective"], command["group"]
        sent = exchanged(kind, number, array)
        if kind == "AllReduce":
            if number in NOT_SUMMED:
                raise TypeError(f"sums of element type {number} are not supported")
            result = self.exchange.all_reduce(group, sent)
        elif kind == "AllGather":
            if not -array.ndim <= command["axis"] < array.ndim:
                raise ValueError(f"axis {command['axis']} is out of range for shape {list(array.shape)}")
            result = np.concatenate(self.exchange.all_gather(group, sent), command["axis"])
        else:
            if array.ndim == 0 or array.shape[0] % len(group):
                raise ValueError(f"axis 0 of shape {list(array.shape)} is not a multiple of {len(group)} ranks")
            result = np.concatenate(self.exchange.all_to_all(group, sent))
        self.values[command["output"]] = number, contiguous(result.astype(array.dtype, copy=False))
        return {"arrays": self.describe([command["output"]])}, ()

    def stack(self, lists):
        for name, output, row in lists:
            rows = self.rows[name]
            if rows:
                self.values[output] = rows[0][0], contiguous(np.stack([array for _, array in rows]))
            elif row is None:
                raise ValueError(f"`{output}` has no rows, and the model does not declare their type")
            else:
                self.values[output] = row[0], np.empty((0, *row[1]), TYPES[row[0]])
        return {"arrays": self.describe([output for _, output, _ in lists])}, ()

    def results(self, names):
        payload = [raw(self.values[name][1]) for name in names]
        return {"outputs": self.describe(names), "bytes": sum(part.nbytes for part in payload)}, payload


def contiguous(array):
    # Unlike `ascontiguousarray`, this keeps arrays without dimensions.
    return np.asarray(array, order="C")


def raw(array):
    """The bytes of a contiguous array, not copied."""
    return array.reshape(-1).view("u1")


def exchanged(kind, number, array):
    """The array as it is sent. Narrow floats are added as float32 and rounded once, so that small terms are not lost."""
    return contiguous(array.astype("f4") if kind == "AllReduce" and number == HALF else array)


def to_ort(number, array):
    if number in AS_INTEGERS:
        return ort.OrtValue.ortvalue_from_numpy_with_onnx_type(array, number)
    return ort.OrtValue.ortvalue_from_numpy(array)


def first_lines(error):
    return f"{type(error).__name__}: {error}" if not str(error) else str(error)


def main(arguments):
    global np, ort
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(arguments[0])
    stream = connection.makefile("rwb")

    def send(message, payload=()):
        stream.write(json.dumps(message).encode() + b"\n")
        for part in payload:
            stream.write(part)
        stream.flush()

    try:
        import numpy as np
        import onnxruntime as ort

        if arguments[1] == "mpi":
            exchange = Mpi()
        else:
            exchange = Memory(int(arguments[2]), [int(file) for file in arguments[3].split(",")])
    except Exception as error:  # an import may fail in many ways
        return send({"absent": first_lines(error)})
    process = Process(exchange)
    send({"rank": exchange.rank})
    # The parent closes the connection when all ranks are done.
    while line := stream.readline():
        command = json.loads(line)
        try:
            answer, payload = process.answer(command, stream.read(command.get("bytes", 0)))
        except Exception as error:  # reported to the parent, which ends all ranks
            answer, payload = {"error": first_lines(error)}, ()
        send(answer, payload)
    if arguments[1] == "mpi":
        exchange.mpi.Finalize()


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (BrokenPipeError, ConnectionResetError):
        pass  # the parent has ended
    finally:
        # Without this, MPI would wait at its end for ranks that failed.
        sys.stderr.flush()
        os._exit(0)
