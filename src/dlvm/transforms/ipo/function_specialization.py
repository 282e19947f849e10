"""Function specialization: copies functions for constant arguments that are functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from dlvm.analysis.differentiation.custom_derivatives import has_custom_derivative
from dlvm.analysis.differentiation.function_values import function_paths, is_parameter, sources
from dlvm.ir import Argument, DerivedDeclaration, Function, Module, Value
from dlvm.ir.cloning import copy_blocks
from dlvm.ir.instructions import Apply, Path
from dlvm.ir.types import same_type

_MAX_COPIES: Final = 10_000

ArgumentPath = tuple[int, Path]
"""The place of a function value in the arguments of a function: the position of the argument, and
the path in it."""


def specialize(module: Module) -> Collection[Function]:
    """Redirects each call of ``@f`` that passes a known function ``@g`` to a copy of ``@f``, named
    ``@f.g``, in which the argument is known to be ``@g``. Indirect calls of known functions become
    direct calls.

    A copy has the signature of the original. The number of copies is finite, as function values
    have no bound arguments; after 10,000 copies the remaining calls are left unchanged. The copy of
    a declared gradient or derivative is declared as that of a copy of its function. The custom
    gradients and derivatives of a copied function are copied, too.

    Returns the functions that still have an unknown function among their arguments.
    """
    return _Specializer(module).run()


class _Specializer:
    def __init__(self, module: Module) -> None:
        self.module = module
        self._origins: dict[Function, tuple[Function, Mapping[ArgumentPath, Function]]] = {}
        self._copies: dict[tuple[Function, frozenset[tuple[ArgumentPath, Function]]], Function] = {}
        self._custom_derivatives: dict[Function, list[Function]] = {}
        for function in module.functions:
            if isinstance(function.declaration, DerivedDeclaration) and has_custom_derivative(
                function
            ):
                self._custom_derivatives.setdefault(function.declaration.function, []).append(
                    function
                )

    def run(self) -> Collection[Function]:
        changed = True
        while changed:
            changed = False
            for function in list(self.module.functions):
                for call in list(function.instructions()):
                    if isinstance(call, Apply) and self._name_callee(call):
                        function.touch()
                        changed = True
        return {f for f in self.module.functions if self._unknown_functions(f)}

    def _name_callee(self, call: Apply) -> bool:
        """Makes a call direct, or redirects it to a specialized copy; returns whether it
        changed."""
        callee = call.callee
        if not isinstance(callee, Function):
            callee = self._known(callee, ())
        if callee is None:
            return False
        found = {
            place: function
            for place in self._unknown_functions(callee)
            if (function := self._known(call.arguments[place[0]], place[1])) is not None
        }
        if found:
            callee = self._copy(callee, found)
        changed = callee is not call.callee
        call.set_operand(0, callee)
        return changed

    def _unknown_functions(self, function: Function) -> list[ArgumentPath]:
        """Returns the paths of the unknown functions in a function's arguments."""
        if not function.blocks and function.derived_from is None:
            return []
        _, known = self._origins.get(function, (function, {}))
        return [
            (index, path)
            for index, type in enumerate(function.type.parameters)
            for path in function_paths(type)
            if (index, path) not in known
        ]

    def _known(self, value: Value, path: Path) -> Function | None:
        """Returns the function at a path in a value if it is always the same, else None."""
        found: Function | None = None
        for source, inner in sources(value, path):
            function = source if isinstance(source, Function) else None
            if isinstance(source, Argument) and is_parameter(source):
                block = source.block
                copied = self._origins.get(block.function)
                place = block.arguments.index(source), inner
                function = copied[1].get(place) if copied is not None else None
            if function is None or (found is not None and function is not found):
                return None
            found = function
        if not path and found is not None and not same_type(found.type, value.type):
            return None
        return found

    def _copy(self, function: Function, found: Mapping[ArgumentPath, Function]) -> Function:
        """Returns the copy of a function for known functions among its arguments."""
        origin, known = self._origins.get(function, (function, {}))
        places = {**known, **found}
        key = origin, frozenset(places.items())
        if key in self._copies:
            return self._copies[key]
        if len(self._copies) >= _MAX_COPIES:
            return function
        names = dict.fromkeys(f.name or "f" for f in places.values())
        name = self.module.unique_name(".".join((origin.name or "f", *names)))
        attributes = {*origin.attributes - {"export"}, "internal"}
        copy = Function(name, origin.type, attributes, location=origin.location)
        self._copies[key] = self.module.add_function(copy)
        self._origins[copy] = origin, places
        declaration = origin.declaration
        if isinstance(declaration, DerivedDeclaration) and not origin.blocks:
            count = len(declaration.function.type.parameters)
            within = {place: f for place, f in places.items() if place[0] < count}
            copy.declaration = replace(
                declaration, function=self._copy(declaration.function, within)
            )
        copy_blocks(origin.blocks, copy, {}, {})
        for (index, path), known_function in places.items():
            if copy.blocks and not path:
                copy.arguments[index].replace_uses(known_function)
        for rule in self._custom_derivatives.get(origin, ()):
            assert isinstance(rule.declaration, DerivedDeclaration)
            self._copy(rule, places).declaration = replace(rule.declaration, function=copy)
        return copy
