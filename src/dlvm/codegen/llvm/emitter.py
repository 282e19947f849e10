"""Emits LLVM IR as text, with loops whose preheaders receive hoisted code."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from dlvm.codegen.storage import Bytes
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.module import Variable
from dlvm.ir.types import ElementType

Lines = list["str | Lines"]

_REGISTER_TYPES = {
    ElementType.BOOL: "i1",
    ElementType.F16: "float",
    ElementType.BF16: "float",
    ElementType.F32: "float",
    ElementType.F64: "double",
}
_MEMORY_TYPES = {
    ElementType.BOOL: "i8",
    ElementType.F16: "half",
    ElementType.BF16: "i16",
    ElementType.F32: "float",
    ElementType.F64: "double",
}


def register_type(element: ElementType, lanes: int = 1) -> str:
    """The LLVM type of an element in registers. f16 and bf16 are computed as f32; an element type
    for storage is the byte that memory holds."""
    scalar = _REGISTER_TYPES.get(element, f"i{8 * element.bytes}")
    return scalar if lanes == 1 else f"<{lanes} x {scalar}>"


def memory_type(element: ElementType, lanes: int = 1) -> str:
    """The LLVM type of an element in memory."""
    scalar = _MEMORY_TYPES.get(element, f"i{8 * element.bytes}")
    return scalar if lanes == 1 else f"<{lanes} x {scalar}>"


def widened(emit: Callable[[str], str], value: str, element: ElementType, lanes: int = 1) -> str:
    """Converts a small float from its memory form to f32."""
    small, wide = memory_type(element, lanes), register_type(element, lanes)
    if element is not ElementType.BF16:
        return emit(f"fpext {small} {value} to {wide}")
    # Not as fpext, whose comparisons LLVM 22 cannot always select.
    words = register_type(ElementType.I32, lanes)
    bits = emit(f"zext {small} {value} to {words}")
    high = emit(f"shl {words} {bits}, {_word(16, lanes)}")
    return emit(f"bitcast {words} {high} to {wide}")


def narrowed(emit: Callable[[str], str], value: str, element: ElementType, lanes: int = 1) -> str:
    """Rounds an f32 register to the memory form of a small float."""
    small, wide = memory_type(element, lanes), register_type(element, lanes)
    if element is not ElementType.BF16:
        return emit(f"fptrunc {wide} {value} to {small}")
    # Not as fptrunc: LLVM would call a missing function, or use an instruction that flushes
    # denormals to 0.
    words = register_type(ElementType.I32, lanes)
    bits = emit(f"bitcast {wide} {value} to {words}")
    high = emit(f"lshr {words} {bits}, {_word(16, lanes)}")
    odd = emit(f"and {words} {high}, {_word(1, lanes)}")
    half = emit(f"add {words} {odd}, {_word(0x7FFF, lanes)}")
    nearest = emit(f"add {words} {bits}, {half}")
    quiet = emit(f"or {words} {bits}, {_word(0x400000, lanes)}")
    is_nan = emit(f"fcmp uno {wide} {value}, {value}")
    flags = register_type(ElementType.BOOL, lanes)
    chosen = emit(f"select {flags} {is_nan}, {words} {quiet}, {words} {nearest}")
    top = emit(f"lshr {words} {chosen}, {_word(16, lanes)}")
    return emit(f"trunc {words} {top} to {small}")


def _word(value: int, lanes: int) -> str:
    return str(value) if lanes == 1 else f"splat (i32 {value})"


@dataclass
class _Level:
    lines: Lines
    hoisted: Lines | None = None
    """The position for code of this level while an inner loop is open."""
    keys: list[object] = field(default_factory=list[object])
    """The keys of the values remembered at this level."""


CONTEXT: Final = {
    "seed": 0, "counter": 8, "threads": 16, "found": 24, "stack_limit": 64, "program": 72,
    "variables": 80, "look": 88, "weights": 96,
}  # fmt: skip
"""Byte offsets of fields of the context (in context.h), which is an argument of every function."""
CONTEXT_BYTES: Final = 128
"""The size of the context."""
POLL_DECLARATION: Final = "declare i32 @dlvm_poll(ptr) cold"
"""The declaration of the function that tells whether a call is to end: interrupts.c."""
STOP: Final = "dlvm.stop"
"""The label at which a function returns when its call is asked to end."""
_LONG_TRIP_COUNT: Final = 1 << 20
"""The trip count above which an innermost loop polls for interrupts."""


class Emitter:
    """The body of one LLVM function. Level 0 is the function itself; each open loop adds a level.

    If ``polls``, outer loops check the flag at ``%look`` (context.h), and branch to :data:`STOP` if
    the call is asked to end."""

    def __init__(self) -> None:
        self.polls = False
        self._has_loops = False
        self._count = 0
        self._entry: Lines = []
        self._levels = [_Level([self._entry])]
        self._remembered: dict[object, tuple[int, str]] = {}
        """Values and their levels. Keys are long, so that each is hashed once for all levels."""
        self.label = "entry"

    @property
    def level(self) -> int:
        return len(self._levels) - 1

    def name(self, stem: str = "v") -> str:
        self._count += 1
        return f"%{stem}{self._count}"

    def line(self, text: str) -> None:
        """Adds a line at the innermost level."""
        self._levels[-1].lines.append("  " + text)

    def emit(self, operation: str, level: int | None = None) -> str:
        """Adds an operation at a level and returns the name of its result."""
        name = self.name()
        self._lines(level).append(f"  {name} = {operation}")
        return name

    def _lines(self, level: int | None) -> Lines:
        if level is None or level >= self.level:
            return self._levels[-1].lines
        hoisted = self._levels[level].hoisted
        assert hoisted is not None
        return hoisted

    def recall(self, key: object) -> str | None:
        """The value remembered under a key at any open level."""
        found = self._remembered.get(key)
        return None if found is None else found[1]

    def remember(self, key: object, value: str, level: int | None = None) -> str:
        place = self.level if level is None else min(level, self.level)
        self._levels[place].keys.append(key)
        self._remembered[key] = place, value
        return value

    def once(self, key: object, operation: str, level: int | None = None) -> str:
        """The result of an operation, which is emitted once."""
        found = self.recall(key)
        if found is None:
            found = self.remember(key, self.emit(operation, level), level)
        return found

    def forget(self) -> None:
        """Forgets the values remembered at the innermost level."""
        level = self.level
        for key in self._levels[-1].keys:
            if key in self._remembered and self._remembered[key][0] == level:
                del self._remembered[key]
        self._levels[-1].keys.clear()

    def alloca(self, type: str, align: int = 64, count: int | None = None) -> str:
        """Memory on the stack that lives as long as the function."""
        name = self.name("m")
        size = "" if count is None else f", i64 {count}"
        self._entry.append(f"  {name} = alloca {type}{size}, align {align}")
        return name

    def start_block(self, label: str) -> None:
        self._levels[-1].lines.append(f"{label}:")
        self.label = label

    def placeholder(self) -> Lines:
        """A placeholder for lines that are filled in later."""
        lines: Lines = []
        self._levels[-1].lines.append(lines)
        return lines

    def fresh_label(self, stem: str) -> str:
        self._count += 1
        return f"{stem}{self._count}"

    @contextmanager
    def loop(self, begin: str | int, end: str | int, step: int = 1) -> Generator[str]:
        """A loop that runs at least once, from ``begin`` to ``end`` (exclusive); yields the
        induction variable."""
        body, latch, done = (self.fresh_label(s) for s in ("loop", "latch", "done"))
        hoisted: Lines = []
        outer = self._levels[-1]
        outer.lines.append(hoisted)
        outer.hoisted = hoisted
        is_outermost, self._has_loops = self.level == 0, False
        self.line(f"br label %{body}.enter")
        self.start_block(f"{body}.enter")
        self.line(f"br label %{body}")
        lines: Lines = []
        outer.lines.append(lines)
        self._levels.append(_Level(lines))
        self.start_block(body)
        variable, following = self.name("i"), self.name("n")
        self.line(f"{variable} = phi i64 [ {begin}, %{body}.enter ], [ {following}, %{latch} ]")
        yield variable
        iterations = int(end) - int(begin) if _are_numbers(begin, end) else 0
        if self.polls and (self._has_loops or is_outermost or iterations > _LONG_TRIP_COUNT * step):
            self._poll(latch)
        else:
            self.line(f"br label %{latch}")
        self._has_loops = True
        self.start_block(latch)
        self.line(f"{following} = add nuw nsw i64 {variable}, {step}")
        more = self.emit(f"icmp ult i64 {following}, {end}")
        self.line(f"br i1 {more}, label %{body}, label %{done}")
        self.forget()
        self._levels.pop()
        outer.hoisted = None
        self.start_block(done)

    @contextmanager
    def unpolled(self, is_short: bool = True) -> Generator[None]:
        """Code whose loops do not poll if ``is_short``, because it takes little time. The call that
        polls would make LLVM spill registers in the innermost loop of a reduction."""
        outside, self.polls = self.polls, self.polls and not is_short
        yield
        self.polls = outside

    def _poll(self, label: str) -> None:
        """Branches to a label unless the call was asked to end."""
        ask = self.fresh_label("ask")
        flag = self.emit("load volatile i32, ptr %look, align 4")
        is_set = self.emit(f"icmp ne i32 {flag}, 0")
        self.line(f"br i1 {is_set}, label %{ask}, label %{label}")
        self.start_block(ask)
        ends = self.emit("call i32 @dlvm_poll(ptr %context)")
        is_end = self.emit(f"icmp ne i32 {ends}, 0")
        self.line(f"br i1 {is_end}, label %{STOP}, label %{label}")

    @contextmanager
    def when(self, condition: str) -> Generator[None]:
        """Code that runs only if a condition holds."""
        body, done = self.fresh_label("then"), self.fresh_label("done")
        hoisted: Lines = []
        outer = self._levels[-1]
        outer.lines.append(hoisted)
        outer.hoisted = hoisted
        self.line(f"br i1 {condition}, label %{body}, label %{done}")
        lines: Lines = []
        outer.lines.append(lines)
        self._levels.append(_Level(lines))
        self.start_block(body)
        yield
        self.line(f"br label %{done}")
        self.forget()
        self._levels.pop()
        outer.hoisted = None
        self.start_block(done)

    def text(self) -> str:
        parts: list[str] = []

        def flatten(lines: Lines) -> None:
            for line in lines:
                if isinstance(line, str):
                    parts.append(line)
                else:
                    flatten(line)

        flatten(self._levels[0].lines)
        return "\n".join(parts)


def pointer_lines(name: str, field: str) -> list[str]:
    """LLVM IR that loads a field of the context, a pointer."""
    return [
        f"  {name}.place = getelementptr i8, ptr %context, i64 {CONTEXT[field]}",
        f"  {name} = load ptr, ptr {name}.place, align 8",
    ]


def _are_numbers(*bounds: str | int) -> bool:
    return all(isinstance(b, int) or b.isdecimal() for b in bounds)


class Declarations:
    """The declarations that an LLVM module needs, by name. ``has_avx512`` says whether the target
    has AVX-512; ``table_size`` is the length of the f32 tables in which one of its instructions can
    look up elements, or 0 if it has no such instruction. ``constants`` are the large constants,
    which the module only declares; ``variables`` are the global variables that functions use,
    numbered from 0."""

    def __init__(self, machine: Machine | None = None) -> None:
        self.has_avx512 = machine is not None and machine.has_avx512
        self.table_size = machine.table_size if machine is not None else 0
        self.items: dict[str, str] = {}
        self.constants: dict[str, Bytes] = {}
        self.variables: dict[Variable, int] = {}

    def declare(self, name: str, result: str, *parameters: str) -> str:
        """Declares an external function and returns its name with the sigil."""
        self.items.setdefault(name, f"declare {result} @{name}({', '.join(parameters)})")
        return "@" + name

    def define(self, name: str, text: str) -> str:
        self.items.setdefault(name, text)
        return "@" + name

    def __contains__(self, name: str) -> bool:
        return name in self.items
