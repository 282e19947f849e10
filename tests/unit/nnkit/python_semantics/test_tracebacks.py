"""Uncaught errors show the user's frames and the message."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """\
import threading, numpy as np
from dlvm import nn
from dlvm.nnkit import Float1D, Float2D, staged

def helper(x):
    {fault}

@staged
def f(x: Float2D) -> Float1D:
    y = helper(x)
    return y

{call}
"""
DIAGNOSTIC = "return x + np.ones(7, 'f')"
CALL = "f(np.ones((2, 3), 'f'))"


def _error(path: Path, fault: str, call: str = CALL, **environment: str) -> str:
    path.write_text(PROGRAM.format(fault=fault, call=call), encoding="utf-8")
    found = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, check=False,
        env=os.environ | environment,
    )  # fmt: skip
    return found.stderr


def _frames(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.startswith('  File "')]


@pytest.mark.parametrize("call", [CALL, "threading.Thread(target=lambda: " + CALL + ").start()"])
def test_only_frames_of_the_user_are_shown(tmp_path: Path, call: str) -> None:
    program = tmp_path / "program.py"
    text = _error(program, DIAGNOSTIC, call)
    frames = [f for f in _frames(text) if "threading.py" not in f]
    assert all(str(program) in f for f in frames), text
    assert [f.rpartition(" ")[2] for f in frames][-2:] == ["f", "helper"]
    assert "do not broadcast" in text


def test_an_error_of_the_users_code_hides_the_library(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    text = _error(program, "return {}['k']")
    assert text.rstrip().endswith("KeyError: 'k'")
    assert [f.rpartition(" ")[2] for f in _frames(text)] == ["<module>", "f", "helper"]


def test_a_variable_shows_all_frames(tmp_path: Path) -> None:
    text = _error(tmp_path / "program.py", DIAGNOSTIC, DLVM_FULL_TRACEBACK="1")
    assert any("staged.py" in f for f in _frames(text))


def test_a_mistake_of_the_library_shows_all_frames(tmp_path: Path) -> None:
    call = "import dlvm.nnkit.staging.staged as s; s.argument_types = None; " + CALL
    text = _error(tmp_path / "program.py", DIAGNOSTIC, call)
    assert any("staged.py" in f for f in _frames(text))
