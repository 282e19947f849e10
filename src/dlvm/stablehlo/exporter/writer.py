"""Writes operations of StableHLO as text, in the generic form of MLIR."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, cast

import numpy as np

from dlvm.analysis.cfg.structured import Tree
from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir.instruction import Instruction
from dlvm.ir.types import (
    BOOL,
    I32,
    I64,
    ArrayType,
    Dim,
    ElementType,
    StructType,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.values import Aggregate, Literal, Special, TensorData, Value
from dlvm.stablehlo.program import ELEMENTS

_NAMES: Final = {element: name for name, element in reversed(ELEMENTS.items())}
"""The name of each element type in StableHLO."""
_MOST_NUMBERS: Final = 16
"""The maximum number of elements of a constant that is written as numbers; larger constants are
written as bytes."""
_INDENT: Final = "  "


def unsupported(instruction: Instruction, reason: str = "") -> DiagnosticError:
    """The error for an instruction that StableHLO cannot express."""
    what = f"{instruction.mnemonic} {reason}".rstrip()
    return error(f"StableHLO has no {what}", instruction.location)


def type_text(type: Type) -> str:
    """The type of a tensor in StableHLO; sizes that are not known are ``?``."""
    whole = type.canonical
    if not isinstance(whole, TensorType):
        raise error(f"a value of type {type} cannot be written as StableHLO")
    sizes = "".join(f"{d if isinstance(d, int) else '?'}x" for d in whole.shape)
    return f"tensor<{sizes}{_NAMES[whole.element]}>"


def ints(numbers: Sequence[int]) -> str:
    """The attribute of a list of integers."""
    return f"array<i64: {', '.join(map(str, numbers))}>" if numbers else "array<i64>"


def pairs(numbers: Sequence[tuple[int, int]]) -> str:
    """The attribute of a matrix of two columns."""
    if not numbers:
        return "dense<> : tensor<0x2xi64>"
    return f"dense<{[list(p) for p in numbers]}> : tensor<{len(numbers)}x2xi64>"


@dataclass
class FunctionNames:
    """The state that all regions of a function share: names and types of its values."""

    count: int = 0
    types: dict[str, TensorType] = field(default_factory=dict[str, TensorType])
    symbols: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    """The source of each symbolic size: a tensor and the axis that has this size."""

    def name(self, type: TensorType) -> str:
        self.count += 1
        name = f"%{self.count - 1}"
        self.types[name] = type
        return name


@dataclass(frozen=True)
class WrittenRegion:
    """A region of an operation: its arguments, its operations and the names of its results."""

    arguments: Sequence[str]
    writer: HloWriter
    results: Sequence[str]


class HloWriter:
    """The region that is being written."""

    format: ClassVar[str] = "StableHLO"

    def __init__(self, program: FunctionNames, values: dict[Value, Tree]) -> None:
        self.program, self.values = program, values
        self.lines: list[str] = []

    def nested(self) -> HloWriter:
        """A writer for a region inside of this one."""
        return HloWriter(self.program, dict(self.values))

    def copied(self) -> HloWriter:
        """A writer that adds to the same region, with a copy of the bindings of values."""
        writer = self.nested()
        writer.lines = self.lines
        return writer

    def type(self, name: str) -> TensorType:
        """The type of a value that was written."""
        return self.program.types[name]

    # Operations

    def op(
        self,
        name: str,
        operands: Sequence[str],
        types: Sequence[TensorType],
        attributes: Mapping[str, str] | None = None,
        regions: Sequence[WrittenRegion] = (),
    ) -> list[str]:
        """Adds an operation and returns the names of its results."""
        results = [self.program.name(t) for t in types]
        left = f"{', '.join(results)} = " if results else ""
        listed = ", ".join(f"{k} = {v}" for k, v in (attributes or {}).items())
        given = f" <{{{listed}}}>" if listed else ""
        signature = _signature([self.type(o) for o in operands], types)
        opening = f'{left}"{name}"({", ".join(operands)}){given}'
        if not regions:
            self.lines.append(f"{opening} : {signature}")
            return results
        self.lines.append(f"{opening} ({{")
        for place, region in enumerate(regions):
            if place:
                self.lines.append("}, {")
            arguments = ", ".join(f"{a}: {type_text(self.type(a))}" for a in region.arguments)
            self.lines.append(f"^bb0({arguments}):" if arguments else "^bb0:")
            inner = [*region.writer.lines, self._return(region.results)]
            self.lines += [f"{_INDENT}{line}" for line in inner]
        self.lines.append(f"}}) : {signature}")
        return results

    def _return(self, results: Sequence[str]) -> str:
        types = _signature([self.type(r) for r in results], [])
        return f'"stablehlo.return"({", ".join(results)}) : {types}'

    def one(
        self,
        name: str,
        *operands: str,
        type: TensorType | None = None,
        regions: Sequence[WrittenRegion] = (),
        given: Mapping[str, str] | None = None,
        **attributes: str,
    ) -> str:
        """Adds an operation with one result and returns the result's name. The type of the result
        is by default that of the first operand."""
        whole = name if "." in name else f"stablehlo.{name}"
        found = type or self.type(operands[0])
        return self.op(whole, operands, [found], {**(given or {}), **attributes}, regions)[0]

    def region(
        self, types: Sequence[TensorType], body: Callable[..., Sequence[str] | str]
    ) -> WrittenRegion:
        """A region with arguments of these types. ``body`` writes it, given a writer and the names
        of the arguments, and returns the names of the results."""
        inner = self.nested()
        arguments = [self.program.name(t) for t in types]
        results = body(inner, *arguments)
        return WrittenRegion(arguments, inner, [results] if isinstance(results, str) else results)

    # Constants

    def constant(self, array: Any, element: ElementType | None = None) -> str:
        """A constant tensor."""
        found = np.asarray(array)
        kind = element or _element(found)
        found = found.astype(kind.numpy)
        type = TensorType(found.shape, kind)
        name = self.program.name(type)
        text = f"dense<{_elements(found, kind)}> : {type_text(type)}"
        self.lines.append(f"{name} = stablehlo.constant {text}")
        return name

    def scalar(self, number: Any, like: str) -> str:
        """A constant with the type of a value, or of its elements if sizes are not known."""
        type = self.type(like)
        value = np.asarray(number).astype(type.element.numpy)
        shape = type.static_shape
        return self.constant(
            value if shape is None else np.broadcast_to(value, shape), type.element
        )

    def full(self, number: Any, like: str) -> str:
        """A constant with the type of a value, whose sizes need not be known."""
        found = self.scalar(number, like)
        if self.type(like).static_shape is not None:
            return found
        return self.spread(found, (), self.type(like).shape, self.sizes(like))

    # Sizes

    def size(self, name: str, axis: int) -> str:
        """The i64 size of a dimension."""
        size = self.type(name).shape[axis]
        if isinstance(size, int):
            return self.constant(np.int64(size))
        found = self.one(
            "get_dimension_size", name, type=TensorType((), I32), dimension=f"{axis} : i64"
        )
        return self.one("convert", found, type=TensorType((), I64))

    def sizes(self, name: str) -> list[str]:
        return [self.size(name, axis) for axis in range(self.type(name).rank)]

    def dim(self, dim: Dim) -> str:
        """The i64 value of a size that a type of the program has."""
        if isinstance(dim, int):
            return self.constant(np.int64(dim))
        if dim.name not in self.program.symbols:
            raise error(f"the size {dim} cannot be written as StableHLO: no parameter has it")
        return self.size(*self.program.symbols[dim.name])

    def vector(self, scalars: Sequence[str]) -> str:
        """The vector of i64 scalars."""
        if not scalars:
            return self.constant(np.zeros(0, np.int64))
        parts = [self.one("reshape", s, type=TensorType((1,), I64)) for s in scalars]
        if len(parts) == 1:
            return parts[0]
        return self.one(
            "concatenate", *parts, type=TensorType((len(parts),), I64), dimension="0 : i64"
        )

    def shape(self, dims: Sequence[Dim], sizes: Sequence[str]) -> str:
        """The vector of sizes: numbers if they are known, else the given values."""
        if all(isinstance(d, int) for d in dims):
            return self.constant(np.array(dims, np.int64))
        return self.vector(sizes)

    def spread(
        self, name: str, axes: Sequence[int], shape: Sequence[Dim], sizes: Sequence[str]
    ) -> str:
        """Broadcasts a value to a shape, whose sizes are ``sizes`` if they are not known. The
        dimensions of the value become the axes ``axes`` of the result."""
        type = self.type(name).with_shape(shape)
        if type.static_shape is not None and self.type(name) == type:
            return name
        given = {"broadcast_dimensions": ints(axes)}
        if type.static_shape is not None and self.type(name).static_shape is not None:
            return self.one("broadcast_in_dim", name, type=type, given=given)
        vector = self.shape(shape, sizes)
        return self.one("dynamic_broadcast_in_dim", name, vector, type=type, given=given)

    # Control flow

    def flag(self, value: bool) -> str:
        return self.constant(np.array(value))

    def negated(self, flag: str) -> str:
        return self.one("not", flag)

    def placeholder(self, type: TensorType) -> str:
        """A tensor of a type, whose elements do not matter."""
        shape = [d if isinstance(d, int) else 0 for d in type.shape]
        zeros = self.constant(np.zeros(shape, type.element.numpy), type.element)
        return self.as_type(zeros, type)

    def branches(
        self,
        condition: str,
        sides: Sequence[tuple[HloWriter, list[str]]],
        types: Sequence[TensorType],
    ) -> list[str]:
        """Adds an ``if``."""
        regions = [WrittenRegion([], w, w.cast(names, types)) for w, names in sides]
        return self.op("stablehlo.if", [condition], types, regions=regions)

    def loop(
        self,
        goes_on: str,
        initial: Sequence[str],
        types: Sequence[TensorType],
        body: Callable[[HloWriter, list[str]], tuple[str, list[str]]],
        sizes_vary: bool = False,
    ) -> list[str]:
        """Adds a ``while``. The first value of its state tells whether the loop continues."""
        whole = [TensorType((), BOOL), *types]

        def step(w: HloWriter, _: str, *state: str) -> list[str]:
            again, results = body(w, list(state))
            return [again, *w.cast(results, types)]

        def condition(_: HloWriter, flag: str, *__: str) -> str:
            return flag

        regions = [self.region(whole, condition), self.region(whole, step)]
        operands = [goes_on, *self.cast(initial, types)]
        return self.op("stablehlo.while", operands, whole, regions=regions)[1:]

    def cast(self, names: Sequence[str], types: Sequence[TensorType]) -> list[str]:
        """Converts values to types with the same elements, which can differ in the sizes that are
        ``?``."""
        return [self.as_type(n, t) for n, t in zip(names, types, strict=True)]

    def as_type(self, name: str, type: TensorType, sizes: Sequence[str] | None = None) -> str:
        """Converts a value to a type with the same elements in another shape. ``sizes`` are the
        sizes of the result, by default those of the value."""
        if type_text(self.type(name)) == type_text(type):
            return name
        if type.static_shape is not None and self.type(name).static_shape is not None:
            return self.one("reshape", name, type=type)
        vector = self.shape(type.shape, self.sizes(name) if sizes is None else sizes)
        return self.one("dynamic_reshape", name, vector, type=type)

    # Values

    def tree(self, value: Value) -> Tree:
        """The names of a value of the program."""
        if value in self.values:
            return self.values[value]
        if isinstance(value, Aggregate):
            parts = tuple(map(self.tree, value.operands))
            type = value.type.canonical
            return self._stacked(parts, type) if isinstance(type, TensorType) else parts
        if isinstance(value, Literal):
            return self._literal(value)
        raise error(f"a value of type {value.type} cannot be written as StableHLO", value.location)

    def tensor(self, value: Value) -> str:
        """The name of a tensor."""
        found = self.tree(value)
        if not isinstance(found, str):
            raise error(f"expected a tensor, got a value of type {value.type}", value.location)
        return found

    def _stacked(self, parts: Sequence[Tree], type: TensorType) -> str:
        """A tensor from its rows."""
        rows: list[str] = []
        for part in parts:
            name = cast("str", part)
            row = self.type(name).with_shape((1, *self.type(name).shape))
            one = [self.constant(np.int64(1))] if row.static_shape is None else []
            rows.append(self.as_type(name, row, [*one, *self.sizes(name)] if one else []))
        if not rows:
            return self.constant(np.zeros([0] * type.rank), type.element)
        return self.one("concatenate", *rows, type=type, dimension="0 : i64")

    def _literal(self, literal: Literal) -> Tree:
        if literal.data is Special.NULL:
            raise error("null cannot be written as StableHLO", literal.location)
        return self._filled(literal.type, literal.data)

    def _filled(self, type: Type, data: Any) -> Tree:
        """A constant of one number, or of zeros, in every part of a value."""
        match whole := type.canonical:
            case TensorType():
                pass
            case TupleType(elements):
                return tuple(self._filled(e, data) for e in elements)
            case StructType():
                return tuple(self._filled(e, data) for _, e in whole.fields)
            case ArrayType():
                return tuple(self._filled(whole.element, data) for _ in range(whole.size))
            case _:
                raise error(f"a constant of type {type} cannot be written as StableHLO")
        if isinstance(data, TensorData):
            return self.constant(data.array, whole.element)
        value = np.asarray(0 if isinstance(data, Special) else data).astype(whole.element.numpy)
        if whole.static_shape is not None:
            return self.constant(np.broadcast_to(value, whole.static_shape), whole.element)
        scalar = self.constant(value, whole.element)
        return self.spread(scalar, (), whole.shape, [self.dim(d) for d in whole.shape])


def _signature(operands: Sequence[TensorType], results: Sequence[TensorType]) -> str:
    left, right = (", ".join(map(type_text, types)) for types in (operands, results))
    return f"({left}) -> {right}" if len(results) == 1 else f"({left}) -> ({right})"


def _element(array: Any) -> ElementType:
    return next(e for e in ElementType if e.numpy == array.dtype)


def _elements(array: np.ndarray[Any, Any], element: ElementType) -> str:
    """The elements of a literal."""
    if array.size and array.dtype.itemsize and _is_uniform(array):
        return _number(array.flat[0], element)
    if element is not BOOL and array.size > _MOST_NUMBERS:
        return f'"0x{np.ascontiguousarray(array).tobytes().hex().upper()}"'
    return _nested(array, element)


def _is_uniform(array: np.ndarray[Any, Any]) -> bool:
    raw = np.ascontiguousarray(array).reshape(-1).view(np.uint8).reshape(array.size, -1)
    return bool((raw == raw[0]).all())


def _nested(array: np.ndarray[Any, Any], element: ElementType) -> str:
    if not array.size:
        return ""
    if not array.ndim:
        return _number(array[()], element)
    return f"[{', '.join(_nested(a, element) for a in array)}]"


def _number(value: Any, element: ElementType) -> str:
    if element is BOOL:
        return str(bool(value)).lower()
    if not element.is_float:
        return str(int(value))
    if np.isfinite(np.float64(value)):
        return np.format_float_scientific(np.float64(value))
    bits = int.from_bytes(np.asarray(value).tobytes(), "little")
    return f"0x{bits:0{2 * element.bytes}X}"
