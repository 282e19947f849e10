"""What keeps the cost of an instruction from growing with its module does what plain code would."""

import gc
from collections.abc import Iterator
from random import Random
from weakref import ref

import pytest

from dlvm.analysis.cfg.analysis_cache import settling
from dlvm.analysis.cfg.instruction_kinds import instructions_of
from dlvm.ir import Block, Function, FunctionType, Instruction
from dlvm.ir import collection as pausing
from dlvm.ir import instructions as op
from dlvm.ir.collection import collection_paused
from dlvm.ir.types import VOID
from dlvm.text import parse


class Cycle:
    """What only the collector gets rid of."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collecting() -> Iterator[None]:
    gc.collect()
    gc.enable()
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("collecting")
def test_collection_pauses_and_resumes() -> None:
    with collection_paused():
        assert not gc.isenabled()
        with collection_paused():
            pass
        assert not gc.isenabled()
        garbage = ref(Cycle())
    assert gc.isenabled()
    gc.collect()
    assert garbage() is None
    gc.disable()
    with collection_paused():
        pass
    assert not gc.isenabled()


@pytest.mark.usefixtures("collecting")
def test_objects_frozen_by_others_stay_frozen() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    with collection_paused():
        kept = [Cycle() for _ in range(100)]
    assert kept
    assert frozen / 2 < gc.get_freeze_count() <= frozen


@pytest.mark.usefixtures("collecting")
def test_garbage_of_many_pauses_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pausing, "_MOST", 5_000)
    garbage: list[ref[Cycle]] = []
    for _ in range(30):
        with collection_paused():
            garbage += [ref(Cycle()) for _ in range(1_000)]
    assert sum(r() is not None for r in garbage) < 10_000


def test_added_blocks_follow_a_given_block() -> None:
    r = Random(0)
    for _ in range(50):
        function = Function("f", FunctionType((), VOID))
        expected: list[Block] = [function.add_block()]
        for _ in range(r.randrange(30)):
            after = r.choice([None, *expected])
            place = len(expected) if after is None else expected.index(after) + 1
            expected.insert(place, function.add_block(after=after))
            if r.random() < 0.2:
                assert function.blocks == expected
            if r.random() < 0.1 and len(expected) > 1:
                function.remove_block(expected.pop(r.randrange(1, len(expected))))
        assert function.blocks == expected


def test_a_step_is_asked_again_when_the_function_has_changed() -> None:
    function = Function("f", FunctionType((), VOID))
    answers = [True, False, False]
    asked: list[int] = []

    @settling
    def step(subject: Function) -> bool:
        asked.append(subject.version)
        return answers[len(asked) - 1]

    assert [step(function) for _ in range(4)] == [True, False, False, False]
    assert len(asked) == 2
    function.touch()
    assert not step(function)
    assert len(asked) == 3


def test_instructions_by_kind_are_those_of_the_text() -> None:
    module = parse("""
stage optimizable
func @f: (f32) -> f32 {
'entry(%x: f32):
    %a = add %x: f32, 1: f32
    %e = exp %a: f32
    %b = add %e: f32, 2: f32
    branch 'next()
'next():
    %c = exp %b: f32
    return %c: f32
}
""")
    (function,) = module.functions

    def named(*kinds: type[Instruction]) -> list[str | None]:
        return [i.name for i in instructions_of(function, *kinds)]

    assert named(op.Add) == ["a", "b"]
    assert named(op.Exp, op.Add) == ["a", "e", "b", "c"]
    assert named(op.Elementwise) == ["a", "e", "b", "c"]
    assert named(op.Store) == []
    function.blocks[1].instructions[0].replace_uses(function.blocks[0].instructions[0])
    function.blocks[1].instructions[0].erase()
    assert named(op.Exp) == ["e"]
    last = function.entry.instructions[2]
    last.replace_uses(function.entry.instructions[1])
    last.erase()
    first = function.entry.instructions[0]
    first.replace_uses(function.arguments[0])
    first.erase()
    assert named(op.Add) == []
    assert op.Add not in function.kinds
    function.entry.insert(first, function.entry.terminator)
    assert named(op.Add) == ["a"]
    function.entry.set_instructions([op.Tanh(function.arguments[0]), *function.entry.instructions])
    assert len(instructions_of(function, op.Tanh)) == 1
