"""Writes kernels of stage ``loops`` as C functions, in one walk over their statements.

Unrolled and vector loops become loops like any other; a C compiler may expand them again. One call
runs all of a parallel loop.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from dlvm.codegen.c.elements import (
    bare,
    integer,
    literal,
    loaded,
    operation,
    rounded,
    stored,
    wide,
)
from dlvm.codegen.c.helpers import Helpers, c_type, memory_type
from dlvm.codegen.c.names import Identifiers, declaration
from dlvm.compute.loops.rewrites.dead_stores import without_dead_stores
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Definition,
    Draw,
    Expression,
    Guard,
    Index,
    IndexValue,
    Read,
    Reduction,
    is_size,
)
from dlvm.ir.compute_rules import identity
from dlvm.ir.loops.kernels import (
    BufferAllocation,
    BufferStore,
    CopyTensor,
    ForLoop,
    If,
    LaneScan,
    Let,
    LoopKernel,
    LoopKind,
    Parallel,
    Prefetch,
    Space,
    Stmt,
)
from dlvm.ir.loops.traversal import walk
from dlvm.ir.polynomial import Size, monomials
from dlvm.ir.types import BOOL, F32, F64, I64, U32, ElementType

_ASSIGNMENTS: Final[Mapping[str | None, str]] = {"add": "+=", "multiply": "*="}
"""The assignments that combine an element with a value."""
_UNROUNDED: Final = (F32, F64)
_INITIALIZED: Final = 1024
"""The largest size, in bytes, of arrays in memory that have an initial value."""
_MOST_SHARED: Final = 4096
"""The length of an expression in C in which equal parts are looked for."""


@dataclass(frozen=True)
class KernelFunction:
    """The C function of a kernel. ``text`` is its definition, in which ``{name}`` stands for its
    name. If ``draws``, the seed and the counter are its last arguments."""

    text: str
    in_place: frozenset[int]
    draws: bool


def kernel_function(
    definition: Definition, kernel: LoopKernel, in_place: frozenset[int], helpers: Helpers
) -> KernelFunction:
    """The C function of a kernel, whose parameters are those of the definition, then the addresses
    of results."""
    names = Identifiers(("seed", "counter"))
    scope = _KernelScope(names, helpers)
    types = definition.tensor_types()
    body, restrict = definition.body, "" if in_place else "restrict "
    parameters: list[str] = []
    for name in body.parameters:
        own = names.fresh(name)
        if is_size(name):
            scope.sizes[name[1:]] = own
            parameters.append(f"const int64_t {own}")
        elif types[name].rank:
            scope.memory[name] = _CArray(own, types[name].element)
            parameters.append(f"const {memory_type(types[name].element)} *{restrict}{own}")
        else:
            scope.scalars[name] = own
            parameters.append(f"const {c_type(types[name].element)} {own}")
    for name in body.results:
        own = names.fresh(name)
        scope.memory[name] = _CArray(own, types[name].element)
        parameters.append(f"{memory_type(types[name].element)} *{restrict}{own}")
    draws = bool(body.draws)
    if draws:
        parameters += ["const uint64_t seed", "const uint64_t counter"]
    # Compilers warn of variables that are not used.
    kernel = replace(kernel, body=without_dead_stores(kernel.body))
    scope.scanned |= {s.tensor for s in walk(kernel.body) if isinstance(s, LaneScan)}
    lines = scope.body(kernel.body)
    text = "\n".join(lines)
    unused = [p.split()[-1].lstrip("*") for p in parameters if not _mentions(text, p)]
    lines[:0] = [f"(void){name};" for name in unused]
    head = declaration("static void {name}", parameters)
    return KernelFunction(
        "\n".join([*head, "{{", *(_escaped(f"    {line}") for line in lines), "}}"]),
        in_place,
        draws,
    )


def _escaped(line: str) -> str:
    return line.replace("{", "{{").replace("}", "}}")


def _mentions(text: str, parameter: str) -> bool:
    return re.search(rf"\b{re.escape(parameter.split()[-1].lstrip('*'))}\b", text) is not None


@dataclass(frozen=True)
class _CArray:
    """An array in C. In registers, its elements have the type that the kernel computes with;
    otherwise, the type that is stored in memory."""

    name: str
    element: ElementType
    in_registers: bool = False


@dataclass
class _KernelScope:
    """The names that are visible at a place in a kernel."""

    names: Identifiers
    helpers: Helpers
    sizes: dict[str, str] = field(default_factory=dict[str, str])
    memory: dict[str, _CArray] = field(default_factory=dict[str, _CArray])
    scalars: dict[str, str] = field(default_factory=dict[str, str])
    variables: dict[str, str] = field(default_factory=dict[str, str])
    """The C expressions of variables."""
    scanned: set[str] = field(default_factory=set[str])
    """The tensors whose lanes are scanned, also those that no statement has written."""

    def inside(self) -> _KernelScope:
        return _KernelScope(
            self.names, self.helpers, self.sizes, dict(self.memory), self.scalars,
            dict(self.variables), self.scanned,
        )  # fmt: skip

    # Statements

    def body(self, body: Sequence[Stmt]) -> list[str]:
        """The lines of statements, which have a scope of their own."""
        scope, taken = self.inside(), set(self.names.taken)
        lines: list[str] = []
        lets: list[tuple[int, str, str]] = []
        for stmt in body:
            if isinstance(stmt, Let):
                name, value = self._bound(stmt.variable), scope._let(stmt)
                scope.variables[stmt.variable] = name
                lets.append((len(lines), name, value))
                continue
            lines += scope.stmt(stmt)
        for place, name, value in reversed(lets):
            if _mentions("\n".join(lines[place:]), name):
                lines.insert(place, f"const int64_t {name} = {value};")
        self.names.taken = taken
        return lines

    def _bound(self, variable: str) -> str:
        return self.names.fresh(variable, "i")

    def stmt(self, stmt: Stmt) -> list[str]:
        match stmt:
            case BufferAllocation(name, count, element, space):
                in_registers = space is Space.REGISTERS
                own = self.names.fresh(name)
                self.memory[name] = _CArray(own, element, in_registers)
                type = c_type(element) if in_registers else memory_type(element)
                # GCC does not see that the first tile writes what the next one reads.
                is_small = space is Space.STACK and count * element.bytes <= _INITIALIZED
                value = " = {0}" if is_small or name in self.scanned else ""
                return [f"{type} {own}[{count}]{value};"]
            case If(left, right):
                lines = self.body(stmt.body)
                condition = f"if ({self.affine(left)} < {self.affine(right)})"
                return _block(condition, lines) if lines else []
            case ForLoop():
                return self._loop(stmt)
            case Parallel(begin, end, size):
                inner = self.inside()
                inner.variables |= {begin: "0", end: _factor(self.size(size))}
                lines = inner.body(stmt.body)
                declares = any(isinstance(s, BufferAllocation | Let) for s in stmt.body)
                return ["{", *(f"    {line}" for line in lines), "}"] if declares else lines
            case BufferStore():
                return self._store(stmt)
            case LaneScan(tensor, lanes, by):
                array = self.memory[tensor]
                lane = self.names.fresh("lane")
                total = operation(
                    self.helpers, by, wide(array.element), wide(array.element),
                    [f"{array.name}[{lane} - 1]", f"{array.name}[{lane}]"],
                )  # fmt: skip
                return _block(
                    f"for (int64_t {lane} = 1; {lane} < {lanes}; {lane}++)",
                    [f"{array.name}[{lane}] = {total};"],
                )
            case CopyTensor(target, source, count):
                to, of = self.memory[target].name, self.memory[source].name
                size = f"(size_t)({self.size(count)}) * sizeof *{to}"
                return [f"if ({to} != {of}) memmove({to}, {of}, {size});"]
            case Prefetch() | Let():
                return []

    def _loop(self, stmt: ForLoop) -> list[str]:
        begin, end = self.affine(stmt.begin), self.affine(stmt.end)
        if stmt.kind is LoopKind.VECTOR:
            known = stmt.end.constant if not stmt.end.terms else None
            if isinstance(known, int):
                end = str(min(known, stmt.lanes))
            else:
                end = f"{self.helpers('minimum', I64)}({end}, {stmt.lanes})"
        variable = self._bound(stmt.variable)
        inner = self.inside()
        inner.variables[stmt.variable] = variable
        lines = inner.body(stmt.body)
        self.names.taken.discard(variable)
        if not lines:
            return []
        step = f"{variable}++" if stmt.step == 1 else f"{variable} += {stmt.step}"
        return _block(f"for (int64_t {variable} = {begin}; {variable} < {end}; {step})", lines)

    def _let(self, stmt: Let) -> str:
        first, *others = (self.affine(a) for a in stmt.arguments)
        match stmt.function:
            case "min" | "max":
                name = self.helpers(f"{stmt.function}imum", I64)
                return f"{name}({first}, {others[0]})"
            case "whole":
                end, step = others
                span = end if first == "0" else f"{end} - {_factor(first)}"
                return f"{_factor(end)} - {_factor(span)} % {step}"
            case "cover":
                return f"{self.helpers('cover')}({', '.join((first, *others))})"
            case "part":
                return f"{self.helpers('part_begin')}({', '.join((first, *others))})"
            case "ceil":
                return f"({first} + {int(others[0]) - 1}) / {others[0]}"
            case _:
                return f"{_factor(first)} % {others[0]}"

    def _store(self, stmt: BufferStore) -> list[str]:
        array = self.memory[stmt.tensor]
        writer = _Values(self)
        writer.count(stmt.value)
        value = writer.value(stmt.value)
        place = f"{array.name}[{writer.index(stmt.indices)}]"
        element = array.element
        if stmt.by in _ASSIGNMENTS and element in _UNROUNDED:
            return [*writer.lines, f"{place} {_ASSIGNMENTS[stmt.by]} {bare(value)};"]
        if stmt.by is not None:
            old = place if array.in_registers else loaded(self.helpers, place, element)
            value = operation(self.helpers, stmt.by, wide(element), wide(element), [old, value])
        if not array.in_registers:
            value = stored(self.helpers, value, element)
        store = f"{place} = {bare(value)};"
        return [*writer.lines, store]

    # Numbers

    def affine(self, affine: Affine) -> str:
        """An affine function of variables, an ``int64_t``."""
        text = ""
        for variable, coefficient in affine.terms:
            text = _joined(text, coefficient, self.variables[variable], self)
        constant = affine.constant
        if isinstance(constant, int):
            if not text:
                return integer(constant, I64) if abs(constant) >= 1 << 31 else str(constant)
            return f"{text} {'-' if constant < 0 else '+'} {abs(constant)}" if constant else text
        size = self.size(constant)
        return f"{text} + {size}" if text else size

    def size(self, size: Size) -> str:
        """A size, an ``int64_t``."""
        text = ""
        for monomial, number in monomials(size):
            factors = " * ".join(self.sizes[name] for name in monomial)
            if not factors:
                sign, amount = ("-", -number) if number < 0 else ("+", number)
                text = f"{text} {sign} {amount}" if text else str(number)
            else:
                text = _joined(text, number, factors, self)
        return text or "0"


def _factor(text: str) -> str:
    return f"({text})" if " " in text else text


def _joined(text: str, coefficient: Size, factor: str, scope: _KernelScope) -> str:
    """A sum with another product."""
    sign = "+"
    if isinstance(coefficient, int):
        sign = "-" if coefficient < 0 else "+"
        number = abs(coefficient)
        product = factor if number == 1 else f"{_factor(factor)} * {number}"
        if number == 1 and sign == "-":
            product = _factor(product)
    else:
        product = f"{_factor(factor)} * {_factor(scope.size(coefficient))}"
    if text:
        return f"{text} {sign} {product}"
    return product if sign == "+" else f"-{product}"


class _Values:
    """The expressions of one statement. ``lines`` are declarations before the statement: of values
    that it uses several times, and of reductions."""

    def __init__(self, scope: _KernelScope) -> None:
        self.scope = scope
        self.helpers = scope.helpers
        self.texts = _Texts(scope)
        self.lines: list[str] = []
        self.guards: list[str] = []
        self.shared: set[str] = set()
        self.found: dict[str, str] = {}

    def count(self, value: Expression) -> None:
        """Finds the calls that an expression contains several times."""
        texts = self.texts
        if len(texts.text(value)) > _MOST_SHARED * 16:
            return
        counts: Counter[str] = Counter()

        def visit(expression: Expression) -> None:
            match expression:
                case Guard(condition):
                    visit(condition)
                    return
                case Reduction():
                    return
                case Call():
                    text = texts.text(expression)
                    counts[text] += 1
                    if counts[text] > 1:
                        return
                case _:
                    pass
            for child in expression.children:
                visit(child)

        visit(value)
        self.shared = {t for t, n in counts.items() if n > 1 and len(t) <= _MOST_SHARED}

    def value(self, expression: Expression) -> str:
        """A value in C."""
        scope = self.scope
        match expression:
            case Constant(value, element):
                return literal(value, element)
            case IndexValue(index, element):
                text = scope.affine(index)
                return operation(
                    self.helpers, "cast", element, I64, [f"({text})" if " " in text else text]
                )
            case Read():
                return self._read(expression)
            case Call():
                return self._call(expression)
            case Guard(condition, body, otherwise):
                flag = self.value(condition)
                self.guards.append(flag)
                inner = self.value(body)
                self.guards.pop()
                return f"({flag} ? {inner} : {self.value(otherwise)})"
            case Draw():
                return self._draw(expression)
            case Reduction():
                return self._reduction(expression)
            case _:
                raise AssertionError(f"{type(expression).__name__} does not reach C")

    def index(self, indices: Sequence[Index]) -> str:
        """The place of an element."""
        first, *computed = indices or (Affine(),)
        assert isinstance(first, Affine)
        text = self.scope.affine(first)
        for part in computed:
            assert isinstance(part, Expression)
            value = self.value(part)
            text = value if text == "0" else f"{text} + {value}"
        return text

    def _call(self, call: Call) -> str:
        plain = self.texts.text(call) if self.shared else ""
        if plain in self.found:
            return self.found[plain]
        operand = BOOL if call.operation == "select" else call.arguments[0].element
        value = operation(
            self.helpers, call.operation, call.element, operand,
            [self.value(a) for a in call.arguments],
        )  # fmt: skip
        if plain not in self.shared or self.guards:
            return value
        name = self.scope.names.fresh("value")
        self.lines.append(f"const {c_type(call.element)} {name} = {bare(value)};")
        self.found[plain] = name
        return name

    def _read(self, read: Read) -> str:
        if read.tensor in self.scope.scalars:
            return self.scope.scalars[read.tensor]
        array = self.scope.memory[read.tensor]
        place = f"{array.name}[{self.index(read.indices)}]"
        return place if array.in_registers else loaded(self.helpers, place, array.element)

    def _draw(self, draw: Draw) -> str:
        element = wide(draw.element)
        counter = self.scope.affine(draw.counter)
        if draw.key is None:
            key = ["(uint32_t)seed", "(uint32_t)(seed >> 32)"]
            counter = f"(int64_t)((uint64_t)({counter}) + counter)"
        else:
            key = [
                operation(self.helpers, "cast", U32, k.element, [self.value(k)]) for k in draw.key
            ]
        name = self.helpers("normal" if draw.normal else "random", element)
        return rounded(self.helpers, f"{name}({', '.join((counter, *key))})", draw.element)

    def _reduction(self, reduction: Reduction) -> str:
        """A variable with the total, which lines before the statement compute."""
        scope = self.scope.inside()
        element = wide(reduction.element)
        total = scope.names.fresh("total")
        heads: list[str] = []
        for loop_range in reduction.ranges:
            variable = scope.names.fresh(loop_range.variable, "i")
            scope.variables[loop_range.variable] = variable
            size = scope.size(loop_range.size)
            heads.append(f"for (int64_t {variable} = 0; {variable} < {size}; {variable}++)")
        inner = _Values(scope)
        value = inner.value(reduction.body)
        by = operation(self.helpers, reduction.by, element, element, [total, value])
        lines = [*inner.lines, f"{total} = {bare(by)};"]
        for head in reversed(heads):
            lines = _block(head, lines)
        start = literal(identity(reduction.by, element), element)
        if self.guards:
            lines = _block(f"if ({' && '.join(self.guards)})", lines)
        self.lines += [f"{c_type(element)} {total} = {bare(start)};", *lines]
        return total


class _Texts:
    """Texts by which equal expressions are found."""

    def __init__(self, scope: _KernelScope) -> None:
        self.scope = scope
        self.known: dict[int, str] = {}

    def text(self, expression: Expression) -> str:
        found = self.known.get(id(expression))
        if found is None:
            found = self.known[id(expression)] = "".join(self._parts(expression))
        return found

    def _parts(self, expression: Expression) -> Iterator[str]:
        match expression:
            case Constant(value, element):
                yield f"{value!r}{element.value}"
            case IndexValue(index, element):
                yield f"{element.value} {self.scope.affine(index)}"
            case Read(tensor, indices):
                places = (
                    self.scope.affine(i) if isinstance(i, Affine) else self.text(i) for i in indices
                )
                yield f"{tensor}[{', '.join(places)}]"
            case Call(name, arguments, element):
                yield f"{name}.{element.value}({', '.join(map(self.text, arguments))})"
            case Reduction():
                # Its variables have no names here.
                yield f"reduction.{id(expression)}"
            case Draw(normal, counter, key, element):
                keys = ", ".join(map(self.text, key or ()))
                yield f"draw.{normal}.{element.value}({self.scope.affine(counter)}, {keys})"
            case _:
                parts = ", ".join(map(self.text, expression.children))
                yield f"{type(expression).__name__}({parts})"


def _block(head: str, lines: Sequence[str]) -> list[str]:
    return [f"{head} {{", *(f"    {line}" for line in lines), "}"]
