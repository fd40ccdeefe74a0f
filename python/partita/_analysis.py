"""`analyze` and its result."""

from __future__ import annotations

import json
import math
import os
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ._errors import Diagnostic, PartitaError, UnknownNameError, UsageError
from ._mesh import Splits, auto_mesh, axes_text, mesh_of_axes, partition_spec, read_mesh, read_sharding, show_axes
from ._native import Program, decode_program
from ._results import (
    Collective,
    Cost,
    Diff,
    Explanation,
    Findings,
    Memory,
    Shardings,
    Shown,
    Suggestions,
    Verification,
    collective_of,
    cost_of,
    explained,
    memory_of,
    table,
)

if TYPE_CHECKING:
    from ._auto import AutoPlan
    from ._compiled import Compiled
    from ._cost import StepCost
    from ._jax import Lowered

#: The columns of texts.
WIDTH = 80

#: The types of programs that need no jax.
TEXTS = (str, bytes, bytearray, os.PathLike)

#: The first bytes of MLIR bytecode.
BYTECODE = b"ML\xefR"


def analyze(
    program: Any,
    *args: Any,
    mesh: Any = None,
    in_shardings: Any = None,
    platform: str | None = None,
    pad_io: bool = False,
    **kwargs: Any,
) -> Analysis:
    """Partitions a program and returns what it communicates, needs and computes. No device is needed.

    `program` is one of

    - a function, jitted or not, followed by its arguments: arrays, or `jax.ShapeDtypeStruct`s with a `NamedSharding` on a
      `Mesh` or `AbstractMesh`, in pytrees and keyword arguments of any form;
    - a `jax.stages.Lowered` or `Traced`, or a `jax.export.Exported`;
    - StableHLO text or MLIR bytecode, or the path of a file with one of them, or that `jax.export` wrote.

    `mesh` is the mesh of the arguments, which bare `PartitionSpec`s in the function refer to: a mesh of JAX, text such as
    `"data=8,model=2"`, or a dictionary of sizes. For a text or a file it replaces the sizes of the axes. `in_shardings` has a `PartitionSpec` for each positional
    argument, or a pytree of them, as in `jax.jit`. `platform` is the platform to lower for, such as `"tpu"`; by default that of
    the mesh or of the process. `pad_io` pads arguments and results that their sharding does not divide.

    Errors in the program are a `PartitaError`; arguments that cannot be used are a `UsageError`.
    """
    lowered = lowered_of(program, args, kwargs, mesh, in_shardings, platform)
    is_function = lowered.function is not None
    try:
        native = Program(lowered.name, lowered.text, None if is_function else axes_text(mesh), pad_io)
    except PartitaError as error:
        from ._jax import newer_than_tried

        note = newer_than_tried() if lowered.in_tree is not None else None
        if note is None:
            raise
        raise PartitaError(f"{error}\n\nnote: {note}", list(error.codes), error._json) from error
    return Analysis(native, lowered)


def lowered_of(
    program: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    mesh: Any,
    in_shardings: Any,
    platform: str | None,
) -> Lowered:
    """The text of any kind of program."""
    from . import _jax

    kind = type(program).__name__
    is_stage = kind in ("Lowered", "Traced", "Exported") and not isinstance(program, type)
    if is_stage or isinstance(program, TEXTS):
        given = [name for name, value in [("in_shardings", in_shardings), ("platform", platform)] if value is not None]
        if args or kwargs or given:
            what = given[0] if given else "arguments"
            raise UsageError(f"{what}: only a function takes these; a text, a path and a lowered program are complete")
        if isinstance(program, TEXTS):
            return text_of(program)
        if kind == "Exported":
            return _jax.of_exported(program)
        lowered = program if kind == "Lowered" else program.lower()
        return _jax.of_lowered(lowered, getattr(program, "fun_name", "program"))
    if not callable(program):
        raise UsageError(
            f"expected a program, found {kind}: pass a function and its arguments, a jax `Lowered` or `Exported`, StableHLO text, or a path"
        )
    return _jax.lower(program, args, kwargs, mesh, in_shardings, platform)


def text_of(program: str | bytes | bytearray | os.PathLike[str]) -> Lowered:
    """The program of a path, or a text or bytecode itself."""
    from ._jax import Lowered

    if isinstance(program, (bytes, bytearray)):
        return program_of("<bytes>", bytes(program))
    if isinstance(program, str) and ("\n" in program or "func.func" in program or not program.strip()):
        return Lowered(program, "<text>")
    path = os.fspath(program)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise UsageError(
            f"cannot read {path!r}: {error.strerror}; pass the path of a file with StableHLO text, such as JAX's "
            "`jax.jit(f).lower(x).as_text(debug_info=True)`, or that text itself"
        ) from error
    return program_of(path, data)


def program_of(name: str, data: bytes) -> Lowered:
    """The program of the bytes of a file: text, MLIR bytecode, or what `jax.export` wrote."""
    from ._jax import Lowered

    if data[:4] != BYTECODE and BYTECODE + b"\rStableHLO_v" in data[:4096] and (exported := deserialized(data)):
        return exported
    text = decode_program(name, data)
    if text is None:
        text = data.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode()
    return Lowered(text, name)


def deserialized(data: bytes) -> Lowered | None:
    """The program of a file that `jax.export` wrote, with its pytrees; `None` if jax is missing or does not read it."""
    from . import _jax

    try:
        from jax import export

        return _jax.of_exported(export.deserialize(bytearray(data)))
    except Exception:
        # The file may be of another version of jax, or need types that are registered elsewhere: its program is read without its pytrees.
        return None


class Analysis:
    """A partitioned program: what it sends, what it needs, why, and its text for each device.

    Printing it shows the collectives by line of your source, the most bytes first.
    """

    def __init__(self, native: Program, lowered: Lowered) -> None:
        self._native = native
        self._lowered = lowered

    # What it costs.

    @cached_property
    def _comms(self) -> dict[str, Any]:
        return json.loads(self._native.comms())

    @cached_property
    def collectives(self) -> list[Collective]:
        """Every collective of the local program, in its order."""
        return [collective_of(view) for view in self._comms["collectives"]]

    @cached_property
    def cost(self) -> Cost:
        """The bytes that each device sends in a step: in total, by kind and by axes. `cost_on` has seconds."""
        return cost_of(self._comms)

    def cost_on(
        self, hardware: Any = "h200", *, overlap: str = "streams", donate: bool = False, top: int = 12, width: int = WIDTH
    ) -> StepCost:
        """The time of a step and the peak memory of a device on some hardware, and what takes the time.

        `hardware` is a preset with an optional number of devices, such as `"h200x8"` or `"tpu-v5p-4x4x4"`, or the path of a TOML file.
        `overlap` is how much communication runs at the same time as computation: `"none"`, `"streams"` or `"ideal"`. `donate` reuses
        the memory of every argument after its last use. `top` and `width` are the rows and columns of the text.

        Where the links of the hardware differ in speed along the axes of the mesh, the estimated program is planned for them:
        `partition(hardware)` is its text, and its collectives, in the answer, may be others than `collectives`.
        """
        from ._cost import estimate

        return estimate(self._native, hardware, overlap, donate, top, width)

    @cached_property
    def memory(self) -> Memory:
        """The estimated peak memory of a device, and its largest tensors there."""
        return memory_of(self._native.memory(20, False))

    @property
    def mesh(self) -> dict[str, int]:
        """The axes of the mesh and their sizes, major first."""
        return dict(map(tuple, self._comms["mesh"]))

    @property
    def devices(self) -> int:
        """The number of devices."""
        return self._comms["devices"]

    def summary(self, by: str = "source", top: int = 12, width: int = WIDTH, hardware: Any = None) -> str:
        """The collectives in groups, the most bytes first: by `source`, `layer`, `axis` or `kind`; with times on `hardware`."""
        if hardware is None:
            return self._native.comms_summary(by, top, width)[0]
        from ._cost import hardware_of

        return self._native.comms_summary(by, top, width, hardware_of(hardware))[0]

    def to_pandas(self) -> Any:
        """The collectives as a pandas table."""
        return table(self.collectives)

    # Why.

    def why(self, value: str, dim: int | None = None, *, tables: bool = False) -> Explanation:
        """Explains the sharding of a value, in all dimensions or in one.

        The value is named by its path in the arguments, such as `params['mlp']['w1']`, by `result` and a path, or by its name in the
        text, such as `%5`. `tables` adds the factor tables of the op that defines it.
        """
        return self._explained(self._native.why(self._name(value), dim, tables))

    def why_not(self, value: str, dim: int, axis: str) -> Explanation:
        """Explains why a dimension of a value is not sharded along an axis. Values are named as for `why`."""
        return self._explained(self._native.why_not(self._name(value), dim, axis))

    def _explained(self, pair: tuple[str, str]) -> Explanation:
        """An explanation in which arguments have the names of your program."""
        paths = {name: path for path, name in self._names.items() if name.startswith("%")}
        pattern = re.compile(r"(?<![/\w])%[\w$.-]+")
        text = pattern.sub(lambda match: paths.get(match[0], match[0]), pair[0])
        return explained(Explanation, (text, pair[1]))

    def steps(self, value: str | None = None, limit: int = 40) -> Shown:
        """The steps of propagation, or those that changed a value."""
        name = None if value is None else self._name(value)
        return explained(Shown, self._native.steps(name, limit))

    def draw(self, value: str) -> Shown:
        """Draws which device holds which shard of a value, named as for `why`."""
        return explained(Shown, self._native.draw(self._name(value)))

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of arguments and results in your program, and those in the text."""
        functions = json.loads(self._native.signature())["functions"]
        main = next((each for each in functions if each["name"] == "main"), functions[0] if functions else None)
        if main is None:
            return {}
        names = {row["source_name"]: row["name"] for row in main["args"] if row.get("source_name")}
        for at, row in enumerate(main["results"]):
            names.setdefault(row.get("source_name") or f"result[{at}]", f"result#{at}")
        return names

    def _name(self, value: str) -> str:
        if not isinstance(value, str):
            raise UsageError(
                f"expected the name of a value, found {type(value).__name__}: pass text such as \"params['w']\" or '%5'"
            )
        if value.startswith(("%", "@", "result#")):
            return value
        names = self._names
        if value in names:
            return names[value]
        if (
            value == "result"
            and "result[0]" in names
            and len([n for n in names.values() if n.startswith("result#")]) == 1
        ):
            return "result#0"
        import difflib

        close = difflib.get_close_matches(value, names, 3, 0.5) or list(names)[:12]
        raise UnknownNameError(
            f"the program has no argument or result {value!r}; "
            f"{'similar names' if close else 'it has no names'}: {', '.join(close)}. Other values are named as in the text, such as '%5'"
        )

    # The program.

    @property
    def text(self) -> str:
        """The program before partitioning."""
        return self._lowered.text

    def partition(self, hardware: Any = None) -> str:
        """The program that each device runs, as StableHLO text.

        `hardware`, as of `cost_on`, has an effect where its links differ in speed along the axes of the mesh: reshards are planned for them.
        """
        if hardware is None:
            return self._native.local_text()
        from ._cost import hardware_of

        return self._native.local_text(False, hardware_of(hardware))

    def propagate(self) -> str:
        """The program with the sharding of every tensor, as StableHLO text."""
        return self._native.annotated_text()

    @cached_property
    def _interface(self) -> dict[str, Any]:
        return json.loads(self._native.interface())

    @cached_property
    def _splits(self) -> Splits:
        interface = self._interface
        axes, _ = read_mesh(interface["mesh"])
        return Splits(axes, [read_sharding(text) for text in interface["in"] + interface["out"]])

    def specs(self) -> tuple[list[Any], list[Any]]:
        """The `PartitionSpec` of every argument and of every result of the text."""
        interface, splits = self._interface, self._splits

        def spec(text: str | None) -> Any:
            return partition_spec(splits.spec(read_sharding(text)))

        return [spec(text) for text in interface["in"]], [spec(text) for text in interface["out"]]

    def shardings(self, mesh: Any = None) -> Shardings:
        """The sharding of every argument and result, in the pytrees of the function, for `jax.jit`.

        They are on `mesh`, or on the mesh of the arguments, or else on an `AbstractMesh`. If the program shards over a part of an axis, that
        axis is split in two. Arguments that the program does not use are replicated.
        """
        from ._jax import import_jax

        jax = import_jax()
        named, P = jax.sharding.NamedSharding, jax.sharding.PartitionSpec
        on = self._jax_mesh(mesh)
        inputs, outputs = ([named(on, spec) for spec in specs] for specs in self.specs())
        lowered = self._lowered
        if lowered.in_tree is None:
            return Shardings(tuple(inputs), {}, tuple(outputs))
        leaves = [named(on, P())] * lowered.in_tree.num_leaves
        for at, sharding in zip(lowered.kept or [], inputs):
            leaves[at] = sharding
        args, kwargs = jax.tree_util.tree_unflatten(lowered.in_tree, leaves)
        return Shardings(args, kwargs, lowered.results(outputs))

    def _jax_mesh(self, mesh: Any = None) -> Any:
        """A mesh of JAX with the axes of the program, split where needed; with devices if `mesh` or the arguments have them."""
        from ._jax import has_devices, import_jax

        jax = import_jax()
        if mesh is not None:
            mesh = mesh_of_axes(mesh)
            self._check_mesh(dict(mesh.shape))
        else:
            mesh = self._lowered.mesh
        axes = self._splits.axes
        if mesh is not None and not self._splits.are_needed and list(dict(mesh.shape).items()) == list(axes.items()):
            return mesh
        sizes, names = tuple(axes.values()), tuple(axes)
        if mesh is not None and has_devices(mesh) and mesh.devices.size == self.devices:
            return jax.sharding.Mesh(mesh.devices.reshape(sizes), names)
        return auto_mesh(axes)

    def _check_mesh(self, axes: dict[str, int]) -> None:
        """Refuses a mesh of another size, or one that gives the axes of the program other sizes. Programs of old texts have no names."""
        own = self.mesh
        if math.prod(axes.values()) != self.devices or (set(axes) == set(own) and list(axes.items()) != list(own.items())):
            raise UsageError(
                f"the program is for {self.devices} devices ({show_axes(own)}), but the mesh has {math.prod(axes.values())} "
                f"({show_axes(axes)}); pass a mesh with the axes of the program, or analyse it for this mesh"
            )

    def verify(self, seeds: int = 1, seed: int = 0) -> Verification:
        """Runs the program before and after partitioning on random inputs, on simulated devices, and compares the results."""
        return explained(Verification, self._native.verify(seeds, seed))

    def compile(self, mesh: Any = None, donate: bool = False) -> Compiled:
        """A function that runs the local program on the devices of JAX, in one process or several.

        It takes and returns what the analysed function does: results have `NamedSharding`s. XLA compiles the program of a device, but
        does not partition. `mesh` has the devices; by default it is the mesh of the arguments, or the first devices of the process.
        """
        from ._compiled import Compiled

        return Compiled(self, mesh, donate)

    # For people and for tests.

    def report(self, path: str | os.PathLike[str]) -> None:
        """Writes the interactive page: the program by layer, shards on the mesh, reasons, communication and memory."""
        page = self._native.report()
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)

    def diff(self, other: Analysis, top: int = 20) -> Diff:
        """What changes from this program to another: shardings, collectives and memory."""
        if not isinstance(other, Analysis):
            raise UsageError(
                f"expected an analysis to compare with, found {type(other).__name__}: pass the result of `analyze`"
            )
        return explained(Diff, self._native.diff(other._native, top))

    def suggest(self, max_trials: int = 200) -> Suggestions:
        """Sharding constraints that reduce traffic and memory, as lines of Python."""
        return explained(Suggestions, self._native.suggest(max_trials))

    def auto(
        self,
        memory: int | str | None = None,
        mesh: Any = None,
        hardware: Any = "h200",
        *,
        keep_annotations: bool = False,
        rounds: int | None = None,
        seconds: float | None = None,
        seed: int = 1,
    ) -> AutoPlan:
        """Searches for the sharding that takes the least time on some hardware, within a memory limit.

        `memory` is the most that a device may use, in bytes or as text such as `"70GiB"`; by default that of the hardware. `mesh` is the mesh to
        shard over, by default that of the program. The shardings of the program are ignored, or respected with `keep_annotations`.
        `rounds` and `seconds` limit the search; without `seconds`, equal calls have equal answers.
        """
        from ._auto import find

        return find(
            self,
            memory=memory,
            mesh=mesh,
            hardware=hardware,
            keep_annotations=keep_annotations,
            rounds=rounds,
            seconds=seconds,
            seed=seed,
        )

    def lint(self) -> Findings:
        """Warnings about what wastes memory or communication, the most bytes first."""
        return explained(Findings, self._native.lint())

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings about the program."""
        return Diagnostic.all(json.loads(self._native.warnings()))

    def check_budget(self, budget: str | os.PathLike[str]) -> Findings:
        """Everything that exceeds a budget: the path of a TOML file, or its text."""
        name, text = "budget", os.fspath(budget)
        if "\n" not in text and "=" not in text:
            try:
                with open(text, encoding="utf-8") as file:
                    name, text = text, file.read()
            except OSError as error:
                raise UsageError(
                    f"cannot read {text!r}: {error.strerror}; pass the path of a budget, which `write_budget` creates, or its text"
                ) from error
        return explained(Findings, self._native.check_budget(name, text))

    def write_budget(self, path: str | os.PathLike[str] | None = None, margin: float = 0.0) -> str:
        """A budget with the figures of this program, and `margin` percent more. It is written to `path`, if there is one."""
        text = self._native.write_budget(margin)
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return text

    def __str__(self) -> str:
        return self.summary().rstrip("\n")

    def __repr__(self) -> str:
        mesh = ", ".join(f"{name}={size}" for name, size in self.mesh.items())
        return f"<partita.Analysis of {self._lowered.name!r} on {mesh or 'one device'}: {len(self.collectives)} collectives>"

    def _repr_html_(self) -> str:
        from . import _notebook

        groups = json.loads(self._native.comms_summary("source", 12, WIDTH)[1])
        return _notebook.communication(groups, 12) + _notebook.memory(self.memory, 6)
