"""`analyze` against the command line on a large program: overhead.py FILE. The bound is a ratio of processor times."""

import resource
import subprocess
import sys
import time

import partita

#: The most that `analyze` may take, relative to the command.
MOST = 1.2

#: The least of some runs counts, because processes disturb each other.
RUNS = 7


def analysis_time(path):
    start = time.process_time()
    _ = partita.analyze(path).cost
    return time.process_time() - start


def command_time(*arguments):
    """The time of a command, without that of starting Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "partita", *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    path = sys.argv[1]
    start = min(command_time("--version") for _ in range(RUNS))
    command = min(command_time("comms", path) for _ in range(RUNS)) - start
    analysis = min(analysis_time(path) for _ in range(RUNS))
    print(f"analyze {analysis:.3f} s, command {command:.3f} s, ratio {analysis / command:.2f}")
    return analysis > MOST * command


if __name__ == "__main__":
    sys.exit(main())
