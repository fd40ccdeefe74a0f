"""Prints shardings of JAX and what GSPMD calls them, for the test of the notations of partita-mesh.

A line has the axes of the mesh, the rank, the PartitionSpec, and the HLO sharding:

    x=2,y=4 | 2 | P('x', None) | {devices=[2,1,4]<=[8] last_tile_dim_replicate}

Usage: python notations.py > ../testdata/notations.txt
"""

import itertools
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=24"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

MESHES = [
    {"x": 2},
    {"x": 2, "y": 4},
    {"x": 4, "y": 1, "z": 2},
    {"a": 2, "b": 3, "c": 2},
    {"a": 2, "b": 3, "c": 2, "d": 2},
]


def specs(names, rank):
    """Every way to give some axes, in some order, to the dimensions."""
    for count in range(len(names) + 1):
        for order in itertools.permutations(names, count):
            for places in itertools.product(range(rank), repeat=count):
                if list(places) == sorted(places):
                    dims = [tuple(n for n, p in zip(order, places) if p == d) for d in range(rank)]
                    yield [d[0] if len(d) == 1 else d or None for d in dims]


def text(spec):
    """The spec as Python writes it."""
    return f"P({', '.join(map(repr, spec))})"


def main():
    """Prints all cases."""
    for axes in MESHES:
        count = int(np.prod(list(axes.values())))
        devices = np.array(jax.devices()[:count]).reshape(list(axes.values()))
        mesh = Mesh(devices, tuple(axes))
        rank = 2 if len(axes) > 1 else 1
        every = list(specs(list(axes), rank))
        # The largest meshes have thousands of specs; a part of them is enough.
        for spec in every[:: max(1, len(every) // 60)]:
            sharding = NamedSharding(mesh, PartitionSpec(*spec))
            hlo = sharding._to_xla_hlo_sharding(rank)
            sizes = ",".join(f"{n}={s}" for n, s in axes.items())
            print(f"{sizes} | {rank} | {text(spec)} | {hlo}")


main()
