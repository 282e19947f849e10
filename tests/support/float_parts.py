"""The floats in arguments and results, including those in tuples, structs and enums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np

from dlvm.ir.records import EnumValue
from dlvm.ir.types import element_type_of

Array = np.ndarray[Any, Any]


def float_parts(value: Any) -> Iterator[Array]:
    """Returns the float tensors in a value."""
    found: list[Array] = []
    with_floats(value, lambda array: found.append(array) or array)
    yield from found


def with_floats(value: Any, change: Callable[[Array], Any]) -> Any:
    """Returns a copy of a value with ``change`` applied to each float tensor."""
    match value:
        case EnumValue():
            return replace(value, payload=with_floats(value.payload, change))
        case tuple() | list():
            parts = [with_floats(part, change) for part in cast("Sequence[Any]", value)]
            is_record = hasattr(cast(Any, value), "_fields")
            return type(value)(*parts) if is_record else type(value)(parts)
        case dict():
            named = cast("dict[str, Any]", value)
            return {name: with_floats(part, change) for name, part in named.items()}
        case str() | None:
            return value
        case _:
            array = np.asarray(value)
            element = element_type_of(array.dtype)
            return change(array) if element is not None and element.is_float else value


def random_floats(value: Any, generator: np.random.Generator) -> Any:
    """Returns a copy of a value with random floats from -1 to 1."""
    return with_floats(value, lambda a: generator.uniform(-1, 1, a.shape))


def moved(value: Any, direction: Any, step: float) -> Any:
    """Moves a value by a number of steps along a direction."""
    steps = iter(list(float_parts(direction)))
    return with_floats(value, lambda a: a + step * next(steps))


def product(a: Any, b: Any) -> float:
    """Returns the inner product of the floats in two values."""
    pairs = zip(float_parts(a), float_parts(b), strict=True)
    return float(sum(np.sum(x * y) for x, y in pairs))


def total(value: Any) -> float:
    """Returns the sum of the floats in a value."""
    return float(sum(np.sum(part) for part in float_parts(value)))
