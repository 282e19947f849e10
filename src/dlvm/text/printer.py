"""Prints modules as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import chain
from typing import Final

from dlvm.diagnostics import error
from dlvm.ir.compute import Definition
from dlvm.ir.declaration import FormatToken, Optional, Reference
from dlvm.ir.instruction import ExternDeclaration, FormatElement, Instruction
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.module import VERSION, Block, DerivedDeclaration, Function, GradientDeclaration, Module
from dlvm.ir.schedules import Schedule
from dlvm.ir.types import VOID, AliasType, EnumType, FunctionType, NominalType, StructType
from dlvm.ir.wellformed import TOO_DEEP
from dlvm.text.attributes import KINDS
from dlvm.text.compute_syntax import body_lines
from dlvm.text.lines import clause_words
from dlvm.text.loop_syntax import kernel_lines
from dlvm.text.parser_base import quote
from dlvm.text.schedule_syntax import schedule_lines
from dlvm.text.value_text import Names

WIDTH = 100
Part = tuple[str, Function | Block | Instruction | Definition | Schedule | LoopKernel | None]
"""Some lines of a module, and the construct that they print."""
_INDENT = "    "
_BREAKABLE = re.compile(r'"(?:[^"\\]++|\\.)*+"|->|[()\[\]{}<>]|, | [a-zA-Z]+\b')


def print_module(module: Module) -> str:
    """Returns the text of a module; parsing it returns an equal module.

    Raises
    ------
    DiagnosticError
        If types or values are nested too deeply. The verifier rejects them too.
    """
    names = Names.of(module)
    try:
        sections = [text for write in SECTIONS for text in write(module, names)]
    except RecursionError:
        raise error(f"a module with types or values {TOO_DEEP} cannot be printed") from None
    return "\n".join([_header(module), *sections])


def module_parts(module: Module) -> Iterator[Part]:
    """The text of a module in parts, each without its last line end, and with the construct that
    it prints. Together, they have the lines of :func:`print_module`."""
    names = Names.of(module)
    yield _header(module), None
    for write in (_types, _variables):
        yield from ((text, None) for text in write(module, names))
    yield from _definition_parts(module, names)
    for function in module.functions:
        yield from _function_parts(function, names)
        yield "", None


def _header(module: Module) -> str:
    return f"module {quote(module.name)}\nversion {VERSION}\nstage {module.stage.value}\n"


def print_function(function: Function, names: Names) -> str:
    """The text of a function."""
    return "\n".join(text for text, _ in _function_parts(function, names)) + "\n"


def _function_parts(function: Function, names: Names) -> Iterator[Part]:
    lines: list[str] = []
    if function.attributes:
        lines.append(" ".join(f"!{a}" for a in sorted(function.attributes)))
    prefix = ""
    match function.declaration:
        case DerivedDeclaration() as declaration:
            lines.append(_derived(declaration, names))
        case ExternDeclaration():
            prefix = "[extern] "
        case None:
            pass
    opening = " {" if function.blocks else ""
    lines.append(_signature(f"{prefix}func {names.name(function)}: ", function.type, opening))
    yield "\n".join(lines), function
    if function.blocks:
        inner = names.within(function)
        for block in function.blocks:
            yield _block_header(block, inner), block
            for instruction in block.instructions:
                yield _INDENT + instruction_text(instruction, inner), instruction
        yield "}", None


def instruction_text(instruction: Instruction, names: Names) -> str:
    """The text of an instruction, with the name of its result, wrapped."""
    text = instruction.mnemonic + _written(_template(type(instruction)), instruction, names)
    has_result = instruction.type != VOID or instruction.is_used
    if has_result and not instruction.is_terminator:
        text = f"{names.name(instruction)} = {text}"
    return wrap(text, len(_INDENT), 2 * _INDENT, clause_words())


def wrap(
    text: str,
    column: int,
    indent: str,
    words: Set[str] = frozenset(),
    *,
    keep_nested: bool = True,
) -> str:
    """Breaks a line that begins at ``column`` if it is too long.

    Breaks are before ``words`` outside of brackets, after commas, and between a value and its tuple
    type: inside as few brackets as possible with ``keep_nested``, and as late as possible."""
    if column + len(text) <= WIDTH:
        return text
    lines: list[str] = []
    places: list[tuple[float, int]] = []
    depth = start = 0
    width = WIDTH - column
    for match in chain(_BREAKABLE.finditer(text), [None]):
        token, end = (match.group(), match.end()) if match else ("", len(text))
        while places and end - start > width:
            best = min(places, key=lambda place: (place[0], -place[1]))[1]
            lines.append(text[start : best - 1])
            start, width = best, WIDTH - len(indent)
            places = [place for place in places if place[1] > start]
        if token in ("(", "[", "{", "<"):
            if token == "(" and text.endswith(": ", start, end - 1):
                places.append((depth + 0.5, end - 1))
            depth += 1
        elif token in (")", "]", "}", ">"):
            depth -= 1
        elif token == ", " and depth > 0:
            places.append((depth if keep_nested else 1, end))
        elif words and depth == 0 and (token == "->" or token[1:] in words):
            places.append((0, end - len(token.lstrip())))
    lines.append(text[start:])
    return f"\n{indent}".join(lines)


def _signature(prefix: str, type: FunctionType, opening: str) -> str:
    line = f"{prefix}{type}{opening}"
    if len(line) <= WIDTH:
        return line
    parameters = f"({', '.join(map(str, type.parameters))})"
    # Parameters and results are aligned.
    indent = " " * len(prefix)
    result = f"-> {type.result}{opening}"
    aligned = " " * max(0, len(prefix) - 3)
    return "\n".join(
        [
            prefix + wrap(parameters, len(prefix), indent + " "),
            aligned + wrap(result, len(aligned), indent + " "),
        ]
    )


def _derived(declaration: DerivedDeclaration, names: Names) -> str:
    def numbers(word: str, positions: Sequence[int]) -> str:
        return f" {word} {', '.join(map(str, positions))}"

    text = f"{declaration.keyword} {names.name(declaration.function)}"
    if declaration.sources is not None:
        text += numbers("from", declaration.sources)
    if declaration.wrt is not None:
        text += numbers("wrt", declaration.wrt)
    if declaration.keeping:
        text += numbers("keeping", declaration.keeping)
    if isinstance(declaration, GradientDeclaration) and declaration.seedable:
        text += " seedable"
    return f"[{text}]"


def _block_header(block: Block, names: Names) -> str:
    arguments = ", ".join(map(names.use, block.arguments))
    return wrap(f"{names.block(block)}({arguments}):", 0, _INDENT)


Segment = str | Reference | tuple[Optional, "Segments"]
Segments = tuple[Segment, ...]


@cache
def _template(declaration: type[Instruction]) -> Segments:
    """An instruction's format with the spaces between its elements."""
    return _spaced(declaration.layout(), "")


def _spaced(elements: Sequence[FormatElement], before: str) -> Segments:
    segments: list[Segment] = []
    for element in elements:
        text = element.text if isinstance(element, FormatToken) else ""
        tight = before == "(" or text in (",", ":", ")", "(")
        match element:
            case FormatToken():
                segments.append(text if tight else f" {text}")
            case Reference(field):
                if not tight and field.kind != "application":
                    segments.append(" ")
                segments.append(element)
            case Optional(parts):
                segments.append((element, _spaced(parts, before)))
        before = text
    return tuple(segments)


def _written(segments: Segments, instruction: Instruction, names: Names) -> str:
    text = ""
    for segment in segments:
        if isinstance(segment, str):
            text += segment
        elif isinstance(segment, Reference):
            field = segment.field
            text += KINDS[field.kind].write(names, getattr(instruction, field.name))
        else:
            optional, inner = segment
            value = getattr(instruction, optional.decider.name)
            if not _is_default(value, optional.decider.default):
                text += _written(inner, instruction, names)
    return text


def _is_default(value: object, default: object) -> bool:
    # The parser creates operand lists, declarations have tuples as defaults.
    if isinstance(value, list) and isinstance(default, tuple):
        return not value and not default
    return value is default or value == default


def _types(module: Module, _: Names) -> list[str]:
    text = "".join(_definition(t) + "\n" for t in module.types)
    return [text] if text else []


def _definition(type: NominalType) -> str:
    match type:
        case StructType():
            fields = "".join(f"{_INDENT}#{n}: {t}\n" for n, t in type.fields)
            return f"struct {type} {{\n{fields}}}"
        case EnumType():
            cases = [f"?{n}({', '.join(map(str, p))})" if p else f"?{n}" for n, p in type.cases]
            line = f"enum {type} {{ {', '.join(cases)} }}"
            if len(line) <= WIDTH:
                return line
            listed = "".join(f"{_INDENT}{wrap(c, 4, 2 * _INDENT)}\n" for c in cases)
            return f"enum {type} {{\n{listed}}}"
        case AliasType(target=target):
            return f"type {type} = {'opaque' if target is None else target}"
        case _:
            return f"type {type} = opaque"


def _variables(module: Module, names: Names) -> list[str]:
    text = "".join(f"var {names.name(v)}: {v.content}\n" for v in module.variables)
    return [text] if text else []


def _definitions(module: Module, names: Names) -> list[str]:
    """Compute definitions, each followed by its schedule or its kernel."""
    return [text for text, _ in _definition_parts(module, names)]


def _definition_parts(module: Module, names: Names) -> Iterator[Part]:
    schedules: dict[str, list[Schedule]] = {}
    for schedule in module.schedules:
        schedules.setdefault(schedule.definition, []).append(schedule)
    kernels: dict[str, list[LoopKernel]] = {}
    for kernel in module.kernels:
        kernels.setdefault(kernel.definition, []).append(kernel)
    for definition in module.definitions:
        opening = _signature(f"compute {names.name(definition)}: ", definition.type, " {")
        yield _braced(opening, body_lines(definition.body)), definition
        yield from ((_schedule(s), s) for s in schedules.pop(definition.name or "", ()))
        yield from ((_kernel(k), k) for k in kernels.pop(definition.name or "", ()))
    yield from ((_schedule(s), s) for several in schedules.values() for s in several)
    yield from ((_kernel(k), k) for several in kernels.values() for k in several)


def _schedule(schedule: Schedule) -> str:
    opening = f"schedule @{schedule.definition} for {schedule.device} {{"
    return _braced(opening, schedule_lines(schedule))


def _kernel(kernel: LoopKernel) -> str:
    return _braced(f"loops @{kernel.definition} {{", kernel_lines(kernel))


def _braced(opening: str, lines: Iterable[str]) -> str:
    wrapped = [_INDENT + wrap(line, len(_INDENT), 2 * _INDENT, keep_nested=False) for line in lines]
    return "\n".join([opening, *wrapped, "}"]) + "\n"


def _functions(module: Module, names: Names) -> list[str]:
    return [print_function(f, names) for f in module.functions]


SECTIONS: Final[tuple[Callable[[Module, Names], list[str]], ...]] = (
    _types,
    _variables,
    _definitions,
    _functions,
)
"""The functions that print the parts of a module, in order; each returns paragraphs."""
