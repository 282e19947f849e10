"""SVG elements of the charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def element(tag: str, *content: str, **attributes: Any) -> str:
    """An element; underscores in the names of attributes are printed as hyphens. Its content is
    SVG."""
    listed = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_written(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{listed}>{''.join(content)}</{tag}>"


def _written(value: Any) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def text(x: float, y: float, words: str, **attributes: Any) -> str:
    """Text that begins at a point of its baseline."""
    return element("text", escape(words), x=x, y=y, **attributes)


def title(words: str) -> str:
    """The tooltip of the element that contains this one."""
    return element("title", escape(words))


def places_attribute(places: Sequence[int]) -> str | None:
    """The places of the source to which the page links an element."""
    return ",".join(map(str, places)) or None


def drawing(width: float, height: float, parts: Iterable[str], *, is_zoomed: bool = False) -> str:
    """A whole picture. The page lets the reader zoom and move it if it ``is_zoomed``."""
    box = f"0 0 {width:.0f} {height:.0f}"
    size = {} if is_zoomed else {"width": width, "height": height}
    kind = "zoomed" if is_zoomed else None
    top = "xMidYMin" if is_zoomed else None
    return element(
        "svg", *parts, **size, viewBox=box, preserveAspectRatio=top, role="img", class_=kind
    )
