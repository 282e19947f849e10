"""Prints the cost of functions: the work of each block, computed from the types in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dlvm.analysis.cfg.loops import Loops
from dlvm.analysis.values.cost import Work, instruction_work, is_known
from dlvm.ir.instructions import Apply
from dlvm.ir.module import Block, Function, Module
from dlvm.ir.polynomial import Size, monomials
from dlvm.tools.reports import table

_HEAD: Final = ("one run", "flops", "transcendentals", "bytes", "calls")


def cost_table(module: Module) -> str:
    """The table: a line for each function, or for each of its blocks if there are several.

    The work of a loop is counted for one iteration of the innermost loop. The work of called
    functions is in their own lines."""
    rows = [_HEAD, *(row for f in module.functions if f.blocks for row in _rows(f))]
    return table(rows, numbers=(1, 2, 3)) + "\n"


def _rows(function: Function) -> Iterator[tuple[str, ...]]:
    name = f"@{function.name}"
    if len(function.blocks) == 1:
        yield name, *_cells(function.entry)
        return
    yield name, "", "", "", ""
    loops = Loops(function)
    for number, block in enumerate(function.blocks):
        depth = len(loops.around(block))
        iterations = (
            f", per iteration of {'a loop' if depth == 1 else f'{depth} nested loops'}"
            if depth
            else ""
        )
        yield f"  '{block.name or number}{iterations}", *_cells(block)


def _cells(block: Block) -> tuple[str, ...]:
    work = sum(map(instruction_work, block.instructions), Work())
    called: dict[str, int] = {}
    for instruction in block.instructions:
        if isinstance(instruction, Apply):
            name = instruction.callee.name or ""
            callee = f"@{name}" if isinstance(instruction.callee, Function) else f"%{name}"
            called[callee] = called.get(callee, 0) + 1
    calls = ", ".join(f"{callee} × {n}" if n > 1 else callee for callee, n in called.items())
    return size_text(work.flops), size_text(work.transcendentals), size_text(work.bytes), calls


def size_text(size: Size) -> str:
    """A number, or a sum of products of sizes."""
    if not is_known(size):
        return "unknown"
    terms = sorted(monomials(size), key=lambda term: (-len(term[0]), term[0]))
    return " + ".join(map(_product, terms)).replace("+ -", "- ") or "0"


def _product(term: tuple[tuple[str, ...], int]) -> str:
    names, number = term
    factors = [f"_{name}" for name in names]
    return "·".join(factors if factors and number == 1 else [f"{number:,}", *factors])
