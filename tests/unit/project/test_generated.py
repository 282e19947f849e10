"""Generated files are up to date."""

import re
from pathlib import Path

import pytest

from tests import regenerate
from tests.regenerate import EXAMPLE_BLOCK, EXAMPLES_PAGE, GENERATED, is_up_to_date


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_file_is_up_to_date(name: str) -> None:
    assert is_up_to_date(name), f"{name} is out of date; run `python -m tests.regenerate`"


def test_the_page_of_examples_shows_every_script_that_it_runs() -> None:
    page = EXAMPLES_PAGE.read_text(encoding="utf-8")
    run = re.findall(r"^\$ python (examples/\w+\.py)$", page, re.MULTILINE)
    assert EXAMPLE_BLOCK.findall(page) == run


def test_an_outdated_file_is_reported_and_then_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(regenerate, "ROOT", tmp_path)
    monkeypatch.setattr(regenerate, "GENERATED", {"page.md": lambda: "new\n"})
    page = tmp_path / "page.md"
    page.write_text("old\n", encoding="utf-8")
    assert regenerate.main(["--check"]) == 1
    assert (page.read_text(encoding="utf-8"), capsys.readouterr().out) == (
        "old\n",
        "page.md is out of date\n",
    )
    assert regenerate.main([]) == 0
    assert page.read_text(encoding="utf-8") == "new\n"
    assert regenerate.main(["--check"]) == 0
