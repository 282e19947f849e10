"""Gradients through memory, boxes and enums that a program makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from gradient_testing import declare_gradient, differences

import dlvm
from dlvm.interpreter import interpret
from dlvm.ir import Instruction, Module
from dlvm.ir import instructions as op
from dlvm.runtime import executable

TEXT = """
stage raw
enum $List { ?cons(f64, $List), ?nil }
enum $Option { ?some(<2 x f64>, i64), ?none }
struct $Pair { #a: f64, #b: <2 x f64> }

[gradient @list wrt 0 keeping 0]
func @g_list: (f64, i64) -> (f64, f64)
func @list: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'head(0: i64, ?nil: $List, %x: f64)
'head(%i: i64, %l: $List, %v: f64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %j = add %i: i64, 1: i64
    %w = sin %v: f64
    branch 'head(%j: i64, ?cons(%w: f64, %l: $List): $List, %w: f64)
'end():
    %s = apply @total(%l: $List) -> f64
    %t = apply @total(%l: $List) -> f64
    %r = multiply %s: f64, %t: f64
    return %r: f64
}
func @total: ($List) -> f64 {
'entry(%l: $List):
    branchEnum %l: $List case ?cons 'more case ?nil 'end
'more(%x: f64, %rest: $List):
    %r = apply @total(%rest: $List) -> f64
    %y = multiply %x: f64, %x: f64
    %s = add %r: f64, %y: f64
    return %s: f64
'end():
    return 1: f64
}

[gradient @buffer wrt 0 keeping 0]
func @g_buffer: (<4 x f64>, i64) -> (<4 x f64>, f64)
func @buffer: (<4 x f64>, i64) -> f64 {
'entry(%x: <4 x f64>, %n: i64):
    %p = allocateStack f64 count %n: i64
    branch 'head(0: i64, 0: f64)
'head(%i: i64, %sum: f64):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %j = add %i: i64, 1: i64
    %k = modulo %i: i64, 4: i64
    %up = add %k: i64, 1: i64
    %e = slice %x: <4 x f64> from %k: i64 upto %up: i64
    %e0 = reduce %e: <_ x f64> by add along 0
    %s = sin %e0: f64
    %t = add %sum: f64, %s: f64
    %at = elementPointer %p: *f64 at %i: i64
    store %t: f64 to %at: *f64
    branch 'head(%j: i64, %t: f64)
'end():
    branch 'h2(0: i64, 1: f64)
'h2(%a: i64, %product: f64):
    %m2 = lessThan %a: i64, %n: i64
    conditional %m2: bool then 'b2() else 'e2()
'b2():
    %at2 = elementPointer %p: *f64 at %a: i64
    %v = load %at2: *f64
    %q = multiply %v: f64, %product: f64
    store %q: f64 to %p: *f64
    %a1 = add %a: i64, 1: i64
    branch 'h2(%a1: i64, %q: f64)
'e2():
    %last = load %p: *f64
    %r = multiply %last: f64, %product: f64
    return %r: f64
}

[gradient @options wrt 0 keeping 0]
func @g_options: (<2 x f64>, bool) -> (<2 x f64>, f64)
func @options: (<2 x f64>, bool) -> f64 {
'entry(%x: <2 x f64>, %c: bool):
    conditional %c: bool then 'yes() else 'join(?none: $Option)
'yes():
    %s = exp %x: <2 x f64>
    branch 'join(?some(%s: <2 x f64>, 3: i64): $Option)
'join(%o: $Option):
    branchEnum %o: $Option case ?some 'some case ?none 'none
'some(%v: <2 x f64>, %k: i64):
    %w = multiply %v: <2 x f64>, %x: <2 x f64>
    %r = reduce %w: <2 x f64> by add along 0
    return %r: f64
'none():
    %z = reduce %x: <2 x f64> by multiply along 0
    return %z: f64
}

[gradient @boxed wrt 0 keeping 0]
func @g_boxed: (<2 x f64>, f64) -> (<2 x f64>, f64)
func @boxed: (<2 x f64>, f64) -> f64 {
'entry(%x: <2 x f64>, %y: f64):
    %box = allocateBox $Pair
    %p = projectBox %box: box $Pair
    store {#a = %y: f64, #b = %x: <2 x f64>}: $Pair to %p: *$Pair
    %pb = elementPointer %p: *$Pair at 0, #b
    %b = load %pb: *<2 x f64>
    %b2 = multiply %b: <2 x f64>, %b: <2 x f64>
    store %b2: <2 x f64> to %pb: *<2 x f64>
    %p1 = elementPointer %pb: *<2 x f64> at 0, 1
    %u = load %p1: *f64
    %s = sin %u: f64
    store %s: f64 to %p1: *f64
    %q = allocateHeap $Pair count 2
    %q1 = elementPointer %q: *$Pair at 1
    copy from %p: *$Pair to %q1: *$Pair count 1
    copy from %q: *$Pair to %q1: *$Pair count 1
    copy from %p: *$Pair to %q: *$Pair count 1
    retain %box: box $Pair
    release %box: box $Pair
    release %box: box $Pair
    %all = load %q: *$Pair
    deallocate %q: *$Pair
    %fb = extract #b from %all: $Pair
    %fa = extract #a from %all: $Pair
    %m = multiply %fb: <2 x f64>, %fa: f64
    %r = reduce %m: <2 x f64> by add along 0
    return %r: f64
}

enum $Tree { ?leaf(<3 x f64>, i64), ?node($Tree, f64, $Tree), ?empty }
struct $Node { #v: f64, #next: *$Node }
struct $Mixed { #l: $Tree, #w: <2 x f64>, #n: i64 }
enum $Boxed { ?cell(box $Mixed, f64), ?pointer(*f64), ?pair((f64, $Tree), [2 x f64]) }

// A tree is built by recursion, mapped to another one, and folded.
[gradient @trees wrt 0 keeping 0]
func @g_trees: (<3 x f64>, i64) -> (<3 x f64>, f64)
func @trees: (<3 x f64>, i64) -> f64 {
'entry(%x: <3 x f64>, %n: i64):
    %t = apply @build(%x: <3 x f64>, %n: i64) -> $Tree
    %u = apply @mapped(%t: $Tree, %x: <3 x f64>) -> $Tree
    %both = literal ?node(%t: $Tree, 2: f64, ?node(%u: $Tree, 3: f64, ?empty: $Tree): $Tree): $Tree
    %r = apply @fold(%both: $Tree) -> f64
    return %r: f64
}
func @build: (<3 x f64>, i64) -> $Tree {
'entry(%x: <3 x f64>, %n: i64):
    %c = lessThan %n: i64, 1: i64
    conditional %c: bool then 'base() else 'more()
'base():
    return ?leaf(%x: <3 x f64>, %n: i64): $Tree
'more():
    %m = subtract %n: i64, 1: i64
    %k = subtract %n: i64, 2: i64
    %s = sin %x: <3 x f64>
    %a = apply @build(%s: <3 x f64>, %m: i64) -> $Tree
    %b = apply @build(%x: <3 x f64>, %k: i64) -> $Tree
    %w = reduce %s: <3 x f64> by add along 0
    return ?node(%a: $Tree, %w: f64, %b: $Tree): $Tree
}
func @mapped: ($Tree, <3 x f64>) -> $Tree {
'entry(%t: $Tree, %x: <3 x f64>):
    branchEnum %t: $Tree case ?leaf 'leaf case ?node 'node case ?empty 'empty
'leaf(%v: <3 x f64>, %n: i64):
    %w = multiply %v: <3 x f64>, %x: <3 x f64>
    return ?leaf(%w: <3 x f64>, 7: i64): $Tree
'node(%l: $Tree, %f: f64, %r: $Tree):
    %a = apply @mapped(%l: $Tree, %x: <3 x f64>) -> $Tree
    %g = square %f: f64
    return ?node(%a: $Tree, %g: f64, %r: $Tree): $Tree
'empty():
    return %t: $Tree
}
func @fold: ($Tree) -> f64 {
'entry(%t: $Tree):
    branchEnum %t: $Tree case ?leaf 'leaf case ?node 'node case ?empty 'empty
'leaf(%v: <3 x f64>, %n: i64):
    %w = exp %v: <3 x f64>
    %s = reduce %w: <3 x f64> by add along 0
    return %s: f64
'node(%l: $Tree, %f: f64, %r: $Tree):
    %a = apply @fold(%l: $Tree) -> f64
    %b = apply @fold(%r: $Tree) -> f64
    %c = multiply %b: f64, %f: f64
    %d = add %a: f64, %c: f64
    return %d: f64
'empty():
    return 1: f64
}

// A linked list in memory.
[gradient @chain wrt 0 keeping 0]
func @g_chain: (f64, i64) -> (f64, f64)
func @chain: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    %first = apply @made(%x: f64, %n: i64) -> *$Node
    %pv = elementPointer %first: *$Node at 0, #v
    %v = load %pv: *f64
    %q = multiply %v: f64, %x: f64
    store %q: f64 to %pv: *f64
    %nothing = apply @scale(%first: *$Node, %n: i64, %x: f64) -> void
    %r = apply @sum(%first: *$Node, %n: i64) -> f64
    return %r: f64
}
func @made: (f64, i64) -> *$Node {
'entry(%x: f64, %n: i64):
    %p = allocateHeap $Node count 1
    %c = lessThan %n: i64, 1: i64
    conditional %c: bool then 'end(null: *$Node) else 'more()
'more():
    %y = cos %x: f64
    %m = subtract %n: i64, 1: i64
    %rest = apply @made(%y: f64, %m: i64) -> *$Node
    branch 'end(%rest: *$Node)
'end(%next: *$Node):
    store {#v = %x: f64, #next = %next: *$Node}: $Node to %p: *$Node
    return %p: *$Node
}
func @scale: (*$Node, i64, f64) -> void {
'entry(%p: *$Node, %n: i64, %x: f64):
    branch 'head(%p: *$Node, %n: i64)
'head(%q: *$Node, %i: i64):
    %pv = elementPointer %q: *$Node at 0, #v
    %v = load %pv: *f64
    %w = multiply %v: f64, %x: f64
    store %w: f64 to %pv: *f64
    %c = lessThan %i: i64, 1: i64
    conditional %c: bool then 'end() else 'more()
'more():
    %all = load %q: *$Node
    %next = extract #next from %all: $Node
    %j = subtract %i: i64, 1: i64
    branch 'head(%next: *$Node, %j: i64)
'end():
    return
}
func @sum: (*$Node, i64) -> f64 {
'entry(%p: *$Node, %n: i64):
    %all = load %p: *$Node
    %v = extract #v from %all: $Node
    %next = extract #next from %all: $Node
    %c = lessThan %n: i64, 1: i64
    conditional %c: bool then 'end() else 'more()
'end():
    return %v: f64
'more():
    %m = subtract %n: i64, 1: i64
    %r = apply @sum(%next: *$Node, %m: i64) -> f64
    %s = multiply %r: f64, %v: f64
    return %s: f64
}

// Enums in memory, memory in enums.
[gradient @mixed wrt 0 keeping 0]
func @g_mixed: (<3 x f64>, i64) -> (<3 x f64>, f64)
func @mixed: (<3 x f64>, i64) -> f64 {
'entry(%x: <3 x f64>, %n: i64):
    %two = slice %x: <3 x f64> from 0 upto 2
    %leaf = literal ?leaf(%x: <3 x f64>, 2: i64): $Tree
    %m = literal {#l = %leaf: $Tree, #w = %two: <2 x f64>, #n = 4: i64}: $Mixed
    %box = allocateBox $Mixed
    %p = projectBox %box: box $Mixed
    store %m: $Mixed to %p: *$Mixed
    %s = reduce %x: <3 x f64> by add along 0
    %e = apply @chosen(%n: i64, %box: box $Mixed, %s: f64, %p: *$Mixed) -> ($Boxed, f64)
    %e0 = extract 0 from %e: ($Boxed, f64)
    %e1 = extract 1 from %e: ($Boxed, f64)
    %a = apply @used(%e0: $Boxed) -> f64
    %b = apply @used(%e0: $Boxed) -> f64
    %c = multiply %a: f64, %b: f64
    %d = multiply %c: f64, %e1: f64
    release %box: box $Mixed
    return %d: f64
}
func @chosen: (i64, box $Mixed, f64, *$Mixed) -> ($Boxed, f64) {
'entry(%n: i64, %box: box $Mixed, %s: f64, %p: *$Mixed):
    %q = square %s: f64
    %c = equal %n: i64, 0: i64
    conditional %c: bool then 'zero() else 'more()
'zero():
    return (?cell(%box: box $Mixed, %s: f64): $Boxed, %s: f64): ($Boxed, f64)
'more():
    %d = equal %n: i64, 1: i64
    conditional %d: bool then 'one() else 'two()
'one():
    %in = elementPointer %p: *$Mixed at 0, #w, 1
    return (?pointer(%in: *f64): $Boxed, %q: f64): ($Boxed, f64)
'two():
    %m = load %p: *$Mixed
    %l = extract #l from %m: $Mixed
    %e = literal ?pair((%q: f64, %l: $Tree): (f64, $Tree), [%s: f64, %q: f64]: [2 x f64]): $Boxed
    return (%e: $Boxed, 2: f64): ($Boxed, f64)
}
func @used: ($Boxed) -> f64 {
'entry(%e: $Boxed):
    branchEnum %e: $Boxed case ?cell 'cell case ?pointer 'pointer case ?pair 'pair
'cell(%box: box $Mixed, %f: f64):
    %p = projectBox %box: box $Mixed
    %m = load %p: *$Mixed
    %l = extract #l from %m: $Mixed
    %w = extract #w from %m: $Mixed
    %l2 = apply @mapped(%l: $Tree, <1: f64, 2: f64, 3: f64>: <3 x f64>) -> $Tree
    %m2 = insert %l2: $Tree to %m: $Mixed at #l
    store %m2: $Mixed to %p: *$Mixed
    %a = apply @fold(%l: $Tree) -> f64
    %b = reduce %w: <2 x f64> by multiply along 0
    %c = add %a: f64, %b: f64
    %d = multiply %c: f64, %f: f64
    return %d: f64
'pointer(%q: *f64):
    %v = load %q: *f64
    %v2 = exp %v: f64
    store %v2: f64 to %q: *f64
    %v3 = load %q: *f64
    %v4 = multiply %v3: f64, %v: f64
    return %v4: f64
'pair(%t: (f64, $Tree), %k: [2 x f64]):
    %t0 = extract 0 from %t: (f64, $Tree)
    %t1 = extract 1 from %t: (f64, $Tree)
    %g = apply @fold(%t1: $Tree) -> f64
    %k1 = extract 1 from %k: [2 x f64]
    %h = multiply %g: f64, %t0: f64
    %i = multiply %h: f64, %k1: f64
    return %i: f64
}

// Tensors of unknown size in memory and enums; a loop of overlapping copies.
enum $Any { ?some(<_ x f64>, $Any), ?none }
[gradient @sizes wrt 0 keeping 0]
func @g_sizes: (<_ x f64>, i64) -> (<_ x f64>, f64)
func @sizes: (<_ x f64>, i64) -> f64 {
'entry(%x: <_ x f64>, %n: i64):
    %p = allocateStack <_ x f64> count 4
    branch 'head(0: i64, ?none: $Any)
'head(%i: i64, %a: $Any):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %j = add %i: i64, 1: i64
    %part = slice %x: <_ x f64> from 0: i64 upto %j: i64
    %at = elementPointer %p: *<_ x f64> at %i: i64
    store %part: <_ x f64> to %at: *<_ x f64>
    %two = concatenate %part: <_ x f64>, %part: <_ x f64> along 0
    %q1 = elementPointer %p: *<_ x f64> at 1
    copy from %p: *<_ x f64> to %q1: *<_ x f64> count 3
    store %two: <_ x f64> to %p: *<_ x f64>
    branch 'head(%j: i64, ?some(%part: <_ x f64>, %a: $Any): $Any)
'end():
    %y = load %p: *<_ x f64>
    %q = elementPointer %p: *<_ x f64> at 2
    %z = load %q: *<_ x f64>
    %s = apply @any(%a: $Any) -> f64
    %y2 = sin %y: <_ x f64>
    %ys = reduce %y2: <_ x f64> by add along 0
    %zs = reduce %z: <_ x f64> by multiply along 0
    %r1 = multiply %ys: f64, %zs: f64
    %r = add %r1: f64, %s: f64
    return %r: f64
}
func @any: ($Any) -> f64 {
'entry(%a: $Any):
    branchEnum %a: $Any case ?some 'some case ?none 'none
'some(%v: <_ x f64>, %rest: $Any):
    %r = apply @any(%rest: $Any) -> f64
    %s = reduce %v: <_ x f64> by add along 0
    %e = tanh %r: f64
    %t = multiply %s: f64, %e: f64
    return %t: f64
'none():
    return 1: f64
}

// Lists on a stack that is passed on, alone and beside a number.
[gradient @stacks wrt 0 keeping 0]
func @g_stacks: (f64, i64) -> (f64, f64)
func @stacks: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    %s = createStack
    push (%x: f64, ?cons(%x: f64, ?nil: $List): $List): (f64, $List) to %s: stack
    %v = apply @fill(%s: stack, %n: i64, %x: f64) -> void
    branch 'head(%n: i64, 1: f64)
'head(%i: i64, %product: f64):
    %c = lessThan %i: i64, 1: i64
    conditional %c: bool then 'end() else 'more()
'more():
    %l = pop $List from %s: stack
    %total = apply @total(%l: $List) -> f64
    %longer = multiply %product: f64, %total: f64
    %j = subtract %i: i64, 1: i64
    branch 'head(%j: i64, %longer: f64)
'end():
    %t = pop (f64, $List) from %s: stack
    destroyStack %s: stack
    %w = extract 0 from %t: (f64, $List)
    %u = extract 1 from %t: (f64, $List)
    %last = apply @total(%u: $List) -> f64
    %y = multiply %last: f64, %w: f64
    %z = multiply %y: f64, %product: f64
    return %z: f64
}
func @fill: (stack, i64, f64) -> void {
'entry(%s: stack, %n: i64, %x: f64):
    %c = lessThan %n: i64, 1: i64
    conditional %c: bool then 'end() else 'more()
'end():
    return
'more():
    %y = sin %x: f64
    push ?cons(%y: f64, ?cons(%x: f64, ?nil: $List): $List): $List to %s: stack
    %m = subtract %n: i64, 1: i64
    %v = apply @fill(%s: stack, %m: i64, %y: f64) -> void
    return
}

// Two pointers in a tuple, into one buffer.
[gradient @swapped wrt 0 keeping 0]
func @g_swapped: (f64, bool) -> (f64, f64)
func @swapped: (f64, bool) -> f64 {
'entry(%x: f64, %one: bool):
    %p = allocateStack f64 count 2
    %q = elementPointer %p: *f64 at 1
    store %x: f64 to %p: *f64
    %x2 = exp %x: f64
    store %x2: f64 to %q: *f64
    conditional %one: bool then 'swap((%p: *f64, %p: *f64): (*f64, *f64))
        else 'swap((%p: *f64, %q: *f64): (*f64, *f64))
'swap(%both: (*f64, *f64)):
    %n = apply @swap(%both: (*f64, *f64)) -> void
    %a = load %p: *f64
    %b = load %q: *f64
    %a2 = square %a: f64
    %y = multiply %a2: f64, %b: f64
    return %y: f64
}
func @swap: ((*f64, *f64)) -> void {
'entry(%both: (*f64, *f64)):
    %p = extract 0 from %both: (*f64, *f64)
    %q = extract 1 from %both: (*f64, *f64)
    %a = load %p: *f64
    %b = load %q: *f64
    %twice = multiply %b: f64, 2: f64
    store %twice: f64 to %p: *f64
    store %a: f64 to %q: *f64
    return
}
"""
THREE, FOUR = np.array([0.3, 0.5, -0.4]), np.array([0.3, 0.5, -0.2, 0.9])
CASES: Sequence[tuple[str, Any, Any]] = [
    *(("list", 0.7, n) for n in (0, 1, 5)),
    *(("buffer", FOUR, n) for n in (1, 6)),
    *(("options", THREE[:2], flag) for flag in (False, True)),
    ("boxed", THREE[:2], 0.7),
    *(("trees", THREE, n) for n in (0, 1, 3)),
    *(("chain", 0.7, n) for n in (0, 1, 4)),
    *(("mixed", THREE, n) for n in (0, 1, 2)),
    *(("sizes", FOUR, n) for n in (2, 4)),
    *(("stacks", 0.7, n) for n in (0, 3)),
    *(("swapped", 0.7, one) for one in (False, True)),
]


@cache
def differentiated() -> Module:
    module = dlvm.parse(TEXT)
    dlvm.verify(module)
    dlvm.run_passes(module, "AD", verify_each=True)
    assert dlvm.parse(str(module)) == module
    return module


@cache
def ways() -> Sequence[Any]:
    """Ways to call a function by name."""
    module = differentiated()
    simpler = dlvm.parse(str(module))
    dlvm.run_passes(simpler, "AS,CP,CSE,DCE", verify_each=True)
    compiled = [dlvm.compile(module, opt_level=0), dlvm.compile(simpler, opt_level=2)]
    interpreted = [lambda name, *a, m=m: interpret(m, name, *a) for m in (module, simpler)]
    return [*interpreted, *(lambda name, *a, e=e: e[name](*a) for e in compiled)]


@pytest.mark.parametrize(("name", "x", "other"), CASES)
def test_gradients(name: str, x: Any, other: Any) -> None:
    def f(*values: Any) -> Any:
        return interpret(differentiated(), name, *values)

    expected = differences(f, (x, other), 1, 0)
    for call in ways():
        gradient, value = call(f"g_{name}", x, other)
        np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-9)
        np.testing.assert_allclose(value, f(x, other), rtol=1e-12)


@pytest.mark.parametrize("name", ["list", "boxed", "trees", "chain", "mixed", "stacks"])
def test_gradients_of_gradients(name: str) -> None:
    module = dlvm.parse(TEXT)
    first = module.function(f"g_{name}")
    assert first is not None
    x, other = next((x, other) for n, x, other in CASES if n == name and other != 0)
    declare_gradient(module, "h", f"g_{name}", source=0, wrt=(0,), seedable=True)
    dlvm.run_passes(module, "AD")
    dlvm.verify(module)
    weights = np.arange(1.0, 1.0 + np.size(x)).reshape(np.shape(x))

    def slope(*values: Any) -> Any:
        return interpret(module, f"g_{name}", *values)[0]

    expected = differences(slope, (x, other), weights, 0)
    for call in (partial(interpret, module, "h"), dlvm.compile(module)["h"]):
        np.testing.assert_allclose(call(x, other, weights)[0], expected, rtol=1e-5, atol=1e-7)


def executed(name: str, *arguments: Any) -> Counter[type[Instruction]]:
    """How often which instructions run in a call."""
    found: Counter[type[Instruction]] = Counter()

    def observe(instruction: Instruction, _: Any, __: Any) -> None:
        found[type(instruction)] += 1

    interpret(differentiated(), name, *arguments, observer=observe)
    return found


@pytest.mark.parametrize(("name", "x", "other"), CASES)
def test_what_is_made_for_gradients_is_freed(name: str, x: Any, other: Any) -> None:
    def left(name: str) -> int:
        found = executed(name, x, other)
        return found[op.AllocateHeap] - found[op.Deallocate]

    assert left(f"g_{name}") == left(name)
    gradient, original = executed(f"g_{name}", x, other), executed(name, x, other)
    for allocation in (op.AllocateBox, op.AllocateStack):
        assert gradient[allocation] == original[allocation]


def test_memory_of_native_gradients_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand gradients of lists of a thousand elements, in the memory that some take."""
    loop = """
func @often: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'head(%x: f64, 0: i64)
'head(%v: f64, %i: i64):
    %both = apply @g_list(%v: f64, 1000: i64) -> (f64, f64)
    %slope = extract 0 from %both: (f64, f64)
    %w = tanh %slope: f64
    %j = add %i: i64, 1: i64
    %more = lessThan %j: i64, %n: i64
    conditional %more: bool then 'head(%w: f64, %j: i64) else 'end()
'end():
    return %w: f64
}
"""
    monkeypatch.setattr(executable, "_memory_limit", lambda: 1 << 22)
    compiled = dlvm.compile(dlvm.parse(str(differentiated()) + loop))
    assert np.isfinite(compiled["often"](0.7, 1000))


@pytest.mark.parametrize("name", ["list", "buffer", "chain"])
def test_the_work_grows_with_the_original(name: str) -> None:
    x = FOUR if name == "buffer" else 0.7
    few, many = (sum(executed(f"g_{name}", x, n).values()) for n in (100, 200))
    assert many < 2.1 * few


def test_shared_values_are_gone_through_once() -> None:
    """A chain of nodes that hold the one before twice takes time in proportion to its length where
    that is looked at on one side."""
    module = dlvm.parse("""
stage raw
enum $Tree { ?leaf(f64), ?node($Tree, $Tree) }
[gradient @f wrt 0]
func @g: (f64, i64) -> (f64)
func @f: (f64, i64) -> f64 {
'entry(%x: f64, %n: i64):
    branch 'head(0: i64, ?leaf(%x: f64): $Tree)
'head(%i: i64, %t: $Tree):
    %more = lessThan %i: i64, %n: i64
    conditional %more: bool then 'body() else 'down(%t: $Tree)
'body():
    %j = add %i: i64, 1: i64
    branch 'head(%j: i64, ?node(%t: $Tree, %t: $Tree): $Tree)
'down(%u: $Tree):
    branchEnum %u: $Tree case ?leaf 'leaf case ?node 'node
'leaf(%y: f64):
    %z = square %y: f64
    return %z: f64
'node(%left: $Tree, %right: $Tree):
    branch 'down(%right: $Tree)
}
""")
    dlvm.run_passes(module, "AD", verify_each=True)
    assert interpret(module, "g", 1.5, 60) == (3.0,)
    assert dlvm.compile(module)["g"](1.5, 60) == (3.0,)
