"""The checks of a definition: the facts about sizes that hold when its kernel runs.

The assertions before a kernel hold for the sizes of a function, and so do the definitions of
computed sizes. Facts that concern only sizes of the kernel become its checks, from which the
verifier proves that its accesses are in range.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations

from dlvm.compute.index_notation.symbolic_sizes import Sizes
from dlvm.ir.compute import SizeCheck
from dlvm.ir.dimensions import Requirement, SizeOperation
from dlvm.ir.polynomial import Size, monomials, product, renamed, size_of, symbols_in
from dlvm.ir.types import Dim, Symbol


def size_checks(
    sizes: Sizes, names: Mapping[str, str], requirements: Iterable[Requirement]
) -> tuple[SizeCheck, ...]:
    """The checks of a kernel's sizes, derived from the requirements on its operands and from the
    definitions of computed sizes. Checks that hold for any sizes are left out.

    ``names`` are the names that the sizes have in the kernel.
    """
    found: dict[SizeCheck, None] = {}
    equal: dict[Dim, Dim] = {}
    broadcasts: list[_StretchedDimension] = []
    for requirement in requirements:
        if requirement.relation == "broadcast":
            broadcasts.extend(_broadcasts(sizes, requirement))
            continue
        sides = requirement.lhs, requirement.rhs
        found[SizeCheck(requirement.relation, *(_expressed(sizes, d, names) for d in sides))] = None
        if requirement.relation == "equal":
            equal |= {one: other for one, other in permutations(sides) if _is_known(other, names)}
    broadcasts = [replace(b, whole=equal.get(b.whole, b.whole)) for b in broadcasts]
    chains = list(broadcasts)
    for chain in chains:
        if _is_known(chain.whole, names):
            found[chain.check] = None
        else:
            chains += [chain.then(b) for b in broadcasts if b.dim == chain.whole]
    for name in names:
        definition = sizes.record.definitions.get(Symbol(name))
        if isinstance(definition, SizeOperation):
            found.update(dict.fromkeys(_by_definition(sizes, Symbol(name), definition, names)))
    return tuple(
        SizeCheck(c.relation, renamed(c.left, names), renamed(c.right, names))
        for c in found
        if c.symbols <= names.keys() and not _always_holds(c)
    )


def _is_known(dim: Dim, names: Collection[str]) -> bool:
    return isinstance(dim, int) or dim.name in names


def _always_holds(check: SizeCheck) -> bool:
    return all(number >= 0 for size in check.facts for _, number in monomials(size))


@dataclass(frozen=True)
class _StretchedDimension:
    """A dimension ``dim`` that is broadcast to ``whole``. ``stretch`` is 0 if ``dim`` has size 1,
    and otherwise 1."""

    dim: Dim
    whole: Dim
    stretch: Size

    def then(self, other: _StretchedDimension) -> _StretchedDimension:
        """This broadcast followed by another one, as a single broadcast."""
        return _StretchedDimension(self.dim, other.whole, product((self.stretch, other.stretch)))

    @property
    def check(self) -> SizeCheck:
        """The check that the last index read is in range for the dimension. It is 0 if the
        dimension is broadcast, and otherwise the last index of the whole dimension."""
        last = product((self.stretch, size_of(self.whole) - 1))
        return SizeCheck("atMost", last + 1, size_of(self.dim))


def _broadcasts(sizes: Sizes, requirement: Requirement) -> Iterator[_StretchedDimension]:
    lhs, rhs = requirement.lhs, requirement.rhs
    whole: Dim
    if isinstance(lhs, int) or isinstance(rhs, int):
        whole = lhs if isinstance(lhs, int) else rhs
    else:
        whole = sizes.record.symbol(SizeOperation("broadcast", lhs, rhs))
    for dim in (lhs, rhs):
        if isinstance(dim, Symbol):
            yield _StretchedDimension(dim, whole, size_of(sizes.stretch(dim)))


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
    """A size as a function of the sizes with the given names, as far as possible."""
    size = size_of(dim)
    return size if symbols_in(size) <= set(names) else sizes.polynomial(dim)
