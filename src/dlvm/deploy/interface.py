"""The C interface of a function: its name, and its C parameters. Each tensor of an argument or
result is a parameter or a member of a struct."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
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
    "workspace workspace_bytes random_state weights threads"
)
"""Words that cannot name an argument, in C or in C++."""
LIBRARY_NAMES: Final = (
    "message", "map_weights", "heap_used", "threads", "thread_pool", "parallel_for", "run_tasks",
    "work", "open_thread_pool", "close_thread_pool",
)  # fmt: skip
"""The names that each library has, after its prefix."""


@dataclass(frozen=True)
class CArgument:
    """A leaf of an argument of a function, or of its result: a parameter of the C function, or a
    member of a struct. Tensors and results are passed by address, scalars by value. ``name`` is
    unique in the function."""

    name: str
    type: TensorType
    is_result: bool
    is_updated: bool = False
    """Whether the function overwrites the argument with a result."""
    dims: tuple[int | str, ...] = ()
    """The sizes: numbers, or the names of the arguments that hold them. A size of a result that is
    known only after the call is an empty name."""
    structs: tuple[tuple[str, str], ...] = ()
    """The structs that contain the leaf, the outermost first: for each, the name of the parameter
    or member, and the name of the type."""
    member: str = ""
    """The name of the leaf in its struct."""

    @property
    def is_sized_later(self) -> bool:
        """Whether the argument is a result whose sizes are known only after the call."""
        return self.is_result and "" in self.dims

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
    def declarations(self) -> list[str]:
        """The C declarations. A result whose sizes are known only after the call has two more: its
        capacity in elements, and its sizes."""
        name = self.member or self.name
        if not self.by_address:
            return [f"{self.element} {name}"]
        const = "" if self.is_result or self.is_updated else "const "
        found = [f"{const}{self.element} *{name}"]
        if self.is_sized_later:
            found += [f"int64_t {name}_capacity", f"int64_t {name}_sizes[{len(self.dims)}]"]
        return found


@dataclass(frozen=True)
class CStruct:
    """A struct in C: a parameter, which is passed by address, or a member of another struct.
    ``name`` is that of the parameter or member, ``type`` that of the type in the module."""

    name: str
    type: str
    members: tuple[CArgument | CStruct, ...]

    @property
    def leaves(self) -> list[CArgument]:
        """The tensors and numbers in it."""
        return [leaf for m in self.members for leaf in leaves_of(m)]

    @property
    def is_written(self) -> bool:
        """Whether the function writes to memory that a member points to."""
        return any(leaf.is_result or leaf.is_updated for leaf in self.leaves)

    @property
    def layout(self) -> StructLayout:
        """The declarations in C that determine the type: structs with equal layouts share a type
        in C."""
        members = [
            m.declarations if isinstance(m, CArgument) else [(m.name, m.layout)]
            for m in self.members
        ]
        return self.type, self.is_written, tuple(m for found in members for m in found)


StructLayout = tuple[str, bool, tuple["str | tuple[str, StructLayout]", ...]]
"""The name of a struct, whether the function writes to its members, and the declarations of the
members: texts, or names with layouts."""


def leaves_of(parameter: CArgument | CStruct) -> list[CArgument]:
    """The leaves of a parameter."""
    return [parameter] if isinstance(parameter, CArgument) else parameter.leaves


def _grouped(leaves: Iterable[CArgument], depth: int = 0) -> list[CArgument | CStruct]:
    """Leaves, with those of one struct together."""
    found: list[CArgument | CStruct] = []
    for key, group in groupby(leaves, lambda a: (a.structs[depth : depth + 1] or (a.name,))[0]):
        if isinstance(key, str):
            found += group
        else:
            found.append(CStruct(*key, tuple(_grouped(group, depth + 1))))
    return found


def struct_names(interfaces: Sequence[Interface], prefix: str) -> dict[StructLayout, str]:
    """The names in C of the structs that functions take. The name of a struct that a function
    writes to ends in ``_out``. Further structs of the same name get a number."""
    found: dict[StructLayout, str] = {}
    taken = [*(i.symbol for i in interfaces), *(prefix + name for name in LIBRARY_NAMES)]

    def add(struct: CStruct) -> None:
        for member in struct.members:
            if isinstance(member, CStruct):
                add(member)
        if struct.layout not in found:
            name = prefix + identifier(struct.type, prefix) + "_out" * struct.is_written
            found[struct.layout] = _unused(name, [*found.values(), *taken])

    for interface in interfaces:
        for parameter in interface.parameters:
            if isinstance(parameter, CStruct):
                add(parameter)
    return found


@dataclass(frozen=True)
class Interface:
    """The C interface of a function: ``symbol`` is the name of the C function. ``leaves`` are those
    of its arguments, then those of its results. ``shared`` maps the number of a result to that of
    the argument whose memory it takes over. A function that ``draws`` random numbers has an
    argument for their state. ``sizes`` are the names of the arguments with erased sizes, which
    follow the arguments of the function. A function that ``allocates`` memory at run time has an
    argument with the size of its workspace; one that ``recurses`` checks the use of the stack."""

    function: Function
    symbol: str
    leaves: Sequence[CArgument]
    shared: Mapping[int, int] = field(default_factory=dict[int, int])
    draws: bool = False
    sizes: Sequence[str] = ()
    allocates: bool = False
    recurses: bool = False
    reads_weights: bool = False
    uses_threads: bool = False

    @property
    def arguments(self) -> Sequence[CArgument]:
        """The leaves that the C function takes."""
        count = len(self.inputs)
        return [a for n, a in enumerate(self.leaves) if n - count not in self.shared]

    @property
    def parameters(self) -> list[CArgument | CStruct]:
        """The parameters of the C function for its arguments and results."""
        return _grouped(self.arguments)

    @property
    def inputs(self) -> Sequence[CArgument]:
        """The arguments that the function reads."""
        return [a for a in self.leaves if not a.is_result]

    @property
    def results(self) -> Sequence[CArgument]:
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
    if element.is_complex:
        raise error(f"C interfaces have no complex numbers, got element type {element}")
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
    roots = list(dict.fromkeys(identifier(s[0][0]) for _, _, s, _ in (*given, *found) if s))
    for name, _, _, _ in (*given, *found):
        names.append(_unused(identifier(name), [*names, *roots]))
    sizes: dict[str, str] = {}
    arguments: list[CArgument] = []
    leaves = zip(list(names), (*given, *found), strict=True)
    for number, (name, (_, type, structs, member)) in enumerate(leaves):
        dims: list[int | str] = []
        for axis, dim in enumerate(type.shape):
            if isinstance(dim, int):
                dims.append(dim)
                continue
            key = dim.name or f"{name}_size{axis}"
            if number < len(given) and key not in sizes:
                sizes[key] = _unused(identifier(key), [*names, *roots])
                names.append(sizes[key])
            dims.append(sizes.get(key, "") if dim.name or number < len(given) else "")
        structs = tuple((identifier(variable), struct) for variable, struct in structs)
        arguments.append(
            CArgument(
                name, type, number >= len(given), dims=tuple(dims), structs=structs,
                member=identifier(member) if structs else "",
            )
        )  # fmt: skip
    draws = any(
        isinstance(op, Apply) and isinstance(op.callee, Definition) and op.callee.body.draws != 0
        for called in reachable([function])
        for op in called.instructions()
    )
    name = prefix + identifier(function.name or "", prefix)
    return Interface(function, name, arguments, draws=draws, sizes=list(sizes.values()))


def reachable(functions: Sequence[Function]) -> list[Function]:
    """The functions, and all functions that they can call."""
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


_Leaf = tuple[str, TensorType, tuple[tuple[str, str], ...], str]
"""The name of a leaf, its type, the structs that contain it, and its name in the last of them."""


def _leaves(
    type: Type,
    name: str,
    function: Function,
    structs: tuple[tuple[str, str], ...] = (),
    member: str = "",
) -> Iterator[_Leaf]:
    def inner(element: Type, ending: str) -> Iterator[_Leaf]:
        own = f"{member}{ending}" if structs else ""
        return _leaves(element, f"{name}{ending}", function, structs, own)

    match type.canonical:
        case TupleType(elements):
            for number, element in enumerate(elements):
                yield from inner(element, str(number))
        case ArrayType(size, element):
            for number in range(size):
                yield from inner(element, str(number))
        case StructType() as struct:
            there = (*structs, (member or name, struct.name))
            for field, element in struct.fields:
                yield from _leaves(element, f"{name}_{field}", function, there, field)
        case TensorType() as tensor:
            yield name, tensor, structs, member
        case other:
            raise error(
                f"@{function.name} must have tensors, tuples and structs as arguments and results "
                f"for C, got {other}",
                function.location,
                Note("export a function that makes such values from tensors: --functions"),
            )
