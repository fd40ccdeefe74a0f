"""Writes the reference corpus: every program's MLIR text, in several forms.

usage: lower.py OUTDIR [--only PATTERN] [--force]

For each program:

  NAME.mlir                 as jaxlib prints it
  NAME.debug.mlir           with locations
  NAME.generic.mlir         generic op form
  NAME.generic.debug.mlir   generic op form with locations

and, where Shardy's passes accept the module:

  NAME.rules.mlir           op sharding rules attached
  NAME.imported.mlir        as propagation receives it
  NAME.propagated.mlir      after propagation
  NAME.collectives.mlir     after propagation, reshards made explicit collectives
  NAME.inlined.mlir         after propagation, meshes inlined

`index.json` records, per program, the digest of what it was made from, its op
count, per pass form "ok" or why it is missing, in "unstable" the forms that
jaxlib itself does not read and print back unchanged, and whether reading the
text takes "allow_unregistered". A program whose digest is unchanged is not
lowered again.
"""

import argparse
import concurrent.futures
import fnmatch
import hashlib
import json
import pathlib
import subprocess
import sys
import time
import traceback

import environment

import programs
import serve

FORMS = {
    "": {},
    ".debug": {"enable_debug_info": True},
    ".generic": {"print_generic_op_form": True},
    ".generic.debug": {"enable_debug_info": True, "print_generic_op_form": True},
}

PIPELINES = {
    ".rules": "builtin.module(func.func(sdy-populate-op-sharding-rules))",
    ".imported": (
        "builtin.module(sdy-import-pipeline,sdy-flatten-call-graph,symbol-dce,"
        "sdy-import-func-calls,symbol-dce,sdy-apply-sharding-constraints,"
        "sdy-sharding-group-import)"
    ),
    ".propagated": "builtin.module(sdy-propagation-pipeline)",
    ".collectives": (
        "builtin.module(sdy-propagation-pipeline,"
        "func.func(sdy-insert-explicit-reshards{enable-full-version=true},"
        "sdy-reshard-to-collectives))"
    ),
    ".inlined": "builtin.module(sdy-propagation-pipeline,sdy-inline-meshes)",
}


class PassServer:
    """A `serve.py` process that is started again whenever a pass kills it."""

    def __init__(self):
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, str(environment.HERE / "serve.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )

    def ask(self, **request):
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(json.dumps({"id": 0, **request}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            return json.loads(line)
        self.stop()
        return {"ok": False, "error": "the process crashed"}

    def stop(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process.stdout.close()
            self.process = None


class Corpus:
    """The output folder and its index."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "index.json"
        self.index = {}
        if self.path.exists():
            self.index = json.loads(self.path.read_text())

    def current(self, name, digest):
        entry = self.index.get(name)
        if entry is None or entry["digest"] != digest:
            return False
        made = [form for form, status in entry["passes"].items() if status == "ok"]
        return all(self.file(name, form).exists() for form in [*FORMS, *made])

    def file(self, name, form):
        return self.folder / f"{name}{form}.mlir"

    def remove(self, name):
        """Deletes everything a program left behind."""
        self.index.pop(name, None)
        for form in [*FORMS, *PIPELINES]:
            self.file(name, form).unlink(missing_ok=True)

    def save(self):
        self.path.write_text(json.dumps(self.index, indent=1, sort_keys=True) + "\n")


def digest(program):
    """Everything that decides a program's outputs."""
    sources = [program.source, pathlib.Path(programs.__file__)]
    sources += [environment.HERE / f for f in ("environment.py", "lower.py", "serve.py")]
    state = hashlib.sha256(json.dumps(environment.VERSIONS, sort_keys=True).encode())
    for source in sources:
        state.update(source.read_bytes())
    return state.hexdigest()


def write_passes(corpus, server, program, text):
    """Runs each pipeline on the module; returns a status per form."""
    statuses = {}
    for form, pipeline in PIPELINES.items():
        reply = server.ask(
            cmd="passes",
            text=text,
            pipeline=pipeline,
            allow_unregistered=program.unregistered,
        )
        if reply["ok"]:
            corpus.file(program.name, form).write_text(reply["text"], encoding="utf-8")
        statuses[form] = "ok" if reply["ok"] else reply["error"]
    return statuses


def unstable(corpus, server, program, forms):
    """Why jaxlib does not print a form back as it was, for each such form."""
    reasons = {}
    for form in forms:
        text = corpus.file(program.name, form).read_text(encoding="utf-8")
        reply = server.ask(
            cmd="parse",
            text=text,
            generic="generic" in form,
            debug_info="debug" in form,
            allow_unregistered=program.unregistered,
        )
        if not reply["ok"]:
            reasons[form] = reply["error"]
        elif reply["text"] != text:
            reasons[form] = "printed differently"
    return reasons


def finish(corpus, server, program, text):
    """The part of the work that is done beside the next lowering."""
    passes = write_passes(corpus, server, program, text)
    made = [form for form, status in passes.items() if status == "ok"]
    return {
        "passes": passes,
        "unstable": unstable(corpus, server, program, [*FORMS, *made]),
        "allow_unregistered": program.unregistered,
    }


def lower_one(corpus, program):
    """Writes the four printed forms; returns the op count and the plain text."""
    built = program.build()
    for form, options in FORMS.items():
        text = built.operation.get_asm(**options)
        corpus.file(program.name, form).write_text(text, encoding="utf-8")
    return serve.count_ops(built), str(built)


def report(name, entry, seconds):
    missing = [form for form, status in entry["passes"].items() if status != "ok"]
    note = f"  without {' '.join(missing)}" if missing else ""
    if entry["unstable"]:
        note += f"  unstable {' '.join(entry['unstable'])}"
    print(f"{name:40} {entry['ops']:6} ops {seconds:6.2f} s{note}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Writes the reference corpus.")
    parser.add_argument("outdir", type=pathlib.Path)
    parser.add_argument("--only", default="*", help="shell pattern of program names")
    parser.add_argument("--force", action="store_true", help="ignore what is there")
    options = parser.parse_args()

    corpus = Corpus(options.outdir)
    registry = programs.load()
    for stale in set(corpus.index) - set(registry):
        corpus.remove(stale)
    chosen = [p for n, p in registry.items() if fnmatch.fnmatch(n, options.only)]
    if not chosen:
        sys.exit(f"no program matches {options.only!r}")

    # Tracing holds this process; passes run beside it in the server.
    lowered, failed, pending = 0, 0, []
    server = PassServer()
    with concurrent.futures.ThreadPoolExecutor(max_workers=1) as pool:
        for program in chosen:
            wanted = digest(program)
            if not options.force and corpus.current(program.name, wanted):
                print(f"{program.name:40} unchanged", flush=True)
                lowered += 1
                continue
            corpus.remove(program.name)
            start = time.monotonic()
            try:
                ops, text = lower_one(corpus, program)
            except Exception:
                failed += 1
                print(f"{program.name:40} FAILED\n{traceback.format_exc()}", flush=True)
                continue
            seconds = time.monotonic() - start
            rest = pool.submit(finish, corpus, server, program, text)
            pending.append((program.name, wanted, ops, seconds, rest))
        for name, wanted, ops, seconds, rest in pending:
            entry = {"digest": wanted, "ops": ops, **rest.result()}
            corpus.index[name] = entry
            report(name, entry, seconds)
            lowered += 1
        pool.submit(server.stop)
    corpus.save()
    print(f"{lowered} lowered, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
