"""The reports of ``dlc`` on kernels, memory and times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dlvm.analysis.cfg.calls import call_groups
from dlvm.compiler import lowered_module, scheduled_module
from dlvm.compute.fusion.report import recorded_fusion
from dlvm.diagnostics import error
from dlvm.ir.module import Function, Module, Stage
from dlvm.runtime.machine.threads import default_threads
from dlvm.text.value_text import Names
from dlvm.tools.command_line import write_output
from dlvm.tools.fusion_report import fusion_report
from dlvm.tools.memory_report import memory_report


def describe_fusion(module: Module, name: str | None, options: dict[str, Any]) -> str:
    """The report on fusion, for all functions or for one and its callees.

    ``options`` are those of :func:`dlvm.compiler.lower`. Raises :class:`DiagnosticError` for a
    module that has been fused already.
    """
    if module.stage in (Stage.COMPUTE, Stage.SCHEDULE, Stage.LOOPS):
        raise error(f"the module is at stage {module.stage.value}, expected a stage before compute")
    with recorded_fusion() as record:
        lowered = lowered_module(module, "compute", **options)
    names = {f.name for f in functions_of(lowered, name)}
    return fusion_report([k for k in record.kernels if k.function in names])


def describe_memory(module: Module, name: str | None, options: dict[str, Any]) -> str:
    """The report on memory, for all functions or for one and its callees.

    ``options`` are those of :func:`dlvm.compiler.lower`.
    """
    from dlvm.codegen.generation import generate_program
    from dlvm.codegen.host.frame_report import describe_frame

    lowered = scheduled_module(module, **options)
    program = generate_program(lowered, {})
    names = Names.of(lowered)
    shown = set(functions_of(lowered, name))
    # The code generator adds functions of its own.
    return memory_report([describe_frame(h, names) for f, h in program.hosts.items() if f in shown])


def describe_kernels(
    module: Module,
    name: str | None,
    arguments: Sequence[Any],
    options: dict[str, Any],
    picture: str | None,
    clock: str = "wall",
) -> str:
    """The report on kernels, for all functions or for one and its callees.

    ``arguments`` determine sizes that are not in types. ``picture`` is the file for a roofline
    plot, or None. ``options`` are those of :func:`dlvm.compiler.lower`. ``clock`` is ``wall`` or
    ``processor``: the processor time of all threads is compared with the limits of one. Raises
    :class:`DiagnosticError` if the plot cannot be drawn.
    """
    from dlvm.runtime.loading.machine_limits import MachineLimits
    from dlvm.tools import kernel_report as report
    from dlvm.tools.kernel_timing import CLOCKS, applied_kernels, time_kernels

    if picture is not None:
        report.check_matplotlib()
    lowered = scheduled_module(module, **options)
    functions = functions_of(lowered, name)
    given = {f: arguments for f in functions if name == f.name}
    kernels = applied_kernels(lowered, functions, given)
    if not kernels:
        return "no kernels\n"
    threads = options["threads"] or default_threads()
    seconds = list(time_kernels(lowered, kernels, threads, CLOCKS[clock]))
    is_wall = clock == "wall"
    roof = report.Roof(MachineLimits(threads if is_wall else 1, CLOCKS[clock]))
    measured = [
        report.Measured.of(kernel, time, roof)
        for kernel, time in zip(kernels, seconds, strict=True)
    ]
    if picture is not None:
        write_output(picture, report.roofline(measured, roof, picture.rsplit(".", 1)[-1]))
    note = "" if is_wall else f"µs: processor time of all threads, of which there are {threads}\n"
    return report.report_table(measured, roof) + note


def functions_of(module: Module, name: str | None) -> list[Function]:
    """The functions with bodies, or one of them and its callees; callees come first."""
    roots = [f for f in module.functions if f.blocks and name in (None, f.name)]
    return [f for group in call_groups(roots) for f in group if f.blocks]
