"""The requests of the page that the server answers with JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dlvm.diagnostics import error
from dlvm.explorer.charts import charts, roofline_chart
from dlvm.explorer.measurement import measure, reschedule
from dlvm.explorer.page import page_data
from dlvm.explorer.refusal import Refusal
from dlvm.explorer.session import ExplorerSession
from dlvm.explorer.stages import Exploration
from dlvm.text import parse
from dlvm.tools.kernel_report import Measured


def _row(measured: Measured) -> dict[str, Any]:
    seconds, kernel = measured.seconds, measured.kernel
    return {
        "kernel": kernel.name,
        "calls": kernel.calls,
        "flops": kernel.flops,
        "bytes": kernel.bytes,
        "seconds": seconds,
        "share": max(measured.arithmetic, measured.memory) / seconds if seconds else None,
        "bound": measured.bound,
    }


def _data(exploration: Exploration) -> dict[str, Any]:
    return {**page_data(exploration), "charts": charts(exploration, is_live=True)}


def _scheduled(session: ExplorerSession, _: Mapping[str, Any]) -> dict[str, Any]:
    """The stages up to the schedules, when they are ready."""
    return {"data": _data(session.compilation.scheduled.result())}


def _generated(session: ExplorerSession, _: Mapping[str, Any]) -> dict[str, Any]:
    """All stages, when they are ready."""
    return {"data": _data(session.exploration)}


def _times(session: ExplorerSession, _: Mapping[str, Any]) -> dict[str, Any]:
    """Times all kernels."""
    exploration = session.exploration
    with session.lock:
        measured = measure(exploration)
        chart = roofline_chart(measured, exploration.threads)
    return {"rows": [_row(m) for m in measured], "chart": chart}


def _schedule(session: ExplorerSession, given: Mapping[str, Any]) -> dict[str, Any]:
    """Compiles, checks and times kernels with edited schedules."""
    text = given.get("text")
    if not isinstance(text, str):
        raise Refusal(400, "the content must have a text")
    schedules = parse(text, "schedule")
    if not schedules.schedules:
        raise error("expected `schedule @kernel for cpu {`, got no schedule")
    with session.lock:
        done = reschedule(session.exploration, schedules)
        session.edited = done.exploration
    return {
        "before": [_row(m) for m in done.before],
        "after": [_row(m) for m in done.after],
        "differences": [
            {"kernel": d.name, "relative": d.relative, "share": d.share} for d in done.differences
        ],
        "data": _data(done.exploration),
    }


ANSWERS: Final[Mapping[str, Callable[[ExplorerSession, Mapping[str, Any]], dict[str, Any]]]] = {
    "/scheduled": _scheduled,
    "/generated": _generated,
    "/times": _times,
    "/schedule": _schedule,
}
"""The requests of the page by path."""
