"""The table of ATen operators: one function for each.

A function takes the arguments of the operator, as its schema names them. Tensors are staged tensors
of NNKit, element types are NumPy's, and sizes are integers or symbolic sizes. Arguments that say
where and how PyTorch stores a result are left out. A keyword-only parameter ``result`` receives the
element type of the node's (first) result.

A function raises ``DiagnosticError`` for arguments that it does not support: then PyTorch runs the
node.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class AtenOperator:
    """An operator: its function, and whether the function takes the element type of the result."""

    call: Callable[..., Any]
    takes_result: bool


OPERATORS: Final[dict[str, AtenOperator]] = {}
"""The operators by name, such as ``aten.add.Tensor``."""

STORAGE_ARGUMENTS: Final = frozenset(
    ("layout", "device", "pin_memory", "memory_format", "non_blocking")
)
"""Arguments that do not change the elements of a result."""


def operator(*names: str) -> Callable[[F], F]:
    """Decorator: adds a function to the table, under names without ``aten.``; ``.default`` is
    added to a name without an overload."""

    def enter(function: F) -> F:
        parameters = inspect.signature(function).parameters
        takes_result = "result" in parameters
        for name in names:
            full = name if "." in name else f"{name}.default"
            OPERATORS[f"aten.{full}"] = AtenOperator(function, takes_result)
        return function

    return enter
