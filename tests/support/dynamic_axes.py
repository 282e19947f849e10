"""Compares staged functions over dynamic axes with the same functions at known sizes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, cast

import numpy as np

from dlvm import nnkit
from dlvm.nnkit import dynamic, staged

Sizes = Mapping[str, int]
Axes = tuple[int | str, ...]
"""The sizes of an argument: numbers, and names of dynamic ones."""


class Compared:
    """A function of arrays, staged with dynamic axes and with known sizes.

    Parameters
    ----------
    body
        The function. Its parameters have the names of ``arguments``.
    arguments
        The element type and the sizes of each argument.
    options
        Options of :func:`dlvm.nnkit.staged`. At known sizes the function is interpreted.
    """

    def __init__(
        self,
        body: Callable[..., Any],
        arguments: Mapping[str, tuple[Any, Axes]],
        model: Any = None,
        **options: Any,
    ) -> None:
        self.names = [n for n in inspect.signature(body).parameters if n != "model"]
        self.arguments = {n: arguments[n] for n in self.names}
        self.model = model
        self.floats = [n for n in self.names if self.arguments[n][0] is nnkit.f32]
        if model is not None:
            self.names, self.floats = ["model", *self.names], ["model", *self.floats]
        self._functions = {
            "dynamic": self._made(body, "dynamic", **options),
            "known": self._made(body, "known", interpret=True),
        }

    def _hint(self, name: str, kind: str) -> Any:
        if name == "model":
            return Any
        element, sizes = self.arguments[name]
        hint = nnkit.Tensor[Any, element]
        named = {d: a for a, d in enumerate(sizes) if isinstance(d, str)}
        if kind == "known" or not named:
            return hint
        # A name that occurs twice needs a mark for each axis.
        marks = [dynamic(**{d: a}) for a, d in enumerate(sizes) if isinstance(d, str)]
        return Annotated[(hint, *marks)]

    def _made(self, body: Callable[..., Any], kind: str, **options: Any) -> tuple[Any, Any]:
        def results(*values: Any) -> Any:
            return body(*values)

        def loss(*values: Any) -> Any:
            found = body(*values)
            parts: Sequence[Any] = found if isinstance(found, tuple | list) else (found,)
            total = nnkit.zeros(())
            for part in parts:
                if part.type.element.is_float:
                    total = total + nnkit.sum(nnkit.sin(part + 0.3)).astype(nnkit.f32)
            return total

        by_name = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [
            inspect.Parameter(n, by_name, annotation=self._hint(n, kind)) for n in self.names
        ]
        for function in (results, loss):
            function.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
            function.__annotations__ = {p.name: p.annotation for p in parameters}
        value = staged(**options)(results)
        if not self.floats:
            return value, None
        return value, nnkit.gradient(staged(**options)(loss), tuple(self.floats))

    def drawn(self, sizes: Sizes, seed: int) -> list[Any]:
        """Arguments of these sizes."""
        rng = np.random.default_rng(seed)
        values: list[Any] = [] if self.model is None else [self.model]
        for element, dims in self.arguments.values():
            shape = tuple(sizes[d] if isinstance(d, str) else d for d in dims)
            if element is nnkit.f32:
                values.append(rng.standard_normal(shape).astype(np.float32))
            elif element is bool:
                values.append(rng.integers(0, 2, shape).astype(bool))
            else:
                values.append(rng.integers(0, 4, shape))
        return values

    def check(self, sizes: Sequence[Sizes], gradients: bool = True) -> None:
        """Values and gradients agree at all sizes, and one program serves them."""
        for seed, named in enumerate(sizes):
            values = self.drawn(named, seed)
            for which in (0, 1) if gradients and self.floats else (0,):
                found, expected = (self._functions[k][which](*values) for k in ("dynamic", "known"))
                _same(found, expected)
        assert self._functions["dynamic"][0].compilations == 1


def _same(found: Any, expected: Any) -> None:
    a, b = _leaves(found), _leaves(expected)
    assert len(a) == len(b)
    for x, y in zip(a, b, strict=True):
        assert x.shape == y.shape
        assert x.dtype == y.dtype
        if x.dtype.kind == "f":
            np.testing.assert_allclose(x, y, 2e-4, 2e-5)
        else:
            np.testing.assert_array_equal(x, y)


def _leaves(value: Any) -> list[Any]:
    from dlvm.nnkit.pytree.pytree import flatten

    if isinstance(value, list | tuple):
        parts = cast("Sequence[Any]", value)
        return [leaf for part in parts for leaf in _leaves(part)]
    found: list[Any] = []
    flatten(value, found)
    return [np.asarray(v) for v in found] or [np.asarray(value)]
