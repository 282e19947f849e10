"""Cache keys of staged functions."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from dlvm.ir.types import VOID, TensorType, Type
from dlvm.nnkit.pytree.containers import container_kind, part_hints, parts_in
from dlvm.nnkit.pytree.enums import StagedEnum, is_case
from dlvm.nnkit.pytree.pytree import layout_of, tensor_type
from dlvm.nnkit.pytree.structs import tensor_hint
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import is_array, is_tracer


class Identity:
    """A key that is equal only for the same object, which it keeps alive."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def leaf_type(leaf: Any) -> Type:
    """The type of an argument's leaf in cache keys; the leaf may be a Python value."""
    if is_tracer(leaf) or isinstance(leaf, StagedEnum):
        raise failure(
            "a staged value is used outside the function that it belongs to, expected an array "
            "or a number"
        )  # fmt: skip
    return VOID if is_case(cast("type[Any]", type(leaf))) else tensor_type(leaf)


def erased(type: Type, hint: Any) -> Type:
    """The type of a leaf, with the sizes of dynamic axes erased."""
    wanted = None if hint is None else tensor_hint(hint)
    if wanted is None or not wanted.erased or not isinstance(type, TensorType):
        return type
    return type.with_shape(wanted.erase(type.shape))


def host_key(value: Any, hint: Any) -> Any:
    """The cache key: equal for arguments that share native code."""
    kind = cast("type[Any]", type(value))
    if kind is np.ndarray:
        wanted = None if hint is None else tensor_hint(hint)
        return (wanted.erase(value.shape) if wanted else value.shape, value.dtype)
    if is_case(kind):
        return layout_of(value)
    environment = value.dlvm_environment() if hasattr(kind, "dlvm_environment") else None
    if environment is not None:
        return (environment[0], host_key(environment[1], None))
    container = container_kind(value)
    if container is not None:
        parts = parts_in(container, value)
        hints = part_hints(container, hint, len(parts))
        return (container, *[host_key(v, h) for v, h in zip(parts, hints, strict=True)])
    if hint is not None and tensor_hint(hint) is not None:
        return ()  # A number, of Python or NumPy, which becomes a scalar of the annotated type.
    if is_array(value):
        return (value.shape, value.dtype)
    return (kind, value)
