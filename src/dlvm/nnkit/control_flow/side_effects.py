"""Rejects side effects on Python objects under staged control flow.

Python runs the code of a staged branch or loop once, while staging, no matter how often the program
runs it. A change of an object from outside would therefore be wrong. A :class:`StagedRegion`
records the contents of these objects when such code begins. Stores and calls immediately compare
the objects that they touch, so that the error names their line. The end of the region compares all
objects.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, cast

from dlvm.diagnostics import DiagnosticError, Location, error
from dlvm.nnkit.control_flow.python_state import ObjectContents, Snapshot, Walk, is_opaque_iterator
from dlvm.nnkit.tracing.source_locations import has_source, is_ours, is_users, user_frame
from dlvm.nnkit.tracing.trace import TracingScope, current_scope, failure

_LOOP = "a staged loop"
_REMEDIES = {
    "list": "keep the values in variables, or in a tensor with t = t.at[i].set(value)",
    "array": "assign a tensor instead, as in t = t.at[i].set(value)",
    "attribute": "keep the value in a variable, and set the attribute afterwards",
    "variable": "return the new value, and assign it after the call",
    "global variable": "return the new value, and assign it after the call",
    "iterator": "take its values before, as in values = list(iterator)",
    "random generator": "draw with nnkit.random, which draws new numbers in each iteration",
}
_OTHER_REMEDY = "keep the value in a variable"


class SideEffectError(DiagnosticError):
    """A side effect that a program cannot have. Handlers of the user do not catch it."""


class StagedRegion:
    """Code that the program runs repeatedly or only on some paths, while Python runs it once.

    Parameters
    ----------
    where
        A description of the code.
    location
        The code's head.
    variables
        The variables that the code may use.
    assigned
        The variables that it assigns and that the control-flow runtime merges.
    is_end
        Whether the function ends with this code, so that its other variables do not matter.
    """

    def __init__(
        self,
        scope: TracingScope,
        where: str,
        location: Location | None,
        variables: Mapping[str, Any],
        assigned: Collection[str] = (),
        is_end: bool = False,
    ) -> None:
        self.regions = scope.program.regions
        self.where = where
        self.location = location
        self.snapshot = _reachable(scope, variables, assigned, is_end)
        self.regions.append(self)

    def check(self) -> None:
        """Raises if an object has changed since the region began."""
        entry = self.snapshot.changed()
        if entry is not None:
            raise self.problem(entry, self.location)

    def close(self) -> None:
        """Ends the region."""
        self.regions.remove(self)
        self.check()

    def problem(self, entry: ObjectContents, location: Location | None) -> SideEffectError:
        """The error for a change of an object."""
        kind = entry.kind
        remedy = _REMEDIES.get(kind, _OTHER_REMEDY)
        if kind == "list" and self.where == _LOOP:
            remedy = "collect the values with nnkit.map, or " + remedy
        found = error(
            f"{self.where} must not change the {kind} {entry.what}, which is defined outside it: "
            f"Python runs this code once, while staging; {remedy}",
            location,
        )
        return SideEffectError(found.diagnostics)


def loop_region(
    scope: TracingScope,
    location: Location | None,
    variables: Mapping[str, Any],
    assigned: Collection[str],
) -> StagedRegion:
    """Begins the body of a staged loop."""
    return StagedRegion(scope, _LOOP, location, variables, assigned)


def _reachable(
    scope: TracingScope, variables: Mapping[str, Any], assigned: Collection[str], is_end: bool
) -> Snapshot:
    """The objects that the user's code can reach at this point."""
    if not scope.program.is_python:
        return Snapshot()
    frame = user_frame(scope.base)
    shown = dict(variables)
    walk = Walk({n: shown[n] for n in assigned if n in shown}, samples=True)
    if frame is not None:
        walk.add_code(frame.f_code, frame.f_globals)
        if not is_end and frame.f_locals is not frame.f_globals:
            shown = {**frame.f_locals, **shown}
    for name, value in shown.items():
        if not name.startswith(_INTERNAL):
            walk.add(value, name)
    return walk.snapshot()


_INTERNAL = "__dlvm"


def current_variables(scope: TracingScope) -> Mapping[str, Any]:
    """The variables of the user's function that is being staged."""
    frame = user_frame(scope.base)
    return {} if frame is None else dict(frame.f_locals)


def _regions() -> list[StagedRegion]:
    scope = current_scope()
    return [] if scope is None else scope.program.regions


def _known(value: Any) -> Iterator[tuple[StagedRegion, ObjectContents]]:
    """The regions that began when an object already existed, each with the recorded contents of the
    object; the innermost region first."""
    for region in reversed(_regions()):
        entry = region.snapshot.known.get(id(value))
        if entry is not None:
            yield region, entry


def _here() -> Location | None:
    return failure("").diagnostics[0].location


def target(value: Any, attribute: str = "") -> Any:
    """The object whose attribute or item is assigned or deleted."""
    for region, entry in _known(value):
        if attribute:
            entry = ObjectContents(value, f"{entry.path}.{attribute}", "attribute", tuple, ())
        raise region.problem(entry, _here())
    if isinstance(value, ModuleType):
        for region in _regions():
            entry = ObjectContents(value, f"{value.__name__}.{attribute}", "attribute", tuple, ())
            raise region.problem(entry, _here())
    return value


def augmented(current: Any, operand: Any) -> Any:
    """The operand of an augmented assignment, which changes ``current`` if it is mutable."""
    for region, entry in _known(current):
        if entry.kind != "attribute":
            raise region.problem(entry, _here())
    return operand


def rebinding(names: Iterable[str], value: Any) -> Any:
    """The value assigned to variables that are declared global or nonlocal."""
    regions = _regions()
    frame = user_frame(None) if regions else None
    if frame is None:
        return value
    for region in reversed(regions):
        for entry in region.snapshot.entries:
            if entry.kind not in ("variable", "global variable"):
                continue
            contents = cast("dict[str, Any]", entry.contents)
            for name in names:
                if entry.kind == "variable":
                    found = frame.f_locals.get(name, _ABSENT)
                    is_same = name in contents and found is entry.holder.cell_contents
                else:
                    is_same = entry.holder is frame.f_globals and name not in frame.f_locals
                if is_same:
                    changed = ObjectContents(entry.holder, name, entry.kind, tuple, ())
                    raise region.problem(changed, _here())
    return value


_ABSENT = object()


def iterated(value: Any) -> Any:
    """The iterable of a loop that Python runs."""
    for region, entry in _known(value):
        if entry.kind == "iterator":
            raise region.problem(entry, _here())
    return value


_USES_FRAME = (
    builtins.eval, builtins.exec, builtins.vars, builtins.dir, builtins.globals, builtins.locals,
    builtins.breakpoint,
)  # fmt: skip


def guarded_call(function: Any) -> Callable[..., Any]:
    """A function that calls a library function, and then raises if that changed an argument from
    outside of a region."""
    if not _regions() or not _may_change(function):
        return function

    def call(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        for value in (getattr(function, "__self__", None), *args, *kwargs.values()):
            for region, entry in _known(value):
                if not entry.is_current or is_opaque_iterator(value):
                    raise region.problem(entry, _here())
        return result

    return call


def _may_change(function: Any) -> bool:
    """Whether a function that is not rewritten may change its arguments."""
    if isinstance(function, MethodType):
        function = function.__func__
    if isinstance(function, FunctionType):
        # The user's functions check their own code, if they have a source.
        code = function.__code__
        is_checked = is_users(code.co_filename) and has_source(code)
        return not (is_checked or is_ours(code.co_filename))
    if isinstance(function, type):
        return function.__module__ == "builtins" and function is not type
    known = isinstance(function, BuiltinFunctionType) or callable(function)
    module = str(getattr(cast("type[Any]", type(function)), "__module__", ""))
    return known and not module.startswith("dlvm") and function not in _USES_FRAME
