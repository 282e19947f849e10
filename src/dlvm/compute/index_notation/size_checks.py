"""Checks of sizes that definitions state: what is known of the sizes in a kernel when it runs.

The assertions before a kernel hold for the sizes of a function, and so do the definitions of
computed sizes. Those that concern sizes of the kernel alone become its checks, from which the
verifier proves that its accesses are in range.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from dlvm.compute.index_notation.symbolic_sizes import Sizes
from dlvm.ir.compute import SizeCheck
from dlvm.ir.dimensions import Requirement, SizeOperation
from dlvm.ir.polynomial import Size, monomials, product, renamed, size_of, symbols_in
from dlvm.ir.types import Dim, Symbol


def size_checks(
    sizes: Sizes, names: Mapping[str, str], requirements: Iterable[Requirement]
) -> tuple[SizeCheck, ...]:
    """The checks of a kernel's sizes, by the requirements on its operands and by what the sizes are
    computed from. Those that hold for any sizes are left out.

    ``names`` are the names that the sizes have in the kernel.
    """
    found: dict[SizeCheck, None] = {}
    for requirement in requirements:
        found.update(dict.fromkeys(_by_requirement(sizes, requirement, names)))
    for name in names:
        definition = sizes.record.definitions.get(Symbol(name))
        if isinstance(definition, SizeOperation):
            found.update(dict.fromkeys(_by_definition(sizes, Symbol(name), definition, names)))
    return tuple(
        SizeCheck(c.relation, renamed(c.left, names), renamed(c.right, names))
        for c in found
        if c.symbols <= names.keys() and not _always_holds(c)
    )


def _always_holds(check: SizeCheck) -> bool:
    return all(number >= 0 for size in check.facts for _, number in monomials(size))


def _by_requirement(
    sizes: Sizes, requirement: Requirement, names: Collection[str]
) -> Iterator[SizeCheck]:
    lhs, rhs = requirement.lhs, requirement.rhs
    if requirement.relation != "broadcast":
        left, right = _expressed(sizes, lhs, names), _expressed(sizes, rhs, names)
        yield SizeCheck(requirement.relation, left, right)
        return
    whole = next((d for d in (lhs, rhs) if isinstance(d, int)), None)
    if whole is None:
        whole = sizes.record.symbol(SizeOperation("broadcast", lhs, rhs))
    for dim in (lhs, rhs):
        if isinstance(dim, Symbol):
            # The last index along a dimension with one element is 0, and otherwise that of the
            # whole dimension.
            stretch = size_of(sizes.stretch(dim))
            last = product((stretch, size_of(whole) - 1))
            yield SizeCheck("atMost", last + 1, size_of(dim))


def _by_definition(
    sizes: Sizes, symbol: Symbol, definition: SizeOperation, names: Collection[str]
) -> Iterator[SizeCheck]:
    size = size_of(symbol)
    lhs, rhs = (_expressed(sizes, d, names) for d in (definition.lhs, definition.rhs))
    match definition.operation:
        case "add":
            yield SizeCheck("equal", size, lhs + rhs)
        case "subtract":
            yield SizeCheck("equal", size, lhs - rhs)
        case "multiply":
            yield SizeCheck("equal", size, product((lhs, rhs)))
        case "min":
            yield from (SizeCheck("atMost", size, s) for s in (lhs, rhs))
        case "max":
            yield from (SizeCheck("atMost", s, size) for s in (lhs, rhs))
        case "floorDivide" if isinstance(rhs, int) and rhs > 0:
            whole = product((size, rhs))
            yield SizeCheck("atMost", whole, lhs)
            yield SizeCheck("atMost", lhs, whole + (rhs - 1))
        case "stretch":
            yield SizeCheck("atMost", size, 1)
        case _:
            pass


def _expressed(sizes: Sizes, dim: Dim, names: Collection[str]) -> Size:
    """A size in terms of those with the given names, as far as possible."""
    size = size_of(dim)
    return size if symbols_in(size) <= set(names) else sizes.polynomial(dim)
