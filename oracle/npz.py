"""Makes archives of tensors with NumPy, or checks those that Partita wrote.

usage: npz.py make FOLDER     writes stored.npz and deflated.npz
       npz.py check FOLDER    compares ours.npz with stored.npz, element by element
"""

import pathlib
import sys

import numpy as np


def arrays():
    random = np.random.RandomState(0)
    floats = random.randn(5, 7)
    names = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
    yield from ((floats * 40).astype(name) for name in [*names, "float16", "float32", "float64"])
    yield from (floats.astype(name) * 1j for name in ("complex64", "complex128"))
    yield np.zeros((0, 3), "float32")
    yield np.array(2.5)
    yield np.asfortranarray(floats)
    # Repeats itself, so that it is packed into next to nothing.
    yield np.full((300, 300), 7, "int32")


def main():
    task, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if task == "make":
        folder.mkdir(parents=True, exist_ok=True)
        made = {f"arr_{number}": array for number, array in enumerate(arrays())}
        np.savez(folder / "stored.npz", **made)
        np.savez_compressed(folder / "deflated.npz", **made)
        return 0
    expected, ours = np.load(folder / "stored.npz"), np.load(folder / "ours.npz")
    if expected.files != ours.files:
        print(f"members {ours.files}")
        return 1
    for name in expected.files:
        want, got = expected[name], ours[name]
        if want.dtype != got.dtype or want.shape != got.shape or want.tobytes() != got.tobytes():
            print(f"{name}: {got!r} instead of {want!r}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
