"""Compares engines on random programs.

``python -m tests.fuzz.sweep --programs 10000`` compares compiled code with the interpreter.
``--compare passes`` compares results before and after optimization, ``--compare gradients``
gradients with central differences and forward mode with reverse mode, ``--compare kernels`` each
compiled kernel with its reference evaluation, and ``--compare erased`` programs with erased sizes
with the same at known sizes. ``--first S --programs 1 --print`` prints the program of a seed.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from queue import SimpleQueue
from random import Random
from typing import Any

import numpy as np
from rich.progress import track

import dlvm
from dlvm.analysis.differentiation.gradients import declared_type
from dlvm.ir import (
    DerivativeDeclaration,
    DerivedDeclaration,
    Effect,
    Function,
    GradientDeclaration,
    Module,
    Stage,
)
from dlvm.ir.cloning import clone_module
from dlvm.ir.types import TupleType
from dlvm.tools.comparison import compare_kernels
from dlvm.transforms import PASSES, parse_pipeline
from dlvm.transforms.differentiation.checkpointing.loop_checkpoints import (
    LoopCheckpoints,
    checkpointable_loop,
    outermost_loops,
)
from dlvm.transforms.ipo.closure_conversion import convert_closures
from tests.support import erased_programs
from tests.support.agreement import Exactness, assert_agree
from tests.support.float_parts import moved, product, random_floats, total, with_floats
from tests.support.programs.drawing import FEATURES
from tests.support.programs.programs import (
    Program,
    draw_program,
    with_other_sizes,
    with_wrong_sizes,
)

Run = Callable[..., Any]
"""Runs the function of a program, given arguments."""

LONGEST = 120
"""After so many seconds a program counts as one that does not end."""


def drawn(seed: int, without: Iterable[str] = ()) -> tuple[Program, list[Program]]:
    """The program of a seed, once more with arguments of other sizes, which may be invalid."""
    random = Random(seed)
    program = draw_program(random, features=FEATURES | dict.fromkeys(without, False))
    varied = [with_wrong_sizes(program, random), with_other_sizes(program, random)]
    return program, [program, *varied]


def command(seed: int, compare: str = "compiled", without: Iterable[str] = ()) -> str:
    """What shows the difference again that the program of a seed makes."""
    words = [f"python -m tests.fuzz.sweep --programs 1 --first {seed}"]
    words += [f"--compare {compare}"] if compare != "compiled" else []
    words += [f"--without {feature!r}" for feature in without]
    return " ".join(words)


def compiled_differs(seed: int, without: Iterable[str] = ()) -> str | None:
    """How compiled code differs from the interpreter for the program of a seed, or None."""
    program, calls = drawn(seed, without)
    dlvm.verify(program.module)

    def without_unneeded(level: int) -> Module:
        converted = clone_module(program.module)
        convert_closures(converted)
        return optimized(converted, f"O{level} DCE")

    for level in (0, 2):
        needed = cache(partial(without_unneeded, level))
        executable = None
        for call in calls:
            if executable is None or _draws_numbers(program.module):
                # Each call begins with a generator of random numbers of its own.
                executable = dlvm.compile(program.module, opt_level=level, threads=1 + seed % 2)
            problem = difference(call, needed, executable[program.function])
            if problem is not None:
                again = command(seed, without=without)
                return f"seed {seed}, level {level}: {problem}\n  {again}"
    return None


STEP = 1e-6
"""How far arguments are moved for differences."""


def smooth(seed: int, without: Iterable[str] = ()) -> Program:
    """The differentiable program of a seed."""
    features = FEATURES | dict.fromkeys(without, False)
    return draw_program(Random(seed), smooth=True, features=features)


def gradient_differs(seed: int, without: Iterable[str] = ()) -> str | None:
    """How the gradient of a program, or its gradient's gradient, differs from central differences,
    or forward mode from reverse mode; or None."""
    program = smooth(seed, without)
    module = clone_module(program.module)
    module.stage = Stage.RAW
    function = module.function(program.function)
    assert function is not None
    sources = _sources(function, seed)
    _declare(module, "slope", GradientDeclaration(function, sources))
    slope = module.functions[-1]
    _declare(module, "curvature", GradientDeclaration(slope, sources=(0,), seedable=True))
    _declare(module, "push", DerivativeDeclaration(function, sources))
    if seed % 3 == 2:
        _keep_few_states(module, seed % 4)
    dlvm.verify(module)
    dlvm.run_passes(module, "AD")
    dlvm.verify(module)
    executable = dlvm.compile(module, opt_level=seed % 4)
    value, slope_of = executable[program.function], executable["slope"]
    # At 0 some programs have kinks.
    generator = np.random.default_rng(seed)
    given = with_floats(program.arguments, lambda a: a + generator.uniform(1e-3, 1e-2, a.shape))
    slopes = slope_of(*given)
    assert_agree(dlvm.interpret(module, "slope", *given), slopes)

    def summed(arguments: Sequence[Any]) -> float:
        result = value(*arguments)
        return total(result if sources is None else [result[i] for i in sources])

    problem = _slope_problem(summed, given, slopes, seed)
    if problem is None:
        weights = random_floats(given[0], np.random.default_rng(seed))
        curvatures = executable["curvature"](*given, weights)
        problem = _slope_problem(
            lambda arguments: product(weights, slope_of(*arguments)[0]), given, curvatures, seed
        )
    if problem is None:
        tangents = random_floats(given, generator)
        pushed = executable["push"](*given, *tangents)
        assert_agree(dlvm.interpret(module, "push", *given, *tangents), pushed)
        forward, reverse = total(pushed), product(slopes, tangents)
        if abs(forward - reverse) > 1e-8 * max(1.0, abs(forward), abs(reverse)):
            problem = f"forward mode gives {forward}, reverse mode {reverse}"
    return f"seed {seed}: {problem}\n  {command(seed, 'gradients', without)}" if problem else None


def _sources(function: Function, seed: int) -> tuple[int, ...] | None:
    """Which results are differentiated: some of several."""
    result = function.type.result
    if not isinstance(result, TupleType):
        return None
    chosen = [i for i in range(len(result.elements)) if seed >> i & 1]
    return tuple(Random(seed).sample(chosen, len(chosen))) or (0,)


def _declare(module: Module, name: str, declaration: DerivedDeclaration) -> None:
    module.add_function(Function(name, declared_type(declaration), (), declaration))


def _keep_few_states(module: Module, states: int) -> None:
    """Lets the gradients of loops keep so many states only."""
    checkpoints = LoopCheckpoints(module)
    for function in list(module.functions):
        while found := [
            r for r in map(checkpointable_loop, outermost_loops(function)) if r is not None
        ]:
            checkpoints.replace(found[0], states)


def _slope_problem(
    value: Callable[[Sequence[Any]], float], arguments: Sequence[Any], slopes: Any, seed: int
) -> str | None:
    """How gradients of a function differ from central differences, if they do."""
    generator = np.random.default_rng(seed)
    for position, slope in enumerate(slopes):
        direction = random_floats(arguments[position], generator)
        found = product(slope, direction)
        totals: dict[float, float] = {}
        for step in (-STEP, -STEP / 2, 0, STEP / 2, STEP):
            changed = list(arguments)
            changed[position] = moved(arguments[position], direction, step)
            totals[step] = value(changed)
        expected = (totals[STEP] - totals[-STEP]) / (2 * STEP)
        near = (totals[STEP / 2] - totals[-STEP / 2]) / STEP
        bend = (totals[STEP] - 2 * totals[0] + totals[-STEP]) / STEP
        tolerance = 2e-4 * max(1.0, abs(expected), abs(found))
        if abs(found - expected) > tolerance and abs(expected - near) + abs(bend) < tolerance:
            return f"argument {position}: {found}, expected {expected}"
    return None


def _draws_numbers(module: Module) -> bool:
    return any(Effect.RANDOM in i.effects for f in module.functions for i in f.instructions())


INEXACT = frozenset({"STAB", "LAYOUT", "LOOPDOT", "LAF"})
"""The passes that may change how float results are rounded at any level: behind the last
three it is open in which order products are summed."""

BEFORE_DIFFERENTIATION = frozenset({"VP"})
"""The passes that run before differentiation if they are listed before it. In changed code,
gradients are added in another order."""

LEVELS = ("O0", "O1", "O2", "O3", "O2{fast_math=true}")
"""The pipelines that every program goes through."""


def optimized_differs(seed: int, without: Iterable[str] = ()) -> str | None:
    """How a program differs, interpreted after passes and as text, or None. Of some programs it is
    the gradient that passes work on."""
    if seed % 4 == 3:
        program = with_gradient(smooth(seed, without))
        calls = [program]
    else:
        program, calls = drawn(seed, without)
    dlvm.verify(program.module)
    again = command(seed, "passes", without)
    if dlvm.parse(str(program.module)) != program.module:
        return f"seed {seed}: the text reads as another program\n  {again}"
    if program.module.stage is Stage.RAW:
        calls = [replace(program, module=optimized(program.module, "AD"))]
    for passes in pipelines(seed):
        module = optimized(program.module, passes)
        for call in calls:
            run = partial(dlvm.interpret, module, program.function)
            exactness = how_exact(passes, program.module.stage)
            problem = difference(call, lambda module=module: module, run, exactness)
            if problem is not None:
                return f"seed {seed}, {passes}: {problem}\n  {again}"
    return None


def kernels_differ(seed: int, without: Iterable[str] = ()) -> str | None:
    """Which kernels of a program differ from their reference evaluation by more than rounding, or
    None. Every fourth program is a gradient."""
    if seed % 4 == 3:
        calls = [with_gradient(smooth(seed, without))]
    else:
        _, calls = drawn(seed, without)
    for call in calls:
        given = call.module, call.function, call.arguments
        try:
            found = compare_kernels(*given, opt_level=seed % 3, threads=1 + seed % 2)
        except dlvm.DiagnosticError:
            # Whether both ways to run it end so is for another comparison.
            continue
        wrong = [d for d in found if not d.share <= 1]
        if wrong:
            return f"seed {seed}: {wrong}\n  {command(seed, 'kernels', without)}"
    return None


def with_gradient(program: Program) -> Program:
    """The gradient of a program, before differentiation."""
    module = clone_module(program.module)
    module.stage = Stage.RAW
    function = module.function(program.function)
    assert function is not None
    result = function.type.result
    parts = range(len(result.elements)) if isinstance(result, TupleType) else (0,)
    declaration = GradientDeclaration(function, _sources(function, 0), keeping=tuple(parts))
    _declare(module, "slope", declaration)
    return replace(program, module=module, function="slope")


def pipelines(seed: int) -> list[str]:
    """All optimization levels, linear-algebra fusion after one of them, a single pass, and several
    passes in any order."""
    random = Random(seed)
    names = [name for name in PASSES if name not in ("AD", "CKPT", "LAF")]
    order = random.choices(names, k=random.randint(2, 2 * len(names)))
    return [*LEVELS, f"{LEVELS[seed % 4]} LAF", names[seed % len(names)], " ".join(order)]


def how_exact(passes: str, stage: Stage) -> Exactness:
    """What passes may change of float results, for a module that is at a stage."""
    if "fast_math" in passes:
        return Exactness.REAL
    names = {p.name for p in parse_pipeline(passes)}
    inexact = INEXACT | BEFORE_DIFFERENTIATION if stage is Stage.RAW else INEXACT
    return Exactness.ROUNDED if names & inexact else Exactness.SAME


CHECKS: Mapping[str, Callable[..., str | None]] = {
    "compiled": compiled_differs,
    "passes": optimized_differs,
    "gradients": gradient_differs,
    "kernels": kernels_differ,
    "erased": erased_programs.differs,
}
"""What can be compared: for a seed, and features to leave out, the difference, or None."""


def optimized(module: Module, passes: str) -> Module:
    """A copy of a module, after passes."""
    copy = clone_module(module)
    dlvm.run_passes(copy, passes, verify_each=True)
    return copy


def difference(
    program: Program,
    needed: Callable[[], Module],
    run: Run,
    exactness: Exactness = Exactness.ROUNDED,
) -> str | None:
    """How the result of a program differs from the interpreter's, or None.

    An error may be missing if nothing needs the value that fails: ``needed`` returns the program
    without such values, and is called only after an error."""
    expected = _outcome(partial(dlvm.interpret, program.module, program.function), program)
    found = _outcome(run, program)
    if isinstance(expected, dlvm.DiagnosticError):
        if isinstance(found, dlvm.DiagnosticError):
            return None
        expected = _outcome(partial(dlvm.interpret, needed(), program.function), program)
    if isinstance(expected, dlvm.DiagnosticError) or isinstance(found, dlvm.DiagnosticError):
        return f"found {found!r:.300}, the interpreter gave {expected!r:.300}"
    try:
        assert_agree(found, expected, exactness)
    except AssertionError as problem:
        return str(problem).strip()[:300]
    return None


def _outcome(run: Run, program: Program) -> Any:
    try:
        return run(*program.arguments)
    except dlvm.DiagnosticError as problem:
        return problem


def sweep(
    seeds: Sequence[int], jobs: int, compare: str, without: Iterable[str]
) -> Iterator[str | None]:
    """For each program, in any order, the difference it makes, or None. Programs run in ``jobs``
    processes apart, which may crash."""
    check = partial(_limited, CHECKS[compare])

    def run(own: Iterable[int]) -> None:
        executor = _executor()
        for seed in own:
            problem = executor.submit(check, seed, tuple(without))
            crash = problem.exception()
            if crash is None:
                found.put(problem.result())
                continue
            again = command(seed, compare, without)
            found.put(f"seed {seed}: {type(crash).__name__}: {crash}"[:500] + f"\n  {again}")
            executor.shutdown()
            executor = _executor()
        executor.shutdown()

    found: SimpleQueue[str | None] = SimpleQueue()
    with ThreadPoolExecutor(jobs) as threads:
        for number in range(jobs):
            threads.submit(run, seeds[number::jobs])
        for _ in seeds:
            yield found.get()


def _limited(check: Callable[..., str | None], seed: int, without: Iterable[str]) -> str | None:
    """A check in its own process, which is ended if the check takes too long."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        return check(seed, without)
    except dlvm.DiagnosticError as problem:
        return f"seed {seed}: {problem}"[:500]
    finally:
        faulthandler.cancel_dump_traceback_later()


def _executor() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, initializer=_start)


def _start() -> None:
    os.environ["DLVM_CACHE_DIR"] = ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--programs", type=int, default=1000, help="number of programs (default: 1000)"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="number of processes (default: one per core)",
    )
    parser.add_argument(
        "--compare", choices=CHECKS, default="compiled", help="what to compare (default: compiled)"
    )
    parser.add_argument(
        "--without", action="append", default=[], choices=FEATURES, help="leave out a feature"
    )
    parser.add_argument(
        "--print", action="store_true", help="print the programs without running them"
    )
    arguments = parser.parse_args()
    seeds = range(arguments.first, arguments.first + arguments.programs)
    if arguments.print:
        for seed in seeds:
            if arguments.compare == "gradients":
                print(smooth(seed, arguments.without).module)
                continue
            if arguments.compare == "erased":
                pair = erased_programs.drawn(seed, arguments.without)
                print(pair.known, pair.erased, *pair.calls, sep="\n")
                continue
            program, calls = drawn(seed, arguments.without)
            print(program.module, *(c.arguments for c in calls), sep="\n")
        return 0
    count = 0
    outcomes = sweep(seeds, arguments.jobs, arguments.compare, arguments.without)
    for found in track(outcomes, "comparing", total=len(seeds)):
        if found is not None:
            print(found)
            count += 1
    print(f"{len(seeds)} programs, {count} differences")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
