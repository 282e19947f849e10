"""Errors of Python in staged code that have a remedy in NNKit.

Python raises them itself, for example for an argument that a function of NNKit does not have.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from difflib import get_close_matches
from types import FunctionType

from dlvm.diagnostics import DiagnosticError, Location, error
from dlvm.nnkit.tracing.familiar_names import PARAMETERS
from dlvm.nnkit.tracing.source_locations import traceback_location

_LEFT_OUT = {
    "device": "leave it out: programs run on the processor",
    "requires_grad": "name the arguments to differentiate: gradient(f, 'w')",
    "inplace": "staged tensors are values: assign the result, as in x = f(x)",
    "out": "staged tensors are values: assign the result, as in x = f(y)",
    "non_blocking": "leave it out: programs run on the processor",
    "where": "choose elements with nnkit.where",
    "order": "leave it out: the compiler chooses layouts",
    "copy": "leave it out: staged tensors are values, which nothing changes",
}
"""The replacement for a parameter of NumPy's or PyTorch's functions that NNKit lacks."""
_SHAPED = frozenset(
    {"zeros", "ones", "empty", "normal", "uniform", "broadcast_to", "rand", "randn"}
)
_JOINING = frozenset({"concatenate", "concat", "stack"})
_PROPERTIES = {
    "size": "size is the number of elements, not a method; use x.shape[axis]",
    "shape": "shape is a tuple of sizes, not a method; use x.shape[axis]",
    "ndim": "ndim is a number, not a method; write x.ndim",
    "dtype": "dtype is an element type, not a method; write x.dtype",
    "T": "T is the transposed tensor, not a method; write x.T",
    "mT": "mT is the transposed tensor, not a method; write x.mT",
}


def _called(found: re.Match[str], text: str) -> str:
    """The name by which the user's line calls the function; else its own name."""
    name = re.match(r"[\w.]*?(\w+)\s*\(", text)
    return found["function"] if name is None else name[1]


def _unknown_parameter(found: re.Match[str], text: str) -> str | None:
    function, name = _called(found, text), found["name"]
    if name in _LEFT_OUT:
        return f"{function} has no parameter {name}; {_LEFT_OUT[name]}"
    known = PARAMETERS.get(name) or _nearest_parameter(function, name)
    return known and f"{function} has no parameter {name}; did you mean {known}?"


def _nearest_parameter(function: str, name: str) -> str | None:
    """The parameter of a function of NNKit whose name is most like another one."""
    called = vars(sys.modules["dlvm.nnkit"]).get(function)
    names = list(inspect.signature(called).parameters) if isinstance(called, FunctionType) else []
    return next(iter(get_close_matches(name, names, 1)), None)


def _too_many(found: re.Match[str], text: str) -> str | None:
    function = _called(found, text)
    if function in _SHAPED:
        return f"{function} takes the shape as one argument; write a tuple: {function}((2, 3))"
    if function in _JOINING:
        return f"{function} takes the tensors as one argument; write a list: {function}([x, y])"
    return None


def _uncalled(_: re.Match[str], text: str) -> str:
    names = re.findall(r"[A-Za-z_][\w.]*\.[a-z]\w*(?![\w(.])", text)
    name = names[0] if names else "x.mean"
    return f"a method is used as a number, expected its result; call it, as in {name}()"


def _called_property(_: re.Match[str], text: str) -> str | None:
    name = re.match(r".*?\.(\w+)\s*\(", text)
    return None if name is None else _PROPERTIES.get(name[1])


def _joined_text(_: re.Match[str], __: str) -> str:
    return (
        "a staged value has no text while staging, expected a str; return the value, and format "
        "it outside of the staged function"
    )


def _where_alone(_: re.Match[str], __: str) -> str:
    return (
        "where needs a condition and two tensors, got the condition alone: how many elements are "
        "true is known only at run time; choose elements with where(condition, x, y)"
    )


def _rounded(_: re.Match[str], __: str) -> str:
    return "a staged value has no digits while staging, expected a number; use nnkit.round(x)"


def _raised_text(_: re.Match[str], __: str) -> str:
    return "raise needs an exception, got another object; write raise ValueError('…')"


def _container(found: re.Match[str], _: str) -> str:
    kind = found["kind"]
    return f"expected a tensor, got a {kind}; pass the tensors that it holds"


_TRANSLATIONS: list[tuple[str, Callable[[re.Match[str], str], str | None]]] = [
    (r"(?:.*\.)?(?P<function>\w+)\(\) got an unexpected keyword argument '(?P<name>\w+)'",
     _unknown_parameter),
    (r"(?:.*\.)?(?P<function>\w+)\(\) takes .* positional arguments? but \d+ (?:was|were) given",
     _too_many),
    (r"unsupported operand type\(s\) for .*'(?:method|function|builtin_function_or_method)'",
     _uncalled),
    (r"'\w+' object is not callable", _called_property),
    (r"'(?P<kind>dict|list|tuple|set)' object has no attribute '(?:ndim|shape|dtype|type|value)'",
     _container),
    (r"(?:.*\.)?where\(\) missing \d+ required positional arguments?", _where_alone),
    (r"type \w+ doesn't define __round__ method", _rounded),
    (r"exceptions must derive from BaseException", _raised_text),
    (r"can only concatenate str \(not \"\w*Tensor\w*\"\) to str", _joined_text),
]  # fmt: skip
"""Patterns of Python's messages, each with the function that returns the message to use instead."""


def _translated(problem: Exception) -> str | None:
    location = traceback_location(problem)
    for pattern, translate in _TRANSLATIONS:
        found = re.match(pattern, str(problem))
        if found is not None:
            text = "" if location is None else _text(location)
            return translate(found, text)
    return None


def _text(location: Location) -> str:
    return location.source.text[location.start : location.end]


@contextmanager
def with_remedies() -> Generator[None]:
    """Context manager: converts Python's errors that have a remedy to diagnostics at their line."""
    try:
        yield
    except DiagnosticError:
        raise
    except (TypeError, AttributeError) as problem:
        message = _translated(problem)
        if message is None:
            raise
        raise error(message, traceback_location(problem)) from None
