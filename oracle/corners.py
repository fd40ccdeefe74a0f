"""Random modules with more of what is rare in those of `graphs.py`.

They have reshapes between dimensions sharded by several axes, optimization barriers around them, sharding groups
of the arguments of manual computations, manual computations with sub-axes and tokens, named computations
without arguments, and values that become unreduced.
"""

import math

from graphs import Graph, Part, Value, arrow, divisors

# Sizes that several axes divide, in several orders.
SIZES = (2, 4, 6, 8, 12, 12, 16, 16, 24, 24, 32, 48)


class Corners(Graph):
    def __init__(self, seed):
        super().__init__(seed)
        self.annotated = self.random.choice((0.1, 0.25, 0.5))
        self.uneven = self.random.choice((0, 0, 0.05))
        self.splits = self.random.choice((0, 0, 0.3, 0.7))
        self.priorities = 0
        self.regions = self.random.choice((0, 0.1, 0.25))
        self.named = self.chance(0.15)
        self.strange_meshes = self.random.choice((0,) * 7 + (0.15,))
        self.unreduced = self.random.choice((0, 0, 0.15, 0.4))
        self.ops = self.random.choice((5, 8, 8, 12))

    def size(self):
        return super().size() if self.chance(self.uneven) else self.random.choice(SIZES)

    def refactored(self, scope):
        """A reshape that splits the elements into new dimensions, regardless of the borders of the old ones."""
        value = self.pick_tensor(scope, 1)
        rest, shape = math.prod(value.shape), []
        while rest > 1 and len(shape) < 4:
            shape.append(self.random.choice(divisors(rest)[1:]))
            rest //= shape[-1]
        if rest > 1:
            shape.append(rest)
        if self.chance(0.2):
            shape.insert(self.random.randint(0, len(shape)), 1)
        self.op(scope, "reshape", [value], [(tuple(shape), value.elem)])

    def grouped_arguments(self, inner, parameters):
        """Puts some arguments of a manual computation into one sharding group, with others of their type."""
        by_type = {}
        for value in parameters:
            by_type.setdefault((value.shape, value.elem), []).append(value)
        for values in by_type.values():
            if not self.chance(0.4):
                continue
            number = self.random.randrange(1000, 100000)
            inner.groups.setdefault((values[0].shape, values[0].elem), []).append(number)
            for value in values:
                inner.lines.append(f"sdy.sharding_group {value.name} group_id={number} : {value.type}")

    def manual_parts(self, mesh, chosen):
        """The manual sub-axes that a sharding uses, and those that it does not mention."""
        parts = []
        for i in chosen:
            size = mesh.axes[i][1]
            if size > 1 and self.chance(0.3):
                pre = 1
                while pre < size:
                    step = self.random.choice(divisors(size // pre)[1:])
                    parts.append(Part(i, size, pre, step))
                    pre *= step
            else:
                parts.append(Part(i, size, 1, size))
        return parts

    def placed(self, shape, parts, is_local):
        """Manual axes for the dimensions, the shape outside of the region, and the axes listed as replicated."""
        dims, shape, kept = [[] for _ in shape], list(shape), []
        for part in self.shuffled(parts):
            fits = [d for d, size in enumerate(shape) if is_local or size % part.size == 0]
            if fits and self.chance(0.6):
                dim = self.random.choice(fits)
                dims[dim].append(part)
                shape[dim] = shape[dim] * part.size if is_local else shape[dim] // part.size
            elif self.chance(0.4):
                kept.append(part)
        return dims, tuple(shape), kept

    def manual_computation(self, scope):
        mesh = self.meshes[0]
        free = [i for i, (name, _) in enumerate(mesh.axes) if name not in scope.manual]
        if not free:
            return False
        chosen = self.some(free, 1)
        names = [mesh.axes[i][0] for i in chosen]
        operands = [self.pick_tensor(scope, 0) for _ in range(self.random.randint(1, 3))]
        if self.chance(0.3):
            operands.append(operands[0])
        parameters, in_texts = [], []
        for value in operands:
            dims, shape, kept = self.placed(value.shape, self.manual_parts(mesh, chosen), is_local=False)
            parameters.append(Value(self.fresh("p"), shape, value.elem))
            in_texts.append(self.sharding(scope, value.shape, mesh, dims, kept, names))
        inner = scope.isolated(parameters, (*scope.manual, *names))
        self.grouped_arguments(inner, parameters)
        self.body(inner, self.random.randint(0, 4))
        returned, out_texts, shapes = [], [], []
        for _ in range(self.random.randint(1, 2)):
            value = self.pick_tensor(inner, 0)
            dims, shape, kept = self.placed(value.shape, self.manual_parts(mesh, chosen), is_local=True)
            if math.prod(shape) > 1 << 22:
                return False
            returned.append(value)
            shapes.append(value._replace(shape=shape))
            out_texts.append(self.sharding(scope, shape, mesh, dims, kept, names))
        self.finish_manual(scope, mesh, names, (operands, parameters, in_texts), inner, (returned, shapes, out_texts))
        return True

    def finish_manual(self, scope, mesh, names, inside, inner, outside):
        """Writes the op, sometimes with a token that passes through."""
        operands, parameters, in_texts = inside
        returned, shapes, out_texts = outside
        arguments = [(value.name, value.type) for value in operands]
        block = [(value.name, value.type) for value in parameters]
        ends = [(value.name, value.type) for value in returned]
        results = [value.type for value in shapes]
        if self.chance(0.3):
            token, inner_token = self.fresh("t"), self.fresh("t")
            scope.lines.append(f'{token} = "stablehlo.after_all"() : () -> !stablehlo.token')
            for values, texts, name in ((arguments, in_texts, token), (ends, out_texts, inner_token)):
                values.append((name, "!stablehlo.token"))
                texts.append(f"<@{mesh.name}, []>")
            block.append((inner_token, "!stablehlo.token"))
            results.append("!stablehlo.token")
        axes = ", ".join(f'"{name}"' for name in self.shuffled(names))
        header = ", ".join(f"{name}: {ty}" for name, ty in block)
        last = f"sdy.return {', '.join(name for name, _ in ends)} : {', '.join(ty for _, ty in ends)}"
        body = "\n".join([*inner.lines, last])
        base = self.fresh()
        many = f":{len(results)}" if len(results) > 1 else ""
        operand_types = ", ".join(ty for _, ty in arguments)
        scope.lines.append(
            f"{base}{many} = sdy.manual_computation({', '.join(name for name, _ in arguments)})"
            f" in_shardings=[{', '.join(in_texts)}] out_shardings=[{', '.join(out_texts)}]"
            f" manual_axes={{{axes}}} ({header}) {{\n{body}\n}} : ({operand_types}) -> ({', '.join(results)})"
        )
        for i, value in enumerate(shapes):
            scope.values.append(value._replace(name=f"{base}#{i}" if many else base))

    def constant_computation(self, scope):
        """A named computation without arguments, so that everything in it is constant."""
        inner = scope.isolated([], scope.manual)
        inner.values.append(self.constant(inner, self.shape(1, 3), self.elem()))
        self.body(inner, self.random.randint(0, 2))
        returned = [self.pick_tensor(inner, 0) for _ in range(self.random.randint(1, 2))]
        title = self.random.choice(("f", "g", "block"))
        self.finish_region(scope, f'sdy.named_computation<"{title}">()', [], [], inner, returned, returned)

    def annotated_barrier(self, scope):
        """A value that is constrained, passes a barrier, and is constrained again."""
        value = self.pick_tensor(scope, 1)
        for step in range(self.random.randint(1, 3)):
            if step % 2 == 0:
                value, = self.op(scope, "optimization_barrier", [value], [(value.shape, value.elem)])
            base, results = self.results([(value.shape, value.elem)])
            sharding = self.sharding(scope, value.shape)
            scope.lines.append(f"{base} = sdy.sharding_constraint {value.name} {sharding} : {value.type}")
            scope.values.extend(results)
            value = results[0]

    def to_unreduced(self, scope):
        """A value that is replicated along axes, explicitly or not, and becomes unreduced along them."""
        mesh = self.meshes[0]
        value = self.pick_tensor(scope, 1, ("f32", "bf16"))
        parts = self.parts(mesh, scope.manual)
        if not parts:
            return False
        added = self.some(parts, 1)
        rest = [part for part in parts if part not in added]
        dims = [[] for _ in value.shape]
        for part in self.some(rest):
            dims[self.random.randrange(len(dims))].append(part)
        used = [part for dim in dims for part in dim]
        kept = self.some([part for part in rest if part not in used])
        stated = self.some(added)
        texts = ", ".join(self.dim_text(dim, mesh, True, False) for dim in dims)

        def sharding(replicated, unreduced):
            text = f"<@{mesh.name}, [{texts}]"
            text += f", replicated={self.axes_text(replicated, mesh)}" if replicated else ""
            return text + (f", unreduced={self.axes_text(unreduced, mesh)}" if unreduced else "") + ">"

        before, after = sharding([*kept, *stated], []), sharding(kept, added)
        first, second = self.fresh(), self.fresh()
        scope.lines.append(f"{first} = sdy.reshard {value.name} {before} : {value.type}")
        op = "replicated_to_unreduced " + self.axes_text(added, mesh) if self.chance(0.3) else "reshard"
        if op == "reshard":
            scope.lines.append(f"{second} = sdy.reshard {first} {after} : {value.type}")
        else:
            scope.lines.append(f"{second} = sdy.{op} {first} out_sharding={after} : {value.type}")
        scope.values.append(value._replace(name=second))
        return True

    PLAIN = (
        *((weight, method) for weight, method in Graph.PLAIN if method is not Graph.reshape),
        (16, refactored), (6, Graph.reshape), (4, Graph.group), (4, annotated_barrier),
        (4, Graph.optimization_barrier), (3, to_unreduced),
    )  # fmt: skip
    NESTING = ((2, Graph.loop), (1, Graph.case), (2, Graph.call), (6, manual_computation))

    def any_op(self, scope):
        if self.named and scope.depth < 3 and self.chance(0.05):
            return self.constant_computation(scope)
        return super().any_op(scope)


def corners(seed):
    """The module of a seed, as text."""
    return Corners(seed).module()
