"""`python -m partita`: the command line."""

import signal
import sys

from ._native import run_command


def main() -> int:
    """Runs the command line of this process."""
    # The work is not in Python, which would notice Ctrl-C only after it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["partita", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
