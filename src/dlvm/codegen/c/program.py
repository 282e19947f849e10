"""A module as C source: its kernels, its functions, and what they need."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from dlvm.analysis.cfg.calls import call_cycles, call_groups
from dlvm.codegen.c import instructions
from dlvm.codegen.c.elements import data
from dlvm.codegen.c.functions import CFunction, FunctionWriter, emits
from dlvm.codegen.c.helpers import Helpers, is_supported
from dlvm.codegen.c.kernels import KernelFunction, kernel_function
from dlvm.codegen.host.aggregate_flattening import leaf_types
from dlvm.codegen.host.function_plan import shared_leaves
from dlvm.codegen.host.traps import Traps
from dlvm.codegen.kernels.constant_evaluation import is_constant
from dlvm.compute.loop_nest.nest import make_nest
from dlvm.compute.loops.in_place import in_place_parameters
from dlvm.compute.loops.lowering import lower_definition
from dlvm.diagnostics import Diagnostic, DiagnosticError, Location
from dlvm.ir.compute import Definition
from dlvm.ir.instruction import ExternDeclaration, Instruction
from dlvm.ir.instructions import Apply
from dlvm.ir.module import Function, Module, Variable
from dlvm.ir.types import TensorType, Type
from dlvm.ir.values import Literal

# Importing this module registers what writes instructions.
__all__ = ["CProgram", "c_program", "instructions", "unsupported"]

_PER_LINE: Final = 8
"""The elements of a constant in one line."""


@dataclass
class CProgram:
    """The parts of a program in C, in the order in which they depend on each other."""

    helpers: Helpers = field(default_factory=Helpers)
    traps: Traps = field(default_factory=Traps)
    kernels: dict[Definition, tuple[str, KernelFunction]] = field(
        default_factory=dict[Definition, tuple[str, KernelFunction]]
    )
    functions: dict[Function, CFunction] = field(default_factory=dict[Function, CFunction])
    shared: dict[Function, Mapping[int, int]] = field(
        default_factory=dict[Function, Mapping[int, int]]
    )
    constants: dict[tuple[str, bytes], tuple[str, str]] = field(
        default_factory=dict[tuple[str, bytes], tuple[str, str]]
    )
    """The names and definitions of constant tensors, by type and content."""

    def constant(self, elements: np.ndarray[Any, Any]) -> str:
        """The name of a constant tensor."""
        key = elements.dtype.name, elements.tobytes()
        if key not in self.constants:
            name = f"constant_{len(self.constants) + 1}"
            self.constants[key] = name, _constant(name, elements)
        return self.constants[key][0]

    @property
    def constant_bytes(self) -> int:
        """The bytes of the constant tensors."""
        return sum(len(content) for _, content in self.constants)

    @property
    def texts(self) -> list[str]:
        """The definitions, each before those that use it."""
        kernels = {name: kernel.text.format(name=name) for name, kernel in self.kernels.values()}
        functions = [*kernels.values(), *(f.text for f in self.functions.values())]
        used = {name for text in functions for name in re.findall(r"\bconstant_\d+\b", text)}
        constants = [text for name, text in self.constants.values() if name in used]
        return [*self.helpers.texts.values(), *constants, *functions]


def c_program(module: Module, donated: Mapping[str, Sequence[int]]) -> CProgram:
    """The functions of a module of stage schedule or loops as C.

    ``donated`` names, by function, the arguments whose memory results can take over. Raises
    :class:`DiagnosticError` with all that C source does not support.
    """
    functions = [f for f in module.functions if f.blocks or f.declaration is not None]
    problems = list(unsupported(functions))
    if problems:
        raise DiagnosticError(problems)
    program = CProgram()
    _write_kernels(module, functions, program)
    for function in functions:
        given = donated.get(function.name or "")
        if given is None:
            whole = range(len(function.type.parameters))
            given = whole if "inplace" in function.attributes else ()
        program.shared[function] = shared_leaves(function, given)
    taken: set[str] = set()
    # Without recursion, each group is one function.
    for function in (f for group in call_groups(functions) for f in group):
        name = _global("function", function.name or "", taken)
        program.functions[function] = FunctionWriter(function, name, program).write()
    return program


def _global(kind: str, name: str, taken: set[str]) -> str:
    own = re.sub(r"\W", "_", name, flags=re.ASCII)
    stem = found = f"{kind}_{own}"
    number = 1
    while found in taken:
        number += 1
        found = f"{stem}_{number}"
    taken.add(found)
    return found


def _write_kernels(module: Module, functions: Sequence[Function], program: CProgram) -> None:
    """Writes the kernels that functions call. Kernels with equal text become one function."""
    schedules = {s.definition: s for s in module.schedules}
    loops = {k.definition: k for k in module.kernels}
    known: dict[str, str] = {}
    taken: set[str] = set()
    for definition in _definitions(functions):
        given = loops.get(definition.name or "")
        if given is not None:
            kernel, nest, reads_first = given, make_nest(definition), False
        else:
            lowered = lower_definition(definition, schedules[definition.name or ""])
            kernel, nest, reads_first = lowered.kernel, lowered.nest, lowered.reads_first
        in_place = in_place_parameters(nest.definition, reads_first)
        found = kernel_function(definition, kernel, in_place, program.helpers)
        name = known.get(found.text)
        if name is None:
            name = known[found.text] = _global("kernel", definition.name or "", taken)
        program.kernels[definition] = name, found


def _definitions(functions: Sequence[Function]) -> list[Definition]:
    found: dict[Definition, None] = {}
    for function in functions:
        for op in function.instructions():
            if not isinstance(op, Apply) or is_constant(op):
                continue
            if isinstance(op.callee, Definition):
                found[op.callee] = None
    return list(found)


def _constant(name: str, elements: np.ndarray[Any, Any]) -> str:
    type, numbers = data(elements)
    if not elements.tobytes().strip(b"\0"):
        return f"static const {type} {name}[{max(len(numbers), 1)}] = {{0}};"
    lines = [
        f"    {', '.join(numbers[start : start + _PER_LINE])},"
        for start in range(0, len(numbers), _PER_LINE)
    ]
    return "\n".join([f"static const {type} {name}[{len(numbers)}] = {{", *lines, "};"])


def unsupported(functions: Sequence[Function]) -> Iterator[Diagnostic]:
    """What C source does not support."""
    cyclic = frozenset[Function]().union(*call_cycles(functions))
    for function in functions:
        if isinstance(function.declaration, ExternDeclaration):
            yield Diagnostic(
                f"C source has no external functions, got @{function.name}", function.location
            )
            continue
        if function in cyclic:
            yield Diagnostic(
                f"C source has no recursion, but @{function.name} calls itself", function.location
            )
        for block in function.blocks:
            for argument in block.arguments:
                what = f"%{argument.name or 'argument'}"
                yield from _unsupported_type(argument.type, what, argument.location)
        result = function.type.result
        yield from _unsupported_type(result, f"the result of @{function.name}", function.location)
        for instruction in function.instructions():
            yield from _unsupported_instruction(instruction)


def _unsupported_instruction(instruction: Instruction) -> Iterator[Diagnostic]:
    place = instruction.location
    if emits.find(type(instruction)) is None:
        yield Diagnostic(f"C source has no {instruction.mnemonic}", place)
        return
    callee = instruction.callee if isinstance(instruction, Apply) else None
    if callee is not None and not isinstance(callee, Function | Definition):
        yield Diagnostic("C source has no functions as values", place)
        return
    what = f"%{instruction.name}" if instruction.name else instruction.mnemonic
    yield from _unsupported_type(instruction.type, what, place)
    for value in instruction.leaves():
        if isinstance(value, Literal):
            yield from _unsupported_type(value.type, "a constant", place)
        elif isinstance(value, Function) and value is not callee:
            yield Diagnostic(f"C source has no functions as values, got @{value.name}", place)
        elif isinstance(value, Variable):
            yield Diagnostic(f"C source has no global variables, got @{value.name}", place)


def _unsupported_type(type: Type, what: str, location: Location | None) -> Iterator[Diagnostic]:
    for leaf in leaf_types(type):
        if not isinstance(leaf, TensorType):
            problem = f"values of type {leaf}"
        elif not is_supported(leaf.element):
            problem = f"elements of type {leaf.element}"
        elif leaf.static_shape is None:
            problem = f"tensors whose sizes are known only at run time, as in {leaf}"
        else:
            continue
        yield Diagnostic(f"C source has no {problem}: {what}", location)
        return
