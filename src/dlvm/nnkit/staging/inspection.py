"""The program of a staged function, as a module and as text, and its Python code, line by line."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, overload

import numpy as np
from numpy.typing import NDArray

from dlvm.diagnostics import Location
from dlvm.ir import Module
from dlvm.nnkit.pytree.exchange import imported
from dlvm.nnkit.pytree.pytree import flatten, unflatten
from dlvm.nnkit.staging.lowered import Lowered
from dlvm.nnkit.staging.signature_text import signature_rows
from dlvm.nnkit.tracing.interpreted_arrays import InterpretedArray, interpreting
from dlvm.nnkit.tracing.trace import current_scope, failure
from dlvm.nnkit.tracing.tracer import is_array
from dlvm.notebooks import html_table

P = ParamSpec("P")


class Inspection(Generic[P]):
    """Methods that show the program for given arguments."""

    name: str
    signature: inspect.Signature
    is_python: bool
    """Whether the function is the user's Python function, not one derived from it."""
    _body: Callable[..., Any]

    if TYPE_CHECKING:

        def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]: ...

        def run_function(self, body: Callable[..., Any], values: Sequence[Any]) -> Any:
            """Runs a Python function that has these parameters."""
            ...

        @functools.cached_property
        def hints(self) -> dict[str, Any]:
            """The annotations of the parameters, and of the result as ``return``."""
            ...

        @functools.cached_property
        def location(self) -> Location | None:
            """The source location of the function's definition."""
            ...

        @property
        def compilations(self) -> int:
            """The number of times that the function was compiled."""
            ...

        def lower(self, *args: Any, **kwargs: Any) -> Lowered:
            """The program for these arguments, not yet compiled."""
            ...

    @overload
    def module(self, *args: P.args, **kwargs: P.kwargs) -> Module: ...
    @overload
    def module(self, *args: Any, **kwargs: Any) -> Module: ...
    def module(self, *args: Any, **kwargs: Any) -> Module:
        """The module of the function, traced for these arguments."""
        return self.lower(*args, **kwargs).module

    @overload
    def ir(self, *args: P.args, **kwargs: P.kwargs) -> str: ...
    @overload
    def ir(self, *args: Any, **kwargs: Any) -> str: ...
    def ir(self, *args: Any, **kwargs: Any) -> str:
        """The text of the function's module, traced for these arguments."""
        from dlvm.text.textmate import ProgramListing

        return ProgramListing(self.lower(*args, **kwargs))

    @overload
    def stage(self, stage: str, /, *args: P.args, **kwargs: P.kwargs) -> str: ...
    @overload
    def stage(self, stage: str, /, *args: Any, **kwargs: Any) -> str: ...
    def stage(self, stage: str, /, *args: Any, **kwargs: Any) -> str:
        """The text of the program for these arguments at a stage of compilation: ``raw``,
        ``optimizable``, ``compute``, ``schedule``, ``llvm`` or ``asm``."""
        return self.lower(*args, **kwargs).at(stage)

    def interpret(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the Python code of the function on NumPy arrays, line by line, without staging.

        ``print`` and ``breakpoint`` show elements, and a debugger steps through the lines,
        including those of staged functions that it calls and of functions that ``nnkit.map``,
        ``reduce`` and ``filter`` call. Other functions of ``nnkit``, layers and derived functions,
        such as gradients, run as a whole. Arithmetic is NumPy's: integers and floats mix, and a
        quotient of integers by 0 is a warning. A variable that is a Python number stays one until
        a tensor is added to it.

        Raises
        ------
        DiagnosticError
            If an argument or the result does not have its annotated type, if the call is in a
            staged function, or if this function is derived from another one.
        """
        if not self.is_python:
            raise failure(
                f"interpret: {self.name} has no Python code of its own; interpret the function "
                "that it is derived from"
            )
        if current_scope() is not None:
            raise failure("interpret runs Python code at once, which a staged function cannot")
        with interpreting():
            result = self._run_lines(self._bind(args, kwargs))
        leaves: list[Any] = []
        structure = flatten(result, leaves, self.hints.get("return"), f"{self.name}: result")
        return unflatten(structure, map(_plain, leaves))

    def _repr_html_(self) -> str:
        """A table of the parameters and the result, which notebooks show."""
        place = self.location
        where = f", {Path(place.source.name).name}:{place.line}" if place else ""
        rows = list(signature_rows(self.signature))
        count = self.compilations
        rows.append(("", f"compiled {count} time{'s' if count != 1 else ''}", ""))
        return html_table(f"staged {self.name}{where}", ("parameter", "type", "default"), rows)

    def _run_lines(self, args: Sequence[Any]) -> Any:
        values: list[Any] = []
        for parameter, value in zip(self.signature.parameters, args, strict=True):
            leaves: list[Any] = []
            what = f"{self.name}: argument {parameter}"
            hint = self.hints.get(parameter)
            structure = flatten(imported(value), leaves, hint, what)
            values.append(unflatten(structure, map(_interpreted, leaves)))
        return self.run_function(self._body, values)


def _interpreted(leaf: Any) -> Any:
    is_plain = is_array(leaf) and not isinstance(leaf, np.generic)
    return np.asarray(leaf).view(InterpretedArray) if is_plain else leaf


def _plain(leaf: Any) -> Any:
    if not isinstance(leaf, InterpretedArray):
        return leaf
    array: NDArray[Any] = np.asarray(leaf)
    return array if array.ndim else array[()]
