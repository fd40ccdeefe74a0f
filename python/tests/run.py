"""Runs the tests of the package and prints their counts: `run.py [NAME]...` runs only the files whose names contain one of these."""

import pathlib
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def run_file(name):
    """Runs the tests of one file in this process; returns how many passed, failed and were skipped."""
    sys.path.insert(0, str(HERE))
    try:
        suite = unittest.defaultTestLoader.loadTestsFromName(name)
    except unittest.SkipTest as reason:
        print(f"{name}: skipped, {reason}")
        return 0, 0
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    return result.testsRun - failed - len(result.skipped), failed


def main():
    if sys.argv[1:2] == ["--one"]:
        passed, failed = run_file(sys.argv[2])
        print(f"{sys.argv[2]}: {passed} passed, {failed} failed")
        return failed > 0
    wanted = sys.argv[1:] or [""]
    names = sorted(path.stem for path in HERE.glob("test_*.py") if any(part in path.stem for part in wanted))
    failed = [] if names else ["no file has such a name"]
    for name in names:
        start = time.monotonic()
        # A process each: the number of devices of JAX is that of the process.
        ended = subprocess.run([sys.executable, __file__, "--one", name], check=False)
        print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)
        failed += [name] if ended.returncode else []
    if failed:
        print(f"failed: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
