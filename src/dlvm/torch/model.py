# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUntypedBaseClass=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false
"""Models: exported programs that are compiled, read and saved. PyTorch is needed only to read a
``.pt2`` file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dlvm.compiler import compile as compile_module
from dlvm.diagnostics import error, quantity
from dlvm.ir import Function, Module
from dlvm.ir.types import Symbol, TensorType, TupleType, Type
from dlvm.nnkit.staging.lowered import Lowered

if TYPE_CHECKING:
    from torch.export import ExportedProgram


@dataclass(frozen=True)
class TensorSpec:
    """An input or output of a model. A size that is not known is the name of a symbol."""

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int | str, ...]


class Model:
    """A program that :func:`load` has read.

    ``model(*arrays)`` runs it; ``module`` is its program, whose function ``@main`` takes the inputs
    in order.
    """

    def __init__(self, module: Module, options: Mapping[str, Any]) -> None:
        self.module = module
        self._options = options

    @property
    def _main(self) -> Function:
        return next(f for f in self.module.functions if f.name == "main")

    @property
    def inputs(self) -> tuple[TensorSpec, ...]:
        """The inputs: names, element types and shapes."""
        return tuple(_spec(a.type, a.name or f"input_{n}") for n, a in enumerate(self._arguments))

    @property
    def _arguments(self) -> list[Any]:
        return list(self._main.entry.arguments)

    @property
    def outputs(self) -> tuple[TensorSpec, ...]:
        """The outputs."""
        result = self._main.type.result
        types = result.elements if isinstance(result, TupleType) else (result,)
        return tuple(_spec(t, f"output_{n}") for n, t in enumerate(types))

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Runs the model on its inputs in order, and returns a tuple of arrays. Tensors of PyTorch
        and JAX are passed without copies if their layout allows it.

        Raises
        ------
        DiagnosticError
            If the number of inputs is wrong, or an input has another element type or shape.
        """
        if len(arrays) != len(self._arguments):
            names = ", ".join(i.name for i in self.inputs)
            raise error(
                f"expected {quantity(len(self._arguments), 'input')} ({names}), got {len(arrays)}"
            )
        found = self._compiled(*map(_array, arrays))
        return found if isinstance(self._main.type.result, TupleType) else (found,)

    def run(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Runs the model on inputs by name, and returns the outputs by name.

        Raises
        ------
        DiagnosticError
            If an input is missing, or has another element type or shape. If a name is not that of
            an input.
        """
        names = [i.name for i in self.inputs]
        if sorted(names) != sorted(inputs):
            raise error(f"expected the inputs {', '.join(names)}, got {', '.join(inputs)}")
        results = self(*(inputs[i.name] for i in self.inputs))
        return {o.name: r for o, r in zip(self.outputs, results, strict=True)}

    def save(self, path: str | Path) -> None:
        """Writes the program to a ``.dl`` file, and its large constants to a safetensors file.
        :func:`load` and ``dlc`` read it without PyTorch.

        Raises
        ------
        DiagnosticError
            If the path does not end with ``.dl``.
        """
        Lowered(self.module, "main").save(path)

    @cached_property
    def _compiled(self) -> Any:
        return compile_module(self.module, **self._options)["main"]


def _array(value: Any) -> Any:
    return np.asanyarray(value)


def _spec(type: Type, name: str) -> TensorSpec:
    assert isinstance(type, TensorType)
    shape = tuple(d.name or "_" if isinstance(d, Symbol) else d for d in type.shape)
    return TensorSpec(name, type.element.numpy, shape)


def load(
    program: ExportedProgram | str | Path,
    *,
    opt_level: int = 2,
    threads: int | None = None,
    fast_math: bool = False,
) -> Model:
    """Loads a program that ``torch.export`` has captured.

    ``torch.cond``, ``while_loop``, ``scan`` and ``map`` become control flow of the program, and
    dynamic sizes stay symbolic. Parameters and buffers become constants.

    Parameters
    ----------
    program
        An exported program, the path of a ``.pt2`` file, or the path of a ``.dl`` file that
        :meth:`Model.save` has written, for which PyTorch is not needed.
    opt_level, threads, fast_math
        As for :func:`dlvm.compile`.

    Raises
    ------
    DiagnosticError
        If operators are not supported; the error lists all of them, with lines of the program.
    """
    options = {"opt_level": opt_level, "threads": threads, "fast_math": fast_math}
    if isinstance(program, str | Path) and Path(program).suffix == ".dl":
        from dlvm.text import parse

        module = parse(Path(program).read_text(encoding="utf-8"), str(program))
        if not any(f.name == "main" for f in module.functions):
            raise error(f"{program}: expected a function @main, found none")
        return Model(module, options)
    from dlvm.torch.exported import read

    return Model(read(program), options)
