"""Loads and stores of elements: single, contiguous, strided and gathered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from dlvm.codegen.expressions.element_operations import SMALL, Operations
from dlvm.codegen.llvm.emitter import (
    Declarations,
    Emitter,
    memory_type,
    narrowed,
    register_type,
    widened,
)
from dlvm.compute.loop_nest.addresses import NEAR
from dlvm.ir.polynomial import Size
from dlvm.ir.types import BOOL, I64, ElementType


class Access:
    """Emits the loads and stores of one kernel.

    Small floats are f32 in registers, and bools have one bit. A ``level`` is the loop in which an
    instruction is placed.
    """

    def __init__(self, emitter: Emitter, declarations: Declarations) -> None:
        self.emitter = emitter
        self.declarations = declarations
        self.operations = Operations(emitter, declarations)
        self.symbols: dict[str, str] = {}
        """The values of the definition's symbols."""

    def size(self, size: Size) -> str:
        """A size as an i64, computed in the entry block of the function."""
        return size_operand(self.emitter, size, self.symbols)

    def steps(self, step: Size, lanes: int) -> str:
        """The multiples of a step, one for each lane."""
        if isinstance(step, int):
            return "<" + ", ".join(f"i64 {step * lane}" for lane in range(lanes)) + ">"
        key = ("steps", step, lanes)
        found = self.emitter.recall(key)
        if found is None:
            outside, self.operations.level = self.operations.level, 0
            factor = self.operations.splat(self.size(step), I64, lanes)
            found = self.operations.binary("mul", I64, lanes, factor, self.steps(1, lanes))
            self.operations.level = outside
            self.emitter.remember(key, found, 0)
        return found

    def load_vector(
        self,
        element: ElementType,
        pointer: str,
        lanes: int,
        mask: str | None,
        level: int | None = None,
    ) -> str:
        """Loads contiguous elements to a register."""
        loaded = self.load_stored(element, pointer, lanes, mask, level)
        return self.to_register(loaded, element, lanes, level)

    def load_stored(
        self,
        element: ElementType,
        pointer: str,
        lanes: int,
        mask: str | None,
        level: int | None = None,
    ) -> str:
        """Loads contiguous elements in their memory form."""
        stored, align = memory_type(element, lanes), element.alignment
        if mask is None:
            return self.emitter.emit(f"load {stored}, ptr {pointer}, align {align}", level)
        suffix = f"v{lanes}{_suffix(element)}.p0"
        name = self.declarations.declare(
            f"llvm.masked.load.{suffix}", stored, "ptr", f"<{lanes} x i1>", stored
        )
        return self.emitter.emit(
            f"call {stored} {name}(ptr align {align} {pointer}, <{lanes} x i1> {mask}, "
            f"{stored} zeroinitializer)",
            level,
        )

    def load_strided(
        self,
        element: ElementType,
        pointer: str,
        lanes: int,
        step: int,
        mask: str | None,
        level: int,
    ) -> str:
        """Loads strided elements by shuffles of contiguous vectors. No load reads past the last
        element."""
        flags = register_type(BOOL, lanes)
        stored = memory_type(element)
        found: str | None = None
        type = register_type(element, lanes)
        for part in range(step):
            wanted = [(part * lanes + lane) // step for lane in range(lanes)]
            first = [(part * lanes + lane) % step == 0 for lane in range(lanes)]
            if mask is None:
                own = _flags(first)
            else:
                picked = ", ".join(
                    f"i32 {w if f else lanes}" for w, f in zip(wanted, first, strict=True)
                )
                own = self.emitter.emit(
                    f"shufflevector {flags} {mask}, {flags} zeroinitializer, <{lanes} x i32> "
                    f"<{picked}>",
                    level,
                )
            place = pointer
            if part:
                place = self.emitter.emit(
                    f"getelementptr {stored}, ptr {pointer}, i64 {part * lanes}", level
                )
            loaded = self.load_vector(element, place, lanes, own, level)
            chosen: list[str] = []
            for lane in range(lanes):
                at = lane * step - part * lanes
                chosen.append(f"i32 {lanes + at if 0 <= at < lanes else lane}")
            found = self.emitter.emit(
                f"shufflevector {type} {found or 'poison'}, {type} {loaded}, <{lanes} x i32> "
                f"<{', '.join(chosen)}>",
                level,
            )
        assert found is not None
        return found

    def backwards(
        self,
        element: ElementType,
        pointer: str,
        lanes: int,
        mask: str | None,
        level: int | None = None,
    ) -> tuple[str, str | None]:
        """The address and the mask of a vector in reverse order: its first lane is at ``pointer``,
        and the other lanes precede it in memory."""
        start = self.emitter.emit(
            f"getelementptr {memory_type(element)}, ptr {pointer}, i64 {1 - lanes}", level
        )
        if mask is None:
            return start, None
        self.operations.level = level
        return start, self.operations.backwards(mask, BOOL, lanes)

    def gather(
        self, element: ElementType, pointers: str, lanes: int, mask: str | None, level: int
    ) -> str:
        """Gathers one element from each address."""
        stored = memory_type(element, lanes)
        align = element.alignment
        suffix = f"v{lanes}{_suffix(element)}.v{lanes}p0"
        name = self.declarations.declare(
            f"llvm.masked.gather.{suffix}", stored, f"<{lanes} x ptr>", f"<{lanes} x i1>", stored
        )
        mask = mask or "splat (i1 true)"
        loaded = self.emitter.emit(
            f"call {stored} {name}(<{lanes} x ptr> align {align} {pointers}, "
            f"<{lanes} x i1> {mask}, {stored} zeroinitializer)",
            level,
        )
        return self.to_register(loaded, element, lanes, level)

    def to_register(self, loaded: str, element: ElementType, lanes: int, level: int | None) -> str:
        """Converts a value from its memory form to its register form."""
        if element is BOOL:
            stored = memory_type(element, lanes)
            zero = "0" if lanes == 1 else "zeroinitializer"
            return self.emitter.emit(f"icmp ne {stored} {loaded}, {zero}", level)
        if element in SMALL:
            return widened(partial(self.emitter.emit, level=level), loaded, element, lanes)
        return loaded

    def to_memory(self, value: str, element: ElementType, lanes: int) -> str:
        """Converts a value from its register form to its memory form."""
        stored, type = memory_type(element, lanes), register_type(element, lanes)
        if element is BOOL:
            return self.emitter.emit(f"zext {type} {value} to {stored}")
        if element in SMALL:
            return narrowed(self.emitter.emit, value, element, lanes)
        return value

    def store(
        self, value: str, element: ElementType, pointer: str, lanes: int, mask: str | None
    ) -> None:
        """Stores a register."""
        self.store_stored(self.to_memory(value, element, lanes), element, pointer, lanes, mask)

    def store_stored(
        self, value: str, element: ElementType, pointer: str, lanes: int, mask: str | None
    ) -> None:
        """Stores a value in memory form."""
        stored, align = memory_type(element, lanes), element.alignment
        if mask is None:
            self.emitter.line(f"store {stored} {value}, ptr {pointer}, align {align}")
            return
        if element.bytes < 4:
            # LLVM 22 drops the mask if it combines a masked store with a truncation.
            count = mask.count("true")
            if count == 1:
                # LLVM's passes do not expect vectors of one lane.
                first = self.emitter.emit(f"extractelement {stored} {value}, i64 0")
                self.emitter.line(
                    f"store {memory_type(element)} {first}, ptr {pointer}, align {align}"
                )
                return
            part = f"<{count} x {memory_type(element)}>"
            kept = ", ".join(f"i32 {lane}" for lane in range(count))
            value = self.emitter.emit(
                f"shufflevector {stored} {value}, {stored} poison, <{count} x i32> <{kept}>"
            )
            self.emitter.line(f"store {part} {value}, ptr {pointer}, align {align}")
            return
        name = self.declarations.declare(
            f"llvm.masked.store.v{lanes}{_suffix(element)}.p0",
            "void", stored, "ptr", f"<{lanes} x i1>",
        )  # fmt: skip
        self.emitter.line(
            f"call void {name}({stored} {value}, ptr align {align} {pointer}, "
            f"<{lanes} x i1> {mask})"
        )

    def scatter(
        self,
        value: str,
        element: ElementType,
        pointer: str,
        step: Size,
        lanes: int,
        mask: str | None,
    ) -> None:
        """Stores the elements of a vector with a stride."""
        stored, align = memory_type(element, lanes), element.alignment
        if isinstance(step, int) and 1 < step <= NEAR and element.bytes >= 4:
            self._store_strided(value, element, pointer, step, lanes, mask)
            return
        value = self.to_memory(value, element, lanes)
        pointers = self.emitter.emit(
            f"getelementptr {memory_type(element)}, ptr {pointer}, "
            f"<{lanes} x i64> {self.steps(step, lanes)}"
        )
        name = self.declarations.declare(
            f"llvm.masked.scatter.v{lanes}{_suffix(element)}.v{lanes}p0",
            "void", stored, f"<{lanes} x ptr>", f"<{lanes} x i1>",
        )  # fmt: skip
        self.emitter.line(
            f"call void {name}({stored} {value}, <{lanes} x ptr> align {align} {pointers}, "
            f"<{lanes} x i1> {mask or 'splat (i1 true)'})"
        )

    def _store_strided(
        self,
        value: str,
        element: ElementType,
        pointer: str,
        step: int,
        lanes: int,
        mask: str | None,
    ) -> None:
        """Stores strided elements as masked vectors."""
        type, flags = register_type(element, lanes), register_type(BOOL, lanes)
        for part in range(step):
            places = range(part * lanes, (part + 1) * lanes)
            chosen = ", ".join(f"i32 {place // step}" for place in places)
            spread = self.emitter.emit(
                f"shufflevector {type} {value}, {type} poison, <{lanes} x i32> <{chosen}>"
            )
            own = _flags([place % step == 0 for place in places])
            if mask is not None:
                picked = ", ".join(
                    f"i32 {lanes if place % step else place // step}" for place in places
                )
                own = self.emitter.emit(
                    f"shufflevector {flags} {mask}, {flags} zeroinitializer, <{lanes} x i32> "
                    f"<{picked}>"
                )
            place = self.emitter.emit(
                f"getelementptr {memory_type(element)}, ptr {pointer}, i64 {part * lanes}"
            )
            self.store(spread, element, place, lanes, own)


def size_operand(
    emitter: Emitter, size: Size, symbols: Mapping[str, str], may_overflow: bool = False
) -> str:
    """A size as an i64, computed from its symbols, whose values are available at the start of the
    function. If ``may_overflow``, the arithmetic wraps around."""
    flags = "" if may_overflow else "nsw "
    if isinstance(size, int):
        return str(size)
    total: str | None = None
    for monomial, number in size.terms:
        factors = [symbols[name] for name in monomial]
        if number != 1 or not factors:
            factors.append(str(number))
        term = factors[0]
        for factor in factors[1:]:
            term = emitter.once(
                ("size", flags, term, factor), f"mul {flags}i64 {term}, {factor}", 0
            )
        if total is not None:
            term = _once(emitter, f"add {flags}i64 {total}, {term}")
        total = term
    assert total is not None
    return total


def _once(emitter: Emitter, instruction: str) -> str:
    return emitter.once(("size", instruction), instruction, 0)


def _flags(values: Sequence[bool]) -> str:
    return f"<{', '.join('i1 true' if value else 'i1 false' for value in values)}>"


def _suffix(element: ElementType) -> str:
    names = {"half": "f16", "float": "f32", "double": "f64"}
    type = memory_type(element)
    return names.get(type, type)
