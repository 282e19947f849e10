"""Recognizes functions that programs compose of several instructions, and computes each as one
function, without intermediate rounding errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from dlvm.analysis.values.composites import COMPOSITES
from dlvm.analysis.values.patterns import (
    InstructionPattern,
    NumberPattern,
    Pattern,
    PatternVariable,
)
from dlvm.ir.compute import Call, Constant, Expression

_Bindings = Mapping[str, Expression]

_FORMS: Final[dict[str, list[tuple[str, InstructionPattern, frozenset[str]]]]] = {}
"""The functions that have vector code, by the operation of the last step: the name, the form, and
the operations before the last one."""

for _name in ("logistic", "sigmoid", "gelu"):
    for _form in COMPOSITES[_name]:
        _before = (p.instruction for p in _form.operands if isinstance(p, InstructionPattern))
        _forms = _FORMS.setdefault(_form.instruction.mnemonic, [])
        _forms.append((_name, _form, frozenset(i.mnemonic for i in _before)))


def composed(call: Call) -> tuple[str, Expression] | None:
    """The name of the vector function that a call is equivalent to, and its operand. The functions
    are those of :data:`~dlvm.analysis.values.composites.COMPOSITES`."""
    forms = _FORMS.get(call.operation, ())
    if not forms or not call.element.is_float:
        return None
    before = {a.operation for a in call.arguments if isinstance(a, Call)}
    for name, form, needed in forms:
        if needed <= before:
            for bindings in _matches(form, call, {}):
                return name, bindings["x"]
    return None


def _matches(pattern: Pattern, expression: Expression, so_far: _Bindings) -> Iterator[_Bindings]:
    match pattern:
        case PatternVariable(name):
            if so_far.get(name, expression) == expression:
                yield {**so_far, name: expression}
        case NumberPattern(number):
            # The number is rounded to the element type.
            is_constant = isinstance(expression, Constant)
            if is_constant and expression == Constant(number, expression.element):
                yield so_far
        case InstructionPattern(instruction):
            if isinstance(expression, Call) and expression.operation == instruction.mnemonic:
                yield from pattern.match_operands(expression.arguments, so_far, _matches)
        case _:
            raise TypeError(pattern)
