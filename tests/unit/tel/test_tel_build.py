"""``tel build`` writes libraries."""

import subprocess
from pathlib import Path

import pytest

from dlvm.tel.tool import main
from dlvm.tools import dlc
from tests.support.machine import NEEDS_PROGRAM

PROGRAM = """\
net Line<m> {
    param w: [m] = normal(1)
    param b: [] = 0
    inference(x: [n x m]) -> [n] { tanh(x . w) + b }
}
"""


@NEEDS_PROGRAM["gcc"]
def test_a_library_for_c(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "line.tel"
    file.write_text(PROGRAM, encoding="utf-8")
    options = ["--function", "Line.inference", "--size", "n=4", "--size", "m=3"]
    out = tmp_path / "line"
    assert main(["build", str(file), *options, "--emit", "bundle", "--out", str(out)]) == 0
    assert "line.h" in capsys.readouterr().out
    command = ["gcc", "-Wall", "-Werror", "main.c", "libline.a", "-lm", "-o", "check"]
    subprocess.run(command, cwd=out, check=True)
    subprocess.run([out / "check"], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--emit", "bundle"], "--emit requires --function and --out"),
        (["--function", "Line.inference", "--target", "wasm32"], "--target requires --emit"),
    ],
)
def test_options(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["build", "line.tel", *options])
    assert message in capsys.readouterr().err


def test_dlc_names_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "line.tel"
    file.write_text(PROGRAM, encoding="utf-8")
    assert dlc.main([str(file), "--emit", "object", "-o", str(tmp_path / "line.o")]) == 1
    assert "tel build writes a module" in capsys.readouterr().err
