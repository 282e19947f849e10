"""The linker: links object files to position-independent code.

Code calls external functions through stubs, which read addresses from a table. So the code does not
depend on its address, and loading it writes only words of data.
"""

from __future__ import annotations

import mmap
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from dlvm.codegen.objfile import elf
from dlvm.codegen.objfile.elf import (
    ElfSymbol,
    ObjectFile,
    Section,
    damaged,
    read_object,
    unsupported,
)
from dlvm.codegen.objfile.image import Image, ImageLayout, new_memory
from dlvm.codegen.objfile.relocations import (
    MACHINES,
    MachineRelocations,
    Relocation,
    RelocationOrigin,
    RelocationTarget,
    Words,
)
from dlvm.codegen.storage import ALIGNMENT, Bytes
from dlvm.diagnostics import DiagnosticError, error

_UNWINDING: Final = ".eh_frame"
"""The section for exception unwinding, which is not loaded: compiled code throws no exceptions."""
_BOUND: Final = (".data.rel.ro", ".ldata.rel.ro")
"""Sections of words that are written only at load time."""
_SLOT: Final = 8

_Symbol = str | tuple[int, int]
"""A symbol: a global one by its name, a local one by the numbers of its object file and of the
symbol."""


@dataclass(frozen=True)
class _RelocatedPlaces:
    """The uses of one relocation in a section. For each place: its offset in the section, the
    number of the symbol in the object file, and the addend."""

    relocation: Relocation
    object: int
    section: int
    offsets: Words
    symbols: Words
    addends: Words


def link(codes: Sequence[bytes], constants: Mapping[str, Bytes] = MappingProxyType({})) -> Image:
    """Links object files, and ``constants`` that they only declare, into one image.

    Raises :class:`UnsupportedObjectError` for other machines, for relocations that are not in the
    tables and for sections that LLVM does not emit for our programs; :class:`DiagnosticError` for
    damaged files, and if a symbol is defined twice or not at all.
    """
    objects = [read_object(code) for code in codes]
    numbers = {o.machine for o in objects}
    if len(numbers) != 1 or (machine := MACHINES.get(numbers.pop())) is None:
        known = " or ".join(m.name for m in MACHINES.values())
        raise unsupported(f"expected {known}, got another machine")
    if constants:
        objects.append(_constants_file(objects[0].machine, constants))
    return _Linker(objects, machine).linked()


def _constants_file(machine: int, constants: Mapping[str, Bytes]) -> ObjectFile:
    """Constants as an object file."""
    sections = [Section("", 0, 0, 0, 1, memoryview(b""), ())]
    symbols: list[ElfSymbol] = []
    flags = elf.ALLOCATE | elf.LARGE
    for number, (name, data) in enumerate(constants.items(), 1):
        sections.append(Section(name, 1, flags, data.size, ALIGNMENT, data.data, ()))
        symbols.append(ElfSymbol(name, elf.GLOBAL, number, 0))
    return ObjectFile(machine, sections, symbols)


class _Linker:
    def __init__(self, objects: Sequence[ObjectFile], machine: MachineRelocations) -> None:
        self._objects = objects
        self._machine = machine
        self._definitions = _definitions(objects)
        self._uses = [use for n in range(len(objects)) for use in _uses(n, objects[n], machine)]
        called = self._named(RelocationTarget.CALL)
        self._stubs = {s: 0 for s in called if isinstance(s, str) and s not in self._definitions}
        self._slots = dict.fromkeys([*self._stubs, *self._named(RelocationTarget.SLOT)], 0)
        self._starts: dict[tuple[int, int], int] = {}
        self._table = 0
        self._imports: dict[str, list[int]] = defaultdict(list)
        self._addresses: list[int] = []

    def linked(self) -> Image:
        segments = self._lay_out()
        size = max(1, segments[-1][1] if segments else 0)
        try:
            memory = new_memory(size)
        except (OSError, OverflowError):
            raise error(f"compiled code takes {size:,} bytes: there is not enough memory") from None
        for (n, number), start in self._starts.items():
            data = self._objects[n].sections[number].data
            memory[start : start + len(data)] = data
        content = np.frombuffer(memory, np.uint8)
        self._fill_slots(content)
        self._write_stubs(content)
        for use in self._uses:
            self._relocate(use, content)
        symbols = {name: self._inside(name) for name in self._definitions}
        found = {name: offset for name, offset in symbols.items() if offset is not None}
        return Image(ImageLayout(segments, found, self._imports, self._addresses), memory)

    def _named(self, target: RelocationTarget) -> list[_Symbol]:
        """The distinct symbols of the relocations of a kind."""
        found = (
            self._symbol(use.object, int(number))
            for use in self._uses
            if use.relocation.target is target
            for number in np.unique(use.symbols)
        )
        return list(dict.fromkeys(found))

    def _symbol(self, n: int, number: int) -> _Symbol:
        symbol = self._objects[n].symbols[number]
        return symbol.name if symbol.binding else (n, number)

    def _lay_out(self) -> list[tuple[int, int, str]]:
        """Assigns an address to each section, stub and slot; returns the segments."""
        loaded = [
            (_order(section), n, number)
            for n, file in enumerate(self._objects)
            for number, section in enumerate(file.sections)
            if _is_loaded(section)
        ]
        # Stubs and slots may be in segments without sections.
        loaded += [(_CODE, -1, 0), (_CONSTANTS, -1, 0)]
        stub = len(self._machine.stub)
        segments: list[tuple[int, int, str]] = []
        end = 0
        for order, members in groupby(sorted(loaded), key=lambda member: member[0]):
            start = end = _aligned(end, mmap.PAGESIZE)
            for _, n, number in members:
                if n >= 0:
                    section = self._objects[n].sections[number]
                    if section.alignment > mmap.PAGESIZE:
                        raise unsupported(
                            f"section {section.name} is aligned to {section.alignment} bytes"
                        )
                    end = _aligned(end, section.alignment)
                    self._starts[n, number] = end
                    end += section.size
                elif order == _CODE:
                    self._stubs = {s: end + stub * i for i, s in enumerate(self._stubs)}
                    end += stub * len(self._stubs)
                else:
                    self._table = end
                    self._slots = {s: end + _SLOT * i for i, s in enumerate(self._slots)}
                    end += _SLOT * len(self._slots)
            end = _aligned(end, mmap.PAGESIZE)
            if end > start:
                segments.append((start, end, _PROTECTIONS[order]))
        return segments

    def _inside(self, symbol: _Symbol) -> int | None:
        """The address of a symbol; None for symbols that are external or not loaded."""
        if isinstance(symbol, str):
            n, number = self._definitions.get(symbol, (0, 0))
        else:
            n, number = symbol
        found = self._objects[n].symbols[number]
        start = self._starts.get((n, found.section)) if found.section else None
        return None if start is None else start + found.value

    def _fill_slots(self, content: Any) -> None:
        for symbol, slot in self._slots.items():
            self._write_address(content, symbol, slot, 0)

    def _write_address(self, content: Any, symbol: _Symbol, place: int, addend: int) -> None:
        """Adds a word that holds the address of a symbol after loading."""
        offset = self._inside(symbol)
        if offset is not None:
            self._addresses.append(place)
        elif isinstance(symbol, str) and symbol and symbol not in self._definitions:
            self._imports[symbol].append(place)
        else:
            raise self._missing(symbol)
        word = (offset or 0) + addend & (1 << 64) - 1
        content[place : place + _SLOT] = np.frombuffer(word.to_bytes(_SLOT, "little"), np.uint8)

    def _write_stubs(self, content: Any) -> None:
        code = np.frombuffer(self._machine.stub, np.uint8)
        for symbol, place in self._stubs.items():
            content[place : place + code.size] = code
            for offset, type, addend in self._machine.stub_relocations:
                relocation = self._machine.relocations[type]
                slot, places = np.array([self._slots[symbol]]), np.array([place + offset])
                self._write(content, relocation, places, slot + addend)

    def _relocate(self, use: _RelocatedPlaces, content: Any) -> None:
        start = self._starts.get((use.object, use.section))
        if start is None:
            return
        places = use.offsets + start
        numbers, inverse = np.unique(use.symbols, return_inverse=True)
        symbols: list[_Symbol] = [self._symbol(use.object, int(n)) for n in numbers]
        if use.relocation.origin is RelocationOrigin.NOTHING:
            for n, place in enumerate(places):
                symbol = symbols[int(inverse[n])]
                self._write_address(content, symbol, int(place), int(use.addends[n]))
        else:
            targets = np.array([self._target(s, use.relocation) for s in symbols], np.int64)
            self._write(content, use.relocation, places, targets[inverse] + use.addends)

    def _target(self, symbol: _Symbol, relocation: Relocation) -> int:
        match relocation.target:
            case RelocationTarget.TABLE:
                return self._table
            case RelocationTarget.SLOT:
                return self._slots[symbol]
            case RelocationTarget.CALL if symbol in self._stubs:
                return self._stubs[symbol]
            case _:
                found = self._inside(symbol)
                if found is None:
                    raise self._missing(symbol, f"relocation {relocation.name}: ")
                return found

    def _missing(self, symbol: _Symbol, where: str = "") -> DiagnosticError:
        if not isinstance(symbol, str):
            symbol = self._objects[symbol[0]].symbols[symbol[1]].name
        return damaged(f"{where}symbol {symbol or '?'} is not loaded")

    def _write(self, content: Any, relocation: Relocation, places: Words, values: Words) -> None:
        match relocation.origin:
            case RelocationOrigin.PLACE:
                values = values - places
            case RelocationOrigin.PAGE:
                values = (values & -_PAGE) - (places & -_PAGE)
            case RelocationOrigin.TABLE:
                values = values - self._table
            case _:
                pass
        field = relocation.field
        index = places[:, None] + np.arange(field.bytes)
        type = f"<i{field.bytes}"
        words = content[index].view(type)[:, 0].astype(np.int64)
        written = field.written(words, values, relocation.name).astype(type)
        content[index] = written[:, None].view(np.uint8)


_PAGE: Final = 4096
"""The page size of AArch64 instructions, for all page sizes of the system."""

_CODE, _CONSTANTS, _DATA, _LARGE_CONSTANTS, _LARGE_DATA = range(5)
_PROTECTIONS: Final = ("rx", "r", "rw", "r", "rw")
"""The protections of the segments in order of address. Segments that code reaches by short
addresses are near the code."""


def _order(section: Section) -> int:
    if section.flags & elf.EXECUTE:
        return _CODE
    is_large = bool(section.flags & elf.LARGE)
    if section.flags & elf.WRITE and not section.name.startswith(_BOUND):
        return _LARGE_DATA if is_large else _DATA
    return _LARGE_CONSTANTS if is_large else _CONSTANTS


def _is_loaded(section: Section) -> bool:
    return bool(section.flags & elf.ALLOCATE) and section.name != _UNWINDING


def _definitions(objects: Sequence[ObjectFile]) -> dict[str, tuple[int, int]]:
    """For each global symbol, the object file that defines it, and its number there."""
    found: dict[str, tuple[int, int]] = {}
    for n, file in enumerate(objects):
        for number, symbol in enumerate(file.symbols):
            if not symbol.binding or not symbol.section:
                continue
            before = found.get(symbol.name)
            if before is None or objects[before[0]].symbols[before[1]].binding == elf.WEAK:
                found[symbol.name] = n, number
            elif symbol.binding != elf.WEAK:
                raise damaged(f"symbol {symbol.name} is defined twice")
    return found


def _uses(n: int, file: ObjectFile, machine: MachineRelocations) -> Iterator[_RelocatedPlaces]:
    for number, section in enumerate(file.sections):
        if not _is_loaded(section):
            continue
        for table in section.relocations:
            for type in np.unique(table["type"]).tolist():
                relocation = machine.relocations.get(type)
                if relocation is None:
                    raise unsupported(f"relocation {type} of {machine.name} is not supported")
                rows = table[table["type"] == type]
                size = relocation.field.bytes
                if section.size < size or np.any(rows["offset"] > section.size - size):
                    raise damaged(f"relocation {relocation.name} is outside of {section.name}")
                if np.any(rows["symbol"] >= len(file.symbols)):
                    raise damaged(f"relocation {relocation.name} has no symbol")
                fields = (rows[name].astype(np.int64) for name in ("offset", "symbol", "addend"))
                yield _RelocatedPlaces(relocation, n, number, *fields)


def _aligned(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment
