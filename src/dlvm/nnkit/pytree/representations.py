"""Short representations of structs: the element types and sizes of arrays in place of elements."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from types import FunctionType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from dlvm.notebooks import html_table

_WIDTH = 100
"""The maximum width of a representation on one line; a longer one has a line for each field."""


def short_repr(value: Any, indentation: int = 0) -> str:
    """The representation of a value, in which an array is its element type and shape, and a
    function its name. ``indentation`` is the indentation of its first line."""
    kind: Any = type(cast("object", value))
    if isinstance(value, np.ndarray):
        return array_type(cast("NDArray[Any]", value))
    if isinstance(value, (tuple, list)) and kind in (tuple, list):
        items = cast("tuple[Any, ...]", value)
        begin, end = ("(", ")") if kind is tuple else ("[", "]")
        return _joined(begin, [("", item) for item in items], end, indentation)
    if isinstance(value, dict) and kind is dict:
        mapping = cast("dict[Any, Any]", value)
        return _joined("{", [(f"{k!r}: ", v) for k, v in mapping.items()], "}", indentation)
    if kind.__repr__ is struct_repr:
        fields = [(f"{name}=", v) for name, v in _fields(value)]
        return _joined(f"{kind.__qualname__}(", fields, ")", indentation)
    return value.__name__ if isinstance(value, FunctionType) else repr(cast("object", value))


def struct_repr(instance: object) -> str:
    """``__repr__`` of structs."""
    return short_repr(instance)


def struct_html(instance: object) -> str:
    """``_repr_html_`` of structs: a table of the arrays inside, with the sum of their elements."""
    rows = list(_arrays(instance, ""))
    total = sum(array.size for _, array in rows)
    cells = [(path, array_type(array), f"{array.size:,}") for path, array in rows]
    return html_table(
        type(instance).__qualname__,
        ("field", "type", "elements"),
        [*cells, ("", "total", f"{total:,}")],
    )


def array_type(array: NDArray[Any]) -> str:
    """The element type and shape, ``float32[3, 2]``; a number if there are no dimensions."""
    if array.ndim == 0:
        return str(array)
    return f"{array.dtype}[{', '.join(map(str, array.shape))}]"


def _joined(begin: str, items: list[tuple[str, Any]], end: str, indentation: int) -> str:
    inner = indentation + 2
    texts = [label + short_repr(item, inner) for label, item in items]
    comma = "," if begin == "(" and len(texts) == 1 else ""
    line = begin + ", ".join(texts) + comma + end
    if len(line) + indentation <= _WIDTH and "\n" not in line:
        return line
    lines = "".join(f"\n{' ' * inner}{text}," for text in texts)
    return f"{begin}{lines}\n{' ' * indentation}{end}"


def _fields(instance: Any) -> Iterator[tuple[str, Any]]:
    return ((f.name, getattr(instance, f.name)) for f in dataclasses.fields(instance) if f.repr)


def _arrays(value: Any, path: str) -> Iterator[tuple[str, NDArray[Any]]]:
    if isinstance(value, np.ndarray):
        yield path, cast("NDArray[Any]", value)
    elif isinstance(value, (tuple, list)):
        for i, item in enumerate(cast("tuple[Any, ...]", value)):
            yield from _arrays(item, f"{path}[{i}]")
    elif isinstance(value, dict):
        for key, item in cast("dict[Any, Any]", value).items():
            yield from _arrays(item, f"{path}[{key!r}]")
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for name, item in _fields(value):
            yield from _arrays(item, f"{path}.{name}".lstrip("."))
