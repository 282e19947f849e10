"""Object files: the functions that generated code needs from a C library, and archives."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from dlvm.codegen import runtime_support
from dlvm.codegen.llvm.emitter import Declarations
from dlvm.codegen.llvm.target import Target, object_file
from dlvm.codegen.storage import Bytes
from dlvm.codegen.vector_math.functions import define
from dlvm.deploy.symbols import undefined_symbols

_FOLDER: Final = Path(runtime_support.__file__).parent / "freestanding"
_ATTRIBUTES: Final = 'nounwind "no-builtins"'


def _copy(name: str) -> str:
    return f"""define internal ptr @{name}(ptr %to, ptr %from, iSIZE %size) {_ATTRIBUTES} {{
entry:
  br label %head
head:
  %i = phi iSIZE [ 0, %entry ], [ %next, %body ]
  %more = icmp ult iSIZE %i, %size
  br i1 %more, label %body, label %end
body:
  %source = getelementptr i8, ptr %from, iSIZE %i
  %target = getelementptr i8, ptr %to, iSIZE %i
  %byte = load volatile i8, ptr %source, align 1
  store i8 %byte, ptr %target, align 1
  %next = add iSIZE %i, 1
  br label %head
end:
  ret ptr %to
}}"""


def _move(name: str) -> str:
    return f"""define internal ptr @{name}(ptr %to, ptr %from, iSIZE %size) {_ATTRIBUTES} {{
entry:
  %a = ptrtoint ptr %to to iSIZE
  %b = ptrtoint ptr %from to iSIZE
  %up = icmp ult iSIZE %a, %b
  %last = sub iSIZE %size, 1
  br label %head
head:
  %i = phi iSIZE [ 0, %entry ], [ %next, %body ]
  %more = icmp ult iSIZE %i, %size
  br i1 %more, label %body, label %end
body:
  %back = sub iSIZE %last, %i
  %place = select i1 %up, iSIZE %i, iSIZE %back
  %source = getelementptr i8, ptr %from, iSIZE %place
  %target = getelementptr i8, ptr %to, iSIZE %place
  %byte = load volatile i8, ptr %source, align 1
  store i8 %byte, ptr %target, align 1
  %next = add iSIZE %i, 1
  br label %head
end:
  ret ptr %to
}}"""


def _fill(name: str, parameters: str, byte: str) -> str:
    return f"""define internal ptr @{name}(ptr %to, {parameters}) {_ATTRIBUTES} {{
entry:
  %byte = {byte}
  br label %head
head:
  %i = phi iSIZE [ 0, %entry ], [ %next, %body ]
  %more = icmp ult iSIZE %i, %size
  br i1 %more, label %body, label %end
body:
  %target = getelementptr i8, ptr %to, iSIZE %i
  store volatile i8 %byte, ptr %target, align 1
  %next = add iSIZE %i, 1
  br label %head
end:
  ret ptr %to
}}"""


_VALUE: Final = "trunc i32 %value to i8"
_ZEROS: Final = ("iSIZE %size", "add i8 0, 0")
_SET: Final = {
    "memset": ("i32 %value, iSIZE %size", _VALUE),
    # The C library of ARM's ABI has names for aligned memory, and another order of arguments.
    **{f"__aeabi_memset{n}": ("iSIZE %size, i32 %value", _VALUE) for n in ("", 4, 8)},
    **dict.fromkeys((f"__aeabi_memclr{n}" for n in ("", 4, 8)), _ZEROS),
    # LLVM calls these for macOS.
    **dict.fromkeys(("bzero", "__bzero"), _ZEROS),
}


def _extremum(name: str, type: str, bits: str, comparison: str, of_signs: str) -> str:
    """The greater or lesser of two numbers: NaN if one is, and -0 is less than 0."""
    return f"""define internal {type} @{name}({type} %x, {type} %y) {_ATTRIBUTES} {{
  %a = bitcast {type} %x to {bits}
  %b = bitcast {type} %y to {bits}
  %both = {of_signs} {bits} %a, %b
  %zero = bitcast {bits} %both to {type}
  %first = fcmp {comparison} {type} %x, %y
  %chosen = select i1 %first, {type} %x, {type} %y
  %equal = fcmp oeq {type} %x, %y
  %ordered = select i1 %equal, {type} %zero, {type} %chosen
  %unordered = fcmp uno {type} %x, %y
  %sum = fadd {type} %x, %y
  %result = select i1 %unordered, {type} %sum, {type} %ordered
  ret {type} %result
}}"""


# WebAssembly returns the product of 128 bits in memory. One partial product passes through memory:
# LLVM recognizes the whole computation otherwise, and replaces it with a call of this function.
_PRODUCT_PARAMETERS: Final = "ptr %to, i64 %a, i64 %ah, i64 %b, i64 %bh"
_PRODUCT: Final = f"""define internal void @__multi3({_PRODUCT_PARAMETERS}) {_ATTRIBUTES} {{
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %low.product = mul i64 %a0, %b0
  store volatile i64 %low.product, ptr %to, align 8
  %p00 = load volatile i64, ptr %to, align 8
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry0 = lshr i64 %p00, 32
  %low01 = and i64 %p01, 4294967295
  %middle0 = add i64 %carry0, %low01
  %middle = add i64 %middle0, %p10
  %carry1 = lshr i64 %middle, 32
  %high01 = lshr i64 %p01, 32
  %high0 = add i64 %p11, %high01
  %high1 = add i64 %high0, %carry1
  %cross0 = mul i64 %ah, %b
  %cross1 = mul i64 %a, %bh
  %high2 = add i64 %high1, %cross0
  %high = add i64 %high2, %cross1
  %low = mul i64 %a, %b
  store i64 %low, ptr %to, align 8
  %place = getelementptr i8, ptr %to, i32 8
  store i64 %high, ptr %place, align 8
  ret void
}}"""
FREESTANDING: Final[Mapping[str, str]] = {
    **{n: _copy(n) for n in ("memcpy", *(f"__aeabi_memcpy{n}" for n in ("", 4, 8)))},
    **{n: _move(n) for n in ("memmove", *(f"__aeabi_memmove{n}" for n in ("", 4, 8)))},
    **{name: _fill(name, *form) for name, form in _SET.items()},
    **{
        f"{name}{ending}": _extremum(f"{name}{ending}", type, bits, comparison, of_signs)
        for name, comparison, of_signs in (("fmaximum", "ogt", "and"), ("fminimum", "olt", "or"))
        for ending, type, bits in (("f", "float", "i32"), ("", "double", "i64"))
    },
    "__multi3": _PRODUCT,
    # The product is exact in double. The sum is rounded to odd: rounding that to float gives the
    # float nearest to the exact result (Boldo and Melquiond, 2008).
    "fmaf": f"""define internal float @fmaf(float %x, float %y, float %z) {_ATTRIBUTES} {{
  %a = fpext float %x to double
  %b = fpext float %y to double
  %c = fpext float %z to double
  %p = fmul double %a, %b
  %s = fadd double %p, %c
  %q = fsub double %s, %p
  %r = fsub double %s, %q
  %d = fsub double %c, %q
  %e = fsub double %p, %r
  %rest = fadd double %d, %e
  %bits = bitcast double %s to i64
  %last = and i64 %bits, 1
  %even = icmp eq i64 %last, 0
  %some = fcmp one double %rest, 0.0
  %change = and i1 %even, %some
  %rest.up = fcmp ogt double %rest, 0.0
  %s.up = fcmp ogt double %s, 0.0
  %away = icmp eq i1 %rest.up, %s.up
  %step = select i1 %away, i64 1, i64 -1
  %moved = add i64 %bits, %step
  %odd = select i1 %change, i64 %moved, i64 %bits
  %sum = bitcast i64 %odd to double
  %result = fptrunc double %sum to float
  ret float %result
}}""",
}
"""Definitions of the functions that LLVM calls for instructions that a processor does not have, by
name. ``iSIZE`` is the type of ``size_t``."""


def _divmod(name: str) -> str:
    """A division that returns the quotient and the remainder in registers, which C cannot
    express."""
    return f"""
define internal {{ i64, i64 }} @__aeabi_{name}(i64 %a, i64 %b) {_ATTRIBUTES} {{
  %place = alloca i64
  %quotient = call i64 @soft_{name}(i64 %a, i64 %b, ptr %place)
  %rest = load i64, ptr %place
  %first = insertvalue {{ i64, i64 }} poison, i64 %quotient, 0
  %both = insertvalue {{ i64, i64 }} %first, i64 %rest, 1
  ret {{ i64, i64 }} %both
}}"""


@cache
def soft_float() -> tuple[str, frozenset[str]]:
    """The support library of small processors as LLVM IR, and the names of its functions."""
    text = (_FOLDER / "soft_float.ll").read_text()
    names = re.findall(r"^define (?!internal).*?@(\w+)\(", text, re.MULTILINE)
    text += "\n".join(_divmod(name) for name in ("ldivmod", "uldivmod"))
    return text, frozenset([*names, "__aeabi_ldivmod", "__aeabi_uldivmod"])


# Other targets pass an f16 in the low bits of a register for f32, WebAssembly as an integer.
_HALVES: Final = f"""
define internal float @__extendhfsf2(i32 %half) {_ATTRIBUTES} {{
  %bits = bitcast i32 %half to float
  %result = call float @soft_extendhfsf2(float %bits)
  ret float %result
}}
define internal i32 @__truncsfhf2(float %x) {_ATTRIBUTES} {{
  %half = call float @soft_truncsfhf2(float %x)
  %bits = bitcast float %half to i32
  %result = and i32 %bits, 65535
  ret i32 %result
}}"""


def _for_web(text: str) -> str:
    """The support library of small processors for WebAssembly."""
    return re.sub(r"@__(extendhfsf2|truncsfhf2)\(", r"@soft_\1(", text) + _HALVES


@cache
def c_mathematics() -> tuple[str, Mapping[str, str]]:
    """The functions of the C mathematics library that generated code calls, as LLVM IR: first, the
    text of the gamma functions; second, the texts of the functions that these call, by name."""
    text = (_FOLDER / "gamma.ll").read_text()
    others: dict[str, str] = {}
    for name in ("sin", "cos", "log", "log1p"):
        declarations = Declarations()
        symbol = define(name, "double", 1, declarations)
        wrapper = (
            f"define internal double @{name}(double %x) {_ATTRIBUTES} {{\n"
            f"  %result = call double {symbol}(double %x)\n  ret double %result\n}}"
        )
        # The program may have functions of these names for other processors.
        own = "\n".join([*declarations.items.values(), wrapper])
        others[name] = own.replace("@dlvm.", f"@dlvm.c.{name}.")
    return text, others


WINDOWS: Final = {
    # Objects that use floats refer to it.
    "_fltused": """$_fltused = comdat any
@_fltused = linkonce_odr global i32 39029, comdat, align 4""",
    # Touches each page of the stack that a function is about to use, the bytes of which are in rax.
    # It may change r10 and r11 only.
    "__chkstk": """$__chkstk = comdat any
define linkonce_odr void @__chkstk() naked nounwind comdat {
  call void asm sideeffect "mov %rsp, %r10
    mov %rax, %r11
    1: sub $$4096, %r10
    testb %r11b, (%r10)
    sub $$4096, %r11
    ja 1b
    ret", ""()
  unreachable
}""",
}
"""The symbols that the C library of Windows on x86-64 provides to every program."""


def support_text(target: Target) -> str:
    """The run-time support of libraries for a target, as LLVM IR."""
    folder = Path(runtime_support.__file__).parent
    return (folder / f"embedded{32 if _is_small(target) else 64}.ll").read_text()


def _is_small(target: Target) -> bool:
    """Whether pointers have 32 bits."""
    return target.triple.startswith(("thumb", "riscv32", "wasm32"))


def self_contained_object(
    text: Callable[[Sequence[str]], str],
    constants: Mapping[str, Bytes],
    target: Target,
    freestanding: bool = False,
) -> tuple[bytes, list[str]]:
    """Compiles a module to an object file; returns the file and its undefined symbols.

    The file includes the definitions of :data:`FREESTANDING` that the module needs and, if it is
    to be ``freestanding``, those of the compiler's support library. ``text`` returns the text of
    the module with the given definitions added."""
    size = "i32" if _is_small(target) else "i64"
    known = {name: code.replace("iSIZE", size) for name, code in FREESTANDING.items()}
    added: list[str] = []
    if freestanding and "windows" in target.triple:
        known |= WINDOWS
    data = object_file(text(()), constants, target)
    # Whole texts, of which the functions that nothing calls are removed.
    texts: list[tuple[str, frozenset[str]]] = []
    if freestanding:
        gamma, functions = c_mathematics()
        known |= functions
        soft, names = soft_float()
        soft = _for_web(soft) if target.triple.startswith("wasm") else soft
        texts = [(gamma, frozenset(("lgamma", "lgammaf"))), (soft, names)]
    while missing := [
        n
        for n in undefined_symbols(data)
        if n not in added and (n in known or any(n in names for _, names in texts))
    ]:
        added += missing
        parts = [text for text, names in texts if names.intersection(added)]
        data = object_file(text([*parts, *_kept(known, added)]), constants, target)
    return data, undefined_symbols(data)


def _kept(known: Mapping[str, str], names: Sequence[str]) -> list[str]:
    """Definitions that LLVM keeps although no function calls them before instruction selection.
    It also keeps those of ``names`` that are not ``known``, whose definitions are elsewhere."""
    listed = ", ".join(f"ptr @{name}" for name in names)
    used = (
        f"@llvm.compiler.used = appending global [{len(names)} x ptr] [{listed}], "
        'section "llvm.metadata"'
    )
    return [*(known[name] for name in names if name in known), used]


def archive(name: str, data: bytes, symbols: Sequence[str]) -> bytes:
    """A static library with one object file, which defines ``symbols``, in the format of GNU's and
    LLVM's ``ar``."""
    index = struct.pack(">I", len(symbols))
    names = b"".join(s.encode() + b"\0" for s in symbols)
    table_size = 4 + 4 * len(symbols) + len(names)
    table_size += table_size % 2
    long_names = f"{name}/\n".encode()
    long_names += b"\n" * (len(long_names) % 2)
    first = 8 + 60 + table_size + 60 + len(long_names)
    index += struct.pack(">I", first) * len(symbols) + names
    parts = [("/", index.ljust(table_size, b"\0")), ("//", long_names), ("/0", data)]
    found = b"!<arch>\n"
    for member, content in parts:
        # Dates and owners are 0, so that equal objects give equal archives.
        found += f"{member:16}{0:<12}{0:<6}{0:<6}{644:<8}{len(content):<10}`\n".encode()
        found += content + b"\n" * (len(content) % 2)
    return found
