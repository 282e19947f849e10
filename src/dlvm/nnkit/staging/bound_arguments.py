"""Arguments of staged functions: their parameters, their types, and copies of bound ones."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from dlvm.diagnostics import quantity
from dlvm.ir.types import Type, element_type_of
from dlvm.ir.values import TensorData
from dlvm.nnkit.pytree.pytree import TreeDef, flatten, leaf_hints, leaf_paths, unflatten
from dlvm.nnkit.staging.cache_key import erased, leaf_type
from dlvm.nnkit.staging.captured_state import static_values
from dlvm.nnkit.staging.python_closures import holds_staged
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import is_array
from dlvm.text.parser_base import suggestion

Arguments = Sequence[Any]
ArgumentTypes = tuple[tuple[TreeDef, ...], tuple[Type, ...]]

BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
"""The kinds of parameters that take one argument by position."""


def hint_of_all(parameter: inspect.Parameter, hint: Any) -> Any:
    """The annotation of the value of a parameter with annotation ``hint``. The annotation of
    ``*args`` applies to each item of a tuple, that of ``**kwargs`` to each value of a dict."""
    if hint is None or parameter.kind in (*BY_POSITION, parameter.KEYWORD_ONLY):
        return hint
    if parameter.kind is parameter.VAR_POSITIONAL:
        return tuple.__class_getitem__((hint, Ellipsis))
    return dict.__class_getitem__((str, hint))


def by_kind(
    signature: inspect.Signature, values: Sequence[Any]
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments by position and by name that pass a value for each parameter."""
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for parameter, value in zip(signature.parameters.values(), values, strict=True):
        if parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        elif parameter.kind is parameter.VAR_KEYWORD:
            named |= value
        elif parameter.kind is parameter.VAR_POSITIONAL:
            positional += value
        else:
            positional.append(value)
    return positional, named


def around_ellipsis(names: Sequence[str], given: Arguments) -> tuple[Arguments, Arguments]:
    """The arguments for the first parameters and those for the last ones; ``...`` between them
    represents all others. Raises :class:`DiagnosticError` if there are more arguments than
    parameters."""
    places = [place for place, value in enumerate(given) if value is Ellipsis]
    count = len(given) - len(places)
    if len(places) > 1 or count > len(names):
        raise failure(
            f"expected at most {quantity(len(names), 'argument')}, for {', '.join(names)}, and "
            f"one '...', got {count} and {len(places)} '...'"
        )
    place = places[0] if places else len(given)
    return given[:place], given[place + 1 :]


def named_arguments(
    name: str, signature: inspect.Signature, args: Arguments, named: Mapping[str, Any]
) -> dict[str, Any]:
    """Some arguments of the function ``name``, by the names of their parameters."""
    every = signature.parameters
    names = [n for n, p in every.items() if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    before, after = around_ellipsis(names, args)
    given = dict(zip(names, before, strict=False))
    given |= zip(names[len(names) - len(after) :], after, strict=True)
    for parameter in named:
        if parameter not in every:
            raise failure(
                f"{name}.bind: expected names among {', '.join(every)}, got {parameter}"
                f"{suggestion(parameter, every)}"
            )
        if parameter in given:
            raise failure(f"{name}.bind: expected one value for {parameter}, got two")
    given |= named
    if not given:
        raise failure(f"{name}.bind: expected values for some of {', '.join(every)}, got none")
    for parameter, value in given.items():
        if holds_staged(value):
            raise failure(
                f"{name}.bind: expected arrays and numbers, got a staged value for {parameter}; "
                f"bind it by brackets, as in {name}[..., {parameter}]"
            )
    return given


def all_arguments(
    name: str, signature: inspect.Signature, args: Arguments, named: Mapping[str, Any]
) -> tuple[Any, ...]:
    """A value for each parameter of the function ``name``. Raises :class:`DiagnosticError` if the
    arguments do not match the parameters."""
    try:
        bound = signature.bind(*args, **named)
    except TypeError as problem:
        expected = ", ".join(signature.parameters)
        raise failure(f"{name}: {problem}, expected {name}({expected})") from None
    bound.apply_defaults()
    return tuple(bound.arguments.values())


def argument_types(name: str, hints: Sequence[tuple[str, Any]], args: Arguments) -> ArgumentTypes:
    """The structures of arguments of the function ``name``, and the types of all their leaves.
    ``hints`` has the name and the annotation of each parameter."""
    structures: list[TreeDef] = []
    types: list[Type] = []
    for value, (parameter, hint) in zip(args, hints, strict=True):
        leaves: list[Any] = []
        structure = flatten(value, leaves, hint, f"{name}: argument {parameter}")
        structures.append(structure)
        annotated = zip(leaves, leaf_hints(structure, hint), strict=True)
        types += [erased(leaf_type(leaf), leaf_hint) for leaf, leaf_hint in annotated]
    return tuple(structures), tuple(types)


class ConstantArguments:
    """Copies of arguments of the function ``name``, checked against their annotations."""

    def __init__(self, name: str, given: Mapping[str, Any], hints: Mapping[str, Any]) -> None:
        self.values: dict[str, Any] = {}
        self.tensors: dict[str, TensorData] = {}
        """The arrays among the values, by dotted names."""
        self.static: list[Any] = []
        """The values that are known while staging, such as functions and plain objects. They are
        not copied."""
        for parameter, value in given.items():
            leaves: list[Any] = []
            what = f"{name}: argument {parameter}"
            structure = flatten(value, leaves, hints.get(parameter), what)
            copies = map(self._copied, _leaf_names(parameter, structure), leaves)
            self.values[parameter] = unflatten(structure, copies)
            self.static += static_values(structure)

    def _copied(self, name: str, leaf: Any) -> Any:
        if not is_array(leaf) or element_type_of(leaf.dtype) is None:
            return deepcopy(leaf)  # A number, or a value of an enum.
        data = self.tensors[name] = TensorData(leaf)
        return data.array


def _leaf_names(parameter: str, structure: TreeDef) -> Iterator[str]:
    for path in leaf_paths(structure):
        yield f"{parameter}.{path}" if path else parameter
