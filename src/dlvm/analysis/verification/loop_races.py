"""Proofs that threads access different elements of the memory that they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.analysis.verification.affine_facts import MOST_SPLITS, Facts, quotient
from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import Stmt
from dlvm.ir.polynomial import Size


@dataclass(frozen=True)
class Share:
    """The values from ``begin`` up to ``end`` of a thread, out of ``size`` values."""

    begin: Affine
    end: Affine
    size: Size


@dataclass(frozen=True)
class SharedAccess:
    """A read or write of a tensor of ``count`` elements by one of several threads, with the facts
    that hold at this access. The address is None if nothing is known of a part of it."""

    tensor: str
    count: Size
    address: Affine | None
    facts: Facts
    share: Share
    stmt: Stmt
    is_store: bool


def is_distributed(accesses: Sequence[SharedAccess]) -> bool:
    """Whether each element belongs to the share of one thread. This holds if there are a ``unit``,
    and a ``radix`` of at least ``unit * share.size``, such that the remainder of each address
    divided by ``radix`` is at least ``unit * share.begin`` and below ``unit * share.end``.
    Addresses can also be counted from the end of the tensor."""
    whole = accesses[0].count
    last = Affine.size(whole).plus(-1)
    addresses = [a.address for a in accesses]
    if None in addresses:
        return False
    forwards = [(a, place) for a, place in zip(accesses, addresses, strict=True) if place]
    backwards = [(a, last.plus(place.scaled(-1))) for a, place in forwards]
    for splits in (0, MOST_SPLITS):
        for given in (forwards, backwards):
            steps = (c for a, place in given for _, c in place.terms if a.facts.sign(c) > 0)
            units = list(dict.fromkeys(steps))
            for unit in units:
                for radix in (*units, whole):
                    if all(_is_in_share(a, p, unit, radix, whole, splits) for a, p in given):
                        return True
    return False


def _is_in_share(
    access: SharedAccess, address: Affine, unit: Size, radix: Size, whole: Size, splits: int
) -> bool:
    """Whether the remainder of an address divided by ``radix`` is in the share of the thread,
    counted in units."""
    share, facts = access.share, access.facts
    rests = [address.constant]
    if radix != whole:
        if not facts.is_positive(radix - unit * share.size):
            return False
        terms = {v: c for v, c in address.terms if quotient(c, radix) is None}
        address = Affine.of(terms).plus(address.constant)
        rests.append(_rest(address.constant, radix))
    for rest in dict.fromkeys(rests):
        place = address.plus(rest - address.constant)
        begin, end = share.begin.scaled(unit), share.end.scaled(unit)
        above, below = place.plus(begin.scaled(-1)), end.plus(-1).plus(place.scaled(-1))
        if facts.proves(above, splits) and facts.proves(below, splits):
            return True
    return False


def _rest(size: Size, divisor: Size) -> Size:
    """The remainder of a size divided by a divisor, or the size itself if the remainder is
    unknown."""
    if isinstance(size, int) and isinstance(divisor, int):
        return size % divisor
    return 0 if quotient(size, divisor) is not None else size
