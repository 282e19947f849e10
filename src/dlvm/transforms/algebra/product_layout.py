"""``LAYOUT``: chooses the operand and result layouts of products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final, TypeGuard

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW
from dlvm.ir import Aggregate, Instruction, Module, Value
from dlvm.ir import instructions as op
from dlvm.ir.instructions.rules import tensor_type
from dlvm.ir.types import BOOL, ERASED
from dlvm.transforms.algebra.algebra_simplification import rewrite, rules_by_root
from dlvm.transforms.patterns import Rule, rules_into, use
from dlvm.transforms.pipeline import Pass, register, run_on_bodies

LAYOUT_RULES: Final[list[Rule]] = []
"""All rules of this pass."""

_rule = rules_into(LAYOUT_RULES)


@register("LAYOUT")
@dataclass(frozen=True)
class LayoutChoice(Pass):
    """Product layout: replaces products of transposed tensors, and transposed products, with
    contractions of the tensors in their memory layout.

    A contraction takes the dimensions of its operands and its result in any order and is as fast as
    ``dot``, so the transposes become dead. Products that broadcast their batch dimensions remain
    ``dot``. Convolutions have one layout and are not rewritten: compiled code reads transposed
    operands in place, and writes a result whose only use is a transpose in the transposed order.
    """

    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, lambda function: rewrite(function, _RULES))


@dataclass(frozen=True)
class LabeledProduct:
    """A product, with a letter for each dimension of its factors and its result."""

    factors: Sequence[Value]
    inputs: Sequence[str]
    output: str

    def contraction(self) -> op.Contract:
        """Returns the contraction that computes the product. It is not in a block yet."""
        factors = [use(f) for f in self.factors]
        return op.Contract(factors, f"{','.join(self.inputs)}->{self.output}")


def labeled_product(value: Value) -> LabeledProduct | None:
    """Returns the labels of a dot or a contraction. Returns None if it broadcasts batch
    dimensions."""
    match value:
        case op.Dot():
            return _matrix_product(value)
        case op.Contract():
            labels = value.labels
            terms = (*labels.inputs, labels.output)
            if any(len(label) > 1 for term in terms for label in term):
                return None
            inputs = ["".join(term) for term in labels.inputs]
            return LabeledProduct(value.factors, inputs, "".join(labels.output))
        case _:
            return None


def _matrix_product(dot: op.Dot) -> LabeledProduct | None:
    left, right = tensor_type(dot.lhs), tensor_type(dot.rhs)
    batch = left.shape[:-2] if left.rank > 2 else right.shape[:-2]
    for type in (left, right):
        own = type.shape[:-2]
        if type.rank > 2 and (own != batch or ERASED in own):
            return None
    if left.element is BOOL or len(batch) > len(_BATCH):
        return None
    ahead = _BATCH[: len(batch)]
    rows, columns = "m" * (left.rank > 1), "n" * (right.rank > 1)
    inputs = [
        (ahead if type.rank > 2 else "") + term
        for type, term in ((left, rows + "k"), (right, "k" + columns))
    ]
    return LabeledProduct(dot.operands, inputs, ahead + rows + columns)


_SHORTEST, _LONG = 5, 16
"""The least sizes of a last dimension that is long enough for vectors, and for the longest
vectors."""
_BATCH: Final = "".join(c for c in ascii_lowercase if c not in "kmn")


@_rule("dot (transpose x), y = contract x, y", op.Dot, op.Contract)
def product_of_transposes(product: op.Dot | op.Contract) -> Value | None:
    found = labeled_product(product)
    if found is None or not any(_is_beside(f, product) for f in found.factors):
        return None
    factors: list[Value] = []
    inputs: list[str] = []
    for factor, labels in zip(found.factors, found.inputs, strict=True):
        while _is_beside(factor, product):
            labels = _before(factor, labels)
            factor = factor.x
        factors.append(factor)
        inputs.append(labels)
    return LabeledProduct(factors, inputs, found.output).contraction()


def scatters_vectors(transpose: op.Transpose) -> bool:
    """Whether a product that writes its result in the order of a transpose would scatter vectors:
    the product's last dimension is long enough for vectors, and the transpose's is too short."""
    own, last = (tensor_type(v).shape[-1] for v in (transpose.x, transpose))
    return last in range(1, _SHORTEST) and own not in range(_LONG)


def _is_beside(factor: Value, product: Instruction) -> TypeGuard[op.Transpose]:
    """Whether a factor is transposed in the product's block. A transpose that was hoisted out of a
    loop stays: it is computed less often than it is read."""
    return isinstance(factor, op.Transpose) and factor.block is product.block


def _before(transpose: op.Transpose, labels: str) -> str:
    """Returns the labels of a transpose's operand, given those of its result."""
    named = dict(zip(transpose.permutation, labels, strict=True))
    return "".join(named[axis] for axis in range(len(labels)))


@_rule("transpose (dot x, y) = contract x, y", op.Transpose)
def transposed_product(transpose: op.Transpose) -> Value | None:
    product = transpose.x
    if isinstance(product, Aggregate) or not isinstance(product, Instruction):
        return None
    found = labeled_product(product) if product.is_used_once else None
    if found is None or product.block is not transpose.block:
        return None
    if scatters_vectors(transpose):
        return None
    output = "".join(found.output[axis] for axis in transpose.permutation)
    return LabeledProduct(found.factors, found.inputs, output).contraction()


_RULES: Final = rules_by_root(LAYOUT_RULES)
