"""Random recurrences over a sequence: as a loop or a recursion for an unknown length, and unrolled
for a known length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from dlvm.ir import (
    Block,
    Builder,
    Function,
    FunctionType,
    Instruction,
    Literal,
    Module,
    Stage,
    Successor,
    Symbol,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import ERASED, F64, INDEX, VOID, Dim, tensor
from dlvm.ir.values import index_literal, tuple_of

NAMES = ("n", "t", "d", "h")
"""The names of sizes in functions: the same names stand for different sizes."""


@dataclass
class Plan:
    """The steps of a recurrence, drawn once and written twice. ``T``, ``D`` and ``H`` are the
    length, the size of an element and that of the state."""

    sizes: dict[str, int]
    steps: Sequence[Step]
    """What makes the state after a round of the state before."""
    result: Callable[[Writer, State], Value]
    """What is given of the last state."""
    is_recursive: bool
    leaves_early: bool
    grows: bool
    starts_at_zero: bool


Step = Callable[["Writer", "State"], None]


@dataclass
class State:
    """The values of an iteration."""

    i: Value
    x: Value
    z: Value
    w: Value
    h: Value
    a: Value
    ys: Value | None = None

    def carried(self) -> list[Value]:
        """Returns the loop-carried values."""
        return [self.h, self.a, *([self.ys] if self.ys is not None else [])]

    def carry(self, values: Sequence[Value]) -> None:
        """Replaces the loop-carried values."""
        self.h, self.a, *rest = values
        self.ys = rest[0] if rest else None

    def everything(self) -> list[Value]:
        return [self.i, self.x, self.z, self.w, *self.carried()]


@dataclass
class Writer:
    """Writes a recurrence into a module, with static or erased sizes."""

    module: Module
    plan: Plan
    random: Random
    is_known: bool
    builder: Builder = field(init=False)
    cells: dict[int, Function] = field(default_factory=dict[int, Function])

    def put(self, instruction: Instruction) -> Value:
        return self.builder.insert(instruction)

    def add(self, index: Value, number: int) -> Value:
        if isinstance(index, Literal) and isinstance(index.data, int):
            return index_literal(index.data + number)
        return self.put(op.Add(index, index_literal(number)))

    def subtract(self, a: Value, b: Value) -> Value:
        if isinstance(a, Literal) and isinstance(b, Literal):
            assert isinstance(a.data, int)
            assert isinstance(b.data, int)
            return index_literal(a.data - b.data)
        return self.put(op.Subtract(a, b))

    def length(self, x: Value, axis: int = 0) -> Value:
        type = x.type.canonical
        assert isinstance(type, TensorType)
        size = type.shape[axis]
        return index_literal(size) if isinstance(size, int) else self.put(op.Dimension(x, axis))

    def types(self, *shapes: str) -> tuple[list[TensorType], dict[str, Dim]]:
        """Returns types of tensors with sizes of the plan, erased at random unless static, with a
        size for each that a constant can have."""
        names = self.random.sample(NAMES, 3)
        symbols = {size: Symbol(name) for size, name in zip("TDH", names, strict=True)}
        bound: dict[str, Dim] = {}
        share = self.random.choice((0.5, 0.8, 1.0))
        found: list[TensorType] = []
        for shape in shapes:
            dims: list[Dim] = []
            for size in shape:
                dim: Dim = self.plan.sizes[size]
                if not self.is_known and (size == "T" or self.random.random() < share):
                    dim = symbols[size] if self.random.random() < 0.7 else ERASED
                    if dim != ERASED:
                        bound[size] = dim
                dims.append(dim)
            found.append(TensorType(tuple(dims), F64))
        if self.is_known or share < 1:
            for size, number in self.plan.sizes.items():
                bound.setdefault(size, number)
        return found, bound

    def function(self, name: str, parameters: Sequence[Type]) -> Function:
        type = FunctionType(tuple(parameters), VOID)
        function = Function(self.module.unique_name(name), type)
        attribute = self.random.choice((None, None, "inline", "noinline", "internal"))
        if attribute is not None and name != "f":
            function.attributes.add(attribute)
        return self.module.add_function(function)

    def finish(self, function: Function, value: Value) -> None:
        self.put(op.Return(value))
        if function.type.result == VOID:
            function.type = FunctionType(function.type.parameters, value.type)

    def apart(self, function: Function, write: Callable[[Sequence[Value]], Value]) -> None:
        """Writes the code of another function."""
        before = self.builder
        self.builder = Builder(function.add_entry())
        self.finish(function, write(function.arguments))
        self.builder = before

    def loose(self, type: Type) -> Type:
        """Returns a type with fewer known sizes, for a caller of the function."""
        match type.canonical:
            case TensorType(shape, element):
                dims = (d if isinstance(d, int) else ERASED for d in shape)
                return TensorType(tuple(dims), element)
            case TupleType(elements):
                return TupleType(tuple(map(self.loose, elements)))
            case _:
                return type

    def carried_types(self, s: State) -> list[Type]:
        """Returns the types of the loop-carried values."""
        types = [v.type if self.is_known else self.loose(v.type) for v in s.carried()]
        for type in types[2:]:
            assert isinstance(type, TensorType)
            types[2:] = [type.with_shape((ERASED, *type.shape[1:]))]
        return types


# Elements of the sequence


def _gathered(w: Writer, s: State) -> Value:
    return w.put(op.Gather(s.x, s.i, 0))


def _from_behind(w: Writer, s: State) -> Value:
    last = w.subtract(w.add(w.length(s.x), -1), s.i)
    return w.put(op.Gather(s.x, last, 0))


def _sliced(w: Writer, s: State) -> Value:
    row = w.put(op.Slice(s.x, [s.i], [w.add(s.i, 1)]))
    return w.put(op.SqueezeShape(row, 0))


def _cast(w: Writer, s: State) -> Value:
    row = w.put(op.Slice(s.x, [s.i], [w.add(s.i, 1)]))
    return w.put(op.Reduce(row, "add", (0,), None))


def _transposed(w: Writer, s: State) -> Value:
    return w.put(op.Gather(w.put(op.Transpose(s.x)), s.i, 1))


def _so_far(w: Writer, s: State) -> Value:
    rows = w.put(op.Slice(s.x, [index_literal(0)], [w.add(s.i, 1)]))
    return w.put(op.Reduce(rows, "add", (0,), None))


def _left(w: Writer, s: State) -> Value:
    rows = w.put(op.Slice(s.x, [s.i], [w.length(s.x)]))
    return w.put(op.Reduce(w.put(op.Sin(rows)), "add", (0,), None))


ELEMENTS: Sequence[Callable[[Writer, State], Value]] = (
    _gathered, _gathered, _from_behind, _sliced, _cast, _transposed, _so_far, _left,
)  # fmt: skip


# Steps of an iteration


def _mix(element: Callable[[Writer, State], Value]) -> Step:
    """The state plus an element projected to its size."""

    def write(w: Writer, s: State) -> None:
        brought = w.put(op.Dot(element(w, s), s.w))
        s.h = w.put(op.Tanh(w.put(op.Add(s.h, brought))))

    return write


def _beside(w: Writer, s: State) -> None:
    """An element of another sequence."""
    s.h = w.put(op.Multiply(s.h, w.put(op.Cos(w.put(op.Gather(s.z, s.i, 0))))))


def _gate(w: Writer, s: State) -> None:
    gate = w.put(op.Tanh(s.a))
    s.h = w.put(op.Add(s.h, w.put(op.Multiply(gate, s.h))))


def _sum(w: Writer, s: State) -> None:
    total = w.put(op.Reduce(w.put(op.Square(s.h)), "add", (0,), None))
    s.a = w.put(op.Add(s.a, w.put(op.Tanh(total))))


def _center(w: Writer, s: State) -> None:
    total = w.put(op.Reduce(s.h, "add", (0,), None))
    s.h = w.put(op.Subtract(s.h, w.put(op.Sin(total))))


def _outer(w: Writer, s: State) -> None:
    column, row = w.put(op.PadShape(s.h, 1)), w.put(op.PadShape(s.h, 0))
    product = w.put(op.Tanh(w.put(op.Dot(column, row))))
    s.h = w.put(op.Reduce(product, "add", (0,), None))


def _half(w: Writer, s: State) -> None:
    """All elements but the first, then the first."""
    size = w.length(s.h)
    rest = w.put(op.Slice(s.h, [index_literal(1)], [size]))
    first = w.put(op.Slice(s.h, [index_literal(0)], [index_literal(1)]))
    s.h = w.put(op.Concatenate([rest, first], 0))


def _look_back(w: Writer, s: State) -> None:
    """Attention over all previous states."""
    if s.ys is None:
        return
    weights = w.put(op.Tanh(w.put(op.Dot(s.ys, s.h))))
    s.h = w.put(op.Add(s.h, w.put(op.Dot(weights, s.ys))))


def _written(w: Writer, s: State) -> None:
    """A sequence with an updated element, which is read back."""
    row = w.put(op.PadShape(s.h, 0))
    changed = w.put(op.Update(s.z, row, [s.i, index_literal(0)]))
    s.h = w.put(op.Reduce(w.put(op.Sin(changed)), "add", (0,), None))


def _scattered(w: Writer, s: State) -> None:
    changed = w.put(op.Scatter(s.h, s.z, s.i, 0, "add"))
    s.h = w.put(op.Tanh(w.put(op.Reduce(changed, "add", (0,), None))))


def _branch(first: Step, second: Step) -> Step:
    """One of two steps."""

    def write(w: Writer, s: State) -> None:
        total = w.put(op.Reduce(s.h, "add", (0,), None))
        flag = w.put(op.GreaterThan(total, Literal(tensor(F64), 0.1)))
        function = w.builder.block.function
        join = function.add_block()
        ways: list[Block] = [function.add_block() for _ in range(2)]
        w.put(op.Conditional(flag, *map(Successor, ways)))
        given: list[tuple[Builder, list[Value]]] = []
        for way, step in zip(ways, (first, second), strict=True):
            w.builder, inner = Builder(way), replace(s)
            step(w, inner)
            given.append((w.builder, inner.carried()))
        for values in zip(*(v for _, v in given), strict=True):
            join.add_argument(_joined(*(v.type for v in values)))
        for builder, values in given:
            builder.insert(op.Branch(Successor(join, values)))
        w.builder = Builder(join)
        s.carry(join.arguments)

    return write


def _joined(a: Type, b: Type) -> Type:
    assert isinstance(a, TensorType)
    assert isinstance(b, TensorType)
    dims = (m if m == n else ERASED for m, n in zip(a.shape, b.shape, strict=True))
    return TensorType(tuple(dims), a.element)


def _inner_loop(w: Writer, s: State) -> None:
    """A loop over the previous elements."""

    def again(j: Value, h: Value) -> Value:
        row = w.put(op.Dot(w.put(op.Gather(s.x, j, 0)), s.w))
        return w.put(op.Tanh(w.put(op.Add(h, row))))

    end = w.add(s.i, 1)
    if isinstance(end, Literal):
        assert isinstance(end.data, int)
        for j in range(end.data):
            s.h = again(index_literal(j), s.h)
        return
    function = w.builder.block.function
    head, body, after = (function.add_block() for _ in range(3))
    j, h = head.add_argument(INDEX), head.add_argument(w.loose(s.h.type))
    w.put(op.Branch(Successor(head, [index_literal(0), s.h])))
    w.builder = Builder(head)
    more = w.put(op.LessThan(j, end))
    w.put(op.Conditional(more, Successor(body), Successor(after)))
    w.builder = Builder(body)
    following = again(j, h)
    w.put(op.Branch(Successor(head, [w.add(j, 1), following])))
    w.builder, s.h = Builder(after), h


def _called(number: int, steps: Sequence[Step]) -> Step:
    """Steps in a separate function."""

    def write(w: Writer, s: State) -> None:
        given = [s.i, s.x, s.z, s.w, s.h, s.a]
        if number not in w.cells:
            types, _ = w.types("TD", "TH", "DH", "H")
            cell = w.cells[number] = w.function("cell", [INDEX, *types, tensor(F64)])

            def write_cell(arguments: Sequence[Value]) -> Value:
                inner = State(*arguments)
                for step in steps:
                    step(w, inner)
                return tuple_of([inner.h, inner.a])

            w.apart(cell, write_cell)
        cell = w.cells[number]
        pack = w.put(op.Apply(cell, given, w.loose(cell.type.result)))
        s.h, s.a = w.put(op.Extract((0,), pack)), w.put(op.Extract((1,), pack))

    return write


SIMPLE: Sequence[Step] = (
    _beside, _gate, _sum, _center, _outer, _half, _written, _scattered, _look_back,
)  # fmt: skip


def _simple(random: Random) -> Step:
    if random.random() < 0.5:
        return _mix(random.choice(ELEMENTS))
    return random.choice(SIMPLE)


def _draw_round(random: Random) -> Sequence[Step]:
    steps: list[Step] = [_mix(random.choice(ELEMENTS))]
    for _ in range(random.randint(0, 3)):
        kind = random.random()
        if kind < 0.5:
            steps.append(_simple(random))
        elif kind < 0.7:
            steps.append(_branch(_simple(random), _simple(random)))
        elif kind < 0.8:
            steps.append(_inner_loop)
        else:
            inner = [_simple(random) for _ in range(random.randint(1, 2))]
            inner = [step for step in inner if step is not _look_back] or [_gate]
            steps.append(_called(len(steps), inner))
    random.shuffle(steps)
    return steps


# What is given


def _last(w: Writer, s: State) -> Value:
    return s.h


def _total(w: Writer, s: State) -> Value:
    whole = w.put(op.Square(s.h if s.ys is None else s.ys))
    axes = (0,) if s.ys is None else (0, 1)
    return w.put(op.Add(w.put(op.Reduce(whole, "add", axes, None)), s.a))


def _all(w: Writer, s: State) -> Value:
    return s.h if s.ys is None else s.ys


def _grow(w: Writer, s: State) -> None:
    if s.ys is not None:
        s.ys = w.put(op.Concatenate([s.ys, w.put(op.PadShape(s.h, 0))], 0))


def draw_recurrence(random: Random) -> tuple[Module, Module, list[Any]]:
    """Draws a recurrence with static sizes, the same with erased sizes, and arguments."""
    sizes = {"T": random.choice((0, 1, 2, 3, 4)), "D": random.randint(1, 3)}
    sizes["H"] = random.randint(1, 4)
    plan = Plan(
        sizes,
        _draw_round(random),
        random.choice((_last, _total, _total, _all)),
        is_recursive=random.random() < 0.2,
        leaves_early=random.random() < 0.15,
        grows=random.random() < 0.3,
        starts_at_zero=random.random() < 0.5,
    )
    seed = random.randrange(2**32)
    known, erased = (_written_out(plan, Random(seed), k) for k in (True, False))
    generator = np.random.default_rng(seed)
    shapes = [tuple(sizes[s] for s in shape) for shape in SHAPES]
    return known, erased, [generator.uniform(-1, 1, shape) for shape in shapes]


SHAPES = ("TD", "TH", "DH", "H")
"""The sequences, the weight that projects an element to the size of the state, and the initial
state."""


def _written_out(plan: Plan, random: Random, is_known: bool) -> Module:
    w = Writer(Module("drawn", Stage.OPTIMIZABLE), plan, random, is_known)
    types, bound = w.types(*SHAPES)
    function = w.function("f", types)
    w.builder = Builder(function.add_entry(["x", "z", "w", "h"]))
    x, z, weights, h = function.arguments
    zero = Literal(tensor(F64), 0.0)
    s = State(index_literal(0), x, z, weights, h, zero)
    size = bound.get("H")
    if plan.starts_at_zero:
        # A constant has no size that no name stands for.
        is_named = size is not None
        s.h = Literal(tensor(F64, size), 0.0) if is_named else w.put(op.Subtract(h, h))
    if plan.grows:
        s.ys = w.put(op.Slice(w.put(op.PadShape(h, 0)), [index_literal(0)], [index_literal(1)]))
    write = _unrolled if is_known else _recursive if plan.is_recursive else _loop
    write(w, s)
    w.finish(function, plan.result(w, s))
    return w.module


def _round(w: Writer, s: State) -> None:
    for step in w.plan.steps:
        step(w, s)
    _grow(w, s)


def _is_large(w: Writer, s: State) -> Value:
    return w.put(op.GreaterThan(s.a, Literal(tensor(F64), 1.5)))


def _unrolled(w: Writer, s: State) -> None:
    exit_block = w.builder.block.function.add_block()
    for type in w.carried_types(s):
        exit_block.add_argument(type)
    for number in range(w.plan.sizes["T"]):
        s.i = index_literal(number)
        _round(w, s)
        if w.plan.leaves_early:
            rest = w.builder.block.function.add_block()
            flag = _is_large(w, s)
            w.put(op.Conditional(flag, Successor(exit_block, s.carried()), Successor(rest)))
            w.builder = Builder(rest)
    w.put(op.Branch(Successor(exit_block, s.carried())))
    w.builder = Builder(exit_block)
    s.carry(exit_block.arguments)


def _loop(w: Writer, s: State) -> None:
    function = w.builder.block.function
    length = w.length(s.x)
    head, body, exit_block = (function.add_block() for _ in range(3))
    s.i = head.add_argument(INDEX)
    for type in w.carried_types(s):
        head.add_argument(type)
        exit_block.add_argument(type)
    w.put(op.Branch(Successor(head, [index_literal(0), *s.carried()])))
    w.builder = Builder(head)
    s.carry(head.arguments[1:])
    more = w.put(op.LessThan(s.i, length))
    w.put(op.Conditional(more, Successor(body), Successor(exit_block, s.carried())))
    w.builder = Builder(body)
    _round(w, s)
    if w.plan.leaves_early:
        rest = function.add_block()
        flag = _is_large(w, s)
        w.put(op.Conditional(flag, Successor(exit_block, s.carried()), Successor(rest)))
        w.builder = Builder(rest)
    w.put(op.Branch(Successor(head, [w.add(s.i, 1), *s.carried()])))
    w.builder = Builder(exit_block)
    s.carry(exit_block.arguments)


def _recursive(w: Writer, s: State) -> None:
    types, _ = w.types(*SHAPES, *(["TH"] if w.plan.grows else []))
    x, z, weights, h, *ys = types
    go = w.function("go", [INDEX, x, z, weights, h, tensor(F64), *map(w.loose, ys)])
    carried = (h, tensor(F64), *ys)
    go.type = FunctionType(go.type.parameters, TupleType(tuple(map(w.loose, carried))))

    def write(arguments: Sequence[Value]) -> Value:
        inner = State(*arguments)
        function = w.builder.block.function
        done, more = function.add_block(), function.add_block()
        flag = w.put(op.LessThan(inner.i, w.length(inner.x)))
        w.put(op.Conditional(flag, Successor(more), Successor(done)))
        Builder(done).insert(op.Return(tuple_of(inner.carried())))
        w.builder = Builder(more)
        _round(w, inner)
        if w.plan.leaves_early:
            way, rest = function.add_block(), function.add_block()
            flag = _is_large(w, inner)
            w.put(op.Conditional(flag, Successor(way), Successor(rest)))
            Builder(way).insert(op.Return(tuple_of(inner.carried())))
            w.builder = Builder(rest)
        inner.i = w.add(inner.i, 1)
        return w.put(op.Apply(go, inner.everything(), go.type.result))

    w.apart(go, write)
    pack = w.put(op.Apply(go, s.everything(), w.loose(go.type.result)))
    s.carry([w.put(op.Extract((n,), pack)) for n in range(len(carried))])
