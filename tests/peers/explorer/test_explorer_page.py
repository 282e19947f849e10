# Playwright is optional.
# pyright: reportMissingImports=false
"""The page of the explorer in a browser.

With ``DLVM_SCREENSHOTS=FOLDER``, the pictures of the documentation are written to that folder.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

import dlvm
from dlvm.explorer.charts import charts
from dlvm.explorer.compilation import Compilation
from dlvm.explorer.page import page
from dlvm.explorer.server import ExplorerServer
from dlvm.explorer.stages import explore
from tests.support.machine import BROWSER, needs_browser
from tests.support.paths import ROOT
from tests.unit.explorer.test_stages import MODULE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser


@pytest.fixture
def tab() -> Iterator["Page"]:
    """A page of a browser; an error in its console, or a request to elsewhere, fails the test."""
    from playwright.sync_api import sync_playwright

    problems: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        made = browser.new_page(viewport={"width": 1600, "height": 760})
        made.on("pageerror", lambda problem: problems.append(str(problem)))
        made.on(
            "console",
            lambda message: problems.append(message.text) if message.type == "error" else None,
        )
        made.on(
            "request",
            lambda request: problems.append(request.url) if _is_outside(request.url) else None,
        )
        yield made
        browser.close()
    assert problems == []


def _is_outside(url: str) -> bool:
    return not url.startswith(("file:", "data:", "http://127.0.0.1:"))


def _opened(tab: "Page", address: str) -> None:
    tab.goto(address)
    tab.wait_for_selector("body[data-ready]")


def _hot(tab: "Page", pane: int) -> list[str]:
    return tab.locator(".pane").nth(pane).locator(".row.hot").all_inner_texts()


def _screenshot(tab: "Page", name: str) -> None:
    folder = os.environ.get("DLVM_SCREENSHOTS")
    if folder:
        tab.screenshot(path=Path(folder) / name)


def test_a_file_links_lines(tab: "Page", tmp_path: Path) -> None:
    exploration = explore(dlvm.parse(MODULE, "layer.dl"))
    file = tmp_path / "layer.html"
    file.write_text(page(exploration, {"charts": charts(exploration)}), encoding="utf-8")
    _opened(tab, file.as_uri())
    tab.locator(".pane").first.get_by_text("%z = tanh").hover(position={"x": 80, "y": 5})
    assert any("%z = tanh" in text for text in _hot(tab, 1))
    assert any("tanh(" in text for text in _hot(tab, 2))
    tab.locator(".pane").first.get_by_text("%z = tanh").click(position={"x": 80, "y": 5})
    assert any("dlvm.kernel." in text for text in _hot(tab, 3))
    _screenshot(tab, "explorer.png")
    tab.keyboard.press("Escape")
    assert _hot(tab, 3) == []
    second = tab.locator(".pane").nth(1)
    second.locator("select").select_option(label="IR: after AD")
    second.get_by_text("differences").click()
    assert second.locator(".row.added").count() > 0
    assert second.locator(".row.removed").count() > 0
    views = second.locator("option").all_inner_texts()
    for label in views:
        second.locator("select").select_option(label=label)
        assert second.inner_text()
    second.locator("select").select_option(label="graph")
    tab.keyboard.press("Escape")
    second.locator(".node").first.hover()
    assert any("schedule @" in text for text in _hot(tab, 2))
    box = second.locator("svg").get_attribute("viewBox")
    tab.mouse.wheel(0, -240)
    tab.wait_for_function(
        "box => panes[1].panel.querySelector('svg').getAttribute('viewBox') !== box", arg=box
    )
    tab.get_by_text("+ pane").click()
    assert tab.locator(".pane").count() == 5
    tab.locator(".pane").last.get_by_label("close").click()
    assert tab.locator(".pane").count() == 4


def test_a_schedule_is_edited_in_the_page(tab: "Page") -> None:
    with ExplorerServer(Compilation(dlvm.parse(MODULE, "layer.dl"))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            _opened(tab, server.address)
            second = tab.locator(".pane").nth(1)
            second.locator("select").first.select_option(label="timings and schedules")
            tab.get_by_text("time all kernels").click()
            tab.locator(".view circle").first.wait_for()
            tab.locator("textarea").fill("schedule @dot.0 for cpu {\n    unroll k by 2\n}")
            tab.get_by_text("compile, check and time").click()
            tab.locator("[role=status] p").wait_for()
            assert "µs now" in tab.locator("[role=status]").inner_text()
            assert tab.locator(".pane").nth(2).get_by_text("unroll k by 2").count() > 0
            tab.locator("textarea").fill("schedule @dot.0 for cpu {\n    unroll q by 2\n}")
            tab.get_by_text("compile, check and time").click()
            tab.locator("[role=status] pre").wait_for()
            assert "has no variable q" in tab.locator("[role=status]").inner_text()
        finally:
            server.shutdown()
            thread.join()


def test_the_charts_of_a_loop(tab: "Page", tmp_path: Path) -> None:
    text = (ROOT / "examples" / "lstm.dl").read_text(encoding="utf-8")
    exploration = explore(dlvm.parse(text, "lstm.dl"))
    file = tmp_path / "lstm.html"
    file.write_text(page(exploration, {"charts": charts(exploration)}), encoding="utf-8")
    _opened(tab, file.as_uri())
    tab.locator(".pane").last.get_by_label("close").click()
    choices = tab.locator(".pane .top select")
    choices.nth(1).select_option(label="graph")
    choices.nth(2).select_option(label="memory")
    tab.locator(".node").last.click()
    assert _hot(tab, 0)
    assert tab.locator(".node.hot").count() > 0
    assert tab.locator(".branch").count() > 0
    _screenshot(tab, "graph.png")


def test_long_panes_hold_few_elements(tab: "Page", tmp_path: Path) -> None:
    lines = "\n".join(f"    %v{n + 1} = tanh %v{n}: <8 x f32>" for n in range(2000))
    text = (
        "func @f: (<8 x f32>) -> <8 x f32> {\n'entry(%v0: <8 x f32>):\n"
        f"{lines}\n    return %v2000: <8 x f32>\n}}\n"
    )
    file = tmp_path / "long.html"
    exploration = explore(dlvm.parse(f'module "long"\nstage raw\n\n{text}', "long.dl"), opt_level=0)
    file.write_text(page(exploration), encoding="utf-8")
    _opened(tab, file.as_uri())
    assert 0 < tab.locator(".row").count() < 500
    tab.evaluate("panes[0].rows.scrollTop = 1e9")
    tab.get_by_text("return %v2000").first.wait_for()
    assert tab.locator(".row").count() < 500
