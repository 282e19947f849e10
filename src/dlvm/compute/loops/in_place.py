"""In-place updates: the parameters that the results of a kernel may overwrite."""

from __future__ import annotations

from dlvm.ir.compute import Affine, Definition, Read


def in_place_parameters(definition: Definition, reads_first: bool) -> frozenset[int]:
    """The indices of the parameters that a result may overwrite: each is read only at the element
    that is written, before the write. ``reads_first`` says whether, at each point, the kernel's
    loops do the reads of all statements before any write."""
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
        reduced = {id(n) for r in statement.value.reductions for n in r.walk()}
        for node in statement.value.walk():
            if isinstance(node, Read):
                here = all(
                    index == Affine.variable(r.variable) or (index == Affine() and r.extent == 1)
                    for index, r in zip(node.indices, ranges, strict=False)
                )
                if not here or id(node) in reduced or types[node.tensor].shape != shape:
                    unsafe.add(node.tensor)
    return frozenset(definition.body.parameters) - unsafe
