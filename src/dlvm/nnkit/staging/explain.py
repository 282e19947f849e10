"""Reports the steps of staging as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dlvm.diagnostics import Location, quantity
from dlvm.ir import Module
from dlvm.nnkit.pytree.pytree import TreeDef
from dlvm.nnkit.staging.lowered import Lowered
from dlvm.notebooks import html_table


class Explanation(str):
    """The steps of staging as text, a line for each. Notebooks show a table."""

    def __new__(cls, steps: Sequence[tuple[str, str]]) -> Explanation:
        """``steps`` are the names of the steps with their results."""
        lines = (f"{n}. {step:<22}{text}" for n, (step, text) in enumerate(steps, 1))
        made = super().__new__(cls, "\n".join(lines))
        made._steps = steps
        return made

    _steps: Sequence[tuple[str, str]]

    def _repr_html_(self) -> str:
        rows = ((str(n), *step) for n, step in enumerate(self._steps, 1))
        return html_table("Staging", ("", "step", "result"), rows)


def explained(
    signature: str,
    location: Location | None,
    structures: Sequence[TreeDef],
    values: Mapping[str, Any],
    lowered: Lowered,
    took: float | None,
) -> Explanation:
    """Explains the four steps of staging, each with its input and result. ``took`` is the compile
    time in seconds, or None on a cache hit.
    """
    module = lowered.module
    entry = module.function(lowered.entry)
    assert entry is not None
    place = f", {location.source.name}:{location.line}" if location else ""
    types = iter(entry.type.parameters)
    shapes: list[str] = []
    for (name, value), structure in zip(values.items(), structures, strict=True):
        shapes.append(f"{name}: {next(types)}" if structure.count else f"{name} = {value!r}")
    options = lowered.options
    how = f"-O{options.opt_level}" + (", fast math" if options.fast_math else "")
    made = "already compiled" if took is None else f"compiled in {took:.2f} s"
    if options.interpret:
        optimized, made = "not optimized", "interpreted"
    else:
        optimized = f"{how} leaves {_counted(_at(lowered, 'optimizable'))}; " + quantity(
            len(_at(lowered, "compute").definitions), "computation"
        )
    steps = [
        ("expression staging", f"{signature}{place}"),
        ("shape specialization", ", ".join(shapes) or "no arguments"),
        ("IR generation", f"{_counted(module)}: " + ", ".join(_functions(module))),
        ("function reification", f"{optimized}; {made}"),
    ]
    return Explanation(steps)


def _at(lowered: Lowered, stage: str) -> Module:
    from dlvm import compiler

    options = lowered.options
    return compiler.lowered_module(lowered.module, stage, options.opt_level, options.fast_math)


def _functions(module: Module) -> Iterator[str]:
    for function in module.functions:
        derived = " (by differentiation)" if function.derived_from is not None else ""
        yield f"@{function.name}: {function.type}{derived}"


def _counted(module: Module) -> str:
    instructions = sum(1 for f in module.functions for _ in f.instructions())
    blocks = sum(len(f.blocks) for f in module.functions)
    return f"{quantity(instructions, 'instruction')} in {quantity(blocks, 'block')}"
