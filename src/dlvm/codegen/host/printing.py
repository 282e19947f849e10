"""Host code that prints: it passes the values to a function of Python."""

from __future__ import annotations

from hashlib import sha256

from dlvm.codegen.host.aggregate_flattening import is_tensor
from dlvm.codegen.host.function import Host, emits
from dlvm.codegen.llvm.emitter import memory_type
from dlvm.ir.instructions import Print


@emits(Print)
def _print(host: Host, op: Print) -> None:
    """Calls ``dlvm_print`` in ``runtime/machine/printing.py`` with a description and an array that
    has the address and the sizes of each value. The description is the type and rank of each value,
    a line break, and the text."""
    emitter = host.emitter
    words: list[tuple[str, str]] = []
    kinds: list[str] = []
    for value in op.values:
        leaf = host.leaves(value)[0]
        if is_tensor(leaf.type):
            address, shape = host.address(leaf), host.shape(leaf)
        else:
            address, shape = emitter.alloca(memory_type(leaf.tensor.element)), []
            host.store_register(leaf, address)
        words += [("ptr", address), *(("i64", size) for size in shape)]
        kinds.append(f"{leaf.tensor.element}:{len(shape)}")
    slots = emitter.alloca(f"[{max(1, len(words))} x i64]", 8)
    for number, (type, word) in enumerate(words):
        place = emitter.emit(f"getelementptr i64, ptr {slots}, i64 {number}")
        emitter.line(f"store {type} {word}, ptr {place}, align 8")
    description = f"{' '.join(kinds)}\n{op.text}".encode()
    host.call_runtime(
        "dlvm_print", "void", ("ptr", _constant(host, description)), ("i64", str(len(description))),
        ("ptr", slots),
    )  # fmt: skip


def _constant(host: Host, data: bytes) -> str:
    """The address of constant bytes."""
    name = f"dlvm.text.{sha256(data).hexdigest()[:16]}"
    content = "".join(f"\\{byte:02X}" for byte in data)
    return host.declarations.define(
        name, f'@{name} = internal constant [{len(data)} x i8] c"{content}"'
    )
