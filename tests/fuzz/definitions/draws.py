"""Random definitions in index notation.

Numbers are small and whole, and the magnitude of each expression is bounded, so that floats are
exact in any order of evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from random import Random
from typing import Any, Final

import numpy as np

import dlvm
from dlvm.ir.compute import Range, Reduction
from dlvm.ir.module import Module
from dlvm.ir.types import ElementType

SIZES: Final = (1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 20, 33)
UNKNOWN: Final = {"_a": 13, "_b": 21}
"""The sizes that are known only at run time, and what they are then."""
_LARGEST: Final = 1 << 20
"""The bound of expressions. A sum of as many small numbers is exact in f32."""
_LARGEST_ARGUMENT: Final = 3
_MOST_WORK: Final = 2500

Size = int | str


@dataclass
class _Drawing:
    """A definition in the making: the shapes of parameters and targets, and its requirements."""

    random: Random
    element: str
    sizes: Sequence[Size]
    parameters: dict[str, tuple[list[Size], str]] = field(
        default_factory=dict[str, tuple[list[Size], str]]
    )
    targets: dict[str, tuple[list[Size], int]] = field(
        default_factory=dict[str, tuple[list[Size], int]]
    )
    """Shapes, and bounds of the values."""
    read: set[str] = field(default_factory=set[str])
    requirements: list[str] = field(default_factory=list[str])

    def require(self, condition: str) -> None:
        """Adds a check of elements or sizes."""
        if f"require {condition}" not in self.requirements:
            self.requirements.append(f"require {condition}")

    def parameter(self, shape: list[Size], element: str | None = None) -> str:
        """A parameter of a shape, new or known."""
        key = shape, element or self.element
        same = [name for name, known in self.parameters.items() if known == key]
        if same and self.random.random() < 0.5:
            return self.random.choice(same)
        name = f"%x{len(self.parameters)}"
        self.parameters[name] = key
        return name


def number_of(size: Size) -> int:
    """A size, as it is at run time."""
    return UNKNOWN[size] if isinstance(size, str) else size


def draw_definition(random: Random) -> Module:
    """A module of stage compute with a definition ``k``, and a function ``f`` that applies it. The
    interpreter evaluates it, and its loops, in less than about a second."""
    while True:
        module = _draw(random)
        if _work(module) <= _MOST_WORK:
            return module


def _work(module: Module) -> int:
    """The number of points at which expressions are evaluated."""
    total = 0
    for statement in module.definitions[0].body.statements:
        own = prod(_extent(r) for r in statement.ranges)
        inner = [n for n in statement.value.walk() if isinstance(n, Reduction)]
        total += own * (1 + sum(prod(_extent(r) for r in n.ranges) for n in inner))
    return total


def _extent(loop_range: Range) -> int:
    extent = loop_range.extent
    return extent if isinstance(extent, int) else UNKNOWN[str(extent)]


def _draw(random: Random) -> Module:
    element = random.choice(("f32", "f32", "f32", "f64", "i32", "i8", "f16"))
    sizes: list[Size] = [random.choice(SIZES) for _ in range(3)]
    is_erased = random.random() < 0.2
    if is_erased:
        sizes = [*UNKNOWN, random.choice(SIZES)]
    d = _Drawing(random, element, sizes)
    kind = random.random()
    if not is_erased and kind < 0.1:
        lines = [_update(d)]
    elif kind < 0.35:
        lines = _product(d)
    elif kind < 0.45:
        lines = _row_chain(d)
    else:
        shared = _ranges(d, random.choice((0, 1, 1, 2)), "ij")
        lines = [_statement(d, number, shared) for number in range(random.randint(1, 3))]
    # What is not a result is kept in memory of a known size.
    results = [t for t in d.targets if is_erased or t not in d.read or random.random() < 0.3]
    return _module(d, lines, results)


def _module(d: _Drawing, lines: Sequence[str], results: Sequence[str]) -> Module:
    types = [_type(shape, element) for shape, element in d.parameters.values()]
    found = [_type(d.targets[t][0], d.element) for t in results]
    result = found[0] if len(found) == 1 else f"({', '.join(found)})"
    whole = " ".join([*types, result, *d.requirements, *lines])
    names = [name for name in UNKNOWN if name in whole]
    places = {
        name: next(
            (
                (number, shape.index(name))
                for number, (shape, _) in enumerate(d.parameters.values())
                if name in shape
            ),
            None,
        )
        for name in names
    }
    for name in names:
        if places[name] is None:
            extra = d.parameter([name], d.element)
            places[name] = list(d.parameters).index(extra), 0
            types = [_type(shape, element) for shape, element in d.parameters.values()]
    given = ", ".join(f"%p{n}: {t}" for n, t in enumerate(types))
    passed = ", ".join([given, *(f"%n{name}: i64" for name in names)])
    dimensions = [
        f"    %n{name} = dimension of %p{place[0]}: {types[place[0]]} along {place[1]}"
        for name, place in places.items()
        if place is not None
    ]
    body = "\n".join(f"    {line}" for line in (*d.requirements, *lines))
    return dlvm.parse(
        "\n".join([
            'module "drawn"',
            "stage compute",
            f"compute @k: ({', '.join([*types, *('i64' for _ in names)])}) -> {result} {{",
            f"    ({', '.join([*d.parameters, *names])}) -> {', '.join(results)}",
            body,
            "}",
            f"func @f: ({', '.join(types)}) -> {result} {{",
            f"'entry({given}):",
            *dimensions,
            f"    %r = apply @k({passed}) -> {result}",
            f"    return %r: {result}",
            "}",
        ])
    )  # fmt: skip


def _type(shape: Sequence[Size], element: str) -> str:
    return f"<{' x '.join([*map(str, shape), element])}>" if shape else element


def _ranges(d: _Drawing, count: int, names: str) -> list[tuple[str, Size]]:
    return [(names[n], d.random.choice(d.sizes)) for n in range(count)]


def _statement(d: _Drawing, number: int, shared: Sequence[tuple[str, Size]]) -> str:
    ranges = [*shared, *_ranges(d, d.random.choice((0, 0, 1)), "lmn")]
    value, bound = _value(d, ranges)
    if d.random.random() < 0.5:
        total, more = _reduction(d, ranges)
        value, bound = f"{total} + {value}", bound + more
    target = f"%t{number}"
    d.targets[target] = [size for _, size in ranges], bound
    return f"{target}[{_domain(ranges)}] = {value}"


def _product(d: _Drawing) -> list[str]:
    """A contraction, and up to two statements that read it at the same point."""
    (i, rows), (j, columns), (k, terms) = _ranges(d, 3, "ijk")
    outer = _ranges(d, d.random.choice((0, 0, 0, 1)), "b")
    shared = [*outer, (i, rows), (j, columns)]
    # The dimension along which vectors run is not always the last one.
    shared = shared if d.random.random() < 0.8 else [*outer, *reversed(shared[-2:])]
    own = [(k, terms)]
    window = isinstance(rows, int) and isinstance(terms, int) and d.random.random() < 0.3
    if d.random.random() < 0.3:
        own.insert(d.random.randint(0, 1), ("c", d.random.choice((1, 2, 3))))
    inner = [(v, n) for v, n in own if v != k]
    batch = outer if d.random.random() < 0.5 else []
    if window:
        step = d.random.choice((1, 1, 2))
        size = step * (number_of(rows) - 1) + number_of(terms)
        down = _factor(d, [*outer, *inner], [(f"{step} * {i} + {k}", size)])
    else:
        down = _factor(d, [*outer, (i, rows), *own], [])
    across = _factor(d, [*batch, *own, (j, columns)], [])
    bound = _LARGEST_ARGUMENT**2
    for _, size in own:
        bound *= number_of(size)
    value = f"sum({_domain(own)}) ({down} * {across})"
    d.targets["%t0"] = [size for _, size in shared], bound
    lines = [f"%t0[{_domain(shared)}] = {value}"]
    for number in range(1, 1 + d.random.choice((0, 0, 1, 2))):
        here = ", ".join(v for v, _ in shared)
        more, largest = _value(d, shared, 1)
        known = f"%t{number - 1}"
        d.read.add(known)
        d.targets[f"%t{number}"] = [size for _, size in shared], bound + largest
        lines.append(f"%t{number}[{_domain(shared)}] = {known}[{here}] + {more}")
    return lines


def _factor(
    d: _Drawing, ranges: Sequence[tuple[str, Size]], last: Sequence[tuple[str, Size]]
) -> str:
    """A read of a parameter with a dimension for each range, in some order, perhaps masked."""
    dimensions = [*ranges, *last]
    if d.random.random() < 0.3:
        d.random.shuffle(dimensions)
    shape, places = [n for _, n in dimensions], ", ".join(v for v, _ in dimensions)
    element = d.element
    if element == "i32" and d.random.random() < 0.6:
        element = d.random.choice(("i8", "i16"))
    read = f"{d.parameter(shape, element)}[{places}]"
    read = read if element == d.element else f"{d.element}({read})"
    kind = d.random.random()
    if kind < 0.15:
        mask = d.parameter(shape, d.element)
        return f"if(greaterThan({mask}[{places}], 0: {d.element}), {read}, 0: {d.element})"
    if kind < 0.3 and ranges:
        variable, size = d.random.choice(ranges)
        test = f"lessThan(index({variable}), {d.random.randint(0, number_of(size))}: i64)"
        return f"if({test}, {read}, 0: {d.element})"
    return read


def _row_chain(d: _Drawing) -> list[str]:
    """A product, statements on its rows, and perhaps another product of these."""
    (i, rows), (j, columns), (k, terms) = _ranges(d, 3, "ijk")
    shared = [*_ranges(d, d.random.choice((0, 0, 1)), "b"), (i, rows)]
    here, whole = ", ".join(v for v, _ in shared), [size for _, size in shared]
    down, across = _factor(d, [*shared, (k, terms)], []), _factor(d, [(k, terms), (j, columns)], [])
    bound = _LARGEST_ARGUMENT**2 * number_of(terms)
    by = d.random.choice(("maximum", "minimum", "sum"))
    target = f"%t0[{_domain([*shared, (j, columns)])}]"
    lines = [
        f"{target} = sum({_domain([(k, terms)])}) ({down} * {across})",
        f"%t1[{_domain(shared)}] = {by}(l < {columns}) %t0[{here}, l]",
        f"%t2[{_domain([*shared, ('m', columns)])}] = min(%t0[{here}, m], 2: {d.element}) - "
        f"max(min(%t1[{here}], 2: {d.element}), -2: {d.element})",
    ]
    d.targets |= {"%t0": ([*whole, columns], bound), "%t1": (whole, bound * number_of(columns))}
    d.targets["%t2"] = [*whole, columns], bound + 2
    d.read |= {"%t0", "%t1"}
    if d.random.random() < 0.5:
        size = d.random.choice(d.sizes)
        factor = _factor(d, [("n", columns), ("o", size)], [])
        target = f"%t3[{_domain([*shared, ('o', size)])}]"
        lines.append(f"{target} = sum(n < {columns}) (%t2[{here}, n] * {factor})")
        d.targets["%t3"] = [*whole, size], _LARGEST
        d.read.add("%t2")
    return lines


def _domain(ranges: Sequence[tuple[str, Size]]) -> str:
    return ", ".join(f"{name} < {size}" for name, size in ranges)


def _reduction(d: _Drawing, ranges: Sequence[tuple[str, Size]]) -> tuple[str, int]:
    own = _ranges(d, d.random.choice((1, 1, 2)), "kc")
    by = d.random.choice(("sum", "sum", "maximum", "minimum"))
    value, bound = _value(d, [*ranges, *own], 2)
    if by == "sum":
        for _, size in own:
            bound *= number_of(size)
    if bound > _LARGEST and d.element in ("f32", "f64"):
        return _leaf(d, ranges)
    if d.element == "f16" and bound > 1 << 10:
        return _leaf(d, ranges)
    return f"{by}({_domain(own)}) ({value})", bound


def _value(d: _Drawing, ranges: Sequence[tuple[str, Size]], depth: int = 2) -> tuple[str, int]:
    """An expression, and the bound of its magnitude."""
    kind = d.random.random()
    if not depth or kind < 0.3:
        return _leaf(d, ranges)
    if kind < 0.45 and ranges:
        return _guard(d, ranges, depth)
    (a, x), (b, y) = _value(d, ranges, depth - 1), _value(d, ranges, depth - 1)
    if kind < 0.65 and x * y <= (1 << 6 if d.element == "f16" else 1 << 12):
        return f"({a} * {b})", x * y
    operation = d.random.choice(("+", "-", "max", "min"))
    if operation in ("max", "min"):
        return f"{operation}({a}, {b})", max(x, y)
    return f"({a} {operation} {b})", x + y


def _guard(d: _Drawing, ranges: Sequence[tuple[str, Size]], depth: int) -> tuple[str, int]:
    """A read of the element before, where there is one, or a condition on an index or a read."""
    variable, size = d.random.choice(ranges)
    other, y = _leaf(d, ranges)
    if d.random.random() < 0.25:
        (value, x), (read, _) = _value(d, ranges, depth - 1), _parameter_read(d, ranges)
        return f"if(greaterThan({read}, 0: {d.element}), {value}, {other})", max(x, y)
    if d.random.random() < 0.5:
        name = d.parameter([size])
        test = f"greaterThanOrEqual(index({variable}), 1: i64)"
        return f"if({test}, {name}[{variable} - 1], {other})", max(y, _LARGEST_ARGUMENT)
    value, x = _value(d, ranges, depth - 1)
    test = f"lessThan(index({variable}), {d.random.randint(0, number_of(size))}: i64)"
    return f"if({test}, {value}, {other})", max(x, y)


def _leaf(d: _Drawing, ranges: Sequence[tuple[str, Size]]) -> tuple[str, int]:
    kind = d.random.random()
    if kind < 0.1:
        number = d.random.randint(-3, 3)
        return f"{number}: {d.element}", 3
    if kind < 0.15 and ranges:
        variable, size = d.random.choice(ranges)
        return f"{d.element}(index({variable}))", number_of(size)
    if kind < 0.45 and d.targets:
        found = _target_read(d, ranges)
        if found is not None:
            return found
    if kind < 0.55 and ranges and isinstance(ranges[0][1], int):
        return _gather(d, ranges)
    return _parameter_read(d, ranges)


def _parameter_read(d: _Drawing, ranges: Sequence[tuple[str, Size]]) -> tuple[str, int]:
    """A read at an affine index that is in range."""
    shape: list[Size] = []
    places: list[str] = []
    for variable, size in d.random.sample(list(ranges), min(len(ranges), d.random.randint(0, 3))):
        kind = d.random.random()
        if size == "_a" and kind < 0.4:
            # A check of sizes says that the elements exist.
            first = d.random.randint(0, UNKNOWN["_b"] - UNKNOWN["_a"])
            shape.append("_b")
            places.append(f"{variable} + {first}")
            d.require(d.random.choice((f"_a + {first} <= _b", "_b == _a + 8")))
        elif isinstance(size, str) or kind < 0.7:
            shape.append(size)
            places.append(variable)
        elif kind < 0.8:
            shape.append(size + 2)
            places.append(f"{variable} + {d.random.randint(0, 2)}")
        elif kind < 0.9:
            shape.append(2 * size)
            places.append(f"2 * {variable} + {d.random.randint(0, 1)}")
        else:
            shape.append(size)
            places.append(f"-{variable} + {size - 1}")
    if d.random.random() < 0.1:
        shape.append(3)
        places.append(str(d.random.randint(0, 2)))
    if not shape:
        shape, places = [2], ["1"]
    return f"{d.parameter(shape)}[{', '.join(places)}]", _LARGEST_ARGUMENT


def _gather(d: _Drawing, ranges: Sequence[tuple[str, Size]]) -> tuple[str, int]:
    variable, size = ranges[0]
    rows = d.random.randint(4, 9)
    places = d.parameter([size], "i64")
    d.require(f"0 <= {places} < 4")
    shape: list[Size] = [rows]
    indices = [f"{places}[{variable}]"]
    if len(ranges) > 1:
        shape.append(ranges[-1][1])
        indices.append(ranges[-1][0])
    return f"{d.parameter(shape)}[{', '.join(indices)}]", _LARGEST_ARGUMENT


def _target_read(d: _Drawing, ranges: Sequence[tuple[str, Size]]) -> tuple[str, int] | None:
    """A read of an earlier target."""
    target = d.random.choice(list(d.targets))
    shape, bound = d.targets[target]
    places: list[str] = []
    for size in shape:
        fitting = [v for v, own in ranges if own == size]
        if not fitting and isinstance(size, str):
            return None
        if fitting and d.random.random() < 0.95:
            places.append(d.random.choice(fitting))
        else:
            places.append(str(d.random.randrange(number_of(size))) if fitting else "0")
    if any(p.isdigit() for p in places) and any(isinstance(s, str) for s in shape):
        return None
    d.read.add(target)
    return f"{target}[{', '.join(places)}]", bound


def _update(d: _Drawing) -> str:
    """A scatter, or a running total."""
    ranges = _ranges(d, 2, "ij")
    shape = [size for _, size in ranges]
    base = f"%x{len(d.parameters)}"
    d.parameters[base] = shape, d.element
    if d.random.random() < 0.5:
        value = f"%x{len(d.parameters)}"
        d.parameters[value] = list(shape), d.element
        d.targets["%t0"] = shape, _LARGEST
        test = "greaterThanOrEqual(index(j), 1: i64)"
        return (
            f"%t0[{_domain(ranges)}] at [i, j] from {base} = "
            f"if({test}, %t0[i, j - 1] + {value}[i, j], {value}[i, j])"
        )
    rows = d.random.randint(4, 9)
    d.parameters[base] = [rows, shape[1]], d.element
    places = d.parameter([shape[0]], "i64")
    d.require(f"0 <= {places} < 4")
    value = f"%x{len(d.parameters)}"
    d.parameters[value] = list(shape), d.element
    d.targets["%t0"] = [rows, shape[1]], _LARGEST
    by = d.random.choice((" by add", " by max", ""))
    return f"%t0[{_domain(ranges)}] at [{places}[i], j] from {base}{by} = {value}[i, j]"


def draw_arguments(module: Module, random: Random) -> list[Any]:
    """Arguments of the function ``f``: small integers."""
    numbers = np.random.default_rng(random.randrange(1 << 30))
    found: list[Any] = []
    for type in module.functions[0].type.parameters:
        tensor: Any = type.canonical
        element: ElementType = tensor.element
        low, high = (0, 4) if element is ElementType.I64 else (-_LARGEST_ARGUMENT, 4)
        shape: list[Any] = [UNKNOWN.get(str(dim), dim) for dim in tensor.shape]
        found.append(numbers.integers(low, high, shape).astype(element.numpy))
    return found
