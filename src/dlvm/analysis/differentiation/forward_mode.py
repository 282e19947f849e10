"""Checks whether functions can be differentiated in forward mode, and which values have
tangents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from dlvm.analysis.cfg.calls import callee_of
from dlvm.analysis.differentiation.activity import (
    Activity,
    ActivityRequest,
    DependenceGraph,
    Node,
    ResultPart,
    carries_tangent,
    holds_memory,
    leaves_of,
    parts_of_call,
)
from dlvm.analysis.differentiation.custom_derivatives import (
    NO_CUSTOM_DERIVATIVES,
    CustomDerivatives,
    check_custom_derivative,
)
from dlvm.analysis.differentiation.differentiability import (
    LONGEST_TRAIL,
    call_note,
    callee_problem,
    check_types,
    is_open_call,
    trail,
    unsupported,
    variable_problem,
)
from dlvm.analysis.differentiation.gradients import differentiated_arguments, differentiated_results
from dlvm.diagnostics import Diagnostic, DiagnosticError, Note, error
from dlvm.ir import (
    DerivativeDeclaration,
    Function,
    Instruction,
    Module,
)
from dlvm.ir import instructions as op
from dlvm.ir.types import VOID


def _builtin_problem(builtin: Instruction) -> str | None:
    intrinsic = builtin.intrinsic if isinstance(builtin, op.Builtin) else None
    if intrinsic is None or intrinsic.tangent is not None:
        return None
    return f"the intrinsic {intrinsic.name}, which has no tangent"


NO_TANGENT: Final[dict[type[Instruction], Callable[[Instruction], str | None]]] = {
    op.Apply: callee_problem,
    op.BitCast: lambda _: "the bits of numbers",
    op.Builtin: _builtin_problem,
    op.Reduce: callee_problem,
    op.ReduceWindow: callee_problem,
    op.Scan: callee_problem,
}
"""For each class of instructions that can prevent forward mode, a function that returns the
obstacle in an instruction, or None."""


def has_tangent(instruction: Instruction, activity: Activity) -> bool:
    """Whether an instruction, neither a call nor a terminator, needs a tangent instruction: its
    result has a tangent, or it changes memory that has one."""
    match instruction:
        case op.Push():
            return instruction.stack in activity and carries_tangent(instruction.value.type)
        case op.Pop():
            return instruction.stack in activity and carries_tangent(instruction.type)
        case _ if instruction.type == VOID:
            return any(holds_memory(v.type) and v in activity for v in instruction.leaves())
        case _:
            return instruction in activity


def check_forward_mode(
    function: Function,
    sources: tuple[int, ...] | None,
    wrt: tuple[int, ...] | None,
    custom_derivatives: CustomDerivatives = NO_CUSTOM_DERIVATIVES,
    *,
    unspecialized: Module | None = None,
) -> Diagnostic | None:
    """Checks that forward mode can differentiate the results ``sources`` with respect to ``wrt``.

    Returns a diagnostic that names the instruction that prevents it, or None. Function values that
    specialization of the module ``unspecialized`` may resolve do not count as obstacles."""
    try:
        derivation_requests(
            DerivativeDeclaration(function, sources, wrt),
            custom_derivatives,
            unspecialized=unspecialized,
        )
    except DiagnosticError as problem:
        return problem.diagnostics[0]
    return None


def derivation_requests(
    declaration: DerivativeDeclaration,
    custom_derivatives: CustomDerivatives = NO_CUSTOM_DERIVATIVES,
    *,
    unspecialized: Module | None = None,
) -> list[ActivityRequest]:
    """The request of a derivative declaration, followed by the requests of all derivatives that its
    body needs; none if the original has custom derivatives or no body yet. Raises
    :class:`DiagnosticError` for code that is not differentiable."""
    function, request = declaration.function, root_request(declaration)
    if function in custom_derivatives:
        asked = differentiated_arguments(declaration)
        sources = list(differentiated_results(declaration))
        check_custom_derivative(function, sources, asked, custom_derivatives[function], None)
        return []
    if not function.blocks:
        return []  # This is a derivative whose body is not built yet.
    dependence = DependenceGraph([function], custom_derivatives)
    calls: dict[ActivityRequest, tuple[Instruction, ...]] = {request: ()}
    pending = [request]
    for current in pending:
        way = calls[current]
        for call, asked in _check(current, dependence, way, custom_derivatives, unspecialized):
            if asked not in calls:
                calls[asked] = (*way, call)
                pending.append(asked)
    return pending


def root_request(declaration: DerivativeDeclaration) -> ActivityRequest:
    """The request of a derivative declaration. Raises :class:`DiagnosticError` for results and
    arguments whose types have no tangent."""
    check_types(declaration, "tangent")
    function = declaration.function
    wrt = differentiated_arguments(declaration)
    # A function declared as a derivative itself has no arguments yet.
    varied = [function.arguments[index] for index in wrt] if function.blocks else []
    parts = [ResultPart(function, source) for source in differentiated_results(declaration)]
    return ActivityRequest(function, frozenset(varied), frozenset(parts))


def _check(
    request: ActivityRequest,
    dependence: DependenceGraph,
    calls: tuple[Instruction, ...],
    custom_derivatives: CustomDerivatives,
    unspecialized: Module | None,
) -> Iterator[tuple[Instruction, ActivityRequest]]:
    """Checks one function by itself; returns the requests that it makes to its callees."""
    function = request.function
    activity = dependence.activity(request)

    def note_calls() -> Sequence[Note]:
        return [call_note(call) for call in calls[::-1]][:LONGEST_TRAIL]

    def fail(problem: str, instruction: Instruction | None, node: Node) -> DiagnosticError:
        way = trail(node, activity) if node in activity else []
        return unsupported(problem, instruction, *way, *note_calls())

    for block in function.blocks:
        for argument in block.arguments:
            if argument not in activity:
                continue
            if not calls and block is function.entry and holds_memory(argument.type):
                raise error(
                    f"@{function.name}: differentiation through memory that the caller passes in "
                    f"(of type {argument.type}) is not supported yet",
                    argument.location or function.location,
                )
        for instruction in block.instructions:
            for leaf in instruction.leaves():
                problem = variable_problem(leaf)
                if problem is not None and leaf in activity:
                    raise fail(problem, instruction, leaf)
            if isinstance(instruction, op.Apply):
                blamed = _active_node(instruction, activity)
                if (
                    isinstance(instruction.callee, Function)
                    and instruction.callee in custom_derivatives
                ):
                    if blamed is not None:
                        notes = note_calls()
                        _check_custom_derivative(
                            instruction, activity, custom_derivatives[instruction.callee], notes
                        )
                    continue
                if unspecialized is not None and is_open_call(instruction, unspecialized):
                    continue
                problem = callee_problem(instruction)
                if problem is not None and blamed is not None:
                    raise fail(problem, instruction, blamed)
                if isinstance(instruction.callee, Function) and instruction.callee.blocks:
                    asked = dependence.callee_request(instruction, activity)
                    if asked is not None:
                        yield instruction, asked
            elif has_tangent(instruction, activity):
                combiner = callee_of(instruction)
                if combiner is not None and combiner in custom_derivatives:
                    check_custom_derivative(
                        combiner,
                        [0],
                        [0, 1],
                        custom_derivatives[combiner],
                        instruction,
                        note_calls(),
                    )
                    continue
                problem = NO_TANGENT.get(type(instruction), lambda _: None)(instruction)
                if problem is not None:
                    raise fail(problem, instruction, instruction)
                if combiner is not None and combiner.blocks:
                    taken, given = (
                        frozenset(combiner.arguments),
                        frozenset([ResultPart(combiner, 0)]),
                    )
                    yield instruction, ActivityRequest(combiner, taken, given)


def _check_custom_derivative(
    call: op.Apply, activity: Activity, rules: Mapping[int, Function], notes: Sequence[Note]
) -> None:
    """Checks an active call of a function with custom derivatives."""
    callee = call.callee
    assert isinstance(callee, Function)
    results = [part.index for part in parts_of_call(call) if part in activity]
    check_custom_derivative(callee, results, varied_arguments(call, activity), rules, call, notes)


def varied_arguments(call: op.Apply, activity: Activity) -> list[int]:
    """The positions of a call's arguments through which a derivative flows."""
    given = enumerate(call.arguments)
    return [index for index, a in given if any(leaf in activity for leaf in leaves_of(a))]


def _active_node(call: op.Apply, activity: Activity) -> Node | None:
    """A node of a call through which a derivative flows."""
    memory = (v for a in call.arguments for v in leaves_of(a) if holds_memory(v.type))
    nodes: Iterable[Node] = (*parts_of_call(call), *memory)
    return next((n for n in nodes if n in activity), None)
