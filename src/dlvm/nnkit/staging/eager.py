"""Eager calls: functions that run at once when they are called outside of staged functions.

A call compiles the function for the types of its arguments and runs the program. The first program
is for the sizes of that call. If a later call has another size along an axis, a second program
accepts every size of that axis. The sizes in layers, which are structs with a ``__call__``, are
always known.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from dlvm.diagnostics import DiagnosticError
from dlvm.ir.types import Symbol, TensorType, Type
from dlvm.nnkit.pytree.exchange import all_imported
from dlvm.nnkit.pytree.flattening import faster
from dlvm.nnkit.pytree.packing import packer
from dlvm.nnkit.pytree.pytree import TreeDef, TreeNode
from dlvm.nnkit.pytree.structs import is_struct, wrap_calls
from dlvm.nnkit.source_transform.function_rewriting import BODY
from dlvm.nnkit.staging.captured_state import captured_state, state_after_staging
from dlvm.nnkit.staging.compilations import Compiled
from dlvm.nnkit.staging.lowered import Options, compile_module
from dlvm.nnkit.staging.progress import compiling
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.nnkit.tracing.interpreted_arrays import interpreted
from dlvm.nnkit.tracing.trace import current_scope, locate
from dlvm.nnkit.tracing.tracer import default_element

F = TypeVar("F", bound=Callable[..., Any])
Sizes = tuple[int, ...]
"""The sizes of all axes that may vary."""
_NUMBERS = (bool, int, float, complex)
_MOST_PROGRAMS = 64
"""The number of programs that are kept for arguments of the same types."""


def eager(function: F, /, *, has_operand: bool = True) -> F:
    """Decorator: a call outside of staged functions compiles the function and runs it at once.

    Inside of staged functions, the function is called as it is.

    Parameters
    ----------
    function
        A function of tensors, or a method of a struct or of a hashable object.
    has_operand
        Whether the first argument, after ``self``, is a tensor even if it is a number. All other
        numbers are constants of the program, unless they are annotated as tensors.

    Returns
    -------
    Callable
        The function, with the same signature. Outside of staged functions, arrays, numbers and
        pytrees of these are its arguments and results.
    """
    runner: EagerFunction | None = None

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        nonlocal runner
        if current_scope() is not None:
            return function(*args, **kwargs)
        if runner is None:
            runner = EagerFunction(cast(FunctionType, function), has_operand)
        return interpreted(runner.at_once(args, kwargs))

    def compilations() -> int:
        """The number of times that the function was compiled for eager calls."""
        return 0 if runner is None else runner.compilations

    for name, value in ((BODY, function), ("compilations", compilations)):
        setattr(call, name, value)
    return cast(F, call)


@dataclass(eq=False)
class SizeVariant:
    """A program for some sizes, or for all sizes if ``pattern`` holds symbols."""

    pattern: tuple[int | Symbol, ...]
    compiled: Compiled
    fast: Callable[[tuple[Any, ...]], Any]

    @property
    def is_exact(self) -> bool:
        """Whether all sizes are known."""
        return not any(isinstance(p, Symbol) for p in self.pattern)

    def fits(self, sizes: Sizes) -> bool:
        """Whether the program runs for arguments of these sizes."""
        bound: dict[Symbol, int] = {}
        return all(
            (bound.setdefault(p, n) if isinstance(p, Symbol) else p) == n
            for p, n in zip(self.pattern, sizes, strict=True)
        )


@dataclass
class Programs:
    """The programs for arguments of the same structures and types, which differ in sizes."""

    seen: list[Sizes] = field(default_factory=list[Sizes])
    """The sizes that programs were compiled for."""
    variants: list[SizeVariant] = field(default_factory=list[SizeVariant])
    needs_sizes: bool = False
    """Whether staging failed for symbolic sizes, so that each program is for known sizes."""

    def fitting(self, sizes: Sizes) -> list[SizeVariant]:
        """The programs for these sizes, those for known sizes first."""
        found = [v for v in self.variants if v.fits(sizes) and v.compiled.state.holds()]
        return sorted(found, key=lambda v: not v.is_exact)

    def pattern(self, sizes: Sizes) -> tuple[int | Symbol, ...]:
        """The sizes, with a symbol in place of each size that has varied. Axes whose sizes have
        always been equal get the same symbol."""
        if self.needs_sizes:
            return sizes
        histories = list(zip(*self.seen, sizes, strict=True))
        names: dict[tuple[int, ...], Symbol] = {}
        return tuple(
            h[-1] if len(set(h)) == 1 else names.setdefault(h, Symbol(f"n{len(names)}"))
            for h in histories
        )


class EagerFunction(StagedFunction[..., Any]):
    """A function that is compiled for the types of its arguments, with sizes that may vary."""

    def __init__(self, body: FunctionType, has_operand: bool) -> None:
        signature = inspect.signature(body)
        name = body.__name__ if body.__name__ != "__call__" else body.__qualname__.split(".")[-2]
        super().__init__(body, Options(), signature, name if name.isidentifier() else "f")
        first = int(list(signature.parameters)[:1] == ["self"])
        self._operand = first if has_operand else len(signature.parameters)
        """The place of the first operand, which is a tensor even if it is a number."""
        self._programs: dict[Any, Programs] = {}

    def at_once(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Runs the function on arrays. Raises the errors of a call of a staged function."""
        if kwargs or len(args) != self._positional:
            args = self._bind(args, kwargs)
        place = self._operand
        if place < len(args) and type(args[place]) in _NUMBERS:
            args = (*args[:place], _array(args[place]), *args[place + 1 :])
        if self._last is not None:
            try:
                result = self._last(args)
                if result is not NotImplemented:
                    return result
            except (DiagnosticError, AttributeError, KeyError, ValueError):
                pass  # Other sizes, or invalid ones: handled below.
        try:
            return self._run_for(all_imported(args))
        except DiagnosticError as problem:
            locate(problem)
            raise

    def _run_for(self, args: tuple[Any, ...]) -> Any:
        structures, types = self._types(args)
        is_free = [free for s in structures for free in _free_leaves(s, False)]
        sizes = tuple(n for t, free in zip(types, is_free, strict=True) if free for n in _shape(t))
        known = [
            (_shaped(t, (None,) * len(_shape(t))) if free else t)
            for t, free in zip(types, is_free, strict=True)
        ]
        programs = self._programs.setdefault((structures, tuple(known)), Programs())
        found = programs.fitting(sizes)
        pattern = programs.pattern(sizes)
        if not found and pattern != sizes:
            try:
                open_types = _patterned(types, is_free, pattern)
                found = [self._compiled(structures, open_types, pattern)]
            except DiagnosticError:
                programs.needs_sizes = True
        for variant in found:
            try:
                result = variant.compiled(args)
            except DiagnosticError:
                # A program for open sizes does not broadcast axes that turn out to have size 1, and
                # its errors do not name the sizes.
                if variant.is_exact:
                    raise
            else:
                self._keep(programs, variant, sizes)
                return result
        variant = self._compiled(structures, types, sizes)
        result = variant.compiled(args)
        self._keep(programs, variant, sizes)
        return result

    def _keep(self, programs: Programs, variant: SizeVariant, sizes: Sizes) -> None:
        """Keeps a program that has run for these sizes, and tries it first at the next call."""
        if not variant.compiled.state.holds():
            return
        if variant not in programs.variants:
            programs.variants[:] = [*programs.variants[1 - _MOST_PROGRAMS :], variant]
            programs.seen[:] = [*programs.seen[1 - _MOST_PROGRAMS :], sizes]
        self._last = variant.fast

    def _compiled(
        self,
        structures: tuple[TreeDef, ...],
        types: tuple[Type, ...],
        pattern: tuple[int | Symbol, ...],
    ) -> SizeVariant:
        state = captured_state(self, structures)
        specialization, program = self._stage(structures, types)
        state = state_after_staging(state, self, structures)
        with compiling(self.name):
            run = compile_module(program.module, str(specialization.function.name), self.options)
        self._compilations.count += 1
        packers = [packer(s) if s.count else None for s in structures]
        compiled = Compiled(run, packers, specialization.result, state)
        if not state.holds():
            state.expect_no_tracers(self.name, self.location)
        hints = [hint for _, hint in self._argument_hints]
        result = specialization.result
        fast = faster(run, structures, hints, result, compiled, state.conditions)
        return SizeVariant(pattern, compiled, fast)


def _array(number: complex) -> Any:
    return np.asarray(number, default_element(number).numpy)


def _free_leaves(structure: TreeDef, is_in_layer: bool) -> Iterator[bool]:
    """For each leaf, whether its sizes may vary."""
    if not isinstance(structure, TreeNode):
        yield from [not is_in_layer] * structure.count
        return
    kind: Any = structure.kind
    is_layer = isinstance(kind, type) and is_struct(kind) and "__call__" in dir(kind)
    for child in structure.children:
        yield from _free_leaves(child, is_in_layer or is_layer)


def _shape(type: Type) -> tuple[Any, ...]:
    return type.shape if isinstance(type, TensorType) else ()


def _shaped(type: Type, shape: tuple[Any, ...]) -> Any:
    return (type.element, shape) if isinstance(type, TensorType) else type


def _patterned(
    types: Sequence[Type], is_free: Sequence[bool], pattern: Sequence[int | Symbol]
) -> tuple[Type, ...]:
    """The types with the sizes of a pattern."""
    sizes = iter(pattern)
    return tuple(
        t.with_shape(tuple(next(sizes) for _ in t.shape))
        if free and isinstance(t, TensorType)
        else t
        for t, free in zip(types, is_free, strict=True)
    )


wrap_calls(eager)
