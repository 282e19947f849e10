"""Exports a function of a module, or a staged function, as a model."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Final, cast

import numpy as np
from onnx import checker, helper

from dlvm.analysis.cfg.structured import Structure, Tree, flat, leaves, tree_of
from dlvm.compiler import lowered_module
from dlvm.diagnostics import Diagnostic, DiagnosticError, error
from dlvm.files import replace_file
from dlvm.ir import Function, Module
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import Apply
from dlvm.ir.records import shown
from dlvm.ir.types import StructType, TensorType, TupleType, Type
from dlvm.nnkit.pytree.pytree import flatten
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.onnx.exporter.rules import RULES
from dlvm.onnx.exporter.writer import (
    GraphWriter,
    ModelNames,
    WrittenValues,
    unsupported,
    value_info,
)
from dlvm.version import VERSION

OPSET: Final = 21
IR_VERSION: Final = 10
_MOST_BYTES: Final = 1 << 31
"""The size limit of protobuf, ONNX's file format, in bytes."""


def export(
    source: Module | StagedFunction[..., Any],
    path: str | PathLike[str],
    *arguments: Any,
    function: str | None = None,
    constants: Collection[str] = (),
) -> None:
    """Writes a program as an ONNX model (opset 21).

    Branches and loops become ``If`` and ``Loop``, and named sizes become symbolic dimensions.
    Structs and tuples become one input or output for each tensor in them. ONNX has no traps: a
    model does not check indices and sizes.

    Parameters
    ----------
    source
        A module, or a staged function.
    path
        The file to be written.
    *arguments
        For a staged function: the arguments for which to stage it.
    function
        For a module: the name of the function; by default ``main``, or the first one.
    constants
        For a staged function: the parameters whose values are weights inside of the model. The
        others are inputs.

    Raises
    ------
    DiagnosticError
        If ONNX cannot express the program: the error lists all such instructions. If the function
        is recursive, or uses enums, pointers or functions as values. If the model has
        2 GiB or more.
    """
    if isinstance(source, Module):
        if arguments or constants:
            raise error("arguments and constants= require a staged function")
        module, name, values = source, function or _default(source), {}
    elif not isinstance(cast("object", source), StagedFunction):
        found = shown(cast("object", source))
        raise error(f"expected a module or a staged function to export, got {found}")
    else:
        if function is not None:
            raise error("function= requires a module")
        lowered = source.lower(*arguments)
        module, name = lowered.module, lowered.entry
        values = _values(source, arguments, constants)
    model = _model(module, name, values)
    if model.ByteSize() >= _MOST_BYTES:
        raise error("the model has 2 GiB or more, which an ONNX file cannot hold")
    checker.check_model(model)  # pyright: ignore[reportUnknownMemberType]
    replace_file(path, model.SerializeToString())


def _default(module: Module) -> str:
    if not module.functions:
        raise error("the module has no function to export")
    main = module.function("main")
    return cast("str", (main or module.functions[0]).name)


def _values(
    staged: StagedFunction[..., Any], arguments: Sequence[Any], constants: Collection[str]
) -> dict[int, list[Any]]:
    """The arrays of the constant parameters, by their positions among the parameters of the
    function in the IR."""
    unknown = set(constants) - set(staged.signature.parameters)
    if unknown:
        listed = ", ".join(staged.signature.parameters)
        raise error(f"{staged.name} has no parameter {min(unknown)}, expected one of {listed}")
    bound: inspect.BoundArguments = staged.signature.bind(*arguments)
    bound.apply_defaults()
    found: dict[int, list[Any]] = {}
    place = 0
    for name, value in bound.arguments.items():
        arrays: list[Any] = []
        structure = flatten(value, arrays, staged.hints.get(name), name)
        if not structure.count:
            continue
        if name in constants:
            found[place] = arrays
        place += 1
    return found


def _model(module: Module, name: str, values: dict[int, list[Any]]) -> Any:
    # Gradients become functions; the other passes of this level make programs smaller.
    module = lowered_module(module, "optimizable", opt_level=1)
    function = module.function(name)
    if function is None or not function.blocks:
        listed = ", ".join(f"@{f.name}" for f in module.functions)
        raise error(f"there is no function @{name} to export, only {listed}")
    names = ModelNames()
    writer = GraphWriter(names, WrittenValues())
    exporter = _ModelExporter()
    inputs: list[Any] = []
    trees: list[Tree] = []
    for place, argument in enumerate(function.entry.arguments):
        paths = list(_named(argument.name or f"x{place}", argument.type))
        if place in values:
            arrays = zip(paths, values[place], strict=True)
            given = [writer.constant(_array(a, type), stem) for (stem, type), a in arrays]
        else:
            given = [names.unique(stem) for stem, _ in paths]
            inputs += [value_info(n, t) for n, (_, t) in zip(given, paths, strict=True)]
        trees.append(tree_of(argument.type, iter(given)))
    result = exporter.call(writer, function, trees)
    if exporter.problems:
        raise DiagnosticError(exporter.problems)
    type = cast("Any", function.type).result
    types = leaves(type)
    ends = [names.unique(stem) for stem, _ in _named("y", type)]
    for end, found in zip(ends, flat(result), strict=True):
        writer.nodes.append(helper.make_node("Identity", [found], [end]))
    outputs = [value_info(end, t) for end, t in zip(ends, types, strict=True)]
    graph = writer.graph(module.name or "program", inputs, outputs, constants=True)
    return helper.make_model(
        graph,
        producer_name="dlvm",
        producer_version=VERSION,
        ir_version=IR_VERSION,
        opset_imports=[helper.make_opsetid("", OPSET)],
    )


@dataclass
class _ModelExporter:
    """Writes instructions, and collects those that ONNX cannot express."""

    problems: list[Diagnostic] = field(default_factory=list[Diagnostic])
    active: list[Function] = field(default_factory=list[Function])
    """The functions being written, each called by the one before."""

    def call(self, w: GraphWriter, function: Function, arguments: Sequence[Tree]) -> Tree:
        """Writes the body of a function in place of a call."""
        if function in self.active:
            raise error(f"ONNX cannot express recursion: @{function.name}", function.location)
        inner = w.copied()
        inner.frame = WrittenValues()
        for parameter, tree in zip(function.entry.arguments, arguments, strict=True):
            inner.frame.bind(parameter, tree)
        self.active.append(function)
        try:
            return Structure(function, self.instruction).body(inner)
        finally:
            self.active.pop()

    def instruction(self, w: GraphWriter, instruction: Instruction) -> None:
        try:
            w.frame.values[instruction] = self._written(w, instruction)
        except DiagnosticError as problem:
            self.problems += [d for d in problem.diagnostics if d not in self.problems]
            w.frame.values[instruction] = _placeholder(w, instruction.type)

    def _written(self, w: GraphWriter, instruction: Instruction) -> Tree:
        if isinstance(instruction, Apply):
            callee = instruction.callee
            if not isinstance(callee, Function):
                raise unsupported(instruction, "of functions that are values")
            return self.call(w, callee, [w.tree(a) for a in instruction.arguments])
        rule = RULES.get(type(instruction))
        if rule is None:
            raise unsupported(instruction, "instruction")
        return rule(w, instruction)


def _placeholder(w: GraphWriter, type: Type) -> Tree:
    """A placeholder for a value that cannot be written, so that the rest of the program is checked
    too."""
    try:
        return tree_of(type, iter([w.constant(np.float32(0)) for _ in leaves(type)]))
    except DiagnosticError:
        return ()


def _named(stem: str, type: Type) -> Sequence[tuple[str, TensorType]]:
    """The tensors of a value with names such as ``model.weight``."""
    match whole := type.canonical:
        case TupleType(elements):
            fields = [(str(n), e) for n, e in enumerate(elements)]
        case StructType():
            fields = list(whole.fields)
        case TensorType():
            return [(stem, whole)]
        case _:
            raise error(f"{stem} has type {type}, which ONNX lacks")
    return [pair for name, e in fields for pair in _named(f"{stem}.{name}", e)]


def _array(value: Any, type: TensorType) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(np.asarray(value, type.element.numpy))
