"""The folders of the repository."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
ROOT: Final = TESTS.parent
UNIT: Final = TESTS / "unit"
LIT: Final = TESTS / "lit"


def lit_files() -> list[Path]:
    """Returns the lit files except those of the conformance suite, which has a test of its own."""
    return sorted(f for f in LIT.rglob("*.dl") if "conformance" not in f.parts)
