"""The source is formatted and free of lint."""

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

CHECKS = {
    "lint": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
}


@pytest.mark.parametrize("check", CHECKS)
def test_style(check: str) -> None:
    command = [sys.executable, "-m", *CHECKS[check]]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
