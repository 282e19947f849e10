"""The C interface of a function: its name, and one C argument for each leaf of its arguments and
results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from dlvm.analysis.cfg.calls import named_functions
from dlvm.codegen.host.aggregate_flattening import is_tensor
from dlvm.diagnostics import Note, error
from dlvm.ir.compute import Definition
from dlvm.ir.instructions import Apply
from dlvm.ir.module import Function
from dlvm.ir.types import (
    ArrayType,
    ElementType,
    StructType,
    TensorType,
    TupleType,
    Type,
)

_C_TYPES: Final = {
    ElementType.F32: "float",
    ElementType.F64: "double",
    ElementType.I8: "int8_t",
    ElementType.I16: "int16_t",
    ElementType.I32: "int32_t",
    ElementType.I64: "int64_t",
}
_KEYWORDS: Final = (
    "auto bool break case catch char class const continue default delete do double else enum "
    "extern false float for friend goto if inline int long namespace new operator private "
    "protected public register restrict return short signed sizeof static struct switch template "
    "this throw true try typedef typename union unsigned using virtual void volatile while "
    "workspace random_state"
)
"""Words that cannot name an argument, in C or in C++."""


@dataclass(frozen=True)
class Argument:
    """An argument of a C function: a leaf of an argument of the function, or of its result. Tensors
    and results are passed by address, scalars by value."""

    name: str
    type: TensorType
    is_result: bool
    is_updated: bool = False
    """Whether the function overwrites it with a result."""

    @property
    def by_address(self) -> bool:
        """Whether the argument is a pointer."""
        return self.is_result or is_tensor(self.type)

    @property
    def element(self) -> str:
        """The C type of an element. Small floats are passed as their bits."""
        return c_type(self.type.element)

    @property
    def count(self) -> int:
        """The number of elements."""
        count = 1
        for dim in self.type.static_shape or ():
            count *= dim
        return count

    @property
    def declaration(self) -> str:
        """The C declaration."""
        if not self.by_address:
            return f"{self.element} {self.name}"
        return f"{'' if self.is_result or self.is_updated else 'const '}{self.element} *{self.name}"


@dataclass(frozen=True)
class Interface:
    """The C interface of a function: ``symbol`` is the name of the C function. ``leaves`` are those
    of its arguments, then those of its results. ``shared`` maps the number of a result to the
    number of the argument whose memory it takes over. A function that ``draws`` random numbers has
    an
    argument for their state."""

    function: Function
    symbol: str
    leaves: Sequence[Argument]
    shared: Mapping[int, int] = field(default_factory=dict[int, int])
    draws: bool = False

    @property
    def arguments(self) -> Sequence[Argument]:
        """The arguments of the C function."""
        count = len(self.inputs)
        return [a for n, a in enumerate(self.leaves) if n - count not in self.shared]

    @property
    def inputs(self) -> Sequence[Argument]:
        """The arguments that the function reads."""
        return [a for a in self.leaves if not a.is_result]

    @property
    def results(self) -> Sequence[Argument]:
        """The argument that holds each leaf of the result after the call."""
        inputs, found = self.inputs, [a for a in self.leaves if a.is_result]
        return [inputs[self.shared[n]] if n in self.shared else a for n, a in enumerate(found)]

    def sharing(self, shared: Mapping[int, int]) -> Interface:
        """The interface if results take over the memory of arguments."""
        updated = set(shared.values())
        leaves = [replace(a, is_updated=n in updated) for n, a in enumerate(self.leaves)]
        return replace(self, leaves=leaves, shared=shared)


def c_type(element: ElementType) -> str:
    """The C type with which an element is passed."""
    return _C_TYPES.get(element, f"uint{8 * element.bytes}_t")


def interface_of(function: Function, prefix: str) -> Interface:
    """The C interface of a function. Raises :class:`DiagnosticError` for types that cannot be
    expressed in C."""
    given = [
        leaf
        for number, type in enumerate(function.type.parameters)
        for leaf in _leaves(type, _parameter_name(function, number), function)
    ]
    found = list(_leaves(function.type.result, "result", function))
    names: list[str] = []
    for name, _ in (*given, *found):
        names.append(_unused(identifier(name), names))
    arguments = [
        Argument(name, type, number >= len(given))
        for number, (name, (_, type)) in enumerate(zip(names, (*given, *found), strict=True))
    ]
    draws = any(
        isinstance(op, Apply) and isinstance(op.callee, Definition) and op.callee.body.draws != 0
        for called in reachable([function])
        for op in called.instructions()
    )
    name = prefix + identifier(function.name or "", prefix)
    return Interface(function, name, arguments, draws=draws)


def reachable(functions: Sequence[Function]) -> list[Function]:
    """The functions, and all that they can call."""
    found: dict[Function, None] = {}
    pending = list(functions)
    while pending:
        function = pending.pop()
        if function in found:
            continue
        found[function] = None
        for instruction in function.instructions():
            pending += [v for v in instruction.leaves() if isinstance(v, Function)]
            pending += named_functions(instruction)
    return list(found)


def identifier(name: str, prefix: str = "") -> str:
    """A name as an identifier of C, to follow ``prefix``."""
    text = re.sub(r"\W", "_", name, flags=re.ASCII)
    if not prefix and (not text or text[0].isdigit()):
        text = f"v{text}"
    return f"{text}_" if not prefix and text in _KEYWORDS.split() else text


def _unused(name: str, names: Sequence[str]) -> str:
    number, found = 1, name
    while found in names:
        number += 1
        found = f"{name}_{number}"
    return found


def _parameter_name(function: Function, number: int) -> str:
    arguments = function.arguments
    name = arguments[number].name if number < len(arguments) else None
    return name or f"argument{number}"


def _leaves(type: Type, name: str, function: Function) -> Iterator[tuple[str, TensorType]]:
    match type.canonical:
        case TupleType(elements):
            for number, element in enumerate(elements):
                yield from _leaves(element, f"{name}{number}", function)
        case ArrayType(size, element):
            for number in range(size):
                yield from _leaves(element, f"{name}{number}", function)
        case StructType() as struct:
            for field, element in struct.fields:
                yield from _leaves(element, f"{name}_{field}", function)
        case TensorType() as tensor if tensor.static_shape is not None:
            yield name, tensor
        case TensorType() as tensor:
            raise error(
                f"@{function.name} must have arguments and results of known sizes for C, got "
                f"{tensor}",
                function.location,
                Note("give the sizes in the type of the function; models take --dims"),
            )
        case other:
            raise error(
                f"@{function.name} must have tensors, tuples and structs as arguments and results "
                f"for C, got {other}",
                function.location,
                Note("export a function that makes such values from tensors: --functions"),
            )
