"""Random schedules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import dlvm
from dlvm.compute.loops.lowering import lower_definitions
from dlvm.compute.scheduling.user_schedules import apply_user_schedules
from dlvm.diagnostics import DiagnosticError
from dlvm.ir.compute import Definition, Range, Read, Reduction
from dlvm.ir.module import Module

LANES = (1, 2, 4, 8, 16)


def draw(r: random.Random, definition: Definition) -> list[str]:
    """Draws directives, some of which can be illegal for the kernel."""
    statements = definition.body.statements
    reductions = [n for s in statements for n in s.value.walk() if isinstance(n, Reduction)]
    ranges = [x for part in (*statements, *reductions) for x in part.ranges]
    sizes = {x.variable: x for x in ranges}
    targets = [s.target for s in statements]
    tensors = [p for p in (*definition.body.parameters, *targets) if not p.startswith("_")]
    drawn = [f"vectorize {v} by {r.choice(LANES)}" for v in sizes if r.random() < 0.5]
    for variable, loop_range in sizes.items():
        counts = [2, 3, 4]
        if r.random() < 0.3:
            tile = _part(r, loop_range)
            drawn.append(f"tile {variable} by {tile}")
            # A tile that is one block of registers.
            counts += [tile] * (2 if tile > 1 else 0)
        if r.random() < 0.3:
            drawn.append(f"unroll {variable} by {r.choice(counts)}")
        if r.random() < 0.2:
            drawn.append(f"intrinsic {variable} by {r.choice((1, 2, 2, 2))}")
        if r.random() < 0.15:
            drawn.append(f"peel {variable}")
        if r.random() < 0.1:
            drawn.append(f"split {variable} by {r.choice((2, 5, 16))}")
    for tensor in tensors:
        if r.random() < 0.5:
            drawn.append(f"pack %{tensor}")
        if r.random() < 0.2:
            drawn.append(f"prefetch %{tensor} by {r.randint(1, 8)}")
        if r.random() < 0.2 and sizes:
            drawn.append(f"preload %{tensor} at {r.choice(list(sizes))}")
    drawn += [f"reorder %{name} as {', '.join(v)}" for name, v in _layouts(r, definition)]
    for target in targets:
        if r.random() < 0.2:
            drawn.append(f"weave %{target}")
        if r.random() < 0.3 and sizes:
            drawn.append(f"fuse %{target} at {r.choice(list(sizes))}")
    if r.random() < 0.5 and len(sizes) > 1:
        drawn.append(f"order {', '.join(r.sample(list(sizes), r.randint(2, len(sizes))))}")
    if r.random() < 0.6 and sizes:
        drawn.append(f"parallel {r.choice(list(sizes))}")
    return drawn


def _layouts(r: random.Random, definition: Definition) -> Iterator[tuple[str, list[str]]]:
    """The last index variables of a statement's result, and all variables of the reads of a
    parameter."""
    statements = definition.body.statements
    for statement in statements:
        own = [x.variable for x in statement.ranges]
        if r.random() < 0.5 and len(own) > 1:
            last = own[-r.randint(2, len(own)) :]
            yield statement.target, r.sample(last, len(last))
    reads = [n for s in statements for n in s.value.walk() if isinstance(n, Read) and n.variables]
    for tensor in {n.tensor: n for n in reads}.values():
        if r.random() < 0.4 and tensor.tensor in definition.body.parameters:
            some = sorted(tensor.variables)
            some = r.sample(some, r.randint(max(1, len(some) - 1), len(some)))
            if len(some) > 1:
                yield tensor.tensor, some


def _part(r: random.Random, loop_range: Range) -> int:
    size = loop_range.extent if isinstance(loop_range.extent, int) else 40
    divisors = [n for n in (1, 2, 3, 4, 5, 8, 16) if size and size % n == 0]
    return r.choice((*divisors, r.randint(1, 40)))


def compiled(module: Module, directives: list[str], **options: Any) -> tuple[Any, list[str]]:
    """Compiles a module with a schedule for its only kernel; returns it with the legal
    directives."""

    def compile_with(schedules: Module) -> Any:
        return dlvm.compile(module, schedules=schedules, **options)

    return _with_legal(module, directives, compile_with)


def legal_directives(module: Module, directives: list[str]) -> list[str]:
    """The directives that are legal for the only kernel of a module."""
    return _with_legal(module, directives, lambda s: _checked(module, s))[1]


def _checked(module: Module, schedules: Module) -> None:
    copy = dlvm.parse(str(module))
    apply_user_schedules(copy, schedules)
    lower_definitions(copy.definitions, schedules.schedules)


def _with_legal(
    module: Module, directives: list[str], use: Callable[[Module], Any]
) -> tuple[Any, list[str]]:
    """What a function returns for a schedule of the legal directives, and these. Each of the others
    is rejected at its line."""
    (definition,) = module.definitions
    while True:
        lines = "".join(f"    {d}\n" for d in directives)
        text = f"schedule @{definition.name} for cpu {{\n{lines}}}\n"
        try:
            return use(dlvm.parse(text)), directives
        except DiagnosticError as problem:
            wrong: set[int] = set()
            for diagnostic in problem.diagnostics:
                assert diagnostic.location is not None, diagnostic
                assert "expected" in diagnostic.message or ": " in diagnostic.message
                in_definition = "must be a result: " in diagnostic.message
                wrong.add(-1 if in_definition else diagnostic.location.line - 2)
            if wrong == {-1}:
                # It is about the schedule as a whole: what it keeps, or copies, is too much, or has
                # an unknown size.
                sizes = ("tile", "fuse", "pack", "unroll")
                wrong = {n for n, d in enumerate(directives) if d.startswith(sizes)}
            kept = [d for n, d in enumerate(directives) if n not in wrong]
            if len(kept) == len(directives):
                raise
            directives = kept
