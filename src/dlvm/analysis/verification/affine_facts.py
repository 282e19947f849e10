"""Linear facts about the variables of loops, and proofs from them.

A fact is an affine function that is at least 0. To prove another one, its variables are eliminated,
those of the innermost loops first, by adding multiples of facts (as Fourier and Motzkin do). The
coefficients can be polynomials over sizes, which are at least 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import gcd
from typing import Final

from dlvm.ir.compute import Affine
from dlvm.ir.polynomial import Monomial, Polynomial, Size, monomials, product

_MOST_STEPS: Final = 4000
"""The steps after which a proof is given up."""
_MOST_DERIVED: Final = 12
"""The number of facts that are derived from a condition."""
MOST_SPLITS: Final = 3
"""The number of variables whose cases are proved one by one."""
_ZERO: Final = Affine()


@dataclass(frozen=True)
class Case:
    """One of the cases of a variable: the facts, and the variable's :attr:`Facts.multiples`, in
    it."""

    facts: Sequence[Affine]
    multiple: tuple[int, Affine] | None = None


@dataclass
class Facts:
    """What is known of variables, which are declared in order."""

    order: dict[str, int] = field(default_factory=dict[str, int])
    known: dict[str, list[Affine]] = field(default_factory=dict[str, list[Affine]])
    """Facts, by the variable in them that was declared last."""
    splits: dict[str, Sequence[Case]] = field(default_factory=dict[str, Sequence[Case]])
    """The cases of variables, of which one holds."""
    multiples: dict[str, tuple[int, Affine]] = field(default_factory=dict[str, tuple[int, Affine]])
    """A number that divides the difference of a variable from another value; 0 if both are
    equal."""
    least: dict[str, int] = field(default_factory=dict[str, int])
    """The least values of sizes."""
    sizes: list[Size] = field(default_factory=list[Size])
    """Facts about sizes alone."""

    is_contradictory: bool = False
    """Whether no values fulfill the facts, so that all follows from them."""
    _in_cases: dict[tuple[str, int], Facts] = field(
        default_factory=dict[tuple[str, int], "Facts"], repr=False, compare=False
    )

    _positive: dict[Size, bool] = field(default_factory=dict[Size, bool], repr=False, compare=False)
    """Whether sizes are at least 0: what has been proved by the facts about sizes, which copies
    share."""

    def copy(self) -> Facts:
        """Facts to which others can be added."""
        known = {variable: list(facts) for variable, facts in self.known.items()}
        return Facts(
            dict(self.order), known, dict(self.splits), dict(self.multiples), dict(self.least),
            list(self.sizes), self.is_contradictory, _positive=self._positive,
        )  # fmt: skip

    def declare(self, variable: str) -> None:
        """Adds a variable, inside of all others."""
        self.order[variable] = len(self.order)

    def add(self, *facts: Affine) -> None:
        """Adds functions that are at least 0."""
        self._in_cases.clear()
        for given in facts:
            fact = self._rounded(given)
            last = self.last(fact)
            if last is not None:
                self.known.setdefault(last, []).insert(0, fact)
            else:
                self._add_size(fact.constant)

    def assume(self, *facts: Affine) -> None:
        """Adds functions that are at least 0 under a condition, and what follows from them for the
        variables outside."""
        pending = list(facts)
        for _ in range(_MOST_DERIVED):
            if not pending:
                return
            fact = self._rounded(pending.pop(0))
            last = self.last(fact)
            others = list(self.known.get(last, ())) if last is not None else []
            if last is None or fact in facts:
                self.add(fact)
            else:
                # Facts that are stated are tried first.
                self.known.setdefault(last, []).append(fact)
            if last is None:
                continue
            own = fact.coefficient(last)
            for other in others:
                # Their sum, if that has the variable no longer.
                together = fact.plus(other)
                if own and not together.coefficient(last):
                    pending.append(together)

    def _add_size(self, size: Size) -> None:
        if isinstance(size, int):
            self.is_contradictory |= size < 0
            return
        self.sizes.append(size)
        self._positive = {}
        terms = dict(size.terms)
        constant = terms.pop((), 0)
        if len(terms) == 1 and constant < 0:
            # A product that is at least 1 has factors that are.
            ((monomial, number),) = terms.items()
            if number > 0:
                bound = -(constant // number) if len(monomial) == 1 else 1
                for name in monomial:
                    self.least[name] = max(self.least.get(name, 0), bound)

    def last(self, affine: Affine) -> str | None:
        """The variable of an affine function that was declared last."""
        return max((v for v, _ in affine.terms), key=lambda v: self.order[v], default=None)

    def greatest(self, affine: Affine) -> int | None:
        """A number that a function does not exceed, by facts about single variables."""
        total = affine.constant
        for variable, factor in affine.terms:
            if not isinstance(factor, int):
                return None
            sign = 1 if factor > 0 else -1
            bounds = [
                fact.constant // -own
                for fact in self.known.get(variable, ())
                if len(fact.terms) == 1
                and isinstance(own := fact.terms[0][1] * sign, int)
                and own < 0
                and isinstance(fact.constant, int)
            ]
            if not bounds:
                return None
            total = total + abs(factor) * min(bounds)
        return total if isinstance(total, int) else None

    # Proofs

    def proves(self, affine: Affine, most_splits: int = MOST_SPLITS) -> bool:
        """Whether the facts prove that a function is at least 0, in each case of at most
        ``most_splits`` variables. If not, it may still be at least 0."""
        # A multiple of a step that is above minus the step is at least 0.
        slack = 0
        for step in self._steps():
            rest = self.residue(affine, step)
            if rest is not None:
                slack = max(slack, step - 1 - rest)
        return any(self._proves(affine.plus(slack), n) for n in range(most_splits + 1))

    def _steps(self) -> set[int]:
        return {step for step, _ in self.multiples.values() if step > 1}

    def _rounded(self, fact: Affine) -> Affine:
        """A fact, with the remainder of its division by a step removed."""
        for step in self._steps():
            rest = self.residue(fact, step)
            if rest:
                fact = fact.plus(-rest)
        return fact

    def _proves(self, affine: Affine, splits: int) -> bool:
        if self.is_contradictory:
            return True
        if not splits:
            return _Proof(self).holds(affine)
        return any(
            all(self._in_case(name, n)._proves(affine, splits - 1) for n in range(len(cases)))
            for name, cases in self.splits.items()
        )

    def _in_case(self, name: str, number: int) -> Facts:
        """The facts in one of the cases of a variable."""
        found = self._in_cases.get((name, number))
        if found is None:
            case = self.splits[name][number]
            found = self._in_cases[name, number] = self.copy()
            del found.splits[name]
            if case.multiple is not None:
                found.multiples[name] = case.multiple
                found._round_again(name, found._steps() - self._steps())
            found.add(*case.facts)
        return found

    def _round_again(self, name: str, new_steps: Set[int]) -> None:
        """Rounds facts after a change of the multiples of a variable: those about the variable, or
        about ones that are multiples relative to it; with ``new_steps``, all."""
        changed = {name}
        for variable in self.order:
            _, base = self.multiples.get(variable, (1, _ZERO))
            if any(v in changed for v, _ in base.terms):
                changed.add(variable)
        for variable, facts in self.known.items():
            self.known[variable] = [
                self._rounded(f) if new_steps or any(v in changed for v, _ in f.terms) else f
                for f in facts
            ]

    def add_cases(self, variable: Affine, *cases: tuple[Affine, Affine]) -> None:
        """Adds that a variable has one of several values, each only if its condition is at least
        0."""
        ((name, _),) = variable.terms
        self.splits[name] = [
            Case(
                (value.plus(variable.scaled(-1)), variable.plus(value.scaled(-1)), condition),
                (0, value),
            )
            for value, condition in cases
        ]

    def is_positive(self, size: Size) -> bool:
        """Whether at most three facts about sizes prove that a size is at least 0."""
        found = self._positive.get(size)
        if found is None:
            found = self._positive[size] = self._is_positive(size, 3)
        return found

    def _is_positive(self, size: Size, facts: int) -> bool:
        if self._has_no_minus(size):
            return True
        if not facts or not any(number > 0 for _, number in monomials(size)):
            return False
        return any(
            self._is_positive(size - known * factor, facts - 1)
            for known in dict.fromkeys(self.sizes)
            for factor in dict.fromkeys(_factors_of(known, size))
        )

    def _has_no_minus(self, size: Size) -> bool:
        if all(number >= 0 for _, number in monomials(size)):
            return True
        above = self._from_least(size)
        return above is not size and all(number >= 0 for _, number in monomials(above))

    def _from_least(self, size: Size) -> Size:
        """A size, in terms of how much sizes are above their least values."""
        if isinstance(size, int) or not self.least:
            return size
        total: Size = 0
        for monomial, number in size.terms:
            factors = (Polynomial((((n,), 1),)) + self.least.get(n, 0) for n in monomial)
            total = total + product(tuple(factors)) * number
        return total

    def sign(self, size: Size) -> int:
        """1 or -1 for a size that is at least or at most 0, 0 if that is unknown."""
        if self._has_no_minus(size):
            return 1
        return -1 if self._has_no_minus(size * -1) else 0

    def is_multiple(self, affine: Affine, step: int) -> bool:
        """Whether a number divides a function."""
        return self.residue(affine, step) == 0

    def divisor(self, affine: Affine, size: Size) -> int:
        """The greatest of the steps of variables that divides a function and a size, or 1."""
        steps = (s for s in self._steps() if not _content(size) % s)
        return max((s for s in steps if self.is_multiple(affine, s)), default=1)

    def residue(self, affine: Affine, step: int) -> int | None:
        """The remainder of a function divided by a number, if it is known."""
        terms, constant = dict(affine.terms), affine.constant
        while terms:
            # The other value of a variable has variables that were declared before it.
            variable = max(terms, key=self.order.__getitem__)
            coefficient = terms.pop(variable)
            content = _content(coefficient)
            if content % step:
                divisor, base = self.multiples.get(variable, (1, _ZERO))
                if divisor * content % step:
                    return None
                for name, number in base.terms:
                    terms[name] = terms.get(name, 0) + number * coefficient
                constant = constant + base.constant * coefficient
        known = dict(monomials(constant))
        number = known.pop((), 0)
        return number % step if all(n % step == 0 for n in known.values()) else None


@dataclass
class _Proof:
    facts: Facts
    steps: int = 0
    seen: dict[Affine, bool] = field(default_factory=dict[Affine, bool])

    def holds(self, affine: Affine) -> bool:
        found = self.seen.get(affine)
        if found is None:
            self.seen[affine] = False
            found = self.seen[affine] = self._eliminates(affine)
        return found

    def _eliminates(self, affine: Affine) -> bool:
        self.steps += 1
        if self.steps > _MOST_STEPS:
            return False
        facts = self.facts
        variable = facts.last(affine)
        if variable is None:
            return facts.is_positive(affine.constant)
        coefficient = affine.coefficient(variable)
        sign = facts.sign(coefficient)
        if not sign:
            return False
        for fact in facts.known.get(variable, ()):
            own = fact.coefficient(variable)
            if facts.sign(own) != sign:
                continue
            factor = quotient(coefficient, own)
            if factor is not None and facts.is_positive(factor):
                if self.holds(affine.plus(fact.scaled(factor * -1))):
                    return True
            elif isinstance(own, int) and self.holds(
                affine.scaled(abs(own)).plus(fact.scaled(coefficient * -sign))
            ):
                return True
        return False


def quotient(size: Size, divisor: Size) -> Size | None:
    """The exact quotient of sizes, if the divisor is one product or a multiple of the size."""
    if isinstance(divisor, int):
        if not divisor or _content(size) % divisor:
            return None
        found: Size = 0
        for monomial, number in monomials(size):
            found = found + _term(monomial, number // divisor)
        return found
    if size == divisor:
        return 1
    if size == divisor * -1:
        return -1
    if len(divisor.terms) > 1:
        return None
    own, amount = next(iter(divisor.terms))
    found = 0
    for monomial, number in monomials(size):
        rest = list(monomial)
        for name in own:
            if name not in rest:
                return None
            rest.remove(name)
        if number % amount:
            return None
        found = found + _term(tuple(rest), number // amount)
    return found


def _term(monomial: Monomial, number: int) -> Size:
    return Polynomial(((monomial, number),)) if monomial else number


def _factors_of(fact: Size, size: Size) -> Iterator[Size]:
    """The factors, at least 0, with which a fact has all of the first negative product of a size,
    or at most one of its positive ones."""
    negative = next(m for m, number in monomials(size) if number < 0)
    for monomial, number in monomials(size):
        for own, amount in monomials(fact):
            if (number < 0) != (amount < 0) or (number < 0 and monomial != negative):
                continue
            rest = Counter(monomial)
            rest.subtract(own)
            factor = -(-number // amount) if number < 0 else number // amount
            if factor and min(rest.values(), default=0) >= 0:
                yield _term(tuple(rest.elements()), factor)


def _content(size: Size) -> int:
    """The greatest number that divides a size whatever its symbols are."""
    if isinstance(size, int):
        return abs(size)
    return gcd(*(number for _, number in monomials(size)))


def renamed_variables(affine: Affine, names: Mapping[str, str]) -> Affine:
    """A function of variables with other names."""
    return affine.substitute({v: Affine.variable(names[v]) for v, _ in affine.terms})
