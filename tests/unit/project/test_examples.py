"""The examples: their scores, their output in the docs, and their length next to PyTorch's."""

from __future__ import annotations

import re
import sys

import pytest

from tests.support.paths import ROOT

sys.path.insert(0, str(ROOT))

from benchmarks.examples import OURS, PYTORCH, line_count, names, script

SCORES: dict[str, tuple[float, float]] = {
    "digits_mlp": (0.97, 1),
    "digits_convolution": (0.97, 1),
    "character_lstm": (1, 6),
    "sentiment_trees": (0.95, 1),
    "transformer": (0.98, 1),
    "autoencoder": (0, 23),
    "physics": (0, 0.04),
    "kalman_filter": (0, 1.75),
}
"""The least and the greatest score that an example may end with."""
PAGE = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", names())
def test_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    score = script(OURS / f"{name}.py").main(0)
    low, high = SCORES[name]
    assert low <= score <= high
    shown = re.search(rf"^\$ python examples/{name}\.py\n(.*?)^```", PAGE, re.M | re.S)
    assert shown is not None
    # Numbers are as good elsewhere, but not the same.
    printed, expected = (
        re.sub(r"\d+(\.\d+)?", "#", t) for t in (capsys.readouterr().out, shown[1])
    )
    assert printed == expected


@pytest.mark.parametrize("name", names())
def test_an_example_is_no_longer_than_in_pytorch(name: str) -> None:
    assert line_count(OURS / f"{name}.py") <= line_count(PYTORCH / f"{name}.py")
