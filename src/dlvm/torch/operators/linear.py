"""Products of matrices."""

from __future__ import annotations

from typing import Any

from dlvm.torch.operators.table import operator
from dlvm.torch.operators.vocabulary import cast, nnkit


@operator("mm", "bmm", "mv", "dot", "matmul")
def product(self: Any, other: Any) -> Any:
    return nnkit.matmul(self, other)


@operator("addmm", "baddbmm", "addmv")
def addmm(self: Any, a: Any, b: Any, *, beta: float = 1, alpha: float = 1, result: Any) -> Any:
    found = nnkit.matmul(a, b)
    found = found if alpha == 1 else found * alpha
    if beta == 0:
        return found
    bias = cast(self, result)
    return found + (bias if beta == 1 else bias * beta)
