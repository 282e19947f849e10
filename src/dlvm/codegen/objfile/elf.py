"""Relocatable object files: ELF of 64 bits, little-endian, as the System V ABI defines them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dlvm.diagnostics import Diagnostic, DiagnosticError, error

WRITE: Final = 0x1
ALLOCATE: Final = 0x2
EXECUTE: Final = 0x4
_THREAD_LOCAL: Final = 0x400
LARGE: Final = 0x1000_0000
"""The flag of a large section, which may be more than 2 GB away from the code on x86-64."""
NO_BITS: Final = 8
"""The type of a section of zeros, whose content is not in the file."""
WEAK: Final = 2
GLOBAL: Final = 1

_SYMBOL_TABLE: Final = 2
_ADDENDS: Final = 4
_RUN_BEFORE_AND_AFTER: Final = (".ctors", ".dtors", ".init_", ".fini_", ".preinit_")
_NO_ADDENDS: Final = 9
_RESERVED: Final = 0xFF00
_ABSOLUTE: Final = 0xFFF1
_LONGEST_NAME: Final = 4096
_THREAD_LOCAL_SYMBOL: Final = 6
_INDIRECT_FUNCTION: Final = 10

_IDENTIFICATION: Final = b"\x7fELF\x02\x01\x01"
_RELOCATABLE: Final = 1
_HEADER: Final = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")
_SYMBOL: Final = struct.Struct("<IBBHQQ")
_RELOCATION: Final = np.dtype(
    [("offset", "<u8"), ("type", "<u4"), ("symbol", "<u4"), ("addend", "<i8")]
)

Table = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Section:
    """A part of the code or of its data. ``relocations`` have the fields ``offset``, ``type``,
    ``symbol`` (the symbol's number) and ``addend``."""

    name: str
    type: int
    flags: int
    size: int
    alignment: int
    data: memoryview
    relocations: Sequence[Table]


@dataclass(frozen=True)
class ElfSymbol:
    """A position in the section with the given number, or an undefined symbol if the number is
    0."""

    name: str
    binding: int
    section: int
    value: int


@dataclass(frozen=True)
class ObjectFile:
    """An object file. ``machine`` is the number of its machine (``e_machine``)."""

    machine: int
    sections: Sequence[Section]
    symbols: Sequence[ElfSymbol]


def read_object(data: bytes) -> ObjectFile:
    """Reads a relocatable object file.

    Raises :class:`UnsupportedObjectError` for formats, sections and symbols that LLVM does not emit
    for our programs, and :class:`DiagnosticError` for a damaged file."""
    whole = memoryview(data)
    identification, *fields = _HEADER.unpack(_cut(whole, 0, _HEADER.size))
    type, machine, _, _, _, start, _, _, _, _, entry_size, count, names = map(int, fields)
    if not identification.startswith(_IDENTIFICATION) or type != _RELOCATABLE:
        raise unsupported("expected a relocatable 64-bit ELF file")
    if entry_size != _SECTION.size or not names < count:
        raise damaged("there is no table of sections")
    table = _cut(whole, start, _SECTION.size * count)
    rows: list[tuple[int, ...]] = list(_SECTION.iter_unpack(table))
    parts = [_cut(whole, row[4], 0 if row[1] == NO_BITS else row[5]) for row in rows]
    relocations: list[list[Table]] = [[] for _ in rows]
    symbols: list[ElfSymbol] | None = None
    for row, part in zip(rows, parts, strict=True):
        if row[1] == _SYMBOL_TABLE:
            if symbols is not None or row[6] >= count:
                raise damaged("there is no single table of symbols")
            symbols = _symbols(part, parts[row[6]], [r[5] for r in rows])
        elif row[1] == _NO_ADDENDS:
            raise unsupported("its relocations have no addends")
        elif row[1] == _ADDENDS and row[7] < count:
            if len(part) % _RELOCATION.itemsize:
                raise damaged("a table of relocations ends early")
            relocations[row[7]].append(np.frombuffer(part, _RELOCATION))
    sections: list[Section] = []
    for row, part, found in zip(rows, parts, relocations, strict=True):
        name = _name(parts[names], row[0])
        section = Section(name, row[1], row[2], row[5], max(1, row[8]), part, found)
        _check_section(section)
        sections.append(section)
    return ObjectFile(machine, sections, symbols or [])


class UnsupportedObjectError(DiagnosticError):
    """An object file uses a feature that this linker does not support. LLVM's linker may support
    it."""


def damaged(problem: str) -> DiagnosticError:
    """The error for an object file that no linker can link."""
    return error(f"object file: {problem}")


def unsupported(problem: str) -> UnsupportedObjectError:
    """The error for an object file that this linker cannot link."""
    return UnsupportedObjectError(Diagnostic(f"object file: {problem}"))


def _check_section(section: Section) -> None:
    if not section.flags & ALLOCATE:
        return
    if section.alignment & section.alignment - 1:
        raise damaged(f"section {section.name} is aligned to {section.alignment} bytes")
    if section.flags & _THREAD_LOCAL:
        # LLVM's JIT linker loads these two kinds too, but threads share such variables, and
        # initializers do not run.
        raise damaged(f"section {section.name} has thread-local variables")
    if section.name.startswith(_RUN_BEFORE_AND_AFTER):
        raise damaged(f"section {section.name} has initializers")


def _symbols(table: memoryview, names: memoryview, sizes: Sequence[int]) -> list[ElfSymbol]:
    if len(table) % _SYMBOL.size:
        raise damaged("the table of symbols ends early")
    found: list[ElfSymbol] = []
    for start, info, _, section, value, _ in _SYMBOL.iter_unpack(table):
        name = _name(names, start)
        if info & 15 == _THREAD_LOCAL_SYMBOL:
            raise damaged(f"symbol {name} is a thread-local variable")
        if info & 15 == _INDIRECT_FUNCTION:
            raise unsupported(f"symbol {name} is an indirect function")
        if section >= _RESERVED:
            if section != _ABSOLUTE:
                raise unsupported(f"symbol {name} is in section {section:#x}")
            section, value = 0, 0
        elif section >= len(sizes) or (section and value > sizes[section]):
            raise damaged(f"symbol {name} is outside of its section")
        found.append(ElfSymbol(name, info >> 4, section, value))
    return found


def _cut(data: memoryview, start: int, size: int) -> memoryview:
    if start + size > len(data):
        raise damaged("the file ends early")
    return data[start : start + size]


def _name(names: memoryview, start: int) -> str:
    if start >= len(names):
        return ""
    text = bytes(names[start : start + _LONGEST_NAME])
    return text.partition(b"\0")[0].decode(errors="replace")
