"""Stages a program into a module: each operation is one call of its function in the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, cast

from dlvm.diagnostics import Diagnostic, DiagnosticError, error, quantity
from dlvm.ir import Builder, Function, Module
from dlvm.ir.instructions import Apply, Extract, Return, ShapeCast
from dlvm.ir.types import VOID, FunctionType, TensorType, TupleType, compatible_type
from dlvm.ir.types import Type as IRType
from dlvm.ir.values import tuple_of
from dlvm.nnkit.tracing.source_locations import located
from dlvm.nnkit.tracing.trace import TracedProgram as Staged
from dlvm.nnkit.tracing.trace import TracingScope, emit, entered
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.operators import OPERATORS
from dlvm.stablehlo.operators.control import CALLS, is_custom_call
from dlvm.stablehlo.operators.loops import counted
from dlvm.stablehlo.operators.table import (
    MOVEMENTS,
    POINTWISE,
    OperationContext,
    broadcasted,
    constant,
    is_static,
    lowered,
    reshaped,
    value_of,
)
from dlvm.stablehlo.program import Operation, Program, ProgramFunction, Region, Type, Unsupported
from dlvm.stablehlo.reader import read

_RETURNS = frozenset(("return", "func.return", "stablehlo.return"))
_MOST_CALLS = 100
"""The greatest depth of calls that are inlined into a region on scalars."""


def load(source: str | bytes) -> Module:
    """Reads a StableHLO program.

    Parameters
    ----------
    source
        The text that ``jax.jit(f).lower(x).as_text()`` or ``jax.export`` writes, or the portable
        bytecode. Bytecode requires jaxlib, which reads it.

    Returns
    -------
    Module
        A module with a function for each function of the program, private ones too. A function
        with several results returns a tuple.

    Raises
    ------
    DiagnosticError
        If the text is malformed, or the program uses unsupported operations or types; the error
        lists all of them, with their lines.
    """
    program = read(_text(source))
    _check(program)
    module = Module(_identifier(program.name))
    staged = Staged(module)
    functions: dict[str, Function] = {}
    for name, signature in program.functions.items():
        plain = _identifier(name)
        unique = module.unique_name(plain) if module.function(plain) is not None else plain
        functions[name] = module.add_function(Function(unique, _function_type(signature)))
    for name, signature in program.functions.items():
        _ProgramImporter(program, functions, staged).define(signature, functions[name])
    return module


def _text(source: str | bytes) -> str:
    if isinstance(source, str):
        return source
    if source.startswith(b"ML\xefR"):
        return _from_bytecode(source)
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        raise error("expected StableHLO text or its portable bytecode, got other bytes") from None


def _from_bytecode(source: bytes) -> str:
    try:
        from jax._src.interpreters import mlir  # pyright: ignore
        from jax._src.lib.mlir import ir  # pyright: ignore
        from jax._src.lib.mlir.dialects import stablehlo  # pyright: ignore
    except ImportError:
        raise error(
            "StableHLO bytecode is read by jaxlib, which is not installed: install jax, or pass "
            "the program as text"
        ) from None
    bindings = cast("Any", (mlir, ir, stablehlo))
    with bindings[0].make_ir_context():
        try:
            return str(bindings[2].deserialize_portable_artifact(source))
        except Exception as problem:
            raise error(f"jaxlib cannot read the StableHLO bytecode: {problem}") from None


def _identifier(name: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name) or "main"
    return f"_{plain}" if plain[0].isdigit() else plain


def _function_type(signature: ProgramFunction) -> FunctionType:
    parameters = tuple(cast("IRType", kind) for _, kind in signature.body.arguments)
    return FunctionType(parameters, _result_type(cast("Sequence[IRType]", signature.results)))


def _result_type(results: Sequence[IRType]) -> IRType:
    return results[0] if len(results) == 1 else TupleType(tuple(results)) if results else VOID


# What is not supported


def _operations(region: Region) -> Iterator[Operation]:
    for operation in region.operations:
        yield operation
        for inner in operation.regions:
            yield from _operations(inner)


def _problem(kind: Type) -> str | None:
    if isinstance(kind, Unsupported):
        return f"type {kind.text}"
    return None


def _check(program: Program) -> None:
    """Raises if the program has unsupported operations or types, and lists all of them."""
    found: dict[str, Diagnostic] = {}
    count: dict[str, int] = {}

    def note(what: str, location: Any) -> None:
        count[what] = count.get(what, 0) + 1
        found.setdefault(what, Diagnostic(f"{what} is not supported", location))

    for signature in program.functions.values():
        kinds = [*(kind for _, kind in signature.body.arguments), *signature.results]
        for problem in {_problem(kind) for kind in kinds} - {None}:
            note(str(problem), signature.location)
        for operation in _operations(signature.body):
            name = operation.name
            if name not in OPERATORS and name not in _RETURNS:
                note(f"operation {name}", operation.location)
            target = operation.attributes.get(
                "call_target_name", operation.attributes.get("callee")
            )
            if name == "stablehlo.custom_call" and not is_custom_call(str(target)):
                note(f"custom call {target!r}", operation.location)
            for problem in {_problem(kind) for kind in operation.types} - {None}:
                note(str(problem), operation.location)
    if found:
        raise DiagnosticError(
            [
                replace(d, message=d.message + (f" ({count[w]} times)" if count[w] > 1 else ""))
                for w, d in found.items()
            ]
        )


@dataclass
class _ProgramImporter:
    program: Program
    functions: Mapping[str, Function]
    staged: Staged
    lifted: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    """The shapes of the tensors for which regions on scalars are being staged."""

    def define(self, signature: ProgramFunction, function: Function) -> None:
        names = [_identifier(name[1:]) for name, _ in signature.body.arguments]
        unique = names if len(set(names)) == len(names) else []
        block = function.add_entry(unique)
        with (
            entered(TracingScope(self.staged, function, Builder(block))),
            located(signature.location),
        ):
            results = self.run(signature.body, list(map(wrap, block.arguments)), {})
            values = [value_of(r) for r in results]
            emit(Return, values[0] if len(values) == 1 else tuple_of(values) if values else None)
            found = tuple(v.type for v in values)
            expected = cast("Sequence[IRType]", signature.results)
            if len(found) != len(expected) or not all(map(compatible_type, found, expected)):
                raise error(
                    f"@{signature.name} must return {_listed(signature.results)}, got "
                    f"{_listed(found)}",
                    signature.location,
                )

    def run(self, region: Region, values: Sequence[Any], environment: Mapping[str, Any]) -> Any:
        if len(values) != len(region.arguments):
            raise error(
                f"region must have {quantity(len(values), 'argument')}, got {len(region.arguments)}"
            )
        inner = dict(environment)
        inner.update({name: v for (name, _), v in zip(region.arguments, values, strict=True)})
        for operation in region.operations:
            if operation.name in _RETURNS:
                return [self.value(operation, name, inner) for name in operation.operands]
            self.operation(operation, inner)
        return []

    def value(self, operation: Operation, name: str, environment: Mapping[str, Any]) -> Any:
        found = environment.get(name, environment.get(f"{name}#0"))
        if found is None:
            raise error(f"value {name} is not defined", operation.location)
        return found

    def operation(self, operation: Operation, environment: dict[str, Any]) -> None:
        operands = [self.value(operation, name, environment) for name in operation.operands]
        call = OperationContext(operation, self, environment)
        try:
            with located(operation.location):
                results = OPERATORS[operation.name](call, *operands)
        except DiagnosticError as problem:
            [first, *rest] = problem.diagnostics
            if first.message.startswith(("stablehlo.", "chlo.", "check.", "@", "value ")):
                raise
            message = f"{operation.name}: {first.message}"
            place = replace(first, message=message, location=operation.location)
            raise DiagnosticError([place, *rest]) from None
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, AssertionError):
            raise error(
                f"{operation.name}: operands and attributes must be those of the specification",
                operation.location,
            ) from None
        listed = list(cast("Any", results)) if isinstance(results, list | tuple) else [results]
        if len(operation.results) == 1 and isinstance(operation.types[0], TupleType):
            is_packed = len(listed) == 1 and isinstance(listed[0].type, TupleType)
            listed = listed if is_packed else [tuple_of([value_of(x) for x in listed])]
        if len(listed) != len(operation.results):
            raise error(
                f"{operation.name}: expected {quantity(len(listed), 'result')}, "
                f"got {len(operation.results)}",
                operation.location,
            )
        for name, result, kind in zip(operation.results, listed, operation.types, strict=False):
            if not self.lifted and not compatible_type(result.type, cast("IRType", kind)):
                raise error(
                    f"{operation.name}: result must have type {result.type}, got {kind}",
                    operation.location,
                )
            environment[name] = result if self.lifted else _with_sizes(result, kind)

    def scalars(
        self, region: Region, values: Sequence[Any], environment: Mapping[str, Any]
    ) -> list[Any]:
        shape = max((tuple(v.type.shape) for v in values), key=len, default=())
        if not self.is_pointwise(region, frozenset()):
            return self.one_by_one(region, values, environment, shape)
        self.lifted.append(shape)
        try:
            results = self.run(region, values, environment)
        finally:
            self.lifted.pop()
        return [broadcasted(r, shape) for r in results]

    def is_pointwise(self, region: Region, callers: frozenset[str]) -> bool:
        """Whether a region on scalars can be staged for all elements of tensors at once."""
        for operation in region.operations:
            if operation.name in CALLS:
                name = str(operation.attributes.get("callee"))
                called = self.program.functions.get(name)
                if called is None or name in callers:
                    continue
                if not self.is_pointwise(called.body, callers | {name}):
                    return False
            elif operation.name in MOVEMENTS:
                types = (*operation.operand_types, *operation.types)
                if not all(isinstance(t, TensorType) and t.shape == () for t in types):
                    return False
            elif operation.name not in POINTWISE and operation.name not in _RETURNS:
                return False
        return True

    def one_by_one(
        self,
        region: Region,
        values: Sequence[Any],
        environment: Mapping[str, Any],
        shape: tuple[int, ...],
    ) -> list[Any]:
        """Stages a region on scalars in a loop over the elements."""
        types = region.operations[-1].operand_types if region.operations else ()
        if not shape:
            return self.run(region, values, environment)
        if not is_static(*values):
            raise error("a region that is not element-wise needs tensors of known sizes")
        count = prod(shape)
        flat = [reshaped(broadcasted(v, shape), (count,)) for v in values]
        kinds = [cast("TensorType", kind).element for kind in types]
        first = [broadcasted(constant(0, kind), (count,)) for kind in kinds]

        def step(place: Any, states: list[Any]) -> list[Any]:
            parts = [lowered("gather", x, place, axis=0) for x in flat]
            found = self.run(region, parts, environment)
            return [
                lowered("scatter", r, x, place, axis=0) for r, x in zip(found, states, strict=True)
            ]

        return [reshaped(x, shape) for x in counted(count, first, step)]

    def call(self, name: str, values: Sequence[Any]) -> list[Any]:
        function, signature = self.functions.get(name), self.program.functions.get(name)
        if function is None or signature is None:
            raise error(f"function @{name} is not defined")
        if self.lifted:
            if len(self.lifted) > _MOST_CALLS:
                raise error(f"@{name}: a region on scalars must not call itself")
            return self.scalars(signature.body, values, {})
        if len(values) != len(signature.body.arguments):
            count = len(signature.body.arguments)
            raise error(f"@{name} takes {quantity(count, 'argument')}, got {len(values)}")
        result = emit(Apply, function, [value_of(v) for v in values], function.type.result)
        count = len(signature.results)
        if count == 1:
            return [wrap(result)]
        return [wrap(emit(Extract, (n,), result)) for n in range(count)]


def _with_sizes(result: Any, kind: Any) -> Any:
    """A result with the sizes that its declared type adds."""
    if not isinstance(result.type, TensorType):
        return result
    shape = result.type.shape
    adds = any(isinstance(n, int) and n != d for n, d in zip(kind.shape, shape, strict=True))
    if not adds:
        return result
    sizes = [n if isinstance(n, int) else d for n, d in zip(kind.shape, shape, strict=True)]
    if sum(not isinstance(n, int) for n in sizes) > 1:
        return result
    return wrap(emit(ShapeCast, lift(result), shape=tuple(sizes)))


def _listed(types: Sequence[Any]) -> str:
    return ", ".join(map(str, types)) or "nothing"
