"""Counts what occurs in a corpus: ops, dialect attributes, types, aliases, targets.

usage: census.py OUTDIR

Ops are counted by parsing; the rest by pattern, outside string literals. Plain
and pass forms are counted for ops, all forms but the locations for the rest.
"""

import argparse
import collections
import pathlib
import re

import environment  # noqa: F401  (must come before anything that starts JAX)

from jax._src.interpreters import mlir
from jaxlib.mlir import ir

STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
PATTERNS = {
    "dialect attributes": re.compile(r"#[a-z_]+(?:\.[a-z_0-9]+)?(?=<)|#[a-z_]+\.[a-z_0-9]+"),
    "dialect types": re.compile(r"![a-z_]+(?:\.[a-z_0-9]+)?"),
    "attribute names with a dialect": re.compile(r"\b[a-z_]+\.[a-z_]+(?= =)"),
    "element types": re.compile(r"(?:(?<=x)|(?<=tensor<))[a-z][A-Za-z0-9]*(?=>|<|, #)"),
    "aliases": re.compile(r"(?m)^[#!][a-z_0-9A-Z]+(?= = )"),
}
NAME = re.compile(r"%([A-Za-z_$.-]+?)(?=_?\d|\b)")
QUOTED = re.compile(r'(?m)^\s*(?:%[\w:#, ]+ = )?"([\w.-]+)"\(')
TARGET = re.compile(r"custom_call @([\w.$]+)|call_target_name = \"([^\"]*)\"")


PLAIN = {
    "custom call targets": TARGET,
    "value names": NAME,
    "ops in generic form within plain text": QUOTED,
}


def count_ops(text, context, counts):
    def visit(op):
        counts[op.name] += 1
        return ir.WalkResult.ADVANCE

    try:
        ir.Module.parse(text, context).operation.walk(visit)
    except ir.MLIRError as error:
        return str(error).splitlines()[-1]
    return None


def main():
    parser = argparse.ArgumentParser(description="Counts what occurs in a corpus.")
    parser.add_argument("outdir", type=pathlib.Path)
    folder = parser.parse_args().outdir

    context = mlir.make_ir_context()
    context.allow_unregistered_dialects = True
    counts = {name: collections.Counter() for name in ("ops", *PATTERNS, *PLAIN)}
    for path in sorted(folder.glob("*.mlir")):
        text = path.read_text(encoding="utf-8")
        if ".generic" not in path.name and ".debug" not in path.name:
            if problem := count_ops(text, context, counts["ops"]):
                print(f"not counted: {path.name}: {problem}")
            for name, pattern in PLAIN.items():
                counts[name].update(m[m.lastindex] for m in pattern.finditer(text))
        bare = STRING.sub('""', text)
        for name, pattern in PATTERNS.items():
            found = [re.sub(r"^#loc\d+$", "#loc", m) for m in pattern.findall(bare)]
            counts[name].update(found)

    for name, counter in counts.items():
        print(f"# {name}: {len(counter)} kinds, {counter.total()} in all")
        for what, count in sorted(counter.items()):
            print(f"{count:9} {what}")
        print()


if __name__ == "__main__":
    main()
