"""What an expert would have the ranks exchange, from facts about the architecture.

An expectation is how often each collective occurs and the bytes that rank 0 sends in all of them. Nothing here asks
Partita: sizes are those that PyTorch had in its modules. A plan is as by hand if it has no more of any kind of collective and
sends no more bytes.
"""

import dataclasses
from collections import Counter


@dataclasses.dataclass(frozen=True)
class Expected:
    counts: dict = dataclasses.field(default_factory=dict)
    bytes: int = 0

    def met_by(self, collectives):
        found = Counter(each["op"] for each in collectives)
        fewer = all(count <= self.counts.get(kind, 0) for kind, count in found.items())
        return fewer and sum(each["bytes"] for each in collectives) <= self.bytes

    def __str__(self):
        return listed(self.counts, self.bytes)


def listed(counts, sent):
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()) if count)
    return f"{kinds}: {sent} B" if kinds else "nothing"


NOTHING = Expected()


def summed(size, group):
    """What a rank sends for a sum of `size` bytes: its share of the partial sums, then of the results."""
    return 2 * size * (group - 1) // group


def sums(sizes, group, shared=1):
    """One `AllReduce` for each size; each is that of all ranks, of which `shared` groups have a part each."""
    return Expected({"AllReduce": len(sizes)}, sum(summed(size // shared, group) for size in sizes))


def tensor_parallel(facts, group, shared=1):
    """One sum after each product with sharded rows, or one for a block whose products are added, and one for each
    statistic over all heads."""
    together = facts.get("parallel", 1)
    products = [size for _, size in facts["products"]][::together]
    return sums(products + facts["statistics"], group, shared)


def vocabulary_parallel(facts, group):
    """Beside the sums of the layers, one of the words that are looked up. Logits stay sharded."""
    layers = tensor_parallel(facts, group)
    words = sums(facts["looked_up"], group)
    return Expected({"AllReduce": layers.counts["AllReduce"] + words.counts["AllReduce"]}, layers.bytes + words.bytes)


def borders(facts, group, shared=1):
    """Each window larger than a pixel needs rows of the neighbours: those over which it reaches, sent by the rank that
    has them. A pool of the entire image is a sum, and so is its mean."""
    counts, sent = Counter(), 0
    for window in facts["windows"]:
        above, below = reach(window, group)
        if above or below:
            counts["halo"] += 1
            sent += (above + below) * window["row_bytes"] // shared
    for size in facts["pooled"]:
        counts["AllReduce"] += 1
        sent += summed(size // shared, group)
    return Expected(dict(counts), sent)


def reach(window, group):
    """How many rows of others, above and below its own, a rank needs at most."""
    rows, made = window["rows"], window["into"]
    own, part = -(-rows // group), -(-made // group)
    above = below = 0
    for rank in range(group):
        first, end = rank * part, min(made, (rank + 1) * part)
        if first < end:
            top = max(0, first * window["stride"] - window["padding"])
            bottom = min(rows - 1, (end - 1) * window["stride"] - window["padding"] + (window["kernel_size"] - 1) * window["dilation"])
            above = max(above, rank * own - top)
            below = max(below, bottom - min(rows, (rank + 1) * own) + 1)
    return above, below
