"""Programs with two independent mistakes: both are reported, and nothing else.

``python -m tests.fuzz.two_mistakes --programs 500`` draws 500 programs; ``--first S --programs 1
--print`` prints the program of a seed.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import dlvm
from dlvm.verifier import read_verified

TYPES = (
    "struct $Point{n} {{\n    #x: f32\n    #y: <3 x f32>\n}}",
    "struct $Line{n} {{\n    #from: $Point{n}\n    #length: f64\n}}",
    "enum $List{n} {{\n    ?cons(f32, $List{n})\n    ?nil\n}}",
    "type $Row{n} = <4 x f32>",
    "var @counter{n}: i64",
)
FUNCTIONS = (
    """func @chain{n}: (f32, <4 x f32>) -> <4 x f32> {{
'entry(%x: f32, %y: <4 x f32>):
    %a = add %x: f32, %x: f32
    %b = multiply %a: f32, %x: f32
    %c = exp %y: <4 x f32>
    %d = multiply %c: <4 x f32>, %b: f32
    %e = tanh %d: <4 x f32>
    return %e: <4 x f32>
}}""",
    """[gradient @square{n} wrt 0]
func @square{n}_gradient: (f32, f32) -> (f32)

func @square{n}: (f32, f32) -> f32 {{
'entry(%x: f32, %y: f32):
    %s = multiply %x: f32, %x: f32
    %t = sin %s: f32
    %u = multiply %t: f32, %y: f32
    return %u: f32
}}""",
    """[derivative @curve{n} wrt 0]
func @curve{n}_derivative: (f64, f64) -> (f64)

func @curve{n}: (f64) -> f64 {{
'entry(%x: f64):
    %p = greaterThan %x: f64, 0: f64
    conditional %p: bool then 'up() else 'down()
'up():
    %u = exp %x: f64
    branch 'end(%u: f64)
'down():
    %d = multiply %x: f64, 2: f64
    %e = add %d: f64, 1: f64
    branch 'end(%e: f64)
'end(%r: f64):
    return %r: f64
}}""",
    """!inline
func @power{n}: (f32, i64) -> f32 {{
'entry(%x: f32, %count: i64):
    branch 'head(0: i64, 1: f32)
'head(%i: i64, %product: f32):
    %more = lessThan %i: i64, %count: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %next = add %i: i64, 1: i64
    %longer = multiply %product: f32, %x: f32
    branch 'head(%next: i64, %longer: f32)
'end():
    %result = negate %product: f32
    return %result: f32
}}""",
    """func @length{n}: ($Point{n}) -> f32 {{
'entry(%p: $Point{n}):
    %x = extract #x from %p: $Point{n}
    %y = extract #y from %p: $Point{n}
    %z = reduce %y: <3 x f32> by add along 0
    %s = add %x: f32, %z: f32
    return %s: f32
}}""",
    """func @sum{n}: ($List{n}) -> f32 {{
'entry(%list: $List{n}):
    branchEnum %list: $List{n} case ?cons 'more case ?nil 'end
'more(%x: f32, %rest: $List{n}):
    %s = apply @sum{n}(%rest: $List{n}) -> f32
    %r = add %x: f32, %s: f32
    return %r: f32
'end():
    return 0: f32
}}""",
    """func @layer{n}: (<2 x 3 x f32>, <3 x 4 x f32>, $Row{n}) -> <2 x 4 x f32> {{
'entry(%x: <2 x 3 x f32>, %w: <3 x 4 x f32>, %b: $Row{n}):
    %xw = dot %x: <2 x 3 x f32>, %w: <3 x 4 x f32>
    %z = add %xw: <2 x 4 x f32>, %b: $Row{n}
    %y = max %z: <2 x 4 x f32>, 0: f32
    %m = reduce %y: <2 x 4 x f32> by max along 1
    %k = padShape %m: <2 x f32> at 1
    %o = subtract %y: <2 x 4 x f32>, %k: <2 x 1 x f32>
    return %o: <2 x 4 x f32>
}}""",
)


def program(r: Random) -> list[str]:
    """The lines of a module without mistakes, whose functions are drawn."""
    parts = ['module "drawn"', "stage raw"]
    for number in range(2):
        parts += [t.format(n=number) for t in TYPES]
        parts += [t.format(n=number) for t in r.sample(FUNCTIONS, r.randint(2, 5))]
    return "\n\n".join(parts).split("\n")


Mistake = Callable[[Random, Sequence[str], int], str | None]
"""What a line becomes by a mistake, or None where that mistake cannot be made."""
STATEMENT = re.compile(r"    (%\w+ = )?[a-zA-Z]")
USE = re.compile(r"(?<=[ (])(%\w+): ")
TERMINATOR = re.compile(r"    (return|branch|conditional|branchEnum)\b")


def _replaced(
    r: Random, line: str, pattern: str, new: str | Callable[[re.Match[str]], str]
) -> str | None:
    """A line with one of its matches replaced."""
    found = list(re.finditer(pattern, line))
    if not found:
        return None
    match = r.choice(found)
    text = new if isinstance(new, str) else new(match)
    return line[: match.start()] + text + line[match.end() :]


def in_statements(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Mistake:
    def mistake(r: Random, lines: Sequence[str], at: int) -> str | None:
        is_statement = STATEMENT.match(lines[at]) is not None
        return _replaced(r, lines[at], pattern, new) if is_statement else None

    return mistake


def in_lines(start: str, pattern: str, new: str | Callable[[re.Match[str]], str]) -> Mistake:
    def mistake(r: Random, lines: Sequence[str], at: int) -> str | None:
        return _replaced(r, lines[at], pattern, new) if re.match(start, lines[at]) else None

    return mistake


def later_value(r: Random, lines: Sequence[str], at: int) -> str | None:
    """Uses a value of the same type that the same block defines later."""
    if not STATEMENT.match(lines[at]):
        return None
    for use in USE.finditer(lines[at]):
        type = re.match(r"(<[^>]*>|\w+)", lines[at][use.end() :])
        if type is None:
            continue
        for line in lines[at + 1 :]:
            if not STATEMENT.match(line):
                break
            defined = re.match(r"    (%\w+) = (\w+)", line)
            # These give the type of their first operand.
            if defined and re.search(rf" (add|multiply|exp|tanh|sin) %\w+: {type[0]}(,|$)", line):
                return lines[at][: use.start(1)] + defined[1] + lines[at][use.end(1) :]
    return None


def no_terminator(r: Random, lines: Sequence[str], at: int) -> str | None:
    return "" if TERMINATOR.match(lines[at]) and STATEMENT.match(lines[at - 1]) else None


MISTAKES: dict[str, Mistake] = {
    "a strange character": in_statements(r" (?=%)", " ` "),
    "an open string": in_statements(r"$", ' "'),
    "a missing comma": in_statements(r",", ""),
    "a missing type": in_statements(r"(?<=: )(<[^>]*>|f\d\d)(?=,|$)", ""),
    "an unknown instruction": in_statements(r"(?<== )\w+", "combobulate"),
    "a word too many": in_statements(r"$", " again"),
    "an unknown value": in_statements(r"%\w+(?=: )", "%nothing"),
    "an unknown block": in_statements(r"'\w+", "'nowhere"),
    "an unknown function": in_statements(r"@\w+", "@missing"),
    "an unknown element type": in_statements(r"\bf(32|64)\b", "f31"),
    "a mistyped use": in_statements(r"(?<=[ (]%)([a-z]+): f32", lambda m: f"{m[1]}: f16"),
    "a later value": later_value,
    "no terminator": no_terminator,
    "a named terminator": in_statements(r"^ +(?=return|branch)", "    %new = "),
    "a header without a colon": in_lines(r"'(?!entry)", r":$", ""),
    "an argument of an unknown type": in_lines(r"'", r"(?<=: )(f32|f64)", "f33"),
    "an entry with another argument": in_lines(r"'entry", r"\((?=%)", "(%new: bool, "),
    "an unknown attribute": in_lines(r"!", r"\w+", "inlined"),
    "a signature with an unknown type": in_lines(r"func", r"(f32|f64)", "float"),
    "a signature without a colon": in_lines(r"func", r":", ""),
    "another result": in_lines(r"func (?!@sum).*{", r"-> f32", "-> f64"),
    "a gradient of another argument": in_lines(r"\[", r"wrt \d", "wrt 7"),
    "a gradient of nothing": in_lines(r"\[", r"@\w+", "@missing"),
    "an unknown clause": in_lines(r"\[", r"wrt", "with"),
    "a gradient of another type": in_lines(r"func.*[et]: .*[^{]$", r"-> .*", "-> (bool)"),
    "a field of an unknown type": in_lines(r"    #", r"\w+(?=>?$)", "f128"),
    "a field without a colon": in_lines(r"    #", r":", ""),
    "a struct that contains itself": in_lines(r"    #from", r"Point", "Line"),
    "a case of an unknown type": in_lines(r"    \?", r"f32", "f30"),
    "an alias of an unknown type": in_lines(r"type", r"f32", "real"),
    "an alias of itself": in_lines("type", r"(\$\w+) = .*", lambda m: f"{m[1]} = {m[1]}"),
    "an unknown stage": in_lines(r"stage", r"raw", "medium"),
    "a variable of an unknown type": in_lines(r"var", r"i64", "int"),
}


@dataclass(frozen=True)
class Made:
    """A mistake: its kind, and the new text of its line."""

    kind: str
    at: int
    text: str


def draw_mistake(r: Random, lines: Sequence[str]) -> Made:
    """A mistake in a program: any kind is as likely as any other."""
    while True:
        kind = r.choice(list(MISTAKES))
        places = list(range(len(lines)))
        r.shuffle(places)
        for at in places:
            text = MISTAKES[kind](r, lines, at)
            if text is not None and text != lines[at]:
                # A name that stands for nothing is reported once in a function.
                return Made(kind, at, text.replace("%nothing", f"%nothing{at}"))


def touched(lines: Sequence[str], at: int) -> set[int]:
    """The lines to which errors about a definition may refer: its own line, the lines that use it,
    and so on."""
    names = _defined(lines, at)
    found = {at}
    if lines[at].startswith("func"):
        # What the function is given and returns has these types.
        own = (n for n in range(len(lines)) if _function(lines, n) == at)
        found |= {n for n in own if lines[n].startswith(("'entry", "    return"))}
    while True:
        new = {
            n
            for n, line in enumerate(lines)
            if n not in found
            for name, function in names
            if (function is None or function == _function(lines, n))
            and re.search(rf"{re.escape(name)}\b", line)
        }
        if not new:
            return found
        found |= new
        for line in new:
            names |= _defined(lines, line)


def _defined(lines: Sequence[str], at: int) -> set[tuple[str, int | None]]:
    """The names that a line defines, with the function that they are local to."""
    line, function = lines[at], _function(lines, at)
    if match := re.match(r"    (%\w+) =", line):
        return {(match[1], function)}
    if line.startswith("'"):
        return {(name, function) for name in re.findall(r"^'\w+|%\w+", line)}
    if line.startswith(("[", "!")):
        return _defined(lines, at + 1)
    if match := re.match(r"(?:func|var|struct|enum|type) ([@$]\w+)", line):
        return {(match[1], None)}
    if re.match(r"    [#?]", line):
        return _defined(lines, max(n for n in range(at) if lines[n].startswith(("struct", "enum"))))
    return set()


def _function(lines: Sequence[str], at: int) -> int:
    """The line at which the function begins that a line is in."""
    return max((n for n in range(at + 1) if lines[n].startswith("func")), default=-1)


def are_independent(lines: Sequence[str], one: Made, other: Made) -> bool:
    return other.at not in touched(lines, one.at) and one.at not in touched(lines, other.at)


def reported(lines: Sequence[str], *mistakes: Made) -> Counter[tuple[int, str]]:
    """The lines and messages that are reported of a program with mistakes."""
    changed = list(lines)
    for mistake in mistakes:
        changed[mistake.at] = mistake.text
    try:
        read_verified("\n".join(changed))
    except dlvm.DiagnosticError as problem:
        found = problem.diagnostics
    else:
        found = []
    # What names are suggested depends on which are known.
    return Counter(
        (d.location.line if d.location is not None else 0, re.sub(r" \(did you.*", "", d.message))
        for d in found
    )


def draw(seed: int) -> tuple[list[str], Made, Made]:
    """A program, and two mistakes that have nothing to do with each other."""
    r = Random(seed)
    lines = program(r)
    while True:
        one, other = draw_mistake(r, lines), draw_mistake(r, lines)
        if are_independent(lines, one, other):
            return lines, one, other


def problem(seed: int) -> str | None:
    """The problem with the errors that are reported for the program of a seed, or None."""
    lines, *mistakes = draw(seed)
    expected: Counter[tuple[int, str]] = Counter()
    for mistake in mistakes:
        alone = reported(lines, mistake)
        if alone.total() != 1:
            return f"seed {seed}: {mistake} alone: {dict(alone)}"
        expected += alone
    found = reported(lines, *mistakes)
    if found == expected:
        return None
    missing, more = dict(expected - found), dict(found - expected)
    return f"seed {seed}: {mistakes}\n  missing: {missing}\n  besides: {more}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.two_mistakes", description=__doc__)
    parser.add_argument(
        "--programs", type=int, default=500, help="number of programs (default: 500)"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--print", action="store_true", help="print the programs")
    options = parser.parse_args()
    failed = 0
    for seed in range(options.first, options.first + options.programs):
        if options.print:
            lines, *mistakes = draw(seed)
            print("\n".join(lines), *mistakes, sep="\n")
        found = problem(seed)
        if found is not None:
            failed += 1
            print(found)
    print(f"{options.programs} programs, {failed} with other reports")
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
