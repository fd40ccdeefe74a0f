"""ONNX models with sharding specs: check, infer, partition and verify, and the search for a sharding.

A model is an `onnx.ModelProto`, a model of `onnx_ir`, the bytes of a file, or a path. Meshes are text such as `"x=2,y=4"` or dictionaries;
shardings are a dictionary from names of tensors to shardings such as `"_,x"`, `'[{}, {"x"}]'` or a `PartitionSpec`.

    ranks = partita.onnx.partition("mlp.onnx", mesh="x=2", shardings={"w1": "_,x"})
    assert ranks.verify()
    onnx.save(ranks[0], "rank0.onnx")

    plan = partita.onnx.auto("mlp.onnx", mesh="x=2", hardware="h200x2")
    assert plan.partition().verify()
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from . import _native
from ._auto import Searched, request
from ._errors import UsageError
from ._mesh import axes_text
from ._results import Findings, Shown


class Annotated(Shown):
    """An answer with a model that has all specs."""

    def __init__(self, file: bytes, text: str, data: Any) -> None:
        super().__init__(text, data)
        #: The encoded model.
        self.file = file

    @property
    def model(self) -> Any:
        """The model with all specs, as an `onnx.ModelProto`."""
        return decoded(self.file)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model with all specs."""
        with open(path, "wb") as file:
            file.write(self.file)


class Inferred(Annotated):
    """A model with all specs, and a list of those that were inferred."""


class Verified(Shown):
    """The comparison of the ranks with the model. It is true if all outputs are equal."""

    @property
    def equal(self) -> bool:
        """Whether all outputs are equal, within rounding."""
        return not self.data.get("differences")

    def __bool__(self) -> bool:
        return self.equal


class Ranks:
    """One model per rank. Indexing and iterating give `onnx.ModelProto`s; printing shows what ranks send."""

    def __init__(self, native: _native.Ranks) -> None:
        self._native = native
        text, data = native.view()
        self.text = text
        #: What each rank takes, returns and sends, as data.
        self.data = json.loads(data)

    def __len__(self) -> int:
        return self._native.count()

    def file(self, rank: int) -> bytes:
        """The encoded model of a rank."""
        if not -len(self) <= rank < len(self):
            raise IndexError(f"rank {rank} of {len(self)}")
        return self._native.model(rank % len(self))

    def __getitem__(self, rank: int) -> Any:
        return decoded(self.file(rank))

    def __iter__(self) -> Iterator[Any]:
        return (self[rank] for rank in range(len(self)))

    def save(self, folder: str | os.PathLike[str]) -> list[str]:
        """Writes `rank0.onnx` and so on into a folder; returns the paths."""
        os.makedirs(folder, exist_ok=True)
        paths = [os.path.join(folder, f"rank{rank}.onnx") for rank in range(len(self))]
        for rank, path in enumerate(paths):
            with open(path, "wb") as file:
                file.write(self.file(rank))
        return paths

    def verify(self, seed: int = 0) -> Verified:
        """Runs the model and the ranks on generated inputs with the embedded runtime, and compares the outputs."""
        text, data = self._native.verify(seed)
        return Verified(text, json.loads(data))

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return f"<partita.onnx.Ranks: {len(self)} models>"


class ModelPlan(Searched, Annotated):
    """The sharding of a model that takes the least time within a memory limit.

    Printing it shows what it costs beside the plans that people write by hand, a bound, and the shardings.
    """

    def __init__(self, file: bytes, text: str, data: Any, model: _native.Model, sizes: Mapping[str, int] | None) -> None:
        super().__init__(file, text, data)
        self._native = model
        self._sizes = sizes
        # The view writes the shardings as settings of the Rust API.
        lines = [f"mesh={self.mesh!r}\n", "shardings={\n"]
        lines += [f"    {name!r}: {sharding!r},\n" for name, sharding in self.shardings.items()]
        self.text = re.sub(r"^`OnMesh` .*\n(`OnMesh::shard` .*\n)*", lambda _: "".join(lines) + "}\n", text, flags=re.MULTILINE)

    @property
    def mesh(self) -> str:
        """The mesh, such as `data=4,model=2`."""
        return self.data["mesh"]

    @property
    def shardings(self) -> dict[str, str]:
        """The shardings that suffice, by tensor: propagation derives all others. `partition` and `infer` take them with the mesh."""
        return dict(self.data["annotations"]["shardings"])

    def partition(self, *, replicate_outputs: bool = False) -> Ranks:
        """One model per rank, as planned. See `partition`."""
        on = placement(self.mesh, self.shardings)
        return Ranks(self._native.partition(on, None, False, sized(self._sizes), replicate_outputs))


def check(model: Any, *, configuration: str | None = None) -> Findings:
    """All errors and warnings about a model and its specs; an empty list if there are none."""
    text, data, _ = read(model).check(configuration)
    return Findings(text, json.loads(data))


def infer(
    model: Any,
    *,
    mesh: Any = None,
    shardings: Mapping[str, Any] | None = None,
    configuration: str | None = None,
    propagate: bool = False,
) -> Inferred:
    """Infers the specs that a model omits. With a mesh, the given shardings propagate through the model."""
    file, text, data = read(model).infer(placement(mesh, shardings), configuration, propagate)
    return Inferred(file, text, json.loads(data))


def partition(
    model: Any,
    *,
    mesh: Any = None,
    shardings: Mapping[str, Any] | None = None,
    configuration: str | None = None,
    propagate: bool = False,
    sizes: Mapping[str, int] | None = None,
    replicate_outputs: bool = False,
) -> Ranks:
    """One model per rank. `sizes` are those of named dimensions; `replicate_outputs` makes every rank return complete outputs."""
    on = placement(mesh, shardings)
    return Ranks(read(model).partition(on, configuration, propagate, sized(sizes), replicate_outputs))


def verify(model: Any, *, seed: int = 0, **options: Any) -> Verified:
    """Partitions a model, runs it and its ranks, and compares the outputs. Options are those of `partition`."""
    return partition(model, **options).verify(seed)


def auto(
    model: Any,
    *,
    mesh: Any,
    hardware: Any = "h200",
    memory: int | str | None = None,
    sizes: Mapping[str, int] | None = None,
    keep_annotations: bool = False,
    rounds: int | None = None,
    time_limit: float | None = None,
    seed: int = 1,
) -> ModelPlan:
    """Searches for the sharding of a model that takes the least time on some hardware, within a memory limit.

    `memory` is the most that a device may use, in bytes or as text such as `"70GiB"`; by default that of the hardware. `sizes` are those
    of named dimensions. The specs of the model are ignored, or respected with `keep_annotations`. `rounds` and `time_limit`, in seconds,
    limit the search; without `time_limit`, equal calls have equal answers.
    """
    options = request(
        axes_text(mesh),
        "a plan needs a mesh to shard the model over",
        hardware=hardware,
        memory=memory,
        keep_annotations=keep_annotations,
        rounds=rounds,
        seconds=time_limit,
        seed=seed,
    )
    text, data, file, planned = read(model).auto(options, sized(sizes))
    return ModelPlan(file, text, json.loads(data), planned, sizes)


def sized(sizes: Mapping[str, int] | None) -> list[tuple[str, int]]:
    """The sizes of named dimensions as pairs."""
    return list((sizes or {}).items())


def placement(mesh: Any, shardings: Mapping[str, Any] | None) -> tuple[str, list[tuple[str, str]]] | None:
    """The mesh and the shardings as text."""
    if mesh is None:
        if shardings:
            raise UsageError('shardings need a mesh: pass `mesh="x=2"`')
        return None
    return axes_text(mesh) or "", [(name, sharding_text(value)) for name, value in (shardings or {}).items()]


def sharding_text(sharding: Any) -> str:
    """A sharding of one tensor as text."""
    if isinstance(sharding, str):
        return sharding
    if isinstance(sharding, (tuple, list)):
        dims = (() if dim is None else (dim,) if isinstance(dim, str) else tuple(dim) for dim in sharding)
        return "[" + ", ".join("{" + ", ".join(json.dumps(name) for name in dim) + "}" for dim in dims) + "]"
    raise UsageError(
        f"expected a sharding, found {type(sharding).__name__}: pass text such as '_,x', or a PartitionSpec such as P(None, 'x')"
    )


def read(model: Any) -> _native.Model:
    """A model of any form."""
    if isinstance(model, (bytes, bytearray)):
        return _native.Model("model", bytes(model), None)
    if hasattr(model, "SerializeToString"):
        # 1 is EXTERNAL; the proto does not name the folder of the files.
        if any(tensor.data_location == 1 for tensor in model.graph.initializer):
            raise UsageError(
                "the model has weights in files that were not read: pass the path of the model, or load it with `onnx.load(path)`"
            )
        return _native.Model("model", model.SerializeToString(), None)
    if type(model).__module__.startswith("onnx_ir"):
        import onnx_ir

        return _native.Model("model", onnx_ir.to_proto(model).SerializeToString(), beside_weights(model))
    if not isinstance(model, (str, os.PathLike)):
        raise UsageError(
            f"expected a model, found {type(model).__name__}: pass an `onnx.ModelProto`, a model of onnx_ir, bytes, or a path"
        )
    path = os.fspath(model)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise UsageError(
            f"cannot read {path!r}: {error.strerror}; pass the path of a .onnx file, or a model"
        ) from error
    if path.endswith(".textproto"):
        return _native.Model.of_text(path, data.decode("utf-8", "replace"))
    return _native.Model(path, data, path)


def beside_weights(model: Any) -> str | None:
    """A path in the folder of the files with the weights of a model of onnx_ir, if it has such files."""
    tensors = [value.const_value for value in model.graph.initializers.values()]
    folders = {os.fspath(tensor.base_dir) for tensor in tensors if getattr(tensor, "base_dir", None) is not None}
    if len(folders) > 1:
        raise UsageError("the model has weights in several folders: save it with `onnx_ir.save`, and pass the path")
    return os.path.join(folders.pop(), "model.onnx") if folders else None


def decoded(file: bytes) -> Any:
    """The model of encoded bytes."""
    try:
        import onnx
    except ImportError as error:
        raise UsageError("models need the package onnx: run `pip install onnx`, or use the bytes in `file`") from error
    return onnx.load_model_from_string(file)
