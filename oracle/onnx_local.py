"""What a node becomes on one shard of its tensors: numbers that are sizes change as the signature states; for a few
ops, positions are relative to the unsharded tensor."""

import math

import numpy as np


def attribute(node, name, default=None):
    for found in node.attribute:
        if found.name == name:
            return found.i if found.type == 2 else list(found.ints) if found.type == 7 else found.s.decode() if found.type == 3 else found
    return default


def localise(node, signature, factor, low, high, shards, inputs, expected):
    """The changed attributes and the local inputs of one shard; None if the op cannot compute a shard by itself.

    `shards` are the local inputs, `inputs` and `expected` the unsharded inputs and outputs.
    """
    op, changes, shards = node.op_type, {}, list(shards)
    sizes = [f["size"] for f in signature["factors"]]
    local = [high - low if at == factor else size for at, size in enumerate(sizes)]
    place = {position: index for index, position in enumerate(signature["positions"])}
    resized = False
    for number in signature["sized"]:
        if factor not in number["factors"]:
            continue
        value = math.prod(local[f] for f in number["factors"])
        if "attribute" in number:
            changes[number["attribute"]] = value
        elif number["input"] in place:
            at = place[number["input"]]
            shards[at] = shards[at].copy()
            shards[at][number["at"]] = value
            resized = True
    if signature["factors"][factor]["kind"] == "generated":
        made = positional(op, node, signature, factor, low, high, shards, inputs, changes, place)
        if not made and not resized:
            return None
    if op == "Resize" and attribute(node, "keep_aspect_ratio_policy") and 3 in place:
        # The policy chose the global sizes from the requested ones; a shard must not apply it again to its own sizes.
        axes = attribute(node, "axes") or range(expected[0].ndim)
        shape = [math.prod(local[f] for f in factors) for factors in signature["outputs"][0]]
        shards[place[3]] = np.array([shape[axis] if signature["outputs"][0][axis] else expected[0].shape[axis] for axis in axes], np.int64)
        changes["keep_aspect_ratio_policy"] = "stretch"
    if op == "Squeeze" and 1 not in place and not attribute(node, "axes"):
        # Squeeze without axes would remove a dimension that has size 1 only on this shard.
        for factors, size in zip(signature["outputs"][0], expected[0].shape):
            if size != 1 and factors and math.prod(local[f] for f in factors) == 1:
                return None
    return changes, shards


def positional(op, node, signature, factor, low, high, shards, inputs, changes, place):
    """Adjusts ops that compute each element from its position; False for any other op."""
    if op == "Range":
        start, _, step = inputs
        shards[:] = [np.asarray(start + step.dtype.type(at) * step, start.dtype) for at in (low, high)] + [step]
        return True
    if op == "EyeLike":
        dim = 0 if factor in signature["outputs"][0][0] else 1
        shards[0] = np.take(inputs[0], range(low, high), axis=dim)
        changes["k"] = attribute(node, "k", 0) + (low if dim == 0 else -low)
        return True
    if op == "OneHot":
        depth = int(np.asarray(inputs[place[1]]).ravel()[0])
        indices = inputs[place[0]].astype(np.int64)
        indices = np.where(indices < 0, indices + depth, indices) - low
        indices = np.where((indices < 0) | (indices >= high - low), high - low, indices)
        shards[place[0]] = indices.astype(inputs[place[0]].dtype)
        shards[place[1]] = np.full_like(inputs[place[1]], high - low)
        return True
    return False
