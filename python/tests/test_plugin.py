"""The pytest plug-in, in projects of their own."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from programs import BATCH_ONLY, PRODUCT

try:
    import pytest  # noqa: F401
except ImportError as error:
    raise unittest.SkipTest(f"no pytest: {error}") from error

TESTS = """
import partita, pytest
from program import TEXT

def test_snapshot(comms_snapshot):
    comms_snapshot(partita.analyze(TEXT))
    comms_snapshot(partita.analyze(TEXT))

@pytest.mark.partita(budget="step.toml")
def test_marked(assert_budget):
    assert_budget(partita.analyze(TEXT))

def test_given(assert_budget):
    assert_budget(partita.analyze(TEXT), "count = 1\\n")

def test_without(assert_budget):
    assert_budget(partita.analyze(TEXT))
"""


class Plugin(unittest.TestCase):
    def run_pytest(self, folder, *options):
        # Installed with the package, the plug-in needs no option.
        import importlib.metadata

        named = any(point.name == "partita" for point in importlib.metadata.entry_points(group="pytest11"))
        plugin = [] if named else ["-p", "partita.pytest_plugin"]
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--strict-markers",
            "-p",
            "no:cacheprovider",
            *plugin,
            *options,
        ]
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        return ended.stdout + ended.stderr

    def test_fixtures(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "test_step.py").write_text(TESTS)
            (folder / "program.py").write_text(f"TEXT = {PRODUCT!r}")
            (folder / "step.toml").write_text("count = 1\n")
            printed = self.run_pytest(folder)
            self.assertIn("3 passed", printed)
            self.assertIn("no budget: pass one", printed)
            snapshots = sorted(path.name for path in (folder / "__comms__").iterdir())
            self.assertEqual(snapshots, ["test_snapshot-1.txt", "test_snapshot.txt"])
            # A program that communicates differently fails, and the new table can be accepted.
            (folder / "program.py").write_text(f"TEXT = {BATCH_ONLY!r}")
            printed = self.run_pytest(folder, "-k", "snapshot")
            self.assertIn("all_reduce", printed)
            self.assertIn("--partita-update", printed)
            self.assertIn("1 passed", self.run_pytest(folder, "-k", "snapshot", "--partita-update"))
            self.assertIn("1 passed", self.run_pytest(folder, "-k", "snapshot"))
            # A budget that is exceeded fails with the line that exceeds it.
            (folder / "program.py").write_text(f"TEXT = {PRODUCT!r}")
            (folder / "step.toml").write_text("count = 0\n")
            self.assertIn("exceeds its budget", self.run_pytest(folder, "-k", "marked"))


class Pandas(unittest.TestCase):
    def test_table(self):
        try:
            import pandas  # noqa: F401
        except ImportError as error:
            raise unittest.SkipTest(f"no pandas: {error}") from error
        import partita

        r = partita.analyze(PRODUCT)
        self.assertIn("argument", set(r.memory.to_pandas()["role"]))
        self.assertEqual(list(r.diff(partita.analyze(BATCH_ONLY)).to_pandas()["bytes_after"]), [0])
        table = r.to_pandas()
        self.assertEqual(list(table["kind"]), ["all_reduce"])
        self.assertEqual(table["axes"][0], "x")


if __name__ == "__main__":
    unittest.main()
