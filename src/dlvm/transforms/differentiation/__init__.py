"""``AD``: automatic differentiation, which derives the bodies of declared gradients and
derivatives."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from dlvm.analysis.cfg.calls import called_functions
from dlvm.analysis.differentiation.activity import ActivityRequest, DependenceGraph
from dlvm.analysis.differentiation.custom_derivatives import (
    CustomDerivatives,
    has_custom_derivative,
)
from dlvm.analysis.differentiation.differentiability import (
    check_differentiable,
    derivation_order,
    root_derivative,
)
from dlvm.analysis.differentiation.forward_mode import check_forward_mode, derivation_requests
from dlvm.diagnostics import DiagnosticError, Note, error
from dlvm.ir import (
    DerivativeDeclaration,
    DerivedDeclaration,
    Function,
    GradientDeclaration,
    Instruction,
    Module,
    Stage,
)
from dlvm.ir.cloning import copy_blocks
from dlvm.ir.instructions import Trap
from dlvm.ir.types import is_differentiable
from dlvm.transforms.differentiation.calls.indirect_calls import name_chosen_functions
from dlvm.transforms.differentiation.checkpointing.loop_budget import limit_loop_memory
from dlvm.transforms.differentiation.forward.forward_pass import ForwardDifferentiator
from dlvm.transforms.differentiation.reverse.derivation import Differentiator
from dlvm.transforms.differentiation.rules.adjoints import ADJOINT
from dlvm.transforms.differentiation.rules.tangents import TANGENT
from dlvm.transforms.ipo.closure_conversion import convert_closures, has_closures
from dlvm.transforms.ipo.function_specialization import specialize
from dlvm.transforms.loop.reduction_loops import expand_reductions, is_function_reduction
from dlvm.transforms.pipeline import Pass, count, register
from dlvm.verifier import verify

__all__ = ["ADJOINT", "TANGENT", "Differentiation"]


@register("AD")
@dataclass(frozen=True)
class Differentiation(Pass):
    """Automatic differentiation: takes a module of stage ``raw`` to stage ``optimizable`` by
    deriving a body for every declaration of a gradient or a derivative.

    Declarations with a body are custom derivatives: differentiation of their function calls them,
    and they become ordinary functions. Closures become enum values
    (:mod:`dlvm.transforms.ipo.closure_conversion`). Raises :class:`DiagnosticError` for invalid
    modules, and, located at the instruction, for code that is not differentiable.

    With a ``budget``, in bytes (``64MiB``) or as a share of the iterations (``25%``), the gradient
    of a loop stores only as many of the loop's states as fit in the budget at any time, and
    recomputes the others.
    """

    budget: str = ""

    def run(self, module: Module) -> bool:
        if module.stage is not Stage.RAW:
            return False
        is_declared = any(isinstance(f.declaration, DerivedDeclaration) for f in module.functions)
        if is_declared or has_closures(module):
            verify(module)
        convert_closures(module)
        if is_declared:
            unknown = specialize(module)
            if self.budget:
                limit_loop_memory(module, self.budget)
            with _Expanded() as expanded:
                asked = [d.function for _, d in _declarations(module)]
                name_chosen_functions(module, asked, expanded.keep)
                _fill_in(module, unknown, expanded)
            for function in module.functions:
                if has_custom_derivative(function):
                    function.declaration = None
        module.stage = Stage.OPTIMIZABLE
        return True


def _fill_in(module: Module, unknown: Collection[Function], expanded: _Expanded) -> None:
    """Derives the bodies of declarations.

    The functions ``unknown`` have unknown functions among their arguments. Their gradients are
    derived only for calls that pass known functions; the body of such a gradient itself is a trap.
    """
    reverse, forward = Differentiator(module), ForwardDifferentiator(module)
    custom: dict[type[DerivedDeclaration], CustomDerivatives] = {
        GradientDeclaration: reverse.custom,
        DerivativeDeclaration: forward.custom,
    }
    for function, declaration in _declarations(module):
        is_open = declaration.function in unknown
        count("functions derived")
        try:
            match declaration:
                case _ if is_open and not _is_derivable(declaration, custom):
                    _make_trap(function, declaration)
                case GradientDeclaration():
                    order = derivation_order(root_derivative(declaration), reverse.custom)
                    requests = [derivative.request for derivative in order]
                    expanded.expand(requests, reverse.custom, is_reverse=True)
                    reverse.fill_in(function, declaration)
                case DerivativeDeclaration():
                    requests = derivation_requests(declaration, forward.custom)
                    expanded.expand(requests, forward.custom, is_reverse=False)
                    forward.fill_in(function, declaration)
                case _:
                    raise TypeError(f"{declaration.keyword} declarations cannot be derived")
        except DiagnosticError as problem:
            # The verifier does not find errors in functions that are passed as arguments.
            names = f"@{function.name}", f"@{declaration.function.name}"
            asked = f"{names[0]} requests the {declaration.keyword} of {names[1]} here"
            first = problem.diagnostics[0]
            notes = (*first.notes, Note(asked, declaration.location))
            raise error(first.message, first.location, *notes) from None


def _is_derivable(
    declaration: DerivedDeclaration, custom: Mapping[type[DerivedDeclaration], CustomDerivatives]
) -> bool:
    check = check_differentiable
    if isinstance(declaration, DerivativeDeclaration):
        check = check_forward_mode
    asked = declaration.function, declaration.sources, declaration.wrt
    return check(*asked, custom[type(declaration)]) is None


def _make_trap(function: Function, declaration: DerivedDeclaration) -> None:
    function.declaration = None
    message = (
        f"the {declaration.keyword} @{function.name} must be called with functions that are known "
        "at compile time, got an unknown function"
    )
    entry = function.add_entry([a.name for a in declaration.function.arguments])
    entry.insert(Trap(message)).location = declaration.location


class _Expanded:
    """Functions that are expanded while derivatives are derived from them: reductions by functions
    become loops, and indirect calls become direct ones. Exiting the context restores them."""

    def __init__(self) -> None:
        self._kept: dict[Function, Function] = {}

    def __enter__(self) -> _Expanded:
        return self

    def __exit__(self, *_: object) -> None:
        for function, original in self._kept.items():
            _clear(function)
            copy_blocks(original.blocks, function, {}, {})
            _clear(original)

    def keep(self, function: Function) -> None:
        """Saves a function before it is changed."""
        if function not in self._kept:
            self._kept[function] = Function(None, function.type)
            copy_blocks(function.blocks, self._kept[function], {}, {})

    def expand(
        self, requests: Collection[ActivityRequest], custom: CustomDerivatives, *, is_reverse: bool
    ) -> None:
        """Expands the functions that the requests differentiate."""
        for request in requests:
            function = request.function
            joined = list(filter(_reduces_floats, function.instructions()))
            if not joined:
                continue
            activity = DependenceGraph([function], custom, is_reverse=is_reverse).activity(request)
            active = {reduction for reduction in joined if reduction in activity}
            if active:
                self.keep(function)
            expand_reductions(function, active.__contains__)


def _reduces_floats(instruction: Instruction) -> bool:
    return is_function_reduction(instruction) and is_differentiable(instruction.type)


def _clear(function: Function) -> None:
    for block in list(function.blocks):
        function.remove_block(block)


def _declarations(module: Module) -> list[tuple[Function, DerivedDeclaration]]:
    """Returns the declarations to derive, each after those that its function and its custom
    derivatives call."""
    custom: dict[Function, list[Function]] = {}
    for function in module.functions:
        if isinstance(function.declaration, DerivedDeclaration) and function.blocks:
            custom.setdefault(function.declaration.function, []).append(function)
    order: list[tuple[Function, DerivedDeclaration]] = []
    done: set[Function] = set()
    path: set[Function] = set()
    pending = [(f, False) for f in reversed(module.functions)]
    while pending:
        function, is_done = pending.pop()
        declaration = function.declaration
        if is_done:
            path.discard(function)
            done.add(function)
            if isinstance(declaration, DerivedDeclaration) and not function.blocks:
                order.append((function, declaration))
        elif function not in done and function not in path:
            path.add(function)
            pending.append((function, True))
            pending.extend((needed, False) for needed in custom.get(function, ()))
            pending.extend((callee, False) for callee in _prerequisites(function))
    return order


def _prerequisites(function: Function) -> Sequence[Function]:
    if function.derived_from is not None:
        return [function.derived_from]
    return called_functions(function)
