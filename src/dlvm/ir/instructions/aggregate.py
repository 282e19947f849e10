"""Instructions on tuples, arrays, structs and elements of tensors."""

from __future__ import annotations

from dlvm.ir.declaration import Trait, TypeRuleError, attribute, operand
from dlvm.ir.instruction import Instruction
from dlvm.ir.types import ArrayType, StructType, TensorType, TupleType, Type, same_type
from dlvm.ir.values import Value

Path = tuple[int | str, ...]


def element_at(type: Type, path: Path) -> Type:
    """The type found by following numbers (tuples, arrays, tensors) and field names (structs)."""
    for step in path:
        whole = type.canonical
        size: object
        match whole:
            case StructType() if isinstance(step, str):
                position = whole.field_index(step)
                if position is None:
                    names = ", ".join("#" + n for n, _ in whole.fields)
                    raise TypeRuleError(f"{whole} has no field #{step}, expected one of {names}")
                type = whole.fields[position][1]
                continue
            case TupleType() if isinstance(step, int):
                size = len(whole.elements)
                if 0 <= step < size:
                    type = whole.elements[step]
                    continue
            case ArrayType() if isinstance(step, int):
                size = whole.size
                if 0 <= step < whole.size:
                    type = whole.element
                    continue
            case TensorType() if isinstance(step, int) and whole.rank:
                size = whole.shape[0]
                if step >= 0 and (not isinstance(size, int) or step < size):
                    type = whole.with_shape(whole.shape[1:])
                    continue
            case _:
                what = f"field #{step}" if isinstance(step, str) else f"element {step}"
                raise TypeRuleError(f"a value of type {whole} has no {what}")
        raise TypeRuleError(f"element {step} is out of range: {whole} has {size} elements")
    return type


class Extract(Instruction):
    """The part of a tuple, array, struct or tensor at a path of numbers and fields."""

    format = "extract {path} from {source}"
    traits = Trait.REMATERIALIZABLE
    path: Path = attribute("path")
    source: Value = operand()

    def infer(self) -> Type:
        return element_at(self.source.type, self.path)


class Insert(Instruction):
    """``target`` with the part at a path replaced by ``element``."""

    format = "insert {element} to {target} at {path}"
    traits = Trait.LINEAR
    element: Value = operand()
    target: Value = operand()
    path: Path = attribute("path")

    def infer(self) -> Type:
        expected = element_at(self.target.type, self.path)
        if not same_type(self.element.type, expected):
            raise TypeRuleError(f"element has type {self.element.type}, expected {expected}")
        return self.target.type
