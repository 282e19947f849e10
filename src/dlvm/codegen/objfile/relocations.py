"""The relocations of each machine, with the numbers of its ELF supplement.

https://gitlab.com/x86-psABIs/x86-64-ABI and https://github.com/ARM-software/abi-aa
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import numpy as np

from dlvm.codegen.objfile.elf import damaged

Words = np.ndarray[Any, np.dtype[np.int64]]


class RelocationTarget(Enum):
    """The target of a relocation."""

    SYMBOL = "the symbol itself"
    CALL = "the symbol, or a stub that jumps to it"
    SLOT = "the word that has the symbol's address"
    TABLE = "the start of the table of such words"


class RelocationOrigin(Enum):
    """The origin that is subtracted from the target of a relocation."""

    START = "the start of all code"
    PLACE = "the place that is written"
    PAGE = "the page that contains the place; the target is a page, too"
    TABLE = "the start of the table of addresses"
    NOTHING = "nothing: the place's address is written"


@dataclass(frozen=True)
class BitField:
    """The position of a number in a word of ``bytes`` bytes. The lowest ``shift`` bits of the
    number are zero; the others are ``spread`` over the bits of ``mask``. They are ``bits`` bits of
    a signed number or, if it ``wraps``, the lowest bits of a longer number."""

    bytes: int
    bits: int
    shift: int
    mask: int
    spread: Callable[[Words], Words] = lambda values: values
    wraps: bool = False

    def written(self, words: Words, values: Words, name: str) -> Words:
        """The words with the numbers in them; raises :class:`DiagnosticError` if one does not
        fit."""
        if np.any(values & (1 << self.shift) - 1):
            raise damaged(f"relocation {name}: the place is not aligned to {1 << self.shift} bytes")
        numbers = values >> self.shift
        if self.wraps:
            numbers &= (1 << self.bits) - 1
        elif np.any(numbers >> self.bits - 1 != numbers >> 63):
            raise damaged(f"relocation {name}: the place is too far away")
        return words & ~self.mask | self.spread(numbers) & self.mask


@dataclass(frozen=True)
class Relocation:
    """``target`` + addend - ``origin``, written to ``field``."""

    name: str
    target: RelocationTarget
    origin: RelocationOrigin
    field: BitField


@dataclass(frozen=True)
class MachineRelocations:
    """The relocations of a machine. ``stub`` is code that jumps to the address in a slot, with its
    relocations by offset and their addends."""

    name: str
    relocations: Mapping[int, Relocation]
    stub: bytes
    stub_relocations: tuple[tuple[int, int, int], ...]


_S, _L = RelocationTarget.SYMBOL, RelocationTarget.CALL
_G, _GOT = RelocationTarget.SLOT, RelocationTarget.TABLE
_P, _PAGE, _FROM_START, _FROM_GOT = (
    RelocationOrigin.PLACE,
    RelocationOrigin.PAGE,
    RelocationOrigin.START,
    RelocationOrigin.TABLE,
)
_64: Final = BitField(8, 64, 0, -1)
_32: Final = BitField(4, 32, 0, 0xFFFF_FFFF)
_BRANCH: Final = BitField(4, 26, 2, 0x03FF_FFFF)
_ADRP: Final = BitField(4, 21, 12, 0x60FF_FFE0, lambda pages: (pages & 3) << 29 | pages >> 2 << 5)


def _low(shift: int) -> BitField:
    """The lowest 12 bits of an address, for a load or store of 2^shift bytes."""
    return BitField(4, 12 - shift, shift, 0xFFF << 10, lambda units: units << 10, wraps=True)


_X86_64: Final = {
    1: Relocation("R_X86_64_64", _S, RelocationOrigin.NOTHING, _64),
    2: Relocation("R_X86_64_PC32", _S, _P, _32),
    4: Relocation("R_X86_64_PLT32", _L, _P, _32),
    9: Relocation("R_X86_64_GOTPCREL", _G, _P, _32),
    24: Relocation("R_X86_64_PC64", _S, _P, _64),
    25: Relocation("R_X86_64_GOTOFF64", _S, _FROM_GOT, _64),
    26: Relocation("R_X86_64_GOTPC32", _GOT, _P, _32),
    41: Relocation("R_X86_64_GOTPCRELX", _G, _P, _32),
    42: Relocation("R_X86_64_REX_GOTPCRELX", _G, _P, _32),
}
_AARCH64: Final = {
    257: Relocation("R_AARCH64_ABS64", _S, RelocationOrigin.NOTHING, _64),
    260: Relocation("R_AARCH64_PREL64", _S, _P, _64),
    261: Relocation("R_AARCH64_PREL32", _S, _P, _32),
    275: Relocation("R_AARCH64_ADR_PREL_PG_HI21", _S, _PAGE, _ADRP),
    277: Relocation("R_AARCH64_ADD_ABS_LO12_NC", _S, _FROM_START, _low(0)),
    278: Relocation("R_AARCH64_LDST8_ABS_LO12_NC", _S, _FROM_START, _low(0)),
    282: Relocation("R_AARCH64_JUMP26", _L, _P, _BRANCH),
    283: Relocation("R_AARCH64_CALL26", _L, _P, _BRANCH),
    284: Relocation("R_AARCH64_LDST16_ABS_LO12_NC", _S, _FROM_START, _low(1)),
    285: Relocation("R_AARCH64_LDST32_ABS_LO12_NC", _S, _FROM_START, _low(2)),
    286: Relocation("R_AARCH64_LDST64_ABS_LO12_NC", _S, _FROM_START, _low(3)),
    299: Relocation("R_AARCH64_LDST128_ABS_LO12_NC", _S, _FROM_START, _low(4)),
    311: Relocation("R_AARCH64_ADR_GOT_PAGE", _G, _PAGE, _ADRP),
    312: Relocation("R_AARCH64_LD64_GOT_LO12_NC", _G, _FROM_START, _low(3)),
}

MACHINES: Final = {
    # jmp [rip + slot]
    62: MachineRelocations("x86-64", _X86_64, b"\xff\x25\0\0\0\0\xcc\xcc", ((2, 9, -4),)),
    # adrp x16, slot; ldr x16, [x16, slot]; br x16
    183: MachineRelocations(
        "AArch64",
        _AARCH64,
        bytes.fromhex("10000090 100240f9 00021fd6"),
        ((0, 311, 0), (4, 312, 0)),
    ),
}
"""The machines, by the numbers that ELF has for them (``e_machine``)."""
