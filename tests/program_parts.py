"""Random parts of programs that need more than a tensor instruction: calls, control flow, structs,
enums, function values and memory."""

from __future__ import annotations

from collections.abc import Callable

from dlvm.ir import (
    Aggregate,
    ArrayType,
    Block,
    Builder,
    EnumType,
    Function,
    FunctionType,
    Literal,
    Module,
    StructType,
    Successor,
    TupleType,
    Type,
    Value,
    Variable,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import BOOL, INDEX, tensor
from dlvm.ir.values import index_literal
from tests.drawing import Drawing, Drawn, is_float

Part = Callable[[Drawing, Module], None]


def _call(d: Drawing, module: Module) -> None:
    """A call of a small function."""
    inputs = [v for v in (d.pick(), d.pick()) if v is not None]
    types: tuple[Type, ...] = tuple(v.type for v in inputs)
    callee = Function(module.unique_name("g"), FunctionType(types, TupleType(())))
    if d.random.random() < 0.3:
        callee.attributes.add("noinline")
    inner = d.inner(Builder(callee.add_entry()), [])
    inner.values = [
        Drawn(a, v.exact, v.size) for a, v in zip(callee.arguments, inputs, strict=True)
    ]
    inner.fill(4)
    last = inner.values[-1]
    inner.builder.insert(op.Return(last.value))
    callee.type = FunctionType(types, last.type)
    module.add_function(callee)
    d.insert(op.Apply(callee, [v.value for v in inputs], last.type), last.exact, last.size)


def _struct(d: Drawing, module: Module) -> None:
    """A struct made, changed and taken apart."""
    a, b = d.pick(), d.pick()
    if a is None or b is None:
        return
    struct = StructType(f"S{len(module.types)}")
    struct.define([("x", a.type), ("y", TupleType((b.type, a.type)))])
    module.types.append(struct)
    pair = Aggregate(TupleType((b.type, a.type)), [b.value, a.value])
    whole = d.builder.insert(op.LiteralInstruction(Aggregate(struct, [a.value, pair])))
    changed = d.builder.insert(op.Insert(b.value, whole, ("y", 0)))
    d.insert(op.Extract(("y", 1), changed), a.exact, a.size)


def _branch(d: Drawing, module: Module) -> None:
    """Two ways that give a value of one type."""
    del module
    flag = d.pick(lambda v: v.type == tensor(BOOL) and v.exact)
    carried = d.pick()
    if carried is None:
        return
    function = d.builder.block.function
    condition = Literal(tensor(BOOL), d.random.random() < 0.5) if flag is None else flag.value
    ways = [function.add_block(None) for _ in range(2)]
    join = function.add_block(None)
    argument = join.add_argument(carried.type)
    d.builder.insert(op.Conditional(condition, Successor(ways[0]), Successor(ways[1])))
    sizes = [carried.size]
    exact = carried.exact
    for way in ways:
        inner = d.inner(Builder(way), d.values)
        inner.fill(3)
        same = [v for v in inner.values if v.type == carried.type]
        chosen = same[-1]
        sizes.append(chosen.size)
        exact = exact and chosen.exact
        inner.builder.insert(op.Branch(Successor(join, [chosen.value])))
    d.builder = Builder(join)
    d.values.append(Drawn(argument, exact, max(sizes)))


def _loop(d: Drawing, module: Module) -> None:
    """A counted loop that carries two tensors, which may change places."""
    del module
    a = d.pick(lambda v: is_float(v) and v.type.rank > 0)
    if a is None:
        return
    b = d.pick(lambda v: v.type == a.type) or a
    function = d.builder.block.function
    head, body, done = (function.add_block(None) for _ in range(3))
    counter = head.add_argument(INDEX)
    x, y = head.add_argument(a.type), head.add_argument(a.type)
    d.builder.insert(op.Branch(Successor(head, [index_literal(0), a.value, b.value])))
    at_head = Builder(head)
    more = at_head.insert(op.LessThan(counter, index_literal(d.random.randint(0, 4))))
    at_head.insert(op.Conditional(more, Successor(body), Successor(done)))
    inner = Builder(body)
    half = Literal(tensor(a.type.element), 0.5)
    mixed = inner.insert(op.Add(inner.insert(op.Multiply(x, half)), y))
    smaller = inner.insert(op.Tanh(mixed))
    following = inner.insert(op.Add(counter, index_literal(1)))
    swapped = [y, smaller] if d.random.random() < 0.5 else [smaller, x]
    if d.random.random() < 0.3:
        swapped = [y, x]
    inner.insert(op.Branch(Successor(head, [following, *swapped])))
    d.builder = Builder(done)
    size = max(a.size, b.size, 1.0)
    d.values += [Drawn(x, False, size), Drawn(y, False, size)]


def _equal(d: Drawing, count: int) -> list[Drawn]:
    """Values of one type, as many as asked for; none where there are no values of any."""
    first = d.pick(lambda v: v.size <= 10)
    if first is None:
        return []
    same = [v for v in d.values if v.type == first.type and v.size <= 10]
    return [d.random.choice(same) for _ in range(count)]


def _joined(d: Drawing, builder: Builder, a: Value, b: Value) -> Value:
    """Something made of two values of one type, that does not grow."""
    type = a.type.canonical
    element = type.element  # type: ignore[attr-defined]
    if element is BOOL:
        return builder.insert(op.Xor(a, b))
    if element.is_float:
        half = Literal(tensor(element), 0.5)
        return builder.insert(op.Multiply(builder.insert(op.Add(a, b)), half))
    return builder.insert(op.Max(a, b))


def _list(d: Drawing, module: Module) -> None:
    """A list built from values, and folded by recursion: in tail position or not."""
    values = _equal(d, d.random.randint(0, 4))
    if not values:
        return
    type, r = values[0].value.type, d.random
    name = f"List{len(module.types)}"
    list_type = EnumType(name)
    list_type.define([("nil", ()), ("cons", (type, list_type))])
    module.types.append(list_type)
    built: Value = d.builder.insert(op.LiteralInstruction(Aggregate(list_type, [], "nil")))
    for v in values:
        whole = Aggregate(list_type, [v.value, built], "cons")
        built = d.builder.insert(op.LiteralInstruction(whole))
    tail = r.random() < 0.5
    fold = Function(module.unique_name("fold"), FunctionType((list_type, type), type))
    entry, empty, cons = fold.add_entry(), fold.add_block(), fold.add_block()
    head, rest = cons.add_argument(type), cons.add_argument(list_type)
    cases = [Successor(empty, (), "nil"), Successor(cons, (), "cons")]
    entry.insert(op.BranchEnum(entry.arguments[0], cases))
    empty.insert(op.Return(entry.arguments[1]))
    at_cons = Builder(cons)
    result: Value
    if tail:
        joined = _joined(d, at_cons, entry.arguments[1], head)
        result = at_cons.insert(op.Apply(fold, [rest, joined], type))
    else:
        below = at_cons.insert(op.Apply(fold, [rest, entry.arguments[1]], type))
        result = _joined(d, at_cons, below, head)
    at_cons.insert(op.Return(result))
    module.add_function(fold)
    start = r.choice(values)
    exact = all(v.exact for v in values) and not is_float(values[0])
    d.insert(op.Apply(fold, [built, start.value], type), exact, 10)


def _tree(d: Drawing, module: Module) -> None:
    """A tree of values, folded by recursion in both of its branches."""
    values = _equal(d, d.random.randint(1, 5))
    if not values:
        return
    type = values[0].value.type
    tree = EnumType(f"Tree{len(module.types)}")
    tree.define([("leaf", (type,)), ("node", (tree, INDEX, tree))])
    module.types.append(tree)

    def leaf(v: Drawn) -> Value:
        return d.builder.insert(op.LiteralInstruction(Aggregate(tree, [v.value], "leaf")))

    built = leaf(values[0])
    for v in values[1:]:
        sides = [built, leaf(v)]
        d.random.shuffle(sides)
        parts = [sides[0], index_literal(d.random.randrange(3)), sides[1]]
        built = d.builder.insert(op.LiteralInstruction(Aggregate(tree, parts, "node")))
    fold = Function(module.unique_name("walk"), FunctionType((tree,), type))
    entry, at_leaf, at_node = fold.add_entry(), fold.add_block(), fold.add_block()
    found = at_leaf.add_argument(type)
    left, _, right = (at_node.add_argument(t) for t in (tree, INDEX, tree))
    cases = [Successor(at_leaf, (), "leaf"), Successor(at_node, (), "node")]
    entry.insert(op.BranchEnum(entry.arguments[0], cases))
    at_leaf.insert(op.Return(found))
    inner = Builder(at_node)
    sides = [inner.insert(op.Apply(fold, [side], type)) for side in (left, right)]
    inner.insert(op.Return(_joined(d, inner, *sides)))
    module.add_function(fold)
    exact = all(v.exact for v in values) and not is_float(values[0])
    d.insert(op.Apply(fold, [built], type), exact, 10)


def _recursion(d: Drawing, module: Module) -> None:
    """Two functions that call each other, a number of times that is known."""
    values = _equal(d, 2)
    if not values:
        return
    type = values[0].value.type
    signature = FunctionType((INDEX, type, type), type)
    pair = [Function(module.unique_name(name), signature) for name in ("ping", "pong")]
    for function, other in zip(pair, pair[::-1], strict=True):
        entry, done, more = function.add_entry(), function.add_block(), function.add_block()
        count, a, b = entry.arguments
        at_entry = Builder(entry)
        zero = at_entry.insert(op.LessThanOrEqual(count, index_literal(0)))
        at_entry.insert(op.Conditional(zero, Successor(done), Successor(more)))
        done.insert(op.Return(a))
        inner = Builder(more)
        less = inner.insert(op.Subtract(count, index_literal(1)))
        joined = _joined(d, inner, a, b)
        result: Value = inner.insert(op.Apply(other, [less, b, joined], type))
        if d.random.random() < 0.4:
            result = _joined(d, inner, result, a)
        inner.insert(op.Return(result))
        module.add_function(function)
    count = index_literal(d.random.randint(0, 6))
    arguments = [count, *(v.value for v in values)]
    exact = all(v.exact for v in values) and not is_float(values[0])
    d.insert(op.Apply(pair[0], arguments, type), exact, 10)


def _function_values(d: Drawing, module: Module) -> None:
    """One of two functions, chosen by a conditional, put into a struct, and applied."""
    values = _equal(d, 2)
    if not values:
        return
    type = values[0].value.type
    signature = FunctionType((type, type), type)
    made: list[Function] = []
    for first in (True, False):
        function = Function(module.unique_name("choice"), signature)
        inner = Builder(function.add_entry())
        a, b = function.arguments
        result = _joined(d, inner, a, b) if first else b
        inner.insert(op.Return(result))
        made.append(module.add_function(function))
    flag = d.pick(lambda v: v.type == tensor(BOOL) and v.exact)
    condition = Literal(tensor(BOOL), d.random.random() < 0.5) if flag is None else flag.value
    join = d.builder.block.function.add_block()
    chosen = join.add_argument(signature)
    ways = [Successor(join, [function]) for function in made]
    d.builder.insert(op.Conditional(condition, *ways))
    d.builder = Builder(join)
    held = StructType(f"Held{len(module.types)}")
    held.define([("f", signature), ("x", type)])
    module.types.append(held)
    parts = [chosen, values[0].value]
    whole = d.builder.insert(op.LiteralInstruction(Aggregate(held, parts)))
    applied = d.builder.insert(op.Extract(("f",), whole))
    exact = all(v.exact for v in values) and not is_float(values[0])
    d.insert(op.Apply(applied, [v.value for v in values], type), exact, 10)


def _memory(d: Drawing, module: Module) -> None:
    """Values written to memory of some kind, and read again."""
    values = _equal(d, 3)
    if not values:
        return
    b, r = d.builder, d.random
    type = values[0].value.type
    array = ArrayType(2, type)
    kind = r.choice(("heap", "stack", "box", "global"))
    pointer: Value
    if kind == "box":
        box = b.insert(op.AllocateBox(array))
        b.insert(op.Retain(box))
        b.insert(op.Release(box))
        pointer = b.insert(op.ProjectBox(box))
    elif kind == "global":
        pointer = Variable(module.unique_name("v"), array)
        module.variables.append(pointer)
    else:
        allocate = op.AllocateHeap if kind == "heap" else op.AllocateStack
        pointer = b.insert(allocate(array, index_literal(3)))
    place = r.choice((0, 1))
    slot = b.insert(op.ElementPointer(pointer, [0, index_literal(place)]))
    other = b.insert(op.ElementPointer(pointer, [0, 1 - place]))
    b.insert(op.Store(values[0].value, slot))
    b.insert(op.Store(values[1].value, other))
    if r.random() < 0.5:
        b.insert(op.Copy(slot, other, index_literal(1)))
    d.insert(op.Load(slot), values[0].exact, 10)
    exact = values[0].exact and values[1].exact
    d.insert(op.Load(other), exact, 10)
    whole = b.insert(op.Load(pointer))
    d.insert(op.Extract((place,), whole), values[0].exact, 10)
    if kind == "heap":
        b.insert(op.Deallocate(pointer))
    if kind == "box":
        b.insert(op.Release(box))  # pyright: ignore[reportPossiblyUnboundVariable]


def _tape(d: Drawing, module: Module) -> None:
    """Values pushed on a stack in a loop, and taken off in another."""
    del module
    values = _equal(d, 1)
    if not values:
        return
    (v,) = values
    function, r = d.builder.block.function, d.random
    type = v.value.type
    stack = d.builder.insert(op.CreateStack())
    count = index_literal(r.randint(1, 4))

    def loop(begin: Builder, state: Value, step: Callable[[Builder, Value], Value]) -> Block:
        head, body, done = (function.add_block() for _ in range(3))
        number, x = head.add_argument(INDEX), head.add_argument(type)
        begin.insert(op.Branch(Successor(head, [index_literal(0), state])))
        at_head = Builder(head)
        more = at_head.insert(op.LessThan(number, count))
        done.add_argument(type)
        at_head.insert(op.Conditional(more, Successor(body), Successor(done, [x])))
        inner = Builder(body)
        following = step(inner, x)
        next_number = inner.insert(op.Add(number, index_literal(1)))
        inner.insert(op.Branch(Successor(head, [next_number, following])))
        return done

    def push(inner: Builder, x: Value) -> Value:
        inner.insert(op.Push(x, stack))
        return _joined(d, inner, x, v.value)

    def pop(inner: Builder, x: Value) -> Value:
        return _joined(d, inner, x, inner.insert(op.Pop(type, stack)))

    pushed = loop(d.builder, v.value, push)
    popped = loop(Builder(pushed), pushed.arguments[0], pop)
    d.builder = Builder(popped)
    d.builder.insert(op.DestroyStack(stack))
    d.values.append(Drawn(popped.arguments[0], v.exact and not is_float(v), 10))


def _exits(d: Drawing, module: Module) -> None:
    """A loop with two ways out, one of which returns early from a function of its own."""
    values = _equal(d, 2)
    if not values:
        return
    type = values[0].value.type
    function = Function(module.unique_name("search"), FunctionType((type, type, INDEX), type))
    entry = function.add_entry()
    a, b, limit = entry.arguments
    head, body, found, after = (function.add_block() for _ in range(4))
    number, x = head.add_argument(INDEX), head.add_argument(type)
    entry.insert(op.Branch(Successor(head, [index_literal(0), a])))
    at_head = Builder(head)
    more = at_head.insert(op.LessThan(number, index_literal(5)))
    at_head.insert(op.Conditional(more, Successor(body), Successor(after)))
    inner = Builder(body)
    joined = _joined(d, inner, x, b)
    following = inner.insert(op.Add(number, index_literal(1)))
    stop = inner.insert(op.GreaterThanOrEqual(following, limit))
    inner.insert(op.Conditional(stop, Successor(found), Successor(head, [following, joined])))
    found.insert(op.Return(joined))
    after.insert(op.Return(x))
    module.add_function(function)
    arguments = [*(v.value for v in values), index_literal(d.random.randint(0, 8))]
    exact = all(v.exact for v in values) and not is_float(values[0])
    d.insert(op.Apply(function, arguments, type), exact, 10)


PARTS: tuple[Part, ...] = (
    _call, _struct, _branch, _loop, _list, _tree, _recursion, _function_values, _memory, _tape,
    _exits,
)  # fmt: skip
"""Every kind of part."""
