"""Parses the bodies of functions: blocks and instructions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlvm.diagnostics import DiagnosticError, Note
from dlvm.ir.declaration import FormatToken, Optional, Reference
from dlvm.ir.instruction import FormatElement, Instruction, Successor, TypeRuleError
from dlvm.ir.instructions import INSTRUCTIONS, Trap
from dlvm.ir.module import Block, Function
from dlvm.ir.wellformed import type_problem
from dlvm.text.attributes import KINDS
from dlvm.text.other_forms import FORMS
from dlvm.text.parser_base import suggestion
from dlvm.text.scope import Scope
from dlvm.text.type_syntax import read_type

_MAX_NOTES = 8


def read_body(p: Scope, function: Function, limit: int) -> None:
    """Reads the blocks of a function up to the closing brace, which precedes ``limit`` if it
    exists.

    Blocks are declared first, so that branches may refer to later ones. Lines with errors are
    recorded and skipped."""
    opening, before = p.at, p.failures
    p.expect("{")
    limit = p.closers.get(opening, limit)
    p.enter_function(p.at, limit)
    headers: dict[int, tuple[Block, int]] = {}
    for place in _header_places(p, limit):
        p.at = place
        block = _declare_block(p, function)
        headers[place] = block, p.at
    p.at = opening + 1
    current: Block | None = None
    expected_block = False
    while True:
        p.skip_newlines()
        if p.at >= limit or p.kind in ("}", "end"):
            break
        header = headers.get(p.at)
        if header is not None:
            current, p.at = header
        elif current is None:
            if not expected_block:
                p.record(p.unexpected("a block, 'name(…):"))
            expected_block = True
            p.skip_until(("newline",), limit)
        else:
            _read_statement(p, current, limit)
    p.break_promises()
    if not headers and not expected_block:
        name = f"@{function.name}" if function.name else "the function"
        p.record(p.error(f"{name} has an empty body, expected a block", opening))
    if p.failures > before:
        p.unparsed.bodies.add(function)
    if not p.accept("}"):
        note = Note("the body begins here", p.location(opening))
        message = f"expected '}}' at the end of the function, got {p.found()}"
        raise p.error(message, None, note)


def _header_places(p: Scope, limit: int) -> list[int]:
    return [
        place
        for place in range(p.at, limit)
        if p.kinds[place] == "block" and p.kinds[place - 1] in ("newline", "{")
    ]


def _declare_block(p: Scope, function: Function) -> Block:
    """Reads the header of a block, ``'name(%x: T, …):``. After an error, uses of
    its names fail silently."""
    first = p.at
    block = function.add_block(location=p.location(first))
    try:
        text = p.take("block", "a block")
        name = text[1:]
        known = p.blocks.get(name)
        if known is not None:
            raise p.duplicate(text, first, known.location)
        p.blocks[name] = block
        block.name = None if name[0].isdigit() else name
        p.enclosed("(", lambda: _read_argument(p, block), ")")
        p.expect(":")
    except DiagnosticError as problem:
        p.record(problem)
        p.unparsed.headers.add(block)
        if p.texts[first][1:] not in p.blocks or p.blocks[p.texts[first][1:]] is block:
            p.blocks[p.texts[first][1:]] = None
        p.at = first
        while p.kind not in ("newline", "end"):
            if p.kind == "local":
                p.poison_value(p.text)
            p.at += 1
    return block


def _read_argument(p: Scope, block: Block) -> None:
    place = p.at
    text = p.take("local", "an argument, %name: type")
    p.expect(":")
    argument = block.add_argument(read_type(p), location=p.location(place))
    p.define_value(text, argument, place)


def _read_statement(p: Scope, block: Block, limit: int) -> None:
    """Reads a line of a block. After an error, uses of the name that it defines fail silently."""
    first, count = p.at, len(block.instructions)
    if p.recover(lambda: _read_line(p, block), limit):
        p.unparsed.ends.discard(block)
        return
    if len(block.instructions) == count:
        p.unparsed.ends.add(block)
    for place in range(first, p.at):
        if p.kinds[place] == "local" and p.kinds[place + 1] == "=":
            p.poison_value(p.texts[place])
            return
    if p.kinds[first] == "local":
        p.poison_value(p.texts[first])


def _read_line(p: Scope, block: Block) -> None:
    first = p.at
    name: str | None = None
    if p.kind == "local":
        name = p.text
        p.at += 1
        p.expect("=")
    instruction = read_instruction(p, block)
    p.end_line()
    if name is not None and instruction.is_terminator:
        message = f"{instruction.mnemonic} computes no value, expected no name for it"
        raise p.error(message, first)
    if instruction.block is None and not _is_behind_trap(instruction, block):
        block.insert(instruction)
    if name is not None:
        p.define_value(name, instruction, first)


def _is_behind_trap(instruction: Instruction, block: Block) -> bool:
    """Whether an instruction is the terminator that the original DLVM requires after a trap."""
    last = block.instructions[-1] if block.instructions else None
    is_bare = isinstance(last, Trap) and last.message == Trap.fields["message"].default
    return is_bare and instruction.is_terminator


def read_instruction(p: Scope, block: Block) -> Instruction:
    """Reads an instruction from its mnemonic on. A form that expands to several instructions
    appends them to the block."""
    first = p.at
    mnemonic = p.take("word", "an instruction")
    declaration = INSTRUCTIONS.get(mnemonic)
    if declaration is None:
        near = suggestion(mnemonic, INSTRUCTIONS)
        raise p.error(f"there is no instruction '{mnemonic}'{near}", first)
    fields: dict[str, Any] = {}
    _read_elements(p, declaration.layout(), fields)
    try:
        location = p.span(first)

        def put(step: Instruction) -> Instruction:
            step.location = location
            return block.insert(step)

        form = FORMS.get(mnemonic)
        instruction = form(fields, put) if form is not None else None
        if instruction is None:
            instruction = declaration(**fields, location=location)
        # The type was not written, so it has not been checked.
        problem = type_problem(instruction.type)
        if problem is not None:
            instruction.drop_operands()
            raise TypeRuleError(problem)
        return instruction
    except TypeRuleError as problem:
        notes = _notes(fields)
        raise p.doubt(f"{mnemonic}: {problem}", first, *notes, last=p.at - 1) from None


def _read_elements(p: Scope, elements: Sequence[FormatElement], fields: dict[str, Any]) -> None:
    for element in elements:
        match element:
            case FormatToken(text):
                p.expect(text)
            case Reference(field):
                fields[field.name] = KINDS[field.kind].read(p, fields)
            case Optional(parts, decider):
                first = parts[0]
                if isinstance(first, FormatToken):
                    present = p.text == first.text and p.kind != "string"
                else:
                    present = not p.at_line_end()
                if present:
                    _read_elements(p, parts, fields)
                    if decider.kind == "flag":
                        fields[decider.name] = True


def _notes(fields: dict[str, Any]) -> list[Note]:
    """Notes with the declarations of the blocks and functions that an instruction refers to."""
    notes: list[Note] = []
    values: list[Any] = []
    for value in fields.values():
        values += value if isinstance(value, list) else [value]
    for value in values[:_MAX_NOTES]:
        if isinstance(value, Successor):
            name = f"'{value.block.name}" if value.block.name else "the block"
            notes.append(Note(f"{name} begins here", value.block.location))
        elif isinstance(value, Function):
            name = f"@{value.name}" if value.name else "the function"
            notes.append(Note(f"{name} is declared here", value.location))
    return notes
