"""Random enums, memory, boxes and stacks."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from dlvm.ir import (
    Aggregate,
    ArrayType,
    Block,
    Builder,
    EnumType,
    Successor,
    TensorType,
    Type,
    Value,
    Variable,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import INDEX
from dlvm.ir.values import index_literal
from tests.support.programs.drawing import Cell, Claim, Drawing, Drawn, ListKind, Passing, TreeKind
from tests.support.programs.program_calls import new_function
from tests.support.programs.program_control import Join, draw_return
from tests.support.programs.program_packing import (
    draw_packing,
    draw_passing,
    draw_single_passing,
    pack,
    passed,
    received,
    unpack,
)


def new_list_kind(d: Drawing, claims: list[Claim]) -> ListKind:
    """A new type of lists."""
    holds = draw_passing(d, claims)
    type = EnumType(f"List{len(d.module.types)}")
    d.module.types.append(type)
    cases: list[tuple[str, tuple[Type, ...]]] = [("nil", ()), ("cons", (*holds.types, type))]
    type.define(cases if d.random.random() < 0.7 else cases[::-1])
    return ListKind(type, holds)


def _longer(d: Drawing, kind: ListKind, rest: Value) -> Value:
    """Prepends an element to a list."""
    values = passed(d, kind.holds, d.choose_all(kind.holds.claims))
    return d.put(op.LiteralInstruction(Aggregate(kind.type, [*values, rest], "cons")))


def draw_list(d: Drawing) -> None:
    """Draws a list: unrolled, built in a loop, or an extension of an earlier list."""
    r = d.random
    known = [(v, k) for v, k in d.lists if d.can_choose(k.holds.claims)]
    if known and r.random() < 0.4:
        value, kind = r.choice(known)
        d.lists.append((_longer(d, kind, value), kind))
        return
    claims = d.claims(d.some(1, 2))
    if not claims:
        return
    kind = new_list_kind(d, claims)
    built: Value = d.put(op.LiteralInstruction(Aggregate(kind.type, [], "nil")))
    if r.random() < 0.3:
        count = index_literal(r.randint(0, 4)) if r.random() < 0.5 else d.index(5)
        built = _counted(d, count, built, lambda inner, rest: _longer(inner, kind, rest))
    else:
        for _ in range(r.randint(0, 4)):
            built = _longer(d, kind, built)
    d.lists.append((built, kind))
    draw_fold(d)


def _counted(
    d: Drawing, count: Value, state: Value, step: Callable[[Drawing, Value], Value]
) -> Value:
    """Returns the final state of a counting loop."""
    head, body, done = (d.function.add_block() for _ in range(3))
    number, held = head.add_argument(INDEX), head.add_argument(state.type)
    d.put(op.Branch(Successor(head, [index_literal(0), state])))
    at_head = Builder(head)
    more = at_head.insert(op.LessThan(number, count))
    result = done.add_argument(state.type)
    at_head.insert(op.Conditional(more, Successor(body), Successor(done, [held])))
    inner = d.inner(Builder(body), gentle=True)
    following = step(inner, held)
    next_number = inner.put(op.Add(number, index_literal(1)))
    inner.put(op.Branch(Successor(head, [next_number, following])))
    d.builder = Builder(done)
    return result


def draw_fold(d: Drawing) -> None:
    """Folds a list, by recursion or in a loop."""
    if not d.lists:
        return
    value, kind = d.random.choice(d.lists)
    recursive = d.features["recursion"] and d.random.random() < 0.6
    if recursive:
        _fold_by_recursion(d, value, kind)
    elif d.features["control flow"]:
        _fold_in_a_loop(d, value, kind)


def _cases(d: Drawing, items: Value, kind: ListKind) -> tuple[Block, Block]:
    """Returns the blocks for the empty and the non-empty list, whose arguments are the payload."""
    empty, cons = d.function.add_block(), d.function.add_block()
    for type in (*kind.holds.types, kind.type):
        cons.add_argument(type)
    cases = [Successor(empty, (), "nil"), Successor(cons, (), "cons")]
    d.put(op.BranchEnum(items, cases if d.random.random() < 0.7 else cases[::-1]))
    return empty, cons


def _fold_by_recursion(d: Drawing, value: Value, kind: ListKind) -> None:
    r = d.random
    claims = d.claims(d.some(1, 2))
    if not claims:
        return
    takes = draw_passing(d, claims)
    gives = draw_single_passing(d, [r.choice(claims)])
    function = new_function(d, "fold", (kind.type, *takes.types), gives.types[0])
    entry = Builder(function.add_entry())
    inner = d.apart(entry, [], returns=gives, gentle=True)
    inner.values = received(inner, takes, function.arguments[1:])
    empty, cons = _cases(inner, function.arguments[0], kind)
    draw_return(inner.inner(Builder(empty)), gives)
    inner.builder = Builder(cons)
    *payload, rest = cons.arguments
    inner.values += received(inner, kind.holds, payload)
    inner.fill(r.randint(0, 3))
    arguments = [rest, *passed(inner, takes, inner.choose_all(claims))]
    result = inner.put(op.Apply(function, arguments, gives.types[0]))
    if r.random() < 0.5:
        inner.put(op.Return(result))
    else:
        inner.values += received(inner, gives, [result])
        inner.fill(r.randint(0, 2))
        draw_return(inner, gives)
    arguments = [value, *passed(d, takes, d.choose_all(claims))]
    result = d.put(op.Apply(function, arguments, gives.types[0]))
    d.values += received(d, gives, [result])


def _fold_in_a_loop(d: Drawing, value: Value, kind: ListKind) -> None:
    claims = d.claims(d.some(1, 2))
    passing = draw_passing(d, claims)
    head = d.function.add_block()
    rest = head.add_argument(kind.type)
    for type in passing.types:
        head.add_argument(type)
    d.put(op.Branch(Successor(head, [value, *passed(d, passing, d.choose_all(claims))])))
    inner = d.inner(Builder(head), gentle=True)
    inner.values += received(inner, passing, head.arguments[1:])
    join = Join(inner, claims)
    empty, cons = _cases(inner, rest, kind)
    done = inner.inner(Builder(empty))
    done.put(op.Branch(join.successor(done)))
    inner.builder = Builder(cons)
    *payload, tail = cons.arguments
    inner.values += received(inner, kind.holds, payload)
    inner.fill(d.random.randint(1, 3))
    again = passed(inner, passing, inner.choose_all(claims))
    inner.put(op.Branch(Successor(head, [tail, *again])))
    join.go_on(d)


def new_tree_kind(d: Drawing, claims: list[Claim]) -> TreeKind:
    """A new type of trees."""
    holds = draw_passing(d, claims)
    tree = EnumType(f"Tree{len(d.module.types)}")
    d.module.types.append(tree)
    tree.define([("leaf", holds.types), ("node", (tree, INDEX, tree))])
    return TreeKind(tree, holds)


def draw_tree(d: Drawing) -> None:
    """Draws a tree of values, folded by recursion in both of its branches."""
    r = d.random
    claims = d.claims(d.some(1, 2))
    if not claims or not d.features["recursion"]:
        return
    kind, built = new_tree_kind(d, claims), None
    known = [(v, k) for v, k in d.trees if d.can_choose(k.holds.claims)]
    if known and r.random() < 0.7:
        built, kind = r.choice(known)
    holds, tree = kind.holds, kind.type

    def leaf() -> Value:
        values = passed(d, holds, d.choose_all(holds.claims))
        return d.put(op.LiteralInstruction(Aggregate(tree, values, "leaf")))

    built = leaf() if built is None else built
    for _ in range(r.randint(0, 4)):
        # The same tree may be in both branches.
        sides = [built, leaf() if r.random() < 0.8 else built]
        r.shuffle(sides)
        parts = [sides[0], d.index(3), sides[1]]
        built = d.put(op.LiteralInstruction(Aggregate(tree, parts, "node")))
    d.trees.append((built, kind))
    gives = draw_single_passing(d, [r.choice(holds.claims)])
    function = new_function(d, "walk", (tree,), gives.types[0])
    inner = d.apart(Builder(function.add_entry()), [], returns=gives, gentle=True)
    at_leaf, at_node = function.add_block(), function.add_block()
    for type in holds.types:
        at_leaf.add_argument(type)
    left, number, right = (at_node.add_argument(t) for t in (tree, INDEX, tree))
    cases = [Successor(at_leaf, (), "leaf"), Successor(at_node, (), "node")]
    inner.put(op.BranchEnum(function.arguments[0], cases))
    end = inner.inner(Builder(at_leaf))
    end.values += received(end, holds, at_leaf.arguments)
    end.fill(r.randint(0, 2))
    draw_return(end, gives)
    inner.builder = Builder(at_node)
    inner.values = [Drawn(number, True, 5.0)]
    for side in (left, right):
        result = inner.put(op.Apply(function, [side], gives.types[0]))
        inner.values += received(inner, gives, [result])
    inner.fill(r.randint(0, 3))
    draw_return(inner, gives)
    result = d.put(op.Apply(function, [built], gives.types[0]))
    d.values += received(d, gives, [result])


def draw_option(d: Drawing) -> None:
    """Draws a match on one of several cases with different payloads."""
    r = d.random
    passings = [draw_passing(d, d.claims(d.some(0, 2))) for _ in range(r.randint(1, 4))]
    type = EnumType(f"Option{len(d.module.types)}")
    d.module.types.append(type)
    type.define([(f"case{n}", p.types) for n, p in enumerate(passings)])
    chosen = d.function.add_block()
    value = chosen.add_argument(type)
    made: list[Value] = []
    for _ in range(2):
        number = r.randrange(len(passings))
        values = passed(d, passings[number], d.choose_all(passings[number].claims))
        aggregate = Aggregate(type, values, f"case{number}")
        made.append(d.put(op.LiteralInstruction(aggregate)) if r.random() < 0.5 else aggregate)
    d.put(op.Conditional(d.flag(), *(Successor(chosen, [m]) for m in made)))
    d.builder = Builder(chosen)
    join = Join(d, d.claims(d.some(1, 2)))
    ways: list[tuple[Drawing, Passing]] = []
    for passing in passings:
        way = d.inner(Builder(d.function.add_block()))
        for t in passing.types:
            way.builder.block.add_argument(t)
        ways.append((way, passing))
    cases = [Successor(w.builder.block, (), f"case{n}") for n, (w, _) in enumerate(ways)]
    d.put(op.BranchEnum(value, r.sample(cases, len(cases))))
    for way, passing in ways:
        way.values += received(way, passing, way.builder.block.arguments)
        way.fill(r.randint(0, 2))
        way.put(op.Branch(join.successor(way)))
    join.go_on(d)


def draw_cell(d: Drawing) -> None:
    """Allocates memory that later steps store to and load from."""
    r = d.random
    claims = d.claims(d.some(1, 1))
    kinds = ["stack", "heap", "heap"] if d.features["memory"] else []
    kinds += ["variable"] if d.features["memory"] else []
    kinds += ["box"] if d.features["boxes"] else []
    if not claims or not kinds:
        return
    (claim,) = claims
    kind = r.choice(kinds)
    count = r.randint(1, 3)
    place: list[Value | int] = [d.index(count) if r.random() < 0.5 else r.randrange(count)]
    content: Type = claim.type
    if r.random() < 0.4:
        # Within an array, the others of which stay zero.
        content, place = ArrayType(count, content), [0, *place]
    pointer: Value
    if kind == "variable":
        pointer = Variable(d.module.unique_name("v"), content)
        d.module.variables.append(pointer)
        place[0] = 0
    elif kind == "box":
        box = d.put(op.AllocateBox(content))
        if r.random() < 0.5:
            d.put(op.Retain(box))
            d.put(op.Release(box))
        pointer = d.put(op.ProjectBox(box))
        place[0] = 0
    else:
        allocate = op.AllocateHeap if kind == "heap" else op.AllocateStack
        pointer = d.put(allocate(content, index_literal(count)))
    inside = pointer
    if len(place) > 1 or place[0] != 0 or r.random() < 0.3:
        inside = d.put(op.ElementPointer(pointer, place))
    d.put(op.Store(d.choose(claim), inside))
    d.cells.append(Cell(inside, claim))
    if kind == "heap" and r.random() < 0.4:
        d.insert(op.Load(inside), claim.exact, claim.size)
        d.put(op.Deallocate(pointer))
        d.cells.pop()


def draw_store(d: Drawing) -> None:
    """Draws a store."""
    if d.cells:
        cell = d.random.choice(d.cells)
        if d.can_choose([cell.claim]):
            d.put(op.Store(d.choose(cell.claim), cell.pointer))


def draw_load(d: Drawing) -> None:
    """Draws a load, or a copy to other memory of the same claim."""
    if not d.cells:
        return
    cell = d.random.choice(d.cells)
    same = [c for c in d.cells if c.claim == cell.claim]
    if d.random.random() < 0.3:
        d.put(op.Copy(d.random.choice(same).pointer, cell.pointer, index_literal(1)))
    d.insert(op.Load(cell.pointer), cell.claim.exact, cell.claim.size)


def draw_pointer_call(d: Drawing) -> None:
    """Draws a function that accesses memory through a pointer argument."""
    if not d.cells:
        return
    cell = d.random.choice(d.cells)
    gives = draw_single_passing(d, [cell.claim])
    function = new_function(d, "visit", (cell.pointer.type,), gives.types[0])
    inner = d.apart(Builder(function.add_entry()), [], returns=gives)
    pointer = function.arguments[0]
    inner.cells.append(Cell(pointer, cell.claim))
    inner.insert(op.Load(pointer), cell.claim.exact, cell.claim.size)
    inner.fill(d.random.randint(0, 3))
    inner.put(op.Store(inner.choose(cell.claim), pointer))
    draw_return(inner, gives)
    result = d.put(op.Apply(function, [cell.pointer], gives.types[0]))
    d.values += received(d, gives, [result])


def draw_aggregate_memory(d: Drawing) -> None:
    """Stores values as parts of an aggregate in memory, and loads them."""
    values = d.some(1, 3)
    if not values or not d.features["memory"]:
        return
    claims = [Claim(v.type, v.exact, v.size) for v in values]
    type = draw_packing(d, [c.type for c in claims])
    pointer = d.put(op.AllocateStack(type, index_literal(1)))
    d.put(op.Store(pack(d, type, [v.value for v in values]), pointer))
    found = unpack(d, d.put(op.Load(pointer)))
    d.values += [Drawn(v, c.exact, c.size) for v, c in zip(found, claims, strict=True)]


def draw_tape(d: Drawing) -> None:
    """Pushes values to a stack in a loop, which may pop some, and pops them in another. The values
    are used before and after they are pushed."""
    claims = d.claims(d.some(1, 1))
    if not claims:
        return
    (claim,) = claims
    tape = d.put(op.CreateStack())
    count = index_literal(d.random.randint(0, 4)) if d.random.random() < 0.5 else d.index(5)
    pushes, returns = d.random.randint(1, 3), d.random.random() < 0.3

    def taken(inner: Drawing) -> Value:
        value = inner.put(op.Pop(claim.type, tape))
        inner.values.append(Drawn(value, claim.exact, claim.size))
        return value

    def viewed(inner: Drawing, x: Value) -> Value:
        """The value, or its elements in reverse, as a view of a tensor of another shape."""
        type = claim.type
        if not isinstance(type, TensorType) or not type.static_shape or inner.random.random() < 0.5:
            return x
        flat = inner.put(op.ShapeCast(x, (prod(type.static_shape),)))
        return inner.put(op.ShapeCast(inner.put(op.Reverse(flat, (0,))), type.shape))

    def push(inner: Drawing, x: Value) -> Value:
        inner.values.append(Drawn(x, claim.exact, claim.size))
        for _ in range(pushes):
            inner.fill(1)
            inner.put(op.Push(viewed(inner, inner.choose(claim)), tape))
        if returns:
            taken(inner)
            inner.fill(1)
            inner.put(op.Push(inner.choose(claim), tape))
        return inner.choose(claim)

    def pop(inner: Drawing, x: Value) -> Value:
        inner.values.append(Drawn(x, claim.exact, claim.size))
        for _ in range(pushes):
            taken(inner)
            inner.fill(1)
        return inner.choose(claim)

    state = _counted(d, count, d.choose(claim), push)
    state = _counted(d, count, state, pop)
    d.put(op.DestroyStack(tape))
    d.values.append(Drawn(state, claim.exact, claim.size))
