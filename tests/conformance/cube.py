"""An intrinsic, which ``builtin.dl`` applies: the cube of every element."""

import numpy as np

from dlvm import Intrinsic, register_intrinsic
from dlvm.ir.compute import call
from dlvm.ir.instruction import TypeRuleError
from dlvm.ir.types import TensorType


def cube_type(x: TensorType) -> TensorType:
    if not x.element.is_float:
        raise TypeRuleError(f"element type {x.element} found, expected floats")
    return x


register_intrinsic(
    Intrinsic(
        "cube",
        type_rule=cube_type,
        evaluate=lambda x: np.power(x, x.dtype.type(3)),
        element=lambda at, x: call("multiply", x(*at), call("square", x(*at))),
    )
)
