"""The sessions of the tutorial, and the reference made from docstrings. `BLESS=1` accepts what they print."""

import contextlib
import doctest
import io
import os
import re
import tempfile
import unittest

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ.setdefault("JAX_PLATFORMS", "cpu")
# The page does not depend on where it is tested.
os.environ["JAX_HLO_SOURCE_FILE_CANONICALIZATION_REGEX"] = "^.*/(?=model.py)"

import reference
from programs import ROOT

BOOK = ROOT / "docs" / "book" / "src"
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def run_session(block, names):
    """A block of a session with the output of its statements replaced."""
    lines = []
    for example in doctest.DocTestParser().get_examples(block):
        first, *rest = example.source.rstrip("\n").split("\n")
        lines += [f">>> {first}", *(f"... {line}".rstrip() for line in rest)]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            try:
                exec(compile(example.source, "session.py", "single"), names)
            except Exception as error:
                if example.exc_msg is None:
                    raise
                printed.write(f"Traceback (most recent call last):\n  ...\n{type(error).__module__}.")
                printed.write(f"{type(error).__qualname__}: {error}\n")
        lines += [
            line.rstrip() or "<BLANKLINE>" for line in printed.getvalue().rstrip("\n").split("\n") if printed.getvalue()
        ]
    return "\n".join(lines) + "\n"


class Pages(unittest.TestCase):
    def check_page(self, path, made):
        if os.environ.get("BLESS"):
            path.write_text(made)
        self.maxDiff = None
        self.assertEqual(path.read_text(), made, f"{path} is not current: run the tests with BLESS=1")

    def test_tutorial(self):
        try:
            import jax  # noqa: F401
        except ImportError as error:
            raise unittest.SkipTest(f"no jax: {error}") from error
        path = BOOK / "tutorials" / "python.md"
        names = {"__name__": "__main__"}
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            # The tutorial imports its program, whose lines the answers name.
            for name, text in re.findall(
                r"^```py\n# (\w+\.py)\n(.*?)^```$", path.read_text(), re.DOTALL | re.MULTILINE
            ):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(f"# {name}\n{text}")
            os.chdir(folder)
            try:
                with contextlib.ExitStack() as stack:
                    import sys

                    sys.path.insert(0, folder)
                    stack.callback(sys.path.remove, folder)
                    made = BLOCK.sub(lambda block: f"```pycon\n{run_session(block[1], names)}```", path.read_text())
            finally:
                os.chdir(before)
        self.check_page(path, made)

    def test_reference(self):
        self.check_page(BOOK / "reference" / "python.md", reference.page())


if __name__ == "__main__":
    unittest.main()
