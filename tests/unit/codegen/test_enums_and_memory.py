"""Enums, function values and memory: how they cross to Python and back, and calls in tail
position."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.interpreter import evaluate, interpret
from dlvm.ir import Module
from dlvm.ir.records import EnumValue, FunctionValue
from dlvm.ir.types import FunctionType
from tests.support.evaluation import check_error, module_of

LISTS = """
enum $List { ?cons(f32, $List), ?nil }
enum $Tree { ?leaf(<2 x f32>), ?node($Tree, $Tree), ?named($Tag, (i64, bool)) }
struct $Tag { #id: i64, #of: $List }
func @same: ($List) -> $List {
'entry(%l: $List):
    return %l: $List
}
func @same_tree: ($Tree) -> $Tree {
'entry(%t: $Tree):
    return %t: $Tree
}
func @length: ($List, i64) -> i64 {
'entry(%l: $List, %n: i64):
    branchEnum %l: $List case ?cons 'more case ?nil 'end
'more(%x: f32, %rest: $List):
    %m = add %n: i64, 1: i64
    %r = apply @length(%rest: $List, %m: i64) -> i64
    return %r: i64
'end():
    return %n: i64
}
func @doubled: (i64) -> $Tree {
'entry(%n: i64):
    branch 'head(0: i64, ?leaf(<1: f32, 2: f32>: <2 x f32>): $Tree)
'head(%i: i64, %t: $Tree):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %j = add %i: i64, 1: i64
    branch 'head(%j: i64, ?node(%t: $Tree, %t: $Tree): $Tree)
'end():
    return %t: $Tree
}
func @undefined: () -> $List {
'entry():
    return undefined: $List
}
"""

Engine = Callable[[Module, str], Callable[..., Any]]
ENGINES: dict[str, Engine] = {
    "interpreted": lambda m, name: lambda *a: interpret(m, name, *a),
    "compiled": lambda m, name: dlvm.compile(m, threads=1)[name],
}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setenv("DLVM_CACHE_DIR", "")
    return ENGINES[request.param]


def make_list(count: int) -> EnumValue:
    made = EnumValue("nil", (), "List")
    for number in range(count):
        made = EnumValue("cons", (np.float32(number), made), "List")
    return made


def test_enum_values(engine: Engine) -> None:
    module = module_of(LISTS)
    same, tree = engine(module, "same"), engine(module, "same_tree")
    found = same(("cons", 1.5, ("cons", 2, EnumValue("nil", (), "List"))))
    assert repr(found) == "?cons(1.5, ?cons(2.0, ?nil))"
    match found:
        case EnumValue("cons", (first, EnumValue("cons", (second, EnumValue(case=last))))):
            assert (first, second, last) == (1.5, 2.0, "nil")
            assert type(first) is np.float32
        case _:
            pytest.fail("the pattern does not match")
    assert found == same(found)
    assert found != same(("cons", 1.5, ("nil",)))
    given = np.array([3, 4], np.float32)
    whole = tree(("node", ("leaf", given), ("named", {"id": 3, "of": ("nil",)}, (7, True))))
    leaf, named = whole.payload
    given[0] = 0
    np.testing.assert_array_equal(leaf.payload[0], [3, 4])
    assert named.payload[0].of.case == "nil"
    expected = "?node(?leaf(array([3., 4.], dtype=float32)), ?named(Tag(id=3, of=?nil), (7, True)))"
    assert repr(whole) == expected
    assert whole == tree(whole)
    other = EnumValue("leaf", (np.array([3, 5], np.float32),), "Tree")
    assert leaf != other
    assert whole != 3


def test_enum_values_are_immutable_and_have_no_hash() -> None:
    value = make_list(1)
    with pytest.raises(AttributeError):
        value.case = "nil"  # type: ignore[misc]
    with pytest.raises(TypeError, match="unhashable"):
        hash(value)
    same = (0.0, make_list(0))
    assert value == EnumValue("cons", same, "List")
    assert value != EnumValue("cons", same, "Other")
    assert value != EnumValue("cons", (*same, 1), "List")
    assert EnumValue("a", ((1, 2),), "T") != EnumValue("a", ((1, 2, 3),), "T")
    assert EnumValue("a", ((1, 2),), "T") != EnumValue("a", (make_list(0),), "T")
    assert repr(EnumValue("a", ((1,), (), "x"), "T")) == "?a((1,), (), 'x')"


def test_values_that_do_not_fit(engine: Engine) -> None:
    module = module_of(LISTS)
    same, tree = engine(module, "same"), engine(module, "same_tree")
    for message, value in [
        ("argument 0 (%l)", 3),
        ("expected an EnumValue or", 3),
        ("expected a value of type $List, got one of type $Tree", EnumValue("leaf", (), "Tree")),
        ("$List has no case ?con, expected one of ?cons, ?nil", ("con", 1.0, ("nil",))),
        ("the case ?cons of $List has 2 values, got 1", ("cons", 1.0)),
        ("has type f32, got 'x'", ("cons", 1.0, ("cons", "x", ("nil",)))),
    ]:
        check_error(message, lambda value=value: same(value))
    check_error("has shape 2, got 3", lambda: tree(("leaf", np.zeros(3, np.float32))))
    deep: Any = ("cons", "x")
    for _ in range(100_000):
        deep = ("cons", 1.0, deep)
    check_error("the case ?cons of $List has 2 values, got 1", lambda: same(deep))


def test_deep_enum_values(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_of(LISTS)
    depth = 20_000
    found = engine(module, "same")(make_list(depth))
    assert found == make_list(depth)
    assert found != make_list(depth - 1)
    text = repr(found)
    assert text.startswith("?cons(19999.0, ?cons(19998.0, ")
    assert len(text) < 20_000
    # Each call takes its caller's place.
    monkeypatch.setattr(evaluate, "MAX_FRAMES", 5)
    assert engine(module, "length")(make_list(1000), 0) == 1000


def test_shared_parts_stay_shared(engine: Engine) -> None:
    module = module_of(LISTS)
    found = engine(module, "doubled")(60)
    assert found.payload[0] is found.payload[1]
    again = engine(module, "same_tree")(found)
    assert again == found
    assert again.payload[0] is again.payload[1]
    assert len(repr(found)) < 50_000


FORMS = """
enum $List { ?cons(u8, $List), ?nil }
enum $Tree { ?leaf(f32, bool, <_ x f32>), ?node($Tree, ($List, $Tree)), ?nil }
func @same: ($Tree) -> $Tree {
'entry(%t: $Tree):
    return %t: $Tree
}
"""


def case_class(name: str, *fields: str) -> Callable[..., Any]:
    return dataclasses.make_dataclass(name, fields, frozen=True, eq=False)


def test_enum_values_are_objects(engine: Engine) -> None:
    same = engine(module_of(FORMS), "same")
    leaf, node = case_class("leaf", "x", "b", "v"), case_class("node", "left", "rest")
    cons, nil = case_class("cons", "head", "tail"), case_class("nil")
    end = nil()  # Of both enums.
    row = np.arange(3, dtype=np.float32)
    rows = [row, row[:0], row[::-1]]
    leaves = [leaf(x, True, v) for x, v in zip((1.5, 2, np.float32(3)), rows, strict=True)]
    listed = cons(1, cons(255, end))
    tree = node(node(leaves[0], (listed, end)), (listed, node(leaves[1], (end, leaves[2]))))
    plain = ("cons", 1, ("cons", 255, ("nil",)))
    texts = [("leaf", x, True, v) for x, v in zip((1.5, 2.0, 3.0), rows, strict=True)]
    first = ("node", texts[0], (plain, ("nil",)))
    expected = same(("node", first, (plain, ("node", texts[1], (("nil",), texts[2])))))
    # Of a class that has been seen already, values are read in another way; so is a mixture.
    for _ in range(2):
        assert same(tree) == expected
        assert same(("node", tree.left, tree.rest)) == expected
    for head in (256, True):
        bad = node(leaves[0], (cons(head, end), leaves[1]))
        check_error("has element type u8", lambda bad=bad: same(bad))
    check_error("$List has no case ?leaf", lambda: same(node(end, (leaves[0], end))))
    doubled = leaves[0]
    for _ in range(60):
        doubled = node(doubled, (end, doubled))
    found = same(doubled)
    assert found.payload[0] is found.payload[1][1]


def test_undefined_values_do_not_cross() -> None:
    module = module_of(LISTS)
    check_error("an undefined value of type $List", lambda: interpret(module, "undefined"))


FUNCTIONS = """
struct $Step { #f: (f32) -> f32, #scale: f32 }
func @double: (f32) -> f32 {
'entry(%x: f32):
    %y = add %x: f32, %x: f32
    return %y: f32
}
func @steps: (i64) -> i64 {
'entry(%n: i64):
    return %n: i64
}
func @chosen: () -> $Step {
'entry():
    return {#f = @double: (f32) -> f32, #scale = 3: f32}: $Step
}
func @run: ($Step, f32) -> f32 {
'entry(%s: $Step, %x: f32):
    %f = extract #f from %s: $Step
    %y = apply %f: (f32) -> f32(%x: f32) -> f32
    return %y: f32
}
func @undefined: () -> (f32) -> f32 {
'entry():
    return undefined: (f32) -> f32
}
"""


def test_function_values(engine: Engine) -> None:
    module = module_of(FUNCTIONS)
    step = engine(module, "chosen")()
    assert isinstance(step.f, FunctionValue)
    assert (step.f.name, str(step.f.type)) == ("double", "(f32) -> f32")
    assert repr(step.f) == "@double: (f32) -> f32"
    assert step.f(2.5) == 5
    run = engine(module, "run")
    assert run(step, 4.0) == 8
    assert run(("@double", 1.0), 4.0) == 8
    assert run((FunctionValue("double", step.f.type, lambda: None), 1.0), 4.0) == 8
    for found in ("@steps", "@halve", 1.0, np.sin):
        check_error("argument 0 (%s), field #f", lambda found=found: run((found, 1.0), 4.0))


def test_functions_that_do_not_fit() -> None:
    module = module_of(FUNCTIONS)
    for message, found in [
        ("@steps has type (i64) -> i64, expected (f32) -> f32", "@steps"),
        ("there is no function @halve", "@halve"),
        ("expected a function of type (f32) -> f32", 1.0),
    ]:
        check_error(message, lambda found=found: interpret(module, "run", (found, 1.0), 4.0))


def test_function_values_are_compared_by_name_and_type() -> None:
    type = FunctionType((), dlvm.ir.TupleType(()))
    assert FunctionValue("f", type, print) == FunctionValue("f", type, repr)
    assert FunctionValue("f", type, print) != FunctionValue("g", type, print)


def test_undefined_functions_and_those_without_a_name_do_not_cross() -> None:
    module = module_of(FUNCTIONS)
    check_error("an undefined value of type (f32) -> f32", lambda: interpret(module, "undefined"))
    double = module.function("double")
    assert double is not None
    double.name = None
    check_error("a function without a name", lambda: interpret(module, "chosen"))


@pytest.mark.parametrize("level", [0, 2])
def test_external_functions_are_values_in_native_code(level: int) -> None:
    module = module_of("""
[extern] func @cbrt: (f64) -> f64
[extern] func @srand: (u32) -> ()
func @of: ((f64) -> f64, f64) -> f64 {
'entry(%f: (f64) -> f64, %x: f64):
    %y = apply %f(%x: f64) -> f64
    return %y: f64
}
func @root: (f64) -> f64 {
'entry(%x: f64):
    %y = apply @of(@cbrt: (f64) -> f64, %x: f64) -> f64
    return %y: f64
}
func @chosen: (bool) -> (f64) -> f64 {
'entry(%outside: bool):
    conditional %outside: bool then 'one(@cbrt: (f64) -> f64) else 'one(@root: (f64) -> f64)
'one(%f: (f64) -> f64):
    return %f: (f64) -> f64
}
func @start: (u32) -> () {
'entry(%seed: u32):
    %cell = allocateStack (u32) -> () count 1
    store @srand: (u32) -> () to %cell: *(u32) -> ()
    %f = load %cell: *(u32) -> ()
    %done = apply %f(%seed: u32) -> ()
    return
}
""")
    executable = dlvm.compile(module, opt_level=level, externs=["cbrt", "@srand"])
    assert executable["root"](8) == 2
    assert executable["start"](1) is None
    chosen = [executable["chosen"](outside) for outside in (True, False)]
    assert [f.name for f in chosen] == ["cbrt", "root"]
    assert [executable["of"](f, 27) for f in chosen] == pytest.approx([3, 3])
    assert chosen[0](27) == pytest.approx(3)


def test_an_external_function_with_a_result_that_c_does_not_give_is_no_value() -> None:
    module = module_of("""
[extern] func @pair: (f64) -> <2 x f64>
func @it: () -> (f64) -> <2 x f64> {
'entry():
    return @pair: (f64) -> <2 x f64>
}
""")
    message = "expected one number, one pointer or no result"
    check_error(message, lambda: dlvm.compile(module, externs=True))


INSIDE = {"*f32": "null: *f32", "box f32": "undefined: box f32", "stack": "undefined: stack"}


@pytest.mark.parametrize("type", INSIDE)
def test_references_do_not_cross(type: str) -> None:
    module = module_of(f"""
func @into: ({type}) -> () {{
'entry(%p: {type}):
    return
}}
func @out: () -> {type} {{
'entry():
    return {INSIDE[type]}
}}
""")
    check_error(f"argument 0 (%p): values of type {type} cannot be passed from Python",
                lambda: interpret(module, "into", None))  # fmt: skip
    check_error(
        f"values of type {type} cannot be returned to Python", lambda: interpret(module, "out")
    )


SIZES = """
enum $Rows { ?of(<_n x f32>, <_n x f32>), ?none }
func @same: ($Rows) -> $Rows {
'entry(%r: $Rows):
    return %r: $Rows
}
func @made: (<_ x f32>, <_ x f32>) -> $Rows {
'entry(%a: <_ x f32>, %b: <_ x f32>):
    return ?of(%a: <_ x f32>, %b: <_ x f32>): $Rows
}
func @fresh: () -> <_ x 2 x f32> {
'entry():
    %p = allocateHeap <_ x 2 x f32> count 1
    %x = load %p: *<_ x 2 x f32>
    return %x: <_ x 2 x f32>
}
func @kept: (<_ x f32>, <_ x f32>) -> <_ x f32> {
'entry(%a: <_ x f32>, %b: <_ x f32>):
    %p = allocateHeap <_ x f32> count 2
    %q = elementPointer %p: *<_ x f32> at 1
    store %a: <_ x f32> to %q: *<_ x f32>
    store %b: <_ x f32> to %q: *<_ x f32>
    %x = load %q: *<_ x f32>
    return %x: <_ x f32>
}
"""


def test_sizes_known_at_run_time(engine: Engine) -> None:
    module = module_of(SIZES)
    two, three = np.ones(2, np.float32), np.zeros(3, np.float32)
    assert engine(module, "fresh")().shape == (0, 2)
    np.testing.assert_array_equal(engine(module, "kept")(two, three), three)
    assert engine(module, "made")(two, two).case == "of"


def test_sizes_of_payloads_agree() -> None:
    module = module_of(SIZES)
    two, three = np.ones(2, np.float32), np.zeros(3, np.float32)
    assert interpret(module, "same", ("of", two, two)) == EnumValue("of", (two, two), "Rows")
    message = "has size 3 at dimension 0, expected 2"
    check_error(message, lambda: interpret(module, "same", ("of", two, three)))
    check_error(message, lambda: interpret(module, "made", two, three))


@pytest.mark.parametrize("size", ["1", "100"])
def test_types_of_one_name_in_several_modules(size: str, engine: Engine) -> None:
    """A type of the same name in a module that was compiled before has no effect."""
    module = module_of(f"""
struct $Pair {{ #a: <{size} x f64>, #b: i64 }}
func @f: (i64) -> (i64, i64) {{
'entry(%n: i64):
    %p = allocateHeap $Pair count 2
    %first = elementPointer %p: *$Pair at 0, #b
    %second = elementPointer %p: *$Pair at 1, #b
    store %n: i64 to %first: *i64
    %tensor = elementPointer %p: *$Pair at 1, #a
    store 3: <{size} x f64> to %tensor: *<{size} x f64>
    %a = load %first: *i64
    %b = load %second: *i64
    return (%a: i64, %b: i64): (i64, i64)
}}
""")
    assert engine(module, "f")(7) == (7, 0)


TAIL_CALLS = """
func @sum: (<_n x f64>, i64, f64) -> f64 {
'entry(%x: <_n x f64>, %i: i64, %s: f64):
    %done = equal %i: i64, 0: i64
    conditional %done: bool then 'out(%s: f64) else 'more()
'more():
    %j = subtract %i: i64, 1: i64
    %t = add %s: f64, 1: f64
    %r = apply @sum(%x: <_n x f64>, %j: i64, %t: f64) -> f64
    branch 'out(%r: f64)
'out(%v: f64):
    return %v: f64
}
func @nothing: (i64) -> () {
'entry(%i: i64):
    %done = equal %i: i64, 0: i64
    conditional %done: bool then 'out() else 'more()
'more():
    %j = subtract %i: i64, 1: i64
    apply @nothing(%j: i64) -> ()
    return
'out():
    return
}
func @grow: (<_n x f64>, i64) -> <_n x f64> {
'entry(%x: <_n x f64>, %i: i64):
    %done = equal %i: i64, 0: i64
    conditional %done: bool then 'out() else 'more()
'more():
    %j = subtract %i: i64, 1: i64
    %r = apply @grow(%x: <_n x f64>, %j: i64) -> <_n x f64>
    return %r: <_n x f64>
'out():
    return %x: <_n x f64>
}
func @wide: (<_ x f64>, i64) -> <_ x f64> {
'entry(%x: <_ x f64>, %i: i64):
    %done = equal %i: i64, 0: i64
    conditional %done: bool then 'out() else 'more()
'more():
    %j = subtract %i: i64, 1: i64
    %r = apply @wide(<1: f64, 1: f64>: <2 x f64>, %j: i64) -> <_ x f64>
    return %r: <_ x f64>
'out():
    return %x: <_ x f64>
}
func @through: ((i64) -> (), i64) -> () {
'entry(%f: (i64) -> (), %i: i64):
    apply %f(%i: i64) -> ()
    return
}
func @memory: (*i64, i64) -> i64 {
'entry(%p: *i64, %i: i64):
    %q = allocateStack i64 count 1
    store %i: i64 to %q: *i64
    %done = equal %i: i64, 0: i64
    conditional %done: bool then 'out() else 'more()
'more():
    %j = subtract %i: i64, 1: i64
    %r = apply @memory(%q: *i64, %j: i64) -> i64
    return %r: i64
'out():
    %x = load %p: *i64
    return %x: i64
}
func @start_memory: (i64) -> i64 {
'entry(%i: i64):
    %r = apply @memory(null: *i64, %i: i64) -> i64
    return %r: i64
}
func @wider: (<_n x f64>, i64) -> <_n x f64> {
'entry(%x: <_n x f64>, %i: i64):
    %y = concatenate %x: <_n x f64>, %x: <_n x f64> along 0
    %r = apply @grow(%y: <_ x f64>, %i: i64) -> <_n x f64>
    return %r: <_n x f64>
}
"""


def test_calls_in_tail_position_take_no_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_of(TAIL_CALLS)
    monkeypatch.setattr(evaluate, "MAX_FRAMES", 3)
    x = np.ones(2)
    assert interpret(module, "sum", x, 500, 0.0) == 500
    assert interpret(module, "nothing", 500) is None
    assert interpret(module, "through", "@nothing", 500) is None
    np.testing.assert_array_equal(interpret(module, "grow", x, 500), x)
    # The result is still to be checked, which the callee does not do.
    check_error("the result has size 4 at dimension 0, expected 2",
                lambda: interpret(module, "wider", x, 0))  # fmt: skip


@pytest.mark.parametrize("level", [0, 2])
def test_native_calls_in_tail_position_take_no_frames(level: int) -> None:
    executable = dlvm.compile(module_of(TAIL_CALLS), opt_level=level)
    x, count = np.ones(2), 1_000_000
    assert executable["sum"](x, count, 0.0) == count
    assert executable["nothing"](count) is None
    np.testing.assert_array_equal(executable["grow"](x, count), x)
    np.testing.assert_array_equal(executable["wide"](x, count), x)
    check_error("the result has size 4 at dimension 0, expected 2",
                lambda: executable["wider"](x, 0))  # fmt: skip


def test_memory_of_a_function_outlives_its_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_of(TAIL_CALLS)
    assert interpret(module, "start_memory", 10) == 1
    monkeypatch.setattr(evaluate, "MAX_FRAMES", 5)
    check_error("calls are nested deeper than 5", lambda: interpret(module, "start_memory", 10))


SPARSE = """
func @f: () -> (i64, i64) {
'entry():
    %p = allocateHeap i64 count 1099511627776
    %q = elementPointer %p: *i64 at 1099511627775
    %r = elementPointer %p: *i64 at 549755813888
    store 5: i64 to %r: *i64
    store 6: i64 to %p: *i64
    copy from %r: *i64 to %p: *i64 count 549755813888
    %a = load %p: *i64
    %b = load %q: *i64
    return (%a: i64, %b: i64): (i64, i64)
}
"""


def test_memory_that_nothing_is_stored_to_takes_none() -> None:
    assert interpret(module_of(SPARSE), "f") == (5, 0)


NEIGHBORS = """
struct $Pair { #a: i64, #b: i64, #c: [2 x (i64, i64)] }
func @field: (i64) -> i64 {
'entry(%n: i64):
    %p = allocateHeap $Pair count 1
    %a = elementPointer %p: *$Pair at 0, #a
    %b = elementPointer %a: *i64 at %n: i64
    %x = load %b: *i64
    return %x: i64
}
func @inner: (i64) -> i64 {
'entry(%n: i64):
    %p = allocateHeap $Pair count 1
    %a = elementPointer %p: *$Pair at 0, #c, 0
    %b = elementPointer %a: *(i64, i64) at %n: i64, 1
    %x = load %b: *i64
    return %x: i64
}
"""


def test_no_way_leads_from_one_part_to_another() -> None:
    module = module_of(NEIGHBORS)
    assert interpret(module, "field", 0) == 0
    check_error("does not refer to accessible memory: expected 0 to 0, got element 1",
                lambda: interpret(module, "field", 1))  # fmt: skip
    assert interpret(module, "inner", 1) == 0
    check_error("does not refer to accessible memory: expected 0 to 1, got element 2",
                lambda: interpret(module, "inner", 2))  # fmt: skip
