"""Parses and prints the fields of instructions by a table with one row for each kind of field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from dlvm.ir.declaration import ElementPath
from dlvm.ir.instruction import Instruction, Successor
from dlvm.ir.instructions import OPERATORS
from dlvm.ir.instructions.windows import PADDINGS
from dlvm.ir.module import Function
from dlvm.ir.types import Dim, ElementType, FunctionType, TensorType, Type, same_type
from dlvm.ir.values import Literal, Value
from dlvm.text.parser_base import quote
from dlvm.text.scope import Scope
from dlvm.text.type_syntax import read_dims, read_element_type, read_function_type, read_type
from dlvm.text.value_syntax import read_global, read_index, read_literal, read_use
from dlvm.text.value_text import Names

_OPERATOR_WORDS: Final = ", ".join(f"`{operator}`" for operator in OPERATORS)


@dataclass(frozen=True)
class FieldKind:
    """One kind of field.

    ``read`` receives the fields of the instruction that were read before, ``write`` the names of
    the function's values. ``meaning`` describes the syntax in the language reference.
    """

    read: Callable[[Scope, Mapping[str, Any]], Any]
    write: Callable[[Names, Any], str]
    meaning: str


def _read_callee(p: Scope, _: Mapping[str, Any]) -> Value:
    place = p.at
    if p.kind == "local":
        p.at += 1
        if p.accept(":"):
            return p.typed_value(p.texts[place], read_type(p), place)
        return p.known_value(p.texts[place], place)
    if p.kind == "word":
        return read_literal(p)
    if p.kind != "global":
        raise p.unexpected("a function, @name or %name")
    return read_global(p)


def _read_application(p: Scope, fields: Mapping[str, Any]) -> Type:
    """Reads the type of the result of a call after ``->``, or the type of the function after a
    colon."""
    if p.accept("->"):
        return read_type(p)
    p.expect(":", "'->' and the type of the result")
    place = p.at
    type = read_function_type(p)
    callee = fields.get("callee")
    known = callee.type.canonical if isinstance(callee, Value) else None
    if isinstance(known, FunctionType) and not same_type(
        FunctionType(type.parameters, known.result), known
    ):
        raise p.doubt(f"expected {known}, got the type {type}", place, last=p.at - 1)
    return type.result


def _read_operands(p: Scope, _: Mapping[str, Any]) -> list[Value]:
    return [] if p.kind == ")" else p.list_of(lambda: read_use(p))


def _read_indices(p: Scope, _: Mapping[str, Any]) -> list[Value]:
    return [] if p.accept("none") else p.list_of(lambda: read_index(p))


def _read_ints(p: Scope, _: Mapping[str, Any]) -> tuple[int, ...]:
    return () if p.accept("none") else tuple(p.list_of(p.integer))


def _read_pairs(p: Scope, _: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    def read() -> tuple[int, int]:
        p.expect("(", "a pair of numbers, (low, high)")
        low = p.integer()
        p.expect(",")
        high = p.integer()
        p.expect(")")
        return low, high

    return () if p.accept("none") else tuple(p.list_of(read))


def _read_window_padding(p: Scope, fields: Mapping[str, Any]) -> str | tuple[tuple[int, int], ...]:
    return p.take("word", "a word or pairs") if p.kind == "word" else _read_pairs(p, fields)


def _read_successor(p: Scope, _: Mapping[str, Any]) -> Successor:
    place = p.at
    text = p.take("block", "a block, 'name(…)")
    block = p.find_block(text, place)
    if p.kind != "(":
        raise p.unexpected("'(' and the block's arguments")
    return Successor(block, p.enclosed("(", lambda: read_use(p), ")"))


def _read_cases(p: Scope, _: Mapping[str, Any]) -> list[Successor]:
    cases: list[Successor] = []
    while p.accept("case"):
        case = p.name("case", "a case, ?name")
        place = p.at
        block = p.find_block(p.take("block", "a block, 'name"), place)
        cases.append(Successor(block, (), case))
    if not cases:
        raise p.unexpected("'case'")
    return cases


def _read_combiner(p: Scope, _: Mapping[str, Any]) -> str | Function:
    if p.accept("builtin"):
        place = p.at
        name = p.string()
        if name not in ("max", "min"):
            raise p.error(f'builtin must be "max" or "min", got {quote(name)}', place)
        return name
    if p.kind != "global":
        return p.take("word", "an operator or a function")
    place = p.at
    value = read_global(p)
    if not isinstance(value, Function):
        raise p.error(f"{p.texts[place]} has type {value.type}, expected a function", place)
    if p.accept(":"):
        type = read_type(p)
        if not same_type(type, value.type):
            message = f"{p.texts[place]} has type {value.type}, got {type}"
            raise p.doubt(message, place, last=p.at - 1)
    return value


def _read_path(p: Scope, _: Mapping[str, Any]) -> tuple[Value | int | str, ...]:
    """Reads a path of numbers and fields. If it also has values, the instruction is an alternative
    form."""

    def read() -> Value | int | str:
        if p.kind == "field":
            return p.name("field", "a field")
        if p.kind in ("local", "global") or (p.kind == "number" and p.kinds[p.at + 1] == ":"):
            return read_use(p)
        return p.natural("a number, an i64 value or a field, #name")

    return () if p.accept("none") else tuple(p.list_of(read))


def _read_bits(p: Scope, fields: Mapping[str, Any]) -> ElementType:
    """Reads an element type, or the type of the result, which is the operand's type with another
    element type."""
    if p.kind == "word":
        return read_element_type(p)
    place = p.at
    type = read_type(p)
    found, whole = type.canonical, fields["x"].type.canonical
    if not isinstance(found, TensorType) or not isinstance(whole, TensorType):
        raise p.doubt(
            f"expected an element type or a tensor type, got {type}", place, last=p.at - 1
        )
    if found.rank and found.shape != whole.shape:
        expected = whole.with_element(found.element)
        why = "bitCast keeps the shape, shapeCast changes it"
        raise p.doubt(f"expected {expected}, got {type}: {why}", place, last=p.at - 1)
    return found.element


def _read_element_path(p: Scope, _: Mapping[str, Any]) -> list[Value | int | str]:
    def read() -> Value | int | str:
        if p.kind == "field":
            return p.name("field", "a field")
        # A number with a type is an operand; the instruction checks its type.
        bare = p.at + 1 if p.kind == "-" else p.at
        if p.kinds[bare] == "number" and p.kinds[bare + 1] != ":":
            return p.integer()
        return read_use(p)

    return p.list_of(read)


def _write_element_path(names: Names, path: ElementPath) -> str:
    def text(step: Value | int | str) -> str:
        if isinstance(step, Value):
            return names.use(step)
        return str(step) if isinstance(step, int) else f"#{step}"

    return ", ".join(map(text, path))


def _write_successor(names: Names, successor: Successor) -> str:
    return f"{names.block(successor.block)}({', '.join(map(names.use, successor.arguments))})"


def _write_cases(names: Names, successors: Sequence[Successor]) -> str:
    return " ".join(f"case ?{s.case} {names.block(s.block)}" for s in successors)


def _write_callee(names: Names, callee: Value) -> str:
    # The parser knows the types of globals and arguments in advance, but not of results.
    typed = isinstance(callee, Instruction | Literal)
    return names.use(callee) if typed else names.name(callee)


def _write_combiner(names: Names, by: str | Function) -> str:
    return by if isinstance(by, str) else names.name(by)


def _write_dims(_: Names, dims: Sequence[Dim]) -> str:
    return " x ".join(map(str, dims)) or "scalar"


def _listed(items: Sequence[object]) -> str:
    return ", ".join(map(str, items)) or "none"


def _pairs_text(pairs: Sequence[tuple[int, int]]) -> str:
    return _listed([f"({low}, {high})" for low, high in pairs])


def _plain(read: Callable[[Scope], Any]) -> Callable[[Scope, Mapping[str, Any]], Any]:
    return lambda p, _: read(p)


def _written(write: Callable[[Any], str]) -> Callable[[Names, Any], str]:
    return lambda _, value: write(value)


KINDS: Final[dict[str, FieldKind]] = {
    "operand": FieldKind(_plain(read_use), Names.use, "a value and its type, `%x: f32`"),
    "operands": FieldKind(
        _read_operands,
        lambda names, values: ", ".join(map(names.use, values)),
        "values and their types, `%x: f32, %y: i64`",
    ),
    "callee": FieldKind(_read_callee, _write_callee, "a function, `@f`, or a function value, `%f`"),
    "index": FieldKind(
        _plain(read_index), Names.index, "a number, `2`, or an `i64` value, `%n: i64`"
    ),
    "indices": FieldKind(
        _read_indices,
        lambda names, values: ", ".join(map(names.index, values)) or "none",
        "numbers or `i64` values, `0, %n: i64`; `none` for an empty list",
    ),
    "successor": FieldKind(
        _read_successor,
        _write_successor,
        "a block with the values of its arguments, `'next(%x: f32)`",
    ),
    "cases": FieldKind(
        _read_cases,
        _write_cases,
        "a block for each case of the enum, `case ?some 'a case ?none 'b`",
    ),
    "int": FieldKind(_plain(Scope.integer), _written(str), "an integer, `1`"),
    "ints": FieldKind(_read_ints, _written(_listed), "integers, `0, 2`; `none` for an empty list"),
    "pairs": FieldKind(
        _read_pairs,
        _written(lambda pairs: _pairs_text(pairs)),
        "pairs of integers, `(1, 1), (0, 2)`; `none` for an empty list",
    ),
    "window_padding": FieldKind(
        _read_window_padding,
        _written(lambda padding: padding if isinstance(padding, str) else _pairs_text(padding)),
        f"{', '.join(f'`{p}`' for p in PADDINGS)}, or pairs of integers, `(1, 1), (0, 2)`",
    ),
    "dims": FieldKind(_plain(read_dims), _write_dims, "a shape, `2 x _n`; `scalar` for rank 0"),
    "element_type": FieldKind(_plain(read_element_type), _written(str), "an element type, `f32`"),
    "bits": FieldKind(
        _read_bits,
        _written(str),
        "an element type, `f32`, or the type of the result, `<2 x f32>`",
    ),
    "type": FieldKind(_plain(read_type), _written(str), "a type, `<2 x f32>`"),
    "number_type": FieldKind(_plain(read_type), _written(str), "the type of a number, `f32`"),
    "combiner": FieldKind(
        _read_combiner,
        _write_combiner,
        f"an operator ({_OPERATOR_WORDS}), or a function of two scalars, `@f`",
    ),
    "operator": FieldKind(
        lambda p, _: p.take("word", "an operator"),
        _written(str),
        f"an operator: {_OPERATOR_WORDS}",
    ),
    "path": FieldKind(
        _read_path,
        _written(lambda path: _listed([s if isinstance(s, int) else f"#{s}" for s in path])),
        "numbers and fields, `#w, 0`, or `i64` values, `%i: i64`; `none` for an empty list",
    ),
    "element_path": FieldKind(
        _read_element_path,
        _write_element_path,
        "numbers, `i64` values and fields, `0, #w, %i: i64`",
    ),
    "application": FieldKind(
        _read_application,
        _written(" -> {}".format),
        "the result's type, `-> f32`, or the function's, `: (f32) -> f32`",
    ),
    "string": FieldKind(_plain(Scope.string), _written(quote), 'a string, `"text"`'),
}
"""All kinds of fields except ``flag``, which is a keyword of the format."""
