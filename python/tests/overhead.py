"""`analyze` against the command line on a large program: overhead.py FILE. The bound is a ratio of times."""

import subprocess
import sys
import time

import partita

#: The most that `analyze` may take, relative to the command.
MOST = 1.2

#: Other processes use the machine too, so the best of some runs counts.
RUNS = 5


def best(work):
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main():
    path = sys.argv[1]
    command = [sys.executable, "-m", "partita", "comms", path]
    printed = best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
    analysed = best(lambda: partita.analyze(path).cost)
    ratio = analysed / printed
    print(f"analyze {analysed:.3f} s, command {printed:.3f} s, ratio {ratio:.2f}")
    return ratio > MOST


if __name__ == "__main__":
    sys.exit(main())
