"""The progress bar."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def progress_bar(total: int, visible: bool = True) -> Generator[Callable[[str, int], None]]:
    """A progress bar of ``total`` epochs; yields a function that sets its text and advances it by a
    number of epochs."""
    if not visible:
        yield lambda text, steps: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    # All of it fits a terminal of 80 columns.
    columns = (MofNCompleteColumn(), BarColumn(bar_width=16), TextColumn("{task.description}"))
    with Progress(*columns) as bar:
        task = bar.add_task("", total=total)
        yield lambda text, steps: bar.update(task, description=text, advance=steps)
