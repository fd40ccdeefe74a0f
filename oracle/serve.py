"""Answers questions about MLIR text with the MLIR inside jaxlib.

Reads one JSON object per line on standard input and writes one per line on
standard output, in order, flushed. Requests:

  {"id": 1, "cmd": "parse", "text": "...", "allow_unregistered": false,
   "generic": false, "debug_info": false}
      Parses, verifies and prints.
  {"id": 2, "cmd": "passes", "text": "...", "pipeline": "builtin.module(...)",
   "verify": true}
      Parses, runs the pass pipeline and prints; "verify" switches MLIR's
      verifier between passes. Takes the print options and
      "allow_unregistered" too.
  {"id": 5, "cmd": "steps", "text": "...", "pipelines": ["builtin.module(...)"]}
      Parses and runs the pipelines one after the other on the same module, without
      the verifier. "texts" has what is printed after each, null where it is as before.
      Where a pipeline fails, "texts" ends before it and "stopped" gives the reason. With
      "reparse": true each starts from what was printed after the one before it.
  {"id": 3, "cmd": "time", "path": "model.mlir", "repeat": 5}
      Median CPU milliseconds of parsing and of printing, and the op count. With
      "propagation": true also those of sdy-user-priority-propagate alone and of the
      entire sdy-propagation-pipeline, both without the verifier.
  {"id": 6, "cmd": "memory", "path": "model.mlir"}
      By how many bytes parsing, the propagation pipeline and printing raise the
      largest resident size of this process. Ask it of a new server.
  {"id": 7, "cmd": "bytecode", "texts": ["..."], "versions": ["1.17.0"]}
      Parses each text, with any dialects, and writes it in binary form. "modules" has null for a text
      that is invalid, otherwise a list of [hexadecimal digits, printed module with locations]: MLIR
      bytecode first, then a portable artefact of each version that can represent the module.
  {"id": 4, "cmd": "version"}

A reply repeats the id and has "ok". On success come "text", or the fields
"parse_ms", "print_ms", "ops", "bytes", or "versions"; on failure "error",
which holds MLIR's diagnostics.

Some passes abort the process on some inputs. The server cannot catch that:
standard output then ends without a reply to the request in flight. A client
takes end of file as the answer "crashed" and starts a new server.
"""

import io
import json
import os
import resource
import statistics
import sys
import time

import environment

from jax._src.interpreters import mlir
from jaxlib import _jax
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo


class Server:
    def __init__(self):
        stablehlo.register_stablehlo_passes()
        self.contexts = {}

    def context(self, request, text):
        """One context per setting: loading the dialects takes milliseconds.

        Resource blobs are the exception: a context keeps their keys, and a
        second `blob` would come back as `blob_1`. Such text gets its own.
        """
        allow = bool(request.get("allow_unregistered", False))
        if "{-#" in text:
            return new_context(allow)
        if allow not in self.contexts:
            self.contexts[allow] = new_context(allow)
        return self.contexts[allow]

    def parse(self, request):
        text = request["text"]
        module = ir.Module.parse(text, self.context(request, text))
        module.operation.verify()
        return {"text": printed(module, request)}

    def passes(self, request):
        text = request["text"]
        context = self.context(request, text)
        with context:
            module = ir.Module.parse(text, context)
            manager = passmanager.PassManager.parse(request["pipeline"], context)
            manager.enable_verifier(bool(request.get("verify", True)))
            manager.run(module.operation)
        return {"text": printed(module, request)}

    def steps(self, request):
        text = request["text"]
        context = self.context(request, text)
        if request.get("reparse"):
            # A pass with a debug option that fails leaves a dangling handler in the context.
            context = new_context(bool(request.get("allow_unregistered", False)))
        reply = {"texts": []}
        with context:
            module = ir.Module.parse(text, context)
            for pipeline in request["pipelines"]:
                manager = passmanager.PassManager.parse(pipeline, context)
                manager.enable_verifier(False)
                try:
                    manager.run(module.operation)
                except Exception as error:
                    reply["stopped"] = str(error)
                    break
                after = printed(module, request)
                reply["texts"].append(None if after == text else after)
                text = after
                if request.get("reparse"):
                    try:
                        module = ir.Module.parse(text, context)
                    except ir.MLIRError:
                        pass  # A pass may leave a module that does not verify.
        return reply

    def time(self, request):
        with open(request["path"], encoding="utf-8") as file:
            text = file.read()
        context = self.context(request, text)
        parse_ms, print_ms = [], []
        for _ in range(int(request.get("repeat", 5))):
            start = time.process_time()
            module = ir.Module.parse(text, context)
            middle = time.process_time()
            str(module)
            end = time.process_time()
            parse_ms.append((middle - start) * 1e3)
            print_ms.append((end - middle) * 1e3)
        reply = {
            "parse_ms": statistics.median(parse_ms),
            "print_ms": statistics.median(print_ms),
            "ops": count_ops(module),
            "bytes": len(text.encode()),
        }
        if request.get("propagation"):
            reply |= time_propagation(text, context, int(request.get("repeat", 5)))
        return reply

    def memory(self, request):
        with open(request["path"], encoding="utf-8") as file:
            text = file.read()
        context = self.context(request, text)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        module = ir.Module.parse(text, context)
        run_pipeline(module, "builtin.module(sdy-propagation-pipeline)", context)
        str(module)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {"bytes": (after - before) * 1024}

    def bytecode(self, request):
        return {"modules": [binary_forms(text, request["versions"]) for text in request["texts"]]}

    def version(self, _request):
        return {"versions": environment.VERSIONS}

    def answer(self, line):
        reply = {"id": None, "ok": False}
        try:
            request = json.loads(line)
            reply["id"] = request.get("id")
            command = {
                "parse": self.parse,
                "passes": self.passes,
                "steps": self.steps,
                "time": self.time,
                "memory": self.memory,
                "bytecode": self.bytecode,
                "version": self.version,
            }.get(request["cmd"])
            if command is None:
                raise ValueError(f"unknown command {request['cmd']!r}")
            reply |= command(request)
            reply["ok"] = True
        # Any failure is the answer to this request and does not end the server.
        except Exception as error:
            reply["error"] = str(error) or type(error).__name__
        return reply


# The passes before propagation in the propagation pipeline.
BEFORE_PROPAGATION = (
    "builtin.module(sdy-import-pipeline,sdy-flatten-call-graph,symbol-dce,"
    "sdy-import-func-calls,symbol-dce,sdy-apply-sharding-constraints,"
    "sdy-sharding-group-import,sdy-pre-order-funcs)"
)


def run_pipeline(module, pipeline, context):
    """Runs passes without the verifier; returns CPU milliseconds."""
    with context:
        manager = passmanager.PassManager.parse(pipeline, context)
        manager.enable_verifier(False)
        start = time.process_time()
        manager.run(module.operation)
        return (time.process_time() - start) * 1e3


def time_propagation(text, context, repeat):
    alone, pipeline = [], []
    for _ in range(repeat):
        module = ir.Module.parse(text, context)
        run_pipeline(module, BEFORE_PROPAGATION, context)
        alone.append(
            run_pipeline(
                module,
                "builtin.module(sdy-user-priority-propagate{keep-sharding-rules=true})",
                context,
            )
        )
        module = ir.Module.parse(text, context)
        pipeline.append(run_pipeline(module, "builtin.module(sdy-propagation-pipeline)", context))
    return {"propagate_ms": statistics.median(alone), "pipeline_ms": statistics.median(pipeline)}


def binary_forms(text, versions):
    try:
        module = ir.Module.parse(text, new_context(True))
        written = io.BytesIO()
        module.operation.write_bytecode(written)
    except ir.MLIRError:
        return None
    forms = [[written.getvalue().hex(), printed(module, {"debug_info": True})]]
    for version in versions:
        try:
            module = ir.Module.parse(text, new_context(True))
            portable = _jax.mlir.serialize_portable_artifact(module, version, True)
            with new_context(True):
                again = _jax.mlir.deserialize_portable_artifact(portable)
                forms.append([portable.hex(), printed(again, {"debug_info": True})])
        except (ir.MLIRError, ValueError, RuntimeError):
            continue  # Not every attribute has a portable form.
    return forms


def new_context(allow_unregistered):
    context = mlir.make_ir_context()
    context.allow_unregistered_dialects = allow_unregistered
    return context


def printed(module, request):
    return module.operation.get_asm(
        enable_debug_info=bool(request.get("debug_info", False)),
        print_generic_op_form=bool(request.get("generic", False)),
        # Without it, MLIR prints a module that does not verify in generic form.
        assume_verified=bool(request.get("assume_verified", False)),
    )


def count_ops(module):
    """All ops, those in nested regions and the module itself included."""
    count = 0

    def visit(_op):
        nonlocal count
        count += 1
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return count


def main():
    # Native code may write to file descriptor 1; replies go to a copy of it.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    server = Server()
    for line in sys.stdin.buffer:
        if line.strip():
            replies.write(json.dumps(server.answer(line)) + "\n")
            replies.flush()


if __name__ == "__main__":
    main()
