"""Symbolic sizes: the sizes of dynamic axes, as Python values with the arithmetic of integers."""

from __future__ import annotations

from dlvm.nnkit.array_api.tensors import Tensor
from dlvm.nnkit.tracing.element_types import i64
from dlvm.nnkit.tracing.ranks import Rank0
from dlvm.nnkit.tracing.sizes import SizeExpression, is_at_most, size_text
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import StagedTensor


class SymbolicSize(SizeExpression, Tensor[Rank0, i64]):
    """The size of a dynamic axis, or a size computed from such sizes.

    Sums, differences, products and quotients of sizes and integers are sizes. A comparison is a
    Python bool if its result is known while staging, as for equal names, and else a staged bool.
    """

    __slots__ = ()

    __hash__ = SizeExpression.__hash__

    def __bool__(self) -> bool:
        if is_at_most(1, self):
            return True
        raise failure(
            f"expected a Python bool known while staging, got the size {self!r}; branch with if in "
            "a function that is itself decorated with @staged"
        )

    def __index__(self) -> int:
        raise failure(
            f"expected an integer known while staging, got the size {self!r} of a dynamic axis; "
            "loop over it with nnkit.range, or pass a tensor whose size is known"
        )

    def __repr__(self) -> str:
        return size_text(self.expression)


StagedTensor.size_class = SymbolicSize
