"""A small sample of ``python -m tests.fuzz.malformed_inputs``."""

from __future__ import annotations

import os
import signal
from random import Random

import pytest

from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Source
from dlvm.ir import Function, FunctionType, Module, TensorType
from dlvm.ir.instructions import Return, Tanh
from dlvm.ir.types import F32
from dlvm.text import parse, print_module
from dlvm.verifier import verify
from tests.fuzz.malformed import checks
from tests.fuzz.malformed.checks import check_text, check_tools
from tests.fuzz.malformed.extremes import EXTREMES, draw_extreme
from tests.fuzz.malformed.texts import TEXTS, words
from tests.fuzz.malformed.worker import Case, Worker, attempt, draw
from tests.fuzz.malformed_inputs import DAMAGED, minimize

SCALAR = TensorType((), F32)
SOURCE = Source("fuzz.dl", "some text")


@pytest.mark.parametrize("kind", [*TEXTS, DAMAGED])
def test_drawn_inputs(kind: str) -> None:
    for seed in range(25):
        outcome = attempt(draw(kind, str(seed)))
        assert outcome.status != "failed", f"seed {seed}: {outcome.signature}\n{outcome.detail}"


@pytest.mark.parametrize("kind", EXTREMES)
def test_extremes(kind: str) -> None:
    for amount in (1, 120):
        check_text(draw_extreme(kind, amount).decode())


def test_tools_print_diagnostics() -> None:
    r = Random(0)
    for make in TEXTS.values():
        check_tools(make(r))
    check_tools(b'module "\xff"')


def test_a_long_function() -> None:
    module = Module("long")
    function = module.add_function(Function("f", FunctionType((SCALAR,), SCALAR)))
    block = function.add_entry(["x"])
    last = block.arguments[0]
    for _ in range(100_000):
        last = block.insert(Tanh(last))
    block.insert(Return(last))
    verify(module)
    again = parse(print_module(module))
    verify(again)
    assert sum(1 for _ in again.functions[0].instructions()) == 100_001


def test_the_words_are_those_of_the_language() -> None:
    assert {"tanh", "branch", "along", "upto", "vectorize", "bf16", "!inline"} <= set(words())


def test_printer_errors_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    text = draw_extreme("instructions", 3).decode()
    assert check_text(text) == "right"
    monkeypatch.setattr(checks, "print_module", lambda m: print_module(m).replace("tanh", "exp"))
    with pytest.raises(checks.Broken, match="read as another module"):
        check_text(text)


@pytest.mark.parametrize(
    ("diagnostic", "what"),
    [
        (Diagnostic("@None is wrong", Location(SOURCE, 0, 1)), "None in a message"),
        (Diagnostic("wrong", Location(SOURCE, 2, 99)), "a place outside the text"),
        (Diagnostic("wrong"), "a message without a place"),
        (Diagnostic("", Location(SOURCE, 0, 1)), "an empty message"),
    ],
)
def test_a_bad_message_is_found(diagnostic: Diagnostic, what: str) -> None:
    with pytest.raises(checks.Broken, match=what):
        checks.check_diagnostics(DiagnosticError(diagnostic), SOURCE.text)


def test_an_exception_is_attributed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, name: str) -> Module:
        raise ZeroDivisionError

    monkeypatch.setattr(checks, "parse", fail)
    outcome = attempt(Case("word soup", "0", b""))
    assert outcome.status == "failed"
    assert "ZeroDivisionError in" in outcome.signature


def test_an_input_that_fails_is_made_smaller() -> None:
    case = Case("word soup", "0", b"a\nb bad c\nd\ne")
    small = minimize(case, lambda c: c.data is not None and b"bad" in c.data)
    assert small.data == b"bad"


def test_a_process_that_ends_is_replaced() -> None:
    worker, case = Worker(), Case("word soup", "0", b"func @f")
    try:
        assert worker.run(case).status == "not read"
        os.kill(worker.pid, signal.SIGKILL)
        assert worker.run(case).signature == "ends the process: word soup"
        assert worker.run(case).status == "not read"
    finally:
        worker.stop()
