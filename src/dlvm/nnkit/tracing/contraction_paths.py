"""The order in which the operands of a sum of products are contracted.

``ij,jk,kl->il`` takes the fourth power of the sizes as one sum, and the third power as two
products. For up to ``MOST`` operands, dynamic programming over their subsets finds the order of
least work (Pfeifer, Haegeman and Verstraete, 2014); for more operands, the pairs of least work are
contracted first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from dlvm.ir.instructions.contraction import ELLIPSIS, Subscripts

MOST = 7
"""The maximum number of operands whose order is the best one."""


@dataclass(frozen=True)
class Step:
    """An operand, or a contraction of the results of other steps."""

    parts: tuple[Step, ...]
    """The steps whose results the step contracts; empty for an operand."""
    operands: frozenset[int]
    """The numbers of the operands that the result depends on."""
    labels: tuple[str, ...]
    """The labels of the result."""
    work: int
    """The number of multiplications and additions, with those of the parts."""

    @property
    def subscripts(self) -> str:
        """The subscripts of the contraction."""
        return f"{','.join(_text(p.labels) for p in self.parts)}->{_text(self.labels)}"


def _text(labels: Sequence[str]) -> str:
    shown = ["..." if n.startswith(ELLIPSIS) else n for n in labels]
    first = shown.index("...") if "..." in shown else len(shown)
    return "".join([*shown[: first + 1], *(n for n in shown[first:] if n != "...")])


def contraction_path(labels: Subscripts, sizes: Mapping[str, int]) -> Step:
    """The contraction of all operands with the least work, for these sizes of the labels."""
    operands = [
        Step((), frozenset([number]), names, 0) for number, names in enumerate(labels.inputs)
    ]
    at_once = _step(labels, sizes, *operands)
    parts = [_summed(labels, sizes, operand) for operand in operands]
    while len(parts) > MOST:
        pairs = [_step(labels, sizes, *pair) for pair in combinations(parts, 2)]
        step = min(pairs, key=lambda s: s.work - sum(p.work for p in s.parts))
        parts = [step, *(p for p in parts if p not in step.parts)]
    pairwise = _of_least_work(labels, sizes, parts)
    return pairwise if pairwise.work < at_once.work else at_once


def _of_least_work(labels: Subscripts, sizes: Mapping[str, int], parts: Sequence[Step]) -> Step:
    """The contraction in pairs with the least work."""
    found = {1 << number: part for number, part in enumerate(parts)}
    for subset in range(1, 1 << len(parts)):
        if subset in found:
            continue
        halves = (half for half in range(subset // 2 + 1, subset) if half & subset == half)
        steps = [_step(labels, sizes, found[subset ^ half], found[half]) for half in halves]
        found[subset] = min(steps, key=lambda step: step.work)
    return found[(1 << len(parts)) - 1]


def _summed(labels: Subscripts, sizes: Mapping[str, int], operand: Step) -> Step:
    """An operand, summed over the labels that nothing else has."""
    step = _step(labels, sizes, operand)
    return operand if set(step.labels) == set(operand.labels) else step


def _step(labels: Subscripts, sizes: Mapping[str, int], *parts: Step) -> Step:
    operands = frozenset[int]().union(*(p.operands for p in parts))
    others = [names for number, names in enumerate(labels.inputs) if number not in operands]
    used = dict.fromkeys(label for part in parts for label in part.labels)
    if others:
        needed = {*labels.output, *(label for names in others for label in names)}
        kept = [n for n in used if n in needed]
        wide = sorted((n for n in kept if n.startswith(ELLIPSIS)), key=lambda n: -int(n[1:]))
        kept = (*wide, *(n for n in kept if n not in wide))
    else:
        kept = labels.output
    each = len(parts) - 1 + (len(kept) < len(used))
    work = each * prod(sizes[label] for label in used)
    return Step(parts, operands, kept, work + sum(p.work for p in parts))
