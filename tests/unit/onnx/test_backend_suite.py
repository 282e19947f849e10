"""A share of the backend tests of ``onnx``; ``python -m tests.fuzz.onnx_backend`` runs all."""

from __future__ import annotations

from zlib import crc32

import pytest
from onnx.backend.test.case.test_case import TestCase

from tests.fuzz.onnx_backend import cases, problem_of

SHARE = 20
"""One test of so many runs."""
UNSUPPORTED = ("is not supported", "are not supported", "compiled code does not have")


@pytest.mark.parametrize("case", [c for c in cases() if crc32(c.name.encode()) % SHARE == 0])
@pytest.mark.parametrize("interpreted", [True, False], ids=["interpreted", "compiled"])
def test_agrees_with_the_expected_output(case: TestCase, interpreted: bool) -> None:
    problem = problem_of(case, interpreted)
    # What is missing says so; everything else has to be right.
    assert problem is None or any(text in problem for text in UNSUPPORTED), problem
