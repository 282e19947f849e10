"""Caches the results of analyses by versions of the function.

An analysis is a function or a class that is called with a function of the IR and returns an
immutable result. The result is valid for one version of that function (see
:meth:`dlvm.ir.Function.touch`), or of its control flow. A pass that changes functions may declare
the analyses that it preserves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final, TypeVar

from dlvm.ir.instruction import Function

Result = TypeVar("Result")
Analysis = Callable[[Function], Any]
AnyAnalysis = TypeVar("AnyAnalysis", bound=Analysis)

CONTROL_FLOW: Final[set[Analysis]] = set()
"""The analyses of blocks and edges, which do not depend on the instructions inside blocks."""


def of_control_flow(analysis: AnyAnalysis) -> AnyAnalysis:
    """Registers an analysis, or a part of one, that depends on control flow only."""
    CONTROL_FLOW.add(analysis)
    return analysis


def _version(analysis: Analysis, function: Function) -> int:
    """The version of a function, or only of its control flow, that an analysis depends on."""
    return function.control_flow_version if analysis in CONTROL_FLOW else function.version


def analyzed(analysis: Callable[[Function], Result], function: Function) -> Result:
    """Returns the result of an analysis for the current version of a function, from the cache if
    possible."""
    version = _version(analysis, function)
    known = function.analyses.get(analysis)
    if known is not None and known[0] == version:
        return known[1]
    _forget_outdated(function)
    result = analysis(function)
    function.analyses[analysis] = version, result
    return result


def _forget_outdated(function: Function) -> None:
    """Drops outdated results, which may be large."""
    known = function.analyses
    for analysis in [a for a, (version, _) in known.items() if version != _version(a, function)]:
        del known[analysis]


def settling(step: Callable[[Function], bool]) -> Callable[[Function], bool]:
    """Decorates a step that changes a function and returns whether it did. A step that did not
    change the function is skipped until the function changes. The step must depend on nothing but
    the function."""

    @wraps(step)
    def apply(function: Function) -> bool:
        known = function.analyses.get(step)
        if known is not None and known[0] == _version(step, function):
            return False
        changed = step(function)
        if not changed:
            function.analyses[step] = _version(step, function), False
        return changed

    return apply


@contextmanager
def preserving(functions: Iterable[Function], preserved: Collection[Analysis]) -> Generator[None]:
    """Keeps the results of the analyses ``preserved`` valid across the changes that the context
    makes to ``functions``."""
    known = {
        function: [
            (analysis, result)
            for analysis, (version, result) in function.analyses.items()
            if analysis in preserved and version == _version(analysis, function)
        ]
        for function in functions
    }
    yield
    for function, results in known.items():
        for analysis, result in results:
            function.analyses[analysis] = _version(analysis, function), result


def outdated(functions: Iterable[Function]) -> Iterator[tuple[Function, Analysis]]:
    """The cached results that are valid by their version but differ from the result of running the
    analysis again."""
    for function in functions:
        for analysis, (version, result) in list(function.analyses.items()):
            if version == _version(analysis, function) and result != analysis(function):
                yield function, analysis
