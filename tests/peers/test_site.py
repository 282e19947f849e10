"""The documentation site builds without warnings: each link leads somewhere, and each public name
is in the reference."""

from __future__ import annotations

import re
import sys
from importlib import util
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("material", reason="needs the extra site")
pytest.importorskip("mkdocstrings", reason="needs the extra site")

from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.support.paths import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site. With ``strict``, a warning such as a broken link fails the build."""
    folder = tmp_path_factory.mktemp("site")
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder))
    assert config.strict
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    config.plugins.on_shutdown()
    return folder


def hooks() -> Any:
    spec = util.spec_from_file_location("site_hooks", ROOT / "docs" / "site" / "hooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules["site_hooks"] = module
    spec.loader.exec_module(module)
    return module


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    pages = hooks()
    assert {"dlvm", "dlvm.nnkit", "dlvm.nn"} <= {*pages.available()}
    for module in pages.available():
        text = (site / "reference" / f"{module}.html").read_text(encoding="utf-8")
        found = {*re.findall(r'id="([\w.]+)"', text)}
        names = {f"{module}.{name}" for name in pages.public_names(module)}
        names -= {"dlvm.nnkit.newaxis"}  # None, as in NumPy
        missing = {n for n in names if not any(f == n or f.startswith(f"{n}.") for f in found)}
        assert missing == set()


def test_links_lead_to_files_and_headings(site: Path) -> None:
    """Also those that MkDocs does not check: in generated pages, and in navigation."""
    texts = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    anchors = {page: {*re.findall(r'\bid="([^"]+)"', text)} for page, text in texts.items()}
    broken: list[str] = []
    for page, text in texts.items():
        if page.name == "404.html":  # Its links are those of the root of a server.
            continue
        for link in {*re.findall(r'\b(?:href|src)="([^"]+)"', text)}:
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if target.is_dir():
                target /= "index.html"
            known = anchors.get(target)
            if not target.exists() or (anchor and known is not None and anchor not in known):
                broken.append(f"{page.name}: {link}")
    assert broken == []


def test_lists_are_lists(site: Path) -> None:
    """A list without a blank line before it would be part of a paragraph."""
    wrong: list[str] = []
    for page in site.rglob("*.html"):
        text = re.sub(r"<pre>.*?</pre>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for paragraph in re.findall(r"<p>(.*?)</p>", text, re.DOTALL):
            wrong += re.findall(r"^(?:- |\d+\. ).*$", paragraph, re.MULTILINE)
    assert wrong == []


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert re.findall(r'<(?:script|img|iframe)[^>]*src="https?:[^>]*>', text) == []
        assert re.findall(r'<link[^>]*rel="stylesheet"[^>]*href="https?:[^>]*>', text) == []
