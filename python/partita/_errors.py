"""The exceptions of the package."""

from __future__ import annotations

from typing import Any, NamedTuple


class Diagnostic(NamedTuple):
    """One error or warning, with its position: a line of a text, or a node and a tensor of an ONNX model."""

    severity: str
    code: str
    message: str
    file: str | None
    line: int | None
    column: int | None
    notes: tuple[str, ...]
    help: str | None
    node: str | None = None
    tensor: str | None = None

    @classmethod
    def of(cls, view: dict[str, Any]) -> Diagnostic:
        """The diagnostic of a JSON view."""
        place = view.get("place") or {}
        return cls(
            view.get("severity", "error"),
            view.get("code", ""),
            view.get("message", ""),
            place.get("file"),
            place.get("line"),
            place.get("column"),
            tuple(view.get("notes") or ()),
            view.get("help"),
            place.get("node") if place.get("node") is None else str(place.get("node")),
            place.get("tensor"),
        )

    @classmethod
    def all(cls, view: dict[str, Any]) -> list[Diagnostic]:
        """Those of the JSON view of a text or of a model."""
        return [cls.of(each) for each in view.get("diagnostics", view.get("findings", []))]


class PartitaError(Exception):
    """An error in a program or model. Its text is the rendered diagnostics, with source lines.

    `code` is the first code, such as `PA0203`, which `python -m partita explain PA0203` explains; `codes` are all of them;
    `diagnostics` has each with its position.
    """

    def __init__(self, text: str, codes: list[str] | None = None, diagnostics: str = "") -> None:
        super().__init__(text)
        self.codes: tuple[str, ...] = tuple(codes or ())
        self._json = diagnostics

    @property
    def code(self) -> str | None:
        """The first code, if there is one."""
        return self.codes[0] if self.codes else None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Every diagnostic, errors and warnings, in the order of the text."""
        if not self._json:
            return []
        import json

        return Diagnostic.all(json.loads(self._json))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), list(self.codes), self._json))


class UnknownNameError(PartitaError, LookupError):
    """A question about a value, dimension or axis that the program does not have."""


class UsageError(PartitaError, TypeError, ValueError):
    """A call with arguments that cannot be used; the text states what to pass."""


# Tracebacks show the names that users import.
for _class in (Diagnostic, PartitaError, UnknownNameError, UsageError):
    _class.__module__ = "partita"
