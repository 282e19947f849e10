"""Checks that the indices of gathers and scatters are in range."""

from __future__ import annotations

from dlvm.codegen.host.function import Host
from dlvm.codegen.host.function_plan import ValueLeaf
from dlvm.codegen.llvm.emitter import memory_type
from dlvm.diagnostics import Location
from dlvm.ir.types import (
    BOOL,
    I64,
    ElementType,
)


def check_indices(host: Host, leaf: ValueLeaf, bound: str, location: Location | None) -> None:
    """Traps if an index is out of range."""
    element = leaf.tensor.element
    name = f"dlvm.check.{element}"
    if name not in host.declarations:
        host.declarations.define(name, _check_text(name, element))
    count = "1"
    if leaf.buffer is None:
        pointer = host.emitter.alloca(memory_type(element))
        host.store_register(leaf, pointer)
    else:
        pointer = host.address(leaf)
        for size in host.shape(leaf):
            count = host.emitter.emit(f"mul nuw nsw i64 {count}, {size}")
    found = host.context_field("found")
    bad = host.emitter.emit(
        f"call i1 @{name}(ptr {pointer}, i64 {count}, i64 {bound}, ptr {found})"
    )
    value = host.context("found")
    index = "{0:u}" if element.kind == "unsigned" else "{0}"
    message = f"index {index} is out of range, expected {{1:below}}"
    host.trap_if(bad, message, location, value, bound)


def _check_text(name: str, element: ElementType) -> str:
    """A function that finds the first index out of range, and stores it. Blocks of indices are
    compared at once."""
    type = memory_type(element)
    assert element is not BOOL
    widen = "sext" if element.kind == "signed" else "zext"

    def wide(value: str, lanes: int) -> str:
        if element.bits == 64:
            return f"add {memory_type(element, lanes)} {value}, zeroinitializer"
        return f"{widen} {memory_type(element, lanes)} {value} to {memory_type(I64, lanes)}"

    block, wide_block = memory_type(element, _LANES), memory_type(I64, _LANES)
    parameters = "ptr %indices, i64 %count, i64 %bound, ptr %found"
    return f"""define internal i1 @{name}({parameters}) nounwind {{
entry:
  %one = insertelement {wide_block} poison, i64 %bound, i64 0
  %bounds = shufflevector {wide_block} %one, {wide_block} poison, <{_LANES} x i32> zeroinitializer
  br label %blocks
blocks:
  %start = phi i64 [ 0, %entry ], [ %end, %block ]
  %end = add nuw nsw i64 %start, {2 * _LANES}
  %whole = icmp ule i64 %end, %count
  br i1 %whole, label %block, label %rest
block:
  %places.0 = getelementptr {type}, ptr %indices, i64 %start
  %places.1 = getelementptr {type}, ptr %places.0, i64 {_LANES}
  %values.0 = load {block}, ptr %places.0, align {element.bytes}
  %values.1 = load {block}, ptr %places.1, align {element.bytes}
  %all.0 = {wide("%values.0", _LANES)}
  %all.1 = {wide("%values.1", _LANES)}
  %outside.0 = icmp uge {wide_block} %all.0, %bounds
  %outside.1 = icmp uge {wide_block} %all.1, %bounds
  %outside = or <{_LANES} x i1> %outside.0, %outside.1
  %set = bitcast <{_LANES} x i1> %outside to i{_LANES}
  %clean = icmp eq i{_LANES} %set, 0
  br i1 %clean, label %blocks, label %rest
rest:
  %some = icmp slt i64 %start, %count
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ %start, %rest ], [ %next, %more ]
  %place = getelementptr {type}, ptr %indices, i64 %i
  %value = load {type}, ptr %place, align {element.bytes}
  %number = {wide("%value", 1)}
  %bad = icmp uge i64 %number, %bound
  br i1 %bad, label %out, label %more
more:
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %done
out:
  store i64 %number, ptr %found, align 8
  ret i1 true
done:
  ret i1 false
}}"""


_LANES = 16
"""The number of lanes of a comparison; two comparisons are made at once. LLVM's code generator for
WebAssembly fails if the flags of more lanes are converted to an integer."""
