"""The compiler's reports on kernels and memory: fusion, frames, work and times."""

import itertools
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import dlvm
from dlvm.codegen.generation import generate_program
from dlvm.codegen.host.frame_report import ELSEWHERE, describe_frame
from dlvm.compiler import lowered_module
from dlvm.compute.fusion.report import FusedKernel, recorded_fusion
from dlvm.ir import Module
from dlvm.ir.compute import Definition
from dlvm.ir.instructions import Apply
from dlvm.ir.schedules import Schedule
from dlvm.text.value_text import Names
from dlvm.tools import dlc
from dlvm.tools.inspection import functions_of
from dlvm.tools.kernel_report import Measured, Roof, report_table, roofline
from dlvm.tools.kernel_timing import TimedKernel, applied_kernels, time_kernels
from tests.support.paths import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.dl"))

ROWS = """
stage optimizable

func @rows: (<_n x 16 x f32>, <_k x i64>) -> <_k x 16 x f32> {
'entry(%x: <_n x 16 x f32>, %at: <_k x i64>):
    %y = gather %x: <_n x 16 x f32> at %at: <_k x i64> along 0
    %z = exp %y: <_k x 16 x f32>
    return %z: <_k x 16 x f32>
}
"""
JOINED = """
stage optimizable

func @joined: (<_n x f32>, <_m x f32>) -> <_ x f32> {
'entry(%x: <_n x f32>, %y: <_m x f32>):
    %z = concatenate %x: <_n x f32>, %y: <_m x f32> along 0
    return %z: <_ x f32>
}
"""
SPLIT = """
stage optimizable

func @split: (<_n x f32>, <_a x _b x f32>) -> <_n x f32> {
'entry(%x: <_n x f32>, %y: <_a x _b x f32>):
    %z = shapeCast %y: <_a x _b x f32> to _n
    %s = add %x: <_n x f32>, %z: <_n x f32>
    return %s: <_n x f32>
}
"""


def module_of(path: Path) -> Module:
    module = dlvm.parse(path.read_text(encoding="utf-8"), path.name)
    dlvm.verify(module)
    return module


def fused(module: Module, stage: str = "compute") -> tuple[Module, list[FusedKernel]]:
    with recorded_fusion() as record:
        return lowered_module(module, stage), record.kernels


def kernels_of(text: str, *arguments: object) -> tuple[Module, list[TimedKernel]]:
    module = lowered_module(dlvm.parse(text), "schedule")
    functions = functions_of(module, None)
    return module, applied_kernels(module, functions, {functions[0]: arguments})


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_the_record_of_fusion_has_each_kernel_that_is_applied(path: Path) -> None:
    module, kernels = fused(module_of(path))
    applied = Counter(
        (f.name, i.callee.name)
        for f in module.functions
        for i in f.instructions()
        if isinstance(i, Apply) and isinstance(i.callee, Definition)
    )
    # What orders instructions afterwards merges and drops none.
    assert Counter((k.function, k.kernel) for k in kernels) == applied
    for kernel in kernels:
        assert kernel.instructions
        for boundary in kernel.boundaries:
            assert boundary.not_inlined
            assert boundary.not_joined
            assert any(boundary.kernel == other.kernel for other in kernels)


def test_recording_changes_nothing() -> None:
    module = module_of(EXAMPLES[0])
    assert str(fused(module)[0]) == str(lowered_module(module, "compute"))


def test_instructions_are_written_as_they_were_with_their_lines() -> None:
    text = JOINED.replace("return %z", "%e = exp %z: <_ x f32>\n    return %e")
    module = dlvm.parse(text, "joined.dl")
    _, (kernel,) = fused(module)
    assert [i.text.split(" <")[0] for i in kernel.instructions] == [
        "%z = concatenate %x:",
        "%e = exp %z:",
    ]
    written = list[str](text.splitlines())
    lines = [written.index(f"    {i.text}") + 1 for i in kernel.instructions]
    assert [i.location.line for i in kernel.instructions if i.location] == lines


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_frames_are_those_of_compiled_functions(path: Path) -> None:
    module = module_of(path)
    lowered = lowered_module(module, "schedule")
    names = Names.of(lowered)
    executable = dlvm.compile(module)
    for function, host in generate_program(lowered, {}).hosts.items():
        frame = describe_frame(host, names)
        assert host.frame in (0, frame.bytes)
        if function.name in list(executable):
            assert executable[function.name].frame_bytes == host.frame
        assert frame.peak <= frame.own
        for buffer in frame.buffers:
            assert buffer.values
            if isinstance(buffer.place, int):
                assert isinstance(buffer.bytes, int)
                assert buffer.place + buffer.bytes <= frame.own
            elif buffer.place == ELSEWHERE:
                assert not isinstance(buffer.bytes, int)


def test_a_kernel_reads_what_it_gathers_only() -> None:
    x, at = np.zeros((1000, 16), "f"), np.zeros(8, "i8")
    module, (kernel,) = kernels_of(ROWS, x, at)
    assert not kernel.is_typical
    assert sorted(kernel.sizes) == [8, 1000]
    # The rows, their indices, and the result.
    assert kernel.bytes == 4 * 8 * 16 + 8 * 8 + 4 * 8 * 16
    assert kernel.flops == 8 * 16
    assert list(time_kernels(module, [kernel], 1, Ticks())) == [1.0]


def test_sizes_that_are_computed_follow_from_others() -> None:
    module, (kernel,) = kernels_of(JOINED)
    assert kernel.is_typical
    assert sorted(kernel.sizes) == [64, 64, 128]
    assert list(time_kernels(module, [kernel], 1, Ticks())) == [1.0]
    _, (given,) = kernels_of(JOINED, np.zeros(3, "f"), np.zeros(4, "f"))
    assert not given.is_typical
    assert sorted(given.sizes) == [3, 4, 7]


def test_a_kernel_whose_sizes_contradict_one_another_does_not_run() -> None:
    module, (kernel,) = kernels_of(SPLIT)
    assert not kernel.fits
    assert list(time_kernels(module, [kernel], 1, Ticks())) == [None]
    table = report_table([Measured.of(kernel, None, Roof(Limits()))], Roof(Limits()))
    assert "did not run" in table
    module, (given,) = kernels_of(SPLIT, np.zeros(6, "f"), np.zeros((2, 3), "f"))
    assert given.fits
    assert list(time_kernels(module, [given], 1, Ticks())) == [1.0]


def test_the_share_is_that_of_the_slower_limit() -> None:
    _, (kernel,) = kernels_of(ROWS, np.zeros((1000, 16), "f"), np.zeros(8, "i8"))
    measured = Measured.of(kernel, 2e-6, Roof(Limits()))
    assert measured.arithmetic == 128 / 1e9
    assert measured.memory == 1088 / 1e9
    assert measured.bound == "memory"
    table = report_table([measured], Roof(Limits()))
    assert table.splitlines()[0].startswith("2 threads: 1 GFLOP/s in f32")
    (row,) = table.splitlines()[2:]
    assert "2.000" in row
    assert " 54% " in row
    assert isinstance(kernel.schedule, Schedule)
    assert kernel.schedule.directives
    assert all(d.keyword in row for d in kernel.schedule.directives)


def test_every_kernel_of_the_examples_runs_alone() -> None:
    for path in EXAMPLES:
        module = lowered_module(module_of(path), "schedule")
        kernels = applied_kernels(module, functions_of(module, None), {})
        times = list(time_kernels(module, kernels, 1, Ticks()))
        assert times == [1.0 if k.fits else None for k in kernels]
        assert all(k.bytes > 0 for k in kernels)


@pytest.mark.parametrize(("kind", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_the_roofline_is_a_picture(kind: str, start: bytes) -> None:
    _, (kernel,) = kernels_of(ROWS, np.zeros((1000, 16), "f"), np.zeros(8, "i8"))
    roof = Roof(Limits())
    picture = roofline([Measured.of(kernel, 1e-6, roof)], roof, kind)
    assert picture.startswith(start)
    if kind == "svg":
        label = f"@{kernel.name}".encode()
        assert label in picture
        # One that did not run is not drawn.
        assert label not in roofline([Measured.of(kernel, None, roof)], roof, kind)


def test_a_picture_without_matplotlib_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.dl"
    file.write_text(ROWS, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert dlc.main([str(file), "--report", str(tmp_path / "x.png")]) == 1
    assert "a plot needs matplotlib, which is not installed" in capsys.readouterr().err
    assert not (tmp_path / "x.png").exists()


def test_the_file_may_follow_the_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rows.dl"
    file.write_text(ROWS, encoding="utf-8")
    assert dlc.main(["--report", str(file)]) == 0
    assert "bound by" in capsys.readouterr().out


class Ticks:
    """A clock that advances by a second at each call."""

    def __init__(self) -> None:
        self.now = itertools.count()

    def __call__(self) -> float:
        return float(next(self.now))


class Limits:
    """A machine that does everything a thousand million times a second."""

    threads = 2

    def flops(self) -> float:
        return 1e9

    def bandwidth(self, size: int) -> float:
        return 1e9
