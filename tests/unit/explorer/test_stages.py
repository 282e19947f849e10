"""The stages of a program, and the lines of the source to which their lines are linked."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dlvm
from dlvm.diagnostics import DiagnosticError
from dlvm.explorer.page import edits
from dlvm.explorer.programs import read_program
from dlvm.explorer.stages import Exploration, Generated, View, explore, rescheduled
from tests.support.paths import ROOT

LIT = ROOT / "tests" / "lit"
MODULE = """\
module "layer"
stage raw

[gradient @loss wrt 1 keeping 0]
func @slope: (<4 x 32 x f32>, <32 x 16 x f32>) -> (<32 x 16 x f32>, f32)

func @loss: (<4 x 32 x f32>, <32 x 16 x f32>) -> f32 {
'entry(%x: <4 x 32 x f32>, %w: <32 x 16 x f32>):
    %y = dot %x: <4 x 32 x f32>, %w: <32 x 16 x f32>
    %z = tanh %y: <4 x 16 x f32>
    %sum = reduce %z: <4 x 16 x f32> by add along 0, 1
    return %sum: f32
}
"""
STAGED = '''\
import numpy as np

from dlvm import nnkit
from dlvm.nnkit import Float0D, Float2D, staged


def unrelated() -> None:
    """This function is not part of the program."""
    print("nothing")


@staged
def energy(x: Float2D, w: Float2D) -> Float0D:
    y = x @ w
    return nnkit.sum(nnkit.exp(y))


x = np.ones((4, 8), "f")
'''


def explored(text: str = MODULE) -> Generated:
    return explore(dlvm.parse(text, "layer.dl"))


def view(exploration: Exploration, name: str) -> View:
    return next(v for v in exploration.views if v.name == name)


def text_of(view: View) -> str:
    return "\n".join(line.text for line in view.lines)


def linked(view: View, places: tuple[int, ...]) -> list[str]:
    return [line.text.strip() for line in view.lines if set(line.places) & set(places)]


def source_places(exploration: Exploration, text: str) -> tuple[int, ...]:
    """The place of the line of the source that contains a text."""
    sources = [v for v in exploration.views if v.kind == "source"]
    (found,) = (line for v in sources for line in v.lines if text in line.text)
    return found.places


def test_views_are_what_the_tools_print() -> None:
    module = dlvm.parse(MODULE, "layer.dl")
    exploration = explore(module)
    assert text_of(view(exploration, "layer.dl")) + "\n" == MODULE
    assert text_of(view(exploration, "IR: raw")) == str(module).rstrip("\n")
    for name, stage in (("schedule", "schedule"), ("LLVM", "llvm")):
        lowered = dlvm.lower(module, stage)
        assert isinstance(lowered, str)
        assert text_of(view(exploration, name)) == lowered.rstrip("\n")
    names = [v.name for v in exploration.views]
    assert names[:3] == ["layer.dl", "IR: raw", "IR: after AD"]
    assert names[-3:] == ["schedule", "LLVM", "assembly"]
    assert "compute: LAF" in names


@pytest.mark.parametrize("number", range(3))
def test_each_view_after_a_pass_has_the_one_before_it(number: int) -> None:
    folder = ("run", "transforms", "tools")[number]
    file = sorted((LIT / folder).rglob("*.dl"))[0]
    try:
        views = explore(dlvm.parse(file.read_text(encoding="utf-8"), file.name)).views
    except DiagnosticError:
        pytest.fail(f"{file} does not compile")
    before = [n for n, v in enumerate(views) if v.kind in ("ir", "compute", "schedule")]
    assert [views[n].base for n in before] == [None, *before[:-1]]


def test_a_line_is_linked_to_its_derivative_kernel_and_code() -> None:
    exploration = explored()
    places = source_places(exploration, "%z = tanh")
    assert len(places) == 1
    after = linked(view(exploration, "IR: after AD"), places)
    assert sum(text.startswith("%z = tanh") for text in after) == 2
    assert len(after) > 2, "the adjoint has the location of its instruction"
    scheduled = linked(view(exploration, "schedule"), places)
    kernel = next(t for t in scheduled if t.startswith("compute @")).split(":")[0]
    name = kernel.removeprefix("compute @")
    assert any(f"schedule @{name} " in text for text in scheduled)
    assert any("tanh(" in text for text in scheduled)
    assert any(f"@dlvm.kernel.{name}(" in t for t in linked(view(exploration, "LLVM"), places))
    assembly = linked(view(exploration, "assembly"), places)
    assert any(f"dlvm.kernel.{name}" in text for text in assembly)
    assert len(assembly) > 10


def test_lines_of_other_instructions_are_not_linked() -> None:
    places = source_places(explored(), "%sum = reduce")
    found = linked(view(explored(), "IR: raw"), places)
    assert found == ["%sum = reduce %z: <4 x 16 x f32> by add along 0, 1"]


def test_a_kernel_that_the_text_defines_has_its_location() -> None:
    module = dlvm.lower(dlvm.parse(MODULE), "compute")
    assert isinstance(module, str)
    exploration = explored(module)
    places = next(
        line.places for line in view(exploration, "layer.dl").lines if "compute @" in line.text
    )
    assert any("dlvm.kernel." in text for text in linked(view(exploration, "LLVM"), places))


def test_schedules_replace_those_of_the_compiler() -> None:
    module = dlvm.parse(MODULE, "layer.dl")
    text = text_of(view(explored(), "schedule"))
    changed, count = re.subn(r"vectorize j by \d+", "vectorize j by 2", text)
    assert count
    edited = dlvm.parse(changed)
    found = view(explore(module, schedules=edited), "schedule")
    assert text_of(found).count("vectorize j by 2\n") == count
    again = rescheduled(explored(), edited)
    assert view(again, "schedule") == found
    assert view(again, "assembly") == view(explore(module, schedules=edited), "assembly")


def test_a_staged_function(tmp_path: Path) -> None:
    file = tmp_path / "explored_energy.py"
    file.write_text(STAGED, encoding="utf-8")
    module, options = read_program(f"{file}:energy", "x, np.ones((8, 16), 'f')")
    exploration = explore(module, **options)
    source = view(exploration, str(file))
    assert source.numbers is not None
    shown = dict(zip(source.numbers, source.lines, strict=True))
    lines = STAGED.splitlines()
    assert all(line.text == lines[n - 1] for n, line in shown.items() if n)
    assert 'print("nothing")' not in text_of(source)
    places = source_places(exploration, "y = x @ w")
    assert any("dot" in text for text in linked(view(exploration, "IR: raw"), places))
    assert any("dlvm.kernel.dot" in text for text in linked(view(exploration, "assembly"), places))


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("{file}:energy", None, "has the parameters x, w, whose shapes determine the program"),
        ("{file}:energy", "x, missing", "NameError: name 'missing' is not defined"),
        ("{file}:nothing", None, "has no attribute nothing"),
        ("{file}:x", None, "must be a staged function"),
        ("{file}:x", "1", "--args requires a staged function"),
        ("no_such_module_here:f", None, "cannot import no_such_module_here: ModuleNotFoundError"),
        ("absent.dl", None, "cannot read absent.dl"),
        ("absent.dl", "1", "--args requires module:function, got absent.dl"),
    ],
)
def test_programs_that_are_refused(
    name: str, arguments: str | None, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "explored_energy.py"
    file.write_text(STAGED, encoding="utf-8")
    with pytest.raises(DiagnosticError, match=message):
        read_program(name.format(file=file), arguments)


@given(st.lists(st.integers(0, 4), max_size=12), st.lists(st.integers(0, 4), max_size=12))
def test_edits_make_the_new_sequence(old: list[int], new: list[int]) -> None:
    made: list[int] = []
    start = 0
    for at, removed, inserted in edits(old, new):
        assert removed or inserted
        made += [*old[start:at], *inserted]
        start = at + removed
    assert made + old[start:] == new


def test_edits_of_long_programs_are_those_of_single_lines() -> None:
    old = list(range(5000))
    new = [x if x % 2 else x + 10_000 for x in old]
    assert list(edits(old, new)) == [(x, 1, [x + 10_000]) for x in old if not x % 2]
    assert list(edits(old, old)) == []
