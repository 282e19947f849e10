"""The page of the explorer: one HTML file with its style, script and data.

The data are JSON, compressed and in base64. A line that many stages share is written once. A stage
after a pass is written as edits of the stage before the pass.
"""

from __future__ import annotations

import base64
import difflib
import html
import json
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from dlvm.explorer.stages import Exploration, Line, View

_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; {connect}"
    "base-uri 'none'; form-action 'none'"
)
_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<header id="bar"></header>
<main id="panes"></main>
<script type="application/octet-stream" id="data">{data}</script>
<script>
{script}</script>
</body>
</html>
"""


def page(exploration: Exploration, extra: Mapping[str, Any] | None = None) -> str:
    """The page of a program.

    Parameters
    ----------
    exploration
        The stages of the program.
    extra
        More data for the script: ``token`` if a server answers requests of the page.
    """
    data = {**page_data(exploration), **(extra or {})}
    packed = base64.b64encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9))
    connect = "connect-src 'self'; " if data.get("token") else ""
    return _PAGE.format(
        policy=html.escape(_POLICY.format(connect=connect)),
        title=html.escape(f"{exploration.name} – DLVM explorer"),
        style=_asset("page.css"),
        script=_asset("page.js"),
        data=packed.decode("ascii"),
    )


def _asset(name: str) -> str:
    return (files(__package__ or "") / name).read_text(encoding="utf-8")


def page_data(exploration: Exploration) -> dict[str, Any]:
    """The data of the page: a table of lines, each a text and the index of its list of places; a
    table of these lists; and the stages as indices of lines."""
    lines: dict[Line, int] = {}
    places: dict[tuple[int, ...], int] = {(): 0}
    views: list[dict[str, Any]] = []
    numbered: list[list[int]] = []
    for view in exploration.views:
        own = [lines.setdefault(line, len(lines)) for line in view.lines]
        numbered.append(own)
        views.append(_encoded(view, own, numbered))
    rows = [(line.text, places.setdefault(line.places, len(places))) for line in lines]
    return {
        "name": exploration.name,
        "lines": [text for text, _ in rows],
        "linked": [number for _, number in rows],
        "places": [list(p) for p in places],
        "views": views,
    }


def _encoded(view: View, own: list[int], numbered: Sequence[list[int]]) -> dict[str, Any]:
    found: dict[str, Any] = {"name": view.name, "kind": view.kind, "note": view.note}
    if view.numbers is not None:
        found["numbers"] = list(view.numbers)
    if view.base is None:
        found["own"] = own
    else:
        found["base"] = view.base
        found["edits"] = list(edits(numbered[view.base], own))
    return found


def edits(old: Sequence[int], new: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
    """The edits that turn one sequence into another: a position in ``old``, the number of elements
    to delete there, and those to insert.

    Elements that occur once in both sequences are matched first (patience diff), which takes
    O(n log n) for long programs. The gaps between them are short, and :mod:`difflib` compares them.
    """
    start = place = 0
    for i, j in [*_anchors(old, new), (len(old), len(new))]:
        left, right = old[start:i], new[place:j]
        if left != right:
            matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
            for kind, first, last, k, n in matcher.get_opcodes():
                if kind != "equal":
                    yield start + first, last - first, list(right[k:n])
        start, place = i, j


def _anchors(old: Sequence[int], new: Sequence[int]) -> list[tuple[int, int]]:
    """The positions of elements that occur once in both sequences, and in the same order: a longest
    increasing subsequence of the positions in ``new``."""
    counts, new_counts = Counter(old), Counter(new)
    places = {x: j for j, x in enumerate(new) if new_counts[x] == 1 and counts[x] == 1}
    pairs = [(i, places[x]) for i, x in enumerate(old) if x in places]
    # The least last position of an increasing subsequence of each length, and its last pair.
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for n, (_, j) in enumerate(pairs):
        length = bisect_left(ends, j)
        ends[length : length + 1] = [j]
        last[length : length + 1] = [n]
        before.append(last[length - 1] if length else -1)
    found: list[tuple[int, int]] = []
    n = last[-1] if last else -1
    while n >= 0:
        found.append(pairs[n])
        n = before[n]
    return found[::-1]
