"""Memory budgets: decides which values a program stores and which it recomputes.

A call uses its frame, whose size is known at compile time, and memory that it allocates at run
time: mostly the tape, on which gradients of loops store states. A program is first compiled without
limits. If it exceeds the budget, frames get the memory that they need, and the states of loops get
the rest. If the rest is too little for one state of each loop, values in the frames are
rematerialized.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.calls import call_cycles, call_groups
from dlvm.analysis.cfg.control_flow import predecessors, reverse_postorder
from dlvm.analysis.cfg.loops import Loop, Loops
from dlvm.analysis.cfg.trip_counts import known_trip_count
from dlvm.analysis.memory.memory_use import node_bytes
from dlvm.byte_sizes import in_units
from dlvm.codegen.generation import GeneratedProgram
from dlvm.codegen.host.value_layout import record_layout
from dlvm.diagnostics import error
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Effect
from dlvm.ir.instructions import Apply, CreateStack, DestroyStack, Pop, Push
from dlvm.ir.module import Block, Function, Module
from dlvm.ir.values import Value
from dlvm.transforms.memory.memory_budget import Budget, BudgetError


@dataclass(frozen=True)
class MemoryLimits:
    """The limits that passes receive: the total bytes for states of loops, and those for frames;
    None for no limit."""

    states: int | None = None
    frame: int | None = None


@dataclass(frozen=True)
class Attempt:
    """A module, its program compiled within limits, and the reports of passes. ``counts`` are their
    statistics."""

    module: Module
    limits: MemoryLimits
    program: GeneratedProgram
    remarks: Sequence[str]
    counts: Mapping[str, int]

    @property
    def frame(self) -> int:
        """The largest frame of a function, in bytes."""
        return max((entry.frame for entry in self.program.entries.values()), default=0)

    def total(self) -> int | None:
        """The maximum number of bytes of a call; None if known only at run time."""
        return _most(self.module, self.program, self.counts)

    def asked(self, states: int) -> int:
        """The maximum number of bytes that a call allocates at run time, including the ``states``
        of loops. If the total is unknown, only the bytes of these states."""
        total = self.total()
        return states if total is None else max(total - self.frame, 0)


Make = Callable[[MemoryLimits], Attempt]
"""Compiles the program within limits; raises :class:`BudgetError` if it cannot meet them."""

_MOST_ATTEMPTS: Final = 6


def within_budget(budget: Budget, make: Make) -> Attempt:
    """Compiles a program within a budget. Raises :class:`DiagnosticError` if the program cannot
    meet the budget (the error tells the least possible one), or if the budget is a share of an
    unknown amount."""
    free = make(MemoryLimits())
    whole = free.total()
    if budget.bytes is None and whole is None:
        raise error(
            "the program's memory use without a budget is known only at run time: "
            "expected a budget in bytes, as in 64MiB"
        )
    most = budget.of(whole or 0)
    if whole is not None and whole <= most:
        return _kept(free, most)
    states = _least_states(make)
    small = free if states is None else make(MemoryLimits(states))
    asked = small.asked(states or 0)
    made = _smallest_enough(most - asked, states, small, make)
    if made is None:
        least = _least(states, make)
        needed = least.frame + least.asked(states or 0)
        share = f" ({needed / whole:.1%} of its memory use without a budget)" if whole else ""
        raise BudgetError(
            f"the program cannot run within {in_units(most)}: the least budget is "
            f"{needed} bytes{share}",
            needed,
        )
    if states is None:
        return _kept(made, most)
    # The states get the remaining bytes.
    room = states + most - asked - made.frame
    for _ in range(_MOST_ATTEMPTS):
        if room <= states:
            break
        larger = make(MemoryLimits(room, made.limits.frame))
        over = larger.frame + larger.asked(room) - most
        if over <= 0:
            return _kept(larger, most)
        room -= over
    return _kept(made, most)


def _least_states(make: Make) -> int | None:
    """The bytes of one state of each loop with limited states; None if there is no such loop."""
    try:
        make(MemoryLimits(0))
    except BudgetError as problem:
        return problem.least
    return None


def _kept(made: Attempt, most: int) -> Attempt:
    """The attempt with ``most`` as the budget of its program: calls that would exceed it end with
    an error. If the memory use of a call is known only at run time, a remark says so."""
    made = replace(made, program=replace(made.program, budget=most))
    if made.total() is not None:
        return made
    remark = (
        f"the memory use of a call is known only at run time: a call that needs more than "
        f"{in_units(most)} ends with an error"
    )
    return replace(made, remarks=[*made.remarks, remark])


def _smallest_enough(most: int, states: int | None, free: Attempt, make: Make) -> Attempt | None:
    """A program whose frames take at most a number of bytes, with little recomputation; None if
    none is found. Fragmentation can require lower limits."""
    if free.frame <= most:
        return free
    limit = most
    for _ in range(_MOST_ATTEMPTS):
        if limit <= 0:
            break
        try:
            made = make(MemoryLimits(states, limit))
        except BudgetError:
            break
        if made.frame <= most:
            return made
        limit -= made.frame - most
    made = _least(states, make)
    return made if made.frame <= most else None


def _least(states: int | None, make: Make) -> Attempt:
    """The program with the smallest frames that the passes find."""
    limit = 0
    while True:
        try:
            return make(MemoryLimits(states, limit))
        except BudgetError as problem:
            # Each function has its own minimum.
            limit = max(problem.least, limit + 1)


# Memory use of a call


@dataclass(frozen=True)
class _Asked:
    """The bytes that a call of a function and its callees allocate at run time: the peak, and the
    bytes that remain on stacks of the caller."""

    most: int
    left: int


def _most(module: Module, program: GeneratedProgram, counts: Mapping[str, int]) -> int | None:
    bodies = [f for f in module.functions if f.blocks]
    recursive = {f for group in call_cycles(bodies) for f in group}
    asked: dict[Function, _Asked | None] = {}
    for group in call_groups(bodies):
        for function in group:
            if function.blocks:
                known = None if function in recursive else _asked(function, asked, counts)
                asked[function] = known
    found = 0
    for function, host in program.hosts.items():
        entry = program.entries[function.name or ""]
        more = asked.get(function)
        if more is None or entry.frame < host.plan.own_frame:
            return None
        found = max(found, entry.frame + more.most)
    return found


def _asked(
    function: Function, known: Mapping[Function, _Asked | None], counts: Mapping[str, int]
) -> _Asked | None:
    """The bytes that a call of a function allocates; None if unknown, because the call allocates
    memory other than stacks, or its stacks grow in loops of unknown trip count."""
    loops = analyzed(Loops, function)
    if loops.irreducible is not None:
        return None
    few = counts.get(f"records of @{function.name}")
    limited = deeper = 0
    own_bytes: dict[Block, int] = {}
    given_bytes: dict[Block, int] = {}
    for block in analyzed(reverse_postorder, function):
        own = given = 0
        for instruction in block.instructions:
            match instruction:
                case CreateStack():
                    own += node_bytes(8)
                case Push() if few is not None:
                    limited = max(limited, few * _bytes(instruction))
                case Push():
                    own += _bytes(instruction)
                    given += _bytes(instruction) if _is_given(instruction.stack) else 0
                case Apply() if isinstance(instruction.callee, Definition):
                    pass
                case Apply():
                    callee = instruction.callee
                    below = known.get(callee) if isinstance(callee, Function) else None
                    if below is None:
                        return None
                    deeper = max(deeper, below.most - below.left)
                    own += below.left
                    given += below.left
                case Pop() | DestroyStack():
                    pass
                case _ if instruction.effects & Effect.ALLOCATE:
                    return None
                case _:
                    pass
        times = _times(block, loops) if own else 1
        if times is None:
            return None
        own_bytes[block] = own * times
        given_bytes[block] = given * times
    most = max(_longest_path(own_bytes, loops).values(), default=0)
    left = max(_longest_path(given_bytes, loops).values(), default=0)
    return _Asked(most + limited + deeper, left)


def _longest_path(weights: Mapping[Block, int], loops: Loops) -> dict[Block, int]:
    """The largest sum of weights on a path from the entry to each block and through it. Weights
    count every iteration: a path that leaves a loop includes the heaviest path in it."""
    found = dict.fromkeys(weights, 0)
    before = analyzed(predecessors, next(iter(weights)).function)

    def after(source: Block, target: Block) -> int:
        for loop in loops.around(source):
            if target not in loop.blocks:
                return max(found[block] for block in loop.blocks if block in found)
        return found[source]

    def arriving(block: Block) -> Iterator[Block]:
        latches = {b for loop in loops.around(block) if loop.header is block for b in loop.blocks}
        return (b for b in before[block] if b in weights and b not in latches)

    # Reverse postorder may place the exit of a loop before its body.
    changed = True
    while changed:
        changed = False
        for block, weight in weights.items():
            longest = weight + max((after(b, block) for b in arriving(block)), default=0)
            changed |= longest != found[block]
            found[block] = longest
    return found


def _bytes(push: Push) -> int:
    return node_bytes(record_layout(push.value.type.canonical).stride)


def _is_given(stack: Value) -> bool:
    """Whether a stack can be an argument of the function."""
    return not isinstance(stack, CreateStack)


_MOST_ITERATIONS: Final = 1 << 20


def _times(block: Block, loops: Loops) -> int | None:
    """The maximum number of times that a block runs in a call."""
    times = 1
    before = analyzed(predecessors, block.function)
    for loop in loops.around(block):
        trip_count = known_trip_count(Loop(loop.header, loop.blocks), _MOST_ITERATIONS, before)
        if trip_count is None or trip_count >= _MOST_ITERATIONS:
            return None
        times *= trip_count + (block is loop.header)
    return times
