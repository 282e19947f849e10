"""Compiled kernels against their reference evaluation, one by one.

A program is interpreted at stage schedule. Each time that a kernel is called, machine code for that
kernel alone is given what the reference is given, so that a difference shows in the kernel where it
arises, and in none behind it.

How far results may lie apart is found by evaluating the definition twice more, with each rounded
result moved by one unit in the last place, up or down, and each sum by one unit of the sum of its
terms' magnitudes (Monte Carlo arithmetic; Parker 1997): how much that changes the result says how
much rounding may. A result may differ by

    (4 + sqrt(n) / 4) s + (4 ulp + n / 8 ulp') m

where s is the change, m the largest number of the result, and n how many numbers are joined into
one element; ulp is the spacing of the result's element type at 1, and ulp' that of the type in
which it is summed. Integers and bools may differ where that changes them, and else not at all;
infinities and NaN have to be where they are, but where that moves them.

The whole program is compiled and compared in the same way: where only its result is wrong, the code
around the kernels is, or memory that they share.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np

from dlvm import compiler
from dlvm.diagnostics import Diagnostic, DiagnosticError, Location
from dlvm.interpreter import interpret
from dlvm.interpreter.compute import evaluate_definition, size_number
from dlvm.interpreter.numbers import SMALL, Array, choose
from dlvm.interpreter.rules import RandomState, Rounding
from dlvm.ir.builder import Builder
from dlvm.ir.compute import Definition, Reduction, is_size
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import Apply, Return
from dlvm.ir.module import Function, Module, Stage
from dlvm.ir.records import EnumValue, FunctionValue
from dlvm.ir.types import ERASED, ElementType, FunctionType, TensorType, TupleType, Type
from dlvm.runtime.calling.executable import Executable
from dlvm.tools.reports import table

_SAMPLES: Final = (1, 2)
"""The seeds of the evaluations with other rounding."""
_LONGEST_LINE: Final = 60


@dataclass
class Difference:
    """How far the results of a kernel, or else of the whole function, lie from the reference, in
    all calls: at most, by themselves, relative to the largest number of the result, and as a share
    of what rounding explains."""

    name: str
    location: Location | None
    is_kernel: bool = True
    calls: int = 0
    absolute: float = 0.0
    relative: float = 0.0
    share: float = 0.0

    def note(self, absolute: float, relative: float, share: float) -> None:
        """Takes in the difference of one result."""
        self.absolute = max(self.absolute, absolute)
        self.relative = max(self.relative, relative)
        self.share = max(self.share, share)


def compare_kernels(
    module: Module,
    function: str,
    arguments: Sequence[Any],
    opt_level: int = 2,
    fast_math: bool = False,
    threads: int | None = None,
    memory_budget: str | int | None = None,
    externs: Collection[str] | bool = (),
) -> list[Difference]:
    """The differences of the kernels that a call of a function runs, the worst first, and behind
    them that of the function's result.

    The options are those of :func:`dlvm.compile`. Raises :class:`DiagnosticError` for what that
    refuses, and for what the call traps with.
    """
    scheduled = compiler.lowered_module(
        module, "schedule", opt_level, fast_math, threads, memory_budget
    )
    alone, names = _kernels_alone(scheduled)
    kernels = compiler.compile(alone, threads=threads)
    found: dict[Definition, Difference] = {}
    random, most_joined = RandomState(0), 1

    def observe(op: Instruction, operands: Sequence[Any], result: Any) -> None:
        nonlocal most_joined
        if not isinstance(op, Apply) or not isinstance(op.callee, Definition):
            return
        definition, given = op.callee, operands[1:]
        if definition not in found:
            found[definition] = Difference(definition.name or "", definition.location)
        found[definition].calls += 1
        computed = _run(kernels, names[definition], given, random.counter)
        changed = list(_samples(definition, given, random.counter))
        joined = _joined(definition, given)
        most_joined = max(most_joined, joined)
        for number, expected in enumerate(_tensors(result)):
            others = [_tensors(c)[number] for c in changed]
            found[definition].note(*_differences(computed[number], expected, others, joined))
        sizes = _sizes(definition, given)
        random.counter += size_number(definition.body.draws, sizes)

    name = function.removeprefix("@")
    expected = interpret(scheduled, name, *arguments, observer=observe)
    executable = compiler.compile(scheduled, threads=threads, externs=externs)
    place = scheduled.function(name)
    whole = Difference(name, place.location if place is not None else None, False, 1)
    changed = list(_changed_results(scheduled, name, arguments))
    for difference in _result_differences(
        executable[name](*arguments), expected, changed, most_joined
    ):
        whole.note(*difference)
    kernels_found = sorted(found.values(), key=lambda d: (-d.share, -d.relative, d.name))
    return [*kernels_found, whole]


def _kernels_alone(module: Module) -> tuple[Module, dict[Definition, str]]:
    """A module with a function for each definition, which only applies it, and their names."""
    alone = Module("kernels", Stage.SCHEDULE)
    alone.definitions = list(module.definitions)
    alone.schedules = list(module.schedules)
    names: dict[Definition, str] = {}
    for definition in module.definitions:
        names[definition] = name = alone.unique_name(f"run.{definition.name}")
        parameters = tuple(map(_open, definition.type.parameters))
        result = _open(definition.type.result)
        function = alone.add_function(Function(name, FunctionType(parameters, result)))
        builder = Builder(function.add_entry())
        builder.location = definition.location
        value = builder.insert(Apply(definition, list(builder.block.arguments), result))
        builder.insert(Return(value))
    return alone, names


def _open(type: Type) -> Type:
    """The type with erased dimensions instead of symbols."""
    match whole := type.canonical:
        case TensorType():
            return whole.with_shape(d if isinstance(d, int) else ERASED for d in whole.shape)
        case TupleType(elements):
            return TupleType(tuple(map(_open, elements)))
        case _:
            return whole


def _run(kernels: Executable, name: str, given: Sequence[Array], counter: int) -> list[Array]:
    kernels.seek(counter)
    arguments = [np.array(a, order="C") if a.ndim else a[()] for a in given]
    return _tensors(kernels[name](*arguments))


def _tensors(result: Any) -> list[Array]:
    parts = cast("tuple[Any, ...]", result) if isinstance(result, tuple) else (result,)
    return [np.asarray(part) for part in parts]


def _sizes(definition: Definition, given: Sequence[Array]) -> dict[str, int]:
    named = zip(definition.body.parameters, given, strict=True)
    return {name[1:]: int(value) for name, value in named if is_size(name)}


def _joined(definition: Definition, given: Sequence[Array]) -> int:
    """How many numbers are joined into one element at most."""
    sizes, most = _sizes(definition, given), 1
    for statement in definition.body.statements:
        groups = [n.ranges for n in statement.value.walk() if isinstance(n, Reduction)]
        groups += [statement.ranges] if statement.by is not None else []
        for ranges in groups:
            most = max(most, math.prod(size_number(r.size, sizes) for r in ranges))
    return most


# Rounding


def _samples(definition: Definition, given: Sequence[Array], counter: int) -> Iterator[Any]:
    """The results of the definition where it is rounded otherwise."""
    for seed in _SAMPLES:
        # With other numbers an index that is computed of them may lead elsewhere, and outside.
        try:
            random = RandomState(0, counter)
            yield evaluate_definition(definition, given, random, None, _moved(seed))
        except DiagnosticError:
            continue


def _changed_results(module: Module, function: str, arguments: Sequence[Any]) -> Iterator[Any]:
    """The results of a function where kernels are rounded otherwise."""
    for seed in _SAMPLES:
        # Other numbers may lead to a trap.
        try:
            yield interpret(module, function, *arguments, rounding=_moved(seed))
        except DiagnosticError:
            continue


def _moved(seed: int) -> Rounding:
    """Moves floats up or down by one unit. Equal ones are moved alike, so that what is computed
    twice stays equal."""
    start = np.uint64(seed * 0x9E3779B97F4A7C15 & (1 << 64) - 1)

    def move(values: Array, element: ElementType) -> Array:
        bits = np.ascontiguousarray(values, np.float64).view(np.uint64).reshape(values.shape)
        mixed = (bits ^ start) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ mixed >> np.uint64(31)) * np.uint64(0x94D049BB133111EB)
        signs = np.where(mixed >> np.uint64(63), -1.0, 1.0)
        return (values * (1 + _spacing(element) * signs)).astype(values.dtype)

    return move


def _spacing(element: ElementType) -> float:
    """The distance from 1 to the next number; 0 for element types that are not floats."""
    return float(np.spacing(element.numpy.type(1))) if element.is_float else 0.0


# Differences


_ALL_WRONG: Final = (math.inf, math.inf, math.inf)


def _differences(
    found: Array, expected: Array, changed: Sequence[Array], joined: int
) -> tuple[float, float, float]:
    """By how much a result differs, as :class:`Difference` has it."""
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return _ALL_WRONG
    changes = np.zeros(expected.shape)
    for other in changed:
        if other.shape == expected.shape:
            changes = np.asarray(np.maximum(changes, _distances(other, expected)))
    element = next(e for e in ElementType if e.numpy == expected.dtype)
    counts = np.isfinite(changes) if element.is_float else np.asarray(changes == 0)
    absolute = float(_distances(found, expected)[counts].max(initial=0.0))
    if not absolute:
        return 0.0, 0.0, 0.0
    wide = np.abs(expected.astype(np.float64))
    largest = float(wide[np.isfinite(wide)].max(initial=0.0))
    change = float(changes[counts].max(initial=0.0))
    spacing = _spacing(element)
    summed = _spacing(ElementType.F32) if element in SMALL else spacing
    limit = (4 + math.sqrt(joined) / 4) * change + (4 * spacing + joined / 8 * summed) * largest
    relative = absolute / largest if largest else math.inf
    return absolute, relative, absolute / limit if limit else math.inf


def _result_differences(
    found: Any, expected: Any, changed: Sequence[Any], joined: int
) -> Iterator[tuple[float, float, float]]:
    """The differences of the tensors in a result."""
    ours, theirs = list(_leaves(found)), list(_leaves(expected))
    others = [leaves for c in changed if len(leaves := list(_leaves(c))) == len(theirs)]
    if len(ours) != len(theirs):
        yield _ALL_WRONG
        return
    for number, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if isinstance(a, str) or isinstance(b, str):
            if not isinstance(a, str) or not isinstance(b, str) or a != b:
                yield _ALL_WRONG
            continue
        same = [o for leaves in others if not isinstance(o := leaves[number], str)]
        yield _differences(a, b, same, joined)


def _leaves(result: Any) -> Iterator[Array | str]:
    """The tensors in a value, and the names of its cases and functions, in order."""
    pending: list[Any] = [result]
    while pending:
        value = pending.pop()
        if isinstance(value, EnumValue):
            yield value.case
            pending.extend(reversed(value.payload))
        elif isinstance(value, FunctionValue):
            yield value.name
        elif isinstance(value, tuple):
            pending.extend(reversed(cast("tuple[Any, ...]", value)))
        elif value is not None:
            yield np.asarray(value)


def _distances(a: Array, b: Array) -> Array:
    """How far elements lie apart: infinitely where one of two is a number, or finite, only."""
    wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)
    same = np.asarray(a == b) | (np.isnan(wide_a) & np.isnan(wide_b))
    with np.errstate(all="ignore"):
        distances = np.abs(wide_a - wide_b)
    if a.dtype.kind in "iu":
        # As f64 large integers that differ may be equal.
        distances = np.maximum(distances, 1.0)
    return choose(same, 0.0, choose(np.isnan(distances), math.inf, distances))


# Reports


def differences_table(differences: Sequence[Difference]) -> str:
    """A table of differences, with the lines that the kernels were made from."""
    head = ("kernel", "calls", "absolute", "relative", "of tolerance", "made from")
    rows = [
        (
            f"@{d.name}" if d.is_kernel else f"all of @{d.name}",
            str(d.calls), f"{d.absolute:.2g}", f"{d.relative:.2g}", f"{d.share:.2f}",
            _source_line(d.location),
        )
        for d in differences
    ]  # fmt: skip
    return table([head, *rows], numbers=(1, 2, 3, 4)) + "\n"


def _source_line(location: Location | None) -> str:
    if location is None:
        return ""
    text = location.source.line_text(location.line).strip()
    short = text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 1] + "…"
    return f"{location.source.name}:{location.line}: {short}"


def check_differences(differences: Sequence[Difference]) -> None:
    """Raises :class:`DiagnosticError` where a difference is larger than rounding explains. That of
    the whole counts where no kernel's is."""
    wrong = [d for d in differences if not d.share <= 1]
    wrong = [d for d in wrong if d.is_kernel] or wrong
    problems = [
        Diagnostic(
            f"@{d.name} differs from the interpreter by {d.absolute:.2g}, {d.share:.3g} times what "
            f"rounding explains{'' if d.is_kernel else ', and none of its kernels does'}",
            d.location,
        )
        for d in wrong
    ]
    if problems:
        raise DiagnosticError(problems)
