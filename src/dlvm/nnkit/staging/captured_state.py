"""The Python state that staged functions capture: globals, closures, attributes, arrays.

The program of a staged function depends on the Python objects that its code reads. Its compiled
code is therefore only reused if these objects are unchanged since staging.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import CellType
from typing import Any, cast

from dlvm.diagnostics import Location, error
from dlvm.nnkit.control_flow.python_state import (
    ObjectContents,
    Snapshot,
    Walk,
    slots_of,
    special_attributes,
)
from dlvm.nnkit.pytree.flattening import Conditions
from dlvm.nnkit.pytree.pytree import CustomNode, Static, TreeDef, TreeNode
from dlvm.nnkit.tracing.tracer import is_tracer


class CapturedState:
    """The contents of all mutable objects that a staged function can reach."""

    def __init__(self, snapshot: Snapshot, missing_modules: Collection[str] = ()) -> None:
        self.snapshot = snapshot
        self.missing_modules = missing_modules
        """Modules that the code may import, and that were not loaded."""
        self.conditions = _conditions(snapshot.entries)
        """An expression that compares the current values with the recorded ones by identity."""
        text, known = self.conditions
        # The evaluated text contains only names of variables and attributes, constants and sizes.
        self._are_same: Callable[[], bool] = eval(f"lambda: {text}", known)

    def holds(self) -> bool:
        """Whether all objects have the same contents as before."""
        try:
            if self._are_same():
                return True
        except (AttributeError, KeyError, ValueError):
            pass  # A variable or an attribute has been deleted.
        return self.changed() is None

    def changed(self) -> ObjectContents | None:
        """The first object that has changed; None if there is none."""
        return self.snapshot.changed()

    def expect_no_tracers(self, name: str, location: Location | None) -> None:
        """Raises if the staged function of this name has left a staged value in an object that
        outlives it."""
        for entry in self.snapshot.entries:
            if not entry.is_current and _holds_tracer(entry.read()):
                raise error(
                    f"{name} must not keep a staged value in the {entry.kind} {entry.what}, where "
                    "it would have no elements after the call; return the value",
                    location,
                )


def _holds_tracer(value: Any) -> bool:
    if isinstance(value, dict):
        value = tuple(cast("dict[Any, Any]", value).values())
    if isinstance(value, tuple | list):
        return any(map(_holds_tracer, cast("tuple[Any, ...]", value)))
    return is_tracer(value)


_EMPTY = CellType()


def _conditions(entries: Iterable[ObjectContents]) -> Conditions:
    """Generates an expression that compares values by identity.

    Each call of a staged function evaluates the expression, which therefore avoids calls of Python
    code. If a variable or an attribute has been deleted, it raises ``KeyError``, ``ValueError`` or
    ``AttributeError``.
    """
    known: dict[str, Any] = {}
    conditions: list[str] = []

    def constant(value: Any) -> str:
        name = f"state{len(known)}"
        known[name] = value
        return name

    def compare(variables: Mapping[str, Any], names: Iterable[str]) -> None:
        all_variables = constant(variables)
        for name in names:
            if name in variables:
                conditions.append(f"{all_variables}[{name!r}] is {constant(variables[name])}")
            else:
                conditions.append(f"{name!r} not in {all_variables}")

    for entry in entries:
        holder, contents = entry.holder, entry.contents
        if not isinstance(contents, dict):
            conditions.append(f"{constant(entry)}.is_current")
        elif entry.kind == "global variable":
            compare(holder, contents)
        elif isinstance(holder, CellType) and holder != _EMPTY:
            value = constant(holder.cell_contents)
            conditions.append(f"{constant(holder)}.cell_contents is {value}")
        elif entry.kind == "attribute" and not slots_of(cast("type[Any]", type(holder))):
            attributes: Mapping[str, Any] = getattr(holder, "__dict__", {})
            special = contents.keys() & special_attributes(holder)
            for name in special:
                conditions.append(f"{constant(holder)}.{name} is {constant(contents[name])}")
            compare(attributes, contents.keys() - special)
            conditions.append(f"len({constant(attributes)}) == {len(attributes)}")
        else:
            conditions.append(f"{constant(entry)}.is_current")
    return Conditions(" and ".join(conditions) or "True", known)


def captured_state(function: Any, structures: Iterable[TreeDef]) -> CapturedState:
    """The state that a staged function reaches, including through static arguments."""
    walk = Walk()
    walk.add(function, function.name)
    for argument, structure in zip(function.signature.parameters, structures, strict=True):
        for value in static_values(structure):
            walk.add(value, argument)
    return CapturedState(walk.snapshot(), walk.missing_modules)


def state_after_staging(
    state: CapturedState, function: Any, structures: Iterable[TreeDef]
) -> CapturedState:
    """The state, extended by the variables of modules that staging has imported."""
    has_imported = any(name in sys.modules for name in state.missing_modules)
    return captured_state(function, structures) if has_imported and state.holds() else state


def static_values(structure: TreeDef) -> Sequence[Any]:
    """The values in a structure that are known while staging."""
    found: list[Any] = []
    pending = [structure]
    while pending:
        structure = pending.pop()
        if isinstance(structure, Static):
            found.append(structure.value)
        elif isinstance(structure, TreeNode):
            pending += structure.children
            kind = structure.kind
            found.append(getattr(kind, "lifted", None) if isinstance(kind, CustomNode) else kind)
    return found
