"""Networks on CKKS ciphertexts: plan, count, simulate and run.

plan = partita.ckks.plan("mnist.toml", slots=4096)
print(plan)                  # the slot layout and the cost of every layer
plan.count["rotations"]
plan.simulate(x).values      # the program of single operations, on plain slots
"""

from __future__ import annotations

import json
import os
from functools import cached_property
from typing import Any

from . import _native
from ._errors import UsageError
from ._results import Shown


class Simulation(Shown):
    """A run on plain slots, compared with the plain network. It is true if they agree."""

    def __init__(self, values: list[float], text: str, data: Any) -> None:
        super().__init__(text, data)
        #: The output of the network.
        self.values = values

    @property
    def error(self) -> float:
        """The largest difference, relative to the largest value."""
        return float(self.data["error"])

    def __bool__(self) -> bool:
        return bool(self.data["equal"])


class Plan:
    """The slot layout of every tensor of a network, and what it costs. Printing it shows a table of layers."""

    def __init__(self, native: _native.Network) -> None:
        self._native = native

    @cached_property
    def _shown(self) -> tuple[str, str]:
        return self._native.plan()

    @property
    def text(self) -> str:
        """The table of layers."""
        return self._shown[0]

    @cached_property
    def data(self) -> Any:
        """The plan as data."""
        return json.loads(self._shown[1])

    @cached_property
    def count(self) -> dict[str, Any]:
        """Rotations, products, levels, keys and the ring."""
        return json.loads(self._native.count()[1])

    def plain(self, x: Any = None) -> list[float]:
        """The output of the network in plain numbers."""
        return self._native.plain(self._numbers(x))

    def simulate(self, x: Any = None) -> Simulation:
        """Runs the program of single operations on plain slots; without an input, on a generated one."""
        values, text, data = self._native.simulate(self._numbers(x))
        return Simulation(values, text, json.loads(data))

    def run(self, x: Any = None, *, lattigo: str | os.PathLike[str] | None = None) -> list[float]:
        """Encrypts the input, runs the program on ciphertexts with the Lattigo library, and decrypts the output.

        `lattigo` is the path of the shared library, by default that of the variable PARTITA_LATTIGO.
        """
        library = lattigo or os.environ.get("PARTITA_LATTIGO")
        if not library or not os.path.isfile(library):
            raise UsageError(
                f"cannot find the Lattigo library{f' at {os.fspath(library)!r}' if library else ''}: pass `lattigo=` or set "
                "PARTITA_LATTIGO to its path; `cargo xtask lattigo` fetches it"
            )
        from .__main__ import command_path

        # A process of its own serves the library.
        values, _ = self._native.run(self._numbers(x), os.path.abspath(library), command_path())
        return values

    def _numbers(self, x: Any) -> list[float] | None:
        if x is None:
            return None
        numbers = [float(each) for each in (x.ravel() if hasattr(x, "ravel") else x)]
        expected = self._native.input_size()
        if len(numbers) != expected:
            raise UsageError(f"expected an input of {expected} numbers, found {len(numbers)}")
        return numbers

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_html_(self) -> str:
        return Shown(self.text, None)._repr_html_()


def plan(model: Any, *, slots: int = 32768, levels: int | None = None, activation: str = "square") -> Plan:
    """Chooses the slot layout of every tensor of a network.

    `model` is the name of a built-in network such as `"resnet18"`, the path of a TOML list of layers or of an ONNX model, or an
    `onnx.ModelProto`. `levels` limits the levels between bootstraps; `activation` replaces ReLU in ONNX models.
    """
    if hasattr(model, "SerializeToString"):
        return Plan(_native.Network("model", slots, levels, activation, onnx=model.SerializeToString()))
    if not isinstance(model, (str, os.PathLike)):
        raise UsageError(
            f"expected a network, found {type(model).__name__}: pass the name of a built-in network, a path, or an `onnx.ModelProto`"
        )
    path = os.fspath(model)
    if not path.endswith((".toml", ".onnx")):
        return Plan(_native.Network(path, slots, levels, activation, known=path))
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise UsageError(f"cannot read {path!r}: {error.strerror}; pass the path of a network") from error
    if path.endswith(".toml"):
        return Plan(_native.Network(path, slots, levels, activation, toml=data.decode("utf-8", "replace")))
    return Plan(_native.Network(path, slots, levels, activation, onnx=data, path=path))
