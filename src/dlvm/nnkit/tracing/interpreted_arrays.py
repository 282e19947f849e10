"""Arrays in functions that ``interpret`` runs line by line, and whether one is running."""

from __future__ import annotations

import operator
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from dlvm.nnkit.tracing.trace import failure

_is_interpreting = ContextVar("is_interpreting", default=False)


is_interpreting: Final = _is_interpreting.get
"""Returns whether ``interpret`` runs the current Python code."""


@contextmanager
def interpreting() -> Generator[None]:
    """While this context is entered, staged functions run as Python code."""
    token = _is_interpreting.set(True)
    try:
        yield
    finally:
        _is_interpreting.reset(token)


def interpreted(value: Any) -> Any:
    """The result of a function. While ``interpret`` runs, its arrays become
    :class:`InterpretedArray`."""
    return _mapped(_viewed, value) if _is_interpreting.get() else value


def without_values(value: Any) -> Any:
    """An argument for a function of NumPy. While ``interpret`` runs, its arrays become plain ones,
    to which NumPy can write."""
    return _mapped(_plain, value) if _is_interpreting.get() else value


def _viewed(leaf: Any) -> Any:
    return leaf.view(InterpretedArray) if type(leaf) is np.ndarray else leaf


def _plain(leaf: Any) -> Any:
    return np.asarray(leaf) if isinstance(leaf, InterpretedArray) else leaf


def _mapped(change: Callable[[Any], Any], value: Any) -> Any:
    """The value with its arrays changed, also those in tuples and lists."""
    if isinstance(value, tuple | list):
        items = [_mapped(change, item) for item in cast("list[Any]", value)]
        kind: Any = type(cast("object", value))
        return kind(*items) if hasattr(kind, "_fields") else kind(items)
    return change(value)


def _not_in_place(operation: Callable[[Any, Any], Any]) -> Any:
    def call(self: Any, other: Any) -> Any:
        return operation(self, other)

    return call


class InterpretedArray(np.ndarray[Any, Any]):
    """A NumPy array that, like a staged tensor, no operation changes in place."""

    @property
    def at(self) -> _ArrayAt:
        """Copies with a part replaced, as ``at`` of staged tensors."""
        return _ArrayAt(self)

    if not TYPE_CHECKING:

        def __setitem__(self, key, value):
            raise failure(
                "staged tensors are values, so assignment to an element is not possible; write "
                "x = x.at[i].set(value), or choose elements with where"
            )

        __iadd__ = _not_in_place(operator.add)
        __isub__ = _not_in_place(operator.sub)
        __imul__ = _not_in_place(operator.mul)
        __itruediv__ = _not_in_place(operator.truediv)
        __ifloordiv__ = _not_in_place(operator.floordiv)
        __imod__ = _not_in_place(operator.mod)
        __ipow__ = _not_in_place(operator.pow)
        __imatmul__ = _not_in_place(operator.matmul)
        __iand__ = _not_in_place(operator.and_)
        __ior__ = _not_in_place(operator.or_)
        __ixor__ = _not_in_place(operator.xor)
        __ilshift__ = _not_in_place(operator.lshift)
        __irshift__ = _not_in_place(operator.rshift)


class _ArrayAt:
    """``x.at``, whose index selects the part to replace."""

    def __init__(self, array: InterpretedArray) -> None:
        self._array = array

    def __getitem__(self, key: Any) -> _ArrayUpdate:
        return _ArrayUpdate(self._array, key)


class _ArrayUpdate:
    """``x.at[key]``. Elements that the key selects several times are combined several times."""

    def __init__(self, array: InterpretedArray, key: Any) -> None:
        self._array = array
        self._key = key

    def set(self, y: Any) -> InterpretedArray:
        """The array with the part replaced by ``y``."""
        copy = np.array(self._array)
        copy[self._key] = y
        return copy.view(InterpretedArray)

    def add(self, y: Any) -> InterpretedArray:
        """The array with ``y`` added to the part."""
        return self._combined(np.add, y)

    def multiply(self, y: Any) -> InterpretedArray:
        """The array with the part multiplied by ``y``."""
        return self._combined(np.multiply, y)

    def min(self, y: Any) -> InterpretedArray:
        """The array with the minima of the part and ``y``."""
        return self._combined(np.minimum, y)

    def max(self, y: Any) -> InterpretedArray:
        """The array with the maxima of the part and ``y``."""
        return self._combined(np.maximum, y)

    def _combined(self, function: np.ufunc, y: Any) -> InterpretedArray:
        copy = np.array(self._array)
        function.at(copy, self._key, y)
        return copy.view(InterpretedArray)
