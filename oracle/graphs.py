"""Writes random modules: unlike real programs, but valid, so that they must be handled.

usage: graphs.py OUTDIR [--seed S] [--count N] [--runnable]

Writes OUTDIR/graph_SEED.mlir for the seeds S, S+1, ... The seed alone determines the
module, so a seed is enough to report a difference. The text is StableHLO and sdy as
jaxlib reads it; a few in a thousand are refused there, since not every condition
of its verifier is repeated here.

Each module first draws its character (sizes that divide or not, how many
annotations, which kinds), then its meshes, functions and ops. Operands are
existing values where types allow it, so that ops are connected.
"""

import argparse
import math
import pathlib
import random
import re
from typing import NamedTuple

AXIS_NAMES = ("x", "y", "z", "w")
AXIS_SIZES = (2, 2, 2, 3, 4, 4, 6, 8)
# Sizes of dimensions: the axes divide some and deliberately do not divide others.
EVEN_SIZES = (2, 4, 4, 6, 8, 8, 12, 16, 24, 32)
ODD_SIZES = (1, 1, 3, 5, 6, 7, 9, 10)
MAX_RANK = 5
MAX_ELEMENTS = 1 << 22

FLOAT_UNARY = (
    "abs", "cbrt", "ceil", "cosine", "exponential", "floor", "log", "logistic",
    "negate", "round_nearest_afz", "rsqrt", "sign", "sine", "sqrt", "tanh",
)  # fmt: skip
FLOAT_BINARY = ("add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "subtract")
INT_UNARY = ("abs", "count_leading_zeros", "negate", "not", "popcnt", "sign")
INT_BINARY = ("add", "and", "maximum", "multiply", "or", "remainder", "shift_left", "xor")
BOOL_BINARY = ("and", "or", "xor")
COMPLEX_UNARY = ("cosine", "exponential", "negate")
COMPLEX_BINARY = ("add", "multiply", "subtract")

POINTWISE_CALLS = (
    "Cholesky", "CompactWyHelper", "InspectSharding", "LayoutConstraint", "MoveToDevice",
    "MoveToHost", "X64SplitHigh", "annotate_device_placement", "mhlo.erf",
)  # fmt: skip
RULELESS_CALLS = ("mine", "sdy_testonly", "tpu_custom_call", "xla_python_cpu_callback")


class Value(NamedTuple):
    name: str
    shape: tuple
    elem: str

    @property
    def type(self):
        return tensor(self.shape, self.elem)


class Mesh(NamedTuple):
    name: str
    axes: tuple  # of (name, size)
    devices: tuple  # empty: in order

    def text(self):
        axes = ", ".join(f'"{name}"={size}' for name, size in self.axes)
        devices = ", ".join(map(str, self.devices))
        return f"<[{axes}]" + (f", device_ids=[{devices}]>" if self.devices else ">")


class Part(NamedTuple):
    """A sub-axis: the index of its axis in the mesh, the size of the axis, its pre-size and its own size."""

    axis: int
    full: int
    pre: int
    size: int

    def text(self, mesh):
        name = mesh.axes[self.axis][0]
        entire = self.size == self.full
        return f'"{name}"' if entire else f'"{name}":({self.pre}){self.size}'


class Scope:
    """A block being written: its lines, the values it may use and the axes it may not."""

    def __init__(self, values, manual=(), parameters=None, depth=0, groups=None):
        self.lines = []
        self.values = values
        self.manual = manual
        self.parameters = parameters
        self.depth = depth
        # Values of one sharding group must not be both inside and outside of a manual computation.
        self.groups = {} if groups is None else groups

    def inside(self):
        """A region that may use the values of the enclosing blocks."""
        return Scope(list(self.values), self.manual, None, self.depth + 1, self.groups)

    def isolated(self, parameters, manual):
        same = manual == self.manual
        groups = self.groups if same else None
        return Scope(list(parameters), manual, None, self.depth + 1, groups)


class Function(NamedTuple):
    name: str
    parameters: list
    results: list


def tensor(shape, elem):
    return "tensor<" + "".join(f"{size}x" for size in shape) + elem + ">"


def array(numbers):
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


def listed(numbers):
    return "[" + ", ".join(map(str, numbers)) + "]"


def arrow(operands, results):
    """The function type of an op."""
    left = ", ".join(value.type for value in operands)
    right = ", ".join(value.type for value in results)
    return f"({left}) -> " + (right if len(results) == 1 else f"({right})")


def named(fields):
    """The non-empty lists of a dimension-numbers attribute."""
    return ", ".join(f"{name} = {listed(numbers)}" for name, numbers in fields if numbers)


def divisors(number):
    return [d for d in range(1, number + 1) if number % d == 0]


def merged(parts):
    """Merges adjacent sub-axes that form a larger one, as the verifier requires."""
    joined = []
    for part in parts:
        last = joined[-1] if joined else None
        if last and last.axis == part.axis and last.pre * last.size == part.pre:
            joined[-1] = last._replace(size=last.size * part.size)
        else:
            joined.append(part)
    return joined


def without_dead_priorities(statements, returned):
    """Drops the priorities of dead ops.

    Shardy's propagation erases such ops and, at the next priority, writes to the freed memory.
    The same holds for constants, which are copied for every user: the copies of dead users are dead.
    """
    constants = set()
    for statement in statements:
        left, _, right = statement.partition(" = ")
        scalar_broadcast = re.match(r'"stablehlo.broadcast_in_dim".* : \(tensor<\w+>\)', right)
        if scalar_broadcast or constants.issuperset(re.findall(r"%\w+", right)):
            constants.add(left.split(":")[0])
    live, tainted = {value.name.split("#")[0] for value in returned}, set()
    kept = []
    for statement in reversed(statements):
        defined = statement.partition(" = ")[0].split(":")[0]
        # A value that is only used inside of a region may be dead with its users.
        used = re.findall(r"%\w+", statement.partition("\n")[0])
        is_live = not defined.startswith("%") or defined in live or "sdy.sharding_constraint" in statement
        is_copied = defined in constants and defined in tainted
        if is_live:
            live.update(used)
        if not is_live or is_copied:
            tainted.update(used)
            statement = re.sub(r"\}p\d", "}", statement)
        kept.append(statement)
    return kept[::-1]


class Graph:
    def __init__(self, seed, at_borders=False, runnable=False):
        """With `at_borders` only arguments, results, constraints and manual computations have shardings, which are
        the origins that Shardy records, and no op of a function is dead. With `runnable` the module can be run: loops
        end, and every called function exists."""
        self.random = random.Random(seed)
        self.runnable = runnable
        self.at_borders = at_borders
        self.names = 0
        self.functions = []
        # The character of this module.
        self.annotated = self.random.choice((0.03, 0.1, 0.1, 0.25, 0.6))
        self.open = self.random.choice((0.2, 0.5, 0.8, 0.97))
        self.splits = self.random.choice((0, 0, 0.2, 0.6))
        self.priorities = self.random.choice((0, 0, 0, 0.2, 0.5))
        self.uneven = self.random.choice((0.05, 0.3, 0.7))
        self.careless = self.random.choice((0.05, 0.2, 0.6))
        self.regions = self.random.choice((0, 0, 0.05, 0.15))
        self.strange_meshes = self.random.choice((0, 0, 0, 0.15))
        self.inlined = self.random.choice((0,) * 9 + (0.5,))
        self.unreduced = self.random.choice((0,) * 5 + (0.1,))
        # Rare: the import of calls adds second edges to named computations of the input, which makes them invalid.
        self.named = self.chance(0.04) and not at_borders
        self.in_main = False
        self.constants = self.random.choice((0.05, 0.3, 0.6))
        self.ops = self.random.choice((5, 8, 12, 12, 20, 40))
        self.meshes = self.draw_meshes()

    # Drawing.

    def chance(self, probability):
        return self.random.random() < probability

    def some(self, items, low=0, high=None):
        """A random selection in the order of the items."""
        items = list(items)
        high = len(items) if high is None else min(high, len(items))
        chosen = self.random.sample(range(len(items)), self.random.randint(min(low, high), high))
        return [items[i] for i in sorted(chosen)]

    def shuffled(self, items):
        items = list(items)
        self.random.shuffle(items)
        return items

    def size(self):
        return self.random.choice(ODD_SIZES if self.chance(self.uneven) else EVEN_SIZES)

    def shape(self, low=0, high=4):
        return tuple(self.size() for _ in range(self.random.randint(low, high)))

    def elem(self):
        return self.random.choice(("f32", "f32", "f32", "f32", "i32", "bf16"))

    def fresh(self, prefix="v"):
        self.names += 1
        return f"%{prefix}{self.names}"

    # Meshes and shardings.

    def draw_meshes(self):
        while True:
            count = self.random.choice((1, 2, 2, 2, 3, 3, 4))
            axes = [(name, self.random.choice(AXIS_SIZES)) for name in AXIS_NAMES[:count]]
            if self.chance(0.08):
                axes.insert(self.random.randint(0, len(axes)), ("one", 1))
            devices = math.prod(size for _, size in axes)
            if devices <= 256:
                break
        meshes = [Mesh("mesh", tuple(axes), ())]
        order = self.shuffled(range(devices))
        if devices <= 48 and order != sorted(order):
            if self.chance(0.1):
                meshes[0] = meshes[0]._replace(devices=tuple(order))
            elif self.chance(0.15):
                meshes.append(Mesh("other_order", tuple(axes), tuple(order)))
        if self.chance(0.08):
            meshes.append(Mesh("same", meshes[0].axes, meshes[0].devices))
        if self.chance(0.08) and len(axes) > 1:
            meshes.append(Mesh("reversed", tuple(reversed(axes)), ()))
        if self.chance(0.08):
            meshes.append(Mesh("flat", (("all", devices),), ()))
        if self.chance(0.08):
            meshes.append(Mesh("empty", (), ()))
        if self.chance(0.06):
            meshes.append(Mesh("single", (), (self.random.randrange(devices),)))
        return meshes

    def parts(self, mesh, without):
        """Sub-axes of the mesh that do not overlap."""
        parts = []
        for axis, (name, size) in enumerate(mesh.axes):
            # With sub-axes there are no axes of size 1: dropping one between two sub-axes
            # of an axis leaves neighbours that should have been merged.
            if name in without or (size == 1 and self.splits):
                continue
            if size == 1 or not self.chance(self.splits):
                parts.append(Part(axis, size, 1, size))
                continue
            pre = 1
            while pre < size:
                step = self.random.choice(divisors(size // pre)[1:])
                parts.append(Part(axis, size, pre, step))
                pre *= step
        return parts

    def dim_text(self, parts, mesh, closed, prioritised):
        parts = merged(parts)
        inner = [part.text(mesh) for part in parts] + ([] if closed else ["?"])
        text = "{" + ", ".join(inner) + "}"
        if inner and prioritised and self.chance(self.priorities):
            text += f"p{self.random.choice((0, 1, 1, 2, 3))}"
        return text

    def axes_text(self, parts, mesh):
        return "{" + ", ".join(part.text(mesh) for part in merged(sorted(parts))) + "}"

    def mesh_text(self, mesh):
        return f"mesh{mesh.text()}" if self.chance(self.inlined) else f"@{mesh.name}"

    def sharding(self, scope, shape, mesh=None, leading=None, replicated=(), manual=(), prioritised=True):
        """A sharding without its `#sdy.sharding`.

        For a manual computation, `leading` are the manual axes that each dimension starts
        with, `replicated` those to be listed as such, and `manual` the names of all of them.
        """
        without = (*scope.manual, *manual)
        if mesh is None:
            odd = len(self.meshes) > 1 and self.chance(self.strange_meshes)
            mesh = self.random.choice(self.meshes[1:]) if odd else self.meshes[0]
        if not mesh.axes and mesh.devices:
            return f"<@{mesh.name}, []>"
        leading = leading or [[] for _ in shape]
        dims = [list(parts) for parts in leading]
        kept, unreduced = list(replicated), []
        for part in self.shuffled(self.parts(mesh, without)):
            if shape and self.chance(0.55):
                fits = [
                    dim
                    for dim, size in enumerate(shape)
                    if size % (math.prod(p.size for p in dims[dim]) * part.size) == 0
                ]
                every = range(len(shape))
                if not fits and not self.chance(self.careless):
                    continue
                choice = every if self.chance(self.careless) else fits or every
                dims[self.random.choice(list(choice))].append(part)
            elif self.chance(0.12):
                kept.append(part)
            elif self.chance(self.unreduced):
                unreduced.append(part)
        texts = []
        for parts, start in zip(dims, leading):
            closed = not self.chance(self.open)
            # Inside of a manual computation its axes are removed: `{"x"}p1` would become the invalid `{}p1`.
            useful = prioritised and not (closed and len(parts) == len(start))
            texts.append(self.dim_text(parts, mesh, closed, useful))
        text = f"<{self.mesh_text(mesh)}, [{', '.join(texts)}]"
        if kept:
            text += f", replicated={self.axes_text(kept, mesh)}"
        if unreduced:
            text += f", unreduced={self.axes_text(unreduced, mesh)}"
        return text + ">"

    def per_value(self, scope, results):
        """The `sdy.sharding` of an op, or nothing."""
        if not results or self.at_borders or not self.chance(self.annotated):
            return []
        # Only directly in the main function, where `without_dead_priorities` sees them.
        prioritised = scope.parameters is not None and self.in_main
        shardings = [self.sharding(scope, value.shape, prioritised=prioritised) for value in results]
        return [f"sdy.sharding = #sdy.sharding_per_value<[{', '.join(shardings)}]>"]

    def annotation(self, scope, value, density=1.0):
        """The attribute dictionary of a function's argument or result."""
        if self.at_borders and not self.in_main or not self.chance(density):
            return ""
        return f" {{sdy.sharding = #sdy.sharding{self.sharding(scope, value.shape)}}}"

    # Values.

    def pick(self, scope, accept=lambda value: True):
        """An existing value, more likely a late one."""
        values = [value for value in scope.values if accept(value)]
        if not values:
            return None
        first, second = self.random.randrange(len(values)), self.random.randrange(len(values))
        return values[max(first, second)]

    def pick_tensor(self, scope, rank=1, elems=("f32", "bf16", "i32")):
        value = self.pick(scope, lambda v: len(v.shape) >= rank and v.elem in elems)
        if value is None:
            shape = self.shape(rank, max(rank, 3))
            value = self.want(scope, shape, self.random.choice(elems))
        return value

    def want(self, scope, shape, elem, reuse=0.75):
        """A value of this type: an existing one or a new one."""
        shape = tuple(shape)
        if self.chance(reuse):
            value = self.pick(scope, lambda v: v.shape == shape and v.elem == elem)
            if value is not None:
                return value
        if scope.parameters is not None and not self.chance(self.constants):
            value = Value(self.fresh("a"), shape, elem)
            scope.parameters.append(value)
            scope.values.append(value)
            return value
        if shape and self.chance(0.3):
            scalar = self.want(scope, (), elem)
            return self.broadcast(scope, scalar, shape, ())
        if shape and elem != "i1" and self.chance(0.2):
            return self.iota(scope, shape, elem)
        return self.constant(scope, shape, elem)

    def constant(self, scope, shape, elem):
        if elem == "i1":
            literal = self.random.choice(("true", "false"))
        elif elem == "i32":
            literal = str(self.random.randrange(4))
        elif elem.startswith("complex"):
            literal = "(1.000000e+00,0.000000e+00)"
        else:
            literal = self.random.choice(("0.000000e+00", "1.000000e+00", "2.000000e+00"))
        kind = tensor(shape, elem)
        value = f"dense<{literal}> : {kind}"
        return self.op(scope, "constant", [], [(shape, elem)], f"value = {value}")[0]

    def iota(self, scope, shape, elem):
        dim = self.random.randrange(len(shape))
        return self.op(scope, "iota", [], [(shape, elem)], f"iota_dimension = {dim} : i64")[0]

    def broadcast(self, scope, value, shape, dims):
        properties = f"broadcast_dimensions = {array(dims)}"
        return self.op(scope, "broadcast_in_dim", [value], [(shape, value.elem)], properties)[0]

    # Writing.

    def results(self, types):
        base = self.fresh()
        if len(types) == 1:
            return base, [Value(base, tuple(types[0][0]), types[0][1])]
        values = [Value(f"{base}#{i}", tuple(s), e) for i, (s, e) in enumerate(types)]
        return f"{base}:{len(types)}", values

    def write(self, scope, types, text, operands=None, attributes=None):
        """Writes `results = text : type`; returns the results."""
        left, values = self.results(types) if types else ("", [])
        extra = f" {{{', '.join(attributes)}}}" if attributes else ""
        kind = "" if operands is None else f" : {arrow(operands, values)}"
        scope.lines.append(f"{left} = {text}{extra}{kind}" if types else f"{text}{extra}{kind}")
        scope.values.extend(values)
        return values

    def op(self, scope, name, operands, types, properties="", regions=(), attributes=None):
        """Writes a StableHLO op in generic form."""
        left, values = self.results(types)
        attributes = list(attributes or ()) + self.per_value(scope, values)
        text = f'{left} = "stablehlo.{name}"({", ".join(value.name for value in operands)})'
        if properties:
            text += f" <{{{properties}}}>"
        if regions:
            text += " (" + ", ".join(regions) + ")"
        if attributes:
            text += f" {{{', '.join(attributes)}}}"
        scope.lines.append(f"{text} : {arrow(operands, values)}")
        scope.values.extend(values)
        return values

    def region(self, parameters, lines, returned, terminator="stablehlo.return"):
        head = ", ".join(f"{value.name}: {value.type}" for value in parameters)
        names = ", ".join(value.name for value in returned)
        types = ", ".join(value.type for value in returned)
        end = f"{terminator} {names} : {types}" if returned else terminator
        block = [f"^bb0({head}):"] if parameters else []
        return "{\n" + "\n".join([*block, *lines, end]) + "\n}"

    def reducer(self, elems, op=None):
        """A region that combines scalars pairwise."""
        left = [Value(self.fresh("l"), (), elem) for elem in elems]
        right = [Value(self.fresh("r"), (), elem) for elem in elems]
        lines, returned = [], []
        for a, b in zip(left, right):
            result = Value(self.fresh(), (), a.elem)
            names = ("and", "or") if a.elem == "i1" else ("add", "maximum", "multiply")
            name = op or self.random.choice(names)
            lines.append(
                f'{result.name} = "stablehlo.{name}"({a.name}, {b.name})'
                f" : {arrow([a, b], [result])}"
            )
            returned.append(result)
        return self.region([*left, *right], lines, returned)

    # Ops. Each method writes one, or returns False if there is nothing to write it with.

    def elementwise(self, scope):
        value = self.pick(scope)
        if value is None:
            value = self.want(scope, self.shape(), self.elem())
        unary, binary = {
            "i1": (("not",), BOOL_BINARY),
            "i32": (INT_UNARY, INT_BINARY),
            "complex<f32>": (COMPLEX_UNARY, COMPLEX_BINARY),
        }.get(value.elem, (FLOAT_UNARY, FLOAT_BINARY))
        types = [(value.shape, value.elem)]
        if self.chance(0.4):
            self.op(scope, self.random.choice(unary), [value], types)
        else:
            other = self.want(scope, value.shape, value.elem, reuse=0.85)
            operands = self.shuffled((value, other))
            self.op(scope, self.random.choice(binary), operands, types)

    def convert(self, scope):
        value = self.pick_tensor(scope, 0)
        elem = self.random.choice(("f32", "bf16", "i32"))
        self.op(scope, "convert", [value], [(value.shape, elem)])

    def compare(self, scope):
        value = self.pick_tensor(scope, 0)
        other = self.want(scope, value.shape, value.elem)
        direction = self.random.choice(("EQ", "LT", "GE"))
        properties = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
        self.op(scope, "compare", [value, other], [(value.shape, "i1")], properties)

    def select(self, scope):
        value = self.pick_tensor(scope, 0)
        other = self.want(scope, value.shape, value.elem)
        predicate = self.want(scope, () if self.chance(0.3) else value.shape, "i1")
        self.op(scope, "select", [predicate, value, other], [(value.shape, value.elem)])

    def clamp(self, scope):
        value = self.pick_tensor(scope, 0)
        low = self.want(scope, () if self.chance(0.5) else value.shape, value.elem)
        high = self.want(scope, () if self.chance(0.5) else value.shape, value.elem)
        self.op(scope, "clamp", [low, value, high], [(value.shape, value.elem)])

    def dot_general(self, scope):
        left = self.pick_tensor(scope, 1)
        pairs, free = [], []
        right = self.pick(scope, lambda v: v.elem == left.elem and v.shape)
        if right is not None and self.chance(0.6):
            dims = self.shuffled(range(len(right.shape)))
            for i, size in enumerate(left.shape):
                match = [j for j in dims if right.shape[j] == size]
                if match and self.chance(0.7):
                    dims.remove(match[0])
                    pairs.append((i, match[0]))
            free = sorted(dims)
        else:
            chosen = self.some(range(len(left.shape)), 1, 3)
            shape = [left.shape[i] for i in chosen] + [self.size() for _ in range(self.random.randint(0, 2))]
            order = self.shuffled(range(len(shape)))
            right = self.want(scope, [shape[i] for i in order], left.elem)
            pairs = [(i, order.index(k)) for k, i in enumerate(chosen)]
            free = sorted(order.index(k) for k in range(len(chosen), len(shape)))
        batch = [pair for pair in pairs if self.chance(0.3)]
        contracted = self.shuffled(pair for pair in pairs if pair not in batch)
        used = [i for i, _ in pairs]
        shape = [left.shape[i] for i, _ in batch]
        shape += [size for i, size in enumerate(left.shape) if i not in used]
        shape += [right.shape[j] for j in free]
        if len(shape) > MAX_RANK or math.prod(shape) > MAX_ELEMENTS:
            return False
        fields = named((
            ("lhs_batching_dimensions", [i for i, _ in batch]),
            ("rhs_batching_dimensions", [j for _, j in batch]),
            ("lhs_contracting_dimensions", [i for i, _ in contracted]),
            ("rhs_contracting_dimensions", [j for _, j in contracted]),
        ))
        properties = f"dot_dimension_numbers = #stablehlo.dot<{fields}>"
        self.op(scope, "dot_general", [left, right], [(shape, left.elem)], properties)
        return True

    def reshape(self, scope):
        value = self.pick_tensor(scope, 0, ("f32", "bf16", "i32", "i1"))
        shape = list(value.shape)
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.randrange(5)
            at = self.random.randrange(len(shape)) if shape else 0
            if kind <= 1 and len(shape) > 1:
                at = self.random.randrange(len(shape) - 1)
                shape[at : at + 2] = [shape[at] * shape[at + 1]]
            elif kind <= 3 and shape and len(divisors(shape[at])) > 2:
                first = self.random.choice(divisors(shape[at])[1:-1])
                shape[at : at + 1] = [first, shape[at] // first]
            elif 1 in shape and self.chance(0.5):
                shape.remove(1)
            else:
                shape.insert(self.random.randint(0, len(shape)), 1)
        if len(shape) > MAX_RANK:
            return False
        self.op(scope, "reshape", [value], [(shape, value.elem)])
        return True

    def transpose(self, scope):
        value = self.pick_tensor(scope, 2)
        order = self.shuffled(range(len(value.shape)))
        shape = [value.shape[i] for i in order]
        self.op(scope, "transpose", [value], [(shape, value.elem)], f"permutation = {array(order)}")

    def broadcast_in_dim(self, scope):
        value = self.pick_tensor(scope, 0)
        rank = min(MAX_RANK, len(value.shape) + self.random.choice((0, 1, 1, 2)))
        shape = [self.size() for _ in range(rank)]
        dims = self.random.sample(range(rank), len(value.shape))
        if self.chance(0.8):
            dims.sort()
        for dim, size in zip(dims, value.shape):
            if size != 1 or self.chance(0.4):
                shape[dim] = size
        if math.prod(shape) > MAX_ELEMENTS:
            return False
        self.broadcast(scope, value, shape, dims)
        return True

    def reduce(self, scope):
        count = 2 if self.chance(0.2) else 1
        first = self.pick_tensor(scope, 1, ("f32", "bf16", "i32", "i1"))
        operands = [first] + [self.want(scope, first.shape, self.elem()) for _ in range(count - 1)]
        elems = [value.elem for value in operands]
        initial = [self.want(scope, (), elem) for elem in elems]
        dims = self.some(range(len(first.shape)), 1)
        shape = [size for i, size in enumerate(first.shape) if i not in dims]
        types = [(shape, elem) for elem in elems]
        regions = [self.reducer(elems)]
        self.op(scope, "reduce", operands + initial, types, f"dimensions = {array(dims)}", regions)

    def slice(self, scope):
        value = self.pick_tensor(scope, 1)
        return self.sliced(scope, value, 0.5)

    def sliced(self, scope, value, keep):
        starts, limits, strides = [], [], []
        for size in value.shape:
            entire = self.chance(keep)
            starts.append(0 if entire else self.random.randrange(size))
            limits.append(size if entire else self.random.randint(starts[-1] + 1, size))
            strides.append(1 if entire or self.chance(0.7) else self.random.choice((2, 3)))
        shape = [-(-(b - a) // step) for a, b, step in zip(starts, limits, strides)]
        properties = (
            f"start_indices = {array(starts)}, limit_indices = {array(limits)}, strides = {array(strides)}"
        )
        return self.op(scope, "slice", [value], [(shape, value.elem)], properties)[0]

    def pad(self, scope):
        value = self.pick_tensor(scope, 1)
        low, high, interior, shape = [], [], [], []
        for size in value.shape:
            keep = self.chance(0.5)
            low.append(0 if keep else self.random.randint(-1 if size > 2 else 0, 3))
            high.append(0 if keep else self.random.randint(0, 3))
            interior.append(0 if keep or self.chance(0.8) else 1)
            shape.append(size + low[-1] + high[-1] + (size - 1) * interior[-1])
        properties = (
            f"edge_padding_low = {array(low)}, edge_padding_high = {array(high)},"
            f" interior_padding = {array(interior)}"
        )
        scalar = self.want(scope, (), value.elem)
        self.op(scope, "pad", [value, scalar], [(shape, value.elem)], properties)

    def concatenate(self, scope):
        value = self.pick_tensor(scope, 1)
        dim = self.random.randrange(len(value.shape))
        operands = [value]
        if self.chance(0.25):
            # A rotation: every operand is a slice of one value.
            middle = self.random.randint(1, value.shape[dim])
            operands = [self.part_of(scope, value, dim, middle, value.shape[dim])] if middle < value.shape[dim] else []
            operands.append(self.part_of(scope, value, dim, 0, middle))
            if self.chance(0.2):
                operands.append(value)
        else:
            for _ in range(self.random.choice((0, 1, 1, 2))):
                shape = list(value.shape)
                if self.chance(0.5):
                    shape[dim] = self.size()
                operands.append(self.want(scope, shape, value.elem))
            operands = self.shuffled(operands)
        shape = list(value.shape)
        shape[dim] = sum(operand.shape[dim] for operand in operands)
        self.op(scope, "concatenate", operands, [(shape, value.elem)], f"dimension = {dim} : i64")

    def part_of(self, scope, value, dim, start, limit):
        starts = [start if i == dim else 0 for i in range(len(value.shape))]
        limits = [limit if i == dim else size for i, size in enumerate(value.shape)]
        shape = [b - a for a, b in zip(starts, limits)]
        ones = array([1] * len(shape))
        properties = f"start_indices = {array(starts)}, limit_indices = {array(limits)}, strides = {ones}"
        return self.op(scope, "slice", [value], [(shape, value.elem)], properties)[0]

    def starts(self, scope, count):
        """Start indices: all constants, or any values."""
        if self.chance(0.3):
            return [self.constant(scope, (), "i32") for _ in range(count)]
        return [self.want(scope, (), "i32") for _ in range(count)]

    def dynamic_slice(self, scope):
        value = self.pick_tensor(scope, 1)
        shape = [size if self.chance(0.5) else self.random.randint(1, size) for size in value.shape]
        operands = [value, *self.starts(scope, len(shape))]
        self.op(scope, "dynamic_slice", operands, [(shape, value.elem)], f"slice_sizes = {array(shape)}")

    def dynamic_update_slice(self, scope):
        value = self.pick_tensor(scope, 1)
        shape = [size if self.chance(0.5) else self.random.randint(1, size) for size in value.shape]
        update = self.want(scope, shape, value.elem)
        operands = [value, update, *self.starts(scope, len(shape))]
        self.op(scope, "dynamic_update_slice", operands, [(value.shape, value.elem)])

    def window(self, scope, value):
        """The dimension numbers that gather and scatter share, and the shape of the moved tensor."""
        rank = len(value.shape)
        roles = [self.random.choice("cwww" if self.chance(0.8) else "b") for _ in range(rank)]
        batching = [i for i, role in enumerate(roles) if role == "b"]
        collapsed = [i for i, role in enumerate(roles) if role == "c"]
        windowed = [i for i, role in enumerate(roles) if role == "w"]
        sizes = {i: value.shape[i] for i in windowed}
        for i in windowed:
            if self.chance(0.4):
                sizes[i] = self.random.choice((1, self.random.randint(1, value.shape[i])))
        mapped = [i for i in range(rank) if i not in batching and (i in collapsed or self.chance(0.4))]
        mapped = self.shuffled(mapped) or [i for i in range(rank) if i not in batching][:1]
        free = [self.size() for _ in range(self.random.choice((0, 1, 1, 2)))]
        entries = [(value.shape[i], i) for i in batching] + [(size, None) for size in free]
        entries = self.shuffled(entries)
        shape = [size for size, _ in entries]
        indices_batching = [[i for _, i in entries].index(b) for b in batching]
        vector = self.random.choice((len(shape), len(shape), self.random.randint(0, len(shape))))
        indices = [*shape[:vector], len(mapped), *shape[vector:]]
        indices_batching = [i if i < vector else i + 1 for i in indices_batching]
        if len(mapped) == 1 and vector == len(shape) and self.chance(0.3):
            indices = shape
        rank = len(shape) + len(windowed)
        if rank > MAX_RANK or not mapped:
            return None
        offsets = sorted(self.random.sample(range(rank), len(windowed)))
        if self.chance(0.5):
            offsets = list(range(len(shape), rank))
        moved, rest = [], iter(shape)
        window = iter(sizes[i] for i in windowed)
        for i in range(rank):
            moved.append(next(window) if i in offsets else next(rest))
        slices = [sizes.get(i, 1) for i in range(len(value.shape))]
        return offsets, collapsed, batching, indices_batching, mapped, vector, indices, moved, slices

    def start_indices(self, scope, shape, vector):
        """Start indices, some of whose columns may be iotas."""
        count = shape[vector] if vector < len(shape) else 0
        if count < 2 or len(shape) < 2 or not self.chance(0.4):
            return self.want(scope, shape, "i32")
        column = [1 if i == vector else size for i, size in enumerate(shape)]
        columns = []
        for _ in range(count):
            if self.chance(0.5):
                columns.append(self.iota(scope, column, "i32"))
            else:
                columns.append(self.want(scope, column, "i32"))
        return self.op(scope, "concatenate", columns, [(shape, "i32")], f"dimension = {vector} : i64")[0]

    def gather(self, scope):
        value = self.pick_tensor(scope, 1)
        window = self.window(scope, value)
        if window is None:
            return False
        offsets, collapsed, batching, in_indices, mapped, vector, indices, moved, slices = window
        start = self.start_indices(scope, indices, vector)
        fields = named((
            ("offset_dims", offsets),
            ("collapsed_slice_dims", collapsed),
            ("operand_batching_dims", batching),
            ("start_indices_batching_dims", in_indices),
            ("start_index_map", mapped),
        ))
        properties = (
            f"dimension_numbers = #stablehlo.gather<{fields}, index_vector_dim = {vector}>,"
            f" slice_sizes = {array(slices)}"
        )
        self.op(scope, "gather", [value, start], [(moved, value.elem)], properties)
        return True

    def scatter(self, scope):
        value = self.pick_tensor(scope, 1)
        window = self.window(scope, value)
        if window is None:
            return False
        offsets, collapsed, batching, in_indices, mapped, vector, indices, moved, _ = window
        start = self.start_indices(scope, indices, vector)
        updates = self.want(scope, moved, value.elem)
        fields = named((
            ("update_window_dims", offsets),
            ("inserted_window_dims", collapsed),
            ("input_batching_dims", batching),
            ("scatter_indices_batching_dims", in_indices),
            ("scatter_dims_to_operand_dims", mapped),
        ))
        properties = (
            f"scatter_dimension_numbers = #stablehlo.scatter<{fields}, index_vector_dim = {vector}>"
        )
        if self.chance(0.5):
            regions = [self.reducer([value.elem])]
        else:
            old, new = (Value(self.fresh("l"), (), value.elem) for _ in range(2))
            regions = [self.region([old, new], [], [new])]
        self.op(scope, "scatter", [value, start, updates], [(value.shape, value.elem)], properties, regions)
        return True

    def convolution(self, scope):
        spatial = self.random.choice((1, 1, 2))
        sizes = [self.random.choice((4, 5, 6, 8, 12)) for _ in range(spatial)]
        kernel = [self.random.choice((1, 2, 3, size)) for size in sizes]
        groups, batch_groups = self.random.choice(((1, 1), (1, 1), (2, 1), (1, 2)))
        batch = self.random.choice((1, 2, 4, 6)) * batch_groups
        features = self.random.choice((1, 3, 4, 8)) * groups
        out = self.random.choice((1, 2, 4, 8)) * groups * batch_groups
        strides, pads, kernel_dilation, output = [], [], [], []
        for size, window in zip(sizes, kernel):
            dilation = 2 if self.chance(0.15) and 2 * window - 1 <= size else 1
            extent = (window - 1) * dilation + 1
            same = self.chance(0.4)
            pads.append([(extent - 1) // 2, extent // 2] if same else [0, 0])
            strides.append(1 if self.chance(0.7) else 2)
            kernel_dilation.append(dilation)
            output.append((size + sum(pads[-1]) - extent) // strides[-1] + 1)
        labels = [str(i) for i in range(spatial)]
        layouts = []
        for first, second in (("b", "f"), ("o", "i"), ("b", "f")):
            layout = [first, *labels, second] if self.chance(0.7) else self.shuffled([first, second, *labels])
            layouts.append(layout)

        def arranged(layout, extents, **named_sizes):
            return [extents[int(x)] if x.isdigit() else named_sizes[x] for x in layout]

        left = self.want(scope, arranged(layouts[0], sizes, b=batch, f=features), "f32")
        right = self.want(scope, arranged(layouts[1], kernel, o=out, i=features // groups), "f32")
        shape = arranged(layouts[2], output, b=batch // batch_groups, f=out)
        text = "x".join(f"[{', '.join(layout)}]" for layout in layouts[:2])
        padding = "dense<" + listed([listed(pair) for pair in pads]).replace("'", "") + ">"
        properties = (
            f"batch_group_count = {batch_groups} : i64, feature_group_count = {groups} : i64,"
            f" dimension_numbers = #stablehlo.conv<{text}->[{', '.join(layouts[2])}]>,"
            f" padding = {padding} : tensor<{spatial}x2xi64>,"
            f" rhs_dilation = {array(kernel_dilation)}, window_strides = {array(strides)}"
        )
        self.op(scope, "convolution", [left, right], [(shape, "f32")], properties)

    def reduce_window(self, scope):
        value = self.pick_tensor(scope, 1, ("f32", "bf16"))
        window, strides, pads, shape = [], [], [], []
        for size in value.shape:
            wide = 1 if self.chance(0.5) else self.random.randint(1, size)
            step = 1 if self.chance(0.6) else 2
            pad = [0, 0] if self.chance(0.7) else [wide - 1, 0]
            window.append(wide)
            strides.append(step)
            pads.append(pad)
            shape.append((size + sum(pad) - wide) // step + 1)
        initial = self.want(scope, (), value.elem)
        padding = f"dense<{listed([listed(pair) for pair in pads])}> : tensor<{len(shape)}x2xi64>"
        properties = (
            f"padding = {padding}, window_dimensions = {array(window)}, window_strides = {array(strides)}"
        )
        regions = [self.reducer([value.elem])]
        self.op(scope, "reduce_window", [value, initial], [(shape, value.elem)], properties, regions)

    def reverse(self, scope):
        value = self.pick_tensor(scope, 1)
        dims = self.some(range(len(value.shape)), 1)
        self.op(scope, "reverse", [value], [(value.shape, value.elem)], f"dimensions = {array(dims)}")

    def sort(self, scope):
        value = self.pick_tensor(scope, 1)
        operands = [value]
        if self.chance(0.4):
            operands.append(self.want(scope, value.shape, self.elem()))
        arguments = []
        for operand in operands:
            arguments += [Value(self.fresh("l"), (), operand.elem) for _ in range(2)]
        less = Value(self.fresh(), (), "i1")
        line = (
            f'{less.name} = "stablehlo.compare"({arguments[0].name}, {arguments[1].name})'
            f" <{{comparison_direction = #stablehlo<comparison_direction LT>}}>"
            f" : {arrow(arguments[:2], [less])}"
        )
        dim = self.random.randrange(len(value.shape))
        regions = [self.region(arguments, [line], [less])]
        types = [(operand.shape, operand.elem) for operand in operands]
        self.op(scope, "sort", operands, types, f"dimension = {dim} : i64, is_stable = true", regions)

    def some_constant(self, scope):
        elem = self.random.choice(("f32", "f32", "i32", "i1"))
        shape = () if self.chance(0.4) else self.shape(0, 3)
        if shape and elem != "i1" and self.chance(0.3):
            self.iota(scope, shape, elem)
        else:
            self.constant(scope, shape, elem)

    def square(self, scope):
        """A stack of square matrices."""
        accept = lambda v: len(v.shape) >= 2 and v.shape[-1] == v.shape[-2] and v.elem == "f32"
        value = self.pick(scope, accept)
        if value is None:
            side = self.random.choice((2, 3, 4, 6, 8))
            value = self.want(scope, (*self.shape(0, 2), side, side), "f32")
        return value

    def linear_algebra(self, scope):
        value = self.square(scope)
        if self.chance(0.5):
            self.op(scope, "cholesky", [value], [(value.shape, "f32")], "lower = true")
            return
        left = self.random.choice(("true", "false"))
        other = self.want(scope, value.shape, "f32")
        properties = (
            f"left_side = {left}, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>,"
            " unit_diagonal = false"
        )
        self.op(scope, "triangular_solve", [value, other], [(value.shape, "f32")], properties)

    def fft(self, scope):
        complex_value = self.pick(scope, lambda v: v.elem.startswith("complex") and v.shape)
        kind = "FFT"
        if complex_value is not None and self.chance(0.7):
            value, elem, shape = complex_value, "complex<f32>", list(complex_value.shape)
            if shape[-1] > 1 and self.chance(0.4):
                kind, elem = "IRFFT", "f32"
        else:
            value = self.pick_tensor(scope, 1, ("f32",))
            kind, elem, shape = "RFFT", "complex<f32>", list(value.shape)
        rank = self.random.randint(1, min(3, len(shape)))
        length = shape[-rank:]
        if kind == "RFFT":
            shape[-1] = shape[-1] // 2 + 1
        elif kind == "IRFFT":
            shape[-1] = length[-1] = 2 * (shape[-1] - 1)
        properties = f"fft_length = {array(length)}, fft_type = #stablehlo<fft_type {kind}>"
        self.op(scope, "fft", [value], [(shape, elem)], properties)

    def custom_call(self, scope):
        if self.runnable:
            return False
        if self.chance(0.45):
            self.ruled_call(scope)
            return
        value = self.pick_tensor(scope, 1)
        target, types, attributes = self.random.choice(RULELESS_CALLS), [(value.shape, value.elem)], []
        if self.chance(0.6):
            target = self.random.choice(POINTWISE_CALLS)
        elif self.chance(0.4):
            target = "mhlo.topk"
            count = self.random.randint(1, value.shape[-1])
            shape = (*value.shape[:-1], count)
            types = [(shape, value.elem), (shape, "i32")]
            attributes = [
                f"mhlo.attributes = {{k = {count} : i64, largest = true}}",
                "mhlo.version = 1 : i64",
            ]
        elif self.chance(0.5):
            value = self.square(scope)
            target = self.random.choice(("Eigh", "Qr"))
            types = [(value.shape, "f32"), (value.shape[:-1], "f32")]
        self.op(scope, "custom_call", [value], types, f'call_target_name = "{target}"', (), attributes)

    def ruled_call(self, scope):
        """A custom call with its own sharding rule."""
        sizes = [self.random.choice((2, 2, 3, 4, 4, 5, 8)) for _ in range(self.random.randint(1, 5))]
        factors = range(len(sizes))
        # Reduction factors must not appear in results.
        reduction = self.some(factors, 0, 2) if self.chance(0.5) else []
        operand_count, result_count = self.random.randint(1, 3), self.random.choice((1, 1, 2))
        mappings, used = [], set()
        for tensor_index in range(operand_count + result_count):
            is_result = tensor_index >= operand_count
            chosen = self.shuffled(f for f in factors if not (is_result and f in reduction) and self.chance(0.7))
            if tensor_index == 0:
                chosen = self.shuffled(factors)
            used.update(chosen)
            dims = []
            for factor in chosen:
                if dims and (self.chance(0.35) or len(dims) == MAX_RANK - 1):
                    dims[-1].append(factor)
                else:
                    dims.append([factor])
            mappings.append(dims)
        shapes = [[math.prod(sizes[f] for f in dim) for dim in dims] for dims in mappings]
        if self.chance(0.1):
            # Nothing requires that the sizes of a dimension's factors multiply to its own size.
            shapes = [[size + self.random.choice((0, 0, 1)) for size in shape] for shape in shapes]
        rest = self.shuffled(f for f in factors if f not in reduction)
        taken = self.random.randint(0, len(rest)) if self.chance(0.5) else 0
        replicated, permuted = sorted(rest[: taken // 2]), sorted(rest[taken // 2 : taken])
        blocked = self.some(factors, 0, 1) if self.chance(0.3) else []
        symbols = "ijklmnopqr"

        def group(dims_list):
            texts = ["[" + ", ".join("".join(symbols[f] for f in d) for d in dims) + "]" for dims in dims_list]
            return "(" + ", ".join(texts) + ")"

        rule = f"{group(mappings[:operand_count])}->{group(mappings[operand_count:])} {{"
        rule += ", ".join(f"{symbols[f]}={size}" for f, size in enumerate(sizes)) + "}"
        for name, chosen in (
            ("reduction", reduction),
            ("need_replication", replicated),
            ("permutation", permuted),
            ("blocked_propagation", blocked),
        ):
            if chosen:
                rule += f" {name}={{{', '.join(symbols[f] for f in chosen)}}}"
        elem = self.elem()
        operands = [self.want(scope, shape, elem) for shape in shapes[:operand_count]]
        types = [(shape, elem) for shape in shapes[operand_count:]]
        attributes = [f"sdy.sharding_rule = #sdy.op_sharding_rule<{rule}, custom>"]
        self.op(scope, "custom_call", operands, types, 'call_target_name = "mine"', (), attributes)

    # sdy ops without regions.

    def constraint(self, scope):
        value = self.pick_tensor(scope, 0)
        again = value
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            name = "reshard" if not self.at_borders and self.chance(0.05) else "sharding_constraint"
            # A reshard without users is dead, a constraint is not.
            sharding = self.sharding(scope, value.shape, prioritised=name != "reshard")
            text = f"sdy.{name} {again.name} {sharding}"
            base, results = self.results([(value.shape, value.elem)])
            scope.lines.append(f"{base} = {text} : {value.type}")
            scope.values.extend(results)
            again = results[0] if self.chance(0.7) else value

    def group(self, scope):
        if self.at_borders:
            return False
        value = self.pick_tensor(scope, 1)
        known = scope.groups.setdefault((value.shape, value.elem), [])
        if known and self.chance(0.7):
            number = self.random.choice(known)
        else:
            number = self.random.randrange(1000)
            if any(number in numbers for numbers in scope.groups.values()):
                return False
            known.append(number)
        scope.lines.append(f"sdy.sharding_group {value.name} group_id={number} : {value.type}")
        return True

    def barrier(self, scope):
        value = self.pick_tensor(scope, 0)
        base, results = self.results([(value.shape, value.elem)])
        direction = self.random.choice(("NONE", "FORWARD", "BACKWARD"))
        attributes = self.per_value(scope, results)
        extra = f" {{{attributes[0]}}}" if attributes else ""
        scope.lines.append(
            f"{base} = sdy.propagation_barrier {value.name} allowed_direction={direction}{extra}"
            f" : {value.type}"
        )
        scope.values.extend(results)

    def optimization_barrier(self, scope):
        operands = [self.pick_tensor(scope, 0) for _ in range(self.random.randint(1, 3))]
        types = [(value.shape, value.elem) for value in operands]
        self.op(scope, "optimization_barrier", operands, types)

    # Ops with regions, and calls.

    def body(self, scope, count):
        """Fills a nested block."""
        for _ in range(count):
            self.any_op(scope)

    def counted(self, lines, value):
        """The name of a constant."""
        name = self.fresh()
        lines.append(f'{name} = "stablehlo.constant"() <{{value = dense<{value}> : tensor<i32>}}> : () -> tensor<i32>')
        return Value(name, (), "i32")

    def loop(self, scope):
        operands = [self.counted(scope.lines, 0) if self.runnable else self.want(scope, (), "i32")]
        operands += [self.pick_tensor(scope, 0) for _ in range(self.random.randint(1, 3))]
        condition, body = scope.inside(), scope.inside()
        arguments = [[v._replace(name=self.fresh("i")) for v in operands] for _ in range(2)]
        condition.values += arguments[0]
        if self.chance(0.2):
            self.body(condition, 2)
        limit = self.counted(condition.lines, 3) if self.runnable else self.want(condition, (), "i32")
        less = self.fresh()
        condition.lines.append(
            f'{less} = "stablehlo.compare"({arguments[0][0].name}, {limit.name})'
            " <{comparison_direction = #stablehlo<comparison_direction LT>}>"
            " : (tensor<i32>, tensor<i32>) -> tensor<i1>"
        )
        body.values += arguments[1] * 3
        self.body(body, self.random.randint(1, 5))
        returned = [self.want(body, v.shape, v.elem, reuse=0.95) for v in operands]
        if self.runnable:
            one, next_turn = self.counted(body.lines, 1), self.fresh()
            body.lines.append(
                f'{next_turn} = "stablehlo.add"({arguments[1][0].name}, {one.name})'
                " : (tensor<i32>, tensor<i32>) -> tensor<i32>"
            )
            returned[0] = Value(next_turn, (), "i32")
        regions = [
            self.region(arguments[0], condition.lines, [Value(less, (), "i1")]),
            self.region(arguments[1], body.lines, returned),
        ]
        types = [(value.shape, value.elem) for value in operands]
        self.op(scope, "while", operands, types, regions=regions)

    def case(self, scope):
        index = self.want(scope, (), "i32")
        results = [self.pick_tensor(scope, 0) for _ in range(self.random.randint(1, 2))]
        regions = []
        for _ in range(self.random.randint(1, 3)):
            branch = scope.inside()
            self.body(branch, self.random.randint(0, 3))
            returned = [self.want(branch, v.shape, v.elem, reuse=0.9) for v in results]
            regions.append(self.region([], branch.lines, returned))
        types = [(value.shape, value.elem) for value in results]
        self.op(scope, "case", [index], types, regions=regions)

    def call(self, scope):
        # Axes are manual inside a manual computation, and functions may name them.
        if not self.functions or scope.manual:
            return False
        function = self.random.choice(self.functions)
        operands = [self.want(scope, v.shape, v.elem) for v in function.parameters]
        base, results = self.results([(v.shape, v.elem) for v in function.results])
        attributes = self.per_value(scope, results)
        extra = f" {{{attributes[0]}}}" if attributes else ""
        names = ", ".join(value.name for value in operands)
        scope.lines.append(
            f"{base} = func.call @{function.name}({names}){extra} : {arrow(operands, results)}"
        )
        scope.values.extend(results)
        return True

    def named_computation(self, scope):
        operands = [self.pick_tensor(scope, 0) for _ in range(self.random.randint(1, 3))]
        parameters = [v._replace(name=self.fresh("p")) for v in operands]
        inner = scope.isolated(parameters, scope.manual)
        self.body(inner, self.random.randint(0, 4))
        returned = [self.pick_tensor(inner, 0) for _ in range(self.random.randint(1, 2))]
        shardings = ""
        for name, values in (("in_shardings", operands), ("out_shardings", returned)):
            if self.chance(0.4):
                texts = [self.sharding(scope, value.shape) for value in values]
                shardings += f" {name}=[{', '.join(texts)}]"
        title = self.random.choice(("f", "g", "block"))
        head = f'sdy.named_computation<"{title}">({", ".join(v.name for v in operands)}){shardings}'
        self.finish_region(scope, head, operands, parameters, inner, returned, returned)

    def finish_region(self, scope, head, operands, parameters, inner, returned, shapes):
        parameters = ", ".join(f"{v.name}: {v.type}" for v in parameters)
        region = self.region([], inner.lines, returned, "sdy.return")
        base, results = self.results([(v.shape, v.elem) for v in shapes])
        scope.lines.append(f"{base} = {head} ({parameters}) {region} : {arrow(operands, results)}")
        scope.values.extend(results)

    def manual_computation(self, scope):
        mesh = self.meshes[0]
        free = [i for i, (name, _) in enumerate(mesh.axes) if name not in scope.manual]
        chosen = self.some(free, 1) if free and self.chance(0.95) else []
        parts = [Part(i, mesh.axes[i][1], 1, mesh.axes[i][1]) for i in chosen]
        names = [mesh.axes[i][0] for i in chosen]

        def placed(shape, is_local):
            """Manual axes for the dimensions, and the shape outside of the region."""
            dims, shape, kept = [[] for _ in shape], list(shape), []
            for part in self.shuffled(parts):
                fits = [d for d, size in enumerate(shape) if is_local or size % part.size == 0]
                if fits and self.chance(0.7):
                    dim = self.random.choice(fits)
                    dims[dim].append(part)
                    shape[dim] = shape[dim] * part.size if is_local else shape[dim] // part.size
                elif self.chance(0.5):
                    kept.append(part)
            return dims, tuple(shape), kept

        operands = [self.pick_tensor(scope, 0) for _ in range(self.random.randint(1, 3))]
        parameters, in_texts = [], []
        for value in operands:
            dims, shape, kept = placed(value.shape, is_local=False)
            parameters.append(Value(self.fresh("p"), shape, value.elem))
            in_texts.append(self.sharding(scope, value.shape, mesh, dims, kept, names))
        inner = scope.isolated(parameters, (*scope.manual, *names))
        self.body(inner, self.random.randint(0, 5))
        returned, out_texts, shapes = [], [], []
        for _ in range(self.random.randint(1, 2)):
            value = self.pick_tensor(inner, 0)
            dims, shape, kept = placed(value.shape, is_local=True)
            returned.append(value)
            shapes.append(value._replace(shape=shape))
            out_texts.append(self.sharding(scope, shape, mesh, dims, kept, names))
        axes = ", ".join(f'"{name}"' for name in self.shuffled(names))
        head = (
            f"sdy.manual_computation({', '.join(v.name for v in operands)})"
            f" in_shardings=[{', '.join(in_texts)}] out_shardings=[{', '.join(out_texts)}]"
            f" manual_axes={{{axes}}}"
        )
        self.finish_region(scope, head, operands, parameters, inner, returned, shapes)

    # Everything together.

    PLAIN = (
        (14, elementwise), (2, convert), (2, compare), (2, select), (1, clamp), (8, dot_general),
        (6, reshape), (5, transpose), (4, broadcast_in_dim), (4, reduce), (2, slice), (2, pad),
        (2, concatenate), (2, dynamic_slice), (2, dynamic_update_slice), (2, gather), (2, scatter),
        (1, convolution), (1, reduce_window), (1, reverse), (1, sort), (2, some_constant),
        (1, linear_algebra), (1, fft), (3, custom_call), (4, constraint), (2, group), (1, barrier),
        (1, optimization_barrier),
    )  # fmt: skip
    NESTING = ((3, loop), (1, case), (3, call), (3, manual_computation))

    def any_op(self, scope):
        """Writes one op and the values that it needs."""
        nest = scope.depth < 3 and self.chance(self.regions / (1 + scope.depth))
        table = self.PLAIN
        if nest:
            table = (*self.NESTING, (2, Graph.named_computation)) if self.named else self.NESTING
            if self.runnable:
                # The results of a random manual computation may differ where its specs declare them replicated.
                table = [row for row in table if row[1] is not Graph.manual_computation]
        while True:
            (_, method), = self.random.choices(table, [weight for weight, _ in table])
            if method(self, scope) is not False:
                return
            table = self.PLAIN

    def function(self, name, ops, visibility=""):
        parameters = []
        for _ in range(self.random.randint(1, 4)):
            parameters.append(Value(self.fresh("a"), self.shape(0, 4), self.elem()))
        scope = Scope(list(parameters), (), parameters)
        self.body(scope, ops)
        count = self.random.choice((1, 1, 2, 3))
        returned = [self.pick(scope) for _ in range(count)]
        if self.at_borders or self.chance(0.6):
            used = {name for line in scope.lines for name in re.findall(r"%\w+", line.partition(" = ")[2])}
            unused = [value for value in scope.values if value.name.split("#")[0] not in used]
            returned += unused if self.at_borders else unused[-8:]
        self.functions.append(Function(name, parameters, returned))
        # Most arguments are annotated: a module without annotations tests nothing.
        density = max(self.annotated, 0.3)
        head = ", ".join(f"{v.name}: {v.type}{self.annotation(scope, v, density)}" for v in parameters)
        tail = ", ".join(f"{v.type}{self.annotation(scope, v, density / 2)}" for v in returned)
        names = ", ".join(v.name for v in returned)
        types = ", ".join(v.type for v in returned)
        lines = [*without_dead_priorities(scope.lines, returned), f"return {names} : {types}"]
        return f"func.func {visibility}@{name}({head}) -> ({tail}) {{\n" + "\n".join(lines) + "\n}"

    def module(self):
        functions = []
        if self.regions and self.chance(0.5):
            for i in range(self.random.randint(1, 2)):
                functions.append(self.function(f"f{i}", self.random.randint(1, 5), "private "))
        ops = max(3, self.random.randint(self.ops // 2, self.ops))
        # Shardy treats the only function as main; it crashes on several functions without a `main`.
        main = "main" if functions or self.chance(0.9) else "entry"
        self.in_main = True
        text = self.function(main, ops, "public " if self.chance(0.5) else "")
        functions.insert(self.random.choice((0, len(functions))), text)
        meshes = [f"sdy.mesh @{mesh.name} = {mesh.text()}" for mesh in self.meshes]
        return "module {\n" + "\n".join([*meshes, *functions]) + "\n}\n"


def graph(seed, at_borders=False, runnable=False):
    """The module of a seed, as text."""
    return Graph(seed, at_borders, runnable).module()


def main():
    # It builds on this file.
    from corners import corners

    parser = argparse.ArgumentParser(description="Writes random modules, for every second seed two.")
    parser.add_argument("outdir", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1000, help="how many modules")
    parser.add_argument("--runnable", action="store_true", help="only modules that can be run")
    options = parser.parse_args()
    options.outdir.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.count):
        path = options.outdir / f"graph_{seed}.mlir"
        path.write_text(graph(seed, runnable=options.runnable), encoding="utf-8")
        if seed % 4 == 0 and not options.runnable:
            path = options.outdir / f"borders_{seed}.mlir"
            path.write_text(graph(seed, at_borders=True), encoding="utf-8")
        if seed % 4 == 2 and not options.runnable:
            path = options.outdir / f"corners_{seed}.mlir"
            path.write_text(corners(seed), encoding="utf-8")


if __name__ == "__main__":
    main()
