"""HTML that notebooks show: tables and texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final

_LONGEST: Final = 2000
"""The maximum number of lines of a text that a notebook shows."""


def html_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as HTML, with a caption."""
    lines = [("th", head), *(("td", row) for row in rows)]
    text = "".join(
        "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in line) + "</tr>"
        for tag, line in lines
    )
    return f"<table><caption>{escape(title)}</caption>{text}</table>"


def first_lines(text: str) -> tuple[str, str]:
    """The lines of a text that a notebook shows, and a remark on those left out."""
    lines = text.split("\n")
    left = len(lines) - _LONGEST
    if left <= 0:
        return text, ""
    return "\n".join(lines[:_LONGEST]), f"… {left:,} more lines, which print() shows"


def html_listing(content: str, remark: str = "") -> str:
    """A text that is HTML already, in an area that scrolls if it is long."""
    return (
        '<pre style="max-height: 32em; overflow: auto; white-space: pre">'
        f"{content}</pre>{escape(remark)}"
    )


class Listing(str):
    """A text, which notebooks show with its lines."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        text, remark = first_lines(self)
        return html_listing(escape(text), remark)


def notebook_shell() -> Any:
    """The shell of the notebook in which the program runs; None elsewhere, and in IPython's
    terminal."""
    import sys

    module: Any = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    return shell if getattr(shell, "kernel", None) is not None else None
