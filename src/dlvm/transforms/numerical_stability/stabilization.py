"""``STAB``: composed functions in a form whose steps neither overflow nor cancel.

Sigmoid, softmax, the logarithm of a sum of exponentials, variance and the like are right as
formulas, and wrong where a step on the way is infinite, or the difference of two numbers that are
almost the same. What is written here in its place gives the same where all steps are exact.
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
"""Every rewriting of this pass; where several apply, the first one does."""

_RULES: Final = rules_by_root(STABLE_FORMS)


@register("STAB")
@dataclass(frozen=True)
class Stabilization(Pass):
    """Writes sigmoid, tanh, softplus, gelu, softmax, log-sum-exp, cross-entropy and variance in a
    form whose steps neither overflow nor cancel.

    This runs before gradients are made, as they have more steps that may. Forms that are stable
    already are left alone.
    """

    before_gradients = True
    preserves = CONTROL_FLOW

    def run(self, module: Module) -> bool:
        return run_on_bodies(module, _stabilize)


def _stabilize(function: Function) -> bool:
    if not function.kinds & _RULES.keys():
        return False
    # Forms in which something stands twice are to have it once: `exp (x w) / sum (exp (x w))`.
    merged = merge_equal(function)
    return rewrite(function, _RULES) or merged
