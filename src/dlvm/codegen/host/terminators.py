"""Host code of terminators, and of the end of a call."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.codegen.host.aggregate_flattening import erased_axes, is_counted, is_tensor
from dlvm.codegen.host.function import Host, emits
from dlvm.codegen.host.function_plan import ValueLeaf
from dlvm.codegen.host.value_layout import payload_layout
from dlvm.codegen.host.value_transfer import check_sizes, leaves_at, move_tensors, sized
from dlvm.ir import instructions as op
from dlvm.ir.module import Block
from dlvm.ir.types import EnumType

_KIND_OFFSET = 24
"""The offset of the kind in the header of a node: ``node`` in nodes.h."""
_TAG_OFFSET = 8
"""The offset of the tag in a kind: ``kind`` in nodes.h."""


@emits(op.Branch)
def _branch(host: Host, branch: op.Branch) -> None:
    target = branch.target
    leaves = [leaf for v in target.arguments for leaf in host.leaves(v)]
    _go_to(host, target.block, leaves, branch)


@emits(op.Conditional)
def _conditional(host: Host, op: op.Conditional) -> None:
    emitter = host.emitter
    flag = host.register(host.leaves(op.condition)[0])
    labels = [emitter.fresh_label("edge") for _ in range(2)]
    emitter.line(f"br i1 {flag}, label %{labels[0]}, label %{labels[1]}")
    for label, target in zip(labels, (op.then, op.otherwise), strict=True):
        emitter.start_block(label)
        _go_to(host, target.block, [leaf for v in target.arguments for leaf in host.leaves(v)], op)


@emits(op.BranchEnum)
def _branch_enum(host: Host, op: op.BranchEnum) -> None:
    emitter = host.emitter
    enum = op.value.type.canonical
    assert isinstance(enum, EnumType)
    node = host.register(host.leaves(op.value)[0])
    missing = emitter.emit(f"icmp eq ptr {node}, null")
    host.trap_if(missing, f"the value of type {enum} is undefined", op.location)
    place = emitter.emit(f"getelementptr i8, ptr {node}, i64 {_KIND_OFFSET}")
    kind = emitter.emit(f"load ptr, ptr {place}, align 8")
    place = emitter.emit(f"getelementptr i8, ptr {kind}, i64 {_TAG_OFFSET}")
    tag = emitter.emit(f"load i64, ptr {place}, align 8")
    labels = [emitter.fresh_label("case") for _ in op.successors]
    tags = {name: number for number, (name, _) in enumerate(enum.cases)}
    chosen = " ".join(
        f"i64 {tags[s.case or '']}, label %{label}"
        for s, label in zip(op.successors, labels, strict=True)
    )
    emitter.line(f"switch i64 {tag}, label %{labels[0]} [ {chosen} ]")
    for label, target in zip(labels, op.successors, strict=True):
        emitter.start_block(label)
        layout = payload_layout(enum, target.case or "")
        payload = host.payload(node)
        _go_to(host, target.block, leaves_at(host, layout, payload), op)


def _go_to(host: Host, block: Block, sources: Sequence[ValueLeaf], op: op.Terminator) -> None:
    """Passes values to the arguments of a block and branches to it."""
    emitter = host.emitter
    if host.is_back_edge(block):
        host.poll()
    targets = [leaf for a in block.arguments for leaf in host.leaves(a)]
    check_sizes(
        host,
        sources,
        [t.type for t in targets],
        dict(host.symbols),
        lambda n: f"block argument {n}",
        op.location,
    )
    pairs = list(zip(sources, targets, strict=True))
    moves = [(s, t) for s, t in pairs if is_tensor(t.type)]
    move_tensors(host, moves, op.location)
    own = [(s, t) for s, t in pairs if is_counted(t.type)]
    for source, _ in own:
        host.call_runtime("dlvm_retain", "void", ("ptr", host.register(source)))
    for source, target in own:
        value, name = host.register(source), target.operand
        host.own(target, value, retain=False)
        target.operand = name
    label = emitter.label
    for source, target in pairs:
        if target.operand is not None:
            host.phis[target.operand].append((host.register(source), label))
        if target.sizes:
            shape = host.shape(source)
            for name, axis in zip(target.sizes, erased_axes(target.type), strict=True):
                host.phis[name].append((shape[axis], label))
    emitter.line(f"br label %{host.labels[block]}")


@emits(op.Return)
def _return(host: Host, op: op.Return) -> None:
    if op.value is not None:
        leaves = host.leaves(op.value)
        types = host.plan.result_types
        check_sizes(host, leaves, types, dict(host.symbols), lambda n: "the result", op.location)
        moves = [
            (leaf, ValueLeaf(type, slot))
            for leaf, slot, type in zip(leaves, host.plan.results, types, strict=True)
            if slot is not None
        ]
        for number, (leaf, type) in enumerate(zip(leaves, types, strict=True)):
            if is_counted(type):
                host.call_runtime("dlvm_retain", "void", ("ptr", host.register(leaf)))
            if not is_tensor(type):
                host.store_register(leaf, f"%r{number}")
        move_tensors(host, moves, op.location)
        for source, target in moves:
            for number, size in enumerate(sized(host, target, source).sizes):
                cell = f"%r{host.plan.results.index(target.buffer)}"
                place = host.emitter.emit(f"getelementptr i8, ptr {cell}, i64 {16 + 8 * number}")
                host.emitter.line(f"store i64 {size}, ptr {place}, align 8")
    host.leave("0")


@emits(op.Trap)
def _trap(host: Host, trap: op.Trap) -> None:
    host.leave(str(host.traps.number(trap.message, trap.location)))


@emits(op.Assert)
def _assert(host: Host, op: op.Assert) -> None:
    flag = host.register(host.leaves(op.condition)[0])
    wrong = host.emitter.emit(f"xor i1 {flag}, true")
    values = [host.register(host.leaves(v)[0]) for v in op.values]
    host.trap_if(wrong, op.message, op.location, *values)
