"""``preload``: which elements are fetched, and when."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import pytest

import dlvm
from dlvm.compute.loops.directives.preload import preloaded
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.compute import Affine
from dlvm.ir.loops.kernels import ForLoop, Let, Prefetch, Stmt
from dlvm.ir.schedules import Directive
from tests.unit.compute.test_loops import in_loops
from tests.unit.compute.test_schedules import program

KERNEL = """\
stage loops
compute @f: (<{elements} x f32>, i64) -> <{results} x f32> {{
    (%x, _n) -> %y
    %y[i < {results}] = %x[i]
}}
loops @f {{
    for v from 0 to {values} {{
        for i from 0 to {rows} by {step} {{
            for p from 0 to {parts} {{
                for k from 0 to {terms} {{
                    %y[i] by add = %x[{panel} * v + {terms} * p + k]
                }}
            }}
        }}
    }}
}}
"""


def _value(index: Affine, values: Mapping[str, int]) -> int:
    terms = sum(int(c) * values[v] for v, c in index.terms if isinstance(c, int))
    return terms + (index.constant if isinstance(index.constant, int) else values["_n"])


def _fetched(body: Sequence[Stmt], values: dict[str, int]) -> Iterator[tuple[int, int]]:
    """The elements that a body fetches, each with the value of ``v`` at that time."""
    for stmt in body:
        match stmt:
            case ForLoop():
                last = _value(stmt.end, values)
                for n in range(_value(stmt.begin, values), last, stmt.step):
                    yield from _fetched(stmt.body, values | {stmt.variable: n})
            case Let(variable, "min", arguments):
                values = values | {variable: min(_value(a, values) for a in arguments)}
            case Prefetch(read):
                (index,) = read.indices
                assert isinstance(index, Affine)
                yield values["v"], _value(index, values)
            case _:
                pass


@pytest.mark.parametrize("number", range(60))
def test_each_iteration_fetches_all_lines_of_the_next(number: int) -> None:
    r = random.Random(number)
    values, parts, terms = r.randint(1, 4), r.randint(1, 5), r.randint(1, 200)
    panel = parts * terms
    rows = r.randint(1, 100)
    text = KERNEL.format(
        elements=(values + 1) * panel,
        results=rows,
        values=values,
        rows=rows,
        step=r.randint(1, 20),
        parts=parts,
        terms=terms,
        panel=panel,
    )
    (kernel,) = dlvm.parse(text).kernels
    changed = preloaded(kernel, Directive("preload", ("x", "v")))
    fetched: dict[int, set[int]] = {v: set() for v in range(values)}
    for v, element in _fetched(changed.body, {}):
        fetched[v].add(element)
    for v, elements in fetched.items():
        following = range((v + 1) * panel, (v + 2) * panel)
        assert all(any(e - 15 + n in elements for n in range(16)) for e in following)
        assert len(elements) <= 4 * panel // 16 + 4 * rows * parts


def test_rows_of_unknown_number_fetch_no_more_than_the_next_panel() -> None:
    text = KERNEL.format(
        elements=4000, results=10, values=3, rows="_n", step=4, parts=2, terms=500, panel=1000
    )
    (kernel,) = dlvm.parse(text).kernels
    changed = preloaded(kernel, Directive("preload", ("x", "v")))
    for rows in (1, 7, 64, 5000):
        elements = [e for v, e in _fetched(changed.body, {"_n": rows}) if v == 1]
        assert elements
        assert min(elements) == 2000
        assert max(elements) < 3000
        if rows >= 64:
            assert max(elements) >= 2984


def test_preloading_needs_reads_at_a_constant_distance() -> None:
    with pytest.raises(DiagnosticError, match="at a constant distance, got preload %x at j"):
        in_loops(program("product"), ["preload %x at j"])
