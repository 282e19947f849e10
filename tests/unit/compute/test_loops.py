"""Stage loops: what random schedules make of kernels, interpreted, printed, parsed and compiled."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.compute.loops.lowering import lower_to_loops
from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter.index_notation.kernels import evaluate_kernel
from dlvm.interpreter.rules import RandomState
from dlvm.ir.module import Module, Stage
from dlvm.ir.schedules import Schedule
from tests.support.programs.schedule_draws import draw, legal_directives
from tests.unit.compute.test_schedules import (
    ERASED,
    KERNELS,
    arguments_of,
    erased_program,
    parts_of,
    program,
)

DRAWS = 4


def scheduled(module: Module, directives: list[str]) -> Module:
    """A copy of a module, with a schedule for its only kernel."""
    copy = dlvm.parse(str(module))
    name = copy.definitions[0].name or ""
    lines = "\n".join(directives)
    given = dlvm.parse(f"schedule @{name} for cpu {{\n{lines}\n}}").schedules
    copy.schedules = given if directives else [Schedule(name)]
    copy.stage = Stage.SCHEDULE
    return copy


def in_loops(module: Module, directives: list[str]) -> Module:
    """A module at stage loops."""
    copy = scheduled(module, directives)
    lower_to_loops(copy)
    return copy


def interpreted(module: Module, arguments: list[Any]) -> list[Any]:
    """The results of the only kernel of a module, by its loops."""
    (definition,), (kernel,) = module.definitions, module.kernels
    return parts_of(evaluate_kernel(kernel, definition, arguments, RandomState(0)))


@pytest.mark.parametrize("name", [*KERNELS, *(f"erased {name}" for name in ERASED)])
def test_loops_compute_what_their_definition_does(name: str) -> None:
    erased = name.removeprefix("erased ")
    module = program(name) if name == erased else erased_program(erased)
    arguments = arguments_of(module)
    expected = parts_of(dlvm.interpret(module, "f", *arguments))
    sizes = [] if name == erased else list(map(np.int64, arguments[0].shape))
    r = random.Random(f"loops of {name}")
    for number in range(DRAWS):
        directives = legal_directives(module, draw(r, module.definitions[0]))
        loops = in_loops(module, directives)
        dlvm.verify(loops)
        again = dlvm.parse(str(loops))
        assert again == loops, directives
        for own, exact in zip(interpreted(loops, [*arguments, *sizes]), expected, strict=True):
            assert np.array_equal(own, exact), directives
        if number == 0:
            found = parts_of(dlvm.compile(again, threads=2)["f"](*arguments))
            for own, exact in zip(found, expected, strict=True):
                assert np.array_equal(own, exact), directives


EDITED = """module "edited"
stage loops

compute @k: (<10 x f32>) -> <10 x f32> {{
    (%x) -> %y
    %y[i < 10] = %x[i] * 2: f32
}}

loops @k {{
    {0}
}}

func @f: (<10 x f32>) -> <10 x f32> {{
'entry(%x: <10 x f32>):
    %y = apply @k(%x: <10 x f32>) -> <10 x f32>
    return %y: <10 x f32>
}}
"""


def edited(lines: str) -> Module:
    return dlvm.parse(EDITED.format(lines))


def test_edited_loops_are_compiled() -> None:
    module = edited(
        "for i from 0 to 10 by 4 {\n vector v from 0 to 10 - i of 4 {\n"
        " %y[i + v] = %x[i + v] + %x[i + v]\n }\n }"
    )
    dlvm.verify(module)
    x = np.arange(10, dtype=np.float32)
    assert np.array_equal(dlvm.compile(module)["f"](x), 2 * x)
    assert np.array_equal(interpreted(module, [x])[0], 2 * x)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("for i from 0 to 10 { %y[i] = %x[i + 1] }", "index 10 of %x is out of range"),
        ("for i from 0 to 10 { %y[i + 1] = %x[i] }", "index 10 of %y is out of range"),
        ("for i from 0 to 9 { %y[i] = %x[i] }", "element 9 of %y is not written"),
        (
            "alloc %t: 10 x f32 in stack\n for i from 0 to 10 { %y[i] = %t[i] }",
            "element 0 of %t is read before it is written",
        ),
    ],
)
def test_the_interpreter_checks_memory(lines: str, message: str) -> None:
    with pytest.raises(DiagnosticError, match=message):
        interpreted(edited(lines), [np.zeros(10, np.float32)])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("for i from 0 to 10 { %y[i] = %x[i + 1] }", "the index of %x may be 10 or more"),
        ("for i from 0 to 10 { %y[i] = %x[i - 1] }", "the index of %x may be below 0"),
        ("for i from 0 to 10 by 4 { %y[i + 2] = %x[i] }", "the index of %y may be 10 or more"),
        (
            "for i from 0 to 10 { let j = min(i + 1, 10)\n %y[j] = %x[i] }",
            "the index of %y may be 10 or more",
        ),
        (
            "alloc %t: 4 x f32 in stack\n for i from 0 to 10 { %t[i] = %x[i] }",
            "the index of %t may be 4 or more",
        ),
        ("let r = rem(0 - 1, 3)\n %y[r] = %x[0]", "the index of %y may be below 0"),
        ("let w = whole(12, 8, 4)\n %y[w] = %x[0]", "the index of %y may be below 0"),
        ("let c = cover(0, 5, 4, 9, 0)\n %y[c + 6] = %x[0]", "the index of %y may be 10 or more"),
        (
            "if 0 < 1 { alloc %x: 90 x f32 in stack\n for i from 0 to 90 { %x[i] = 0: f32 } }\n"
            " for i from 0 to 20 { let j = rem(i, 10)\n %y[j] = %x[i] }",
            "the index of %x may be 10 or more",
        ),
        (
            "%y[0] = %x[0]\n parallel b, e of 10 by 1 { for i from b to e { %y[i] = %x[i] } }",
            "each thread writes the same elements of %y",
        ),
        (
            "parallel b, e of 9 by 1 { for i from b to e { %y[i] = %x[i] } }\n"
            " alloc %t: 1 x f32 in stack\n %t[0] = %y[3]",
            "each thread reads %y while others write it",
        ),
        (
            "parallel b, e of 5 by 1 { for i from b to e { %y[i] = %x[i] } }\n"
            " parallel c, d of 6 by 1 { for j from c to d { %y[j] = %x[j] } }",
            "expected the size and the step of the parallel loop before",
        ),
        (
            "unroll u from 0 to 2 { parallel b, e of 5 by 1 {"
            " for i from b to e { %y[i + 5 * u] = %x[i] } } }",
            "expected serial loops only around a parallel loop",
        ),
        (
            "parallel b, e of 5 by 1 { for i from b to e { for m from 0 to 2 {"
            " %y[2 * i + m] = %x[0]\n %y[i + m] = %x[i] } } }",
            "different threads may access the same element of %y",
        ),
        (
            "parallel b, e of 5 by 1 { for i from b to e { for m from 0 to 2 {"
            " %y[i + 3 * m] = %x[i] } } }",
            "different threads may access the same element of %y",
        ),
        (
            "parallel b, e of 10 by 1 { for i from b to e { %y[i, i64(%x[i])] = %x[i] } }",
            "different threads may access the same element of %y",
        ),
        (
            "parallel b, e of 10 by 1 { for i from b to e { %y[0] = %x[i] } }",
            "different threads may access the same element of %y",
        ),
        (
            "parallel b, e of 10 by 2 { for i from b to e {\n"
            " %y[i] = %x[i]\n %y[9 - i] = %x[i] } }",
            "different threads may access the same element of %y",
        ),
        (
            "parallel b, e of 10 by 1 { for i from 0 to 10 { %y[i] = %x[b] } }",
            "different threads may access the same element of %y",
        ),
    ],
)
def test_the_verifier_refuses_accesses_that_it_cannot_prove(lines: str, message: str) -> None:
    with pytest.raises(DiagnosticError, match=message):
        dlvm.verify(edited(lines))


@pytest.mark.parametrize(
    "lines",
    [
        "for i from 0 to 10 { let j = min(i + 1, 9)\n %y[j] = %x[i] }",
        "for i from 0 to 10 by 4 { if i < 8 { %y[i + 2] = %x[i] } }",
        "for i from 0 to 10 { %y[i] = if(lessThan(index(i), 9: i64), %x[i + 1], 0: f32) }",
        "let w = whole(0, 10, 4)\n for i from 0 to w by 4 { %y[i + 3] = %x[i] }",
        "let w = whole(0, 10, 4)\n if w < 10 { %y[w + 1] = %x[w] }",
        "parallel b, e of 10 by 4 { for i from b to e { %y[i] = %x[9 - i] } }",
        "parallel b, e of 2 by 1 { for i from b to e {\n"
        " for j from 0 to 5 { %y[2 * j + i] = %x[j] } } }",
        "parallel b, e of 10 by 2 { for i from b to e { %y[9 - i] = %x[i] } }",
        "for j from 0 to 2 { parallel b, e of 5 by 1 { for i from b to e {"
        " %y[2 * i + j] = %x[i] } } }"
        "\n parallel c, d of 5 by 1 { for i from c to d { %y[2 * i + 1] = %y[2 * i] } }",
        "parallel b, e of 10 by 4 { let w = min(e, 8)\n for i from b to w by 4 {\n"
        " vector v from 0 to 4 of 4 { %y[i + v] = %x[i + v] } }\n"
        " if 8 < e { vector v from 0 to 2 of 2 { %y[v + 8] = %x[v + 8] } } }",
    ],
)
def test_the_verifier_proves_accesses(lines: str) -> None:
    dlvm.verify(edited(lines))


def test_peeling_makes_conditions_known() -> None:
    """The first tile of a sum starts its partial sums, and the others add to them."""
    tiled = ["tile k by 8", "tile j by 16", "vectorize j by 8", "pack %y"]
    module = program("product")
    plain, peeled = (
        str(in_loops(module, [*tiled, *more]).kernels[0].body) for more in ([], ["peel k"])
    )
    condition = "If(left=Affine(terms=(), constant=0), right=Affine(terms=(('k.tile', 1),)"
    assert condition in plain
    assert condition not in peeled


def test_peeling_needs_a_loop_that_begins_at_a_number() -> None:
    with pytest.raises(DiagnosticError, match="expected a serial loop that begins at a number"):
        in_loops(program("points"), ["parallel i", "peel i"])
