"""Tracebacks of uncaught errors without the frames of this library.

A :class:`DiagnosticError` that nobody catches, and an error of the user's own code in a function
that is being traced, show the user's frames and the message. ``DLVM_FULL_TRACEBACK=1`` shows all
frames. An error that the library itself raises by mistake keeps its whole traceback.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, cast

from dlvm.diagnostics import DiagnosticError

_PACKAGE = str(Path(__file__).parent) + os.sep


def _is_library_frame(entry: TracebackType) -> bool:
    frame = entry.tb_frame
    # The main module is the program that the user runs, even if it is a tool of the library.
    return frame.f_code.co_filename.startswith(_PACKAGE) and (
        frame.f_globals.get("__name__") != "__main__"
    )


def user_traceback(problem: BaseException) -> TracebackType | None:
    """The traceback of an exception without the library's frames.

    It is the whole traceback if no frame is the user's, if the exception is a mistake of the
    library, or if the environment variable ``DLVM_FULL_TRACEBACK`` is set.
    """
    whole = problem.__traceback__
    entries: list[TracebackType] = []
    entry = whole
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    if not entries or os.environ.get("DLVM_FULL_TRACEBACK", "0") not in {"", "0"}:
        return whole
    if _is_library_frame(entries[-1]) and not isinstance(problem, DiagnosticError):
        return whole
    shown: TracebackType | None = None
    for entry in reversed(entries):
        if not _is_library_frame(entry):
            shown = TracebackType(shown, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return shown or whole


def _hide_library_frames(problem: BaseException) -> None:
    seen: set[int] = set()
    waiting: list[BaseException | None] = [problem]
    while waiting:
        found = waiting.pop()
        if found is None or id(found) in seen:
            continue
        seen.add(id(found))
        found.__traceback__ = user_traceback(found)
        waiting += [found.__cause__, found.__context__]


def _notebook_lines(problem: BaseException) -> list[str]:
    """The traceback as IPython prints it, without IPython's own frames."""
    entry = user_traceback(problem)
    while entry is not None and str(entry.tb_frame.f_globals.get("__name__")).startswith("IPython"):
        entry = entry.tb_next
    return "".join(traceback.format_exception(type(problem), problem, entry)).rstrip().split("\n")


def install() -> None:
    """Makes Python, its threads and IPython print uncaught errors with :func:`user_traceback`."""
    # IPython asks an exception for its traceback by this name.
    cast(Any, DiagnosticError)._render_traceback_ = _notebook_lines
    main_hook, thread_hook = sys.excepthook, threading.excepthook

    def print_error(
        kind: type[BaseException], problem: BaseException, entry: TracebackType | None
    ) -> None:
        _hide_library_frames(problem)
        main_hook(kind, problem, problem.__traceback__ or entry)

    def print_thread_error(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            _hide_library_frames(arguments.exc_value)
            arguments = threading.ExceptHookArgs(
                (arguments.exc_type, arguments.exc_value, arguments.exc_value.__traceback__,
                 arguments.thread)
            )  # fmt: skip
        thread_hook(arguments)

    sys.excepthook = print_error
    threading.excepthook = print_thread_error
