"""How many states the gradients of loops keep, so that they need no more memory than they may."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb

from dlvm.analysis.calls import called_functions
from dlvm.analysis.cost import bytes_of
from dlvm.analysis.memory_use import peaks
from dlvm.byte_sizes import in_units
from dlvm.diagnostics import error
from dlvm.ir import Block, Function, GradientDeclaration, Literal, Module
from dlvm.ir import instructions as op
from dlvm.ir.cloning import clone_module
from dlvm.ir.polynomial import Size
from dlvm.transforms.budget import Budget, parse_budget
from dlvm.transforms.differentiation.loop_checkpoints import (
    LoopCheckpoints,
    Rounds,
    outermost_loops,
    rounds_of,
)
from dlvm.transforms.pipeline import remark, run_passes


def limit_loops(module: Module, text: str) -> None:
    """Lets the gradients of loops that would take more than a budget keep some states only. Raises
    :class:`DiagnosticError` for a budget that can not be met, with the least one that can."""
    budget = parse_budget(text)
    checkpoints = LoopCheckpoints(module)
    for function in list(_differentiated(module)):
        seen: set[Block] = set()
        while True:
            loops = [loop for loop in outermost_loops(function) if loop.header not in seen]
            if not loops:
                break
            seen.add(loops[0].header)
            rounds = rounds_of(loops[0])
            if rounds is None:
                remark(
                    f"a loop of @{function.name} is not limited: it is left at several places, has "
                    "effects, or goes from state to state of more than numbers"
                )
                continue
            states = _states(module, rounds, budget)
            if states is not None:
                checkpoints.replace(rounds, states)


def _differentiated(module: Module) -> Iterator[Function]:
    """The functions that gradients which are declared go through."""
    by_hand = {
        f.declaration.function
        for f in module.functions
        if isinstance(f.declaration, GradientDeclaration) and f.blocks
    }
    seen: set[Function] = set()
    pending = [
        f.declaration.function
        for f in module.functions
        if isinstance(f.declaration, GradientDeclaration) and not f.blocks
    ]
    while pending:
        function = pending.pop()
        if function not in seen and function not in by_hand and function.blocks:
            seen.add(function)
            yield function
            pending.extend(called_functions(function))


def _states(module: Module, rounds: Rounds, budget: Budget) -> int | None:
    """How many states a loop keeps beside the first one; None where it stays as it is."""
    function, header = rounds.function, rounds.loop.header
    location = header.location or function.location
    what = f"the loop of @{function.name}"
    state = _sum(bytes_of(a.type) for a in rounds.state)
    count = _constant_count(rounds)
    if not isinstance(state, int):
        remark(f"{what} is not limited: the size of its state is not known")
        return None
    if budget.bytes is None:
        if count is None:
            remark(f"{what} is not limited: a share of unknown rounds is not known, bytes would be")
            return None
        states = int(count * budget.share) - 1
        if states >= count - 1:
            return None
        if states < 0:
            least = f"{1 / count:.1%}"
            raise error(f"{what} can not do with less than {least} of {count} rounds", location)
    else:
        within = _peak_of_round(module, rounds)
        if not isinstance(within, int):
            remark(f"{what} is not limited: the sizes in it are not known")
            return None
        if count is not None and count * (state + within) <= budget.bytes:
            return None
        states = (budget.bytes - within) // state - 1
        if states < 0:
            raise error(
                f"{what} can not do with {in_units(budget.bytes)}: the least budget is "
                f"{within + state} bytes",
                location,
            )
    remark(f"{what} keeps {states + 1} states of {in_units(state)}; {_price(states, count)}")
    return states


def _sum(sizes: Iterator[Size]) -> Size:
    total: Size = 0
    for size in sizes:
        total = size + total
    return total


def _peak_of_round(module: Module, rounds: Rounds) -> Size:
    """The bytes that going back through one round takes at once, as it is optimized."""
    position = module.functions.index(rounds.function)
    place = rounds.function.blocks.index(rounds.loop.header)
    copy = clone_module(module)
    function = copy.functions[position]
    (loop,) = (x for x in outermost_loops(function) if x.header is function.blocks[place])
    twin = rounds_of(loop)
    assert twin is not None
    known = {f.name for f in copy.functions}
    LoopCheckpoints(copy).replace(twin, 0)
    made = {f.name for f in copy.functions if f.name not in known}
    run_passes(copy, "O2 ORD")
    found = peaks(copy.functions)
    highest: Size = 0
    for made_function, size in found.items():
        if made_function.name in made or made_function is function:
            if not isinstance(size, int):
                return size
            assert isinstance(highest, int)
            highest = max(highest, size)
    return highest


def _constant_count(rounds: Rounds) -> int | None:
    """How often a loop runs that counts up from one constant to another one; None for others."""
    loop, header = rounds.loop, rounds.loop.header
    terminator = header.terminator
    condition = terminator.condition if isinstance(terminator, op.Conditional) else None
    if not isinstance(condition, op.LessThan) or condition.lhs not in header.arguments:
        return None
    assert isinstance(terminator, op.Conditional)
    if terminator.then.block not in loop.blocks:
        return None
    bound = condition.rhs.splat if isinstance(condition.rhs, Literal) else None
    place = next(n for n, a in enumerate(header.arguments) if a is condition.lhs)
    start: int | None = None
    for block in rounds.function.blocks:
        for successor in block.successors:
            if successor.block is not header:
                continue
            passed = successor.arguments[place]
            if block not in loop.blocks:
                found = passed.splat if isinstance(passed, Literal) else None
                if not isinstance(found, int) or start not in (None, found):
                    return None
                start = found
            elif not _is_next(passed, condition.lhs):
                return None
    if not isinstance(bound, int) or start is None:
        return None
    return max(bound - start, 0)


def _is_next(value: object, before: object) -> bool:
    """Whether a value is one more than another one."""
    if not isinstance(value, op.Add):
        return False
    for left, right in ((value.lhs, value.rhs), (value.rhs, value.lhs)):
        if left is before and isinstance(right, Literal) and right.splat == 1:
            return True
    return False


def _price(states: int, count: int | None) -> str:
    if count is None:
        once, twice = states + 2, comb(states + 3, 2)
        return f"of up to {once} rounds, each runs again once, of up to {twice}, at most twice"
    return f"of {count} rounds, {extra_rounds(count, states)} run again"


def extra_rounds(count: int, states: int) -> int:
    """How many rounds the gradient of a loop runs, beside one for each that it goes back through,
    where it keeps so many states beside the first one."""

    @cache
    def total(length: int, free: int) -> int:
        if length <= 1:
            return 0
        near = _distance(length, free)
        return near + total(length - near, free - 1) + total(near, free)

    for length in range(min(count, 1), count):
        total(length, states)
    return total(count, states)


def _distance(length: int, free: int) -> int:
    """What ``@checkpoint.distance`` computes."""
    repeats = 1
    while comb(free + 1 + repeats, repeats) < length:
        repeats += 1
    twice_less = comb(free + repeats - 1, repeats - 2) if repeats > 1 else 1
    return max(length - comb(free + repeats, repeats), twice_less)
