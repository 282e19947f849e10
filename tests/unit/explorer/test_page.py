"""The explorer's page as a file."""

import base64
import json
import re
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import dlvm
from dlvm.explorer import tool
from dlvm.explorer.page import page
from dlvm.explorer.stages import explore
from tests.unit.explorer.test_stages import MODULE

VOID = {"meta", "input", "br", "link"}
DATA = re.compile(r'(<script type="application/octet-stream" id="data">)([^<]*)(</script>)')


class Checker(HTMLParser):
    """Checks that the tags of a page are balanced, and collects their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page_parts(text: str) -> tuple[str, dict[str, Any]]:
    """The page without its data, and the data."""
    found = DATA.search(text)
    assert found is not None
    return DATA.sub(r"\1\3", text), json.loads(zlib.decompress(base64.b64decode(found[2])))


def listings(data: dict[str, Any]) -> list[list[int]]:
    """The numbers of the lines of each view, as the page's script finds them."""
    found: list[list[int]] = []
    for view in data["views"]:
        own = view.get("own")
        if own is None:
            own, start, base = [], 0, found[view["base"]]
            for at, removed, inserted in view["edits"]:
                own += [*base[start:at], *inserted]
                start = at + removed
            own += base[start:]
        found.append(own)
    return found


def test_the_data_are_the_views() -> None:
    exploration = explore(dlvm.parse(MODULE, "layer.dl"))
    _, data = page_parts(page(exploration))
    for view, numbers in zip(exploration.views, listings(data), strict=True):
        assert [data["lines"][n] for n in numbers] == [line.text for line in view.lines]
        places = [tuple(data["places"][data["linked"][n]]) for n in numbers]
        assert places == [line.places for line in view.lines]


def test_the_page_is_well_formed_and_names_nothing_outside() -> None:
    name = "</script><b>&"
    module = dlvm.parse(MODULE.replace('"layer"', f'"{name}"'))
    rest, data = page_parts(page(explore(module)))
    assert data["name"] == name
    checker = Checker()
    checker.feed(rest)
    checker.close()
    assert checker.open == []
    assert not {n for n, _ in checker.attributes} & {"src", "href", "action", "onclick"}
    assert "://" not in rest.replace("http://www.w3.org/2000/svg", "")
    assert "url(" not in rest
    assert "@import" not in rest
    values = [value or "" for _, value in checker.attributes]
    assert any(value.startswith("default-src 'none'") for value in values)
    assert not any("connect-src" in value for value in values)


def test_the_tool_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "layer.dl", tmp_path / "layer.html"
    file.write_text(MODULE, encoding="utf-8")
    assert tool.main(["explore", str(file), "--html", str(out)]) == 0
    _, data = page_parts(out.read_text(encoding="utf-8"))
    assert data["name"] == "layer"
    assert tool.main(["explore", str(tmp_path / "absent.dl"), "--html", str(out)]) == 1
    assert "cannot read" in capsys.readouterr().err


def test_lines_that_stages_share_are_written_once() -> None:
    """A module of 5,000 instructions makes a page of less than 2 MB."""
    lines = "\n".join(f"    %v{n + 1} = tanh %v{n}: <8 x f32>" for n in range(200))
    functions = "\n\n".join(
        f"func @f{n}: (<8 x f32>) -> <8 x f32> {{\n'entry(%v0: <8 x f32>):\n{lines}\n"
        "    return %v200: <8 x f32>\n}"
        for n in range(25)
    )
    module = dlvm.parse(f'module "large"\nstage raw\n\n{functions}\n')
    assert len(page(explore(module, opt_level=0))) < 2e6
