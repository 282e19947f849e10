"""Flattens arguments into tensors and unflattens results, by generated code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from dlvm.codegen.host.aggregate_flattening import leaf_types
from dlvm.ir.types import TensorType, Type
from dlvm.nnkit.pytree.containers import (
    DictKind,
    accessors,
    build,
    host_kind,
    is_dataclass,
    part_hints,
)
from dlvm.nnkit.pytree.exchange import OWN, all_imported
from dlvm.nnkit.pytree.pytree import LEAF, Leaf, Static, TreeDef, TreeNode
from dlvm.nnkit.pytree.structs import is_struct, tensor_hint

Call = Callable[[tuple[Any, ...]], Any]


class Conditions(NamedTuple):
    """A Python expression that is true if generated code may run."""

    text: str
    constants: dict[str, Any]
    """The values of the names in the text, which begin with ``state``."""


def taker(
    structures: Sequence[TreeDef], hints: Sequence[Any], only_if: Conditions, *, checks_leaves: bool
) -> Callable[[tuple[Any, ...]], tuple[Any, ...] | None]:
    """Generates a function that flattens arguments into tensors.

    The function returns None for arguments of other structures, and if the condition ``only_if``
    does not hold. If ``checks_leaves``, it also returns None for arrays of other libraries outside
    of structs, and for numbers whose annotation is not a tensor, which are static.
    """
    numbers = (bool, int, float, complex)
    known: dict[str, Any] = {**only_if.constants, "numbers": numbers, "own": OWN}
    paths: list[str] = []
    conditions = [only_if.text]

    def constant(value: Any) -> str:
        name = f"k{len(known)}"
        known[name] = value
        return name

    def walk(structure: TreeDef, path: str, hint: Any, is_in_struct: bool) -> None:
        if isinstance(structure, Leaf):
            paths.append(path)
            if not checks_leaves:
                return
            if not is_in_struct:
                conditions.append(f"type({path}) in own")
            if hint is None or tensor_hint(hint) is None:
                conditions.append(f"not isinstance({path}, numbers)")
        elif isinstance(structure, Static):
            kind, value = constant(type(structure.value)), constant(structure.value)
            conditions.append(f"type({path}) is {kind}")
            conditions.append(f"({path} is {value} or {path} == {value})")
        elif isinstance(structure, TreeNode):
            kind, count = structure.kind, len(structure.children)
            if isinstance(kind, DictKind):
                keys = constant(kind.keys)
                conditions.append(f"type({path}) is dict and tuple({path}) == {keys}")
                places = [f"{path}[{keys}[{i}]]" for i in range(count)]
            else:
                conditions.append(f"type({path}) is {constant(kind)}")
                if not is_dataclass(kind):
                    conditions.append(f"len({path}) == {count}")
                places = [path + accessor for accessor in accessors(kind, count)]
                is_in_struct = is_in_struct or is_struct(kind)
            hinted = part_hints(kind, hint, count)
            for child, place, own in zip(structure.children, places, hinted, strict=True):
                walk(child, place, own, is_in_struct)

    for place, (structure, hint) in enumerate(zip(structures, hints, strict=True)):
        walk(structure, f"a[{place}]", hint, False)
    # The evaluated text contains only names of fields and variables, and numbers.
    is_flat = all(isinstance(structure, Leaf) for structure in structures)
    taken = "a" if is_flat else f"({''.join(f'{p}, ' for p in paths)})"
    return eval(f"lambda a: {taken} if {' and '.join(conditions)} else None", known)


def giver(structure: TreeDef, types: Sequence[Type]) -> Callable[[Sequence[Any]], Any]:
    """Generates a function that unflattens a result from its tensors, which have these types."""
    known: dict[str, Any] = {"new": object.__new__, "fill": _filled, "build": build}
    ranks = iter([len(t.shape) if isinstance(t, TensorType) else 0 for t in types])
    places = iter(range(len(types)))

    def constant(value: Any) -> str:
        name = f"k{len(known)}"
        known[name] = value
        return name

    def text(structure: TreeDef) -> str:
        if structure == LEAF:
            place = f"r[{next(places)}]"
            return place if next(ranks) else f"{place}[()]"
        if isinstance(structure, Static):
            return constant(structure.value)
        assert isinstance(structure, TreeNode)
        parts = [text(c) for c in structure.children]
        kind = constant(host_kind(structure.kind))
        if is_struct(structure.kind):
            fields = zip(structure.names, parts, strict=True)
            return f"fill(new({kind}), {{{', '.join(f'{n!r}: {p}' for n, p in fields)}}})"
        values = f"({''.join(f'{p}, ' for p in parts)})"
        if structure.kind in (tuple, list):
            return f"{kind}({values})"
        return f"build({kind}, {values})"

    return eval(f"lambda r: {text(structure)}", known)


def faster(
    run: Any,
    structures: Sequence[TreeDef],
    hints: Sequence[Any],
    result: TreeDef,
    otherwise: Call,
    only_if: Conditions,
) -> Call:
    """A fast path that calls a compiled function.

    Uses ``otherwise`` if the arguments must be passed one by one. Returns ``NotImplemented`` for
    arguments of other structures, and if the condition ``only_if`` does not hold. ``hints`` are
    the annotations of the parameters; None for parameters without one.
    """
    take = taker(structures, hints, only_if, checks_leaves=True)
    direct: Call | None = getattr(run, "direct", None)
    give = None if direct is None else giver(result, leaf_types(run.type.result))
    native: Call | None = getattr(run, "native", None)
    take_unchecked = taker(structures, hints, only_if, checks_leaves=False)

    def call(arguments: tuple[Any, ...]) -> Any:
        if native and give:
            # The native call refuses leaves that are not arrays of the required types.
            leaves = take_unchecked(arguments)
            found = None if leaves is None else native(leaves)
            if found is not None:
                return give(found)
        leaves = take(arguments)
        if leaves is None:
            arguments = all_imported(arguments)
            leaves = take(arguments)
            if leaves is None:
                return NotImplemented
        found = direct and direct(leaves)
        return otherwise(arguments) if found is None or give is None else give(found)

    return call


def _filled(instance: Any, fields: dict[str, Any]) -> Any:
    instance.__dict__.update(fields)
    return instance
