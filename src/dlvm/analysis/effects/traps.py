"""Traps: determines which instructions may end a call.

If several instructions would trap, the first in program order does: no pass reorders them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.analysis.values.intervals import is_within
from dlvm.ir.compute import Definition
from dlvm.ir.declaration import Effect, TypeRuleError
from dlvm.ir.dimensions import SizeRecord, recording
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import Apply, Gather, Scatter, Slice, Update
from dlvm.ir.types import Shape, Symbol, TensorType
from dlvm.ir.values import Literal, Special, Value


def may_trap(instruction: Instruction) -> bool:
    """Whether an instruction may trap, because of its semantics or because the shapes of its
    operands do not match. Calls of functions may always trap. Running out of memory does not
    count."""
    match instruction:
        case Apply():
            callee = instruction.callee
            return not isinstance(callee, Definition) or bool(callee.body.checks)
        case Gather() | Scatter():
            type = instruction.x.type.canonical
            assert isinstance(type, TensorType)
            size = type.shape[instruction.axis]
            return not is_within(instruction.indices, size) or _has_size_precondition(instruction)
        case Slice() | Update() if not all(isinstance(p, Literal) for p in _places(instruction)):
            return True
        case Slice() | Update():
            return _has_size_precondition(instruction)
        case _:
            return bool(instruction.effects & ~Effect.CONTROL) or _has_size_precondition(
                instruction
            )


def _places(instruction: Slice | Update) -> Iterator[Value]:
    yield from instruction.start
    if isinstance(instruction, Slice):
        yield from instruction.end


def _has_size_precondition(instruction: Instruction) -> bool:
    """Whether an instruction has a precondition on sizes that are known only at run time."""
    values = (*instruction.operands, instruction)
    types = [v.type.canonical for v in values]
    if not any(isinstance(t, TensorType) and t.static_shape is None for t in types):
        return False
    if not all(isinstance(t, TensorType) for t in types):
        return bool(instruction.leaves())
    record = SizeRecord()
    copied = instruction.clone()
    try:
        for index, type in enumerate(types[:-1]):
            assert isinstance(type, TensorType)
            if type.static_shape is None:
                shape = _with_distinct_names(type.shape, index)
                copied.set_operand(index, Literal(type.with_shape(shape), Special.UNDEFINED))
        with recording(record):
            found = copied.infer()
    except TypeRuleError:
        return True
    finally:
        copied.drop_operands()
    declared = types[-1]
    assert isinstance(found, TensorType)
    assert isinstance(declared, TensorType)
    sizes = zip(found.shape, declared.shape, strict=True)
    return bool(record.requirements) or any(
        size != dim and not (isinstance(dim, Symbol) and not dim.name) for size, dim in sizes
    )


def _with_distinct_names(shape: Shape, number: int) -> Shape:
    """A copy of a shape in which unnamed sizes have names that are distinct for each ``number`` and
    axis."""
    return tuple(
        Symbol(f"@{number}.{axis}") if isinstance(dim, Symbol) and not dim.name else dim
        for axis, dim in enumerate(shape)
    )
