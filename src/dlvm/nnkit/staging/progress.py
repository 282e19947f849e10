"""Shows that a program is being compiled, if that takes long."""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager

_DELAY = 2.0
"""The number of seconds after which a terminal shows that a program is being compiled."""


@contextmanager
def compiling(name: str, delay: float = _DELAY) -> Generator[None]:
    """Shows a spinner with elapsed time on the standard error output, if it is a terminal, from
    ``delay`` seconds on."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task(f"compiling {name}", total=None)
    timer = threading.Timer(delay, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
