"""Random control flow: branches, switches, loops, early returns."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.ir import Block, Builder, Literal, Successor, Value
from dlvm.ir import instructions as op
from dlvm.ir.types import BOOL, INDEX, tensor
from dlvm.ir.values import index_literal
from tests.support.programs.drawing import Claim, Drawing, Drawn, Passing
from tests.support.programs.program_packing import draw_passing, passed, received


class Join:
    """A block with several predecessors, which pass values of the same claims."""

    def __init__(self, d: Drawing, claims: Sequence[Claim]) -> None:
        self.passing = draw_passing(d, claims)
        self.block = d.function.add_block()
        for type in self.passing.types:
            self.block.add_argument(type)

    def arguments(self, way: Drawing) -> list[Value]:
        """Draws the arguments of an edge."""
        return passed(way, self.passing, way.choose_all(self.passing.claims))

    def successor(self, way: Drawing) -> Successor:
        """Returns the successor for an edge."""
        return Successor(self.block, self.arguments(way))

    def go_on(self, d: Drawing) -> None:
        """Continues drawing in the joined block."""
        d.builder = Builder(self.block)
        d.values += received(d, self.passing, self.block.arguments)


def draw_branch(d: Drawing) -> None:
    """Draws a conditional with two branches, one or both of which can be empty."""
    join = Join(d, d.claims(d.some(1, 3)))
    flag = d.flag()
    ways: list[tuple[Drawing, Successor | None]] = []
    targets: list[Successor] = []
    for _ in range(2):
        if d.random.random() < 0.25:
            targets.append(join.successor(d))
        else:
            way = d.inner(Builder(d.function.add_block()))
            targets.append(Successor(way.builder.block))
            ways.append((way, None))
    d.put(op.Conditional(flag, *targets))
    for way, _ in ways:
        way.fill(d.random.randint(1, 4))
        way.put(op.Branch(join.successor(way)))
    join.go_on(d)


def draw_switch(d: Drawing) -> None:
    """Draws a chain of comparisons of a number with constants, each with a branch."""
    join = Join(d, d.claims(d.some(1, 2)))
    count = d.random.randint(2, 4)
    number = d.index(count)
    at = d.builder
    for case in range(count):
        way = d.inner(Builder(d.function.add_block()))
        other = d.function.add_block()
        found = at.insert(op.Equal(number, index_literal(case)))
        at.insert(op.Conditional(found, Successor(way.builder.block), Successor(other)))
        way.fill(d.random.randint(0, 3))
        way.put(op.Branch(join.successor(way)))
        at = Builder(other)
    if d.random.random() < 0.5:
        at.insert(op.Trap("no case is left"))
    else:
        last = d.inner(at)
        last.put(op.Branch(join.successor(last)))
    join.go_on(d)


def draw_loop(d: Drawing) -> None:
    """Draws a counting loop with loop-carried values, possibly with several exits."""
    r = d.random
    state = d.some(1, 3)
    claims = d.claims(state)
    passing = draw_passing(d, claims)
    head, body = d.function.add_block(), d.function.add_block()
    counter = head.add_argument(INDEX)
    for type in passing.types:
        head.add_argument(type)
    start = passed(d, passing, d.choose_all(claims))
    end = index_literal(r.randint(0, 4)) if r.random() < 0.6 else d.index(5)
    d.put(op.Branch(Successor(head, [index_literal(0), *start])))
    at_head = d.inner(Builder(head), gentle=True)
    at_head.values += received(at_head, passing, head.arguments[1:])
    more = at_head.put(op.LessThan(counter, end))
    join = Join(at_head, claims)
    after = join.successor(at_head)
    at_head.put(op.Conditional(more, Successor(body), after))
    inner = at_head.inner(Builder(body), [Drawn(counter, True, 5.0)], depth=d.depth - 1)
    inner.fill(r.randint(1, 4))
    following = inner.put(op.Add(counter, index_literal(1)))
    if r.random() < 0.3:
        flag = inner.flag()
        rest = d.function.add_block()
        inner.put(op.Conditional(flag, join.successor(inner), Successor(rest)))
        inner.builder = Builder(rest)
        inner.fill(r.randint(0, 2))
    again = passed(inner, passing, inner.choose_all(claims))
    inner.put(op.Branch(Successor(head, [following, *again])))
    if r.random() < 0.5:
        d.values += [v for v in at_head.values if v not in d.values]
    join.go_on(d)


def draw_loop_of_several_entries(d: Drawing) -> None:
    """Draws a counting loop with two entries and two exits."""
    r = d.random
    claims = d.claims(d.some(1, 3))
    passings = [draw_passing(d, claims) for _ in range(r.choice((2, 2, 3)))]
    blocks = [d.function.add_block() for _ in passings]
    for block, passing in zip(blocks, passings, strict=True):
        for type in (INDEX, *passing.types):
            block.add_argument(type)
    join = Join(d, claims)
    first, second = r.sample(range(len(blocks)), 2)
    ways: list[Successor] = []
    for n in (first, second):
        start = passed(d, passings[n], d.choose_all(claims))
        ways.append(Successor(blocks[n], [index_literal(0), *start]))
    d.put(op.Conditional(d.flag(), *ways))
    end = index_literal(r.randint(0, 4))
    for place, block in enumerate(blocks):
        following = (place + 1) % len(blocks)
        counter, *given = block.arguments
        inner = d.inner(Builder(block), [Drawn(counter, True, 5.0)], gentle=True)
        inner.values += received(inner, passings[place], given)
        inner.fill(r.randint(0, 3))
        number: Value = counter
        if place == 0:
            number = inner.put(op.Add(counter, index_literal(1)))
        again = passed(inner, passings[following], inner.choose_all(claims))
        way = Successor(blocks[following], [number, *again])
        if place == 0 or r.random() < 0.3:
            more = inner.put(op.LessThan(number, end))
            inner.put(op.Conditional(more, way, join.successor(inner)))
        else:
            inner.put(op.Branch(way))
    join.go_on(d)


def draw_early_return(d: Drawing) -> None:
    """Draws a return in the middle of a function."""
    if d.returns is None or not d.can_choose(d.returns.claims):
        return
    flag = d.flag()
    way, rest = d.inner(Builder(d.function.add_block())), d.function.add_block()
    d.put(op.Conditional(flag, Successor(way.builder.block), Successor(rest)))
    draw_return(way, d.returns)
    d.builder = Builder(rest)


def draw_return(d: Drawing, returns: Passing) -> None:
    """Draws a return of values that meet the claims."""
    (result,) = passed(d, returns, d.choose_all(returns.claims))
    d.put(op.Return(result))


def draw_trap(d: Drawing) -> None:
    """Draws an assertion that holds, or an unreached branch that traps."""
    number = d.index(7)
    fine = d.put(op.LessThan(number, index_literal(7)))
    if d.random.random() < 0.5:
        d.put(op.Assert(fine, "expected less than {1}, got {0}", [number, index_literal(7)]))
        return
    rest, trap = d.function.add_block(), d.function.add_block()
    d.put(op.Conditional(fine, Successor(rest), Successor(trap)))
    Builder(trap).insert(op.Trap("the number is too large"))
    d.builder = Builder(rest)


def draw_dead_block(d: Drawing) -> None:
    """An unreachable block, or one that no run reaches."""
    block: Block = d.function.add_block()
    if d.random.random() < 0.5:
        rest = d.function.add_block()
        d.put(op.Conditional(Literal(tensor(BOOL), True), Successor(rest), Successor(block)))
        d.builder = Builder(rest)
    inner = d.inner(Builder(block))
    inner.fill(d.random.randint(0, 2))
    inner.put(op.Trap("no run comes here"))


PARTS = (
    draw_branch, draw_branch, draw_switch, draw_loop, draw_loop, draw_early_return, draw_trap,
    draw_dead_block, draw_loop_of_several_entries,
)  # fmt: skip
