"""Checks whether functions can be differentiated in reverse mode.

Derivatives flow through any control flow, and through calls of known functions, including recursive
ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dlvm.analysis.cfg.calls import called_functions, callee_of
from dlvm.analysis.cfg.reachability import live_instructions
from dlvm.analysis.differentiation.activity import (
    Activity,
    ActivityRequest,
    DependenceGraph,
    Node,
    ResultPart,
    carries_tangent,
    holds_memory,
    instruction_of,
    leaves_of,
    parts_of_call,
    shares_gradients,
    type_of,
)
from dlvm.analysis.differentiation.custom_derivatives import (
    NO_CUSTOM_DERIVATIVES,
    CustomDerivatives,
    check_custom_derivative,
)
from dlvm.analysis.differentiation.function_values import (
    makes_closures,
    may_become_known,
    taken_functions,
)
from dlvm.analysis.differentiation.gradients import (
    differentiated_arguments,
    differentiated_results,
    parts_of,
    results_of,
)
from dlvm.analysis.effects.side_effects import check_repeatable
from dlvm.diagnostics import Diagnostic, DiagnosticError, Note, error
from dlvm.ir import (
    Argument,
    ArrayType,
    DerivedDeclaration,
    EnumType,
    Function,
    GradientDeclaration,
    Instruction,
    Literal,
    Module,
    StructType,
    TensorType,
    TupleType,
    Type,
    Value,
    Variable,
)
from dlvm.ir import instructions as op
from dlvm.ir.declaration import Trait
from dlvm.ir.instructions import (
    Apply,
    Builtin,
    Extract,
    Path,
    Return,
)
from dlvm.ir.types import STACK, VOID, FunctionType, inner_types, is_differentiable


def _builtin_problem(builtin: Instruction) -> str | None:
    intrinsic = builtin.intrinsic if isinstance(builtin, Builtin) else None
    if intrinsic is None or intrinsic.adjoint is not None:
        return None
    return f"the intrinsic {intrinsic.name}, which has no adjoint"


def callee_problem(call: Instruction) -> str | None:
    """The reason why a derivative cannot flow through the function that a call or a reduction
    names, or None if it can."""
    callee = callee_of(call)
    if callee is None:
        return "a function value" if isinstance(call, Apply) else None
    if not callee.blocks and callee.derived_from is None:
        return f"the external function @{callee.name}"
    caller = call.function
    if not callee.blocks and caller is not None and _is_derived_through(callee, caller):
        return f"@{callee.name}, which is derived from @{caller.name} itself"
    return None


def _is_derived_through(derived: Function, function: Function) -> bool:
    """Whether deriving the body of ``derived`` leads to ``function``, through calls and
    declarations."""
    seen: set[Function] = set()
    pending = [derived]
    while pending:
        current = pending.pop()
        if current is function:
            return True
        if current not in seen:
            seen.add(current)
            pending += called_functions(current)
            pending += [current.derived_from] if current.derived_from is not None else []
    return False


OBSTACLES: Final[dict[type[Instruction], Callable[[Instruction], str | None]]] = {
    Apply: callee_problem,
    Builtin: _builtin_problem,
    op.Reduce: callee_problem,
    op.ReduceWindow: callee_problem,
    op.Scan: callee_problem,
}
"""For some classes, a function that returns the obstacle to the differentiation of an instruction,
or None. Obstacles of all instructions of a class are the attribute ``not_differentiable`` of the
class."""


@dataclass(frozen=True)
class Derivative:
    """A derivative of some float tensors in a function's result by some of its arguments.

    ``results`` are the paths to those tensors, and ``wrt`` the positions of the arguments that have
    gradients. Arguments and parts of the result that refer to memory or hold enums are in
    ``request``: gradients pass through them in both directions.
    """

    request: ActivityRequest
    results: tuple[Path, ...]
    wrt: tuple[int, ...]

    @property
    def function(self) -> Function:
        return self.request.function


def unsupported(what: str, instruction: Instruction | None, *notes: Note) -> DiagnosticError:
    """The error for an instruction that cannot be differentiated."""
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
            if whole.element.is_differentiable:
                yield path, whole
        case TupleType() | ArrayType() | StructType():
            for step, part in parts_of(whole):
                yield from differentiable_leaves(part, (*path, step))
        case _:
            pass


def variable_problem(value: Value) -> str | None:
    """The reason why a derivative cannot flow through a global variable. None if it can, or if the
    value is not a global variable."""
    if not isinstance(value, Variable):
        return None
    content = value.content
    if shares_gradients(content):
        return f"the global variable @{value.name} of type {content}"
    sizes = (leaf.static_shape for _, leaf in differentiable_leaves(content))
    return f"the global variable @{value.name} of unknown size" if None in sizes else None


_MOST_PARTS: Final = 10_000


def obstacle(type: Type) -> str | None:
    """The reason why values of a type cannot be differentiated: a part that has no gradient, such
    as a pointer, or too many parts. None if they can be."""
    pending, enums = [type.canonical], set[Type]()
    while pending:
        current = pending.pop()
        match current:
            case EnumType():
                if current not in enums:
                    enums.add(current)
                    pending.extend(t.canonical for _, payload in current.cases for t in payload)
            case ArrayType(element=element):
                pending.append(element.canonical)
            case TupleType() | StructType():
                pending.extend(part.canonical for _, part in parts_of(current))
            case TensorType() | FunctionType():
                pass
            case _:
                return f"values of type {current}"
    return _too_many_parts(type)


def _too_many_parts(type: Type) -> str | None:
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
    sources: tuple[int, ...] | None,
    wrt: tuple[int, ...] | None,
    custom_derivatives: CustomDerivatives = NO_CUSTOM_DERIVATIVES,
    *,
    unspecialized: Module | None = None,
) -> Diagnostic | None:
    """Checks that the results ``sources`` can be differentiated with respect to the arguments
    ``wrt``.

    Returns a diagnostic that names the instruction that prevents it, or None. Function values that
    specialization of the module ``unspecialized`` may resolve do not count as obstacles."""
    declaration = GradientDeclaration(function, sources, wrt)
    try:
        derivation_order(
            root_derivative(declaration), custom_derivatives, unspecialized=unspecialized
        )
    except DiagnosticError as problem:
        return problem.diagnostics[0]
    return None


def check_types(declaration: DerivedDeclaration, what: str) -> None:
    """Raises :class:`DiagnosticError` if a result or an argument that a declaration requests has a
    type that has no gradient or tangent; ``what`` names the gradient or tangent in messages."""
    function = declaration.function
    given = results_of(function.type)
    types = [("the result", given[index]) for index in differentiated_results(declaration)]
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
    """The derivative that a gradient declaration requests. Raises :class:`DiagnosticError` for
    results and arguments whose types have no gradient."""
    check_types(declaration, "gradient")
    function = declaration.function
    sources, results = differentiated_results(declaration), results_of(function.type)
    wrt = differentiated_arguments(declaration)
    is_tuple = isinstance(function.type.result.canonical, TupleType)
    paths = tuple(
        path
        for source in sources
        for path, _ in differentiable_leaves(results[source], (source,) if is_tuple else ())
    )
    # A function declared as a derivative itself has no arguments yet.
    varied = [function.arguments[index] for index in wrt] if function.blocks else []
    useful = frozenset(ResultPart(function, source) for source in sources)
    request = ActivityRequest(function, frozenset(varied), useful)
    return Derivative(request, paths, wrt)


def derivation_order(
    request: Derivative,
    custom_derivatives: CustomDerivatives = NO_CUSTOM_DERIVATIVES,
    *,
    unspecialized: Module | None = None,
) -> list[Derivative]:
    """The derivatives that a derivative needs, those of callees first and the derivative itself
    last.

    Functions that a gradient declaration denotes have no body yet and are left out, as are those
    with custom gradients. Raises :class:`DiagnosticError` for code that is not differentiable.
    """
    if request.function in custom_derivatives:
        _check_custom_derivative(request, custom_derivatives, None)
        return []
    if not request.function.blocks:
        return []
    dependence = DependenceGraph([request.function], custom_derivatives, is_reverse=True)
    order: list[Derivative] = []
    done: set[Derivative] = set()
    variants: Counter[Function] = Counter()
    callers: dict[Derivative, Instruction | None] = {}
    pending: list[tuple[Derivative, Instruction | None, bool]] = [(request, None, False)]
    while pending:
        current, call, is_done = pending.pop()
        if is_done:
            order.append(current)
            done.add(current)
            del callers[current]
            continue
        if current in done or current in callers:
            continue
        if len(callers) > _DEEPEST_CALLS:
            raise unsupported(f"calls more than {_DEEPEST_CALLS} deep", call)
        variants[current.function] += 1
        if variants[current.function] > _MOST_VARIANTS:
            name = current.function.name
            raise unsupported(f"more than {_MOST_VARIANTS} different derivatives of @{name}", call)
        callers[current] = call
        pending.append((current, call, True))
        try:
            if current is request:
                _check_given(current, dependence)
            calls = _check(current, dependence, custom_derivatives, unspecialized)
        except DiagnosticError as problem:
            trail = [c for c in reversed(callers.values()) if c is not None]
            raise _with_notes(problem, [call_note(c) for c in trail]) from None
        pending.extend((derivative, call, False) for call, derivative in calls)
    return order


def call_note(call: Instruction) -> Note:
    """A note at the call of a function that cannot be differentiated."""
    callee = callee_of(call)
    return Note(f"@{callee.name if callee is not None else None} is called here", call.location)


def _with_notes(problem: DiagnosticError, notes: Sequence[Note]) -> DiagnosticError:
    first = problem.diagnostics[0]
    return error(first.message, first.location, *first.notes, *notes[:LONGEST_TRAIL])


LONGEST_TRAIL: Final = 8
_DEEPEST_CALLS: Final = 64
"""The maximum depth of nested calls. The tape of a call contains the tapes of its nested calls, as
nested tuples."""
_MOST_VARIANTS: Final = 64
"""The maximum number of derivatives of one function. Each set of constant arguments needs a
derivative of its own."""


def _check_given(request: Derivative, dependence: DependenceGraph) -> None:
    """Checks that no derivative flows through memory that a gradient function receives from its
    caller, as two of the received pointers may alias."""
    activity = dependence.activity(request.request)
    memory = [a for a in request.function.arguments if holds_memory(a.type)]
    is_written = any(a in activity.varied for a in memory)
    for argument in memory:
        if argument in activity or (is_written and argument in activity.useful):
            raise error(
                f"@{request.function.name}: differentiation through memory that the caller "
                f"passes in (of type {argument.type}) is not supported yet",
                argument.location or request.function.location,
            )


def _check(
    request: Derivative,
    dependence: DependenceGraph,
    custom_derivatives: CustomDerivatives,
    unspecialized: Module | None,
) -> list[tuple[Instruction, Derivative]]:
    """Checks one function by itself; returns the derivatives of callees that it needs."""
    function = request.function
    activity = dependence.activity(request.request)
    calls: list[tuple[Instruction, Derivative]] = []
    for instruction in live_instructions(function):
        for leaf in instruction.leaves():
            problem = variable_problem(leaf)
            if problem is not None and leaf in activity:
                raise unsupported(problem, instruction, *trail(leaf, activity))
        _check_stack(instruction, activity)
        through = flowing(instruction, activity, dependence.variables_of(instruction))
        is_open = unspecialized is not None and is_open_call(instruction, unspecialized)
        if through is None or is_open:
            continue
        problem = _problem(instruction, callee_of(instruction) in custom_derivatives)
        if problem is not None:
            raise unsupported(problem, instruction, *trail(through, activity))
        if isinstance(instruction, Apply):
            asked = call_derivative(instruction, request, dependence, activity, custom_derivatives)
        elif (combiner := callee_of(instruction)) is not None:
            arguments, result = frozenset(combiner.arguments), frozenset([ResultPart(combiner, 0)])
            asked = Derivative(ActivityRequest(combiner, arguments, result), ((),), (0, 1))
        else:
            continue
        if asked is None:
            continue
        if "checkpoint" in asked.function.attributes:
            check_repeatable(asked.function, specialized=unspecialized is None)
            _check_not_shared(instruction, asked, activity)
        if asked.function in custom_derivatives:
            _check_custom_derivative(asked, custom_derivatives, instruction)
        elif asked.function.blocks:
            calls.append((instruction, asked))
    return calls


def _check_custom_derivative(
    request: Derivative, custom_derivatives: CustomDerivatives, call: Instruction | None
) -> None:
    function = request.function
    is_tuple = isinstance(function.type.result.canonical, TupleType)
    results = list(dict.fromkeys(int(p[0]) if is_tuple else 0 for p in request.results))
    check_custom_derivative(function, results, request.wrt, custom_derivatives[function], call)
    for type in (function.type.parameters[index] for index in request.wrt):
        if shares_gradients(type):
            what = f"an argument of type {type} with a custom gradient"
            raise unsupported(what, call)


def _problem(instruction: Instruction, has_rule: bool) -> str | None:
    """The reason why an instruction is not differentiable; None if it is. If it ``has_rule``, it
    calls a function with custom gradients."""
    problem = None
    if not has_rule:
        find = OBSTACLES.get(type(instruction))
        problem = find(instruction) if find is not None else instruction.not_differentiable
    elif shares_gradients(instruction.type):
        problem = f"values of type {instruction.type} with a custom gradient"
    if problem is not None or Trait.STACK in instruction.traits:
        return problem
    for moved in (instruction.type, *(v.type for v in instruction.leaves())):
        if moved != STACK and STACK in inner_types(moved):
            return f"values of type {moved}"
    is_shared = shares_gradients(instruction.type)
    return _too_many_parts(instruction.type) if is_shared else obstacle(instruction.type)


def _check_not_shared(call: Instruction, asked: Derivative, activity: Activity) -> None:
    """Checks that no derivative flows through enum arguments or results of a function that is
    recomputed: the locations of their gradients are known only in the first call."""
    type = asked.function.type
    parts = parts_of_call(call) if isinstance(call, Apply) else ()
    moved = [type.parameters[index] for index in asked.wrt]
    moved += [type_of(part) for part in parts if part in activity]
    for found in filter(shares_gradients, moved):
        what = f"values of type {found} that a function marked !checkpoint receives or returns"
        raise unsupported(what, call)


def _check_stack(instruction: Instruction, activity: Activity) -> None:
    """Checks that the stack of each active push and pop is known."""
    if not isinstance(instruction, op.Pop | op.Push):
        return
    stack, moved = instruction.stack, instruction.type
    if isinstance(instruction, op.Push):
        moved = instruction.value.type
    if not carries_tangent(moved):
        return
    block = instruction.block
    entry = block.function.entry if block is not None else None
    is_given = isinstance(stack, Argument) and stack.block is entry
    if not isinstance(stack, op.CreateStack) and not is_given:
        raise unsupported("a stack that is passed to a block or a function", instruction)


def flowing(
    instruction: Instruction, activity: Activity, variables: Iterable[Variable] = ()
) -> Node | None:
    """A node of an instruction through which a derivative flows: its result, or memory or a stack
    that it uses, including the ``variables`` of a call. None if there is none."""
    nodes: list[Node] = [instruction, *variables]
    if isinstance(instruction, Apply):
        nodes += parts_of_call(instruction)
    if isinstance(instruction, Apply) or instruction.type.canonical == VOID:
        nodes += [v for v in instruction.leaves() if shares_gradients(v.type)]
    return next((n for n in nodes if not isinstance(n, Literal) and n in activity), None)


def is_open_call(instruction: Instruction, module: Module) -> bool:
    """Whether an instruction calls a function value that may be resolved: by specialization, or by
    a choice among the functions and closures that the module uses as values."""
    if not isinstance(instruction, Apply) or isinstance(instruction.callee, Function):
        return False
    callee = instruction.callee
    if may_become_known(callee) or taken_functions(module, callee.type):
        return True
    return makes_closures(module, callee.type)


def call_derivative(
    apply: Apply,
    request: Derivative,
    dependence: DependenceGraph,
    activity: Activity,
    custom_derivatives: CustomDerivatives,
) -> Derivative | None:
    """The derivative of the callee that a call in a differentiated function needs. None if no
    derivative flows through the call."""
    callee = apply.callee
    variables = dependence.variables_of(apply)
    if not isinstance(callee, Function) or flowing(apply, activity, variables) is None:
        return None
    wrt = [
        index
        for index, argument in enumerate(apply.arguments)
        if any(leaf in activity for leaf in leaves_of(argument))
    ]
    asked = ActivityRequest(callee, frozenset(), frozenset())
    if callee not in custom_derivatives:
        found = dependence.callee_request(apply, activity) if callee.blocks else None
        if found is None:
            return None
        asked, inside = found, dependence.activity(found)
        wrt = [index for index in wrt if callee.arguments[index] in inside]
    prefixes: list[Path] = []
    for user in apply.users:
        if isinstance(user, Return):
            prefixes += request.results
        elif isinstance(user, Extract):
            prefixes += [user.path] if user in activity else []
        elif not isinstance(user, Instruction) or user.is_terminator or flowing(user, activity):
            prefixes.append(())
    paths = tuple(
        path
        for path, _ in differentiable_leaves(apply.type)
        if any(_is_prefix(prefix, path) for prefix in prefixes)
    )
    return Derivative(asked, paths, tuple(wrt))


def _is_prefix(a: Path, b: Path) -> bool:
    """Whether one path is a prefix of the other."""
    return all(x == y for x, y in zip(a, b, strict=False))


def trail(node: Node, activity: Activity) -> list[Note]:
    """Notes on the path from a useful node to the result."""
    notes: list[Note] = []
    for following in activity.path_to_result(node):
        user = instruction_of(following)
        if len(notes) == LONGEST_TRAIL:
            break
        if user is not None:
            notes.append(Note(f"its result is an operand of {user.mnemonic}", user.location))
        elif isinstance(following, Argument):
            notes.append(Note("its result is passed to an argument of a block", following.location))
    notes.append(Note("which the result depends on" if notes else "the result is this value"))
    return notes
