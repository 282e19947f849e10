"""Derived staged functions: gradients and derivatives of another staged function."""

from __future__ import annotations

import inspect
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import EllipsisType
from typing import Any

from dlvm.analysis.differentiation import gradients
from dlvm.analysis.differentiation.differentiability import differentiable_leaves
from dlvm.analysis.differentiation.gradients import (
    declared_type,
    differentiated_results,
    tangent_type,
)
from dlvm.diagnostics import Location
from dlvm.ir import (
    DerivativeDeclaration,
    DerivedDeclaration,
    Function,
    GradientDeclaration,
)
from dlvm.ir.types import FunctionType, TensorType, Type, is_differentiable
from dlvm.nnkit.pytree.packing import leaves_of, lift_leaves, type_of
from dlvm.nnkit.pytree.pytree import EnumLeaf, Leaf, Payload, TreeDef, TreeNode, flatten, leaf_paths
from dlvm.nnkit.staging.specialization import Specialization
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.nnkit.tracing.trace import TracedProgram, current_scope, failure, scope_for

AnyStaged = StagedFunction[..., Any]
Sources = int | tuple[int, ...] | None
"""The positions of the differentiated results: one, a tuple of several, or None for the default."""


def results_of(structure: TreeDef) -> tuple[TreeDef, ...]:
    """The results of a function: the elements of a tuple, or the only one."""
    if isinstance(structure, TreeNode) and structure.kind in (tuple, list):
        return structure.children
    return (structure,)


def _result_annotation(of: AnyStaged, source: Sources) -> Any:
    """The annotation of the differentiated result."""
    hint = of.hints.get("return", inspect.Parameter.empty)
    if source is None:
        return hint
    items = typing.get_args(hint)
    asked = source if isinstance(source, tuple) else (source,)
    if items[-1:] == (Ellipsis,) or not all(0 <= i < len(items) for i in asked):
        return inspect.Parameter.empty
    found = tuple(items[i] for i in asked)
    return tuple.__class_getitem__(found) if isinstance(source, tuple) else found[0]


class _ExtendedSignature(inspect.Signature):
    """A signature in which keyword-only parameters may follow ``**kwargs``."""

    def __init__(
        self,
        parameters: Sequence[inspect.Parameter] | None = None,
        *,
        return_annotation: Any = inspect.Signature.empty,
    ) -> None:
        super().__init__(
            parameters, return_annotation=return_annotation, __validate_parameters__=False
        )


def extended(of: AnyStaged, added: Sequence[tuple[str, Any]]) -> inspect.Signature:
    """Appends parameters with these names and annotations to a function's signature.

    The new parameters are keyword-only if the function has parameters with defaults, ``*args`` or
    ``**kwargs``. They are the last ones even then, since values are in the order of the parameters.
    """
    own = list(of.signature.parameters.values())
    plain = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    optional = any(p.default is not p.empty or p.kind not in plain for p in own)
    kind = inspect.Parameter.KEYWORD_ONLY if optional else inspect.Parameter.POSITIONAL_OR_KEYWORD
    taken = set(of.signature.parameters)
    parameters = own.copy()
    for name, annotation in added:
        while name in taken:
            name += "_"
        taken.add(name)
        parameters.append(inspect.Parameter(name, kind, annotation=annotation))
    return _ExtendedSignature(parameters)


def _is_float(type: Type) -> bool:
    return isinstance(type, TensorType) and type.element.is_differentiable


def _holds_floats(leaf: Leaf, type: Type) -> bool:
    """Whether a leaf is a tensor of floats, or an enum that contains one."""
    if not isinstance(leaf, EnumLeaf):
        return _is_float(type)
    payloads = [p for _, parts in leaf.layout.cases for p in parts if isinstance(p, Payload)]
    return any(_is_float(t) for payload in payloads for t in payload.types)


class ComposedFunction(StagedFunction[..., Any]):
    """A staged function whose body calls other functions on its arguments."""

    def __init__(
        self,
        of: AnyStaged,
        name: str,
        body: Callable[[Sequence[Any]], Any],
        signature: inspect.Signature,
        attributes: Sequence[str] = (),
    ) -> None:
        super().__init__(of, of.options, signature, f"{of.name}.{name}")
        self.attributes = (*self.attributes, *attributes)
        self.captures = of.captures
        self.composed_body = body

    def run_body(self, values: Sequence[Any]) -> Any:
        return self.composed_body(values)


def called(of: AnyStaged, values: Sequence[Any]) -> Any:
    """Stages a call with arguments in the order of the parameters."""
    scope = current_scope()
    assert scope is not None
    return of.stage_call(scope, values)


def with_tuple_of(of: AnyStaged, picked: tuple[int, ...]) -> AnyStaged:
    """A function that returns a tuple of selected results of another function, followed by all its
    results.
    """

    def body(values: Sequence[Any]) -> Any:
        results = called(of, values)
        return (tuple(results[i] for i in picked), *results)

    if ("tuple", picked) not in of.derived:
        signature = of.signature.replace(return_annotation=inspect.Signature.empty)
        of.derived["tuple", picked] = ComposedFunction(of, "tuple", body, signature)
    return of.derived["tuple", picked]


@dataclass(frozen=True)
class DifferentiationRequest:
    """A differentiation request: the arguments, the differentiated result, the kept results, and
    the pytree structures of the values.
    """

    declaration: DerivedDeclaration
    wrt: tuple[TreeDef, ...]
    source: TreeDef
    kept: tuple[TreeDef, ...]


class Derived(StagedFunction[..., tuple[Any, ...]], ABC):
    """A staged function whose body is generated by differentiation."""

    what: str

    def __init__(
        self,
        of: AnyStaged,
        signature: inspect.Signature,
        wrt: tuple[int, ...] | None,
        keeping: tuple[int, ...] | EllipsisType,
        source: Sources,
        location: Location | None,
    ) -> None:
        super().__init__(of, of.options, signature, f"{of.name}.{self.what}")
        self.of = of
        self.wrt = None if wrt is None else tuple(i + of.captures for i in wrt)
        self.keeping = keeping
        self.source = source
        self.location = location
        self.captures = of.captures

    @abstractmethod
    def declare(
        self,
        function: Function,
        sources: tuple[int, ...] | None,
        wrt: tuple[int, ...],
        keeping: tuple[int, ...],
    ) -> DerivedDeclaration:
        """Builds the gradient or derivative declaration of the IR."""

    @abstractmethod
    def results(self, request: DifferentiationRequest) -> Sequence[TreeDef]:
        """The pytree structures of the results that precede the kept ones."""

    @abstractmethod
    def added(self, request: DifferentiationRequest) -> Sequence[TreeDef]:
        """The pytree structures of the added arguments."""

    @abstractmethod
    def mirrors(self, name: str) -> str:
        """Describes the value whose type an added argument must have."""

    takes_whole: bool
    """Whether several results may be differentiated at once."""

    def build(
        self, program: TracedProgram, structures: tuple[TreeDef, ...], types: tuple[Type, ...]
    ) -> Specialization:
        count = len(self.of.signature.parameters)
        own = structures[:count]
        request = self.requested(program, own, types[: sum(s.count for s in own)])
        type = declared_type(request.declaration)
        self._check_added(program, structures, types, type)
        name = program.module.unique_name(self.name)
        made = Function(name, type, ("internal",), request.declaration, self.location)
        program.module.add_function(made)
        parts = (*self.results(request), *request.kept)
        return Specialization(made, TreeNode(tuple, parts), program.pending[-1].state)

    def requested(
        self, program: TracedProgram, own: tuple[TreeDef, ...], own_types: tuple[Type, ...]
    ) -> DifferentiationRequest:
        """The differentiation request for arguments of these types; stages the original
        function.
        """
        wrt = self._arguments(own, own_types)
        original = self.of.specialize(program, own, own_types)
        results = list(results_of(original.result))
        if not original.result.count:
            raise failure(f"{self.what} of {self.of.name} expects a tensor as its result, got none")
        kept = [self._result(results, k) for k in self._kept_positions(results)]
        picked = self.source
        if picked is None and len(results) > 1:
            picked = tuple(range(len(results)))
            if not self.takes_whole:
                names = ", ".join(map(str, picked))
                raise failure(
                    f"{self.what} of {self.of.name} needs source, the result to "
                    f"differentiate: one of {names}, or a tuple of them"
                )
        sources = None
        if isinstance(picked, tuple):
            if self.source is not None:
                self._check_several(results, picked)
            several = with_tuple_of(self.of, picked).specialize(program, own, own_types)
            function, sources = several.function, (0,)
            differentiated = TreeNode(tuple, tuple(results[i] for i in picked))
            kept = [(place + 1, structure) for place, structure in kept]
        else:
            function, differentiated = original.function, results[0]
            if picked is not None:
                source, differentiated = self._result(results, picked)
                sources = (source,)
        declaration = self.declare(
            function,
            sources,
            tuple(sum(bool(s.count) for s in own[:i]) for i in wrt),
            tuple(place for place, _ in kept),
        )
        result = self._check_result(declaration)
        if not self.takes_whole:
            self._check_scalar(result)
        return DifferentiationRequest(
            declaration, tuple(own[i] for i in wrt), differentiated, tuple(s for _, s in kept)
        )

    def _arguments(
        self, structures: tuple[TreeDef, ...], types: tuple[Type, ...]
    ) -> tuple[int, ...]:
        """The positions of the arguments to differentiate with respect to."""
        rest = iter(types)
        own = [[next(rest) for _ in range(s.count)] for s in structures]
        if self.wrt is None:
            floats = [bool(ts) and all(map(_is_float, ts)) for ts in own]
            found = tuple(i for i in range(self.captures, len(floats)) if floats[i])
            if not found:
                raise failure(
                    f"{self.what} of {self.of.name} expects at least one argument of floats, got "
                    "none"
                )  # fmt: skip
            return found
        names = list(self.of.signature.parameters)
        for position in self.wrt:
            paths = leaf_paths(structures[position], names[position])
            leaves = zip(leaves_of([structures[position]]), own[position], strict=True)
            for path, (leaf, type) in zip(paths, leaves, strict=True):
                if not _holds_floats(leaf, type):
                    is_enum = isinstance(leaf, EnumLeaf)
                    found = "an enum without floats" if is_enum else f"type {type}"
                    raise failure(
                        f"{self.what} wrt {path} expects floats, got {found}; pass the other "
                        "parts as a separate argument"
                    )
            if not own[position]:
                raise failure(
                    f"{self.what} wrt {names[position]} expects a tensor, got a value that is "
                    "known while staging"
                )  # fmt: skip
        return self.wrt

    def differentiated(self, arguments: Sequence[Any]) -> tuple[Any, ...]:
        """The staged arguments to differentiate with respect to."""
        structures: list[TreeDef] = []
        types: list[Type] = []
        for argument in arguments:
            leaves: list[Any] = []
            structures.append(flatten(argument, leaves))
            program = scope_for("a custom derivative").program
            types += [v.type for v in lift_leaves(structures[-1:], leaves, program)]
        positions = self._arguments(tuple(structures), tuple(types))
        return tuple(arguments[i] for i in positions)

    def _result(self, results: Sequence[TreeDef], position: int) -> tuple[int, TreeDef]:
        if not 0 <= position < len(results) or not results[position].count:
            names = ", ".join(str(i) for i, r in enumerate(results) if r.count)
            raise failure(
                f"{self.of.name} has no result {position}, expected one of {names or 'none'}"
            )
        return sum(bool(r.count) for r in results[:position]), results[position]

    def _check_several(self, results: Sequence[TreeDef], picked: tuple[int, ...]) -> None:
        for position in picked:
            self._result(results, position)
        if not picked or len(set(picked)) < len(picked):
            found = ", ".join(map(str, picked))
            raise failure(f"source must be distinct positions, at least one, got ({found})")

    def _kept_positions(self, results: Sequence[TreeDef]) -> Sequence[int]:
        return range(len(results)) if isinstance(self.keeping, EllipsisType) else self.keeping

    def _check_scalar(self, result: Type) -> None:
        """Raises if the result of a gradient without a seed is not a real scalar."""
        tensors = [tensor for _, tensor in differentiable_leaves(result) if tensor.rank]
        if tensors:
            raise failure(
                f"{self.what} of {self.of.name} expects a scalar result, got type {tensors[0]}; "
                "reduce it, for example with .sum(), or pass the gradient of the result with "
                "vjp(f)(…, seed)"
            )
        for _, tensor in differentiable_leaves(result):
            if tensor.element.is_complex:
                raise failure(
                    f"{self.what} of {self.of.name} expects a real result, got type {tensor}; take "
                    "nnkit.real(…) or nnkit.abs(…) of it, or pass the gradient of the result with "
                    "vjp(f)(…, seed)"
                )

    def _check_result(self, declaration: DerivedDeclaration) -> Type:
        """Checks that the result is differentiable, and returns its type."""
        (source,) = differentiated_results(declaration)
        result = gradients.results_of(declaration.function.type)[source]
        if not is_differentiable(result):
            raise failure(
                f"{self.what} of {self.of.name} expects a result of floats, got type {result}; "
                "convert with .astype(f32)"
            )
        is_several = isinstance(self.source, tuple)
        if (self.takes_whole or is_several) and tangent_type(result) != result:
            raise failure(
                f"{self.what} of {self.of.name} expects source, to say which result is "
                "differentiated: some are not floats"
            )
        return result

    def _check_added(
        self,
        program: TracedProgram,
        structures: tuple[TreeDef, ...],
        types: tuple[Type, ...],
        type: FunctionType,
    ) -> None:
        """Checks the arguments that the original function does not have."""
        count = len(self.of.signature.parameters)
        names = list(self.signature.parameters)[count:]
        rest = iter(types[sum(s.count for s in structures[:count]) :])
        expected = type.parameters[len(type.parameters) - len(names) :]
        for name, structure, wanted in zip(names, structures[count:], expected, strict=True):
            found = type_of(structure, rest, program)
            if found != wanted:
                raise failure(f"{name} has type {found}, expected {wanted}, {self.mirrors(name)}")


class Gradient(Derived):
    """Reverse mode: propagates gradients from the result to the arguments."""

    what = "gradient"

    def __init__(
        self,
        of: AnyStaged,
        wrt: tuple[int, ...] | None,
        keeping: tuple[int, ...] | EllipsisType,
        source: Sources,
        seedable: bool,
        location: Location | None,
    ) -> None:
        seed = [("seed", _result_annotation(of, source))] if seedable else []
        super().__init__(of, extended(of, seed), wrt, keeping, source, location)
        self.takes_whole = seedable

    def declare(
        self,
        function: Function,
        sources: tuple[int, ...] | None,
        wrt: tuple[int, ...],
        keeping: tuple[int, ...],
    ) -> DerivedDeclaration:
        return GradientDeclaration(
            function, sources, wrt, keeping, self.takes_whole, location=self.location
        )

    def results(self, request: DifferentiationRequest) -> Sequence[TreeDef]:
        return request.wrt

    def added(self, request: DifferentiationRequest) -> Sequence[TreeDef]:
        return (request.source,) if self.takes_whole else ()

    def mirrors(self, name: str) -> str:
        return "the type of the result that is differentiated"


class ForwardDerivative(Derived):
    """Forward mode: propagates tangents from the arguments to the result."""

    what = "jvp"
    takes_whole = True

    def __init__(
        self,
        of: AnyStaged,
        wrt: tuple[int, ...],
        keeping: tuple[int, ...] | EllipsisType,
        source: Sources,
        location: Location | None,
    ) -> None:
        parameters = list(of.signature.parameters.values())[of.captures :]
        tangents = [(f"{p.name}_tangent", p.annotation) for p in (parameters[i] for i in wrt)]
        super().__init__(of, extended(of, tangents), wrt, keeping, source, location)

    def declare(
        self,
        function: Function,
        sources: tuple[int, ...] | None,
        wrt: tuple[int, ...],
        keeping: tuple[int, ...],
    ) -> DerivedDeclaration:
        return DerivativeDeclaration(function, sources, wrt, keeping, location=self.location)

    def results(self, request: DifferentiationRequest) -> Sequence[TreeDef]:
        return (request.source,)

    def added(self, request: DifferentiationRequest) -> Sequence[TreeDef]:
        return request.wrt

    def mirrors(self, name: str) -> str:
        return f"the type of {name.partition('_tangent')[0]}"
