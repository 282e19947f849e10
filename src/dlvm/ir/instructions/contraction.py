"""The sum of products of tensors with named axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dlvm.diagnostics import quantity
from dlvm.ir.declaration import Trait, TypeRuleError, attribute, operands
from dlvm.ir.dimensions import broadcast, require_equal
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions.rules import NUMERIC, check_domain, same_element, tensor_type
from dlvm.ir.types import Dim, Type
from dlvm.ir.values import Value

ELLIPSIS = "…"
"""The prefix of the labels of the dimensions of ``...``. The ``n``-th of them from the right has
the label ``…n``."""


@dataclass(frozen=True)
class Subscripts:
    """The labels of each operand's dimensions and of the result's."""

    inputs: tuple[tuple[str, ...], ...]
    output: tuple[str, ...]

    @property
    def summed(self) -> tuple[str, ...]:
        """The labels that the result does not have, in order of first use."""
        labels = dict.fromkeys(label for labels in self.inputs for label in labels)
        return tuple(label for label in labels if label not in self.output)


def parse_subscripts(text: str, ranks: Sequence[int]) -> Subscripts:
    """Reads ``"ik,kj->ij"`` for operands of the given ranks. ``...`` represents any number of
    dimensions. Without ``->``, the result has these dimensions and the labels that occur once, in
    alphabetical order. Raises :class:`TypeRuleError`."""
    compact = text.replace(" ", "")
    left, arrow, right = compact.partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        raise TypeRuleError(f'"{text}" is for {quantity(len(terms), "operand")}, got {len(ranks)}')
    inputs = tuple(_labels(term, rank, text) for term, rank in zip(terms, ranks, strict=True))
    used = [label for labels in inputs for label in labels]
    wide = sorted({u for u in used if u.startswith(ELLIPSIS)}, key=lambda u: -int(u[1:]))
    if not arrow:
        once = sorted(u for u in set(used) if u not in wide and used.count(u) == 1)
        return Subscripts(inputs, (*wide, *once))
    if wide and "..." not in right:
        message = "must have '...' in the result, since the dimensions of '...' are not summed"
        raise TypeRuleError(f'"{text}" {message}')
    output = _labels(right, len(wide) + len(right.replace("...", "")), text)
    for label in output:
        if label not in used:
            raise TypeRuleError(f'"{text}" has the label {label} in the result only')
        if output.count(label) > 1:
            raise TypeRuleError(f'"{text}" has the label {label} twice in the result')
    return Subscripts(inputs, output)


def _labels(term: str, rank: int, text: str) -> tuple[str, ...]:
    before, dots, after = term.partition("...")
    for letter in before + after:
        if not (letter.isascii() and letter.isalpha()):
            raise TypeRuleError(f"\"{text}\" has '{letter}', expected letters, ',', '...' and '->'")
    rest = rank - len(before) - len(after)
    if rest < 0 or (rest and not dots):
        raise TypeRuleError(
            f"'{term}' is for {quantity(len(before) + len(after), 'dimension')}, "
            f"the operand has {rank}"
        )
    wide = tuple(f"{ELLIPSIS}{n}" for n in reversed(range(rest)))
    return (*before, *wide, *after)


class Contract(Instruction):
    """The sum of products in Einstein notation, as in ``numpy.einsum``: multiplies elements of the
    operands, and sums over all indices that the result does not have. The subscripts have one
    letter for each dimension of each operand and, after ``->``, of the result; dimensions with the
    same letter share an index. A letter that occurs twice in one operand selects its diagonal. The
    dimensions that ``...`` represents broadcast."""

    format = "contract {factors} by {subscripts}"
    traits = Trait.CONTRACTION | Trait.UNBOUNDED_WORK
    factors: Sequence[Value] = operands()
    subscripts: str = attribute("string")

    @property
    def labels(self) -> Subscripts:
        """The parsed subscripts."""
        return parse_subscripts(self.subscripts, [tensor_type(f).rank for f in self.factors])

    def infer(self) -> Type:
        types = [tensor_type(f) for f in self.factors]
        if not types:
            raise TypeRuleError("expected at least one operand, got none")
        same_element(self.factors)
        check_domain(types[0].element, NUMERIC)
        labels = self.labels
        sizes: dict[str, Dim] = {}
        for names, type in zip(labels.inputs, types, strict=True):
            for label, size in zip(names, type.shape, strict=True):
                known = sizes.setdefault(label, size)
                if label.startswith(ELLIPSIS):
                    message = "the dimensions of '...' do not broadcast: {0} against {1}"
                    sizes[label] = broadcast(known, size, message)
                else:
                    message = f"label {label} has the sizes {{0}} and {{1}}, expected one size"
                    sizes[label] = require_equal(known, size, message)
        return types[0].with_shape(sizes[label] for label in labels.output)
