"""The table of operators: one function for an operator and a range of versions.

A function takes the inputs of a node as positional parameters and its attributes as keyword-only
ones, with the names and defaults of the ONNX specification. It returns the output, or a tuple of
the outputs. Tensors are staged tensors of NNKit. A parameter annotated :data:`Known`, such as the
shape of ``Reshape``, must be known while the model is imported: it is a NumPy array. The
keyword-only parameter ``outputs`` receives the number of outputs that the node uses, and
``context`` the :class:`Context` of the node.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Protocol, TypeAlias, TypeVar

import numpy as np

from dlvm.diagnostics import error
from dlvm.onnx.graph import Graph, Key, TensorSpec

Known: TypeAlias = np.ndarray[Any, Any]
"""An input whose elements must be known when the model is imported."""
Text: TypeAlias = Any
"""An input that may be a known array of strings, or a value that Python computes from results."""
F = TypeVar("F", bound=Callable[..., Any])


class Context(Protocol):
    """Queries of an operator to the importer."""

    def subgraph(self, graph: Graph, inputs: Sequence[Any]) -> list[Any]:
        """Stages a subgraph on the inputs and returns its results."""
        ...

    def known(self, value: Any) -> np.ndarray[Any, Any] | None:
        """The elements of a value if they are known, else None."""
        ...

    def needed(self, value: Any, what: str) -> np.ndarray[Any, Any]:
        """The elements of a value that must be known."""
        ...

    def is_unrolled(self) -> bool:
        """Whether the node is a loop that must be unrolled."""
        ...

    def unroll(self) -> NoReturn:
        """Imports the model again, with the node unrolled."""
        ...

    def count(self, steps: int) -> None:
        """Counts steps that the operator unrolls. Raises :class:`DiagnosticError` if the model
        becomes too long.
        """
        ...

    def output_specs(self) -> Sequence[TensorSpec | None]:
        """The model's declarations of the node's outputs."""
        ...


@dataclass(frozen=True)
class OperatorVersion:
    """An operator from version ``since`` up to the next one in the table."""

    key: Key
    since: int
    call: Callable[..., Any]
    inputs: tuple[str, ...]
    known: tuple[bool, ...]
    """For each positional parameter, whether its elements must be known."""
    texts: tuple[bool, ...]
    """For each positional parameter, whether it may be an array of strings."""
    variadic: bool
    needed: int
    """The least number of inputs of a node."""
    attributes: Mapping[str, str]
    """The type of each attribute, as the function annotates it."""
    required: tuple[str, ...]
    """The attributes that a node must have."""
    takes_outputs: bool
    takes_context: bool
    random: bool = False


OPERATORS: Final[dict[Key, list[OperatorVersion]]] = {}
"""The operators by domain and name, each with its versions, the newest first."""

INPUTS_THAT_WERE_ATTRIBUTES: Final[Mapping[str, tuple[int, tuple[str, ...]]]] = {
    "Clip": (11, ("min", "max")),
    "Dropout": (12, ("ratio",)),
    "Pad": (11, ("pads", "value")),
    "Reshape": (5, ("shape",)),
    "Slice": (10, ("starts", "ends", "axes")),
    "Split": (13, ("split",)),
    "Squeeze": (13, ("axes",)),
    "Tile": (6, ()),
    "TopK": (10, ("k",)),
    "Unsqueeze": (13, ("axes",)),
    "Upsample": (9, ("scales",)),
    "ReduceSum": (13, ("axes",)),
    **{
        f"Reduce{name}": (18, ("axes",))
        for name in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "SumSquare")
    },
}
"""Attributes that became inputs in a later version, in the order of the inputs after the first."""


def operator(
    name: str, *, since: int = 1, domain: str = "", random: bool = False
) -> Callable[[F], F]:
    """Decorator: registers a function in the table, from a version on."""

    def enter(function: F) -> F:
        parameters = inspect.signature(function).parameters.values()
        positional = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        keywords = {p.name: p for p in parameters if p.kind is p.KEYWORD_ONLY}
        attributes = {n: p for n, p in keywords.items() if n not in ("outputs", "context")}
        variadic = [p for p in parameters if p.kind is p.VAR_POSITIONAL]
        entry = OperatorVersion(
            (domain, name),
            since,
            function,
            tuple(p.name for p in positional),
            tuple("Known" in str(p.annotation) for p in [*positional, *variadic]),
            tuple("Text" in str(p.annotation) for p in [*positional, *variadic]),
            bool(variadic),
            sum(p.default is p.empty for p in positional),
            {n: str(p.annotation).removesuffix(" | None") for n, p in attributes.items()},
            tuple(n for n, p in attributes.items() if p.default is p.empty),
            "outputs" in keywords,
            "context" in keywords,
            random,
        )
        versions = OPERATORS.setdefault((domain, name), [])
        versions.append(entry)
        versions.sort(key=lambda o: -o.since)
        return function

    return enter


def find_operator(key: Key, version: int) -> OperatorVersion | None:
    """Looks up an operator for a version of its operator set; None if it is not supported."""
    return next((o for o in OPERATORS.get(key, ()) if o.since <= version), None)


def axis_of(axis: int, rank: int) -> int:
    """Normalizes an axis, which may be negative, to count from 0. Raises if it is out of range."""
    if not -rank <= axis < rank:
        raise error(f"axis {axis} is out of range for a tensor of rank {rank}")
    return axis % rank


def integer(x: Known) -> int:
    """The only element of a known tensor. Raises if it does not have exactly one."""
    if x.size != 1:
        raise error(f"expected one element, got a tensor of shape {x.shape}")
    return int(x.reshape(-1)[0])
