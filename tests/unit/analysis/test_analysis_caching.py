"""Analyses of a function are cached until the function changes."""

from dataclasses import dataclass

import pytest

from dlvm.analysis.cfg.analysis_cache import CONTROL_FLOW, analyzed
from dlvm.analysis.cfg.control_flow import reverse_postorder
from dlvm.analysis.cfg.dominance import DominatorTree
from dlvm.analysis.cfg.loops import Loops
from dlvm.diagnostics import DiagnosticError
from dlvm.ir import Aggregate, Function, Literal, Module, Successor
from dlvm.ir.instructions import Branch
from dlvm.ir.types import CONDITION
from dlvm.ir.values import index_literal
from dlvm.text import parse
from dlvm.transforms import run_passes
from dlvm.transforms.cfg.editing import replace_terminator
from dlvm.transforms.pipeline import Pass


def function(module: Module, name: str) -> Function:
    found = module.function(name)
    assert found is not None
    return found


LOOP = """
stage optimizable
func @f: (i64) -> i64 {
'entry(%n: i64):
    branch 'head(0: i64)
'head(%i: i64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %next = add %i: i64, 1: i64
    branch 'head(%next: i64)
'end():
    return %i: i64
}
"""


def test_analyses_are_cached_until_the_function_changes() -> None:
    subject = function(parse(LOOP), "f")
    known = analyzed(Loops, subject)
    assert analyzed(Loops, subject) is known
    assert analyzed(DominatorTree, subject) is analyzed(DominatorTree, subject)
    head, body, end = subject.blocks[1:]
    assert body.terminator is not None
    body.terminator.replace_successor(head, end)
    assert analyzed(Loops, subject).loops == []
    assert [loop.header for loop in known.loops] == [head]


@pytest.mark.parametrize("change", ["blocks", "arguments", "instructions", "operand", "aggregate"])
def test_every_change_counts(change: str) -> None:
    text = "%t = extract 0 from (%i: i64, 1: i64): (i64, i64)\n    return %t: i64"
    subject = function(parse(LOOP.replace("return %i: i64", text)), "f")
    head, end = subject.blocks[1], subject.blocks[3]
    zero = index_literal(0)
    version = subject.version
    match change:
        case "blocks":
            subject.set_blocks(subject.blocks)
        case "arguments":
            head.set_arguments(head.arguments)
        case "instructions":
            end.set_instructions(end.instructions)
        case "operand":
            head.instructions[0].set_operand(1, zero)
        case _:
            aggregate = end.instructions[0].operands[0]
            assert isinstance(aggregate, Aggregate)
            aggregate.set_operand(1, zero)
    assert subject.version > version


@pytest.mark.parametrize("change", ["operand", "instructions", "terminator"])
def test_control_flow_analyses_survive_changes_of_other_code(change: str) -> None:
    subject = function(parse(LOOP), "f")
    known = analyzed(Loops, subject)
    version = subject.version
    _, head, body, _ = subject.blocks
    assert head.terminator is not None
    assert body.terminator is not None
    match change:
        case "operand":
            head.instructions[0].set_operand(1, index_literal(0))
        case "instructions":
            head.terminator.set_operand(0, Literal(CONDITION, True))
            head.set_instructions(head.instructions[1:])
        case _:
            replace_terminator(body.terminator, Branch(Successor(head, [index_literal(0)])))
    assert subject.version > version
    assert analyzed(Loops, subject) is known


@pytest.mark.parametrize("change", ["blocks", "block", "terminator", "insert", "erase", "target"])
def test_control_flow_analyses_follow_changes_of_control_flow(change: str) -> None:
    subject = function(parse(LOOP), "f")
    known = analyzed(reverse_postorder, subject)
    _, head, body, end = subject.blocks
    terminator = body.terminator
    assert terminator is not None
    to_end = Branch(Successor(end, []))
    match change:
        case "blocks":
            subject.set_blocks(subject.blocks)
        case "block":
            subject.add_block()
        case "terminator":
            replace_terminator(terminator, to_end)
        case "insert":
            body.insert(to_end)
        case "erase":
            terminator.erase()
        case _:
            terminator.replace_successor(head, end)
    assert analyzed(reverse_postorder, subject) is not known


def test_preserved_analyses_stay_cached() -> None:
    again = "%n: i64\n    %again = lessThan %i: i64, %n: i64\n    cond"
    module = parse(LOOP.replace("%n: i64\n    cond", again))
    subject = function(module, "f")
    known = analyzed(Loops, subject)
    version = subject.version
    assert [r.changed for r in run_passes(module, "CSE", verify_each=True)] == [True]
    assert subject.version > version
    assert analyzed(Loops, subject) is known
    subject.touch(control_flow=True)
    assert analyzed(Loops, subject) is not known


def test_a_false_claim_of_preservation_is_detected() -> None:
    @dataclass(frozen=True)
    class Wrong(Pass):
        name = "wrong"
        preserves = CONTROL_FLOW

        def run(self, module: Module) -> bool:
            head, body, end = function(module, "f").blocks[1:]
            assert body.terminator is not None
            body.terminator.replace_successor(head, end)
            return True

    module = parse(LOOP)
    analyzed(Loops, function(module, "f"))
    with pytest.raises(
        DiagnosticError, match=r"wrong declares that it preserves \w+, but changed it in @f"
    ):
        run_passes(module, [Wrong()], verify_each=True)
