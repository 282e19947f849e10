"""Evaluation of user-defined intrinsics."""

from __future__ import annotations

import numpy as np

from dlvm.interpreter.numbers import Array, converted
from dlvm.interpreter.rules import Frame, failure, rule
from dlvm.ir.instructions import Builtin
from dlvm.ir.instructions.rules import shape_text, tensor_type


@rule(Builtin)
def _builtin(_: Frame, builtin: Builtin, *operands: Array) -> Array:
    type = tensor_type(builtin)
    result = np.asarray(builtin.intrinsic.evaluate(*operands))
    fits = result.ndim == type.rank and all(
        not isinstance(d, int) or d == s for d, s in zip(type.shape, result.shape, strict=True)
    )
    if not fits:
        message = f"intrinsic {builtin.name_} returned shape {shape_text(result.shape)}, expected "
        raise failure(builtin, message + shape_text(type.shape))
    return converted(result, type.element)
