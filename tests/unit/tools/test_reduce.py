"""Reduced modules are valid, still fail, and are minimal."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dlvm
from dlvm.tools import dlopt
from dlvm.tools.reduce import KINDS, failing_command, minimize, reduce_module
from tests.support.paths import ROOT
from tests.support.programs.programs import draw_program

EXAMPLE = ROOT / "examples" / "lstm.dl"
Capture = pytest.CaptureFixture[str]


@given(st.integers(0, 40), st.sets(st.integers(0, 39), max_size=5))
def test_no_item_can_be_left_out(count: int, wanted: set[int]) -> None:
    needed = wanted & set(range(count))

    def holds(items: Sequence[int]) -> bool:
        return needed <= set(items)

    assert list(minimize(range(count), holds)) == sorted(needed)


@given(st.integers(0, 30), st.integers(2, 5))
def test_what_holds_for_some_lists_only_holds_for_the_one_found(count: int, divisor: int) -> None:
    def holds(items: Sequence[int]) -> bool:
        return sum(items) % divisor == sum(range(count)) % divisor

    found = minimize(range(count), holds)
    assert holds(found)
    assert not any(holds([i for i in found if i != left_out]) for left_out in found)


@pytest.mark.parametrize("seed", range(12))
def test_a_random_program_is_reduced_to_the_predicate(seed: int) -> None:
    module = draw_program(Random(seed)).module
    present = {i.mnemonic for f in module.functions for i in f.instructions()} - {"return"}
    wanted = Random(seed).choice(sorted(present))

    def fails(text: str) -> bool:
        module = dlvm.parse(text)
        return any(i.mnemonic == wanted for f in module.functions for i in f.instructions())

    found = dlvm.parse(reduce_module(module, fails))
    dlvm.verify(found)
    assert fails(str(found))
    instructions = [i for f in found.functions for i in f.instructions()]
    # The instruction asked for and the end of its function, and of one that it names; where blocks
    # are asked for, those besides.
    assert len(instructions) <= 5, str(found)
    for edits in KINDS.values():
        for number in range(len(list(edits(found)))):
            smaller = dlvm.parse(str(found))
            list(edits(smaller))[number]()
            try:
                dlvm.verify(smaller)
            except dlvm.DiagnosticError:
                continue
            assert not fails(str(smaller)) or len(str(smaller)) >= len(str(found))


def test_sizes_are_made_small() -> None:
    text = """
    stage optimizable
    func @f: (<784 x 128 x f32>) -> <128 x 784 x f32> {
    'entry(%x: <784 x 128 x f32>):
        %y = transpose %x: <784 x 128 x f32>
        return %y: <128 x 784 x f32>
    }
    """
    found = reduce_module(dlvm.parse(text), lambda text: "%x: <" in text and "transpose" in text)
    assert "784" not in found
    assert "128" not in found


def test_dlopt_writes_a_smaller_module(tmp_path: Path, capsys: Capture) -> None:
    output = tmp_path / "small.dl"
    command = "! grep -q tanh"
    assert dlopt.main([str(EXAMPLE), "--reduce", command, "-o", str(output)]) == 0
    assert len(output.read_text("utf-8").splitlines()) < 10
    assert capsys.readouterr().out == ""
    assert dlopt.main([str(EXAMPLE), "--reduce", "! grep -q tanh {}"]) == 0
    assert capsys.readouterr().out == output.read_text("utf-8")


def test_dlopt_keeps_the_best_when_interrupted(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(module: object, fails: object, improved: object, step: object) -> None:
        assert callable(improved)
        improved("module found")
        raise KeyboardInterrupt

    monkeypatch.setattr("dlvm.tools.reduce.reduce_module", interrupted)
    output = tmp_path / "small.dl"
    assert dlopt.main([str(EXAMPLE), "--reduce", "! grep -q tanh", "-o", str(output)]) == 130
    assert output.read_text("utf-8") == "module found"
    assert dlopt.main([str(EXAMPLE), "--reduce", "! grep -q tanh"]) == 130
    assert capsys.readouterr().out == "module found"


def test_a_command_that_does_not_fail_is_refused(capsys: Capture) -> None:
    assert dlopt.main([str(EXAMPLE), "--reduce", "grep -q tanh"]) == 1
    assert "expected it to fail" in capsys.readouterr().err
    for command in (
        "",
        " ",
        str(EXAMPLE),
        f"{EXAMPLE} {{}}",
        "no-such-command {}",
        "no-such|cat; nor-such",
    ):
        assert dlopt.main([str(EXAMPLE), "--reduce", command]) == 1
        assert "cannot be run" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        dlopt.main([str(EXAMPLE), "--reduce", "false", "-O2"])


def test_another_exit_code_and_a_command_without_end_are_other_failures() -> None:
    module = dlvm.parse(EXAMPLE.read_text("utf-8"))
    with failing_command("sh -c 'exit $(grep -c tanh $0)'", module) as fails:
        assert fails(str(module))
        assert not fails("tanh\n" * 100)
        assert not fails("")
    with failing_command("grep -q endless {} && sleep 100; false", module) as fails:
        assert fails("ends")
        assert not fails("endless")
