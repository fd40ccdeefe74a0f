"""Writes the benchmark model: an unrolled transformer training step.

usage: bench_model.py OUT.mlir --layers N
"""

import argparse
import pathlib

import environment  # noqa: F401  (must come before anything that starts JAX)

import serve
from programs import transformer


def main():
    parser = argparse.ArgumentParser(description="Writes the benchmark model.")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--layers", type=int, required=True)
    options = parser.parse_args()
    built = transformer.transformer_train_step(options.layers)
    options.out.write_text(str(built), encoding="utf-8")
    print(f"{options.layers} layers, {serve.count_ops(built)} ops")


if __name__ == "__main__":
    main()
