"""Determines which arguments of a staged function have gradients or tangents."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from types import UnionType
from typing import Any, cast

from dlvm.nnkit.autodiff.derived_functions import AnyStaged
from dlvm.nnkit.pytree.containers import is_dataclass
from dlvm.nnkit.pytree.structs import field_hints, tensor_hint
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.nnkit.tracing.trace import failure

Arguments = int | str | tuple[int | str, ...]
"""Arguments by position or name."""


def expect_staged(what: str, of: Any) -> AnyStaged:
    if not isinstance(of, StagedFunction):
        raise failure(
            f"{what} expects a staged function, got {getattr(of, '__name__', of)!s}; decorate it "
            "with @staged"
        )
    return cast(AnyStaged, of)


def _own_names(what: str, of: AnyStaged) -> list[str]:
    """The names of a function's parameters, without the one that holds captured values."""
    return list(expect_staged(what, of).signature.parameters)[of.captures :]


def positions_of(what: str, of: AnyStaged, wrt: Arguments) -> tuple[int, ...]:
    """The positions of arguments that are given by position or name."""
    given = wrt if isinstance(wrt, tuple) else (wrt,)
    names = _own_names(what, of)
    positions: list[int] = []
    for argument in given:
        if argument in names:
            position = names.index(argument)
        elif isinstance(argument, int) and -len(names) <= argument < len(names):
            position = argument % len(names)
        else:
            every = of.signature.parameters
            several = [n for n in names if every[n].kind is inspect.Parameter.VAR_POSITIONAL]
            remedy = f"; {several[0]} is all of *{several[0]}" if several else ""
            raise failure(
                f"{what} wrt {argument!r} expects one of the arguments of {of.name}: "
                f"{', '.join(names) or 'it has none'}{remedy}"
            )
        if position in positions:
            raise failure(f"{what} wrt must name {names[position]} only once")
        positions.append(position)
    if not positions:
        raise failure(f"{what} of {of.name} expects at least one argument in wrt, got none")
    return tuple(positions)


def moving_positions(what: str, of: AnyStaged, wrt: Arguments | None) -> tuple[int, ...]:
    """The positions of the arguments that have tangents: the named ones, or all whose annotations
    may be floating-point.
    """
    if wrt is not None:
        return positions_of(what, of, wrt)
    names = enumerate(_own_names(what, of))
    positions = tuple(i for i, name in names if _may_move(of.hints.get(name)))
    if not positions:
        raise failure(f"{what} of {of.name} expects at least one argument of floats, got none")
    return positions


def _may_move(hint: Any) -> bool:
    """Whether a value with this annotation may have a tangent."""
    if hint is Any:
        return True
    tensor = None if hint is None else tensor_hint(hint)
    if tensor is not None:
        return tensor.element is None or tensor.element.is_differentiable
    origin = typing.get_origin(hint)
    if origin is not None:
        return origin in _COLLECTIONS and any(map(_may_move, typing.get_args(hint)))
    if isinstance(hint, type):
        if is_dataclass(hint):
            return any(map(_may_move, field_hints(hint).values()))
        return issubclass(hint, (tuple, list, dict))
    return hint is not Ellipsis


_COLLECTIONS = (tuple, list, dict, Mapping, typing.Union, UnionType)
