"""The reference of the package, from its docstrings."""

import ast
import dataclasses
import inspect
import pathlib
import re
import textwrap

import partita
import partita.ckks
import partita.onnx
import partita.testing

INTRODUCTION = """# The Python package

<!-- Made from the docstrings by python/tests/reference.py; `BLESS=1 cargo xtask python` writes it. -->

`pip install ./python` in a clone installs the package. It has no dependencies; jax, onnx, numpy and pandas are imported where they are used.
[The tutorial](../tutorials/python.md) shows it at work.
"""

SECTIONS = [
    (
        "partita",
        partita,
        [
            "analyze",
            "Analysis",
            "Compiled",
            "compare_with_xla",
            "Comparison",
            "Side",
            "draw",
            "Drawing",
            "cost",
            "suggest",
            "lint",
        ],
    ),
    (
        "Results",
        partita,
        [
            "Collective",
            "Source",
            "Cost",
            "Total",
            "StepCost",
            "TimeParts",
            "Task",
            "Memory",
            "Tensor",
            "Explanation",
            "Verification",
            "Diff",
            "Change",
            "Suggestions",
            "AutoPlan",
            "Annotation",
            "Baseline",
            "Findings",
            "Shardings",
        ],
    ),
    ("Errors", partita, ["PartitaError", "UsageError", "UnknownNameError", "Diagnostic"]),
    (
        "partita.onnx",
        partita.onnx,
        ["check", "infer", "partition", "verify", "auto", "Inferred", "Ranks", "Verified", "ModelPlan"],
    ),
    ("partita.ckks", partita.ckks, ["plan", "Plan", "Simulation"]),
    ("partita.testing", partita.testing, ["assert_budget", "assert_same_communication", "communication_table"]),
]


def text_of(value):
    return inspect.cleandoc(value.__doc__ or "").strip()


def signature(value):
    text = str(inspect.signature(value))
    return re.sub(r"\((self, |self)", "(", text).replace("'", "")


def functions(cls):
    """The public methods and properties of a class and of the bases that are not described on their own, in the order of their text."""
    listed = {name for _, _, names in SECTIONS for name in names}
    members = {}
    for each in reversed(cls.__mro__):
        if each is cls or (each.__module__.startswith("partita.") and each.__name__ not in listed):
            members.update(vars(each))
    for name, value in members.items():
        if name.startswith("_"):
            continue
        if isinstance(value, property) or type(value).__name__ == "cached_property":
            yield name, "", value
        elif inspect.isfunction(value):
            yield name, signature(value), value


def described(name, value):
    if not inspect.isclass(value):
        return f"### `{name}{signature(value)}`\n\n{text_of(value)}\n"
    lines = [f"### class `{name}`\n", text_of(value), ""]
    if dataclasses.is_dataclass(value):
        fields = [f"`{each.name}: {each.type}`" for each in dataclasses.fields(value) if each.repr]
        lines += ["Fields: " + ", ".join(fields) + ".", ""]
    elif hasattr(value, "_fields"):
        lines += ["Fields: " + ", ".join(f"`{name}`" for name in value._fields) + ".", ""]
    for own, parameters, function in functions(value):
        if own in getattr(value, "_fields", ()):
            continue
        first, _, rest = text_of(function).partition("\n\n")
        lines.append(f"- `.{own}{parameters}`: {' '.join(first.split())}")
        if rest:
            lines += ["", textwrap.indent(rest, "  "), ""]
    return "\n".join(lines) + "\n"


def page():
    parts = [INTRODUCTION]
    for title, module, names in SECTIONS:
        parts.append(f"## {title}\n")
        if title != "partita" and module is not partita:
            parts.append(text_of(module) + "\n")
        parts += [described(name, getattr(module, name)) for name in names]
    parts.append("## The pytest plug-in\n")
    # pytest may not be installed, so the file is read instead of imported.
    source = pathlib.Path(partita.__file__).with_name("pytest_plugin.py").read_text()
    parts.append(inspect.cleandoc(ast.get_docstring(ast.parse(source))) + "\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"
