"""``CKPT``: checkpointing, which rematerializes values to reduce peak memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dlvm.analysis.cfg.calls import call_cycles, call_groups
from dlvm.analysis.cfg.control_equivalence import Spine, spines
from dlvm.analysis.memory.memory_use import Cells, live_out, peak_of_block, peaks
from dlvm.byte_sizes import in_units
from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir import Function, Module
from dlvm.ir.polynomial import Size
from dlvm.transforms.memory.block_scheduling import StraightLine
from dlvm.transforms.memory.memory_budget import BudgetError, parse_budget
from dlvm.transforms.memory.rematerialization import least_budget, plan
from dlvm.transforms.pipeline import Pass, count, register, remark


@register("CKPT")
@dataclass(frozen=True)
class Checkpointing(Pass):
    """Checkpointing: limits the memory that each function has allocated at any time to ``budget``
    bytes. It recomputes values that are used much later, with as little extra work as possible.

    ``budget`` is a number of bytes (``4000000``, ``64MiB``), or a share of the largest peak of a
    function in the module (``25%``).

    This pass must run last, as common subexpression elimination would undo it. Arguments and
    results do not count, as the caller owns them. Raises :class:`DiagnosticError` for functions
    whose sizes are unknown, and for a budget that cannot be met; the message names the least
    possible budget.
    """

    budget: str = "50%"

    def run(self, module: Module) -> bool:
        before = peaks(module.functions)
        whole = max((p for p in before.values() if isinstance(p, int)), default=0)
        budget = parse_budget(self.budget).of(whole)
        after: dict[Function, int] = {}
        recursive = {f for group in call_cycles(module.functions) for f in group}
        changed = False
        for group in call_groups(module.functions):
            for function in group:
                if function.blocks:
                    calls = {f: p for f, p in after.items() if not {f, function} <= recursive}
                    found = _limit_memory(function, before[function], budget, calls)
                    after[function], rewritten = found
                    changed |= rewritten
        return changed


def check_known_sizes(module: Module) -> None:
    """Raises :class:`DiagnosticError` if a function computes a value of unknown size."""
    for function, size in peaks(module.functions).items():
        if not isinstance(size, int):
            raise _unknown_size(function)


def _unknown_size(function: Function) -> DiagnosticError:
    unknown = next(c for c in Cells(function).all if not isinstance(c.bytes, int))
    return error(
        f"the memory that @{function.name} uses is unknown: expected types of known size, got "
        f"{unknown.origin.type}",
        unknown.origin.location or function.location,
    )


def _limit_memory(
    function: Function, before: Size, budget: int, calls: Mapping[Function, int]
) -> tuple[int, bool]:
    """Limits the memory of a function, whose peak is ``before``; returns its new peak, and whether
    the function changed."""
    if not isinstance(before, int):
        raise _unknown_size(function)
    if before <= budget:
        return before, False
    again, extra, work = 0, 0, 0
    # A smaller budget for inner regions can be necessary for outer regions to fit, and vice versa.
    found = spines(function)
    for spine in (*found, *reversed(found)):
        code = _straight_line(function, spine, calls)
        work += sum(task.cost for task in code.tasks.tasks)
        planned = plan(code.tasks, budget)
        if planned is not None and planned.extra:
            again += len(planned.order) - len(code.tasks.tasks)
            extra += planned.extra
            code.rewrite(planned.order)
    if _peak(function, calls) > budget:
        least = _least_budget_of(function, calls)
        least = least if least > budget else before
        raise BudgetError(
            f"@{function.name} does not fit in {in_units(budget)}: the least budget is "
            f"{least} bytes ({least / before:.1%} of its peak without a budget)",
            least,
            function.location,
        )
    work //= 2
    count("instructions run again", again)
    after = _peak(function, calls)
    remark(
        f"@{function.name}: {in_units(after)} at the peak instead of {in_units(before)} "
        f"({after / before:.0%}); {again} instructions run again, {extra / max(work, 1):.0%} more "
        "work"
    )
    return after, True


def _least_budget_of(function: Function, calls: Mapping[Function, int]) -> int:
    """Returns approximately the least budget of a function, and rewrites the function for it."""
    least = 0
    for spine in reversed(spines(function)):
        code = _straight_line(function, spine, calls)
        least = max(least, least_budget(code.tasks))
        planned = plan(code.tasks, least)
        assert planned is not None
        if planned.extra:
            code.rewrite(planned.order)
    return least


def _straight_line(function: Function, spine: Spine, calls: Mapping[Function, int]) -> StraightLine:
    cells = Cells(function)
    return StraightLine(spine, cells, live_out(function, cells), calls)


def _peak(function: Function, calls: Mapping[Function, int]) -> int:
    cells = Cells(function)
    behind = live_out(function, cells)
    found = [peak_of_block(block, cells, behind[block], calls) for block in function.blocks]
    return max(size for size in found if isinstance(size, int))
