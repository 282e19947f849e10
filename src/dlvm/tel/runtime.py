"""Functions that the generated Python code of TEL programs calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import isfunction, ismodule
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.diagnostics import error
from dlvm.ir.types import ElementType
from dlvm.tel.types import TelTensor, show


def cast(value: Any, element: str) -> Any:
    """A value converted to an element type; a number is rounded once."""
    if isinstance(value, bool | int | float):
        with np.errstate(over="ignore"):
            return nnkit.asarray(np.asarray(value, ElementType(element).numpy))
    return nnkit.astype(value, getattr(nnkit, element, bool))


def parts(values: tuple[Any, ...], elements: Sequence[str | None]) -> tuple[Any, ...]:
    """The parts of a tuple, converted to element types where these are given."""
    pairs = zip(values, elements, strict=True)
    return tuple(value if element is None else cast(value, element) for value, element in pairs)


def declared(value: Any, *elements: str) -> Any:
    """The result of a function, a tensor or a tuple of tensors of the declared element types."""
    results = tuple(map(nnkit.asarray, value if len(elements) > 1 else (value,)))
    found = [str(result.type.element) for result in results]
    if found != [*elements]:
        raise error(f"expected results of {', '.join(elements)}, got {', '.join(found)}")
    return results if len(elements) > 1 else results[0]


def concat(*parts: Any, axis: int = 0) -> Any:
    """Tensors joined along an axis."""
    return nnkit.concat(parts, axis=axis)


def conv2d(x: Any, kernel: Any, stride: int = 1, padding: int = 0) -> Any:
    """The convolution of images ``[n x c x h x w]``."""
    return nnkit.convolve(x, kernel, strides=stride, padding=padding)


def max_pool(x: Any, window: int = 2, stride: int | None = None) -> Any:
    """The greatest element of each window of images."""
    return _pool(x, "max", window, stride)


def avg_pool(x: Any, window: int = 2, stride: int | None = None) -> Any:
    """The mean of each window of images."""
    return _pool(x, "add", window, stride) / float(window * window)


def _pool(x: Any, by: str, window: int, stride: int | None) -> Any:
    step = window if stride is None else stride
    return nnkit.reduce_window(x, by, (1, 1, window, window), (1, 1, step, step))


def one_hot(indices: Any, classes: int) -> Any:
    """A row of f32 for each index, 1 at the index and 0 elsewhere."""
    return nnkit.one_hot(indices, classes)


def take(values: Any, indices: Any) -> Any:
    """The rows at indices."""
    return nnkit.take(values, indices, axis=0)


def extern_names() -> list[str]:
    """The functions that ``extern`` may name: those of NNKit and of its modules."""
    found: list[str] = []
    for name in nnkit.__all__:
        value = getattr(nnkit, name)
        if isfunction(value):
            found.append(name)
        elif ismodule(value):
            found += [
                f"{name}.{n}" for n, f in vars(value).items() if isfunction(f) and n[0] != "_"
            ]
    return found


def find_extern(path: str) -> Callable[..., Any] | None:
    """The function of NNKit with a name such as ``linalg.inv``, or None."""
    if path not in extern_names():
        return None
    value: Any = nnkit
    for part in path.split("."):
        value = getattr(value, part)
    return value


def extern(path: str, shape: tuple[int, ...] | None, element: str) -> Callable[..., Any]:
    """A function of NNKit whose result is checked against its declaration in the program."""
    function = find_extern(path)
    assert function is not None

    def call(*arguments: Any) -> Any:
        found = nnkit.asarray(function(*arguments))
        type = TelTensor(str(found.type.element), tuple(map(int, found.shape)))
        expected = TelTensor(element, type.sizes if shape is None else shape)
        if type != expected:
            raise error(f"{path} is declared to return {show(expected)}, got {show(type)}")
        return found

    return call
