"""Sizes that the program of a model assumes to be equal, or not to be 0.

A model may add tensors whose sizes it computes from the same symbolic dimension in different ways,
such as ``n`` and ``min(n, 512)``. In every intended run, these sizes are equal. The program checks
this, and uses one name for both, so that its kernels need no strides for broadcasting, and can be
fused. A shape cast that divides the number of elements by a size, to infer another one, assumes
that the size is not 0. If a check fails, :class:`dlvm.onnx.Model` makes a program for the actual
sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from dlvm.ir.polynomial import Size
from dlvm.nnkit.tracing import sizes
from dlvm.nnkit.tracing.size_algebra import UnknownDefinition
from dlvm.nnkit.tracing.trace import scope_for
from dlvm.nnkit.tracing.tracer import is_tracer, wrap

BROADCASTING: Final = frozenset(
    [
        *("Add", "And", "Div", "Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual"),
        *("Max", "Mean", "Min", "Mod", "Mul", "Or", "Pow", "Sub", "Sum", "Where", "Xor"),
    ]
)
"""The element-wise operators with several operands."""


def unified(operands: Sequence[Any]) -> list[Any]:
    """Operands of an element-wise operator, with one name for sizes that are assumed to be equal
    where they are broadcast."""
    shapes = [list(_shape(o)) for o in operands]
    rank = max(map(len, shapes), default=0)
    for place in range(1, rank + 1):
        aligned = [shape for shape in shapes if len(shape) >= place]
        target = _target([shape[-place] for shape in aligned])
        if target is not None:
            for shape in aligned:
                if _are_related(shape[-place], target):
                    shape[-place] = target
    return [
        operand if sizes.are_equal(tuple(shape), _shape(operand)) else _cast(operand, shape)
        for operand, shape in zip(operands, shapes, strict=True)
    ]


def check_divisors() -> None:
    """Checks the sizes by which shape casts divide."""
    algebra = scope_for("a size").sizes
    for divisor in sorted(algebra.divisors, key=str):
        if algebra.is_computed_from_names(divisor):
            message = "expected a size of at least {0} to infer another one, got {1}"
            sizes.require_at_most(1, sizes.wrap_size(divisor), message)


def _shape(operand: Any) -> tuple[Any, ...]:
    return tuple(operand.shape) if _is_staged(operand) else ()


def _is_staged(value: Any) -> bool:
    return is_tracer(value)


def _target(found: Sequence[Any]) -> Any:
    """The size whose name replaces the others: preferably a symbolic dimension of the model."""
    symbolic = [size for size in found if not sizes.is_known(size)]
    named = [size for size in symbolic if str(size) in set(_symbols(size.expression))]
    return next(iter(named or symbolic), None)


def _are_related(size: Any, target: Any) -> bool:
    """Whether a size that is not known to be equal is computed from a symbol of another one. A size
    of at most 1 is intended to broadcast."""
    if sizes.is_known(size) or sizes.is_equal(size, target) or sizes.is_at_most(size, 1):
        return False
    return not set(_symbols(size.expression)).isdisjoint(_symbols(target.expression))


def _symbols(size: Size) -> Iterator[str]:
    """The names of the symbolic dimensions that a size is computed from."""
    unknowns = scope_for("a size").sizes.unknowns
    for name in () if isinstance(size, int) else size.symbols:
        definition = unknowns.get(name)
        if definition is None:
            yield name
        elif isinstance(definition, UnknownDefinition):
            yield from _symbols(definition.lhs)
            yield from _symbols(definition.rhs)


def _cast(operand: Any, shape: Sequence[Any]) -> Any:
    """An operand with other names for its sizes, which the program checks."""
    for size, wanted in zip(operand.shape, shape, strict=True):
        sizes.require_equal(size, wanted, "expected equal sizes to broadcast, got {0} and {1}")
    return wrap(sizes.renamed(operand.value, tuple(shape)))
