"""Writes the table of Python's statements, expressions and built-in types in staged functions.

``python -m tests.support.python_table`` runs each cell of the table, in Python and staged, and
prints the page ``docs/python.md``; ``python -m tests.regenerate`` writes it. A cell whose results
differ is an error.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import re
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import Float0D, Float1D, Int0D, staged

INTRODUCTION = """\
# Python in staged functions

This page shows how staging treats each statement, each kind of expression and each built-in type of
Python. `python -m tests.support.python_table` generates it: it runs an example for each cell, both
staged and in Python, and compares the results.

- *staged*: the construct works in code with staged values; what it does to them becomes part of
  the program.
- *while staging*: the operands are known; Python evaluates the construct once, while staging, with
  the same result.
- *refused*: an error at the line, with this message.

In the examples, `x` is a staged or known float, `n` an integer, `v` a vector or a list, and `c` a
condition. Staged operands give the results of NumPy's scalars and arrays. `print` and other output
of Python happen once, while staging; `nnkit.print` prints each time the program runs.
"""


@dataclass(frozen=True)
class Row:
    """An example; ``names`` are the classes of ``ast`` and the types that it stands for."""

    title: str
    names: str
    body: str
    differs: str = ""
    """What happens with staged operands, if the result is not Python's."""


STATEMENTS = (
    Row("`y = x`", "Assign", "y = x\nreturn y"),
    Row("`a, *b = v`", "Assign", "a, *b = x, x, x\nreturn a + b[0] + b[1]"),
    Row("`y: float = x`", "AnnAssign", "y: float = x\nreturn y"),
    Row("`y += x`", "AugAssign", "y = x\ny += x\nreturn y"),
    Row("`l += [x]` in a branch", "AugAssign", "l = [x]\nif c:\n    l += [x]\nreturn len(l)"),
    Row("`l[0] = x`", "Assign", "l = [x]\nl[0] = x + 1\nreturn l[0]"),
    Row("`l[0] = 1` in a branch", "Assign", "l = [0]\nif c:\n    l[0] = 1\nreturn l[0]"),
    Row("`v[0] = x`", "Assign", "v[0] = x\nreturn v[0]"),
    Row("`o.a = x`", "Assign", "o = Box()\no.a = x\nreturn o.a"),
    Row("`o.a = 1` in a branch", "Assign", "o = Box()\no.a = 0\nif c:\n    o.a = 1\nreturn o.a"),
    Row("`del y`", "Delete", "y = x\ndel y\nreturn x"),
    Row("`del l[0]` in a branch", "Delete", "l = [1, 2]\nif c:\n    del l[0]\nreturn l[0]"),
    Row("`x + 1`, whose value is not used", "Expr", "x + 1\nreturn x"),
    Row("`pass`", "Pass", "if c:\n    pass\nreturn x"),
    Row("`if c: … else: …`", "If", "if c:\n    y = x\nelse:\n    y = -x\nreturn y"),
    Row("`while c: …`", "While", "y = x\nwhile y < 10:\n    y = y * 2 + 1\nreturn y"),
    Row("`while (y := …) < 9: …`", "While NamedExpr",
        "y = x\nwhile (y := y * 2 + 1) < 9:\n    y = y + 1\nreturn y"),
    Row("`while True: … break`", "While Break",
        "y = x\nwhile True:\n    y = y * 2 + 1\n    if y > 10:\n        break\nreturn y"),
    Row("`for i in range(n): …`", "For", "y = n\nfor i in range(n):\n    y = y + i\nreturn y"),
    Row("`for e in v: …`", "For", "y = x\nfor e in v:\n    y = y + e\nreturn y"),
    Row("`for … else`, `continue`", "For Continue",
        "y = x\nfor i in range(n):\n    if y > 2:\n        continue\n    y = y + 1\nelse:\n"
        "    y = y + 9\nreturn y"),
    Row("`return` in a loop", "Return",
        "for i in range(n):\n    if c:\n        return x\nreturn -x"),
    Row("`l.append(1)` in a loop", "For",
        "l = []\nfor i in range(n):\n    l.append(1)\nreturn len(l)"),
    Row("`assert c`", "Assert", "assert c or x < 100\nreturn x"),
    Row("`raise` that is not reached", "Raise",
        "if x > 100:\n    raise ValueError('no')\nreturn x"),
    Row("`raise` in a `try`", "Try Raise",
        "try:\n    if c:\n        raise ValueError('no')\n    y = 1\nexcept ValueError:\n"
        "    y = 2\nreturn y"),
    Row("`try` in known code", "Try",
        "try:\n    y = [][0]\nexcept IndexError:\n    y = x\nfinally:\n    z = 1\nreturn y + z"),
    Row("`except*`", "TryStar",
        "try:\n    raise ExceptionGroup('', [KeyError()])\nexcept* KeyError:\n    y = x\nreturn y"),
    Row("`match` with values", "Match",
        "match n:\n    case 3:\n        y = x\n    case _:\n        y = -x\nreturn y"),
    Row("`match` with sequences", "Match",
        "match [x, n]:\n    case [a, *_]:\n        y = a\n    case _:\n        y = n\nreturn y"),
    Row("`match` with keys", "Match",
        "match {'a': x}:\n    case {'a': y}:\n        return y\nreturn x"),
    Row("`with`", "With", "with suppress(KeyError):\n    y = x\nreturn y"),
    Row("`def` and a call", "FunctionDef",
        "def g(y, *rest, k=1, **others):\n    return y if y > 0 else -y\nreturn g(x, 1, k=2)"),
    Row("a decorated `def`", "FunctionDef",
        "@cache\ndef g():\n    return x + 1\nreturn g()"),
    Row("`nonlocal`", "Nonlocal",
        "k = 0\ndef g():\n    nonlocal k\n    k += 1\ng()\nreturn x + k"),
    Row("`nonlocal` in a branch", "Nonlocal",
        "k = 0\ndef g():\n    nonlocal k\n    k += 1\nif c:\n    g()\nreturn x + k"),
    Row("`global`", "Global", "global COUNT\nCOUNT += 1\nreturn x + COUNT"),
    Row("`global` in a branch", "Global",
        "global COUNT\nif c:\n    COUNT += 1\nreturn x + COUNT"),
    Row("`class`", "ClassDef",
        "class C:\n    def __init__(self, a):\n        self.a = a\nreturn C(x).a"),
    Row("`import`", "Import ImportFrom",
        "import math\nfrom math import pi\nreturn x + int(math.pi)"),
    Row("`async def`", "AsyncFunctionDef Await",
        "async def g():\n    return await g()\nreturn x"),
    Row("`async for`, `async with`", "AsyncFor AsyncWith",
        "async def g():\n    async for i in x:\n        pass\n    async with x:\n"
        "        pass\nreturn x"),
)  # fmt: skip

EXPRESSIONS = (
    Row("`x`", "Name Constant", "return x"),
    Row("`x + y`, `x ** 2`", "BinOp", "return (x + 2) * (x - 1) / 2 + x ** 2"),
    Row("`n // 2`, `n % 2`", "BinOp", "return n // 2 + n % 2 - (-n) // 2"),
    Row("`n // 0`", "BinOp", "return divided(n)"),
    Row("`n ** -1`", "BinOp", "return n ** -n"),
    Row("`n & 1`, `n << 1`", "BinOp", "return (n & 1) + (n << 1) + (n ^ 5)"),
    Row("`v @ v`", "BinOp", "return array(v) @ array(v)"),
    Row("`-x`, `not c`", "UnaryOp", "return -x if not c else +x"),
    Row("`~n`", "UnaryOp", "return ~n"),
    Row("`c and d`, `c or d`", "BoolOp", "return 1 if c and x < 9 or n > 5 else 2"),
    Row("`0 < x < 1`", "Compare", "return 1 if 0 < x < 1 else 2"),
    Row("`x in (1, 2)`", "Compare", "return 1 if x in (1.0, 2.0) else 2"),
    Row("`x is None`", "Compare", "return 1 if x is None else 2"),
    Row("`a if c else b`", "IfExp", "return x if c else -x"),
    Row("`f(x)`", "Call", "return scale(x)"),
    Row("`f(*v, **d)`", "Call Starred", "return scale(*[x], **{'by': x})"),
    Row("`l.append(x) or x` in a branch", "Call",
        "l = []\ny = x if c else (l.append(1) or x)\nreturn y + len(l)"),
    Row("`lambda`", "Lambda", "return (lambda y: y if y > 0 else -y)(x)"),
    Row("`y := x`", "NamedExpr", "return (y := x) + y"),
    Row("`y := x` in `and`, `or`, `a < b < c`", "NamedExpr",
        "y = k = x\nz = c and 0 < (y := y + x) < (k := x + 1) or (y := y * 2) > 0\n"
        "return (1.0 if z else 2.0) + y + 10 * k"),
    Row("`y := x` in `a if c else b`", "NamedExpr",
        "y = x\nz = 1 if (k := x * 2) > 1 else (y := x + 1)\nreturn z + y + k"),
    Row("`y := x` on some paths only", "NamedExpr",
        "z = 1 if x > 9 or (y := x + 1) > 9 else 2\nreturn z + y"),
    Row("`0 < x < 1` in a comprehension", "Compare ListComp",
        "return sum([e for e in ([x, 1.0] if -1 < x < 1 else [x, 2.0])])"),
    Row("`x.real`", "Attribute", "return x.real + 2 * x.imag"),
    Row("`v[0]`", "Subscript", "return v[0]"),
    Row("`v[n]`", "Subscript", "return v[n % 3]"),
    Row("`v[0:2]`", "Slice", "return sum(v[0:2])"),
    Row("`v[n:]`", "Slice", "return len(v[n - 2:])"),
    Row("`{1: a}[n]`", "Dict Subscript", "return {3: 1, 0: 2}[n]"),
    Row("`{1: a}.get(n)`", "Dict Call", "return {1: 5}.get(n, 0)"),
    Row("`(x, n)`, `[x, n]`", "Tuple List", "return (x, n)[0] + [n, x][1]"),
    Row("`{'a': x}`", "Dict", "return {'a': x}['a']"),
    Row("`{x}`", "Set", "return len({x, 1.5})"),
    Row("`[e for e in v]`", "ListComp", "return sum([e * 2 for e in v])"),
    Row("`[e for e in v if e > 0]`", "ListComp", "return len([e for e in v if e > 1])"),
    Row("`{e for e in v}`", "SetComp", "return len({e for e in v})"),
    Row("`{i: e for …}`", "DictComp", "return {i: e for i, e in enumerate(v)}[1]"),
    Row("`sum(e for e in v)`", "GeneratorExp", "return sum(e for e in v)"),
    Row("a generator", "Yield", "def g():\n    yield x\n    yield x\nreturn sum(g())"),
    Row("a generator with `if`", "Yield", "def g():\n    if c:\n        yield x\nreturn sum(g())"),
    Row("`yield from`", "YieldFrom", "def g():\n    yield from [x, x]\nreturn sum(g())"),
    Row("`f'{x:.3f}'`, with a format", "JoinedStr FormattedValue", "return len(f'{x:.3f}')"),
    Row("`a == b` of structs", "Compare", "return 1 if Pair(x, n) == Pair(x, n) else 2"),
    Row("`a == b` of lists", "Compare", "return 1 if [x, n] == [1.0, 3] else 2"),
)  # fmt: skip

TYPES = (
    Row("`int(x)`", "int", "return int(x)"),
    Row("`float(n)`", "float", "return float(n)"),
    Row("`bool(x)`", "bool", "return 1 if bool(x) else 2"),
    Row("`complex(x)`", "complex", "return complex(x).real"),
    Row("`str(x)`", "str", "return len(str(x))",
        "while staging: the text describes the staged value"),
    Row("`bytes`", "bytes", "return bytes([n])[0]"),
    Row("`bytearray`", "bytearray", "b = bytearray(2)\nb[0] = 7\nreturn x + b[0]"),
    Row("`bytearray` in a branch", "bytearray",
        "b = bytearray(2)\nif c:\n    b[0] = 7\nreturn x + b[0]"),
    Row("`memoryview`", "memoryview", "return x + memoryview(b'ab')[0]"),
    Row("`memoryview` of an array, in a branch", "memoryview",
        "b = bytearray(2)\nm = memoryview(b)\nif c:\n    m[0] = 7\nreturn x + b[0]"),
    Row("`list(v)`", "list", "return sum(list(v))"),
    Row("`list.pop` in a branch", "list", "l = [1, 2]\nif c:\n    l.pop()\nreturn l[-1]"),
    Row("`tuple(v)`", "tuple", "return sum(tuple(v))"),
    Row("`dict(a=x)`", "dict", "return dict(a=x)['a']"),
    Row("`dict.update` in a branch", "dict",
        "d = {'a': 0}\nif c:\n    d.update(a=1)\nreturn d['a']"),
    Row("`set` of numbers", "set", "return x + len(set([1, 1, 2]))"),
    Row("`set.add` in a branch", "set", "s = {1}\nif c:\n    s.add(2)\nreturn len(s)"),
    Row("`frozenset`", "frozenset", "return len(frozenset([x, 1.5]))"),
    Row("`range(n)` outside a `for`", "range", "return sum(range(n))"),
    Row("`slice`", "slice", "return sum(v[slice(0, 2)])"),
    Row("`enumerate(v)`", "enumerate", "return sum(i * e for i, e in enumerate(v))"),
    Row("`zip(v, v)`", "zip", "return sum(a * b for a, b in zip(v, v))"),
    Row("`map(f, v)`", "map", "return sum(map(scale, v))"),
    Row("`filter(f, v)`", "filter", "return sum(filter(lambda e: e > 1, v))"),
    Row("`reversed(v)`", "reversed", "return list(reversed(v))[0]"),
    Row("`iter`, `next`", "list", "it = iter(v)\nreturn next(it) + next(it)"),
    Row("`next` in a branch", "list", "it = iter([1, 2])\nif c:\n    next(it)\nreturn next(it)"),
    Row("`object`", "object", "o = object()\nreturn x if o is o else -x"),
    Row("`type(x)`", "type", "return 1 if type(x) is str else 2"),
    Row("`super`", "super", "return Child(x).value()"),
    Row("`super` in `a if c else b`", "super", "return Child(x).larger()"),
    Row("private names", "super", "return Child(x).scaled()"),
    Row("`property`", "property", "return Child(x).doubled"),
    Row("`property` that counts, in a branch", "property",
        "o = Child(x)\ny = 0\nif c:\n    y = o.counted\nreturn y + o.calls"),
    Row("`staticmethod`, `classmethod`", "staticmethod classmethod",
        "return Child.static(x) + Child.of(x).a"),
    Row("`abs(x)`", "int", "return abs(-x)"),
    Row("`round(x)`", "int", "return round(x)"),
    Row("`max(x, 1)`", "int", "return max(x, 1.0)"),
    Row("`sorted(v)`", "list", "return sorted(v)[0]"),
    Row("`sum(v)`, `len(v)`", "list", "return sum(v) + len(v)"),
    Row("`any`, `all`", "list", "return 1 if any([c, x > 9]) else 2"),
    Row("`divmod(n, 2)`", "int", "return divmod(n, 2)[0]"),
    Row("`pow(x, 2)`", "int", "return pow(x, 2)"),
    Row("`hash(x)`", "int", "return 1 if hash(x) == hash(x) else 2"),
    Row("`isinstance(x, float)`", "type", "return 1 if isinstance(x, str) else 2"),
    Row("`deque.append` in a branch", "list",
        "q = deque([1])\nif c:\n    q.append(2)\nreturn len(q)"),
    Row("`a[0] = 5` for a NumPy array `a`", "list",
        "a = np.zeros(2)\na[0] = 5\nreturn x + float(a[0])"),
    Row("`a += 1` for a NumPy array `a`, in a branch", "list",
        "a = np.zeros(2)\nif c:\n    a += 1\nreturn x + float(a[0])"),
    Row("`@struct`", "type", "return Pair(x, n).a + Pair(n, x).b"),
)  # fmt: skip

SECTIONS = {"Statements": STATEMENTS, "Expressions": EXPRESSIONS, "Built-in types": TYPES}

PRELUDE = """\
from collections import deque
from contextlib import suppress
from functools import cache
COUNT = 0
class Box: pass
@nnkit.struct
class Pair:
    a: Any
    b: Any
class Parent:
    calls = 0
    def __init__(self, a):
        self.a = a
    def value(self):
        return self.a
class Child(Parent):
    def value(self):
        return super().value() + 1
    def larger(self):
        return super().value() if self.a > 0 and super().value() < 2 else -super().value()
    __factor = 3
    def __by_factor(self, *, __by=2):
        __result = self.a * __by if self.a > 0 else self.__factor
        return __result
    def scaled(self):
        return self.__by_factor() if self.a > 0 else self.__by_factor() * self.__factor
    @property
    def doubled(self):
        return self.a * 2
    @property
    def counted(self):
        self.calls += 1
        return self.a
    @staticmethod
    def static(a):
        return a
    @classmethod
    def of(cls, a):
        return cls(a)
def scale(y, by=2):
    return y * by
def divided(n):
    return n // (n - n)
def array(v):
    return np.asarray(v, 'f') if isinstance(v, list) else v
"""
ARGUMENTS = ((1.0, 3), (-0.5, 0), (0.5, 2))
NOT_BUILT_IN = {"__loader__"}


def uncovered() -> set[str]:
    """The statements, expressions and built-in types that have no row."""
    rows = [row for table in SECTIONS.values() for row in table]
    covered = {name for row in rows for name in row.names.split()}
    kinds = {c.__name__ for base in (ast.stmt, ast.expr) for c in base.__subclasses__()}
    types = {
        name
        for name, value in vars(builtins).items()
        if isinstance(value, type) and not issubclass(value, BaseException)
    }
    return (kinds | types) - covered - NOT_BUILT_IN - _LATER


_LATER = {"TypeAlias", "TemplateStr", "Interpolation"}
"""Kinds of statements and expressions that Python 3.11 cannot parse."""


def outcome(row: Row, is_staged: bool) -> str:
    """``staged``, ``while staging`` or the message of the error; asserts that results agree."""
    body = re.sub(r"\bc\b", "(x > 0)", row.body)
    if is_staged:
        head = "@staged\ndef f(x: Float0D, n: Int0D, v: Float1D) -> Any:\n"
        text = head + _indented(body)
    else:
        head = "@staged\ndef f(y_: Float0D, x, n, v) -> Any:\n    v = list(v)\n"
        text = head + _indented(body)
    messages: list[str] = []
    agreed = 0
    for number, (x, n) in enumerate(ARGUMENTS):
        v = [1.0, 2.0, 3.0]
        expected = _run(text, f"table_{number}.py", _unchanged, is_staged, x, n, v)
        found = _run(text, f"table_{number}.py", staged(interpret=True), is_staged, x, n, v)
        if isinstance(found, DiagnosticError):
            message = found.diagnostics[0].message
            if not isinstance(expected, Exception):
                messages.append(message)
            continue
        if isinstance(expected, Exception):
            if type(found) is type(expected):
                continue
            raise AssertionError(f"{row.title}: Python raises {expected!r}, got {found!r}")
        if isinstance(found, Exception):
            messages.append(type(found).__name__)
            continue
        if is_staged and row.differs:
            assert found != expected, f"{row.title} agrees with Python"
            return row.differs
        np.testing.assert_allclose(np.asarray(found, float), expected, rtol=1e-5, err_msg=text)
        agreed += 1
    if messages:
        return "refused: " + messages[0].split(";")[0].split("\n")[0]
    if not agreed:
        return "raises as in Python"
    return "staged" if is_staged else "while staging"


def _unchanged(function: Any) -> Any:
    return function


def _indented(body: str) -> str:
    return "".join(f"    {line}\n" for line in body.split("\n"))


def _run(
    text: str, filename: str, stage: Any, is_staged: bool, x: float, n: int, v: list[float]
) -> Any:
    names: dict[str, Any] = {
        "__name__": __name__, "staged": stage, "nnkit": nnkit, "np": np, "Any": Any,
        "Float0D": Float0D, "Float1D": Float1D, "Int0D": Int0D,
    }  # fmt: skip
    whole = PRELUDE + text
    filename = f"{hash(whole)}_{filename}"
    linecache.cache[filename] = (len(whole), None, whole.splitlines(True), filename)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            exec(compile(whole, filename, "exec"), names)
            function = names["f"]
            if not is_staged:
                return function(0.0, x, n, tuple(v))
            return function(np.float32(x), np.int64(n), np.asarray(v, np.float32))
        except Exception as problem:
            return problem


def page() -> str:
    """The page: a table for each section."""
    parts = [INTRODUCTION]
    for title, rows in SECTIONS.items():
        parts.append(
            f"\n## {title}\n\n| Python | staged operands | known operands |\n|---|---|---|\n"
        )
        for row in rows:
            cells = [outcome(row, True), outcome(row, False)]
            texts = [c.replace("|", "\\|") for c in (row.title, *cells)]
            parts.append(f"| {' | '.join(texts)} |\n")
    return "".join(parts)


if __name__ == "__main__":
    print(page(), end="")
