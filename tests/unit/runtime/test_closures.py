"""Closures between Python and programs, interpreted and compiled."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import dlvm
from dlvm.diagnostics import DiagnosticError
from dlvm.ir import Module
from dlvm.ir.cloning import clone_module
from dlvm.transforms import run_passes

TEXT = """
struct $Layer { #f: (f32) -> f32, #more: [2 x (f32) -> f32] }

func @scaled: (f32, f32) -> f32 {
'entry(%w: f32, %x: f32):
    %y = multiply %w: f32, %x: f32
    return %y: f32
}
func @negative: (f32) -> f32 {
'entry(%x: f32):
    %y = negate %x: f32
    return %y: f32
}
func @composed: ((f32) -> f32, (f32) -> f32, f32) -> f32 {
'entry(%f: (f32) -> f32, %g: (f32) -> f32, %x: f32):
    %y = apply %f(%x: f32) -> f32
    %z = apply %g(%y: f32) -> f32
    return %z: f32
}
func @scaling: (f32) -> (f32) -> f32 {
'entry(%w: f32):
    %f = partial @scaled(%w: f32)
    return %f: (f32) -> f32
}
func @composition: ((f32) -> f32, (f32) -> f32) -> (f32) -> f32 {
'entry(%f: (f32) -> f32, %g: (f32) -> f32):
    %h = partial @composed(%f: (f32) -> f32, %g: (f32) -> f32)
    return %h: (f32) -> f32
}
func @through: ($Layer, f32) -> f32 {
'entry(%l: $Layer, %x: f32):
    %f = extract #f from %l: $Layer
    %g = extract #more, 1 from %l: $Layer
    %y = apply @composed(%f: (f32) -> f32, %g: (f32) -> f32, %x: f32) -> f32
    return %y: f32
}
"""

Call = Callable[..., Any]


def _converted(module: Module) -> Call:
    module = clone_module(module)
    run_passes(module, "AD")
    assert dlvm.parse(str(module)) == module
    return partial(dlvm.interpret, module)


def _compiled(module: Module, level: int) -> Call:
    program = dlvm.compile(module, level)

    def call(name: str, *arguments: Any) -> Any:
        return program[name](*arguments)

    return call


ENGINES: dict[str, Callable[[Module], Call]] = {
    "interpreted": lambda module: partial(dlvm.interpret, module),
    "converted": _converted,
    "-O0": lambda module: _compiled(module, 0),
    "-O2": lambda module: _compiled(module, 2),
}


@pytest.fixture(params=ENGINES)
def call(request: pytest.FixtureRequest) -> Call:
    module = dlvm.parse(TEXT)
    dlvm.verify(module)
    return ENGINES[request.param](module)


def test_closures_are_returned_and_passed(call: Call) -> None:
    scaling = call("scaling", 2.0)
    assert (scaling.name, scaling.captured) == ("scaled", (2.0,))
    assert scaling(5.0) == 10
    both = call("composition", scaling, "@negative")
    assert both(5.0) == -10
    again = call("composition", both, both)
    assert again(5.0) == 20
    assert again.captured[0] == both


def test_closures_in_structs(call: Call) -> None:
    scaling = call("scaling", 3.0)
    assert call("through", ("@negative", ("@negative", scaling)), 2.0) == -6
    assert call("through", {"f": scaling, "more": [scaling, "negative"]}, 2.0) == -6


def test_closures_are_compared_by_captured_values(call: Call) -> None:
    assert call("scaling", 2.0) == call("scaling", 2.0)
    assert call("scaling", 2.0) != call("scaling", 3.0)


def test_other_values_than_closures_of_the_type_are_refused(call: Call) -> None:
    for wrong in ("@scaled", "@missing", 3.0):
        with pytest.raises(DiagnosticError, match=r"scaled|missing|expected a function"):
            call("composition", wrong, "@negative")
