"""The progress bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from html import escape
from importlib import import_module
from typing import Any, Final

from dlvm.notebooks import notebook_shell

_PAUSE: Final = 0.1
"""Seconds between two states of the bar in a notebook."""


@contextmanager
def progress_bar(total: int, visible: bool = True) -> Generator[Callable[[str, int], None]]:
    """A progress bar of ``total`` epochs, in the terminal or below the cell of a notebook; yields a
    function that sets its text and advances it by a number of epochs."""
    if not visible:
        yield lambda text, steps: None
        return
    if notebook_shell() is not None:
        bar = _NotebookBar(total)
        try:
            yield bar.advance
        finally:
            bar.show()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    # All of it fits a terminal of 80 columns.
    columns = (MofNCompleteColumn(), BarColumn(bar_width=16), TextColumn("{task.description}"))
    with Progress(*columns) as shown:
        task = shown.add_task("", total=total)
        yield lambda text, steps: shown.update(task, description=text, advance=steps)


class _NotebookBar:
    """A progress bar of HTML, which needs no widgets."""

    def __init__(self, total: int) -> None:
        self._total, self._done, self._text = total, 0, ""
        self._shown = time.monotonic()
        self._display: Any = import_module("IPython.display")
        self._handle = self._display.display(self._html(), display_id=True)

    def _html(self) -> Any:
        text = escape(f"{self._done}/{self._total}  {self._text}")
        return self._display.HTML(
            f'<progress value="{self._done}" max="{max(1, self._total)}"></progress> {text}'
        )

    def show(self) -> None:
        """Shows the present state."""
        self._shown = time.monotonic()
        self._handle.update(self._html())

    def advance(self, text: str, steps: int) -> None:
        """Sets the text, and advances the bar."""
        self._text = text
        self._done += steps
        if time.monotonic() - self._shown >= _PAUSE:
            self.show()
