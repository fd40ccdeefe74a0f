"""Lowers programs of JAX libraries and writes their texts, with an index.

    lower.py OUTDIR [--only NAME]

Every program gets `NAME.mlir`, the text as JAX prints it. `index.json` has for each its library, the version of that, the function of
the library it is made of, and its mesh. A program that cannot be lowered is named in the index with its error, and the exit status is 1.
"""

import argparse
import importlib
import importlib.metadata
import json
import os
import pathlib
import sys
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
# Run-time checks of values would be Python callbacks, which exist only in this process.
os.environ["EQX_ON_ERROR"] = "nan"
os.environ["KERAS_BACKEND"] = "jax"
os.environ["USE_TORCH"] = os.environ["USE_TF"] = "0"

import environment  # noqa: F401: it sets up JAX

import jax

import programs
import registry

FAMILIES = (
    "flax_programs",
    "equinox_programs",
    "haiku_programs",
    "keras_programs",
    "transformers_programs",
    "optax_programs",
    "inference_programs",
    "solver_programs",
    "simulation_programs",
    "jax_programs",
    "shard_map_programs",
)


def version(library):
    return importlib.metadata.version(library)


def text_of(made):
    jax.clear_caches()
    mesh = registry.mesh_of(made)
    fun, args = made.make(mesh)
    return str(programs.lower(fun, args, mesh=mesh))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("outdir", type=pathlib.Path)
    parser.add_argument("--only", default="", help="programs whose names contain this")
    options = parser.parse_args()
    for family in FAMILIES:
        importlib.import_module(family)
    options.outdir.mkdir(parents=True, exist_ok=True)
    index, failed = {}, False
    for name, made in sorted(registry.PROGRAMS.items()):
        if options.only not in name:
            continue
        row = dict(library=made.library, version=version(made.library), source=made.source, mesh=made.mesh)
        try:
            (options.outdir / f"{name}.mlir").write_text(text_of(made), encoding="utf-8")
        except Exception as error:
            traceback.print_exc()
            row["error"] = f"{type(error).__name__}: {error}"
            failed = True
        index[name] = row
    (options.outdir / "index.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
