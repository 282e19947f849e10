"""Wrong TEL programs against their messages, mutated programs, and the tool.

The programs in ``tests/unit/tel/wrong/*.tel`` are separated by ``// ---``. A wrong line ends with
``// error@column: message``; exactly those errors must be reported.
"""

import re
from pathlib import Path

import numpy as np
import pytest

from dlvm.diagnostics import DiagnosticError, Source
from dlvm.tel.checker import check
from dlvm.tel.tool import main
from tests.fuzz.malformed.tel_programs import fuzz
from tests.support.paths import ROOT, UNIT

EXPECTATION = re.compile(r"// error@(\d+): (.*?)(?=\s*// error|$)")
PROGRAMS = [
    pytest.param(text, id=f"{file.stem}{number}")
    for file in sorted((UNIT / "tel/wrong").glob("*.tel"))
    for number, text in enumerate(file.read_text(encoding="utf-8").split("// ---\n"))
]
LINE = ROOT / "examples" / "tel" / "linear_regression.tel"
TRAINING = (str(LINE), "--data", "right.csv", "--rate", "0.1")
BYTES = (
    "struct P { a: [] }\nenum E { B(b: []), C() }\nf(x: u8[n], p: bool[], y: [n]) -> u8[n] { x }\n"
)


@pytest.mark.parametrize("text", PROGRAMS)
def test_errors(text: str) -> None:
    expected = [
        (line, int(column), message)
        for line, content in enumerate(text.split("\n"), 1)
        for column, message in EXPECTATION.findall(content)
    ]
    assert expected, "the program states no error"
    with pytest.raises(DiagnosticError) as caught:
        check(Source("tests/wrong.tel", text))
    found = [
        (d.location.line, d.location.column, d.message)
        for d in caught.value.diagnostics
        if d.location is not None
    ]
    assert found == expected


def test_there_are_enough() -> None:
    assert len(PROGRAMS) >= 60


def test_mutated_programs_give_diagnostics() -> None:
    assert fuzz(0, 200) < 200


def test_training_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    x = np.random.default_rng(0).standard_normal((40, 3))
    np.savez("data.npz", x=x, y=x @ [1, 2, 3] + 4)
    options = ["--data", "data.npz", "--epochs", "100", "--rate", "0.1", "--out", "line"]
    assert main(["train", str(LINE), *options]) == 0
    assert len(Path("line.csv").read_text(encoding="utf-8").splitlines()) == 101
    capsys.readouterr()
    call = ["run", str(LINE), "Line.inference", "--weights", "line.safetensors"]
    for way in ([], ["--interpret"]):
        assert main([*call, "--args", "[[1, 0, 0]]", *way]) == 0
        printed = capsys.readouterr().out
        np.testing.assert_allclose(float(printed.strip("[]\n")), 5, 1e-2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "missing.tel"], "cannot read missing.tel"),
        (["run", str(LINE), "Line.inferense"], "did you mean Line.inference?"),
        (["run", str(LINE), "Line.inference", "--args", "[[1, 2]]"], "x must be [n x 3]"),
        (["run", str(LINE), "Line.inference", "--args", "[["], "expected a number or a list"),
        (["build", str(LINE), "--function", "Line.inference"], "expected the size n"),
        (["train", str(LINE), "--data", "x.csv", "--rate", "0.1"], "expected an array x"),
        (["train", str(LINE), "--data", "x.csv", "--speed", "0.1", "--net", "A"], "got A"),
        (["train", str(LINE), "--data", "x.csv", "--rate"], "an option with a number"),
        (["train", str(LINE), "--data", "bytes.tel", "--rate", "1"], "is not a file of arrays"),
        (["train", *TRAINING, "--out", "x.csv/line"], "cannot write x.csv/line.safetensors"),
        (["build", "bytes.tel", "--function", "P"], "a function among f, got P"),
        (["build", "bytes.tel", "--function", "B"], "a function among f, got B"),
        (["run", "bytes.tel", "f", "--args", "[1.5]", "true", "[1]"], "for u8[n], got 1.5"),
        (["run", "bytes.tel", "f", "--args", "[1, 256]", "true", "[1]"], "for u8[n], got 256"),
        (["run", "bytes.tel", "f", "--args", "[1]", "2", "[1]"], "p must be numbers for bool[]"),
        (["run", "bytes.tel", "f", "--args", "[1]", "true", "[1e39]"], "for [n], got 1e+39"),
    ],
)
def test_mistakes_on_the_command_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text("y\n1\n2\n", encoding="utf-8")
    Path("right.csv").write_text("x0,x1,x2,y\n1,2,3,4\n", encoding="utf-8")
    Path("bytes.tel").write_text(BYTES, encoding="utf-8")
    assert main(arguments) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--seed", "-1"], ["--epochs", "0"], ["--batch", "x"]])
def test_options_out_of_range(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", *TRAINING, *option])
    assert "expected a number of at least" in capsys.readouterr().err


def test_a_built_module_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import runpy

    out = tmp_path / "line.py"
    assert main(["build", str(LINE), "--out", str(out)]) == 0
    assert "def Line_inference(self: Line" in out.with_suffix(".pyi").read_text(encoding="utf-8")
    names = runpy.run_path(str(out))
    line = names["Line"](np.ones(3, np.float32), np.float32(1))
    assert (names["Line_inference"](line, np.ones((2, 3), np.float32)) == 4).all()
