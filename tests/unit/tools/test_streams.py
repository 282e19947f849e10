"""The tools under odd standard streams and with odd files: they end with an error of one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlvm.diagnostics import DiagnosticError
from dlvm.tools import dlc
from dlvm.tools.command_line import read_source

SUM = """func @f: (<_n x f32>) -> f32 {
'entry(%x: <_n x f32>):
    %y = reduce %x: <_n x f32> by add along 0
    return %y: f32
}
"""
TOOLS = {
    "dlc": ["dlvm.tools.dlc", "-", "--emit", "raw"],
    "dlopt": ["dlvm.tools.dlopt", "-", "-p", "DCE", "-o", "-"],
}


def run(tool: str, streams: str, source: Path) -> subprocess.CompletedProcess[str]:
    """Runs a tool with streams that a shell makes."""
    command = f'exec "$0" -m {" ".join(TOOLS[tool])} {streams}'
    return subprocess.run(
        ["sh", "-c", command, sys.executable], input=source.read_text(), cwd=source.parent,
        capture_output=True, text=True, env={**os.environ},
    )  # fmt: skip


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "m.dl"
    path.write_text(SUM)
    return path


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(
    ("streams", "code", "message"),
    [
        ("<&-", 1, "error: cannot read -: standard input is closed\n"),
        (">&-", 1, "error: "),
        ("> /dev/full", 1, "error: "),
        ("2>&-", 0, ""),
        ("<&- 2>&-", 1, ""),
        ("<&- >&- 2>&-", 1, ""),
        ("", 0, ""),
    ],
)
def test_odd_streams(tool: str, streams: str, code: int, message: str, source: Path) -> None:
    done = run(tool, streams, source)
    assert "Traceback" not in done.stderr + done.stdout
    assert done.returncode == code
    if message:
        lines = [line for line in done.stderr.splitlines() if "changed" not in line]
        assert len(lines) == 1
        assert f"{lines[0]}\n".startswith(message)
    if "2>&-" in streams:
        assert "error" not in done.stdout


BINARY = {
    "a program": Path(sys.executable).resolve().read_bytes()[:4096],
    "zeros": bytes(100),
    "escapes": b"\x1b[31m\0\x07",
}


@pytest.mark.parametrize("name", BINARY)
def test_binary_files_are_not_shown(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m.dl"
    path.write_bytes(BINARY[name])
    assert dlc.main([str(path), "--emit", "raw"]) == 1
    said = capsys.readouterr()
    assert said.err == f"error: {path} is a binary file, expected UTF-8 text\n"
    assert not said.out


@given(st.binary(max_size=60) | st.text(max_size=30).map(str.encode))
def test_messages_about_a_file_can_be_printed(data: bytes) -> None:
    """No byte of it moves the cursor or colors the terminal."""
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".dl") as file:
        file.write(data)
        file.flush()
        said = ""
        try:
            assert read_source(file.name).text.encode() == data
        except DiagnosticError as problem:
            said = str(problem)
        assert all(c.isprintable() or c == "\n" for c in said)


def array_file(header: str, data: bytes = b"") -> bytes:
    text = header.encode("latin1") + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


def header(shape: object, descr: str = "<f4", order: object = False) -> str:
    return f"{{'descr': {descr!r}, 'fortran_order': {order}, 'shape': {shape}}}"


ARRAYS = {
    "empty": b"",
    "a text": b"1 2 3",
    "an archive": b"PK\x03\x04" + bytes(40),
    "a pickle": b"\x80\x04N.",
    "the beginning": b"\x93NUMPY",
    "no header": array_file(""),
    "an open header": array_file("{'descr': '<f4'"),
    "nested": array_file("(" * 1000),
    "364 TiB": array_file(header("(100000000000000,)")),
    "beyond all memory": array_file(header(f"({2**62}, {2**62})")),
    "a negative size": array_file(header("(-1,)")),
    "no size": array_file(header("(None,)")),
    "objects": array_file(header("(1,)", "|O"), bytes(8)),
    "no type": array_file(header("(1,)", "???"), bytes(8)),
    "no order": array_file(header("(1,)", order="1/0"), bytes(8)),
    "too few elements": array_file(header("(3,)"), bytes(11)),
    "of another version": b"\x93NUMPY\x09\x00" + bytes(20),
}


def load(path: Path) -> int:
    return dlc.main(
        [str(path.with_suffix(".dl")), "--interpret", "--run", "@f", "--args", str(path)]
    )


@pytest.mark.parametrize("name", ARRAYS)
def test_damaged_arrays(name: str, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = source.with_suffix(".npy")
    path.write_bytes(ARRAYS[name])
    assert load(path) == 1
    said = capsys.readouterr().err
    assert said == f"error: {path} is not an array file, expected one that numpy.save writes\n"


@given(place=st.integers(0, 139), byte=st.integers(0, 255))
def test_arrays_with_a_wrong_byte(place: int, byte: int) -> None:
    from io import BytesIO
    from tempfile import TemporaryDirectory

    file = BytesIO()
    np.save(file, np.ones(3, np.float32))
    data = bytearray(file.getvalue())
    data[place] = byte
    with TemporaryDirectory() as name:
        path = Path(name) / "m.npy"
        path.write_bytes(data)
        path.with_suffix(".dl").write_text(SUM)
        code: Any = load(path)
        assert code in (0, 1)
