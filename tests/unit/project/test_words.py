"""Prose and names use the field's terms: no banned words in sources, documentation and tests."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.paths import ROOT

LIST = Path(__file__).parent / "banned_words.toml"
BANNED = {
    pattern: instead
    for section in tomllib.loads(LIST.read_text(encoding="utf-8")).values()
    for pattern, instead in section.items()
}
# Between words of a phrase: white space, and the marks that begin a line of a comment.
SPACE = r"(?:\s|\n[ \t]*(?:#|//|\*|>)+)+"
PATTERNS = {re.compile(p.replace(" ", SPACE), re.IGNORECASE): BANNED[p] for p in BANNED}

SUFFIXES = {".py", ".md", ".dl", ".c", ".toml", ".yml", ".yaml"}
PLACES = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"),
    *("docs", "src", "tests", "benchmarks", "examples"),
)
EXEMPT = {LIST, Path(__file__)}


def files(place: str) -> list[Path]:
    """The files of text in a folder, or a single file."""
    root = ROOT / place
    found = [root] if root.is_file() else sorted(root.rglob("*"))
    return [f for f in found if f.suffix in SUFFIXES and f not in EXEMPT]


def complaints(text: str) -> list[str]:
    """Each banned phrase of a text with its line, in order of the lines."""
    found = [
        (text.count("\n", 0, match.start()) + 1, f"{match[0]!r}: {instead}")
        for pattern, instead in PATTERNS.items()
        for match in pattern.finditer(text)
    ]
    return [f"{line}: {message}" for line, message in sorted(found)]


@pytest.mark.parametrize("place", PLACES)
def test_no_banned_words(place: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{complaint}"
        for file in files(place)
        for complaint in complaints(file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("place", PLACES)
def test_every_place_has_files(place: str) -> None:
    assert files(place)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Sums go\n    # over the rows.", ["1: "]),
        ("Written by hand.\nSee `given_by_hand`.", ["1: ", "2: "]),
        ("a law\nLAWS of algebra", ["1: ", "2: "]),
        ("The number of rounds.", ["1: "]),
        ("Rounds to the nearest integer, ties to even.", []),
        ("Conv2D stands for a convolution.", []),
        ("An odd number of rows, and in each round to zero.", []),
        ("outlawed, lawful", []),
    ],
)
def test_complaints(text: str, found: list[str]) -> None:
    given = complaints(text)
    assert [c[: len(f)] for c, f in zip(given, found, strict=True)] == found
