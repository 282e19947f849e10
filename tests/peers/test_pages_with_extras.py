"""The pages whose examples need a package that the extra ``test`` does not have."""

from pathlib import Path

import pytest

from tests.unit.project.test_docs import EXTRAS, PAGES, check_page


@pytest.mark.parametrize("page", [p for p in PAGES if p.name in EXTRAS], ids=lambda p: p.stem)
def test_page(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    check_page(page, tmp_path, monkeypatch, capsys)
