"""Application by brackets: ``f[x, w, b]`` runs a function, ``f[..., w, b]`` binds some of its
arguments."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from dlvm.nnkit.staging.closures import Closure
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.nnkit.tracing.trace import failure


def applied(function: StagedFunction[..., Any] | Closure, arguments: Any) -> Any:
    """The result for these arguments; with ``...`` among them, a function of those that it leaves
    open, which are as many as are missing.

    Raises :class:`DiagnosticError` for more arguments than the function has.
    """
    given = cast("tuple[Any, ...]", arguments) if isinstance(arguments, tuple) else (arguments,)
    places = [place for place, value in enumerate(given) if value is Ellipsis]
    if not places:
        return function(*given)
    names = list(function.signature.parameters)
    if len(places) > 1 or len(given) - 1 > len(names):
        raise failure(
            f"{len(given) - len(places)} arguments and {len(places)} '...' found, expected at most "
            f"{len(names)} arguments, for {', '.join(names)}, and one '...'"
        )
    place, values = places[0], (*given[: places[0]], *given[places[0] + 1 :])
    environment = function.dlvm_environment()
    if environment is None:
        base = cast("StagedFunction[..., Any]", function)
    else:
        # What it uses of what is around it is one more argument that is bound.
        base = environment[0].lifted
        place, values = place + 1, (environment[1], *values)
    key = ("bound", place, len(values))
    if key not in base.derived:
        base.derived[key] = Bound(base, place, len(values))
    return Closure(base.derived[key], values)


class Bound(StagedFunction[..., Any]):
    """A function some of whose arguments come in a tuple, before those that are left."""

    def __init__(self, of: StagedFunction[..., Any], place: int, count: int) -> None:
        every = list(of.signature.parameters.values())
        names = [p.name for p in every[place : len(every) - (count - place)]]
        kind = inspect.Parameter.POSITIONAL_ONLY
        parameters = [inspect.Parameter(name, kind) for name in ("bound", *names)]
        signature = of.signature.replace(parameters=parameters)
        super().__init__(of, replace(of.options, donate=()), signature, of.name)
        self.of = of
        self.place = place
        self.captures = True

    def run_body(self, values: Sequence[Any]) -> Any:
        bound, *rest = values
        return self.of(*bound[: self.place], *rest, *bound[self.place :])
