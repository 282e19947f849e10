"""What can be differentiated, and which values a derivative flows through.

Derivatives flow through any control flow whose loops have one entry each, and through calls of
known functions, recursive ones too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.analysis.by_hand import NONE_BY_HAND, ByHand, check_by_hand
from dlvm.analysis.calls import callee_of
from dlvm.analysis.effects import check_repeatable
from dlvm.analysis.gradients import differentiated_arguments, differentiated_result
from dlvm.analysis.loops import Loops
from dlvm.diagnostics import Diagnostic, DiagnosticError, Note, error
from dlvm.ir import (
    ArrayType,
    Block,
    DerivedDeclaration,
    Effect,
    ExternDeclaration,
    Function,
    GradientDeclaration,
    Instruction,
    Literal,
    StructType,
    Successor,
    TensorType,
    TupleType,
    Type,
    Value,
)
from dlvm.ir import instructions as op
from dlvm.ir.instructions import (
    Apply,
    Builtin,
    Ceil,
    Conditional,
    Extract,
    Floor,
    FloorDivide,
    Path,
    Return,
    Rint,
    Round,
    Sign,
    TruncateDivide,
)
from dlvm.ir.types import STACK, is_differentiable
from dlvm.ir.values import Aggregate

ZERO_DERIVATIVE: Final[set[type[Instruction]]] = {
    Ceil, Floor, FloorDivide, Rint, Round, Sign, TruncateDivide,
}  # fmt: skip
"""Instructions on floats that are constant but for jumps: no derivative flows through them."""


def _builtin_problem(builtin: Instruction) -> str | None:
    intrinsic = builtin.intrinsic if isinstance(builtin, Builtin) else None
    if intrinsic is None or intrinsic.adjoint is not None:
        return None
    return f"the intrinsic {intrinsic.name}, which has no adjoint"


def callee_problem(call: Instruction) -> str | None:
    """Why no derivative flows through a call, or through a reduction, as to what it calls."""
    callee = callee_of(call)
    if callee is None:
        return "a function value" if isinstance(call, Apply) else None
    if not callee.blocks and callee.derived_from is None:
        return f"the external function @{callee.name}"
    return None


_MEMORY: Final[tuple[type[Instruction], ...]] = (
    op.AllocateBox, op.AllocateHeap, op.AllocateStack, op.Copy, op.Deallocate, op.ElementPointer,
    op.Load, op.ProjectBox, op.Release, op.Retain, op.Store,
)  # fmt: skip

STACK_OPERATIONS: Final = (op.CreateStack, op.DestroyStack, op.Pop, op.Push)
"""Derivatives flow from what is pushed to what is popped."""

NOT_DIFFERENTIABLE: Final[dict[type[Instruction], Callable[[Instruction], str | None]]] = {
    **dict.fromkeys(_MEMORY, lambda _: "memory"),
    Apply: callee_problem,
    op.Assert: lambda _: None,
    Builtin: _builtin_problem,
    op.BitCast: lambda _: "the bits of numbers",
    op.Reduce: callee_problem,
    op.ReduceWindow: callee_problem,
}
"""For each kind of instruction that may be in the way of differentiation: what it is that can not
be differentiated through, or None where one of them can be."""


@dataclass(frozen=True)
class Derivative:
    """How some float tensors in a function's result change with some of its arguments.

    ``results`` are the paths to those tensors. A stack among the arguments is one of the results
    too: derivatives flow from what was on it and to what is left on it.
    """

    function: Function
    results: tuple[Path, ...]
    wrt: tuple[int, ...]


@dataclass(frozen=True)
class LiveCode:
    """The blocks of a function that control can get to, conditions that are constant seen through.

    ``passed`` are the block arguments with each value that they may take.
    """

    blocks: Sequence[Block]
    passed: Sequence[tuple[Value, Value]]

    @property
    def instructions(self) -> Iterator[Instruction]:
        return (instruction for block in self.blocks for instruction in block.instructions)

    @property
    def returned(self) -> list[Value]:
        """The values that the function may return."""
        found = [b.terminator for b in self.blocks]
        return [t.value for t in found if isinstance(t, Return) and t.value is not None]


def live_code(function: Function) -> LiveCode:
    """The code of a function that may run."""
    found = {function.entry: None}
    pending = [function.entry]
    passed: list[tuple[Value, Value]] = []
    while pending:
        for successor in _ways(pending.pop()):
            passed.extend(successor.passed)
            if successor.block not in found:
                found[successor.block] = None
                pending.append(successor.block)
    return LiveCode(list(found), passed)


def _ways(block: Block) -> Sequence[Successor]:
    terminator = block.terminator
    if isinstance(terminator, Conditional) and isinstance(terminator.condition, Literal):
        is_true = terminator.condition.data is True
        return [terminator.then if is_true else terminator.otherwise]
    return block.successors


def unsupported(what: str, instruction: Instruction | None, *notes: Note) -> DiagnosticError:
    """The error that an instruction is in the way of differentiation."""
    function = instruction.function if instruction is not None else None
    location = instruction.location if instruction is not None else None
    if location is None and function is not None:
        location = function.location
    name = f"{instruction.mnemonic}: " if instruction is not None else ""
    return error(f"{name}differentiation through {what} is not supported yet", location, *notes)


def differentiable_leaves(type: Type, path: Path = ()) -> Iterator[tuple[Path, TensorType]]:
    """The float tensors inside a type, each with the path that leads to it."""
    whole = type.canonical
    match whole:
        case TensorType():
            if whole.element.is_float:
                yield path, whole
        case TupleType() | ArrayType() | StructType():
            for step, part in parts_of(whole):
                yield from differentiable_leaves(part, (*path, step))
        case _:
            pass


def parts_of(type: Type) -> list[tuple[int | str, Type]]:
    """The parts of a tuple, array or struct type, each with the path step that leads to it."""
    match type.canonical:
        case TupleType(elements):
            return list(enumerate(elements))
        case ArrayType(size, element):
            return [(index, element) for index in range(size)]
        case StructType() as struct:
            return list(struct.fields)
        case _:
            return []


_MOST_PARTS: Final = 10_000


def obstacle(type: Type) -> str | None:
    """Why values of a type can not be differentiated as to their parts: a part that no gradient can
    be given for (an enum, a pointer, a function), or too many parts. None if they can be."""
    pending = [type.canonical]
    while pending:
        current = pending.pop()
        match current:
            case ArrayType(element=element):
                pending.append(element.canonical)
            case TupleType() | StructType():
                pending.extend(part.canonical for _, part in parts_of(current))
            case TensorType():
                pass
            case _:
                return f"values of type {current}"
    count = _part_count(type)
    return None if count <= _MOST_PARTS else f"a value of {count} parts (at most {_MOST_PARTS})"


def _part_count(type: Type) -> int:
    match type.canonical:
        case ArrayType(size, element):
            return size * _part_count(element)
        case TupleType() | StructType():
            return sum(_part_count(part) for _, part in parts_of(type))
        case _:
            return 1


def check_differentiable(
    function: Function,
    source: int | None,
    wrt: tuple[int, ...] | None,
    by_hand: ByHand = NONE_BY_HAND,
) -> Diagnostic | None:
    """Why the part ``source`` of the function's result can not be differentiated by the arguments
    ``wrt``, naming the instruction that is to blame; None if it can be. ``by_hand`` are the
    gradients that are given."""
    declaration = GradientDeclaration(function, source, wrt)
    try:
        derivation_order(root_derivative(declaration), by_hand)
    except DiagnosticError as problem:
        return problem.diagnostics[0]
    return None


def check_types(declaration: DerivedDeclaration, what: str) -> None:
    """Raises :class:`DiagnosticError` where the result or an argument that a declaration asks for
    has a type without what is called ``what``."""
    function = declaration.function
    types = [("the result", differentiated_result(declaration))]
    types += [
        (f"argument {index}", function.type.parameters[index])
        for index in differentiated_arguments(declaration)
    ]
    for part, type in types:
        problem = obstacle(type)
        if problem is not None or not is_differentiable(type):
            reason = f": differentiation through {problem} is not supported yet" if problem else ""
            raise error(
                f"{part} of @{function.name} has type {type}, which has no {what}{reason}",
                declaration.location or function.location,
            )


def root_derivative(declaration: GradientDeclaration) -> Derivative:
    """The derivative that a gradient declaration asks for. Raises :class:`DiagnosticError` for
    results and arguments that have types without one."""
    check_types(declaration, "gradient")
    function = declaration.function
    result = differentiated_result(declaration)
    wrt = differentiated_arguments(declaration)
    is_tuple = isinstance(function.type.result.canonical, TupleType)
    prefix = (declaration.source or 0,) if is_tuple else ()
    paths = tuple(path for path, _ in differentiable_leaves(result, prefix))
    return Derivative(function, paths, wrt)


def derivation_order(request: Derivative, by_hand: ByHand = NONE_BY_HAND) -> list[Derivative]:
    """What has to be derived for a derivative, those of called functions first, itself last.

    Functions that a gradient declaration stands for have no body yet and are left out, and so are
    those whose gradients are given by hand. Raises :class:`DiagnosticError` for what is not
    differentiable.
    """
    if request.function in by_hand:
        _check_by_hand(request, by_hand, None)
        return []
    order: list[Derivative] = []
    done: set[Derivative] = set()
    callers: dict[Derivative, Instruction | None] = {}
    pending: list[tuple[Derivative, Instruction | None, bool]] = [(request, None, False)]
    while pending:
        current, call, is_done = pending.pop()
        function = current.function
        if is_done:
            order.append(current)
            done.add(current)
            del callers[current]
            continue
        if current in done or current in callers or not function.blocks:
            continue
        if len(callers) > _DEEPEST_CALLS:
            raise unsupported(f"calls more than {_DEEPEST_CALLS} deep", call)
        callers[current] = call
        pending.append((current, call, True))
        try:
            calls = _check(current, by_hand)
        except DiagnosticError as problem:
            trail = [c for c in reversed(callers.values()) if c is not None]
            raise _with_notes(problem, [call_note(c) for c in trail]) from None
        pending.extend((derivative, call, False) for call, derivative in calls)
    return order


def call_note(call: Instruction) -> Note:
    """Where a function is called in which something is in the way of differentiation."""
    callee = callee_of(call)
    return Note(f"@{callee.name if callee is not None else None} is called here", call.location)


def _with_notes(problem: DiagnosticError, notes: Sequence[Note]) -> DiagnosticError:
    first = problem.diagnostics[0]
    return error(first.message, first.location, *first.notes, *notes[:_LONGEST_TRAIL])


_LONGEST_TRAIL: Final = 8
_DEEPEST_CALLS: Final = 64
"""A call hands over what the calls inside it hand over, one tuple in another."""


def _check(request: Derivative, by_hand: ByHand) -> list[tuple[Instruction, Derivative]]:
    """Checks one function by itself; gives the derivatives that it needs of functions it calls."""
    function = request.function
    cycle = Loops(function).irreducible
    if cycle is not None:
        raise unsupported("a loop with several entries", cycle.terminator)
    code = live_code(function)
    activity = find_activity(
        code,
        [r for value in code.returned for r in roots(value, request.results)],
        [function.arguments[i] for i in request.wrt],
    )
    calls: list[tuple[Instruction, Derivative]] = []
    _check_stacks(code, activity)
    for instruction in code.instructions:
        if not activity.flows_through(instruction):
            if isinstance(instruction, op.BranchEnum):
                _check_payload(instruction, activity)
            if not instruction.is_terminator:
                _check_unwritten(instruction, activity)
            continue
        problem = None
        if callee_of(instruction) not in by_hand:
            problem = NOT_DIFFERENTIABLE.get(type(instruction), lambda _: None)(instruction)
        if problem is None and not isinstance(instruction, STACK_OPERATIONS):
            problem = obstacle(instruction.type)
        if problem is not None:
            raise unsupported(problem, instruction, *activity.trail(instruction))
        if isinstance(instruction, Apply):
            asked = call_derivative(instruction, request, code.returned, activity)
        elif (combiner := callee_of(instruction)) is not None:
            asked = Derivative(combiner, ((),), (0, 1))
        else:
            continue
        if "checkpoint" in asked.function.attributes:
            check_repeatable(asked.function)
        if asked.function in by_hand:
            _check_by_hand(asked, by_hand, instruction)
        else:
            calls.append((instruction, asked))
    return calls


def _check_by_hand(request: Derivative, by_hand: ByHand, call: Instruction | None) -> None:
    function = request.function
    is_tuple = isinstance(function.type.result.canonical, TupleType)
    results = list(dict.fromkeys(int(p[0]) if is_tuple else 0 for p in request.results))
    check_by_hand(function, results, request.wrt, by_hand[function], call)


def _check_payload(branch: op.BranchEnum, activity: Activity) -> None:
    """Checks that no derivative flows through what is in an enum."""
    if any(leaf in activity.varied for leaf in _leaves(branch.value)):
        raise unsupported(f"values of type {branch.value.type}", branch)


def _check_stacks(code: LiveCode, activity: Activity) -> None:
    """Checks that it is known where derivatives come off stacks that they went onto."""
    entry = code.blocks[0]
    for instruction in code.instructions:
        if not isinstance(instruction, op.Pop | op.Push):
            continue
        stack, moved = instruction.stack, instruction.type
        if isinstance(instruction, op.Push):
            moved = instruction.value.type
        if is_differentiable(moved):
            if not isinstance(stack, op.CreateStack) and stack not in entry.arguments:
                raise unsupported("a stack that is passed on", instruction)
            sizes = [t.static_shape for _, t in differentiable_leaves(moved)]
            if stack in activity.active and None in sizes:
                raise unsupported("a stack of tensors of unknown size", instruction)


def _check_unwritten(instruction: Instruction, activity: Activity) -> None:
    """Checks that an instruction puts nothing into memory through which a derivative flows."""
    varied = [v for v in instruction.leaves() if v in activity.varied]
    if varied and _may_write(instruction):
        raise unsupported("memory", instruction)


def _may_write(instruction: Instruction) -> bool:
    """Whether an instruction, or a function that it calls, may write to memory."""
    seen: set[Function] = set()
    pending: list[Instruction] = [instruction]
    while pending:
        current = pending.pop()
        if current.effects & Effect.WRITE and not isinstance(current, STACK_OPERATIONS):
            return True
        if current.effects & Effect.CALL:
            callee = callee_of(current)
            if callee is None or isinstance(callee.declaration, ExternDeclaration):
                return True
            callee = callee.derived_from or callee
            if callee not in seen:
                seen.add(callee)
                pending.extend(callee.instructions())
    return False


def call_derivative(
    apply: Apply, request: Derivative, returned: Sequence[Value], activity: Activity
) -> Derivative:
    """The derivative of a called function that a call on the way of a gradient needs, in a function
    that may return the given values."""
    callee = apply.callee
    assert isinstance(callee, Function)
    wrt = tuple(
        index
        for index, argument in enumerate(apply.arguments)
        if any(leaf in activity.active for leaf in _leaves(argument))
    )
    prefixes: list[Path] = [*request.results] if apply in returned else []
    for user in apply.users:
        if isinstance(user, Extract):
            prefixes += [user.path] if user in activity.active else []
        elif not isinstance(user, Instruction) or user.is_terminator:
            prefixes += [] if isinstance(user, Return) else [()]
        elif activity.flows_through(user):
            prefixes.append(())
    paths = tuple(
        path
        for path, _ in differentiable_leaves(apply.type)
        if any(_is_prefix(prefix, path) for prefix in prefixes)
    )
    return Derivative(callee, paths, wrt)


def _is_prefix(a: Path, b: Path) -> bool:
    """Whether one path leads to something around or inside what the other one leads to."""
    return all(x == y for x, y in zip(a, b, strict=False))


def roots(result: Value | None, paths: Iterable[Path]) -> list[Value]:
    """The values that the parts of a result at some paths are made of."""
    found: list[Value] = []
    for path in paths:
        value = result
        for step in path:
            if not isinstance(value, Aggregate):
                break
            value = value.operands[[s for s, _ in parts_of(value.type)].index(step)]
        if value is not None:
            found.extend(_leaves(value))
    return found


def _leaves(value: Value) -> Iterable[Value]:
    return value.leaves() if isinstance(value, Aggregate) else (value,)


@dataclass(frozen=True)
class Activity:
    """The values through which a derivative flows: they depend on the arguments that it is taken
    for, and the result depends on them. ``used_by`` leads from each towards the result; ``varied``
    are all that depend on the arguments."""

    active: set[Value]
    varied: set[Value]
    used_by: Mapping[Value, Value | None]

    def flows_through(self, instruction: Instruction) -> bool:
        """Whether a derivative flows through an instruction: its result, or a stack that it uses,
        is on the way."""
        if instruction in self.active:
            return True
        uses_stack = isinstance(instruction, Apply | op.Push | op.Pop | op.DestroyStack)
        return uses_stack and any(s in self.active for s in _stacks(instruction))

    def trail(self, value: Value) -> list[Note]:
        """The way from the result to a value."""
        notes: list[Note] = []
        user = self.used_by.get(value)
        while user is not None and len(notes) < _LONGEST_TRAIL:
            name = user.mnemonic if isinstance(user, Instruction) else "the argument of a block"
            notes.append(Note(f"its result goes into {name}", user.location))
            user = self.used_by.get(user)
        notes.append(Note("which the result depends on" if notes else "the result is this value"))
        return notes


def find_activity(code: LiveCode, results: Iterable[Value], arguments: Iterable[Value]) -> Activity:
    """Which values are on the way from the arguments to the results."""
    sources: dict[Value, list[Value]] = {}
    for argument, value in code.passed:
        sources.setdefault(argument, []).extend(_leaves(value))
    for instruction in code.instructions:
        if type(instruction) not in ZERO_DERIVATIVE:
            sources.setdefault(instruction, []).extend(instruction.leaves())
        # What is pushed, here or by a function that is called, comes off the stack again.
        for stack in _stacks(instruction):
            sources.setdefault(stack, []).extend(v for v in instruction.leaves() if v is not stack)
    users: dict[Value, list[Value]] = {}
    for value, operands in sources.items():
        if _may_vary(value):
            for operand in operands:
                users.setdefault(operand, []).append(value)
    given = list(arguments)
    varied = {a: None for a in given if _may_vary(a)}
    pending = list(varied)
    while pending:
        for user in users.get(pending.pop(), ()):
            if user not in varied:
                varied[user] = None
                pending.append(user)
    used_by: dict[Value, Value | None] = {
        r: None for r in (*results, *(a for a in given if a.type == STACK)) if r in varied
    }
    waiting = deque(used_by)
    while waiting:
        value = waiting.popleft()
        for operand in sources.get(value, ()):
            if operand in varied and operand not in used_by:
                used_by[operand] = value
                waiting.append(operand)
    return Activity(set(used_by), set(varied), used_by)


def _may_vary(value: Value) -> bool:
    return value.type == STACK or is_differentiable(value.type)


def _stacks(instruction: Instruction) -> list[Value]:
    """The stacks that an instruction uses."""
    return [v for v in instruction.leaves() if v.type == STACK]
