"""The symbols that object files need from elsewhere: ELF, Mach-O, COFF and WebAssembly."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

_HEADERS: Final = {
    1: ("<16sHHIIIIIHHHHHH", "<IIIIIIIIII", "<IIIBBH", 16),
    2: ("<16sHHIQQQIHHHHHH", "<IIQQQQIIQQ", "<IBBHQQ", 24),
}
"""By ELF class (1 for 32 bits, 2 for 64 bits), the layouts of the header, of a section and of a
symbol, and the size of a symbol in bytes."""
_ELF_SYMBOLS: Final = 2
_MACHO: Final = b"\xcf\xfa\xed\xfe"
_MACHO_SYMBOLS: Final = 2
_MACHO_KIND: Final = 0x0E
_MACHO_DEBUG: Final = 0xE0
_COFF_SYMBOL: Final = struct.Struct("<8sIhHBB")
_COFF_EXTERNAL: Final = 2
_WASM: Final = b"\0asm"
_WASM_CUSTOM: Final = 0
_WASM_IMPORTS: Final = 2
_WASM_SYMBOL_TABLE: Final = 8
_WASM_DATA: Final = 1
_WASM_SECTION: Final = 3
_WASM_UNDEFINED: Final = 0x10
_WASM_NAMED: Final = 0x40
_LINKER: Final = {
    "_GLOBAL_OFFSET_TABLE_", ".TOC.", "__stack_pointer", "__indirect_function_table",
    "__memory_base", "__table_base",
}  # fmt: skip
"""Symbols that the linker defines."""


def undefined_symbols(data: bytes) -> list[str]:
    """The symbols that an object file needs from elsewhere, sorted, as C names them. Those that a
    linker defines are left out."""
    if data.startswith(b"\x7fELF"):
        found = _elf(data)
    elif data.startswith(_MACHO):
        found = _macho(data)
    elif data.startswith(_WASM):
        found = _wasm(data)
    else:
        found = _coff(data)
    return sorted(set(found) - _LINKER)


def _elf(data: bytes) -> Iterator[str]:
    header, section, symbol, step = _HEADERS[data[4]]
    fields = struct.unpack_from(header, data)
    start, size, count = fields[6], fields[11], fields[12]
    sections: list[tuple[int, ...]] = [
        struct.unpack_from(section, data, start + size * n) for n in range(count)
    ]
    for table in sections:
        if table[1] != _ELF_SYMBOLS:
            continue
        names = sections[table[6]][4]
        for place in range(table[4] + step, table[4] + table[5], step):
            entry = struct.unpack_from(symbol, data, place)
            index = entry[5] if data[4] == 1 else entry[3]
            if index == 0:
                yield _text(data, names + entry[0])


def _macho(data: bytes) -> Iterator[str]:
    count, place = struct.unpack_from("<I", data, 16)[0], 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, place)
        if command == _MACHO_SYMBOLS:
            start, symbols, names, _ = struct.unpack_from("<IIII", data, place + 8)
            for entry in struct.iter_unpack("<IBBHQ", data[start : start + 16 * symbols]):
                name, kind, _, _, _ = entry
                if not kind & (_MACHO_DEBUG | _MACHO_KIND):
                    # C's names have an underscore before them.
                    yield _text(data, names + name).removeprefix("_")
        place += size


def _coff(data: bytes) -> Iterator[str]:
    start, count = struct.unpack_from("<II", data, 8)
    names = start + _COFF_SYMBOL.size * count
    number = 0
    while number < count:
        place = start + _COFF_SYMBOL.size * number
        name, _, section, _, storage, further = _COFF_SYMBOL.unpack_from(data, place)
        if section == 0 and storage == _COFF_EXTERNAL:
            zeros, offset = struct.unpack("<II", name)
            yield _text(data, names + offset) if zeros == 0 else name.rstrip(b"\0").decode()
        number += 1 + further


def _wasm(data: bytes) -> Iterator[str]:
    imported: list[list[str]] = [[], [], [], [], []]
    reader = _WasmReader(data, 8)
    while reader.place < len(data):
        kind, end = reader.byte(), reader.number()
        end += reader.place
        if kind == _WASM_IMPORTS:
            for _ in range(reader.number()):
                reader.name()
                name = reader.name()
                imported[reader.skip_import()].append(name)
        elif kind == _WASM_CUSTOM and reader.name() == "linking":
            reader.number()
            while reader.place < end:
                part, size = reader.byte(), reader.number()
                stop = reader.place + size
                if part == _WASM_SYMBOL_TABLE:
                    yield from reader.undefined(imported)
                reader.place = stop
        reader.place = end


class _WasmReader:
    """Reads numbers, names and symbols of WebAssembly from a place on."""

    def __init__(self, data: bytes, place: int) -> None:
        self.data = data
        self.place = place

    def byte(self) -> int:
        """The next byte."""
        self.place += 1
        return self.data[self.place - 1]

    def number(self) -> int:
        """The next number in LEB128."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def name(self) -> str:
        """The next text, after its length."""
        size = self.number()
        self.place += size
        return self.data[self.place - size : self.place].decode()

    def skip_import(self) -> int:
        """Skips the type of an import; returns its kind: function, table, memory, global, tag."""
        kind = self.byte()
        if kind in (1, 3, 4):  # The type of elements, of the global, or the attribute of the tag.
            self.byte()
        if kind in (1, 2):
            has_maximum = self.byte() & 1
            self.number()
            if has_maximum:
                self.number()
        else:
            self.number()
        return kind

    def undefined(self, imported: list[list[str]]) -> Iterator[str]:
        """The undefined symbols of the symbol table. ``imported`` has the names of the imports of
        each kind, for symbols without a name of their own."""
        # The kinds of imports, by the kind of symbol.
        imports = {0: 0, 2: 3, 4: 4, 5: 1}
        for _ in range(self.number()):
            kind, flags = self.byte(), self.number()
            is_undefined = bool(flags & _WASM_UNDEFINED)
            if kind == _WASM_DATA:
                name = self.name()
                if not is_undefined:
                    for _ in range(3):
                        self.number()
            elif kind == _WASM_SECTION:
                self.number()
                continue
            else:
                index = self.number()
                is_named = not is_undefined or flags & _WASM_NAMED
                name = self.name() if is_named else imported[imports[kind]][index]
            if is_undefined:
                yield name


def _text(data: bytes, start: int) -> str:
    return data[start : data.index(b"\0", start)].decode()
