"""The table of Python's constructs: each cell agrees with Python or is refused."""

import pytest

from tests.support.python_table import SECTIONS, Row, outcome, uncovered

ROWS = [row for table in SECTIONS.values() for row in table]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_a_cell(row: Row) -> None:
    for is_staged in (True, False):
        found = outcome(row, is_staged)
        assert found in ("staged", "while staging", row.differs) or found.startswith(
            ("refused: ", "raises as in Python")
        )


def test_the_table_is_complete() -> None:
    assert not uncovered()
