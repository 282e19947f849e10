"""Compares compiled kernels with their reference evaluation, one by one (``dlc --compare``).

The interpreter runs the program at stage schedule. For each call of a kernel, machine code of only
that kernel receives the same arguments as the reference. A difference is therefore reported for the
kernel that causes it, not for later ones.

The tolerance is estimated by two more evaluations of the definition (Monte Carlo arithmetic; Parker
1997): each rounded result is perturbed by one unit in the last place, and each sum by one unit in
the last place of the sum of its terms' magnitudes. A result may differ by

    (4 + sqrt(n) / 4) s + (4 ulp + (n / 8) ulp') m

where s is the change by the perturbation, m the largest magnitude in the result, and n the number
of terms per element; ulp is the spacing of the result's element type at 1, and ulp' that of the
type in which it is summed. Integers, bools, infinities and NaN may differ only where the
perturbation changes them.

The whole program is compiled and compared in the same way. If only its result is wrong, the cause
is the host code or memory that kernels share.
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
from dlvm.interpreter.index_notation.definitions import evaluate_definition, size_number
from dlvm.interpreter.numbers import SMALL, Array, choose
from dlvm.interpreter.rules import RandomState, Rounding
from dlvm.ir.builder import Builder
from dlvm.ir.compute import Definition, is_size
from dlvm.ir.instruction import Instruction
from dlvm.ir.instructions import Apply, Return
from dlvm.ir.module import Function, Module
from dlvm.ir.records import EnumValue, FunctionValue
from dlvm.ir.types import ERASED, ElementType, FunctionType, TensorType, TupleType, Type
from dlvm.runtime.calling.executable import Executable
from dlvm.tools.reports import table

_SAMPLES: Final = (1, 2)
"""The seeds of the perturbed evaluations."""
_LONGEST_LINE: Final = 60


@dataclass
class Difference:
    """The largest difference of a kernel, or of the whole function, from the reference over all
    calls: absolute, relative to the largest magnitude of the result, and relative to the
    tolerance."""

    name: str
    location: Location | None
    is_kernel: bool = True
    calls: int = 0
    absolute: float = 0.0
    relative: float = 0.0
    share: float = 0.0

    def note(self, absolute: float, relative: float, share: float) -> None:
        """Adds the difference of one result."""
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
    """The differences of the kernels that a call of a function runs, the worst first, followed by
    the difference of the function's result.

    The options are those of :func:`dlvm.compile`. Raises :class:`DiagnosticError` as it does, and
    if the call traps.
    """
    scheduled = compiler.scheduled_module(
        module,
        opt_level=opt_level,
        fast_math=fast_math,
        threads=threads,
        memory_budget=memory_budget,
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
    """A module with one function for each definition, which only applies it; and the functions'
    names."""
    alone = Module("kernels", module.stage)
    alone.definitions = list(module.definitions)
    alone.schedules = list(module.schedules)
    alone.kernels = list(module.kernels)
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
    """The type with unnamed erased dimensions, ``_``, in place of named ones."""
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
    """The maximum number of terms of one element."""
    sizes, most = _sizes(definition, given), 1
    for statement in definition.body.statements:
        groups = [n.ranges for n in statement.value.reductions]
        groups += [statement.ranges] if statement.by is not None else []
        for ranges in groups:
            most = max(most, math.prod(size_number(r.size, sizes) for r in ranges))
    return most


# Rounding


def _samples(definition: Definition, given: Sequence[Array], counter: int) -> Iterator[Any]:
    """The results of the definition with perturbed rounding."""
    for seed in _SAMPLES:
        # An index that is computed from perturbed values may be out of range.
        try:
            random = RandomState(0, counter)
            yield evaluate_definition(definition, given, random, None, _moved(seed))
        except DiagnosticError:
            continue


def _changed_results(module: Module, function: str, arguments: Sequence[Any]) -> Iterator[Any]:
    """The results of a function with perturbed kernels."""
    for seed in _SAMPLES:
        # Perturbed values may cause a trap.
        try:
            yield interpret(module, function, *arguments, rounding=_moved(seed))
        except DiagnosticError:
            continue


def _moved(seed: int) -> Rounding:
    """Perturbs floats by one unit in the last place, up or down. Equal values change alike, so that
    recomputed values stay equal."""
    start = np.uint64(seed * 0x9E3779B97F4A7C15 & (1 << 64) - 1)

    def move(values: Array, element: ElementType) -> Array:
        bits = np.ascontiguousarray(values, np.float64).view(np.uint64).reshape(values.shape)
        mixed = (bits ^ start) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ mixed >> np.uint64(31)) * np.uint64(0x94D049BB133111EB)
        signs = np.where(mixed >> np.uint64(63), -1.0, 1.0)
        return (values * (1 + _spacing(element) * signs)).astype(values.dtype)

    return move


def _spacing(element: ElementType) -> float:
    """The distance from 1 to the next number; 0 for element types that do not round."""
    return float(np.spacing(element.numpy.type(1))) if element.is_differentiable else 0.0


# Differences


_ALL_WRONG: Final = (math.inf, math.inf, math.inf)


def _differences(
    found: Array, expected: Array, changed: Sequence[Array], joined: int
) -> tuple[float, float, float]:
    """The difference of a result, as in :class:`Difference`."""
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
            pending.extend(reversed(value.captured))
        elif isinstance(value, tuple):
            pending.extend(reversed(cast("tuple[Any, ...]", value)))
        elif value is not None:
            yield np.asarray(value)


def _distances(a: Array, b: Array) -> Array:
    """The distance between elements; infinite if only one of them is finite, or only one is NaN."""
    wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)
    same = np.asarray(a == b) | (np.isnan(wide_a) & np.isnan(wide_b))
    with np.errstate(all="ignore"):
        distances = np.abs(wide_a - wide_b)
    if a.dtype.kind in "iu":
        # Different large integers may be equal as f64.
        distances = np.maximum(distances, 1.0)
    return choose(same, 0.0, choose(np.isnan(distances), math.inf, distances))


# Reports


def differences_table(differences: Sequence[Difference]) -> str:
    """A table of differences, with the source lines of the kernels."""
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
    """Raises :class:`DiagnosticError` if a difference exceeds the tolerance. The difference of the
    whole function counts only if no kernel exceeds the tolerance."""
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
