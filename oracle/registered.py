"""The passes and pipelines of Shardy that jaxlib registers, with their options.

jaxlib has no call that lists them. Their names are strings of its shared library: each one that looks like a
name is tried. A pass prints its options with their defaults. A pipeline prints the passes it is made of, so its
options are found by trying every string that looks like one; "1" is a truth value, a number and a name alike.

Run alone it prints the list in the form of testdata/passes/registered.txt: one line per pass or pipeline, with
`func.func` before those that run on functions.
"""

import pathlib
import re

import environment

import jaxlib
from jax._src.interpreters import mlir
from jaxlib.mlir import passmanager

LIBRARY = pathlib.Path(jaxlib.__file__).parent / "libjax_common.so"
NAME = re.compile(rb"\0(sdy-[a-z0-9-]+)(?=\0)")
OPTION = re.compile(rb"\0([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?=\0)")


def registered():
    """The lines of the list, sorted."""
    data = LIBRARY.read_bytes()
    names = sorted({match.group(1).decode() for match in NAME.finditer(data)})
    words = sorted({match.group(1).decode() for match in OPTION.finditer(data)})
    context = mlir.make_ir_context()
    lines = (describe(name, words, context) for name in names)
    return [line for line in lines if line]


def describe(name, words, context):
    """One line for a name; None when nothing is registered under it."""
    for anchor, nested in (("", name), ("func.func ", f"func.func({name})")):
        text = printed(nested, context)
        if text is None:
            continue
        alone = re.fullmatch(rf"(?:func\.func\()?{name}(?:\{{(.*?)\}})?\)?", text)
        if alone:
            return f"{anchor}{name} {alone.group(1) or ''}".rstrip()
        options = (option for option in words if printed(f"{name}{{{option}=1}}", context))
        return f"{anchor}{name} {' '.join(options)}".rstrip()
    return None


def printed(pipeline, context):
    """A pipeline as MLIR prints it, without the module around it; None when it is refused."""
    try:
        with context:
            text = str(passmanager.PassManager.parse(f"builtin.module({pipeline})", context))
    except ValueError:
        return None
    return text.removeprefix("builtin.module(").removesuffix(")")


if __name__ == "__main__":
    print("\n".join(registered()))
