"""Tuples, and the tokens that order effects."""

from __future__ import annotations

from typing import Any

from dlvm.diagnostics import error
from dlvm.ir.instructions import Extract
from dlvm.ir.types import TupleType
from dlvm.ir.values import Aggregate, tuple_of
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import wrap
from dlvm.stablehlo.operators.table import OperationContext, operator, value_of


@operator("stablehlo.tuple")
def tuple_(call: OperationContext, *elements: Any) -> Any:
    return tuple_of([value_of(e) for e in elements])


@operator("stablehlo.get_tuple_element")
def get_tuple_element(call: OperationContext, whole: Any) -> Any:
    index = int(
        call.get("index", default=call.operation.words[0][0] if call.operation.words else 0)
    )
    if not isinstance(whole.type, TupleType):
        raise error(f"operand must be a tuple, got {whole.type}")
    count = len(whole.type.elements)
    if not 0 <= index < count:
        raise error(f"index must be from 0 to {count - 1}, got {index}")
    return element_of(whole, index)


def element_of(whole: Any, index: int) -> Any:
    if isinstance(whole, Aggregate):
        return wrap(whole.operands[index])
    return wrap(emit(Extract, (index,), whole))


@operator("stablehlo.after_all", "stablehlo.create_token")
def token(call: OperationContext, *tokens: Any) -> Any:
    """A token, represented by the empty tuple. IR runs in program order, so it orders nothing."""
    return tuple_of([])
