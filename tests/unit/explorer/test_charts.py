"""The charts of the explorer: graph, memory and roofline."""

import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

import dlvm
from dlvm.explorer.charts import charts
from dlvm.explorer.graph import graph_chart
from dlvm.explorer.memory import memory_chart
from dlvm.explorer.stages import Generated, explore
from dlvm.ir.compute import Definition
from dlvm.ir.instructions import Apply
from tests.support.paths import ROOT
from tests.unit.explorer.test_stages import MODULE, explored

PROGRAMS = (
    ROOT / "examples" / "mlp.dl",
    ROOT / "examples" / "lstm.dl",
    ROOT / "examples" / "tree_network.dl",
)


def example(file: Path) -> Generated:
    return explore(dlvm.parse(file.read_text(encoding="utf-8"), file.name))


def elements(html: str, kind: str) -> list[xml.Element]:
    """The elements of a class in a chart, which must be well-formed."""
    return [e for e in xml.fromstring(f"<div>{html}</div>").iter() if e.get("class") == kind]


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda f: f.stem)
def test_the_graph_has_all_functions_blocks_kernels_and_calls(file: Path) -> None:
    exploration = example(file)
    functions = [f for f in exploration.scheduled.functions if f.blocks]
    applied = [i for f in functions for i in f.instructions() if isinstance(i, Apply)]
    kernels = [i for i in applied if isinstance(i.callee, Definition)]
    html = graph_chart(exploration)
    assert len(elements(html, "function")) == len(functions)
    assert len(elements(html, "block")) == sum(len(f.blocks) for f in functions)
    assert len(elements(html, "kernel")) == len(kernels)
    assert len(elements(html, "call")) == len(applied) - len(kernels)
    branches = [{s.block for s in b.successors} for f in functions for b in f.blocks]
    assert len(elements(html, "branch")) == sum(map(len, branches))


@pytest.mark.parametrize("file", PROGRAMS, ids=lambda f: f.stem)
def test_boxes_of_the_graph_do_not_overlap(file: Path) -> None:
    html = graph_chart(example(file))
    for kind in ("function", "block", "kernel"):
        boxes = [
            tuple(float(e.get(k) or 0) for k in ("x", "y", "width", "height"))
            for e in elements(html, kind)
        ]
        for n, (x, y, width, height) in enumerate(boxes):
            for other_x, other_y, other_width, other_height in boxes[:n]:
                apart = x >= other_x + other_width or other_x >= x + width
                assert apart or y >= other_y + other_height or other_y >= y + height


def test_a_kernel_shows_what_it_fuses_and_is_linked() -> None:
    exploration = explored()
    nodes = elements(graph_chart(exploration), "node")
    tanh = [n for n in nodes if "tanh" in "".join(n.itertext())]
    assert tanh
    places = {tuple(map(int, (n.get("data-places") or "").split(","))) for n in tanh}
    assert places <= {line.places for view in exploration.views for line in view.lines}


def test_memory_shows_the_tensors_of_the_frame() -> None:
    html = memory_chart(explored())
    assert html.count("<h3>") == 2
    titles = [e.text or "" for e in xml.fromstring(f"<div>{html}</div>").iter("title")]
    assert titles
    assert all(" at " in t and " from " in t and " to " in t for t in titles)
    scalar = "func @f: (f32) -> f32 {\n'entry(%x: f32):\n    return %x: f32\n}\n"
    assert "<svg" not in memory_chart(explore(dlvm.parse(scalar)))


def test_only_a_served_page_has_timings() -> None:
    exploration = explore(dlvm.parse(MODULE))
    assert [c["name"] for c in charts(exploration)] == ["graph", "memory"]
    timed = charts(exploration, is_timed=True)[-1]
    assert timed["name"] == "timings"
    assert "@dot.0" in timed["html"]
    assert xml.fromstring(f"<div>{timed['html']}</div>").findall(".//circle")
    served = charts(exploration, is_live=True)
    assert [c["kind"] for c in served] == ["drawn", "drawn", "schedules"]
