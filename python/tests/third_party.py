"""Programs of JAX libraries through `analyze`, `verify` and `compile`, on eight forced host devices, against `jax.jit`.

usage: third_party.py [NAME]: the programs whose names contain NAME, instead of the chosen ones

The programs are those of `oracle/third_party`, in the environment with its packages.
"""

import contextlib
import importlib
import os
import pathlib
import sys
import time

ORACLE = pathlib.Path(__file__).resolve().parents[2] / "oracle"
sys.path[:0] = [str(ORACLE / "third_party"), str(ORACLE)]
# Run-time checks of values would be Python callbacks, which exist only in this process.
os.environ.update(EQX_ON_ERROR="nan", KERAS_BACKEND="jax", USE_TORCH="0", USE_TF="0")


import jax
import numpy as np
import registry
from lower import FAMILIES

import partita

#: A few of each library: XLA takes long to compile them all.
CHOSEN = (
    "distrax_mixture",
    "equinox_attention_train",
    "equinox_mlp_train",
    "haiku_lstm_train",
    "haiku_transformer_train",
    "jraph_gat",
    "keras_attention_train",
    "linen_mlp_train",
    "linen_transformer_train",
    "nnx_attention_train",
    "numpyro_log_density",
    "numpyro_svi",
    "optax_adamw",
    "optax_muon",
    "shard_map_fsdp",
    "transformers_gpt2_train",
)

#: The largest difference, as a share of the largest element of each result.
TOLERANCE = 5e-4

#: Programs that the interpreter does not evaluate; they are run, but not verified.
NOT_VERIFIED = {"optimistix_levenberg_marquardt"}


def drawn(tree):
    """Numbers for the shapes of a tree."""
    random = np.random.default_rng(0)

    def draw(leaf):
        if not isinstance(leaf, jax.ShapeDtypeStruct):
            return leaf
        if jax.numpy.issubdtype(leaf.dtype, jax.numpy.floating):
            return random.standard_normal(leaf.shape).astype(leaf.dtype)
        if leaf.dtype == bool:
            return random.integers(0, 2, leaf.shape).astype(bool)
        return random.integers(0, 8, leaf.shape).astype(leaf.dtype)

    return jax.tree_util.tree_map(draw, tree)


def largest_difference(got, expected):
    pairs = zip(jax.tree_util.tree_leaves(got), jax.tree_util.tree_leaves(expected), strict=True)
    worst = 0.0
    for a, b in pairs:
        a, b = np.asarray(a).astype(np.complex128), np.asarray(b).astype(np.complex128)
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        if not same.all():
            scale = max(np.abs(b[np.isfinite(b)]).max(initial=0.0), 1e-6)
            worst = max(worst, float(np.where(same, 0, np.abs(a - b)).max() / scale))
    return worst


def check(name, made):
    """Runs a program; returns what it did."""
    jax.clear_caches()
    function, args = made.make(registry.mesh_of(made))
    r = partita.analyze(function, *args, platform="cpu")
    values = drawn(args)
    run = r.compile()
    got = run(*values)
    # Made again: some libraries keep what they traced, and refuse to be traced twice.
    reference, _ = made.make(registry.mesh_of(made))
    # A `shard_map` on an abstract mesh takes its devices from the context.
    with jax.set_mesh(run.mesh) if "shard_map" in name else contextlib.nullcontext():
        error = largest_difference(got, jax.jit(reference)(*values))
    if not error <= TOLERANCE:
        raise AssertionError(f"the largest difference from jax.jit is {error:.1e}")
    if name not in NOT_VERIFIED and not (verified := r.verify()):
        raise AssertionError(f"verify: {verified}")
    return f"{len(r.collectives)} collectives, {error:.1e} from jax.jit"


def main():
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    for family in FAMILIES:
        importlib.import_module(family)
    passed, failed = 0, 0
    for name, made in sorted(registry.PROGRAMS.items()):
        if name not in CHOSEN if not only else only not in name:
            continue
        start = time.monotonic()
        try:
            outcome = check(name, made)
        except Exception as error:
            failed += 1
            print(f"FAILED  {name} ({made.library}): {type(error).__name__}: {str(error)[:600]}", flush=True)
        else:
            passed += 1
            print(f"ok      {name} ({made.library}): {outcome}, {time.monotonic() - start:.1f} s", flush=True)
    print(f"programs of JAX libraries in Python: {passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
