"""Control flow, calls, and the checks of self-checking programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.instruction import Block
from dlvm.ir.instructions import Assert
from dlvm.ir.types import ElementType, TupleType
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift
from dlvm.stablehlo.operators.complex_numbers import parts
from dlvm.stablehlo.operators.elementwise import computing, total_order
from dlvm.stablehlo.operators.loops import block, branch, conditional, enter
from dlvm.stablehlo.operators.movement import emitted
from dlvm.stablehlo.operators.table import (
    OPERATORS,
    OperationContext,
    array_of,
    cast_to,
    constant,
    lowered,
    operator,
)
from dlvm.stablehlo.operators.tuples import element_of


@operator("stablehlo.while")
def while_(call: OperationContext, *operands: Any) -> Any:
    header, body, end = block(call.operation.types), block(), block()
    branch(header, operands)
    states = enter(header)
    [goes_on] = call.run(0, *states)
    conditional(goes_on, body, end)
    enter(body)
    branch(header, call.run(1, *states))
    enter(end)
    return tuple(states)


@operator("stablehlo.if")
def if_(call: OperationContext, condition: Any) -> Any:
    return _cases(call, [condition])


@operator("stablehlo.case")
def case(call: OperationContext, index: Any) -> Any:
    last = len(call.operation.regions) - 1
    tests = [lowered("equal", index, constant(n, index.type.element)) for n in range(last)]
    return _cases(call, tests)


def _cases(call: OperationContext, tests: Sequence[Any]) -> Any:
    """Runs the region of the first condition that holds, or the last region."""
    end = block(call.operation.types)
    for place in range(len(call.operation.regions)):
        otherwise: Block | None = None
        if place < len(tests):
            chosen, otherwise = block(), block()
            conditional(tests[place], chosen, otherwise)
            enter(chosen)
        branch(end, call.run(place))
        if otherwise is not None:
            enter(otherwise)
    return tuple(enter(end))


CALLS: Final = ("func.call", "call")


@operator(*CALLS)
def call_(call: OperationContext, *operands: Any) -> Any:
    return tuple(call.stager.call(str(call.get("callee")), operands))


@operator("stablehlo.composite")
def composite(call: OperationContext, *operands: Any) -> Any:
    return tuple(call.stager.call(str(call.get("decomposition")), operands))


@operator("stablehlo.partition_id", "stablehlo.replica_id")
def process(call: OperationContext) -> Any:
    """The number of the process, which is always 0."""
    return constant(0, call.type.element)


CUSTOM_CALLS: Final[dict[str, Callable[..., Any]]] = {
    "Sharding": lambda call, *operands: operands,  # pyright: ignore[reportUnknownLambdaType]
    "mhlo.erf": OPERATORS["chlo.erf"],
    "mhlo.topk": OPERATORS["chlo.top_k"],
}


@operator("stablehlo.custom_call")
def custom_call(call: OperationContext, *operands: Any) -> Any:
    name = str(call.get("call_target_name", "callee"))
    if name not in CUSTOM_CALLS:
        raise error(f"custom call {name!r} is not supported, expected one of: {_listed()}")
    return CUSTOM_CALLS[name](call, *operands)


def is_custom_call(name: str) -> bool:
    return name in CUSTOM_CALLS


def _listed() -> str:
    return ", ".join(sorted(CUSTOM_CALLS))


def _all(flags: Any) -> Any:
    axes = tuple(range(len(flags.type.shape)))
    return emitted(flags, "reduce", by="and", axes=axes) if axes else flags


def _check(flags: Any, message: str) -> None:
    emit(Assert, lift(_all(flags)), message=message)


def _same(x: Any, y: Any) -> Any:
    x, y = computing(x), computing(y)
    equal = lowered("equal", x, y)
    if x.type.element.is_exact:
        return equal
    return lowered("or", equal, lowered("and", lowered("isNaN", x), lowered("isNaN", y)))


def _expected(call: OperationContext, rest: Sequence[Any], x: Any) -> Any:
    return rest[0] if rest else constant(array_of(call.get("value")), x.type.element)


@operator("check.expect_eq", "check.expect_eq_const")
def expect_eq(call: OperationContext, x: Any, *rest: Any) -> Any:
    if isinstance(x.type, TupleType):
        for place in range(len(x.type.elements)):
            expect_eq(call, *(element_of(whole, place) for whole in (x, *rest)))
        return ()
    _check(_same(x, _expected(call, rest, x)), "check.expect_eq: values differ")
    return ()


@operator("check.expect_almost_eq", "check.expect_almost_eq_const")
def expect_almost_eq(call: OperationContext, x: Any, *rest: Any) -> Any:
    y = _expected(call, rest, x)
    if x.type.element.is_complex:
        for pair in zip(parts(x), parts(y), strict=True):
            expect_almost_eq(call, *pair)
        return ()
    flags = _same(x, y)
    if x.type.element.is_float:
        least = np.float64(call.get("tolerance", default=1e-3))
        wide, other = (cast_to(v, ElementType.F64) for v in (x, y))
        bound = constant(least, ElementType.F64) * lowered(
            "max", lowered("abs", other), constant(1, ElementType.F64)
        )
        near = lowered("lessThanOrEqual", lowered("abs", wide - other), bound)
        flags = lowered("or", flags, near)
    _check(flags, "check.expect_almost_eq: values differ")
    return ()


@operator("check.expect_close")
def expect_close(call: OperationContext, x: Any, y: Any) -> Any:
    """Checks that values are at most ``max_ulp_difference`` apart, counted in floats."""
    most = call.get("max_ulp_difference", default=_MOST_ULPS)
    if x.type.element.is_complex:
        for pair in zip(parts(x), parts(y), strict=True):
            expect_close(call, *pair)
        return ()
    if not x.type.element.is_float:
        return expect_eq(call, x, y)
    wide = [cast_to(total_order(v), ElementType.I64) for v in (x, y)]
    distance = lowered("abs", wide[0] - wide[1])
    near = lowered("lessThanOrEqual", distance, constant(most, ElementType.I64))
    _check(lowered("or", _same(x, y), near), "check.expect_close: values differ")
    return ()


def _eq(call: OperationContext, x: Any, y: Any) -> Any:
    """Checks that all elements are equal, and returns true: the form of the check in older
    programs."""
    expect_eq(call, x, y)
    return constant(np.array(True), ElementType.BOOL)


_MOST_ULPS: Final = 3
"""The default maximum distance, counted in floats, at which floats are close."""
CUSTOM_CALLS.update(
    {name: function for name, function in OPERATORS.items() if name.startswith("check.")}
)
CUSTOM_CALLS["check.eq"] = _eq
