"""Custom derivatives: user-defined gradients and JVPs of staged functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, cast

from dlvm.analysis.differentiation.gradients import declared_type
from dlvm.diagnostics import error
from dlvm.ir.instructions import Broadcast
from dlvm.ir.types import StructType, TensorType, TupleType, Type
from dlvm.nnkit.autodiff.arguments import Arguments, expect_staged, moving_positions, positions_of
from dlvm.nnkit.autodiff.derived_functions import (
    AnyStaged,
    ComposedFunction,
    Derived,
    ForwardDerivative,
    Gradient,
    called,
    results_of,
)
from dlvm.nnkit.control_flow.cfg_merge import merged_type
from dlvm.nnkit.pytree.pytree import Leaf, TreeDef, TreeNode, flatten, unflatten
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.nnkit.tracing.sizes import require_equal, shape_of
from dlvm.nnkit.tracing.source_locations import user_location
from dlvm.nnkit.tracing.trace import TracedProgram, emit, failure
from dlvm.nnkit.tracing.tracer import is_tracer, lift, wrap

P = ParamSpec("P")
R = TypeVar("R")


class DerivativeDecorator(Protocol):
    """The decorator that stages a custom derivative and attaches it to a function."""

    def __call__(self, function: Callable[P, R], /) -> StagedFunction[P, R]: ...


def gradient_of(
    of: AnyStaged, wrt: Arguments | None = None, *, source: int | None = None
) -> DerivativeDecorator:
    """Decorator: defines a custom gradient (VJP) of a staged function.

    The rule takes the arguments of the function, then the incoming gradient, which has the type and
    shape of the result. It returns a tuple of gradients in the order of ``wrt``, each of the type
    and shape of its argument; a single gradient need not be in a tuple. The rule may contain loops
    and calls, and is itself differentiated for second derivatives.

    Parameters
    ----------
    of
        The staged function.
    wrt
        The arguments to differentiate with respect to; by default all floating-point arguments.
    source
        The position of the differentiated result, if there are several.

    Raises
    ------
    DiagnosticError
        If the function was already used. If types disagree, the first use of the rule raises the
        error, at the line of the rule.

    Notes
    -----
    Every gradient through the function uses this rule instead of the function's code. ``jvp`` does
    not: see :func:`derivative_of`.
    """
    positions = None if wrt is None else positions_of("gradient_of", of, wrt)
    expect_staged("gradient_of", of)
    return _rule(of, Gradient(of, positions, (), source, True, user_location()))


def derivative_of(
    of: AnyStaged, wrt: Arguments | None = None, *, source: int | None = None
) -> DerivativeDecorator:
    """Decorator: defines a custom derivative (JVP) of a staged function.

    Every ``jvp`` and Hessian-vector product through the function uses this rule instead of the
    function's code. The rule takes the arguments of the function, then a tangent for each argument
    in ``wrt``, of its type and shape, and returns the tangent of the result.

    Parameters
    ----------
    of
        The staged function.
    wrt
        The arguments that have tangents; by default all whose annotations are not of integers or
        bools.
    source
        The position of the differentiated result, if there are several.

    Raises
    ------
    DiagnosticError
        For the reasons of :func:`gradient_of`.
    """
    positions = moving_positions("derivative_of", of, wrt)
    return _rule(of, ForwardDerivative(of, positions, (), source, user_location()))


def _rule(of: AnyStaged, derived: Derived) -> DerivativeDecorator:
    def enter(function: Callable[P, R]) -> StagedFunction[P, R]:
        given = cast(Any, function)
        if not isinstance(given, StagedFunction):
            given = staged(function)
        rule = cast(AnyStaged, given)
        expected_names = ", ".join(derived.signature.parameters)
        if len(rule.signature.parameters) != len(derived.signature.parameters):
            raise failure(
                f"expected {rule.name}({expected_names}), got "
                f"{rule.name}({', '.join(rule.signature.parameters)})"
            )

        if of.was_staged:
            raise failure(
                f"{rule.name} must be declared before {of.name} is used: the compiled functions "
                "do not have it"
            )
        place = rule.location or derived.location

        def body(values: Sequence[Any]) -> Any:
            found = called(rule, values)
            results = cast("tuple[Any, ...]", found) if isinstance(found, tuple) else (found,)
            if not isinstance(derived, Gradient):
                return results
            arguments = values[: len(of.signature.parameters)]
            return _with_sizes_of(results, derived.differentiated(arguments))

        packed = ComposedFunction(rule, "custom_derivatives", body, derived.signature)

        def companion(
            program: TracedProgram, structures: tuple[TreeDef, ...], types: tuple[Type, ...]
        ) -> None:
            results = results_of(of.specialize(program, structures, types).result)
            if derived.source is None and len(results) > 1:
                names = ", ".join(map(str, range(len(results))))
                raise error(
                    f"{rule.name} needs source, the result of {of.name} that it differentiates: "
                    f"one of {names}",
                    place,
                )
            request = derived.requested(program, structures, types)
            expected = declared_type(request.declaration)
            added = derived.added(request)
            rest = expected.parameters[len(expected.parameters) - len(added) :]
            leaves = [t for s, type in zip(added, rest, strict=True) for t in _leaves(s, type)]
            made = packed.specialize(program, (*structures, *added), (*types, *leaves)).function
            if made.type != expected:
                raise error(
                    f"{rule.name} returns {made.type.result}, expected {expected.result}, the "
                    f"types for the arguments of {of.name}",
                    place,
                )
            made.declaration = request.declaration

        of.companions.append(companion)
        return cast("StagedFunction[P, R]", rule)

    return enter


def _with_sizes_of(results: tuple[Any, ...], wanted: tuple[Any, ...]) -> tuple[Any, ...]:
    """The gradients with the types of the arguments, whose sizes may be known even if the types of
    the gradients erase them."""
    found: list[Any] = []
    expected: list[Any] = []
    structure = flatten(results, found)
    if structure != flatten(wanted, expected):
        return results
    pairs = zip(found, expected, strict=True)
    return unflatten(structure, iter([_with_sizes(x, y) for x, y in pairs]))


def _with_sizes(x: Any, wanted: Any) -> Any:
    if not (is_tracer(x) and is_tracer(wanted)):
        return x
    value, like = lift(x), lift(wanted)
    if value.type == like.type or merged_type(value, like) is None:
        return x
    for axis, (size, other) in enumerate(zip(shape_of(value), shape_of(like), strict=True)):
        message = f"a custom gradient must have size {{1}} at dimension {axis}, got {{0}}"
        require_equal(size, other, message)
    return wrap(emit(Broadcast, value, cast("TensorType", like.type).shape))


def _leaves(structure: TreeDef, type: Type) -> Iterator[Type]:
    """The tensor types in an IR value."""
    if isinstance(structure, Leaf):
        yield type
    elif isinstance(structure, TreeNode):
        whole = type.canonical
        if isinstance(whole, StructType):
            parts: Sequence[Type] = [t for _, t in whole.fields]
        else:
            assert isinstance(whole, TupleType)
            parts = whole.elements
        for (_, child), part in zip(structure.parts, parts, strict=True):
            yield from _leaves(child, part)
