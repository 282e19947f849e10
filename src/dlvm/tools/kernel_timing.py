"""Measures the execution time and counts the work of each kernel of a module, run alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from statistics import median
from typing import Any, Final

import numpy as np

from dlvm import compiler
from dlvm.analysis.values.cost import bytes_of, definition_work
from dlvm.codegen.kernels.constant_evaluation import is_constant
from dlvm.ir.compute import Definition, Expression, Read, Reduction, is_size
from dlvm.ir.instruction import Successor
from dlvm.ir.instructions import Add, Apply, Branch, Conditional, LessThan, Return
from dlvm.ir.loops.kernels import LoopKernel
from dlvm.ir.module import Function, Module, Stage
from dlvm.ir.polynomial import Size, monomials, size_of
from dlvm.ir.schedules import Schedule
from dlvm.ir.types import (
    BOOL,
    ERASED,
    INDEX,
    FunctionType,
    Symbol,
    TensorType,
    TupleType,
    Type,
)
from dlvm.ir.values import index_literal
from dlvm.tools.host_sizes import HostSizes

_BATCH_SECONDS: Final = 2e-3
"""The minimum duration of one measurement, in seconds."""
_BATCHES: Final = 9
_MOST_REPETITIONS: Final = 1 << 24
_MOST_BYTES: Final = 1 << 30
"""The maximum total bytes of tensors of typical sizes."""

Array = np.ndarray[Any, np.dtype[Any]]
Clock = Callable[[], float]
CLOCKS: Final[dict[str, Clock]] = {"wall": time.perf_counter, "processor": time.process_time}
"""Clocks in seconds: of the time that passes, and of the processor time of all threads, which does
not depend on what other programs do."""


@dataclass(frozen=True)
class TimedKernel:
    """A definition with sizes for its symbols, its schedule or loops, and the number of its call
    sites.

    If a size is known only at run time, it is assumed to be 64, and ``is_typical`` is true. If
    assumed sizes contradict each other or are too large, ``fits`` is false, and the kernel does not
    run."""

    definition: Definition
    schedule: Schedule | LoopKernel
    sizes: tuple[int, ...]
    calls: int
    is_typical: bool
    fits: bool

    @property
    def name(self) -> str:
        return self.definition.name or ""

    @property
    def symbols(self) -> dict[str, int]:
        """The sizes by their names in the definition."""
        return dict(zip(self.definition.body.sizes, self.sizes, strict=True))

    @property
    def flops(self) -> int:
        """Floating-point operations; a transcendental function counts as one."""
        return value_of(definition_work(self.definition).operations, self.symbols)

    @property
    def bytes(self) -> int:
        """The bytes that the kernel reads and writes, each counted once."""
        return sum(self._bytes_read()) + sum(
            value_of(bytes_of(type), self.symbols) for type in self.definition.result_types
        )

    def _bytes_read(self) -> Iterator[int]:
        """The bytes that the reads of each parameter can reach."""
        types = self.definition.tensor_types()
        given = [p for p in self.definition.body.parameters if not is_size(p)]
        elements = dict.fromkeys(given, 0)
        for statement in self.definition.body.statements:
            if statement.base in elements:
                whole = value_of(bytes_of(types[statement.base]), self.symbols)
                elements[statement.base] += whole // types[statement.base].element.bytes
            for expression in statement.expressions:
                nodes = list(expression.walk())
                inner = [r for n in nodes if isinstance(n, Reduction) for r in n.ranges]
                sizes = {
                    r.variable: value_of(r.size, self.symbols) for r in (*statement.ranges, *inner)
                }
                for node in nodes:
                    if isinstance(node, Read) and node.tensor in elements:
                        elements[node.tensor] += prod(sizes[v] for v in node.variables)
        for name, count in elements.items():
            whole = value_of(bytes_of(types[name]), self.symbols)
            yield min(whole, count * types[name].element.bytes)

    @property
    def is_double(self) -> bool:
        """Whether the kernel computes in f64, which halves the vector width."""
        statements = self.definition.body.statements
        elements = (n.element for s in statements for e in s.expressions for n in e.walk())
        return any(e.is_float and e.bytes == 8 for e in elements)


def value_of(size: Size, symbols: Mapping[str, int]) -> int:
    """The value of a size, given the values of its symbols."""
    total = 0
    for names, number in monomials(size):
        for name in names:
            number *= symbols[name]
        total += number
    return total


def applied_kernels(
    module: Module, functions: Sequence[Function], arguments: Mapping[Function, Sequence[Any]]
) -> list[TimedKernel]:
    """The kernels that functions of a scheduled module apply, in the order of the program.
    The shapes of ``arguments`` of functions determine sizes."""
    schedules = {s.definition: s for s in (*module.schedules, *module.kernels)}
    found = Counter[tuple[Definition, tuple[int, ...], bool, bool]]()
    for function in functions:
        sizes = HostSizes(function, arguments.get(function, ()))
        for instruction in function.instructions():
            if not isinstance(instruction, Apply) or is_constant(instruction):
                continue
            if isinstance(instruction.callee, Definition):
                definition = instruction.callee
                count = len(definition.body.sizes)
                given = instruction.arguments[len(instruction.arguments) - count :]
                values = tuple(map(sizes.size, given))
                is_typical = any(map(sizes.is_typical, given))
                fits = not is_typical or (sizes.fit and _can_run(definition, values))
                found[definition, values, is_typical, fits] += 1
    return [
        TimedKernel(definition, schedules[definition.name or ""], sizes, calls, is_typical, fits)
        for (definition, sizes, is_typical, fits), calls in found.items()
    ]


def _can_run(definition: Definition, sizes: Sequence[int]) -> bool:
    """Whether sizes fulfill the checks of a definition, and its tensors are small."""
    symbols = dict(zip(definition.body.sizes, sizes, strict=True))
    facts = (fact for check in definition.body.size_checks for fact in check.facts)
    if any(value_of(fact, symbols) < 0 for fact in facts):
        return False
    types = (*definition.type.parameters, *definition.result_types)
    return sum(value_of(bytes_of(type), symbols) for type in types) <= _MOST_BYTES


def time_kernels(
    module: Module,
    kernels: Sequence[TimedKernel],
    threads: int | None,
    clock: Clock = time.perf_counter,
) -> Iterator[float | None]:
    """The time of each kernel in seconds: the median of several loops in native code on random
    inputs, or None if the kernel cannot run."""
    executable = compiler.compile(kernels_alone(module.name, kernels), threads=threads)
    random = np.random.default_rng(0)
    for kernel in kernels:
        if not kernel.fits:
            yield None
            continue
        once, repeated = (executable[f"{kind}.{kernel.name}"] for kind in ("alone", "repeated"))
        inputs = list(random_inputs(kernel, random))
        yield _seconds(lambda n, f=repeated, i=inputs, g=once: f(*i, n, g), clock)


def kernels_alone(name: str, kernels: Sequence[TimedKernel]) -> Module:
    """A module in which, for each kernel ``k``, ``alone.k`` applies it once, and ``repeated.k``
    calls its last argument; the second-to-last argument is the number of calls."""
    definitions = dict.fromkeys(k.definition for k in kernels)
    alone = Module(name, Stage.SCHEDULE)
    alone.definitions = list(definitions)
    for schedule in dict.fromkeys(k.schedule for k in kernels):
        if isinstance(schedule, LoopKernel):
            alone.stage = Stage.LOOPS
            alone.kernels.append(schedule)
        else:
            alone.schedules.append(schedule)
    for definition in definitions:
        once = _alone(definition)
        alone.functions += [once, _repeated(definition, once)]
    return alone


def _seconds(run: Callable[[int], object], clock: Clock) -> float:
    """The time of one iteration."""

    def batch(repetitions: int) -> float:
        start = clock()
        run(repetitions)
        return clock() - start

    batch(1)
    repetitions = 1
    while batch(repetitions) < _BATCH_SECONDS and repetitions < _MOST_REPETITIONS:
        repetitions *= 2
    return median(batch(repetitions) / repetitions for _ in range(_BATCHES))


def _alone(definition: Definition) -> Function:
    """A function that applies a definition once."""
    type = FunctionType(definition.type.parameters, _erased(definition.type.result))
    function = Function(f"alone.{definition.name}", type)
    entry = function.add_entry()
    applied = entry.insert(Apply(definition, entry.arguments, type.result))
    entry.insert(Return(applied))
    return function


def _repeated(definition: Definition, alone: Function) -> Function:
    """A function that calls its last argument, at least once. The second-to-last argument is the
    trip count. The callee is an argument, because LLVM would hoist a known one out of the loop."""
    once = alone.type
    type = FunctionType((*once.parameters, INDEX, once), once.result)
    function = Function(f"repeated.{definition.name}", type)
    entry = function.add_entry()
    head, body, end = (function.add_block(name) for name in ("head", "body", "end"))
    *given, repetitions, called = entry.arguments
    done = head.add_argument(INDEX, "done")
    last = head.add_argument(once.result, "last")
    first = entry.insert(Apply(called, given, once.result))
    entry.insert(Branch(Successor(head, [index_literal(1), first])))
    more = head.insert(LessThan(done, repetitions))
    head.insert(Conditional(more, Successor(body, []), Successor(end, [])))
    again = body.insert(Apply(called, given, once.result))
    count = body.insert(Add(done, index_literal(1)))
    body.insert(Branch(Successor(head, [count, again])))
    end.insert(Return(last))
    return function


def _erased(type: Type) -> Type:
    """The type without the names of sizes, which are local to a definition."""
    match whole := type.canonical:
        case TupleType(elements):
            return TupleType(tuple(map(_erased, elements)))
        case TensorType():
            return whole.with_shape(ERASED if isinstance(d, Symbol) else d for d in whole.shape)
        case _:
            return whole


def random_inputs(kernel: TimedKernel, random: np.random.Generator) -> Iterator[Array | int]:
    """Random inputs: floats between 0.5 and 1.5, small positive integers, and indices in bounds."""
    indexing = _indexing(kernel.definition)
    symbols, body = kernel.symbols, kernel.definition.body
    bounds = {c.parameter: c.bound for c in body.checks}
    for name, type in zip(body.parameters, kernel.definition.type.parameters, strict=True):
        if is_size(name):
            yield symbols[name[1:]]
            continue
        whole = type.canonical
        assert isinstance(whole, TensorType)
        shape = [value_of(size_of(dim), symbols) for dim in whole.shape]
        element = whole.element
        if element.is_float:
            yield (random.random(shape) + 0.5).astype(element.numpy)
            continue
        bound = bounds.get(name)
        low, high = (0, 2) if element is BOOL else (0, 1) if name in indexing else (1, 8)
        if bound is not None:
            low, high = 0, max(1, value_of(size_of(bound), symbols))
        yield random.integers(low, high, shape).astype(element.numpy)


def _indexing(definition: Definition) -> frozenset[str]:
    """The parameters from which indices are computed."""
    found: set[str] = set()
    for statement in definition.body.statements:
        computed = [i for i in statement.indices or () if isinstance(i, Expression)]
        for expression in statement.expressions:
            computed += [c for n in expression.reads for c in n.children]
        found.update(n.tensor for c in computed for n in c.reads)
    return frozenset(found)
