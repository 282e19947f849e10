"""Differentiation: ``AD``, which gives gradient declarations their bodies."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.ir import Function, GradientDeclaration, Module, Stage
from dlvm.ir.instructions import Apply
from dlvm.transforms.differentiation.adjoints import ADJOINT
from dlvm.transforms.differentiation.derive import Differentiator
from dlvm.transforms.pipeline import Pass, register
from dlvm.verifier import verify

__all__ = ["ADJOINT", "Differentiation"]


@register("AD")
@dataclass(frozen=True)
class Differentiation(Pass):
    """Takes a module of stage ``raw`` to stage ``optimizable``: every gradient declaration becomes
    a function with a body. Raises :class:`DiagnosticError` for modules that are not valid, and for
    code that can not be differentiated, naming the instruction that is to blame."""

    def run(self, module: Module) -> bool:
        if module.stage is not Stage.RAW:
            return False
        if any(isinstance(f.declaration, GradientDeclaration) for f in module.functions):
            verify(module)
            differentiator = Differentiator(module)
            for function, declaration in _declarations(module):
                differentiator.fill_in(function, declaration)
        module.stage = Stage.OPTIMIZABLE
        return True


def _declarations(module: Module) -> list[tuple[Function, GradientDeclaration]]:
    """The gradient declarations, each after those that the function it differentiates calls."""
    order: list[tuple[Function, GradientDeclaration]] = []
    done: set[Function] = set()
    path: set[Function] = set()
    pending = [(f, False) for f in reversed(module.functions)]
    while pending:
        function, is_done = pending.pop()
        declaration = function.declaration
        if is_done:
            path.discard(function)
            done.add(function)
            if isinstance(declaration, GradientDeclaration):
                order.append((function, declaration))
        elif function not in done and function not in path:
            path.add(function)
            pending.append((function, True))
            pending.extend((callee, False) for callee in _needed(function))
    return order


def _needed(function: Function) -> list[Function]:
    if isinstance(function.declaration, GradientDeclaration):
        return [function.declaration.function]
    calls = [i.callee for i in function.instructions() if isinstance(i, Apply)]
    return [callee for callee in calls if isinstance(callee, Function)]
