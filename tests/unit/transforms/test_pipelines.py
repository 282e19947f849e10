"""Parsing and running of pipelines."""

import pytest

from dlvm.diagnostics import DiagnosticError
from dlvm.ir import (
    Stage,
)
from dlvm.ir import instructions as op
from dlvm.transforms import PASSES, PIPELINES, parse_pipeline, run_passes
from tests.support.pass_testing import module_of


def test_names_are_separated_by_commas_or_spaces() -> None:
    assert [p.name for p in parse_pipeline(" AD,AS CSE ,\n DCE, ")] == ["AD", "AS", "CSE", "DCE"]
    assert parse_pipeline("") == []


def test_options() -> None:
    simplification = PASSES["AS"]
    assert parse_pipeline("AS{fast_math=true}") == [simplification(fast_math=True)]  # type: ignore[call-arg]
    assert parse_pipeline("CSE INL{ threshold = 7 }")[1] == PASSES["INL"](threshold=7)  # type: ignore[call-arg]


def test_options_of_a_level_go_to_its_passes() -> None:
    passes = parse_pipeline("O2{fast_math=true}")
    assert {getattr(p, "fast_math", None) for p in passes} == {True, None}
    assert parse_pipeline("O0{fast_math=true}") == [
        PASSES[name]() for name in ("AD", "CPLX", "TCE")
    ]


def test_levels_expand_to_passes() -> None:
    for level in PIPELINES:
        assert all(p.name in PASSES for p in parse_pipeline(level))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AD,CSSE", "no pass is called CSSE, did you mean CSE?"),
        ("as", "no pass is called as, did you mean AS?"),
        ("AD;AS", "expected the name of a pass, got ';'"),
        ("AS{fast_maths=true}", "AS has no option fast_maths, did you mean fast_math?"),
        ("DCE{x=1}", "DCE has no option x"),
        ("O2{x=1}", "O2 has no option x"),
        ("AS{fast_math=1}", "fast_math must be true or false, got 1"),
        ("INL{threshold=many}", "threshold must be an integer, got many"),
        ("AS{fast_math}", "expected options as name=value, got 'fast_math'"),
        ("AS{fast_math=true", "expected the name of a pass, got '{'"),
    ],
)
def test_wrong_pipelines(text: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_pipeline(text)
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.location is not None


SIMPLE = """
func @f: (f32) -> f32 {
'entry(%x: f32):
    %y = add %x: f32, %x: f32
    return %y: f32
}
"""


@pytest.mark.parametrize(
    ("pipeline", "names"),
    [
        ("AS", ["AD", "AS"]),
        ("DCE,AD,AS,AD", ["AD", "DCE", "AS"]),
        ("DCE,VP,AD,VP", ["VP", "AD", "DCE", "VP"]),
        ("", []),
    ],
)
def test_differentiation_runs_first_and_once(pipeline: str, names: list[str]) -> None:
    module = module_of(SIMPLE, "raw")
    assert [r.name for r in run_passes(module, pipeline)] == names
    assert module.stage is (Stage.OPTIMIZABLE if names else Stage.RAW)


def test_later_differentiation_changes_nothing() -> None:
    module = module_of(SIMPLE)
    assert [(r.name, r.changed) for r in run_passes(module, "AS,AD")] == [
        ("AS", False),
        ("AD", False),
    ]


def test_observers_see_each_pass() -> None:
    seen: list[tuple[str, bool]] = []
    module = module_of(SIMPLE, "raw")
    run_passes(
        module, "AD,CSE", observer=lambda result, _: seen.append((result.name, result.changed))
    )
    assert seen == [("AD", True), ("CSE", False)]


def test_verification_names_the_pass() -> None:
    module = module_of(SIMPLE)
    function = module.function("f")
    assert function is not None
    function.entry.insert(op.Negate(function.arguments[0]))
    with pytest.raises(DiagnosticError, match="the module is invalid after the pass CSE"):
        run_passes(module, "CSE", verify_each=True)
