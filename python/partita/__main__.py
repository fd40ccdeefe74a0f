"""`python -m partita`: the command line."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from ._native import run_command

#: The variable that names the command to the native module, which starts it again to serve libraries in child processes.
VARIABLE = "PARTITA_PROGRAM"

# Keeps the folder of a script until the process ends.
_FOLDER: Any = None


def command_path() -> str:
    """The command of this package: the one that pip installed, or a script that starts it."""
    beside = os.path.join(os.path.dirname(sys.executable), "partita")
    return beside if os.access(beside, os.X_OK) else script()


def script() -> str:
    """A script that starts this package with this Python, for packages that were not installed."""
    global _FOLDER
    import shlex
    import tempfile

    _FOLDER = _FOLDER or tempfile.TemporaryDirectory(prefix="partita-")
    path = os.path.join(_FOLDER.name, "partita")
    packages = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            f'#!/bin/sh\nPYTHONPATH={shlex.quote(packages)} exec {shlex.quote(sys.executable)} -m partita "$@"\n'
        )
    os.chmod(path, 0o700)
    return path


def main() -> int:
    """Runs the command line of this process."""
    # XLA and onnxruntime are those of this Python.
    os.environ.setdefault("PARTITA_PYTHON", sys.executable)
    if any(word in sys.argv[1:2] for word in ("ckks", "onnx", "demo")):
        os.environ.setdefault(VARIABLE, command_path())
    # The work is not in Python, which would notice Ctrl-C only after it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["partita", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
