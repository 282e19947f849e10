"""Texts that are extreme in one respect: depth, length, numbers, names or mistakes.

Each is a function of the amount, so that time and memory can be compared with the size of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Final

HEAD: Final = "func @f: (f32, i64) -> f32 {\n'entry(%x: f32, %n: i64):\n"
TAIL: Final = "    return %x: f32\n}\n"


def body(lines: Iterable[str], head: str = HEAD, tail: str = TAIL) -> str:
    """A function with these instructions."""
    return head + "".join(f"    {line}\n" for line in lines) + tail


def literal(value: str) -> str:
    return body([f"%0 = literal {value}"])


def each(n: int, line: str, separator: str = "\n") -> str:
    """A line for each number, which replaces ``#``; the next number replaces ``~``."""
    return separator.join(line.replace("#", str(i)).replace("~", str(i + 1)) for i in range(n))


def blocks(n: int, block: str, tail: str = "") -> str:
    text = each(n, block)
    return f"func @f: (f32) -> f32 {{\n'entry(%x: f32):\n    branch 'b0()\n{text}\n{tail}}}\n"


def definition(lines: Iterable[str], stage: str = "compute") -> str:
    text = "".join(f"    {line}\n" for line in lines)
    return f"stage {stage}\ncompute @c: (<4 x f32>) -> <4 x f32> {{\n    (%x) -> %y\n{text}}}\n"


def wide_tuple(n: int) -> str:
    return f"({', '.join(['f32'] * n)})"


def pads(n: int) -> str:
    """Tensors that grow and grow; their types are written nowhere."""
    huge = "by (0, 0) with 0: f32 interior 9223372036854775807"
    lines = [f"%{i + 1} = pad %{i} {huge}" for i in range(n)]
    return body(["%0 = broadcast %x: f32 to 2", *lines, f"%bad = add %{n}, %n"])


def gradients(n: int) -> str:
    declarations = "".join(f"[gradient @f]\nfunc @g{i}: (f32, i64) -> (f32)\n" for i in range(n))
    return declarations + body(each(n, "%0.# = tanh %x: f32").split("\n"))


def calling_gradients(n: int) -> str:
    """Functions that call the next one with other arguments constant each time."""
    count = 12
    names = [f"%a{i}" for i in range(count)]
    type = f"({', '.join(['f32'] * count)}) -> f32"
    text = f"[gradient @f0]\nfunc @g: ({', '.join(['f32'] * count)}) -> {wide_tuple(count)}\n"
    for level in range(min(n, 60)):
        listed = ", ".join(f"{name}: f32" for name in names)
        text += f"func @f{level}: {type} {{\n'entry({listed}):\n"
        for way in range(4):
            lost = (level + way) % count
            passed = ", ".join(
                "0: f32" if i == lost or i == (lost * 5 + way) % count else f"{name}: f32"
                for i, name in enumerate(names)
            )
            text += f"    %y{way} = apply @f{level + 1}({passed}) -> f32\n"
        text += "    %s = add %y0, %y1\n    %t = add %y2, %y3\n    %u = add %s, %t\n"
        text += "    return %u\n}\n"
    listed = ", ".join(f"{name}: f32" for name in names)
    last = f"func @f{min(n, 60)}: {type} {{\n'entry({listed}):\n    %s0 = add %a0, %a1\n"
    last += "".join(f"    %s{i} = add %s{i - 1}, %a{i}\n" for i in range(1, count))
    return text + last + f"    return %s{count - 1}\n}}\n"


def doubling_types(n: int, kind: str = "type $A~ = ($A#, $A#)") -> str:
    first = "type $A0 = f32\n" if kind.startswith("type") else "struct $A0 { #a: f32 }\n"
    return first + each(min(n, 10_000), kind)


def used_alias(n: int) -> str:
    """A large type behind a short name, used again and again."""
    alias = f"type $A = {wide_tuple(min(n, 5_000))}\n"
    line = each(n, "%# = literal undefined: $A\n    %c# = apply %g(%#: $A) -> $A")
    return (
        alias
        + f"func @f: (($A) -> $A) -> () {{\n'entry(%g: ($A) -> $A):\n    {line}\n    return\n}}"
    )


GENERIC: Final = "struct $T<$A> { #a: *$A }\n"
GENERIC_GROWTH: Final = (
    "struct $A<$T> { #a: *$A<($T, i8)>, #b: *$B<$T, $T> }\n"
    "struct $B<$T, $U> { #a: *$A<($T, i16)>, #b: *$B<$U, ($T, $U)> }\n"
)


def generic_chain(n: int) -> str:
    """Generic functions, each of which uses the next one with two arguments."""
    body = """func @f#<$A>: ($A) -> () {
'entry(%x: $A):
    %y = apply @f~<($A, i8)>((%x: $A, 1: i8)) -> ()
    %z = apply @f~<($A, i16)>((%x: $A, 1: i16)) -> ()
    return
}"""
    end = f"func @f{n}<$A>: ($A) -> () {{\n'entry(%x: $A):\n    return\n}}\n"
    call = "func @g: () -> () {\n'entry():\n    %x = apply @f0<i8>(1: i8) -> ()\n    return\n}\n"
    return each(n, body) + "\n" + end + call


EXTREMES: Final[dict[str, Callable[[int], str]]] = {
    # Depth.
    "parentheses": lambda n: literal("(" * n),
    "closed parentheses": lambda n: literal("(" * n + ")" * n),
    "brackets of all kinds": lambda n: "([{<" * n,
    "closing brackets": lambda n: ")]}>" * n,
    "tuple types": lambda n: "var @x: " + "(" * n + "f32" + ")" * n,
    "tensor literals": lambda n: literal("<" * n + "1: f32" + ">: <1 x f32>" * n),
    "array types": lambda n: "var @x: " + "[2 x " * n + "f32" + "]" * n,
    "pointers": lambda n: "var @x: " + "*" * n + "f32",
    "boxes": lambda n: "var @x: " + "box " * n + "f32",
    "function types": lambda n: "var @x: " + "() -> " * n + "()",
    "function types in parentheses": lambda n: "var @x: " + "(" * n + ") -> ()" * n,
    "nested structs": lambda n: literal("{#a = " * n),
    "nested cases": lambda n: literal("?a(" * n),
    "aliases": lambda n: each(n, "type $A# = $A~") + f"\ntype $A{n} = f32",
    "aliases in a circle": lambda n: each(n, "type $A# = ($A~)") + f"\ntype $A{n} = $A0",
    "structs in structs": lambda n: each(n, "struct $A# { #a: $A~ }") + f"\nstruct $A{n} {{ }}",
    "structs in a circle": lambda n: each(n, "struct $A# { #a: $A~ }") + f"\ntype $A{n} = $A0",
    "aliases in a circle of arguments": lambda n: (
        GENERIC + each(n, "type $A# = $T<$A~>") + f"\ntype $A{n} = $A0"
    ),
    "a generic type of an alias in a circle": lambda n: (
        GENERIC + each(n, "type $A# = ($A~)") + f"\ntype $A{n} = $A0\nvar @x: $T<$A0>"
    ),
    "type arguments": lambda n: GENERIC + "var @x: " + "$T<" * n + "f32" + ">" * n,
    "type parameters": lambda n: f"struct $S<{', '.join(f'$T{i}' for i in range(n))}> {{ }}",
    "instances without end": lambda _: GENERIC_GROWTH + "var @x: $A<f32>",
    "instances that double": lambda n: GENERIC + generic_chain(min(n, 10_000)),
    "many instances": lambda n: (
        GENERIC + each(min(n, 10_000), "var @x#: $T<[# x f32]>") + "\nvar @y: $T<$T<f32>>"
    ),
    "aliases that double": doubling_types,
    "structs that double": lambda n: doubling_types(n, "struct $A~ { #a: $A#\n #b: $A# }"),
    "the deepest alias, deeply used": lambda n: (
        each(99, "type $A~ = ($A#)") + "\ntype $A0 = f32\nvar @x: " + "(" * 99 + "$A99" + ")" * 99
    ),
    "parentheses in a definition": lambda n: definition([f"%y[i < 4] = {'(' * n}"]),
    "a long sum": lambda n: definition([f"%y[i < 4] = {'%x[i] + ' * n}%x[i]"]),
    "functions of functions": lambda n: definition([f"%y[i < 4] = {'tanh(' * n}"]),
    "minus": lambda n: definition([f"%y[i < 4] = {'-' * n}1: f32"]),
    # Length.
    "a long name": lambda n: body([f"%{'a' * n} = tanh %{'b' * n}: f32"]),
    "long names": lambda n: f"func @{'a' * n}: () -> ()\nvar @{'b' * n}: ${'c' * n}\n!{'d' * n}",
    "a long string": lambda n: f'module "{"a" * n}"',
    "a long string without an end": lambda n: f'module "{"a" * n}',
    "escapes": lambda n: f'module "{chr(92) * 2 * n}"',
    "wrong escapes": lambda n: f'module "{(chr(92) + "q") * n}"',
    "a long comment": lambda n: f"// {'a' * n}\n" + body([]),
    "spaces": lambda n: body([" " * n + "%0 = tanh" + " " * n + "%x: f32"]),
    "an open tensor type": lambda n: "var @x: <" + " " * n + "1" + " " * n,
    "empty lines": lambda n: "\n" * n + body([]) + "\r\n" * n,
    "carriage returns": lambda n: body([]) + "\r" * n,
    "zeros": lambda n: "\x00" * n,
    "odd characters": lambda n: "é‘x \u202e" * n,
    "digits": lambda n: literal("9" * n + ": i64"),
    "digits of a float": lambda n: literal("9" * n + "." + "9" * n + ": f32"),
    "digits of an exponent": lambda n: literal(f"1e{'9' * n}: f32"),
    "hexadecimal digits": lambda n: literal(f"0x{'f' * n}: f64"),
    "hexadecimal exponent": lambda n: literal(f"0x1p-{'9' * n}: f64"),
    "a huge dimension": lambda n: "var @x: <" + "9" * n + " x f32>",
    "a huge array": lambda n: "var @x: [" + "9" * n + " x f32]",
    "dimensions": lambda n: "var @x: <" + "1 x " * n + "f32>",
    "dimensions without a type": lambda n: "var @x: <" + "1 x " * n,
    "dimensions on lines": lambda n: "var @x: <" + "1 x\n" * n + "f32>",
    "numbers in a list": lambda n: body([f"%0 = transpose %x along {'0, ' * n}0"]),
    "open tensor types": lambda n: "<1 x " * n,
    "a long line of words": lambda n: "func " * n,
    "a line of mistakes": lambda n: body([f"%0 = tanh %{i}: f64; §" for i in range(n)]).replace(
        "\n", "  "
    ),
    "quotes": lambda n: '"' * n,
    "sigils": lambda n: "@%'$#?!" * n,
    # Much of one thing.
    "instructions": lambda n: body(each(n, "%1.# = tanh %x: f32").split("\n")),
    "a chain of instructions": lambda n: body(
        ["%0 = tanh %x: f32", *each(n, "%~ = tanh %#: f32").split("\n")]
    ),
    "uses before definitions": lambda n: body(
        ["branch 'b()", *each(n, "%# = tanh %~: f32").split("\n"), f"%{n} = tanh %x: f32"]
    ),
    "blocks": lambda n: blocks(n, "'b#():\n    branch 'b~()", f"'b{n}():\n    return %x: f32\n"),
    "block arguments": lambda n: blocks(
        n,
        "'b#(%a#: f32, %c#: i64):\n    branch 'b~(%a#: f32, %c#: i64)",
        f"'b{n}(%a: f32, %c: i64):\n    return %x: f32\n",
    ).replace("branch 'b0()", "branch 'b0(%x: f32, 0: i64)"),
    "diamonds": lambda n: blocks(
        n,
        "'b#():\n    conditional true: bool then 'c#() else 'd#()\n'c#():\n    branch 'b~()\n"
        "'d#():\n    branch 'b~()",
        f"'b{n}():\n    return %x: f32\n",
    ),
    "branches to one block": lambda n: blocks(
        n, "'b#():\n    conditional true: bool then 'b~() else 'b0()", f"'b{n}():\n    trap \"\"\n"
    ),
    "empty blocks": lambda n: blocks(n, "'b#():"),
    "blocks of one name": lambda n: blocks(n, "'b0():\n    return %x: f32"),
    "an argument list": lambda n: (
        f"func @f: ({', '.join(['f32'] * n)}) -> () {{\n'entry({each(n, '%#: f32', ', ')}):\n"
        "    return\n}"
    ),
    "wrong calls of much": lambda n: (
        f"func @f: {wide_tuple(n)} -> () {{\n'entry({each(n, '%#: f32', ', ')}):\n"
        + "    %a = apply @f(%0: f32) -> f32\n" * n
        + "    return\n}"
    ),
    "functions": lambda n: each(n, "func @f#: (f32) -> f32 {\n'e(%x: f32):\n    return %x: f32\n}"),
    "functions without a body": lambda n: each(n, "func @f#: (f32) -> f32"),
    "functions of one name": lambda n: "func @f: () -> () {\n'e():\n    return\n}\n" * n,
    "functions that do not end": lambda n: "func @f: () -> () {\n" * n,
    "calls": lambda n: each(
        n, "func @f#: (f32) -> f32 {\n'e(%x: f32):\n    %0 = apply @f~(%x) -> f32\n    return %0\n}"
    ),
    "gradients": gradients,
    "gradients through calls": calling_gradients,
    "gradients of gradients": lambda n: (
        each(n, "[gradient @f~]\nfunc @f#: (f32) -> (f32)")
        + f"\nfunc @f{n}: (f32) -> f32 {{\n'e(%x: f32):\n    return %x: f32\n}}"
    ),
    "gradients in a circle": lambda n: (
        each(n, "[gradient @f~]\nfunc @f#: (f32) -> (f32)")
        + f"\n[gradient @f0]\nfunc @f{n}: (f32) -> (f32)"
    ),
    "clauses": lambda n: (
        f"[gradient @f wrt {'0, ' * n}0]\nfunc @g: (f32, i64) -> (f32)\n" + body([])
    ),
    "declarations": lambda n: "[extern] " * n + "func @f: () -> ()",
    "attributes": lambda n: "!inline " * n + body([]),
    "unknown attributes": lambda n: "!inlin " * n + body([]),
    "variables": lambda n: each(n, "var @v#: <2 x f32>"),
    "fields": lambda n: (
        f"struct $T {{\n{each(n, '#a#: f32')}\n}}\n"
        + literal("{" + each(n, "#a# = 0: f32", ", ") + "}: $T")
    ),
    "wrong fields": lambda n: (
        f"struct $T {{\n{each(n, '#a#: f32')}\n}}\n"
        + body([f"%{i} = literal {{#b{i} = 0: f32}}: $T" for i in range(n)])
    ),
    "fields extracted": lambda n: (
        f"struct $T {{\n{each(n, '#a#: f32')}\n}}\nfunc @f: ($T) -> () {{\n'entry(%t: $T):\n"
        + each(n, "    %# = extract #a# from %t: $T")
        + "\n    return\n}"
    ),
    "cases": lambda n: (
        f"enum $T {{\n{each(n, '?a#(f32)')}\n}}\nfunc @f: ($T) -> () {{\n'entry(%t: $T):\n"
        f"    branchEnum %t: $T {each(n, 'case ?a# ' + chr(39) + 'b', ' ')}\n"
        "'b(%x: f32):\n    return\n}"
    ),
    "a tuple": lambda n: literal("(" + "0: f32, " * n + ")"),
    "a tensor": lambda n: literal("<" + "0: f32, " * n + f">: <{n} x f32>"),
    "a tensor of computed elements": lambda n: literal("<" + "%x: f32, " * n + f">: <{n} x f32>"),
    "an array": lambda n: literal("[" + "%x: f32, " * n + f"]: [{n} x f32]"),
    "spread splats": lambda n: body(
        [f"%{i} = literal <{i}: <1048576 x f64>>: <1 x 1048576 x f64>" for i in range(n)]
    ),
    "a wide type in messages": lambda n: (
        f"func @f: ({wide_tuple(n)}) -> () {{\n'entry(%t: {wide_tuple(n)}):\n"
        + "    %a = tanh %t\n" * n
        + "    return\n}"
    ),
    "a wide alias": used_alias,
    "unknown names": lambda n: body(each(n, "%1.# = tanh %some_value_#").split("\n")),
    "unknown names with types": lambda n: body(each(n, "%1.# = tanh %some#: f32").split("\n")),
    "unknown instructions": lambda n: body(each(n, "%1.# = tank# %x: f32").split("\n")),
    "unknown globals": lambda n: each(n, "var @a_long_name_#: f32\n") + body(
        each(n, "%1.# = apply @a_long_nome_#() -> f32").split("\n")
    ),
    "unknown types": lambda n: each(n, "type $some_type_# = $sone_type_#"),
    "one name for all values": lambda n: body(["%0 = tanh %x: f32"] * n),
    "names with numbers": lambda n: body(
        [*each(n, "%x.# = tanh %x: f32").split("\n"), *["%a = tanh %x: f32"] * n]
    ),
    "growing tensors": pads,
    "modules": lambda n: 'module "m"\nstage raw\n' * n,
    # Stages compute and schedule.
    "products of numbers": lambda n: definition(
        [f"%y[i < 4] = f32(index({'9223372036854775807 * ' * n}i))"]
    ),
    "products of sizes": lambda n: definition([f"%y[i < 4] = f32(index({'_n * ' * n}i))"]),
    "sums of variables": lambda n: definition([f"%y[i < 4] = f32(index({each(n, 'v#', ' + ')}))"]),
    "sums of sizes": lambda n: definition([f"%y[i < 4] = f32(index({each(n, '_v#', ' + ')}))"]),
    "statements": lambda n: definition(
        [*each(n, "%t#[i < 4] = %x[i]").split("\n"), "%y[i < 4] = %x[i]"]
    ),
    "ranges": lambda n: definition([f"%y[{each(n, 'v# < 1', ', ')}] = 0: f32"]),
    "ranges of a reduction": lambda n: definition(
        [f"%y[i < 4] = sum({each(n, 'v# < 1', ', ')}) %x[i]"]
    ),
    "unknown tensors": lambda n: definition(each(n, "%y#[i < 4] = %z#[i]").split("\n")),
    "definitions": lambda n: each(
        n, "compute @c#: (f32) -> f32 {\n    (%x) -> %y\n    %y[] = %x\n}"
    ),
    "definitions and schedules": lambda n: "stage schedule\n" + each(
        n,
        "compute @c#: (f32) -> f32 {\n    (%x) -> %y\n    %y[] = %x\n}\n"
        "schedule @c# for cpu {\n}",
    ),
    "schedules of nothing": lambda n: "stage schedule\n" + each(n, "schedule @c# for cpu {\n}"),
    "directives": lambda n: (
        definition(["%y[i < 4] = %x[i]"], "schedule")
        + f"schedule @c for cpu {{\n{'vectorize i by 8' + chr(10)}{'unroll j by 64' + chr(10)}"
        + "parallel i\n" * n
        + "}"
    ),
}  # fmt: skip
"""Texts of one kind, by name; each is given how much there is to be."""

AMOUNTS: Final = (10, 100, 1_000, 10_000, 100_000)
LARGEST: Final = 10_000_000


def extreme(r: Random, name: str) -> bytes:
    """A text of a kind, with an amount drawn at random."""
    return draw_extreme(name, r.choice(AMOUNTS))


def draw_extreme(name: str, amount: int) -> bytes:
    """A text of a kind, truncated to the largest size that this test uses."""
    estimate = len(EXTREMES[name](100)) * amount // 100
    if estimate > LARGEST:
        amount = max(1, amount * LARGEST // estimate)
    return EXTREMES[name](amount).encode()[:LARGEST]
