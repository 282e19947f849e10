"""Expands alternative forms of instructions, from the original DLVM, to other instructions.

A form receives the fields that were read, and a function that appends an instruction to the block.
It returns the value of the form, or None if the fields belong to the instruction itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from dlvm.diagnostics import quantity
from dlvm.ir import instructions as op
from dlvm.ir.instruction import Instruction, TypeRuleError
from dlvm.ir.instructions.rules import check_scalar, constant_index, tensor_type
from dlvm.ir.intrinsics import INTRINSICS
from dlvm.ir.types import INDEX, ArrayType, TensorType, compatible_type
from dlvm.ir.values import Literal, Value, index_literal

Fields = Mapping[str, Any]
Put = Callable[[Instruction], Instruction]
Path = Sequence[Value | int | str]


# Elements at run-time indices


def _extract(fields: Fields, put: Put) -> Instruction | None:
    path = _constant_steps(fields["path"])
    if not any(isinstance(step, Value) for step in path):
        return None
    return _element(fields["source"], path, put)


def _insert(fields: Fields, put: Put) -> Instruction | None:
    path = _constant_steps(fields["path"])
    if not any(isinstance(step, Value) for step in path):
        return None
    return _with_element(fields["element"], fields["target"], path, put)


def _constant_steps(path: Path) -> Path:
    """The path, with ``i64`` constants replaced by their numbers."""
    constants = [constant_index(s) if isinstance(s, Literal) else None for s in path]
    return [s if c is None else c for s, c in zip(path, constants, strict=True)]


def _split(path: Path) -> tuple[tuple[int | str, ...], Value | None, Path]:
    """Splits a path at its first value."""
    before: list[int | str] = []
    for number, step in enumerate(path):
        if isinstance(step, Value):
            check_scalar(step, INDEX, "index")
            return tuple(before), step, path[number + 1 :]
        before.append(step)
    return tuple(before), None, ()


def _element(source: Value, path: Path, put: Put) -> Instruction:
    """Reads the part at a path: by ``gather`` from tensors, by ``load`` from arrays."""
    before, index, rest = _split(path)
    if index is None:
        return put(op.Extract(before, source))
    whole = put(op.Extract(before, source)) if before else source
    if _is_array(whole):
        pointer = _in_memory(whole, put)
        found = put(op.Load(put(op.ElementPointer(pointer, [0, index]))))
        put(op.Deallocate(pointer))
    else:
        found = put(op.Gather(whole, index, 0))
    return _element(found, rest, put) if rest else found


def _with_element(element: Value, target: Value, path: Path, put: Put) -> Instruction:
    """The target with the part at a path replaced."""
    before, index, rest = _split(path)
    if index is None:
        return put(op.Insert(element, target, before))
    whole = put(op.Extract(before, target)) if before else target
    if rest:
        element = _with_element(element, _element(whole, [index], put), rest, put)
    if _is_array(whole):
        pointer = _in_memory(whole, put)
        put(op.Store(element, put(op.ElementPointer(pointer, [0, index]))))
        changed = put(op.Load(pointer))
        put(op.Deallocate(pointer))
    else:
        changed = put(op.Scatter(element, whole, index, 0))
    return put(op.Insert(changed, target, before)) if before else changed


def _is_array(whole: Value) -> bool:
    """Whether an indexed value is an array and not a tensor."""
    type = whole.type.canonical
    if not isinstance(type, ArrayType | TensorType):
        raise TypeRuleError(
            f"a value of type {whole.type} has no element at an index, expected an array or a "
            "tensor"
        )
    return isinstance(type, ArrayType)


def _in_memory(value: Value, put: Put) -> Instruction:
    pointer = put(op.AllocateHeap(value.type, index_literal(1)))
    put(op.Store(value, pointer))
    return pointer


# Reductions by an operator that is not associative


def _reduce(fields: Fields, put: Put) -> Instruction | None:
    if fields["by"] != "subtract":
        return None
    init = _first(fields)
    return put(op.Subtract(init, put(op.Reduce(fields["x"], "add", fields["axes"], None))))


def _reduce_window(fields: Fields, put: Put) -> Instruction | None:
    if fields["by"] != "subtract":
        return None
    init, padding = _first(fields), fields.get("padding", "none")
    is_zero = isinstance(init, Literal) and init.splat == 0
    if padding not in ("none", ()) and not is_zero:
        raise TypeRuleError("by subtract expects no padding, as padding counts as init")
    clauses = {name: value for name, value in fields.items() if name not in ("by", "init")}
    return put(op.Subtract(init, put(op.ReduceWindow(by="add", init=None, **clauses))))


def _first(fields: Fields) -> Value:
    """The initial value of a reduction by ``subtract``, from which the elements are subtracted."""
    init = fields.get("init")
    if init is None:
        raise TypeRuleError("by subtract expects the initial value, init")
    check_scalar(init, TensorType((), tensor_type(fields["x"]).element), "init")
    return init


# The original's intrinsics


def _builtin(fields: Fields, put: Put) -> Instruction | None:
    name, arguments = fields["name_"], fields["arguments"]
    known = COMPOSED.get(name)
    if known is None or name in INTRINSICS:
        return None
    count, compose = known
    if len(arguments) != count:
        raise TypeRuleError(f"expected {quantity(count, 'operand')}, got {len(arguments)}")
    for argument in arguments:
        tensor_type(argument)
    result = compose(put, *arguments)
    if not compatible_type(fields["result"], result.type):
        raise TypeRuleError(f"expected result type {result.type}, got {fields['result']}")
    return result


def _softmax(put: Put, x: Value) -> Instruction:
    """Softmax along the last axis, with the maximum subtracted to avoid overflow."""
    type = _float_type(x)
    if not type.rank:
        raise TypeRuleError(f"operand has type {type}, expected at least one dimension")
    axis = type.rank - 1
    least = Literal(TensorType((), type.element), -math.inf)
    greatest = put(op.PadShape(put(op.Reduce(x, "max", (axis,), least)), axis))
    powers = put(op.Exp(put(op.Subtract(x, greatest))))
    total = put(op.PadShape(put(op.Reduce(powers, "add", (axis,), None)), axis))
    return put(op.Divide(powers, total))


def _mean(put: Put, x: Value) -> Instruction:
    """The mean of all elements."""
    type = _float_type(x)
    total = put(op.Reduce(x, "add", tuple(range(type.rank)), None))
    if type.static_shape is not None:
        count: Value = Literal(total.type, float(math.prod(type.static_shape)))
    else:
        count = put(op.DataTypeCast(put(op.UnitCount(x)), type.element))
    return put(op.Divide(total, count))


def _float_type(x: Value) -> TensorType:
    type = tensor_type(x)
    if not type.element.is_float:
        raise TypeRuleError(f"operand has type {type}, expected floats")
    return type


def _max(put: Put, a: Value, b: Value) -> Instruction:
    return put(op.Max(a, b))


def _min(put: Put, a: Value, b: Value) -> Instruction:
    return put(op.Min(a, b))


COMPOSED: Final[dict[str, tuple[int, Callable[..., Instruction]]]] = {
    "max": (2, _max),
    "min": (2, _min),
    "mean": (1, _mean),
    "softmax": (1, _softmax),
}
"""The intrinsics of the original DLVM: the number of operands and the expansion of each. A
registered intrinsic of the same name takes precedence."""

FORMS: Final[dict[str, Callable[[Fields, Put], Instruction | None]]] = {
    "builtin": _builtin,
    "extract": _extract,
    "insert": _insert,
    "reduce": _reduce,
    "reduceWindow": _reduce_window,
}
"""The alternative forms of instructions, by mnemonic."""
