"""In-place updates: the parameters that the results of a kernel may overwrite."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.ir.compute import Affine, Definition, Read, Reduction
from dlvm.ir.loops import (
    Allocation,
    If,
    Loop,
    LoopKernel,
    LoopKind,
    Stmt,
    Store,
    body_of,
    tensors_read,
    walk,
)


def reads_first(kernel: LoopKernel) -> bool:
    """Whether all statements of a kernel read their elements at a point before any of them writes
    there: no statement that follows a store to a result, in the same body, reads anything but
    allocations."""
    own = {s.name for s in walk(kernel.body) if isinstance(s, Allocation)}
    return _reads_first(kernel.body, own)


def _reads_first(body: Sequence[Stmt], own: set[str]) -> bool:
    has_written = False
    for stmt in body:
        inner = stmt
        while (
            isinstance(inner, Loop) and inner.kind is not LoopKind.SERIAL and len(inner.body) == 1
        ):
            (inner,) = inner.body
        if not isinstance(inner, Store):
            if has_written and tensors_read([inner]) - own and not isinstance(inner, Loop | If):
                return False
            if not _reads_first(body_of(inner), own):
                return False
            continue
        if has_written and tensors_read([inner]) - own:
            return False
        has_written = has_written or inner.tensor not in own
    return True


def in_place_parameters(definition: Definition, reads_first: bool) -> frozenset[int]:
    """The indices of the parameters that a result may overwrite: each is read only at the element
    that is written, before the write. ``reads_first`` says whether the kernel's loops read
    for all statements at a point before they write there."""
    names = _names(definition, reads_first)
    return frozenset(n for n, p in enumerate(definition.body.parameters) if p in names)


def _names(definition: Definition, reads_first: bool) -> frozenset[str]:
    statements = list(definition.body.statements)
    ranges = statements[0].ranges
    base = statements[0].base
    if base is not None:
        others = {
            n.tensor for e in statements[0].expressions for n in e.walk() if isinstance(n, Read)
        }
        return frozenset({base} - others)
    if any(s.ranges != ranges or s.indices is not None for s in statements):
        return frozenset()
    if len(statements) > 1 and not reads_first:
        return frozenset()
    types = definition.tensor_types()
    shape = types[statements[0].target].shape
    unsafe: set[str] = set()
    for statement in statements:
        reduced = {
            id(n) for r in statement.value.walk() if isinstance(r, Reduction) for n in r.walk()
        }
        for node in statement.value.walk():
            if isinstance(node, Read):
                here = all(
                    index == Affine.variable(r.variable) or (index == Affine() and r.extent == 1)
                    for index, r in zip(node.indices, ranges, strict=False)
                )
                if not here or id(node) in reduced or types[node.tensor].shape != shape:
                    unsafe.add(node.tensor)
    return frozenset(definition.body.parameters) - unsafe
