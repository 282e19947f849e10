"""Imported models: the result of :func:`load`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

import numpy as np

from dlvm.compiler import compile as compile_module
from dlvm.diagnostics import error
from dlvm.interpreter import interpret
from dlvm.ir.module import Module
from dlvm.ir.types import TensorType, element_type_of
from dlvm.onnx import reader
from dlvm.onnx.graph import Array, ModelFile, TensorSpec, quoted
from dlvm.onnx.importer import Imported, NeedsValue, check_operators, import_graph
from dlvm.onnx.summary import summary_of


def load(
    model: reader.Model,
    *,
    opt_level: int = 2,
    threads: int | None = None,
    fast_math: bool = False,
    dims: Mapping[str, int] | None = None,
) -> Model:
    """Reads an ONNX model.

    Parameters
    ----------
    model
        A path, the bytes of a file, or a ``ModelProto``.
    opt_level, threads, fast_math
        As for :func:`dlvm.compile`.
    dims
        Sizes of symbolic dimensions, by name.

    Raises
    ------
    DiagnosticError
        If the file is damaged, or has unsupported operators; the error lists all of them.
    """
    file = reader.read_model(model)
    check_operators(file)
    return Model(file, opt_level, threads, fast_math, dict(dims or {}))


class Model:
    """An executable model: ``model(*arrays)``, or ``model.run({name: array})``."""

    def __init__(
        self,
        file: ModelFile,
        opt_level: int,
        threads: int | None,
        fast_math: bool,
        dims: Mapping[str, int],
    ) -> None:
        self._file = file
        self._options: dict[str, Any] = {
            "opt_level": opt_level,
            "threads": threads,
            "fast_math": fast_math,
        }
        self._dims = dims
        self._known: set[str] = set()
        """The inputs whose values determine sizes: the model is compiled for each of their
        values.
        """
        self._compiled: dict[Any, Any] = {}
        self._declared: Module | None = None

    @property
    def inputs(self) -> Sequence[TensorSpec]:
        """The inputs of the model: names, element types and shapes."""
        return self._file.graph.inputs

    @property
    def outputs(self) -> Sequence[TensorSpec]:
        """The outputs of the model."""
        return self._file.graph.outputs

    @property
    def module(self) -> Module:
        """The program of the model for the sizes that the model declares and :func:`load` fixed.

        Large constants are named tensors, which the module's text refers to as resources.

        Raises
        ------
        DiagnosticError
            If a size is symbolic and not in ``dims``, or the program depends on elements of inputs.
        """
        if self._declared is None:
            types = [self._declared_type(spec) for spec in self.inputs]
            try:
                self._declared = import_graph(self._file, types, {}).module
            except NeedsValue as problem:
                raise error(f"{self._file.path}: {problem}") from None
        return self._declared

    def _declared_type(self, spec: TensorSpec) -> TensorType:
        element = None if spec.dtype is None else element_type_of(spec.dtype)
        where = f"{self._file.path}: input {quoted(spec.name)}"
        if element is None or spec.shape is None:
            what = "element type" if element is None else "rank"
            raise error(f"{where} has no {what} that compiled code can have")
        sizes: list[int] = []
        for size in spec.shape:
            known = self._dims.get(size) if isinstance(size, str) else size
            if known is None:
                name = str(size or "?")
                raise error(
                    f"{where} has the symbolic size {quoted(name)}, expected a number for it; "
                    f"give dims={{{quoted(name)}: 1}}, or --dims {name}=1 on the command line"
                )
            sizes.append(known)
        return TensorType(tuple(sizes), element)

    def summary(self) -> str:
        """A table of the operators, and the parameters, floating-point operations and memory of
        :attr:`module`. The work of a loop is that of one iteration. Compiles the module up to
        machine code.
        """
        return summary_of(self._file, self.module, self._options)

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Runs the model on inputs in order."""
        if len(arrays) != len(self.inputs):
            raise error(f"expected {len(self.inputs)} inputs, got {len(arrays)} arrays")
        given = {i.name: a for i, a in zip(self.inputs, arrays, strict=True)}
        return tuple(self.run(given).values())

    def run(self, inputs: Mapping[str, Any], interpreted: bool = False) -> dict[str, Any]:
        """Runs the model on inputs by name, and returns the outputs by name.

        ``interpreted`` evaluates the program with NumPy instead of compiled code. An output that is
        a sequence is a list of arrays.

        Raises
        ------
        DiagnosticError
            If an input is missing, or has another element type or shape than the model declares.
        """
        values = {spec.name: self._input(spec, inputs) for spec in self.inputs}
        while True:
            try:
                imported, run, names = self._program(values, interpreted)
                break
            except NeedsValue as problem:
                if len(self._known) == len(values):
                    raise error(f"{self._file.path}: {problem}") from None
                # The import does not track which inputs the value depends on.
                named = problem.name in values and problem.name not in self._known
                self._known |= {problem.name} if named else set(values)
        results = imported.fill(run(*(values[n] for n in names)))
        return {o.name: r for o, r in zip(self.outputs, results, strict=True)}

    def _input(self, spec: TensorSpec, inputs: Mapping[str, Any]) -> Any:
        """Checks the value of an input."""
        if spec.name not in inputs:
            raise error(f"input {quoted(spec.name)} is missing")
        value = inputs[spec.name]
        if spec.kind in ("sequence", "optional") and not isinstance(value, np.ndarray):
            self._known.add(spec.name)
            values = cast("list[Any]", value)
            return [np.asarray(v) for v in values] if isinstance(value, list) else value
        array: Array = np.asarray(cast("Any", value))
        if spec.dtype is not None and array.dtype != spec.dtype:
            raise error(f"input {quoted(spec.name)} has dtype {array.dtype}, expected {spec.dtype}")
        shape = spec.shape
        fits = shape is None or (
            len(shape) == array.ndim
            and all(
                self._dims.get(s, n) == n if isinstance(s, str) else s in (None, n)
                for s, n in zip(shape, array.shape, strict=True)
            )
        )
        if not fits:
            raise error(f"input {quoted(spec.name)} has shape {array.shape}, expected {shape}")
        if spec.dtype is None:
            self._known.add(spec.name)
            return array if array.dtype.kind not in "US" else array.astype(object)
        return array

    def _program(
        self, values: Mapping[str, Any], interpreted: bool
    ) -> tuple[Imported, Any, list[str]]:
        names = [i.name for i in self.inputs if i.name not in self._known]
        known = {n: values[n] for n in self._known}
        key = (
            interpreted,
            tuple((n, values[n].shape) for n in names),
            tuple((n, _key(value)) for n, value in sorted(known.items())),
        )
        found = self._compiled.get(key)
        if found is None:
            imported = import_graph(self._file, [_type(values[n]) for n in names], known)
            if interpreted:
                run = partial(interpret, imported.module, "main")
            else:
                run = compile_module(imported.module, **self._options)["main"]
            found = self._compiled[key] = (imported, run)
        return found[0], found[1], names


def _type(array: Array) -> TensorType:
    element = element_type_of(array.dtype)
    assert element is not None
    return TensorType(array.shape, element)


def _key(value: Any) -> Any:
    """The cache key of input values that a program is compiled for."""
    if isinstance(value, list):
        return tuple(_key(v) for v in cast("list[Any]", value))
    if value is None:
        return None
    array = np.asarray(value)
    content = repr(array.tolist()) if array.dtype.kind == "O" else array.tobytes()
    return array.dtype.str, array.shape, content
