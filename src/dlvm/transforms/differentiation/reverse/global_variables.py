"""Shadow variables, which hold the gradients or tangents of global variables."""

from __future__ import annotations

from collections.abc import Iterable

from dlvm.analysis.differentiation.differentiability import differentiable_leaves
from dlvm.ir import Builder, Module, Value, Variable
from dlvm.ir import instructions as op
from dlvm.ir.instructions import Path
from dlvm.transforms.differentiation.reverse.shadow_values import zero


class ShadowVariables:
    """The shadow variables of active global variables. A shadow has the type of its variable, and
    is zero while no differentiated function runs."""

    def __init__(self, module: Module, name: str) -> None:
        self._module = module
        self._name = name
        self._known: dict[Variable, Variable] = {}

    def of(self, variable: Variable) -> Variable:
        """Returns the shadow of a variable."""
        if variable not in self._known:
            name = self._module.unique_name(f"{variable.name}.{self._name}")
            self._known[variable] = Variable(name, variable.content)
            self._module.variables.append(self._known[variable])
        return self._known[variable]

    def enter(self, active: Iterable[Value], builder: Builder) -> list[tuple[Value, Value]]:
        """Sets the shadows of the active variables to zero. Returns their addresses and previous
        contents, which have to be restored, as another differentiated function can be the
        caller."""
        before: list[tuple[Value, Value]] = []
        for variable in active:
            if isinstance(variable, Variable):
                for path, type in differentiable_leaves(variable.content):
                    place = _place(self.of(variable), path, builder)
                    before.append((place, builder.insert(op.Load(place))))
                    builder.insert(op.Store(zero(type), place))
        return before


def restore(before: Iterable[tuple[Value, Value]], builder: Builder) -> None:
    """Restores the previous contents of shadow variables, which ``enter`` has returned."""
    for place, value in before:
        builder.insert(op.Store(value, place))


def _place(variable: Variable, path: Path, builder: Builder) -> Value:
    return builder.insert(op.ElementPointer(variable, (0, *path))) if path else variable
