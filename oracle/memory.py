"""Reports how much memory XLA needs for partitioned programs.

usage: memory.py DEVICES FILE...

Prints a line of JSON per file: the bytes of arguments, results and temporaries on one device, as the compiled program has them.
"""

import json
import pathlib
import sys

import environment

sys.path.insert(0, str(environment.HERE.parent / "crates/engine/src"))
# Nothing is left behind among the sources.
sys.dont_write_bytecode = True

import runner


def main():
    devices = int(sys.argv[1])
    compiler = runner.Runner(devices, 0, 1, 0)
    for path in sys.argv[2:]:
        text = pathlib.Path(path).read_text(encoding="utf-8")
        executable, results = compiler.compile_anew(text, devices, False)
        stats = executable.get_compiled_memory_stats()
        # Several results are a tuple, whose table of addresses counts as well.
        table = 8 * len(results) if len(results) != 1 else 0
        line = {
            "arguments": stats.argument_size_in_bytes,
            "results": stats.output_size_in_bytes - table,
            "temporaries": stats.temp_size_in_bytes,
        }
        runner.OUT.write(json.dumps(line).encode() + b"\n")
        runner.OUT.flush()


if __name__ == "__main__":
    main()
