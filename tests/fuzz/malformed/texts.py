"""Random texts: bytes, shuffled words of the language, damaged programs.

The words come from the tables of the language, so new ones are included.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Final

from dlvm.ir import INSTRUCTIONS, ElementType, Stage
from dlvm.ir.compute_rules import operation_names
from dlvm.ir.declaration import FormatToken, Optional
from dlvm.ir.instruction import FormatElement
from dlvm.ir.module import FUNCTION_ATTRIBUTES
from dlvm.ir.schedules import DIRECTIVES
from dlvm.text.expression_syntax import REDUCTIONS
from dlvm.text.parser import ITEMS
from dlvm.text.printer import print_module
from tests.fuzz.definitions.draws import draw_definition
from tests.fuzz.generic_programs import generic_form
from tests.support.paths import TESTS
from tests.support.programs.programs import draw_program
from tests.support.programs.random_modules import draw_module
from tests.support.programs.schedule_draws import draw as draw_directives
from tests.support.programs.schedule_draws import legal_directives
from tests.unit.compute.test_loops import in_loops

NAMES: Final = (
    "f",
    "g",
    "x",
    "y",
    "n",
    "T",
    "entry",
    "0",
    "1",
    "0.1",
    "1^0",
    "a.b",
    "_n",
    "w" * 70,
)
SIGILS: Final = "@%'$#?!_"
PUNCTUATION: Final = (
    "(", ")", "[", "]", "{", "}", "<", ">", ",", ":", "=", "*", "/", "+", "-", "->", "<=", ">=",
    "==", "!=", "^", "|", "&", "~", ";", ".",
)  # fmt: skip
NUMBERS: Final = (
    "0", "1", "2", "-1", "3.5", "1e3", "-0.0", "0x1p-3", "0xff", "0x1.8", "1e999", "-1e-999",
    "127", "255", "256", "65536", "2147483648", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "576460752303423488", "1" * 400, "9" * 5000, "0x" + "f" * 5000,
    "0x1p99999999999999999999", "1e99999999999999999999", "1.0e", "00", "0x", "1.", "inf", "nan",
)  # fmt: skip
TYPES: Final = (
    "f32", "i64", "bool", "<2 x 3 x f32>", "<0 x f64>", "<_ x f32>", "<_n x 2 x i32>", "*f32",
    "box f32", "[3 x i8]", "[0 x $T]", "(f32, i64)", "()", "void", "stack", "(f32) -> f32", "$T",
    "<576460752303423488 x i8>", "[576460752303423488 x [2 x f32]]", "*[4 x *f32]",
)  # fmt: skip
OTHER_WORDS: Final = (
    "x", "box", "void", "stack", "opaque", "true", "false", "zero", "undefined", "null",
    "resource", "case", "none", "scalar", "gradient", "adjoint", "derivative", "extern", "from",
    "wrt", "keeping", "seedable", "cpu", "for", "require", "draws", "if", "index", "uniform",
    "normal", "at", "by", '"s"', '"\\u{e9}\\n"', '"\\q"', '"open', "// comment", "\n", "\n", "\n",
)  # fmt: skip
CHARACTERS: Final = (
    "\x00", "\x1b", "\x7f", "\x85", "\xa0", "\u2028", "\u202e", "\u200b", "\ufeff", "\uffff",
    "\U0001f600", "e\u0301", "é", "‘x", "’x", "´x", "\r", "\r\n", "\f", "\v", "\t", "٣", "ｘ", "²",
)  # fmt: skip


@cache
def words() -> tuple[str, ...]:
    """Every word, mark and number there is, with names of each kind and some types."""
    found = {*INSTRUCTIONS, *ITEMS, *DIRECTIVES, *operation_names(), *REDUCTIONS.values()}
    found.update(e.value for e in ElementType)
    found.update(s.value for s in Stage)
    found.update(f"!{a}" for a in FUNCTION_ATTRIBUTES)
    for declaration in INSTRUCTIONS.values():
        found.update(_tokens(declaration.layout()))
    named = [sigil + name for sigil in SIGILS for name in NAMES]
    return (*sorted(found), *named, *PUNCTUATION, *NUMBERS, *TYPES, *OTHER_WORDS)


def _tokens(elements: Sequence[FormatElement]) -> list[str]:
    found: list[str] = []
    for element in elements:
        if isinstance(element, FormatToken):
            found.append(element.text)
        elif isinstance(element, Optional):
            found += _tokens(element.elements)
    return found


@cache
def programs() -> tuple[str, ...]:
    """The text of every program that the tests have as a file."""
    return tuple(f.read_text(encoding="utf-8") for f in sorted(TESTS.rglob("*.dl")))


def draw_text(r: Random) -> str:
    """A program, most of them without mistakes."""
    kind = r.random()
    if kind < 0.6:
        return r.choice(programs())
    if kind < 0.85:
        return print_module(draw_module(r, r.choice((1, 3, 10))))
    module = draw_program(r).module
    return generic_form(module, r).text if r.random() < 0.5 else print_module(module)


def random_bytes(r: Random) -> bytes:
    """Bytes without any order, or a program with some of its bytes replaced."""
    if r.random() < 0.4:
        return r.randbytes(r.choice((1, 10, 100, 10_000)))
    data = bytearray(draw_text(r).encode())
    for _ in range(r.randrange(1, 20)):
        data[r.randrange(len(data))] = r.randrange(256)
    return bytes(data)


def word_soup(r: Random) -> bytes:
    """Words one after the other; some of them as the body of a function."""
    text = " ".join(r.choices(words(), k=r.choice((3, 10, 40, 400))))
    if r.random() < 0.5:
        text = f"func @f: (f32) -> f32 {{\n'entry(%x: f32):\n    %0 = {text}"
    return text.encode()


def instruction_soup(r: Random) -> bytes:
    """A function of instructions that have the words of their format, and anything in between."""
    lines = ["struct $T { #x: f32 }", "func @f: (f32, i64) -> f32 {", "'entry(%x: f32, %n: i64):"]
    for number in range(r.randrange(1, 12)):
        mnemonic = r.choice(list(INSTRUCTIONS))
        text = _format(r, INSTRUCTIONS[mnemonic].layout())
        name = "" if INSTRUCTIONS[mnemonic].is_terminator else f"%{number} = "
        lines.append(f"    {name}{mnemonic}{text}")
        if r.random() < 0.2:
            lines.append(
                f"'b{number}({r.choice(('', '%a: f32', f'%c{number}: {r.choice(TYPES)}'))}):"
            )
    return "\n".join([*lines, "    return %x: f32", "}"]).encode()


def _format(r: Random, elements: Sequence[FormatElement]) -> str:
    text = ""
    for element in elements:
        if isinstance(element, FormatToken):
            text += f" {element.text}"
        elif isinstance(element, Optional):
            text += _format(r, element.elements) if r.random() < 0.5 else ""
        else:
            text += " " + _field(r, element.field.kind)
    return text


def _field(r: Random, kind: str) -> str:
    number = r.choice(("0", "1", "2", *NUMBERS))
    type = r.choice(TYPES)
    use = r.choice(
        ("%x", "%x: f32", "%n: i64", f"%0: {type}", f"{number}: {type}", f"zero: {type}",
         f"undefined: {type}", "@f", "(%x: f32, %n: i64)", "<%x: f32>: <1 x f32>",
         f"({number}: {type})", f"<{number}: f32, 1: f32>: {type}", "{#x = %x: f32}: $T", number)
    )  # fmt: skip
    many = ", ".join([use] * r.randrange(1, 3))
    fitting = {
        "callee": r.choice(("@f", "%x", "%n", f"undefined: {type}")),
        "successor": f"'{r.choice(('b0', 'b1', 'b2', 'entry'))}({r.choice(('', use))})",
        "cases": f"case ?a 'b{r.randrange(3)}",
        "int": number,
        "ints": f"{number}, {r.randrange(3)}",
        "pairs": f"({number}, {r.randrange(3)})",
        "dims": f"{number} x {r.choice(('_', '_n', '2', number))}",
        "element_type": r.choice(list(ElementType)).value,
        "bits": r.choice([r.choice(list(ElementType)).value, "<2 x i32>"]),
        "type": type,
        "number_type": type,
        "combiner": r.choice(("add", "max", "@f")),
        "operator": r.choice(("add", "min", "tanh")),
        "path": r.choice(("0", "#x", "#x, 0", number)),
        "element_path": r.choice(("0", "#x", f"{number}, #x", use)),
        "application": f"-> {type}",
        "string": '"s"',
        "operands": many,
        "indices": many,
    }
    return fitting.get(kind, use) if r.random() < 0.9 else r.choice(words())


_WORD = re.compile(r'"[^"\n]*"|[@%\'$#?!]?[A-Za-z0-9_.^]+|->|\n|[^\w\s]|[ \t]+')
_DEFINITION = re.compile(r"^compute .*?^}$", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.%'@])\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


def damaged_words(r: Random) -> bytes:
    """A program with words left out, doubled, exchanged or put in."""
    return _damaged(r, draw_text(r), r.choice((1, 1, 2, 5, 30))).encode()


def damaged_definitions(r: Random) -> bytes:
    """A definition with words left out, doubled, exchanged or put in, and its schedule or loops."""
    module = draw_definition(r)
    (definition,) = module.definitions
    directives = draw_directives(r, definition)
    if r.random() < 0.5:
        module = in_loops(module, legal_directives(module, directives))
        text = print_module(module)
    else:
        lines = "".join(f"    {d}\n" for d in directives)
        text = print_module(module).replace("stage compute", "stage schedule")
        text += f"schedule @{definition.name} for cpu {{\n{lines}}}\n"
    count = r.choice((1, 1, 2, 5))
    return _DEFINITION.sub(lambda m: _damaged(r, m[0], count), text).encode()


def _damaged(r: Random, text: str, count: int) -> str:
    """A text with some words left out, doubled, exchanged or put in."""
    parts = _WORD.findall(text)
    for _ in range(count):
        at, other = r.randrange(len(parts)), r.randrange(len(parts))
        match r.randrange(5):
            case 0:
                parts[at : at + r.choice((1, 1, 3))] = [" "]
            case 1:
                parts[at] += " " + parts[at]
            case 2:
                parts[at], parts[other] = parts[other], parts[at]
            case 3:
                parts[at] = r.choice(words())
            case _:
                parts[at] += f" {r.choice(words())} "
    return "".join(parts)


def damaged_numbers(r: Random) -> bytes:
    """A program with other numbers."""
    share = r.choice((0.02, 0.2, 1.0))
    text = draw_text(r)
    return _NUMBER.sub(lambda m: r.choice(NUMBERS) if r.random() < share else m[0], text).encode()


def spliced_lines(r: Random) -> bytes:
    """Lines of two programs in turns, some left out, doubled or moved."""
    lines, others = (draw_text(r).split("\n") for _ in range(2))
    for _ in range(r.choice((1, 2, 5))):
        at, start = r.randrange(len(lines) + 1), r.randrange(len(others))
        piece = others[start : start + r.choice((1, 3, 20))]
        match r.randrange(4):
            case 0:
                lines[at:at] = piece
            case 1:
                lines[at : at + len(piece)] = piece
            case 2:
                lines[at : at + r.choice((1, 5))] = []
            case _:
                lines[at:at] = r.sample(lines, min(len(lines), 5))
        lines = lines or [""]
    return r.choice(("\n", "\n", "\r\n", "\n\r")).join(lines).encode()


def odd_characters(r: Random) -> bytes:
    """A program with characters that seldom occur, mixed line ends, or bytes that are not UTF-8."""
    text = draw_text(r)
    for _ in range(r.randrange(1, 10)):
        at = r.randrange(len(text) + 1)
        text = text[:at] + r.choice(CHARACTERS) * r.choice((1, 1, 100)) + text[at:]
    data = text.encode("utf-8")
    if r.random() < 0.3:
        at = r.randrange(len(data) + 1)
        data = (
            data[:at] + r.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x82")) + data[at:]
        )
    return data


TEXTS: Final[dict[str, Callable[[Random], bytes]]] = {
    "random bytes": random_bytes,
    "word soup": word_soup,
    "instruction soup": instruction_soup,
    "damaged words": damaged_words,
    "damaged definitions": damaged_definitions,
    "damaged numbers": damaged_numbers,
    "spliced lines": spliced_lines,
    "odd characters": odd_characters,
}
"""Ways to draw a text, by name."""
