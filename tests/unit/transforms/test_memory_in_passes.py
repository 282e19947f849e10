"""Passes and differentiation with memory, enums and traps."""

from typing import Any

import pytest

import dlvm
from dlvm.analysis.effects.side_effects import is_pure, is_removable
from dlvm.interpreter import interpret
from dlvm.ir import Module
from dlvm.ir.cloning import clone_module
from tests.support.evaluation import check_error, module_of
from tests.support.programs.memory_programs import memory_program

EFFECTS = """
var @count: i64
func @f: (i64, bool, *i64) -> i64 {
'entry(%n: i64, %flag: bool, %p: *i64):
    %a = load %p: *i64
    %b = elementPointer %p: *i64 at 1
    %c = allocateHeap i64 count 3
    %d = createStack
    assert %flag: bool message "set the flag"
    assert %flag: bool message "set the flag"
    store %n: i64 to @count: *i64
    %e = apply @asserts(%flag: bool) -> i64
    %g = apply @unwraps(?some(%n: i64): $Option) -> i64
    return %n: i64
}
enum $Option { ?some(i64), ?none }
func @asserts: (bool) -> i64 {
'entry(%flag: bool):
    assert %flag: bool message "set the flag"
    return 1: i64
}
func @unwraps: ($Option) -> i64 {
'entry(%o: $Option):
    branchEnum %o: $Option case ?some 'some case ?none 'none
'some(%x: i64):
    return %x: i64
'none():
    return 0: i64
}
func @traps: ($Option) -> i64 {
'entry(%o: $Option):
    branchEnum %o: $Option case ?some 'some case ?none 'none
'some(%x: i64):
    return %x: i64
'none():
    trap "there is none"
}
"""


def test_effects() -> None:
    module = module_of(EFFECTS)
    function = module.function("f")
    assert function is not None
    found = {i.name or i.mnemonic: i for i in function.instructions()}
    assert [n for n, i in found.items() if is_pure(i)] == ["b", "g"]
    assert [n for n, i in found.items() if is_removable(i)] == ["a", "b", "c", "d", "g"]
    dlvm.run_passes(module, "CSE,DCE", verify_each=True)
    left = [i.mnemonic for i in function.instructions()]
    assert left == ["assert", "assert", "store", "apply", "return"]


@pytest.mark.parametrize("passes", ["O1", "O2", "O3", "INL,CP,CSE,DCE,INL"])
def test_passes_keep_the_meaning(passes: str) -> None:
    module = module_of(
        EFFECTS
        + """
func @caller: ($Option, bool) -> (i64, i64, i64) {
'entry(%o: $Option, %flag: bool):
    %p = allocateStack i64 count 1
    %a = apply @traps(%o: $Option) -> i64
    %b = apply @f(%a: i64, %flag: bool, %p: *i64) -> i64
    %c = apply @unwraps(?none: $Option) -> i64
    %d = load @count: *i64
    return (%b: i64, %c: i64, %d: i64): (i64, i64, i64)
}
"""
    )
    dlvm.run_passes(module, passes, verify_each=True)
    assert dlvm.parse(str(module)) == module
    assert interpret(module, "caller", ("some", 4), True) == (4, 0, 4)
    check_error("set the flag", lambda: interpret(module, "caller", ("some", 4), False))
    check_error("there is none", lambda: interpret(module, "caller", ("none",), True))


def test_memory_is_freed_when_its_own_function_returns() -> None:
    """Such a function is not inlined."""
    module = module_of("""
!inline
func @local: () -> *i64 {
'entry():
    %p = allocateStack i64 count 1
    return %p: *i64
}
func @f: () -> i64 {
'entry():
    %p = apply @local() -> *i64
    %x = load %p: *i64
    return %x: i64
}
""")
    dlvm.run_passes(module, "O3", verify_each=True)
    check_error("it has been freed", lambda: interpret(module, "f"))


def test_constant_indices_are_not_checked_before_their_use() -> None:
    module = module_of("""
func @f: (*[4 x f32]) -> *f32 {
'entry(%p: *[4 x f32]):
    %n = add 3: i64, 4: i64
    %q = elementPointer %p: *[4 x f32] at 0, %n: i64
    return %q: *f32
}
""")
    dlvm.run_passes(module, "CP", verify_each=True)
    assert "elementPointer %p: *[4 x f32] at 0, 7: i64" in str(module)
    assert dlvm.parse(str(module)) == module


KEPT = """
var @kept: f32
func @keep: (f32) -> () {
'entry(%x: f32):
    store %x: f32 to @kept: *f32
    return
}
func @keeps: (f32) -> f32 {
'entry(%x: f32):
    store %x: f32 to @kept: *f32
    return %x: f32
}
[gradient @f]
func @g: (f32) -> (f32)
func @f: (f32) -> f32 {
'entry(%x: f32):
"""


@pytest.mark.parametrize("write", ["store %x: f32 to @kept: *f32", "apply @keep(%x: f32) -> ()"])
def test_derivatives_flow_through_global_variables(write: str) -> None:
    body = f"    {write}\n    %y = load @kept: *f32\n    %z = square %y: f32\n"
    module = module_of(KEPT + body + "    return %z: f32\n}\n")
    dlvm.run_passes(module, "AD", verify_each=True)
    assert interpret(module, "g", 3.0) == (6.0,)
    assert dlvm.compile(module)["g"](3.0) == (6.0,)


def test_a_derivative_does_not_flow_through_unread_memory() -> None:
    body = """
    %y = apply @keeps(%x: f32) -> f32
    %z = multiply %x: f32, %y: f32
    return %z: f32
}
"""
    module = module_of(KEPT + body)
    dlvm.run_passes(module, "AD", verify_each=True)
    assert interpret(module, "g", 3.0) == (6.0,)


def test_inactive_instructions_still_run() -> None:
    module = module_of("""
var @calls: i64
func @f: (f32) -> f32 {
'entry(%x: f32):
    %old = load @calls: *i64
    %new = add %old: i64, 1: i64
    store %new: i64 to @calls: *i64
    %few = lessThan %new: i64, 2: i64
    assert %few: bool message "{0} calls" with %new: i64
    %y = square %x: f32
    return %y: f32
}
[gradient @f]
func @g: (f32) -> (f32)
func @twice: (f32) -> f32 {
'entry(%x: f32):
    %a = apply @g(%x: f32) -> (f32)
    %b = apply @g(%x: f32) -> (f32)
    %c = extract 0 from %a: (f32)
    return %c: f32
}
""")
    dlvm.run_passes(module, "O2", verify_each=True)
    assert interpret(module, "g", 3.0) == (6.0,)
    check_error("2 calls", lambda: interpret(module, "twice", 3.0))


def _results(module: Module) -> list[Any]:
    """Returns the results of a program of ``memory_programs``, or None if it traps."""
    found: list[Any] = []
    for arguments in ((3, 5, True), (2, 9, False), (1, 4, False)):
        try:
            found.append(interpret(module, "main", *arguments))
        except dlvm.DiagnosticError:
            found.append(None)
    return found


@pytest.mark.parametrize("passes", ["VP", "SP", "RLE", "INL VP RLE SP VP", "O3"])
def test_random_programs_with_memory_keep_their_results(passes: str) -> None:
    for seed in range(30):
        program = dlvm.parse(memory_program(seed))
        module = clone_module(program)
        dlvm.run_passes(module, passes, verify_each=True)
        assert dlvm.parse(str(module)) == module
        for expected, found in zip(_results(program), _results(module), strict=True):
            assert expected is None or found == expected, f"seed {seed}"


@pytest.mark.parametrize("name", ["VP", "SP", "RLE"])
def test_memory_passes_are_idempotent(name: str) -> None:
    changed = 0
    for seed in range(30):
        module = dlvm.parse(memory_program(seed))
        first, second = dlvm.run_passes(module, f"{name},{name}")
        changed += first.changed
        assert not second.changed, f"seed {seed}"
    assert changed > 10
