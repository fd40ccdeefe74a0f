"""Compares the plans of `partita onnx partition` with those that an expert would write, over many models.

    python run.py OUTDIR --partita PATH [--only NAME] [--make]

Models are exported into OUTDIR once. Every plan that differs is printed; those of `explained.txt` are expected to differ,
with the reason, and an entry that no longer holds fails. So does a model whose ranks compute anything else on onnxruntime.
"""

import argparse
import concurrent.futures
import fnmatch
import hashlib
import json
import multiprocessing
import os
import pathlib
import sys
import traceback
from collections import Counter

import cases
import sources

HERE = pathlib.Path(__file__).resolve().parent


def digest(source):
    """Changes with what the model is made from."""
    texts = [(HERE / name).read_bytes() for name in ("export.py", *source.files)]
    origin = digest(sources.by_name()[source.origin]) if source.origin else ""
    return hashlib.sha256(b"".join(texts) + repr(source.key).encode() + origin.encode()).hexdigest()


def make(task):
    # Workers find a source by its name: what writes it need not be sent to them.
    folder, source = pathlib.Path(task[0]), sources.by_name()[task[1]]
    facts, stamp = folder / f"{source.name}.json", folder / f"{source.name}.stamp"
    wanted = digest(source)
    if facts.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    # Exporters print graphs, also from C++.
    with open(folder / f"{source.name}.log", "w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    try:
        source.write(folder)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".strip().splitlines()[0][:200]
        facts.write_text(json.dumps({"error": reason, "trace": traceback.format_exc()[-3000:]}))
    stamp.write_text(wanted)


def explained(results):
    """The reason for each model and annotation among the results that a line of the table is about, and the lines that are about none."""
    found, idle = {}, []
    for line in (HERE / "explained.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            names, reason = line.split(": ", 1)
            models, annotations = names.split(" ", 1)
            about = [(each.model, each.annotation) for each in results
                     if fnmatch.fnmatch(each.model, models) and each.annotation in annotations.split(",")]
            found |= dict.fromkeys(about, reason)
            idle += [] if about else [names]
    return found, idle


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--partita", default="partita")
    arguments.add_argument("--only", default="", help="only models whose names contain this")
    arguments.add_argument("--make", action="store_true", help="write the models only")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    wanted = [each for each in sources.all_sources() if given.only in each.name]
    origins = [sources.by_name()[each.origin] for each in wanted if each.origin]
    with multiprocessing.Pool(min(2, os.cpu_count()), maxtasksperchild=20) as pool:
        first = {each.name for each in origins + wanted if not each.origin}
        for names in (sorted(first), [each.name for each in wanted if each.origin]):
            pool.map(make, [(str(given.folder), name) for name in names], chunksize=1)
    if given.make:
        return
    todo = [case for each in wanted for case in cases.cases_of(given.folder, each.name)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda case: cases.judge(case, given.partita), todo))
    sys.exit(report(results, given.only))


def report(results, only):
    reasons, idle = explained(results)
    totals, good, failures, known_misses, fewer, equal = Counter(), Counter(), [], 0, 0, 0
    for result in results:
        known = reasons.get((result.model, result.annotation))
        name = f"{result.model} {result.annotation}: {result.message}"
        if not result.exported:
            totals["exports"] += 1
        else:
            totals[result.kind] += 1
            good[result.kind] += result.as_by_hand
            fewer += result.fewer
            equal += result.equal is True
        if result.equal is False:
            failures.append(f"WRONG      {name}")
        elif result.as_by_hand and known is not None:
            failures.append(f"STALE      {name}: it is as by hand now; remove it from explained.txt")
        elif not result.as_by_hand and known is None:
            failures.append(f"DIFFERS    {name}")
        elif not result.as_by_hand:
            known_misses += 1
            print(f"explained  {name}: {known}")
        elif result.equal is None and result.exported:
            failures.append(f"NOT RUN    {name}")
    failures += [f"STALE      {names}: explained.txt names a plan that does not exist" for names in idle if not only]
    print("\n".join(failures))
    missing = totals.pop("exports", 0)
    for kind, count in sorted(totals.items()):
        print(f"{kind}: as by hand {good[kind]} of {count}")
    made, count = sum(good.values()), sum(totals.values())
    models = len({result.model for result in results if result.exported})
    print(f"{models} models, {missing} not exported: as by hand {made} of {count} plans ({100 * made / max(count, 1):.1f} %), {fewer} of them send less")
    print(f"the others are explained: {known_misses}; ranks equal on onnxruntime: {equal} of {count}")
    print(f"onnx plans: {len(results) - len(failures)} passed, {len(failures)} failed")
    return int(bool(failures))


if __name__ == "__main__":
    main()
