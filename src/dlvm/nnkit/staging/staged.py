"""Staged functions: Python functions that are traced, compiled and cached when they are called.

The first call with arguments of new types and shapes traces the function: its Python code runs once
on tracers, which emit instructions into a module. The module is compiled and cached for later calls
with arguments of these types and shapes.
"""

from __future__ import annotations

import functools
import inspect
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast, overload

import numpy as np

from dlvm.diagnostics import ArgumentError, DiagnosticError, Location, error
from dlvm.ir import Builder, Function, Module
from dlvm.ir import FunctionType as SignatureType
from dlvm.ir.instructions import Apply, Return
from dlvm.ir.types import VOID, Type
from dlvm.nnkit.control_flow.cfg_merge import Unreachable
from dlvm.nnkit.pytree.exchange import all_imported
from dlvm.nnkit.pytree.flattening import faster
from dlvm.nnkit.pytree.packing import (
    key_type,
    lift_leaves,
    pack,
    packer,
    type_of,
    unpack,
)
from dlvm.nnkit.pytree.pytree import CustomNode, TreeDef, flatten, unflatten
from dlvm.nnkit.pytree.structs import resolve_hints, tensor_hint
from dlvm.nnkit.source_transform.function_rewriting import (
    definition_location,
    return_location,
    rewritten,
)
from dlvm.nnkit.staging.bound_arguments import (
    BY_POSITION,
    ArgumentTypes,
    ConstantArguments,
    all_arguments,
    argument_types,
    around_ellipsis,
    by_kind,
    hint_of_all,
    named_arguments,
)
from dlvm.nnkit.staging.cache_key import Identity, host_key
from dlvm.nnkit.staging.call_types import Calls
from dlvm.nnkit.staging.captured_state import CapturedState, captured_state, state_after_staging
from dlvm.nnkit.staging.compilations import Compilations, Compiled, Specimen
from dlvm.nnkit.staging.explain import explained
from dlvm.nnkit.staging.inspection import Inspection
from dlvm.nnkit.staging.lowered import Lowered, Options, compile_module, endless
from dlvm.nnkit.staging.nested_calls import staged_inside
from dlvm.nnkit.staging.progress import compiling
from dlvm.nnkit.staging.python_closures import captures, holds_staged, passable, with_captures
from dlvm.nnkit.staging.signature_text import signature_text
from dlvm.nnkit.staging.specialization import (
    Companion,
    Specialization,
    expect_outcome,
    specialize_recursively,
)
from dlvm.nnkit.tracing.interpreted_arrays import is_interpreting
from dlvm.nnkit.tracing.python_errors import with_remedies
from dlvm.nnkit.tracing.source_locations import user_location
from dlvm.nnkit.tracing.trace import (
    NeedsCaller,
    Pending,
    TracedProgram,
    TracingScope,
    called_here,
    current_scope,
    emit,
    entered,
    failure,
    locate,
    scope_for,
)

P = ParamSpec("P")
R = TypeVar("R", covariant=True)


def _list_items(value: Any) -> list[Any]:
    """The items of an argument that is a list, which the function may change by mistake."""
    return [*cast("list[Any]", value)] if isinstance(value, list) else []


class StagedFunction(Inspection[P], Calls[P, R], Generic[P, R]):
    """A Python function that runs as native code.

    Called with NumPy arrays, numbers and structs of these, it runs and returns such values.
    Called inside another staged function, it becomes a function of the same program.
    """

    dlvm_reaches = ("_body", "of", "composed_body", "companions")
    """Attributes with the user's functions, for snapshots of the reachable Python objects."""

    def __init__(
        self, body: Callable[P, R], options: Options, signature: inspect.Signature, name: str
    ) -> None:
        functools.update_wrapper(self, body, updated=())
        self.options = options
        self.name = name
        self.signature = signature
        self.derived: dict[Any, Any] = {}
        """Functions derived from this one, such as its gradients."""
        self.attributes: tuple[str, ...] = ("internal",)
        """The attributes of the function in the IR."""
        self.companions: list[Companion] = []
        """Adds definitions that belong to the function, such as custom derivatives, to a
        program.
        """
        self.was_staged = False
        self.is_python = type(self) is StagedFunction
        self.captures = False
        """Whether the first argument holds the values that the function captures."""
        self._body = body
        self._staged_body: Callable[..., Any] | None = None
        self._compilations = Compilations(name)
        self._last: Callable[[tuple[Any, ...]], Any] | None = None
        """The fast path: runs the most recently compiled code if the arguments and the captured
        state match it.
        """
        parameters = signature.parameters.values()
        by_position = all(p.kind in BY_POSITION for p in parameters)
        self._positional = len(parameters) if by_position else -1

    @functools.cached_property
    def hints(self) -> dict[str, Any]:
        """The annotations of the parameters, and of the result as ``return``."""
        body = inspect.unwrap(self._body)
        names: dict[str, Any] = {}
        if isinstance(body, FunctionType):
            names = body.__globals__ | dict(inspect.getclosurevars(body).nonlocals)
        found = {n: p.annotation for n, p in self.signature.parameters.items()}
        found["return"] = self.signature.return_annotation
        present = {n: a for n, a in found.items() if a is not inspect.Parameter.empty}
        return resolve_hints(present, names)

    @functools.cached_property
    def _argument_hints(self) -> list[tuple[str, Any]]:
        every = self.signature.parameters.values()
        return [(p.name, hint_of_all(p, self.hints.get(p.name))) for p in every]

    @functools.cached_property
    def location(self) -> Location | None:
        """The source location of the function's definition."""
        return definition_location(self._body)

    def _run(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function; inside another staged function, stages a call of it.

        Raises :class:`DiagnosticError` if an argument does not have its annotated type, or if the
        function cannot be staged for the arguments' shapes.
        """
        scope = current_scope()
        if kwargs or len(args) != self._positional:
            args = self._bind(args, kwargs)
        if scope is not None:
            return self.stage_call(scope, args)
        if self.is_python and is_interpreting():
            return self._run_lines(args)
        if self._last is not None:
            try:
                result = self._last(args)
                if result is not NotImplemented:
                    return result
            except (ArgumentError, AttributeError, KeyError, ValueError):
                pass  # Other shapes, or invalid ones: handled below.
            except DiagnosticError as problem:
                locate(problem)
                raise
        args = all_imported(args)
        try:
            compiled = self._find(args)
        except TypeError:  # An unhashable argument; the error below names it.
            compiled = None
        try:
            return (compiled or self._compile(args))(args)
        except ArgumentError:
            self._types(args)  # Raises the same error as the first call, if it finds one.
            raise
        except DiagnosticError as problem:
            locate(problem)
            raise

    if not TYPE_CHECKING:
        __call__ = _run  # Type checkers see its overloads in the base class.

    def __getitem__(self, arguments: Any) -> Any:
        """Application by brackets: ``f[x, w, b]`` runs the function, ``f[..., w, b]`` binds some of
        its arguments and returns a function of the others."""
        return applied(self, arguments)

    def bind(self, *args: Any, **kwargs: Any) -> StagedFunction[..., R]:
        """A staged function of the other arguments, compiled with copies of these as constants.

        Compilation lays out constant weights for the products that use them. Arguments are bound by
        position or by name; ``...`` represents unbound ones, as in ``f.bind(..., p)``. Raises
        :class:`DiagnosticError` if an argument does not have its annotated type.
        """
        return WithConstants(self, named_arguments(self.name, self.signature, args, kwargs))

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compiles the function for the types and shapes of these arguments, without running it."""
        args = all_imported(self._bind(args, kwargs))
        if self._find(args) is None:
            self._compile(args)

    def dlvm_environment(self) -> tuple[ClosureKind, tuple[Any, ...]] | None:
        """The kind of the function's pytree node, and the staged values that it captures; None if
        it captures none."""
        body = self._body
        if type(self) is not StagedFunction or not isinstance(body, FunctionType):
            return None
        values = captures(body)
        names = tuple(n for n, v in values.items() if v is not self and holds_staged(v))
        if not names:
            return None
        others = tuple(Identity(v) for n, v in values.items() if n not in names and v is not self)
        code = body.__code__
        key = (code, code.co_filename, names, others, self.options)
        if key not in _lifted:
            _lifted[key] = Lifted(cast(Any, self), names)
        return ClosureKind(_lifted[key]), tuple(passable(values[n]) for n in names)

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def __repr__(self) -> str:
        return f"<staged {self.name}{signature_text(self.signature)}>"

    @overload
    def lower(self, *args: P.args, **kwargs: P.kwargs) -> Lowered: ...
    @overload
    def lower(self, *args: Any, **kwargs: Any) -> Lowered: ...
    def lower(self, *args: Any, **kwargs: Any) -> Lowered:
        """Stages the function for these arguments and returns the program, not yet compiled."""
        given = all_imported(self._bind(args, kwargs))
        found, program = self._stage(*self._types(given))
        return Lowered(program.module, cast(str, found.function.name), self.options)

    @overload
    def explain(self, *args: P.args, **kwargs: P.kwargs) -> str: ...
    @overload
    def explain(self, *args: Any, **kwargs: Any) -> str: ...
    def explain(self, *args: Any, **kwargs: Any) -> str:
        """A report of each step of the compilation for these arguments: expression staging, shape
        specialization, IR generation and function reification."""
        bound = self._bind(args, kwargs)
        is_known, lowered = self._find(bound) is not None, self.lower(*args, **kwargs)
        start = time.perf_counter()
        self.compile(*args, **kwargs)
        took = None if is_known else time.perf_counter() - start
        values = dict(zip(self.signature.parameters, bound, strict=True))
        signature = f"{self.name}({', '.join(values)})"
        return explained(signature, self.location, self._types(bound)[0], values, lowered, took)

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        return all_arguments(self.name, self.signature, args, kwargs)

    def _key(self, args: Sequence[Any]) -> Any:
        return tuple(
            [
                (a.shape, a.dtype)
                if type(a) is np.ndarray and not self._has_dynamic
                else host_key(a, hint)
                for a, (_, hint) in zip(args, self._argument_hints, strict=True)
            ]
        )

    @property
    def compilations(self) -> int:
        """The number of times that the function was compiled."""
        return self._compilations.count

    def _find(self, args: Sequence[Any]) -> Compiled | None:
        """The native code for these arguments and the current state, or None."""
        return self._compilations.find(self._key(args))

    def _types(self, args: Sequence[Any]) -> ArgumentTypes:
        return argument_types(self.name, self._argument_hints, args)

    @functools.cached_property
    def _has_dynamic(self) -> bool:
        hints = [tensor_hint(h) for _, h in self._argument_hints if h is not None]
        return any(h is not None and h.erased for h in hints)

    def _compile(self, args: Sequence[Any]) -> Compiled:
        structures, types = self._types(args)
        state = captured_state(self, structures)
        specialization, program = self._stage(structures, types)
        state = state_after_staging(state, self, structures)
        entry = cast(str, specialization.function.name)
        names = [n for n, s in zip(self.signature.parameters, structures, strict=True) if s.count]
        donated = [i for i, name in enumerate(names) if name in self.options.donate]
        with compiling(self.name):
            run = compile_module(program.module, entry, self.options, donated)
        packers = [packer(s) if s.count else None for s in structures]
        compiled = Compiled(run, packers, specialization.result, state)
        self._last = None
        self._compilations.note(self._specimen(structures, types, state))
        if not state.holds():
            state.expect_no_tracers(self.name, self.location)
            return compiled  # The function changes its state, so that each call stages it again.
        self._compilations.keep(self._key(args), compiled)
        if not self.options.interpret:
            hints = [hint for _, hint in self._argument_hints]
            result = specialization.result
            self._last = faster(run, structures, hints, result, compiled, state.conditions)
        return compiled

    def _specimen(
        self, structures: Sequence[TreeDef], types: Sequence[Type], state: CapturedState
    ) -> Specimen:
        rest = iter(types)
        parts = [(s, tuple(next(rest) for _ in range(s.count))) for s in structures]
        return Specimen(dict(zip(self.signature.parameters, parts, strict=True)), state)

    def _stage(
        self, structures: tuple[TreeDef, ...], types: tuple[Type, ...]
    ) -> tuple[Specialization, TracedProgram]:
        base = sys._getframe()  # pyright: ignore[reportPrivateUsage]
        program = TracedProgram(Module(self.name), base)
        try:
            specialization = self.specialize(program, structures, types)
        except RecursionError as problem:
            raise endless(problem) from None
        specialization.function.attributes.discard("internal")
        return specialization, program

    def specialize(
        self, program: TracedProgram, structures: tuple[TreeDef, ...], types: tuple[Type, ...]
    ) -> Specialization:
        """The program's function for arguments of these types; stages it on first use."""
        key = (self, structures, types, program.variant)
        found = program.functions.get(key)
        if isinstance(found, Specialization) and not found.state.holds():
            found = None
        if found is None:
            self.was_staged = True
            state = captured_state(self, structures)
            found = specialize_recursively(self, program, key, state)
            for companion in self.companions:
                companion(program, structures, types)
        if not isinstance(found, Pending):
            return cast(Specialization, found)
        found.is_recursive = True
        for caller in program.pending[found.depth + 1 :]:
            caller.needs = min(caller.needs, found.depth)
        if found.assumed is None:
            raise Unreachable
        return found.assumed

    def build(
        self, program: TracedProgram, structures: tuple[TreeDef, ...], types: tuple[Type, ...]
    ) -> Specialization:
        """Stages the body for arguments of these types."""
        parameters = self.parameter_types(program, structures, types)
        function = program.module.add_function(
            Function(
                program.module.unique_name(self.name),
                SignatureType(parameters, VOID),
                self.attributes,
                location=self.location,
            )
        )
        pending = program.pending[-1]
        if pending.assumed is not None:
            function.type = pending.assumed.function.type
            pending.assumed = Specialization(function, pending.assumed.result, pending.state)
        names = [n for n, s in zip(self.signature.parameters, structures, strict=True) if s.count]
        block = function.add_entry(names)
        end = return_location(self._body) or self.location
        base = sys._getframe()  # pyright: ignore[reportPrivateUsage]
        with entered(TracingScope(program, function, Builder(block), base=base)):
            arguments = iter(block.arguments)
            values = [
                unpack(s, next(arguments), self.location) if s.count else unflatten(s, iter(()))
                for s in structures
            ]
            with with_remedies():
                result = self.run_body(values)
            expect_outcome(result, self.hints, function, end)
            leaves: list[Any] = []
            try:
                structure = flatten(
                    result, leaves, self.hints.get("return"), f"the result of {self.name}"
                )
                operands = iter(lift_leaves([structure], leaves, program))
            except DiagnosticError as problem:
                [found] = problem.diagnostics
                raise error(found.message, end, *found.notes) from None
            value = pack(structure, operands, program) if structure.count else None
            emit(Return, value, location=end)
        function.type = SignatureType(parameters, VOID if value is None else value.type)
        return Specialization(function, structure, pending.state)

    def parameter_types(
        self, program: TracedProgram, structures: tuple[TreeDef, ...], types: tuple[Type, ...]
    ) -> tuple[Type, ...]:
        """The IR types of the parameters that hold tensors."""
        rest = iter(types)
        return tuple(type_of(s, rest, program) for s in structures if s.count)

    def run_body(self, values: Sequence[Any]) -> Any:
        """Runs the Python code on staged values, in the order of the parameters."""
        if self._staged_body is None:
            self._staged_body = rewritten(self._body)
        before = [_list_items(v) for v in values]
        result = self.run_function(self._staged_body, values)
        for name, value, items in zip(self.signature.parameters, values, before, strict=True):
            now = _list_items(value)
            if len(now) != len(items) or any(a is not b for a, b in zip(now, items, strict=True)):
                raise failure(
                    f"{self.name} must not change its argument {name}, a list: the caller would "
                    "not see the change; copy it with list(…), and return the copy",
                )
        return result

    def run_function(self, body: Callable[..., Any], values: Sequence[Any]) -> Any:
        """Runs a Python function that has these parameters."""
        positional, named = by_kind(self.signature, values)
        return body(*positional, **named)

    def stage_call(self, scope: TracingScope, args: Sequence[Any]) -> Any:
        """Emits a call into the function being staged, with arguments in the order of the
        parameters, and returns its result."""
        environment = self.dlvm_environment()
        if environment is not None:
            maker, captured = environment
            return maker.lifted.stage_call(scope, (captured, *args))
        structures: list[TreeDef] = []
        leaves: list[Any] = []
        for value, (name, hint) in zip(args, self._argument_hints, strict=True):
            structures.append(flatten(value, leaves, hint, f"{self.name}: argument {name}"))
        program = scope.program
        operands = lift_leaves(structures, leaves, program)
        types = tuple(key_type(o.type) for o in operands)
        key = (self, tuple(structures), types, program.variant)
        if key in program.parts and self not in program.inside:
            return staged_inside(self, program, structures, leaves, operands)
        try:
            specialization = self.specialize(program, key[1], types)
        except DiagnosticError as problem:
            raise called_here(problem) from None
        except NeedsCaller as signal:
            is_plain = type(self) in (StagedFunction, Lifted) and not self.companions
            if not is_plain or self in program.inside:
                raise signal.problem from None
            program.parts.add(key)
            return staged_inside(self, program, structures, leaves, operands)
        rest = iter(operands)
        arguments = [pack(s, rest, program) for s in structures if s.count]
        function = specialization.function
        result = emit(Apply, function, arguments, function.type.result)
        if not specialization.result.count:
            return unflatten(specialization.result, iter(()))
        return unpack(specialization.result, result, user_location())


_lifted: dict[Any, Lifted] = {}


class Lifted(StagedFunction[..., Any]):
    """A lambda-lifted function: its first parameter holds the values that ``of`` captures."""

    def __init__(self, of: StagedFunction[..., Any], names: tuple[str, ...]) -> None:
        captured = inspect.Parameter("captured", inspect.Parameter.POSITIONAL_ONLY)
        parameters = [captured, *of.signature.parameters.values()]
        super().__init__(of, of.options, of.signature.replace(parameters=parameters), of.name)
        self.of = of
        self.names = names
        self.captures = True

    def run_body(self, values: Sequence[Any]) -> Any:
        captured, *rest = values
        body = cast(FunctionType, inspect.unwrap(self.of))
        known = dict(zip(self.names, captured, strict=True))
        itself = StagedClosure(self, captured)
        known |= {name: itself for name, value in captures(body).items() if value is self.of}
        return self.of.run_function(rewritten(with_captures(body, known)), rest)


@dataclass(frozen=True)
class ClosureKind(CustomNode):
    """The kind of a closure's node in a pytree: builds the closure from its captured values."""

    lifted: StagedFunction[..., Any]

    def __call__(self, parts: Sequence[Any]) -> StagedClosure:
        return StagedClosure(self.lifted, parts[0])

    def child(self, value: Any) -> Any:
        return value.captured


class StagedClosure:
    """A staged function with the staged values that it captures."""

    dlvm_reaches = ("lifted",)

    def __init__(self, lifted: StagedFunction[..., Any], captured: tuple[Any, ...]) -> None:
        self.lifted = lifted
        self.captured = captured
        _, *own = lifted.signature.parameters.values()
        self.signature = lifted.signature.replace(parameters=own)
        self.hints = lifted.hints

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function; inside a staged function, stages a call of it."""
        return self.lifted(self.captured, *args, **kwargs)

    def __getitem__(self, arguments: Any) -> Any:
        """Application by brackets, as of :class:`StagedFunction`."""
        return applied(self, arguments)

    def __repr__(self) -> str:
        return f"<staged {self.lifted.name}{signature_text(self.signature)}>"

    def dlvm_environment(self) -> tuple[ClosureKind, tuple[Any, ...]] | None:
        """The kind of its pytree node, and the captured values."""
        return ClosureKind(self.lifted), self.captured


def applied(function: StagedFunction[..., Any] | StagedClosure, arguments: Any) -> Any:
    """The result for these arguments; with ``...`` among them, a function of the missing arguments,
    which ``...`` represents.

    Raises :class:`DiagnosticError` if there are more arguments than parameters.
    """
    given = cast("tuple[Any, ...]", arguments) if isinstance(arguments, tuple) else (arguments,)
    if not any(value is Ellipsis for value in given):
        return function(*given)
    before, after = around_ellipsis(list(function.signature.parameters), given)
    place, values = len(before), (*before, *after)
    environment = function.dlvm_environment()
    if environment is None:
        base = cast("StagedFunction[..., Any]", function)
    else:
        # The tuple of captured values is one more bound argument.
        base = environment[0].lifted
        place, values = place + 1, (environment[1], *values)
    key = ("bound", place, len(values))
    if key not in base.derived:
        base.derived[key] = Bound(base, place, len(values))
    return StagedClosure(base.derived[key], values)


class Bound(StagedFunction[..., Any]):
    """A partially applied function. Its first argument is a tuple of the bound arguments."""

    def __init__(self, of: StagedFunction[..., Any], place: int, count: int) -> None:
        every = list(of.signature.parameters.values())
        names = [p.name for p in every[place : len(every) - (count - place)]]
        kind = inspect.Parameter.POSITIONAL_ONLY
        parameters = [inspect.Parameter(name, kind) for name in ("bound", *names)]
        signature = of.signature.replace(parameters=parameters)
        super().__init__(of, replace(of.options, donate=()), signature, of.name)
        self.of = of
        self.place = place
        self.captures = True

    def run_body(self, values: Sequence[Any]) -> Any:
        bound, *rest = values
        every = (*bound[: self.place], *rest, *bound[self.place :])
        return self.of.stage_call(scope_for(self.name), every)


class WithConstants(StagedFunction[..., Any]):
    """A staged function with some arguments bound to constants of the program."""

    dlvm_reaches = ("_body", "of", "static")

    def __init__(self, of: StagedFunction[..., Any], given: Mapping[str, Any]) -> None:
        rest = [p for n, p in of.signature.parameters.items() if n not in given]
        options = replace(of.options, donate=tuple(n for n in of.options.donate if n not in given))
        super().__init__(of, options, of.signature.replace(parameters=rest), of.name)
        self.of = of
        self.constants = ConstantArguments(of.name, given, of.hints)
        self.static = self.constants.static

    def run_body(self, values: Sequence[Any]) -> Any:
        scope_for(self.name).program.constants.share(self.constants.tensors)
        every = self.constants.values | dict(zip(self.signature.parameters, values, strict=True))
        return self.of.run_function(self.of, [every[n] for n in self.of.signature.parameters])
