"""Proofs that threads access different elements of the memory that they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.analysis.verification.affine_facts import MOST_SPLITS, Facts, quotient
from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import Stmt
from dlvm.ir.polynomial import Polynomial, Size, monomials


@dataclass(frozen=True)
class Share:
    """The begin and the end of the share of a thread, and the number of all values."""

    begin: Affine
    end: Affine
    size: Size


@dataclass(frozen=True)
class SharedAccess:
    """A read or write by one of several threads of a tensor of ``count`` elements, with the facts
    that hold there. The address is None if it has a part of which nothing is known."""

    tensor: str
    count: Size
    address: Affine | None
    facts: Facts
    share: Share
    stmt: Stmt
    is_store: bool


def is_distributed(accesses: Sequence[SharedAccess]) -> bool:
    """Whether each element belongs to the share of one thread, by its digit in a number system with
    mixed radix: an address is ``rest + unit * x + more``, where ``x`` is in the share of the
    thread, ``0 <= rest < unit``, and a multiple of ``unit`` times the number of values divides
    ``more``. Addresses can also be counted from the end."""
    whole = accesses[0].count
    end = Affine.size(whole).plus(-1)
    addresses = [a.address for a in accesses]
    if None in addresses:
        return False
    forwards = [(a, place) for a, place in zip(accesses, addresses, strict=True) if place]
    backwards = [(a, end.plus(place.scaled(-1))) for a, place in forwards]
    for splits in (0, MOST_SPLITS):
        for given in (forwards, backwards):
            steps = (c for a, place in given for _, c in place.terms if a.facts.sign(c) > 0)
            units = list(dict.fromkeys(steps))
            for unit in units:
                for radix in (*units, whole):
                    if all(_has_digit(a, p, unit, radix, whole, splits) for a, p in given):
                        return True
    return False


def _has_digit(
    access: SharedAccess, address: Affine, unit: Size, radix: Size, whole: Size, splits: int
) -> bool:
    """Whether the digit of an address is in the share of the thread."""
    begin, end, facts = access.share.begin, access.share.end, access.facts
    if radix != whole and not facts.is_positive(radix - unit * access.share.size):
        return False
    low = Affine()
    digit = Affine()
    for variable, coefficient in address.terms:
        if radix != whole and quotient(coefficient, radix) is not None:
            continue
        times = quotient(coefficient, unit)
        left: Size = 0
        if times is None:
            times, left = _divided(coefficient, unit)
        digit = digit.plus(Affine.of({variable: times}))
        low = low.plus(Affine.of({variable: left}))
    for rest, shift in _constants(address.constant, unit, radix, whole):
        own, place = low.plus(rest), digit.plus(shift)
        needed = (
            own,
            Affine.size(unit).plus(-1).plus(own.scaled(-1)),
            place.plus(begin.scaled(-1)),
            end.plus(-1).plus(place.scaled(-1)),
        )
        if all(facts.proves(n, splits) for n in needed):
            return True
    return False


def _divided(size: Size, unit: Size) -> tuple[Size, Size]:
    """A size as a number of units, and what is left."""
    if isinstance(size, int) and isinstance(unit, int):
        return divmod(size, unit) if size > unit else (0, size)
    times: Size = 0
    left: Size = 0
    for names, number in monomials(size):
        term = Polynomial(((names, number),)) if names else number
        own = quotient(term, unit)
        if own is None:
            left = left + term
        else:
            times = times + own
    return times, left


def _constants(constant: Size, unit: Size, radix: Size, whole: Size) -> list[tuple[Size, Size]]:
    """How the constant of an address can be divided: into what is below the unit, and a number of
    units."""
    found: list[tuple[Size, Size]] = []
    rests: list[Size] = [constant]
    if radix != whole:
        above = quotient(constant, radix)
        if above is not None:
            rests.append(0)
        elif isinstance(constant, int) and isinstance(radix, int) and radix > 0:
            rests.append(constant % radix)
    for rest in rests:
        times = quotient(rest, unit)
        if times is not None:
            found.append((0, times))
        if isinstance(rest, int) and isinstance(unit, int) and unit > 0:
            found.append((rest % unit, rest // unit))
        else:
            found.append((rest, 0))
    return found
