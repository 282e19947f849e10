"""The intrinsics that builtin.dl applies."""

from dlvm import Intrinsic, register_intrinsic
from dlvm.ir import ElementType, TensorType, TypeRuleError
from dlvm.ir.compute import Affine, Constant, Expression, IndexValue, call
from dlvm.ir.dimensions import add


def _stretched(x: TensorType, y: TensorType) -> TensorType:
    if x.rank != 1 or y.rank != 0 or x.element is not y.element:
        raise TypeRuleError(f"operands must be a vector and a scalar, got {x} and {y}")
    return x.with_shape((add(x.shape[0], x.shape[0]),))


def _half(index: Affine) -> Expression:
    return call("floorDivide", IndexValue(index), Constant(2, ElementType.I64))


register_intrinsic(
    Intrinsic(
        "thrice",
        type_rule=lambda x: x,
        evaluate=lambda x: x + x + x,
        element=lambda at, x: call("add", x(*at), call("add", x(*at), x(*at))),
    )
)
# Every element twice, multiplied by a number.
register_intrinsic(
    Intrinsic(
        "stretch",
        type_rule=_stretched,
        evaluate=lambda x, y: (x * y).repeat(2),
        element=lambda at, x, y: call("multiply", x(_half(at[0])), y()),
    )
)
