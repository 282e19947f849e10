"""Imported models: the result of :func:`load`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property, partial
from itertools import count
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from dlvm.compiler import compile as compile_module
from dlvm.diagnostics import DiagnosticError, error, quantity
from dlvm.ir.module import Module
from dlvm.ir.types import Dim, Symbol, TensorType, real_element_type_of
from dlvm.onnx.graph import Array, ModelFile, Size, TensorSpec, quoted
from dlvm.onnx.program_cache import (
    SavedModel,
    find_model,
    find_program,
    model_key,
    save_model,
    save_program,
)
from dlvm.runtime.calling.executable import CompiledFunction, Executable
from dlvm.runtime.machine.threads import thread_count

if TYPE_CHECKING:
    from dlvm.onnx.importer import Imported
    from dlvm.onnx.reader import Model as Source


def load(
    model: Source,
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
        Sizes of symbolic dimensions, by name. The others stay symbolic: one program serves all of
        their sizes.

    Raises
    ------
    DiagnosticError
        If the file is damaged, or has unsupported operators; the error lists all of them. If
        ``dims`` names a size that no input has.
    """
    count = thread_count(threads)
    options = {"opt_level": opt_level, "threads": count, "fast_math": fast_math}
    fixed = dict(dims or {})
    key = model_key(model, options, fixed)
    saved = None if key is None else find_model(key, model)
    file = _read(model, fixed) if saved is None else None
    return Model(model, key, file, saved, options, fixed)


def _read(model: Source, dims: Mapping[str, int]) -> ModelFile:
    """Reads and checks a model."""
    from dlvm.onnx.importer import check_operators
    from dlvm.onnx.reader import read_model

    file = read_model(model)
    names = {s for i in file.graph.inputs for s in i.shape or () if isinstance(s, str)}
    for name in dims:
        if name not in names:
            listed = ", ".join(map(quoted, sorted(names))) or "none"
            raise error(
                f"{file.path} has no symbolic size {quoted(name)}, expected one of: {listed}"
            )
    check_operators(file)
    return file


class Model:
    """An executable model: ``model(*arrays)``, or ``model.run({name: array})``."""

    def __init__(
        self,
        source: Source,
        key: str | None,
        file: ModelFile | None,
        saved: SavedModel | None,
        options: Mapping[str, Any],
        dims: Mapping[str, int],
    ) -> None:
        self._source = source
        self._key = key
        self._read_file = file
        self._saved = saved
        self._saved_programs: dict[Any, CompiledFunction | None] = {}
        self._options = options
        self._dims = dims
        self._known: set[str] = set()
        """The inputs whose values determine sizes: the model is compiled for each of their
        values.
        """
        self._compiled: dict[Any, Any] = {}
        self._declared: Module | None = None
        self._symbols: dict[str, Symbol] = {}
        """The symbol of each symbolic dimension that :func:`load` did not fix."""
        self._symbolic: dict[bool, tuple[Imported, Any] | None] = {}
        """The program for all sizes, interpreted or not; None if an operator needs known sizes."""

    @property
    def _file(self) -> ModelFile:
        """The content of the file. A model from the cache reads it when it is needed."""
        if self._read_file is None:
            self._read_file = _read(self._source, self._dims)
            if model_key(self._source, self._options, self._dims) != self._key:
                raise error(f"{self._read_file.path} has changed since the model was loaded")
        return self._read_file

    @property
    def inputs(self) -> Sequence[TensorSpec]:
        """The inputs of the model: names, element types and shapes."""
        return (self._saved or self._file.graph).inputs

    @property
    def outputs(self) -> Sequence[TensorSpec]:
        """The outputs of the model."""
        return (self._saved or self._file.graph).outputs

    @property
    def programs(self) -> int:
        """The number of programs that :meth:`run` has made: one for all sizes, if the model's
        operators allow it, and one for each shape and value that this program does not serve.
        """
        found = [*self._symbolic.values(), *self._saved_programs.values()]
        return sum(p is not None for p in found) + len(self._compiled)

    @property
    def module(self) -> Module:
        """The program of the model for the sizes that the model declares and :func:`load` fixed.

        The symbolic dimension ``batch`` is ``_batch`` in the types of ``@main``. Large constants
        are named tensors, which the module's text refers to as resources.

        Raises
        ------
        DiagnosticError
            If the program depends on elements of inputs, or an operator needs known sizes.
        """
        from dlvm.onnx.importer import NeedsValue, import_graph

        if self._declared is None:
            types = [self._declared_type(spec) for spec in self.inputs]
            try:
                self._declared = import_graph(self._file, types, {}).module
            except NeedsValue as problem:
                raise error(f"{self._file.path}: {problem}{self._remedy()}") from None
            except DiagnosticError as problem:
                [first, *rest] = problem.diagnostics
                first = replace(first, message=first.message + self._remedy())
                raise DiagnosticError([first, *rest]) from None
        return self._declared

    def _remedy(self) -> str:
        """The end of a message that says how to fix the symbolic sizes."""
        if not self._symbols:
            return ""
        fixed = ", ".join(f"{quoted(name)}: 1" for name in self._symbols)
        options = " ".join(f"{name}=1" for name in self._symbols)
        return f"; known sizes may help: dims={{{fixed}}}, or --dims {options} on the command line"

    def _declared_type(self, spec: TensorSpec) -> TensorType:
        """The type of an input, with a symbol for each symbolic size."""
        element = None if spec.dtype is None else real_element_type_of(spec.dtype)
        where = f"{self._file.path}: input {quoted(spec.name)}"
        if element is None or spec.shape is None:
            what = "element type" if element is None else "rank"
            raise error(f"{where} has no {what} that compiled code supports")
        sizes = [
            size if isinstance(size, int) else self._size(size or f"{spec.name}.{axis}")
            for axis, size in enumerate(spec.shape)
        ]
        return TensorType(tuple(sizes), element)

    def _size(self, name: str) -> Dim:
        """The size of a symbolic dimension."""
        if name in self._dims:
            return self._dims[name]
        if name not in self._symbols:
            taken = {s.name for s in self._symbols.values()}
            plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "size"
            numbers = (plain if n == 1 else f"{plain}_{n}" for n in count(1))
            self._symbols[name] = Symbol(next(n for n in numbers if n not in taken))
        return self._symbols[name]

    def summary(self) -> str:
        """A table of the operators, and the parameters, floating-point operations and memory of
        :attr:`module`. The work of a loop is that of one iteration. Compiles the module up to
        machine code.
        """
        from dlvm.onnx.summary import summary_of

        return summary_of(self._file, self.module, self._options)

    @cached_property
    def parameters(self) -> Mapping[str, Array]:
        """The constants of the file by name. They are read when they are looked up."""
        from dlvm.onnx.importer import Initializers

        return Initializers(self._file.graph.initializers)

    def __call__(
        self, *arrays: Any, parameters: Mapping[str, Any] | None = None
    ) -> tuple[Any, ...]:
        """Runs the model on inputs in order.

        In a staged function, the inputs are staged tensors, and the model becomes part of the
        function. There, ``parameters`` replaces constants of the model, by their names in
        :attr:`parameters`; gradients with respect to them train these parts of the model.

        Raises
        ------
        DiagnosticError
            If the number of inputs is wrong. In a staged function: if a name is not that of a
            constant, or an operator needs to know elements of the inputs.
        """
        if len(arrays) != len(self.inputs):
            raise error(f"expected {quantity(len(self.inputs), 'input')}, got {len(arrays)}")
        given = {i.name: a for i, a in zip(self.inputs, arrays, strict=True)}
        if any(map(_is_staged, (*arrays, *(parameters or {}).values()))):
            return self._staged(given, parameters or {})
        if parameters:
            raise error("parameters= replaces constants in staged functions; decorate the caller")
        return tuple(self.run(given).values())

    def _staged(self, inputs: Mapping[str, Any], parameters: Mapping[str, Any]) -> tuple[Any, ...]:
        from dlvm.onnx.importer import stage_graph

        known = self._file.graph.initializers
        for name in parameters:
            if name not in known:
                hint = _hint(name, known)
                raise error(f"{self._file.path} has no constant {quoted(name)}{hint}")
        return stage_graph(self._file, {**inputs, **parameters})

    def run(self, inputs: Mapping[str, Any], interpreted: bool = False) -> dict[str, Any]:
        """Runs the model on inputs by name, and returns the outputs by name.

        ``interpreted`` evaluates the program with NumPy instead of compiled code. An output that is
        a sequence is a list of arrays.

        Raises
        ------
        DiagnosticError
            If an input is missing, or has another element type or shape than the model declares. If
            a name is not that of an input.
        """
        names = [spec.name for spec in self.inputs]
        for name in inputs:
            if name not in names:
                hint = _hint(name, names) or f", expected {', '.join(map(quoted, names)) or 'none'}"
                raise error(f"the model has no input {quoted(name)}{hint}")
        values = {spec.name: self._input(spec, inputs) for spec in self.inputs}
        from_cache = None if interpreted else self._run_saved(values)
        return self._run_imported(values, interpreted) if from_cache is None else from_cache

    def _run_saved(self, values: Mapping[str, Any]) -> dict[str, Any] | None:
        """Runs a program from the cache. Returns None if the cache has none, or if it traps: the
        imported program then reports the trap with its location."""
        if self._saved is None or self._known:
            return None
        for shapes in (None, tuple(v.shape for v in values.values())):
            if shapes not in self._saved_programs:
                found = find_program(self._saved, shapes, self._options["threads"])
                self._saved_programs[shapes] = found
            program = self._saved_programs[shapes]
            if program is not None:
                try:
                    results = program(*values.values())
                except DiagnosticError:
                    continue
                listed = results if len(self.outputs) > 1 else [results]
                return self._named([np.asarray(r) for r in listed])
        return None

    def _run_imported(self, values: Mapping[str, Any], interpreted: bool) -> dict[str, Any]:
        from dlvm.onnx.importer import NeedsValue

        found = self._run_for_all_sizes(values, interpreted)
        if found is not None:
            return found
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
        return self._named(imported.fill(run(*(values[n] for n in names))))

    def _named(self, results: Sequence[Any]) -> dict[str, Any]:
        return {o.name: r for o, r in zip(self.outputs, results, strict=True)}

    def _run_for_all_sizes(
        self, values: Mapping[str, Any], interpreted: bool
    ) -> dict[str, Any] | None:
        """Runs the program with symbolic sizes. Returns None if the model has none, or the program
        traps: sizes that the model lets broadcast are equal in it.
        """
        if interpreted not in self._symbolic:
            self._symbolic[interpreted] = self._program_for_all_sizes(interpreted)
        program = self._symbolic[interpreted]
        if program is None or self._known:
            return None
        imported, run = program
        try:
            return self._named(imported.fill(run(*(values[i.name] for i in self.inputs))))
        except DiagnosticError:
            return None

    def _program_for_all_sizes(self, interpreted: bool) -> tuple[Imported, Any] | None:
        from dlvm.onnx.importer import NeedsValue, import_graph

        try:
            types = [self._declared_type(spec) for spec in self.inputs]
            if not self._symbols:
                return None
            imported = import_graph(self._file, types, {})
            return imported, self._executable(imported, interpreted, None)
        except (DiagnosticError, NeedsValue):
            return None

    def _executable(
        self, imported: Imported, interpreted: bool, shapes: Sequence[Sequence[int]] | None
    ) -> Any:
        if interpreted:
            from dlvm.interpreter import interpret

            return partial(interpret, imported.module, "main")
        compiled = compile_module(imported.module, **self._options)
        if self._key is not None and not self._known and imported.is_whole:
            self._save(imported, compiled, shapes)
        return compiled["main"]

    def _save(
        self, imported: Imported, compiled: Executable, shapes: Sequence[Sequence[int]] | None
    ) -> None:
        """Saves the program for the next process, unless the file has changed meanwhile."""
        assert self._key is not None
        if model_key(self._source, self._options, self._dims) != self._key:
            return
        graph = self._file.graph
        saved = SavedModel(self._key, graph.inputs, graph.outputs)
        save_model(saved, self._file.external, self._source)
        [main] = [f for f in imported.module.functions if f.name == "main"]
        save_program(saved, shapes, compiled, [a.name or "" for a in main.entry.arguments])

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
        shape = None if spec.shape is None else tuple(map(self._fixed, spec.shape))
        fits = shape is None or (
            len(shape) == array.ndim
            and all(
                not isinstance(s, int) or s == n for s, n in zip(shape, array.shape, strict=True)
            )
        )
        if not fits:
            raise error(f"input {quoted(spec.name)} has shape {array.shape}, expected {shape}")
        if spec.dtype is None:
            self._known.add(spec.name)
            return array if array.dtype.kind not in "US" else array.astype(object)
        return array

    def _fixed(self, size: Size) -> Size:
        """A declared size, or the number that :func:`load` gave it."""
        return self._dims.get(size, size) if isinstance(size, str) else size

    def _program(
        self, values: Mapping[str, Any], interpreted: bool
    ) -> tuple[Imported, Any, list[str]]:
        from dlvm.onnx.importer import import_graph

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
            shapes = [values[n].shape for n in names]
            found = self._compiled[key] = imported, self._executable(imported, interpreted, shapes)
        return found[0], found[1], names


def _hint(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest known one."""
    close = get_close_matches(name, list(known), 1)
    return f"; did you mean {quoted(close[0])}?" if close else ""


def _is_staged(value: Any) -> bool:
    """Whether a value is a staged tensor. Programs that only run models do not import staging."""
    if isinstance(value, np.ndarray):
        return False
    from dlvm.nnkit.tracing.tracer import is_tracer

    return is_tracer(value)


def _type(array: Array) -> TensorType:
    element = real_element_type_of(array.dtype)
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
