"""The tensors of sequences, which have a leading axis."""

from __future__ import annotations

from typing import Any, cast

from dlvm.ir.types import ERASED, Dim, TensorType
from dlvm.ir.values import Value
from dlvm.nnkit.pytree.packing import leaves_of
from dlvm.nnkit.pytree.pytree import Leaf, flatten
from dlvm.nnkit.tracing import primitives
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import lift


def sequence_leaves(what: str, sequence: Any) -> list[Value]:
    """The tensors of a sequence. Raises if the value is not a sequence."""
    found: list[Any] = []
    structure = flatten(sequence, found)
    if not found or any(type(leaf) is not Leaf for leaf in leaves_of([structure])):
        raise failure(
            f"{what}: expected a sequence (a tensor, or a tuple, list or struct of tensors, with "
            f"a leading axis), got {type(sequence).__name__}"
        )
    values = [lift(leaf) for leaf in found]
    if any(not primitives.rank_of(v) for v in values):
        raise failure(f"{what}: expected a sequence, which has a leading axis, got a scalar")
    dims = {leading_dim(v) for v in values} - {ERASED}
    if len(dims) > 1:
        sizes = " and ".join(sorted(str(d) for d in dims))
        raise failure(f"{what}: expected tensors of one size in a sequence, got {sizes} elements")
    return values


def leading_dim(value: Value) -> Dim:
    """The size of the leading axis."""
    return cast(TensorType, value.type).shape[0]
