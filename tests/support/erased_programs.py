"""Compares programs with randomly erased sizes with the same programs at known sizes.

Programs are drawn at known sizes. Then sizes of functions, calls, blocks, constants and memory are
erased. The results of the interpreter and of compiled code are compared with those of the
interpreter at known sizes; the seed draws the level. Two thirds of the programs are differentiable
and compared with their gradients in both modes, once and twice. Half of those are recurrences over
sequences of unknown length: loops, which the program at known sizes unrolls.

``python -m tests.fuzz.sweep --compare erased --programs 10000`` compares many of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np

import dlvm
from dlvm.analysis.differentiation.gradients import declared_type
from dlvm.ir import (
    DerivativeDeclaration,
    DerivedDeclaration,
    Function,
    GradientDeclaration,
    Module,
    Stage,
    TupleType,
)
from dlvm.ir.cloning import clone_module
from dlvm.runtime.calling.executable import Executable
from tests.support.agreement import assert_agree
from tests.support.float_parts import random_floats, with_floats
from tests.support.programs.drawing import FEATURES
from tests.support.programs.program_recurrences import draw_recurrence
from tests.support.programs.program_sizes import erase_sizes
from tests.support.programs.programs import draw_program

LEVELS = (0, 1, 2, 3)
DOCUMENTED = "together with values that have tangents"
"""The end of the refusal that the language's page gives a reason for."""


@dataclass(frozen=True)
class Pair:
    """A program at known sizes, the same with sizes erased, and calls that both get."""

    known: Module
    erased: Module
    calls: Sequence[tuple[str, Sequence[Any]]]


def drawn(seed: int, without: Iterable[str] = ()) -> Pair:
    """The programs of a seed."""
    random = Random(seed)
    features = FEATURES | dict.fromkeys((*without, "erased sizes"), False)
    if seed % 3 == 0:
        program = draw_program(random, features=features)
        kept = [a.removeprefix("@") for a in program.arguments if isinstance(a, str)]
        erased = erase_sizes(program.module, random, kept)
        return Pair(program.module, erased, [(program.function, program.arguments)])
    if seed % 3 == 1:
        program = draw_program(random, smooth=True, features=features)
        known, erased = program.module, erase_sizes(program.module, random)
        arguments = program.arguments
    else:
        known, erased, arguments = draw_recurrence(random)
    # At 0 some programs have kinks.
    generator = np.random.default_rng(seed)
    arguments = with_floats(arguments, lambda a: a + generator.uniform(1e-3, 1e-2, a.shape))
    tangents = random_floats(arguments, generator)
    known, erased = (_with_derivatives(m, Random(seed)) for m in (known, erased))
    given = {
        "f": arguments,
        "slope": arguments,
        "push": [*arguments, *tangents],
        "curvature": [*arguments, tangents[0]],
        "twist": [*arguments, *tangents],
    }
    return Pair(known, erased, [(n, a) for n, a in given.items() if known.function(n)])


def _with_derivatives(module: Module, random: Random) -> Module:
    """A module with its function's derivatives in both modes, and one of each of these."""
    module = clone_module(module)
    module.stage = Stage.RAW
    function = module.function("f")
    assert function is not None

    def declare(name: str, declaration: DerivedDeclaration) -> Function:
        made = Function(name, declared_type(declaration), (), declaration)
        return module.add_function(made)

    has_several = isinstance(function.type.result.canonical, TupleType)
    sources = (random.randrange(2),) if has_several else None
    slope = declare("slope", GradientDeclaration(function, sources))
    if random.random() < 0.5:
        declare("push", DerivativeDeclaration(function, sources))
    if random.random() < 0.5:
        declare("curvature", GradientDeclaration(slope, (0,), seedable=True))
    else:
        declare("twist", DerivativeDeclaration(slope, (0,)))
    return module


def differs(
    seed: int, without: Iterable[str] = (), levels: Sequence[int] | None = None
) -> str | None:
    """How the program of a seed with sizes erased differs from the one at known sizes, or None.
    Without levels it is compiled at one, which the seed draws: compiling takes nearly all the
    time."""
    if levels is None:
        levels = (LEVELS[seed // 3 % len(LEVELS)],)
    words = [f"python -m tests.fuzz.sweep --compare erased --programs 1 --first {seed}"]
    words += [f"--without {feature!r}" for feature in without]
    for problem in _problems(drawn(seed, without), seed, levels):
        return f"seed {seed}, {problem}\n  {' '.join(words)}"
    return None


def _problems(pair: Pair, seed: int, levels: Sequence[int]) -> Iterator[str]:
    dlvm.verify(pair.known)
    dlvm.verify(pair.erased)
    try:
        known, erased = (_derived(module) for module in (pair.known, pair.erased))
    except dlvm.DiagnosticError as problem:
        if DOCUMENTED in str(problem):
            return
        raise
    expected: dict[str, Any] = {}
    for name, arguments in pair.calls:
        expected[name] = dlvm.interpret(known, name, *arguments)
    yield from _differences(pair, expected, "interpreter", partial(dlvm.interpret, erased))
    for level in levels:
        try:
            executable = dlvm.compile(pair.erased, opt_level=level, threads=1 + seed % 2)
        except dlvm.DiagnosticError as problem:
            yield f"level {level} is refused: {problem}"[:500]
            continue
        yield from _differences(pair, expected, f"level {level}", partial(_call, executable))


def _call(executable: Executable, name: str, *arguments: Any) -> Any:
    return executable[name](*arguments)


def _differences(pair: Pair, expected: Any, way: str, run: Any) -> Iterator[str]:
    for name, arguments in pair.calls:
        try:
            found = run(name, *arguments)
            assert_agree(found, expected[name])
        except (AssertionError, dlvm.DiagnosticError) as problem:
            yield f"{way}, @{name}: {problem}".strip()[:500]


def _derived(module: Module) -> Module:
    if module.stage is not Stage.RAW:
        return module
    copy = clone_module(module)
    dlvm.run_passes(copy, "AD")
    dlvm.verify(copy)
    return copy
