"""Exported modules give the same when they are read again."""

import numpy as np
import pytest

import dlvm
from dlvm.stablehlo import export, load
from tests.support.paths import ROOT
from tests.support.stablehlo_export import check, drawn, exported


@pytest.mark.parametrize("part", range(4))
def test_random_programs(part: int) -> None:
    for seed in range(10 * part, 10 * part + 10):
        program = drawn(seed)
        text = exported(program)
        if text is not None:
            check(program, text)


def test_control_flow_and_structs() -> None:
    module = dlvm.parse(
        """
        module "m"
        stage raw
        struct $Pair { #x: <2 x f32>, #n: i64 }
        func @powers: ($Pair) -> ($Pair, bool) {
        'entry(%p: $Pair):
            %x = extract #x from %p: $Pair
            %n = extract #n from %p: $Pair
            branch 'head(0: i64, %x: <2 x f32>)
        'head(%i: i64, %y: <2 x f32>):
            %more = lessThan %i: i64, %n: i64
            conditional %more: bool then 'body() else 'end()
        'body():
            %s = reduce %y: <2 x f32> by add along 0
            %large = greaterThan %s: f32, 100: f32
            conditional %large: bool then 'end() else 'next()
        'next():
            %z = multiply %y: <2 x f32>, %x: <2 x f32>
            %j = add %i: i64, 1: i64
            branch 'head(%j: i64, %z: <2 x f32>)
        'end():
            %q = insert %y: <2 x f32> to %p: $Pair at #x
            %r = insert %i: i64 to %q: $Pair at #n
            %stopped = lessThan %i: i64, %n: i64
            return (%r: $Pair, %stopped: bool): ($Pair, bool)
        }
        """
    )
    again = load(export(module))
    x = np.array([2, 3], np.float32)
    assert [np.asarray(r).tolist() for r in dlvm.interpret(again, "powers", x, 2)] == [
        [8, 27],
        2,
        False,
    ]
    assert [np.asarray(r).tolist() for r in dlvm.compile(again)["powers"](x, 9)] == [
        [32, 243],
        4,
        True,
    ]


def test_unsupported_instructions_are_named() -> None:
    module = dlvm.parse((ROOT / "examples/tree_network.dl").read_text(encoding="utf-8"))
    with pytest.raises(dlvm.DiagnosticError, match="recursion: @state"):
        export(module)
    with pytest.raises(dlvm.DiagnosticError, match="no function @g to export"):
        export(module, functions=["g"])
