# Playwright is optional.
# pyright: reportMissingImports=false
"""Measures the explorer in a browser.

``python -m tests.peers.explorer.speed`` explores the transformer of the examples, ResNet-50 and a
module of 5,000 instructions. The table has the seconds until the page shows the first stage,
counted from the start of the process and from the request of the page, the seconds until all
stages are there, and the longest time to show another view.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.models import zoo
from tests.support.machine import BROWSER
from tests.support.paths import ROOT

_INSTRUCTIONS = 5000


def _programs(folder: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Names of programs, with the arguments of ``dlvm explore``."""
    transformer = ROOT / "examples" / "transformer.py"
    yield "transformer", [f"{transformer}:epoch"]
    yield "ResNet-50", [str(zoo.write("resnet50", zoo.default_folder()))]
    lines = "\n".join(
        f"    %v{n + 1} = {'tanh' if n % 2 else 'exp'} %v{n}: <8 x f32>"
        for n in range(_INSTRUCTIONS)
    )
    long = folder / "long.dl"
    long.write_text(
        'module "long"\nstage raw\n\nfunc @f: (<8 x f32>) -> <8 x f32> {\n'
        f"'entry(%v0: <8 x f32>):\n{lines}\n    return %v{_INSTRUCTIONS}: <8 x f32>\n}}\n"
    )
    yield f"{_INSTRUCTIONS:,} instructions", [str(long)]


@contextmanager
def _served(arguments: Sequence[str]) -> Iterator[tuple[str, float]]:
    """The address of a page, and the time at which its server started."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "dlvm.explorer.tool", "explore", *arguments, "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip(), start
        finally:
            process.terminate()


def _measure(tab: Any, arguments: Sequence[str]) -> list[float]:
    with _served(arguments) as (address, start):
        asked = time.perf_counter()
        tab.goto(address)
        tab.wait_for_selector(".row")
        shown = time.perf_counter()
        tab.wait_for_selector("body[data-ready]", timeout=600_000)
        ready = time.perf_counter()
        slowest = 0.0
        pane = tab.locator(".pane").nth(1)
        choice = pane.locator("select").first
        for view in choice.locator("option").all_inner_texts():
            before = time.perf_counter()
            choice.select_option(label=view)
            # The browser answers once it has laid out and painted the view.
            tab.evaluate("() => new Promise(r => requestAnimationFrame(() => setTimeout(r, 0)))")
            slowest = max(slowest, time.perf_counter() - before)
        return [shown - start, shown - asked, ready - start, slowest]


def main() -> int:
    argparse.ArgumentParser(
        prog="python -m tests.peers.explorer.speed", description=__doc__
    ).parse_args()
    from playwright.sync_api import sync_playwright

    head = ["program", "first stage", "of that, the page", "all stages", "slowest view"]
    print("|", " | ".join(head), "|\n|---" + "|--:" * (len(head) - 1) + "|")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        for name, arguments in _programs(Path(folder)):
            tab = browser.new_page(viewport={"width": 1600, "height": 760})
            times = _measure(tab, arguments)
            print("|", " | ".join([name, *(f"{t:.2f} s" for t in times)]), "|", flush=True)
            tab.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
