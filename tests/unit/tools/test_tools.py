"""``dlopt`` and ``dlc`` from the outside: output, files, exit codes."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import dlvm
from dlvm.ir.types import (
    BF16,
    BOOL,
    ERASED,
    F32,
    F64,
    I8,
    I64,
    U8,
    VOID,
    ArrayType,
    PointerType,
    Symbol,
    TupleType,
    Type,
    tensor,
)
from dlvm.tools import dlc, dlopt
from dlvm.tools.values import format_value, read_value
from tests.support.machine import needs_full_device, needs_posix

PROGRAM = """\
module "sample"
stage raw

struct $Pair {
    #x: f32
    #flags: <2 x bool>
}

[gradient @square wrt 0]
func @square_grad: (f32) -> (f32)

func @square: (f32) -> f32 {
'entry(%x: f32):
    %y = multiply %x: f32, %x: f32
    return %y: f32
}

func @main: () -> <2 x f32> {
'entry():
    return <1: f32, 2.5: f32>: <2 x f32>
}

func @twice: (<2 x f32>, i64) -> (<2 x f32>, i64) {
'entry(%x: <2 x f32>, %n: i64):
    %y = add %x: <2 x f32>, %x: <2 x f32>
    return (%y: <2 x f32>, %n: i64): (<2 x f32>, i64)
}

func @pair: ($Pair) -> $Pair {
'entry(%p: $Pair):
    return %p: $Pair
}

func @nothing: () -> void {
'entry():
    return
}
"""

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "sample.dl"
    file.write_text(PROGRAM, encoding="utf-8")
    return file


def fails(tool: Callable[[list[str]], int], arguments: list[object], capsys: Capture) -> str:
    """The messages of the tool, whose standard output must be empty."""
    assert tool([str(a) for a in arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def misused(tool: Callable[[list[str]], int], arguments: list[object], capsys: Capture) -> str:
    with pytest.raises(SystemExit) as ended:
        tool([str(a) for a in arguments])
    assert ended.value.code == 2
    return capsys.readouterr().err


def test_dlopt_prints_the_module_back(program: Path, capsys: Capture) -> None:
    assert dlopt.main([str(program)]) == 0
    assert dlvm.parse(capsys.readouterr().out) == dlvm.parse(PROGRAM)


def test_dlopt_prints_a_line_for_each_pass_then_the_module(program: Path, capsys: Capture) -> None:
    assert dlopt.main([str(program), "-p", "DCE,CSE", "AS", "--print-ir"]) == 0
    *passes, rest = capsys.readouterr().out.split("\n", 4)
    assert passes[0] == "AD: changed"
    assert [line.split(": ")[0] for line in passes] == ["AD", "DCE", "CSE", "AS"]
    assert {line.split(": ")[1] for line in passes} <= {"changed", "unchanged"}
    module = dlvm.parse(PROGRAM)
    dlvm.run_passes(module, "AD,DCE,CSE,AS")
    assert dlvm.parse(rest) == module


def test_dlopt_takes_the_file_behind_the_passes(program: Path, capsys: Capture) -> None:
    assert dlopt.main(["-p", "AD", "CSE", "-p", "DCE", str(program)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == ["AD", "CSE", "DCE"]


def test_dlopt_keeps_reports_apart_from_a_module_on_standard_output(
    program: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dlopt.main([str(program), "-p", "AD", "-o", "-", "--time-passes"]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("AD: changed\npass")
    text = io.TextIOWrapper(io.BytesIO(captured.out.encode()))
    monkeypatch.setattr(sys, "stdin", text)
    assert dlopt.main(["-", "-p", "AD"]) == 0
    assert capsys.readouterr().out == "AD: unchanged\n"


def test_dlopt_prints_after_a_pass(program: Path, capsys: Capture) -> None:
    assert dlopt.main([str(program), "-p", "AD,CSE", "--print-after", "AD"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("AD: changed\nmodule")
    assert printed.splitlines()[-1].startswith("CSE: ")


def test_dlopt_lists_passes(capsys: Capture) -> None:
    assert dlopt.main(["--list-passes"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert {"AD", "AS", "CP", "CSE", "DCE"} <= set(names)


def test_dlopt_runs_the_passes_of_a_level(program: Path, capsys: Capture) -> None:
    assert dlopt.main(["--print-pipelines"]) == 0
    pipelines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert list(pipelines) == [f"-O{level}" for level in dlopt.LEVELS]
    for level, passes in pipelines.items():
        assert dlopt.main([str(program), level, "-p", "DCE"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.split(": ")[0] for line in lines] == [
            *(re.sub("{.*}", "", p) for p in passes.split()),
            "DCE",
        ]


def test_dlopt_prints_what_changed_as_a_diff(
    program: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dlopt.main([str(program), "-p", "AD,DCE,DCE", "--print-changed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {"-stage raw", "+stage optimizable", "-[gradient @square wrt 0]"} <= set(lines)
    assert lines[0] == "AD: changed"
    assert lines[-1] == "DCE: unchanged"
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert dlopt.main([str(program), "-p", "AD", "--print-changed"]) == 0
    assert "\033[31m-stage raw\033[0m" in capsys.readouterr().out


def test_dlopt_prints_tables_of_passes(program: Path, capsys: Capture) -> None:
    assert dlopt.main([str(program), "-O2", "--time-passes", "--stats"]) == 0
    rows = [line.split(maxsplit=3) for line in capsys.readouterr().out.splitlines()]
    head = rows.index(["pass", "runs", "ms", "share"])
    statistics = rows.index(["pass", "count", "what"])
    times = {name: float(ms) for name, _, ms, _ in rows[head + 1 : statistics]}
    total = times.pop("total")
    assert "verification" in times
    assert abs(sum(times.values()) - total) <= 0.01 * len(times)
    assert ["AD", "1", "functions", "derived"] in rows[statistics:]
    assert dlopt.main([str(program), "-O2", "--time-passes", "--no-verify-each"]) == 0
    assert "verification" not in capsys.readouterr().out


def test_dlopt_writes_a_file_whole_or_not_at_all(
    program: Path, tmp_path: Path, capsys: Capture
) -> None:
    target = tmp_path / "out.dl"
    assert dlopt.main([str(program), "-p", "AD", "-o", str(target)]) == 0
    assert capsys.readouterr().out == "AD: changed\n"
    assert dlvm.parse(target.read_text(encoding="utf-8")).stage.value == "optimizable"
    written = target.read_bytes()
    program.write_text("module", encoding="utf-8")
    fails(dlopt.main, [program, "-o", target], capsys)
    assert target.read_bytes() == written
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.dl", "sample.dl"]


def test_an_output_file_keeps_its_permissions(program: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.dl"
    target.touch()
    target.chmod(0o600)
    assert dlopt.main([str(program), "-o", str(target)]) == 0
    assert target.stat().st_mode & 0o777 == 0o600


def test_files_that_cannot_be_read(tmp_path: Path, capsys: Capture) -> None:
    missing = fails(dlopt.main, [tmp_path / "missing.dl"], capsys)
    assert missing == f"error: cannot read {tmp_path / 'missing.dl'}: no such file or directory\n"
    assert "is a directory" in fails(dlopt.main, [tmp_path], capsys)
    assert "not a file name" in fails(dlopt.main, ["a\0b"], capsys)
    binary = tmp_path / "binary.dl"
    binary.write_bytes('module "ä"\n  x'.encode() + b"\xff\xfe")
    report = fails(dlopt.main, [binary], capsys)
    assert report.startswith(f"{binary}:2:4: error: expected UTF-8 text, got the byte 0xff\n")


def test_files_that_cannot_be_written(program: Path, tmp_path: Path, capsys: Capture) -> None:
    assert "not a directory" in fails(dlopt.main, [program, "-o", program / "out"], capsys)
    assert "is a directory" in fails(dlopt.main, [program, "-o", tmp_path], capsys)


def test_no_function_to_export(program: Path, tmp_path: Path, capsys: Capture) -> None:
    options = ["--emit", "object", "--functions", "", "-o", tmp_path / "out.o"]
    assert "must be in the module, got @" in fails(dlc.main, [program, *options], capsys)


def test_missing_folders_of_output_files_are_created(program: Path, tmp_path: Path) -> None:
    for number, (main, options) in enumerate(
        [(dlopt.main, ["-O1"]), (dlc.main, ["--emit", "raw"]), (dlc.main, ["--emit", "object"])]
    ):
        out = tmp_path / str(number) / "new" / "out.o"
        assert main([str(program), *options, "-o", str(out)]) == 0
        assert out.exists()


def test_errors_have_their_place(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "wrong.dl"
    file.write_text(PROGRAM.replace("return %y: f32", "return %z: f32"), encoding="utf-8")
    report = fails(dlopt.main, [file], capsys)
    line = PROGRAM.splitlines().index("    return %y: f32") + 1
    assert report.startswith(f"{file}:{line}:12: error: ")
    assert "return %z: f32" in report


def test_many_errors_are_cut_short(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "wrong.dl"
    body = "\n".join(f"    %v{n} = negate %u{n}: f32" for n in range(200))
    text = f'module "m"\nstage raw\nfunc @f: () -> void {{\n\'entry():\n{body}\n    return\n}}\n'
    file.write_text(text, encoding="utf-8")
    report = fails(dlopt.main, [file], capsys)
    assert report.count("error: ") == 50
    assert report.splitlines()[-1] == "… and 150 more"


def test_unknown_passes(program: Path, capsys: Capture) -> None:
    assert "no pass is called NOPE" in fails(dlopt.main, [program, "-p", "NOPE"], capsys)
    for passes in (["-p", "AD"], []):
        after = [program, *passes, "--print-after", "NOPE"]
        assert "no pass is called NOPE" in fails(dlopt.main, after, capsys)


def test_wrong_usage(program: Path, capsys: Capture) -> None:
    assert "expected a file" in misused(dlopt.main, [], capsys)
    assert "--nope" in misused(dlopt.main, [program, "--nope"], capsys)
    assert "expected one of --emit, --run" in misused(dlc.main, [program], capsys)
    assert "cannot be combined with --emit or --test" in misused(
        dlc.main, [program, "--report", "--test"], capsys
    )
    assert "--args requires --run" in misused(
        dlc.main, [program, "--report", "--args", "1"], capsys
    )
    assert "--interpret requires --run or --test" in misused(
        dlc.main, [program, "--report", "--interpret"], capsys
    )
    assert "--args requires --run" in misused(
        dlc.main, [program, "--emit", "raw", "--args", "1"], capsys
    )
    functions = [program, "--run", "@main", "--functions", ""]
    assert "--functions requires --emit" in misused(dlc.main, functions, capsys)
    threads = [program, "--run", "@main", "--threads", "0"]
    assert "expected a number of at least 1" in misused(dlc.main, threads, capsys)


@pytest.mark.parametrize("tool", [dlopt, dlc], ids=["dlopt", "dlc"])
def test_help_shows_examples(tool: ModuleType, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        tool.main(["--help"])
    assert ended.value.code == 0
    printed = capsys.readouterr().out
    assert "examples:\n" in printed
    assert all(len(line) <= 100 for line in printed.splitlines())


@needs_posix
def test_a_broken_pipe_is_quiet(tmp_path: Path) -> None:
    file = tmp_path / "long.dl"
    functions = "".join(
        f"func @f{n}: () -> f32 {{\n'entry():\n    return {n}: f32\n}}\n" for n in range(3000)
    )
    file.write_text(f'module "m"\nstage raw\n{functions}', encoding="utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "dlvm.tools.dlopt", str(file)]
    result = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert result.stderr == b""
    assert result.returncode == 141


@needs_full_device
@pytest.mark.parametrize("passes", [[], ["-O2"], ["-O2", "--print-ir"]])
def test_a_full_device_is_an_error(passes: list[str], program: Path) -> None:
    command = [sys.executable, "-m", "dlvm.tools.dlopt", str(program), *passes]
    with open("/dev/full", "wb") as full:
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 1
    assert result.stderr.startswith("error: ")
    assert result.stderr.endswith("no space left on device\n")
    assert result.stderr.count("\n") == 1


@needs_posix
def test_a_closed_output_is_an_error(program: Path) -> None:
    command = ["sh", "-c", f"{sys.executable} -m dlvm.tools.dlc {program} --emit raw >&-"]
    result = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    assert (result.returncode, result.stderr) == (1, "error: cannot write -: not writable\n")


RUNS = [
    ("@main", [], "[1. , 2.5]\n"),
    ("@square", ["1.5"], "2.25\n"),
    ("square_grad", ["3"], "(6.0)\n"),
    ("@twice", ["[1, 2]", "-7"], "([2., 4.], -7)\n"),
    ("@pair", ["{#x = 0x1p-1, #flags = [true, false]}"], "{#x = 0.5, #flags = [true, false]}\n"),
    ("@nothing", [], ""),
]


@pytest.mark.parametrize(("function", "arguments", "printed"), RUNS, ids=[r[0] for r in RUNS])
def test_dlc_runs_functions(
    function: str, arguments: list[str], printed: str, program: Path, capsys: Capture
) -> None:
    values = ["--args", *arguments] if arguments else []
    assert dlc.main([str(program), "--run", function, *values]) == 0
    assert capsys.readouterr().out == printed


def test_dlc_reads_and_writes_array_files(program: Path, tmp_path: Path, capsys: Capture) -> None:
    given, result = tmp_path / "x.npy", tmp_path / "y.npy"
    np.save(given, np.array([1, 2], np.float32))
    assert dlc.main([str(program), "--run", "@twice", "--args", str(given), "3"]) == 0
    assert capsys.readouterr().out == "([2., 4.], 3)\n"
    assert dlc.main([str(program), "--run", "@main", "-o", str(result)]) == 0
    np.testing.assert_array_equal(np.load(result), np.array([1, 2.5], np.float32))
    twice = [program, "--run", "@twice", "--args", given, "3", "-o", result]
    assert "expected a tensor" in fails(dlc.main, twice, capsys)


def test_dlc_refuses_arguments_of_wrong_types(
    program: Path, tmp_path: Path, capsys: Capture
) -> None:
    def run(function: str, *arguments: object) -> str:
        return fails(dlc.main, [program, "--run", function, "--args", *arguments], capsys)

    wrong, text = tmp_path / "wrong.npy", tmp_path / "text.npy"
    np.save(wrong, np.zeros(3))
    text.write_text("1 2 3", encoding="utf-8")
    assert "there is no function @nope; the module has @square_grad" in run("@nope", "1")
    assert "@twice takes 2 arguments, got 1" in run("@twice", "1")
    assert "<3 x f64>, expected <2 x f32>" in run("@twice", wrong, 1)
    assert "is not an array file" in run("@twice", text, 1)
    assert "cannot read" in run("@twice", "nope.npy", 1)
    assert "expected a number of type f32, got `x`" in run("@square", "x")
    assert "expected a value of type <2 x f32>, got a list of size 3" in run(
        "@twice", "[1, 2, 3]", 1
    )


@pytest.mark.parametrize(
    ("stage", "content"),
    [
        ("raw", b"[gradient @square wrt 0]"),
        ("optimizable", b"stage optimizable"),
        ("compute", b"stage compute"),
        ("schedule", b"stage schedule"),
        ("llvm", b"define"),
        ("asm", b"main"),
        ("object", b""),
        ("archive", b"!<arch>"),
    ],
)
def test_dlc_emits_stages(stage: str, content: bytes, program: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert dlc.main([str(program), "--emit", stage, "-o", str(target)]) == 0
    written = target.read_bytes()
    assert written
    assert content in written


VALUES = [
    ("[[1, 2], [3, -4e-1]]", tensor(F32, 2, 2)),
    ("[[1], [2]]", tensor(F32, ERASED, Symbol("n"))),
    ("1.5", tensor(F64, 2, 2)),
    ("nan", tensor(F64)),
    ("-inf", tensor(BF16)),
    ("[]", tensor(I64, 0, 3)),
    ("[[], []]", tensor(I64, ERASED, ERASED)),
    ("255", tensor(U8)),
    ("(1, [true, false])", TupleType((tensor(I8), tensor(BOOL, 2)))),
    ("()", VOID),
    ("[(1, 2), (3, 4)]", ArrayType(2, TupleType((tensor(I8), tensor(F32))))),
]


@pytest.mark.parametrize(("text", "type"), VALUES, ids=[v[0] for v in VALUES])
def test_values_are_read_and_printed_alike(text: str, type: Type) -> None:
    value = read_value(text, type)
    printed = format_value(value, type)
    assert format_value(read_value(printed, type), type) == printed


WRONG_VALUES = [
    (
        "[[1], [2, 3]]",
        tensor(F32, 2, ERASED),
        "a list of size 1, like the one before it, got size 2",
    ),
    ("[1, [2]]", tensor(F32, 2), "expected a number of type f32"),
    ("300", tensor(I8), "expected a number of type i8, got `300`"),
    ("1.5", tensor(I8), "expected a number of type i8"),
    ("1", tensor(BOOL), "expected a number of type bool"),
    ("1", tensor(F32, ERASED), "the sizes of <_ x f32> are not known"),
    ("", tensor(F32), "got the end"),
    ("[1, 2] 3", tensor(F32, 2), "expected the end"),
    ("(1)", TupleType((tensor(F32), tensor(F32))), "expected `,`"),
    ("1", PointerType(tensor(F32)), "a value of type *f32 cannot be written as text"),
]


@pytest.mark.parametrize(
    ("text", "type", "message"), WRONG_VALUES, ids=[v[0] for v in WRONG_VALUES]
)
def test_values_that_do_not_fit(text: str, type: Type, message: str) -> None:
    with pytest.raises(dlvm.DiagnosticError, match=re.escape(message)):
        read_value(text, type)


@pytest.mark.parametrize(
    "use",
    [
        dlvm.compile,
        dlvm.verify,
        lambda m: dlvm.lower(m, "asm"),
        lambda m: dlvm.interpret(m, "f"),
        lambda m: dlvm.run_passes(m, "O2"),
    ],
)
@pytest.mark.parametrize("value", [PROGRAM, None])
def test_what_is_not_a_module(use: Callable[[object], object], value: object) -> None:
    with pytest.raises(dlvm.DiagnosticError, match=r"expected a module, got (str|NoneType);"):
        use(value)
