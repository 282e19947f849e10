"""The source is formatted, lint-free and typed."""

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

CHECKS = {
    "lint": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "types": (
        "pyright",
        "--pythonpath",
        sys.executable,
        "--pythonversion",
        f"3.{sys.version_info[1]}",
    ),
}


@pytest.mark.parametrize("check", CHECKS)
def test_style(check: str) -> None:
    command = [sys.executable, "-m", *CHECKS[check]]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
