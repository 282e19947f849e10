"""Which values derivatives flow through."""

from __future__ import annotations

import pytest

from dlvm.analysis.differentiation.activity import (
    ActivityRequest,
    DependenceGraph,
    ResultPart,
    carries_tangent,
    holds_memory,
)
from dlvm.ir import Function, Value
from dlvm.ir.instructions import Apply
from dlvm.text import parse


def active_names(text: str, wrt: tuple[int, ...] = (0,), part: int = 0) -> set[str]:
    """The names of the values in @f through which the derivative of a part of its result flows."""
    function = parse(f'module "m"\nstage raw\n{text}').function("f")
    assert function is not None
    request = ActivityRequest(
        function,
        frozenset(function.arguments[i] for i in wrt),
        frozenset([ResultPart(function, part)]),
    )
    activity = DependenceGraph([function]).activity(request)
    values: list[Value] = [a for b in function.blocks for a in b.arguments]
    return {v.name or "" for v in (*values, *function.instructions()) if v in activity}


LOOP = """
func @f: (f64, f64, i64) -> (f64, f64) {
'entry(%x: f64, %y: f64, %n: i64):
    branch 'loop(0: i64, %x: f64, %y: f64)
'loop(%i: i64, %a: f64, %b: f64):
    %c = add %b: f64, 1: f64
    %d = multiply %a: f64, %c: f64
    %rounded = floor %d: f64
    %j = add %i: i64, 1: i64
    %go = lessThan %j: i64, %n: i64
    conditional %go: bool then 'loop(%j: i64, %d: f64, %rounded: f64) else 'done()
'done():
    return (%d: f64, %c: f64)
}"""


@pytest.mark.parametrize(
    ("wrt", "part", "expected"),
    [
        ((0,), 0, {"x", "a", "d"}),
        ((1,), 0, {"y", "a", "b", "c", "d"}),
        ((0,), 1, set[str]()),
        ((0, 1), 1, {"y", "b", "c"}),
    ],
)
def test_loops(wrt: tuple[int, ...], part: int, expected: set[str]) -> None:
    """A value may become active in a later iteration; no derivative flows through a rounding."""
    assert active_names(LOOP, wrt, part) == expected


RECURSION = """
func @f: (f64, f64, f64) -> f64 {
'entry(%x: f64, %y: f64, %z: f64):
    %pair = apply @swapped(3: i64, %x: f64, %y: f64, %z: f64) -> (f64, f64)
    %first = extract 0 from %pair: (f64, f64)
    %second = extract 1 from %pair: (f64, f64)
    %unused = add %second: f64, %x: f64
    return %first: f64
}
func @swapped: (i64, f64, f64, f64) -> (f64, f64) {
'entry(%n: i64, %a: f64, %b: f64, %c: f64):
    %more = greaterThan %n: i64, 0: i64
    conditional %more: bool then 'more() else 'done()
'more():
    %m = subtract %n: i64, 1: i64
    %pair = apply @swapped(%m: i64, %b: f64, %a: f64, %c: f64) -> (f64, f64)
    return %pair: (f64, f64)
'done():
    return (%a: f64, %c: f64): (f64, f64)
}"""


@pytest.mark.parametrize(
    ("wrt", "expected"), [(0, {"x", "first"}), (1, {"y", "first"}), (2, set[str]())]
)
def test_recursion(wrt: int, expected: set[str]) -> None:
    """Each part of a recursive function's result depends on exactly its own arguments."""
    assert active_names(RECURSION, (wrt,)) == expected


MEMORY = """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %p = allocateStack f64 count 1
    %q = allocateStack f64 count 1
    %pp = allocateStack *f64 count 1
    store %y: f64 to %q: *f64
    apply @keep(%p: *f64, %pp: **f64) -> ()
    %r = load %pp: **f64
    store %x: f64 to %r: *f64
    %a = load %p: *f64
    %b = load %q: *f64
    %c = multiply %a: f64, %b: f64
    return %c: f64
}
func @keep: (*f64, **f64) -> () {
'entry(%p: *f64, %pp: **f64):
    store %p: *f64 to %pp: **f64
    return
}"""


def test_memory() -> None:
    """Pointers that a call makes lead to one place are active together, others are not."""
    assert active_names(MEMORY) == {"x", "p", "pp", "r", "a", "c"}


def test_requests_of_calls() -> None:
    module = parse(f'module "m"\nstage raw\n{RECURSION}')
    function, callee = module.functions
    dependence = DependenceGraph([function])
    asked = ActivityRequest(
        function, frozenset([function.arguments[0]]), frozenset([ResultPart(function, 0)])
    )
    call = next(i for i in function.instructions() if isinstance(i, Apply))
    request = dependence.callee_request(call, dependence.activity(asked))
    assert request == ActivityRequest(
        callee, frozenset([callee.arguments[1]]), frozenset([ResultPart(callee, 0)])
    )
    nothing = ActivityRequest(
        function, frozenset([function.arguments[2]]), frozenset([ResultPart(function, 0)])
    )
    assert dependence.callee_request(call, dependence.activity(nothing)) is None


def test_types() -> None:
    function = parse("""module "m"
stage raw
struct $Node { #n: i64, #next: *$Node }
struct $Float { #x: f64, #next: *$Float }
enum $List { ?nil, ?cons(i64, $List) }
[extern] func @f: ($Node, $Float, $List, *i64, *(f64, i64), stack, box f64,
    <3 x f64>, (f64) -> f64) -> ()
""").function("f")
    assert isinstance(function, Function)
    types = function.type.parameters
    carrying = [False, True, False, False, True, True, True, True, False]
    memory = [False, True, False, False, True, True, True, False, False]
    assert [carries_tangent(t) for t in types] == carrying
    assert [holds_memory(t) for t in types] == memory


def test_types_of_one_name_in_two_modules() -> None:
    """Facts about a type do not apply to another module's type of the same name."""
    found: list[bool] = []
    for element in ("i64", "f64"):
        function = parse(f"""module "m"
stage raw
struct $Pair {{ #a: {element}, #b: i64 }}
[extern] func @f: ($Pair) -> ()
""").function("f")
        assert isinstance(function, Function)
        found.append(carries_tangent(function.type.parameters[0]))
    assert found == [False, True]
