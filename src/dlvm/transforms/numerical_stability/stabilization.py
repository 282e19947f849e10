"""``STAB``: rewrites composed functions to numerically stable forms.

Formulas such as sigmoid, softmax, log-sum-exp and variance are correct in exact arithmetic, but
fail in floating point if an intermediate result overflows or cancels. The stable forms are equal to
them in exact arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW
from dlvm.ir import Function, Module
from dlvm.transforms.algebra.algebra_simplification import rewrite, rules_by_root
from dlvm.transforms.numerical_stability.elementwise_rules import STABLE_ELEMENTWISE
from dlvm.transforms.numerical_stability.reduction_rules import STABLE_SUMS
from dlvm.transforms.patterns import Rule
from dlvm.transforms.pipeline import Pass, register, run_on_bodies
from dlvm.transforms.scalar.common_subexpression_elimination import merge_equal

STABLE_FORMS: Final[list[Rule]] = [*STABLE_ELEMENTWISE, *STABLE_SUMS]
"""The rules of this pass; the first one that matches applies."""

_RULES: Final = rules_by_root(STABLE_FORMS)


@register("STAB")
@dataclass(frozen=True)
class Stabilization(Pass):
    """Numerical stabilization: rewrites sigmoid, tanh, softplus, gelu, softmax, log-sum-exp,
    cross-entropy and variance to forms whose intermediate results neither overflow nor cancel.

    The pass runs before differentiation, as gradients have more such intermediate results. It
    leaves stable forms unchanged.
    """

    before_gradients = True
    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _stabilize)


def _stabilize(function: Function) -> bool:
    if not function.kinds & _RULES.keys():
        return False
    # Rules match equal subexpressions, as in `exp (x w) / sum (exp (x w))`, only if they are
    # merged.
    merged = merge_equal(function)
    return rewrite(function, _RULES) or merged
