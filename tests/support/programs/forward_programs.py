"""Programs with control flow, calls, structs, enums and memory, for tests of forward mode."""

from __future__ import annotations

from typing import Any

import numpy as np

PROGRAMS = {
    "loop with several exits": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %n: f64):
    %s = sin %x: f64
    branch 'loop(0: f64, %s: f64)
'loop(%i: f64, %a: f64):
    %go = lessThan %i: f64, %n: f64
    conditional %go: bool then 'body() else 'exit(%a: f64)
'body():
    %b = multiply %a: f64, %x: f64
    %j = add %i: f64, 1: f64
    %large = greaterThan %b: f64, 9: f64
    %c = square %b: f64
    conditional %large: bool then 'exit(%c: f64) else 'loop(%j: f64, %b: f64)
'exit(%y: f64):
    %z = add %y: f64, %n: f64
    return %z: f64
}""",
    "constants into blocks": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %flag = lessThan %x: f64, %y: f64
    conditional %flag: bool then 'next(2: f64, %x: f64) else 'next(%y: f64, 1: f64)
'next(%a: f64, %b: f64):
    %z = power %a: f64, %b: f64
    return %z: f64
}""",
    "direct recursion": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %z = apply @down(%x: f64, %y: f64) -> f64
    return %z: f64
}
func @down: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %stop = lessThan %x: f64, 0.1: f64
    conditional %stop: bool then 'stop() else 'more()
'stop():
    return %y: f64
'more():
    %half = multiply %x: f64, 0.5: f64
    %z = apply @down(%half: f64, %y: f64) -> f64
    %w = multiply %z: f64, %x: f64
    return %w: f64
}""",
    "mutual recursion": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %z = apply @even(6: i64, %x: f64, %y: f64) -> f64
    return %z: f64
}
func @even: (i64, f64, f64) -> f64 {
'entry(%n: i64, %x: f64, %y: f64):
    %stop = equal %n: i64, 0: i64
    conditional %stop: bool then 'stop() else 'more()
'stop():
    return %x: f64
'more():
    %m = subtract %n: i64, 1: i64
    %z = apply @odd(%m: i64, %x: f64, %y: f64) -> f64
    %w = multiply %z: f64, %y: f64
    return %w: f64
}
func @odd: (i64, f64, f64) -> f64 {
'entry(%n: i64, %x: f64, %y: f64):
    %m = subtract %n: i64, 1: i64
    %t = sin %x: f64
    %z = apply @even(%m: i64, %t: f64, %y: f64) -> f64
    return %z: f64
}""",
    "structs and tuples through a loop": """
struct $State { #position: <2 x f64>, #count: i64, #speed: f64 }
func @f: (f64, <2 x f64>) -> (<2 x f64>, i64, f64) {
'entry(%x: f64, %y: <2 x f64>):
    branch 'loop({#position = %y: <2 x f64>, #count = 0: i64, #speed = %x: f64}: $State)
'loop(%s: $State):
    %n = extract #count from %s: $State
    %p = extract #position from %s: $State
    %v = extract #speed from %s: $State
    %m = add %n: i64, 1: i64
    %q = multiply %p: <2 x f64>, %v: f64
    %s1 = insert %m: i64 to %s: $State at #count
    %s2 = insert %q: <2 x f64> to %s1: $State at #position
    %go = lessThan %m: i64, 3: i64
    conditional %go: bool then 'loop(%s2: $State) else 'exit((%s2: $State, %v: f64))
'exit(%pair: ($State, f64)):
    %last = extract 0, #position from %pair: ($State, f64)
    %speed = extract 1 from %pair: ($State, f64)
    %count = extract 0, #count from %pair: ($State, f64)
    return (%last: <2 x f64>, %count: i64, %speed: f64)
}""",
    "a call that gives a tuple": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %p = apply @pair(%x: f64, %y: f64) -> (f64, i64, f64)
    %a = extract 0 from %p: (f64, i64, f64)
    %q = apply @last(%p: (f64, i64, f64)) -> f64
    %z = multiply %a: f64, %q: f64
    return %z: f64
}
func @pair: (f64, f64) -> (f64, i64, f64) {
'entry(%x: f64, %y: f64):
    %s = sin %x: f64
    %p = multiply %s: f64, %y: f64
    return (%p: f64, 4: i64, %s: f64)
}
func @last: ((f64, i64, f64)) -> f64 {
'entry(%p: (f64, i64, f64)):
    %z = extract 2 from %p: (f64, i64, f64)
    return %z: f64
}""",
    "a stack": """
func @f: (<3 x f64>, f64) -> f64 {
'entry(%x: <3 x f64>, %y: f64):
    %s = createStack
    branch 'fill(0: i64)
'fill(%i: i64):
    push %x: <3 x f64> to %s: stack
    push %i: i64 to %s: stack
    push 2: f64 to %s: stack
    %j = add %i: i64, 1: i64
    %go = lessThan %j: i64, 3: i64
    conditional %go: bool then 'fill(%j: i64) else 'empty(0: i64, %y: f64)
'empty(%k: i64, %a: f64):
    %two = pop f64 from %s: stack
    %n = pop i64 from %s: stack
    %v = pop <3 x f64> from %s: stack
    %e = extract 1 from %v: <3 x f64>
    %b = multiply %a: f64, %e: f64
    %c = multiply %b: f64, %two: f64
    %l = add %k: i64, 1: i64
    %go2 = lessThan %l: i64, 3: i64
    conditional %go2: bool then 'empty(%l: i64, %c: f64) else 'exit()
'exit():
    destroyStack %s: stack
    return %c: f64
}""",
    "memory": """
func @f: (<3 x f64>, f64) -> f64 {
'entry(%x: <3 x f64>, %y: f64):
    %p = allocateStack (<3 x f64>, i64) count 2
    %h = allocateHeap f64 count 1
    store %y: f64 to %h: *f64
    store (%x: <3 x f64>, 5: i64) to %p: *(<3 x f64>, i64)
    %second = elementPointer %p: *(<3 x f64>, i64) at 1
    copy from %p: *(<3 x f64>, i64) to %second: *(<3 x f64>, i64) count 1
    %q = elementPointer %second: *(<3 x f64>, i64) at 0, 0, 2
    apply @double(%q: *f64, %h: *f64) -> ()
    %whole = load %second: *(<3 x f64>, i64)
    %v = extract 0 from %whole: (<3 x f64>, i64)
    %a = extract 2 from %v: <3 x f64>
    %b = load %h: *f64
    deallocate %h: *f64
    %z = multiply %a: f64, %b: f64
    return %z: f64
}
func @double: (*f64, *f64) -> () {
'entry(%p: *f64, %h: *f64):
    %a = load %p: *f64
    %b = load %h: *f64
    %c = multiply %a: f64, %b: f64
    store %c: f64 to %p: *f64
    return
}""",
    "boxes and pointers to pointers": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %box = apply @fresh(%x: f64) -> box f64
    %p = projectBox %box: box f64
    %pp = allocateStack *f64 count 1
    store %p: *f64 to %pp: **f64
    %q = load %pp: **f64
    store %y: f64 to %q: *f64
    %z = load %p: *f64
    retain %box: box f64
    release %box: box f64
    release %box: box f64
    %w = square %z: f64
    %v = multiply %w: f64, %x: f64
    return %v: f64
}
func @fresh: (f64) -> box f64 {
'entry(%x: f64):
    %box = allocateBox f64
    %p = projectBox %box: box f64
    store 1: f64 to %p: *f64
    return %box: box f64
}""",
    "a pointer that a call stores": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %p = allocateStack f64 count 1
    %pp = allocateStack *f64 count 1
    apply @link(%p: *f64, %pp: **f64) -> ()
    %q = load %pp: **f64
    %s = square %x: f64
    store %s: f64 to %q: *f64
    %z = load %p: *f64
    %w = multiply %z: f64, %y: f64
    return %w: f64
}
func @link: (*f64, **f64) -> () {
'entry(%p: *f64, %pp: **f64):
    store %p: *f64 to %pp: **f64
    return
}""",
    "null pointers": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %p = allocateStack f64 count 1
    store %x: f64 to %p: *f64
    apply @given(%p: *f64, null: *f64) -> ()
    %z = load %p: *f64
    %w = multiply %z: f64, %y: f64
    return %w: f64
}
func @given: (*f64, *f64) -> () {
'entry(%p: *f64, %q: *f64):
    %pp = allocateStack *f64 count 2
    store %q: *f64 to %pp: **f64
    %second = elementPointer %pp: **f64 at 1
    store %p: *f64 to %second: **f64
    %r = load %second: **f64
    %a = load %r: *f64
    %b = square %a: f64
    store %b: f64 to %r: *f64
    return
}""",
    "pointers into blocks and structs": """
struct $Cell { #place: *f64, #factor: f64, #next: i64 }
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %p = allocateStack f64 count 1
    %q = allocateStack f64 count 1
    store %x: f64 to %p: *f64
    store %y: f64 to %q: *f64
    %c = literal {#place = null: *f64, #factor = %y: f64, #next = 1: i64}: $Cell
    %flag = lessThan %x: f64, %y: f64
    conditional %flag: bool then 'next(%p: *f64) else 'next(%q: *f64)
'next(%r: *f64):
    %d = insert %r: *f64 to %c: $Cell at #place
    %z = apply @scaled(%d: $Cell) -> f64
    return %z: f64
}
func @scaled: ($Cell) -> f64 {
'entry(%c: $Cell):
    %p = extract #place from %c: $Cell
    %a = load %p: *f64
    %b = extract #factor from %c: $Cell
    %z = multiply %a: f64, %b: f64
    return %z: f64
}""",
    "a loop with two entries": """
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %flag = lessThan %x: f64, %y: f64
    conditional %flag: bool then 'a(0: i64, %x: f64) else 'b(0: i64, %y: f64)
'a(%i: i64, %u: f64):
    %v = sin %u: f64
    branch 'b(%i: i64, %v: f64)
'b(%j: i64, %w: f64):
    %k = add %j: i64, 1: i64
    %t = multiply %w: f64, %y: f64
    %go = lessThan %k: i64, 3: i64
    conditional %go: bool then 'a(%k: i64, %t: f64) else 'done()
'done():
    return %t: f64
'never(%n: f64):
    branch 'never(%n: f64)
}""",
    "an enum that holds structs": """
struct $Pair { #n: i64, #x: f64 }
enum $Value { ?number(f64), ?pair($Pair, f64), ?none }
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %flag = lessThan %x: f64, %y: f64
    %a = literal ?pair({#n = 3: i64, #x = %x: f64}: $Pair, 2: f64): $Value
    %fixed = literal ?number(4: f64): $Value
    %b = apply @or(%flag: bool, %a: $Value, %fixed: $Value) -> $Value
    %u = apply @value(%b: $Value, %y: f64) -> f64
    %v = apply @value(%fixed: $Value, %u: f64) -> f64
    return %v: f64
}
func @or: (bool, $Value, $Value) -> $Value {
'entry(%flag: bool, %a: $Value, %b: $Value):
    conditional %flag: bool then 'give(%a: $Value) else 'give(%b: $Value)
'give(%v: $Value):
    return %v: $Value
}
func @value: ($Value, f64) -> f64 {
'entry(%v: $Value, %y: f64):
    branchEnum %v: $Value case ?number 'number case ?pair 'pair case ?none 'none
'number(%n: f64):
    %m = multiply %n: f64, %y: f64
    return %m: f64
'pair(%p: $Pair, %q: f64):
    %x = extract #x from %p: $Pair
    %s = square %x: f64
    %t = multiply %s: f64, %q: f64
    %w = multiply %t: f64, %y: f64
    return %w: f64
'none():
    return %y: f64
}""",
    "a case of an enum": """
enum $Choice { ?none, ?one(i64), ?two(i64, i64) }
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %a = apply @chosen(?one(3: i64): $Choice, %x: f64, %y: f64) -> f64
    %b = apply @chosen(?none: $Choice, %x: f64, %a: f64) -> f64
    return %b: f64
}
func @chosen: ($Choice, f64, f64) -> f64 {
'entry(%c: $Choice, %x: f64, %y: f64):
    branchEnum %c: $Choice case ?none 'none case ?one 'one case ?two 'two
'none():
    return %x: f64
'one(%n: i64):
    %m = dataTypeCast %n: i64 to f64
    %z = multiply %m: f64, %y: f64
    return %z: f64
'two(%k: i64, %l: i64):
    return %y: f64
}""",
    "a list in an enum": """
enum $List { ?nil, ?cons(f64, $List) }
func @f: (f64, f64) -> f64 {
'entry(%x: f64, %y: f64):
    %given = literal ?cons(2: f64, ?nil: $List): $List
    %flag = lessThan %x: f64, %y: f64
    conditional %flag: bool then 'build(0: i64, %given: $List) else 'build(1: i64, ?nil: $List)
'build(%i: i64, %l: $List):
    %m = literal ?cons(%x: f64, %l: $List): $List
    %j = add %i: i64, 1: i64
    %go = lessThan %j: i64, 4: i64
    conditional %go: bool then 'build(%j: i64, %m: $List) else 'exit()
'exit():
    %z = apply @product(%m: $List) -> f64
    %w = multiply %z: f64, %y: f64
    return %w: f64
}
func @product: ($List) -> f64 {
'entry(%l: $List):
    branch 'loop(%l: $List, 1: f64)
'loop(%rest: $List, %a: f64):
    branchEnum %rest: $List case ?nil 'nil case ?cons 'cons
'nil():
    return %a: f64
'cons(%head: f64, %tail: $List):
    %b = multiply %a: f64, %head: f64
    branch 'loop(%tail: $List, %b: f64)
}""",
}
ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "a stack": [(np.array([0.5, 1.5, -2.0]), np.array(0.7))],
    "memory": [(np.array([0.5, 1.5, -2.0]), np.array(0.7))],
    "structs and tuples through a loop": [(np.array(1.25), np.array([0.5, -3.0]))],
}
