"""Instructions that query the shape of a tensor."""

from __future__ import annotations

from dlvm.ir.declaration import Trait, attribute, operand
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import check_axis, tensor_type
from dlvm.ir.types import I64, INDEX, TensorType, Type
from dlvm.ir.values import Value


class Rank(Instruction):
    """The number of dimensions of a tensor, an ``i64``."""

    format = "rank of {x}"
    traits = Trait.SHAPE_QUERY | Trait.ZERO_DERIVATIVE | Trait.REMATERIALIZABLE
    x: Value = operand()

    def infer(self) -> Type:
        tensor_type(self.x)
        return INDEX


class ShapeOf(Instruction):
    """The sizes of a tensor's dimensions, in order: a vector of ``i64``."""

    format = "shape of {x}"
    traits = Trait.SHAPE_QUERY | Trait.ZERO_DERIVATIVE | Trait.REMATERIALIZABLE
    x: Value = operand()

    def infer(self) -> Type:
        return TensorType((tensor_type(self.x).rank,), I64)


class UnitCount(Instruction):
    """The number of elements of a tensor, an ``i64``."""

    format = "unitCount of {x}"
    traits = Trait.SHAPE_QUERY | Trait.ZERO_DERIVATIVE | Trait.REMATERIALIZABLE
    x: Value = operand()

    def infer(self) -> Type:
        tensor_type(self.x)
        return INDEX


class Dimension(Instruction):
    """The size of one dimension of a tensor, an ``i64``."""

    format = "dimension of {x} along {axis}"
    traits = Trait.SHAPE_QUERY | Trait.ZERO_DERIVATIVE | Trait.REMATERIALIZABLE
    x: Value = operand()
    axis: int = attribute("int")

    def infer(self) -> Type:
        check_axis(self.axis, tensor_type(self.x).rank)
        return INDEX
