"""Chooses, for a memory budget, how many states the gradient of each loop stores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.calls import called_functions
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.memory.memory_use import node_bytes, record_bytes
from dlvm.byte_sizes import in_units
from dlvm.diagnostics import Location, error
from dlvm.ir import (
    Argument,
    Block,
    Function,
    GradientDeclaration,
    Instruction,
    Literal,
    Module,
)
from dlvm.ir import instructions as op
from dlvm.transforms.differentiation.checkpointing.loop_checkpoints import (
    CheckpointableLoop,
    LoopCheckpoints,
    checkpointable_loop,
)
from dlvm.transforms.differentiation.reverse.loop_threading import thread_loop_inputs
from dlvm.transforms.memory.memory_budget import Budget, BudgetError, parse_budget
from dlvm.transforms.pipeline import count, remark


def limit_loop_memory(module: Module, text: str) -> None:
    """Limits the memory of the states that the gradients of loops store. The budget holds at any
    time and for all nested loops together. Raises :class:`DiagnosticError` for a budget that cannot
    be met, and names the least budget that can."""
    budget = parse_budget(text)
    loops = [loop for function in _differentiated(module) for loop in _budgeted_loops(function)]
    nesting = _LoopNesting(loops)
    states = [_share_of_iterations(x, budget) for x in loops]
    if budget.bytes is not None:
        states = list(_affordable(loops, nesting, budget.bytes))
    checkpoints = LoopCheckpoints(module)
    # Innermost loops first, so that the bodies of outer loops contain calls instead of loops.
    for loop, kept in sorted(zip(loops, states, strict=True), key=lambda x: x[0].size):
        checkpointed = checkpointable_loop(loop.found(), loop.constant)
        assert checkpointed is not None
        remark(
            f"the loop of @{loop.name} stores {kept + 1} states of {in_units(loop.bytes)}; "
            f"{_recomputation(kept, loop.count)}"
        )
        back = checkpoints.replace(checkpointed, kept)
        count(f"records of @{back.name}", kept + 1)


@dataclass(frozen=True, eq=False)
class _BudgetedLoop:
    """A loop whose gradient stores only some of its states, of ``bytes`` each.

    ``count`` is the trip count if it is known, and ``constant`` the loop-invariant part of the
    state.
    """

    function: Function
    header: Block
    size: int
    bytes: int
    count: int | None
    constant: Collection[Argument]
    inside: Collection[Block]

    @property
    def name(self) -> str:
        return self.function.name or ""

    @property
    def location(self) -> Location | None:
        return self.header.location or self.function.location

    def found(self) -> Loop:
        """Returns the loop in the current control flow."""
        loops = analyzed(Loops, self.function).loops
        return next(x for x in loops if x.header is self.header)


def _budgeted_loops(function: Function) -> list[_BudgetedLoop]:
    """Returns the loops of a function that can be checkpointed."""
    headers: dict[Block, None] = {}
    found = analyzed(Loops, function)
    for loop in found.loops:
        around = [x for x in found.around(loop.header) if x is not loop]
        if any(x.header not in headers for x in around):
            continue
        checkpointed = checkpointable_loop(loop)
        if checkpointed is None:
            remark(
                f"a loop of @{function.name} is not limited: it must have a single exit, no "
                "effects, and only numbers in its state"
            )
        elif not isinstance(record_bytes(checkpointed.record), int):
            remark(f"the loop of @{function.name} is not limited: the size of its state is unknown")
        else:
            headers[loop.header] = None
    constant = thread_loop_inputs(function, headers)
    budgeted: list[_BudgetedLoop] = []
    for loop in analyzed(Loops, function).loops:
        if loop.header in headers:
            checkpointed = checkpointable_loop(loop, constant)
            assert checkpointed is not None
            size = record_bytes(checkpointed.record)
            assert isinstance(size, int)
            times = _constant_count(checkpointed)
            budgeted.append(
                _BudgetedLoop(
                    function, loop.header, len(loop.blocks), size, times, constant, loop.blocks
                )
            )
    return budgeted


class _LoopNesting:
    """The nesting of loops, including across calls. Nested loops store their states at the same
    time."""

    def __init__(self, loops: Sequence[_BudgetedLoop]) -> None:
        self._loops = loops
        self._own: dict[Function, list[_BudgetedLoop]] = {}
        for loop in loops:
            self._own.setdefault(loop.function, []).append(loop)
        self._below = {loop: self._inside(loop) for loop in loops}
        self._above: dict[_BudgetedLoop, list[_BudgetedLoop]] = {loop: [] for loop in loops}
        for loop, inner in self._below.items():
            for other in inner:
                self._above[other].append(loop)

    def _inside(self, loop: _BudgetedLoop) -> list[_BudgetedLoop]:
        """Returns the loops nested in a loop."""
        found = [x for x in self._own[loop.function] if x.header in loop.inside and x is not loop]
        called = _reached(i for b in loop.inside for i in b.instructions)
        return [*found, *(x for f in called for x in self._own.get(f, ()))]

    def most(self, weight: Mapping[_BudgetedLoop, int]) -> dict[_BudgetedLoop, int]:
        """Returns, for each loop, the maximum weight of a chain of nested loops that contains
        it."""
        up: dict[_BudgetedLoop, int] = {}
        down: dict[_BudgetedLoop, int] = {}

        def longest(
            loop: _BudgetedLoop,
            nearby: Mapping[_BudgetedLoop, list[_BudgetedLoop]],
            known: dict[_BudgetedLoop, int],
        ) -> int:
            if loop not in known:
                known[loop] = weight[loop]  # Recursive functions would not terminate.
                others = (longest(x, nearby, known) for x in nearby[loop])
                known[loop] = weight[loop] + max(others, default=0)
            return known[loop]

        return {
            x: longest(x, self._above, up) + longest(x, self._below, down) - weight[x]
            for x in self._loops
        }


def _reached(instructions: Iterable[Instruction]) -> set[Function]:
    """Returns the functions that instructions call, directly or indirectly."""
    pending = [
        i.callee for i in instructions if isinstance(i, op.Apply) and isinstance(i.callee, Function)
    ]
    found: set[Function] = set()
    while pending:
        function = pending.pop()
        if function not in found:
            found.add(function)
            pending.extend(called_functions(function))
    return found


def _affordable(
    loops: Sequence[_BudgetedLoop], nesting: _LoopNesting, budget: int
) -> Iterator[int]:
    """Yields the number of states that each loop stores in addition to the first one. Nested loops
    share the rest of the budget; no loop gets more than it needs to store all its states."""
    if not loops:
        return
    one = {x: x.bytes + node_bytes(_STACK) for x in loops}
    least = nesting.most(one)
    highest = max(loops, key=lambda x: least[x])
    if least[highest] > budget:
        raise BudgetError(
            f"the loop of @{highest.name} does not fit in {in_units(budget)}: the least budget is "
            f"{least[highest]} bytes",
            least[highest],
            highest.location,
        )
    taken = dict(one)
    growing = {x: x.count is None or x.count > 1 for x in loops}
    for _ in range(len(loops)):
        used, sharers = nesting.most(taken), nesting.most({x: int(growing[x]) for x in loops})
        # Loops that can store all states leave the rest to the others.
        full: list[_BudgetedLoop] = []
        for loop in loops:
            share = (budget - used[loop]) // max(sharers[loop], 1)
            times = loop.count
            if growing[loop] and times is not None and (times - 1) * loop.bytes <= share:
                full.append(loop)
        for loop in full:
            taken[loop] = one[loop] + ((loop.count or 1) - 1) * loop.bytes
            growing[loop] = False
        if not full:
            break
    used, sharers = nesting.most(taken), nesting.most({x: int(growing[x]) for x in loops})
    highest_used = max(used.values())
    for loop in loops:
        extra = (budget - highest_used) // max(sharers[loop], 1) if growing[loop] else 0
        yield (taken[loop] + extra - one[loop]) // loop.bytes


_STACK: Final = 8
"""The size of an empty stack in bytes."""


def _share_of_iterations(loop: _BudgetedLoop, budget: Budget) -> int:
    """Returns the number of states that a loop stores in addition to the first one, if the budget
    is a share of its trip count; 0 for a budget in bytes."""
    if budget.bytes is not None:
        return 0
    if loop.count is None:
        raise error(
            f"the loop of @{loop.name} has an unknown trip count, so a share of it is "
            "unknown: expected a budget in bytes, as in 64MiB",
            loop.location,
        )
    states = min(int(loop.count * budget.share), loop.count) - 1
    if states < 0 < loop.count:
        least = f"{1 / loop.count:.1%}"
        what = f"the loop of @{loop.name}"
        raise error(f"{what} needs at least {least} of {loop.count} iterations", loop.location)
    return max(states, 0)


def _differentiated(module: Module) -> Iterator[Function]:
    """Yields the functions through which declared gradients flow."""
    custom = {
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
        if function not in seen and function not in custom and function.blocks:
            seen.add(function)
            yield function
            pending.extend(called_functions(function))


def _constant_count(checkpointed: CheckpointableLoop) -> int | None:
    """Returns the trip count of a loop that counts up between constants, else None."""
    loop, header = checkpointed.loop, checkpointed.loop.header
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
    for block in checkpointed.function.blocks:
        for successor in block.successors:
            if successor.block is not header:
                continue
            passed = successor.arguments[place]
            if block not in loop.blocks:
                found = passed.splat if isinstance(passed, Literal) else None
                if not isinstance(found, int) or start not in (None, found):
                    return None
                start = found
            elif not _is_increment(passed, condition.lhs):
                return None
    if not isinstance(bound, int) or start is None:
        return None
    return max(bound - start, 0)


def _is_increment(value: object, before: object) -> bool:
    """Whether a value is another value plus 1."""
    if not isinstance(value, op.Add):
        return False
    for left, right in ((value.lhs, value.rhs), (value.rhs, value.lhs)):
        if left is before and isinstance(right, Literal) and right.splat == 1:
            return True
    return False


def _recomputation(states: int, count: int | None) -> str:
    if count is None:
        once, twice = states + 2, comb(states + 3, 2)
        return f"up to {once} iterations run again at most once, up to {twice} at most twice"
    return f"of {count} iterations, {extra_iterations(count, states)} run again"


def extra_iterations(count: int, states: int) -> int:
    """Returns the number of iterations that the gradient of a loop recomputes if it stores
    ``states`` states in addition to the first one. The run of each iteration during its own
    reversal is not counted."""

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
    """Computes the same function as the generated ``@checkpoint.distance``, for ``length``
    remaining iterations and ``free`` states that can be stored."""
    repeats = 1
    while comb(free + 1 + repeats, repeats) < length:
        repeats += 1
    twice_less = comb(free + repeats - 1, repeats - 2) if repeats > 1 else 1
    return max(length - comb(free + repeats, repeats), twice_less)
