"""Training mode: random numbers and running statistics of layers.

A model is an immutable value. Inside :func:`training`, which the trainer enters for each step,
layers draw keys for random numbers and record new values of their buffers;
:meth:`TrainingPass.trained` returns the model with these buffers. Outside of training mode, a model
only computes its outputs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dlvm.ir import Function
from dlvm.nnkit import Tensor1D, map_tensors, struct, u32
from dlvm.nnkit.pytree.pytree import Leaf, TreeDef, TreeNode, flatten, unflatten
from dlvm.nnkit.tracing.trace import NeedsCaller, failure, scope_for
from dlvm.nnkit.tracing.tracer import element_type

M = TypeVar("M")

_KEY_STEP = 0x9E3779B9
"""The difference of the keys of successive draws of one step (the golden ratio in 32 bits)."""


@struct
class Buffer:
    """A tensor of a layer that is not trained: fixed, or replaced by :func:`update`."""

    value: Any


@dataclass(eq=False)
class TrainingPass:
    """The state of one training step's pass through a model."""

    function: Function
    key: Tensor1D[u32]
    draws: int = 0
    updates: dict[int, Any] = field(default_factory=dict[int, Any])

    def trained(self, model: M) -> M:
        """The model with its updated buffers."""
        return map_tensors(lambda tensor: self.updates.get(id(tensor), tensor), model)


_pass: ContextVar[TrainingPass | None] = ContextVar("training", default=None)


@contextmanager
def training(key: Tensor1D[u32] | NDArray[np.uint32]) -> Generator[TrainingPass]:
    """Context manager for training mode, in which layers draw random numbers and update buffers.

    Parameters
    ----------
    key
        A staged key of random numbers, u32 ``(2,)``.
    """
    scope = scope_for("training")
    program = scope.program
    current = TrainingPass(scope.function, key)
    token, before = _pass.set(current), program.variant
    program.variant = (before, "training")  # Functions staged outside of training are staged again.
    try:
        yield current
    finally:
        program.variant = before
        _pass.reset(token)


def is_training() -> bool:
    """Whether the current code is staged for a training step."""
    return _pass.get() is not None


def _current(what: str, otherwise: str = "") -> TrainingPass:
    current = _pass.get()
    if current is None:
        raise failure(f"{what} needs training mode; check is_training() before the call")
    if scope_for(what).function is not current.function:
        # The caller's function may be the one that training began in.
        raise NeedsCaller(
            failure(
                f"the function that calls {what} is recursive, differentiated or recomputed, so "
                f"training must begin in it: write `with nn.training(key)` there{otherwise}"
            )
        )
    return current


def draw_key() -> Tensor1D[u32]:
    """A random key, u32 ``(2,)``, unique within the training step.

    A draw in the body of a staged loop has the same key in each iteration. Raises
    :class:`DiagnosticError` outside of training mode.
    """
    current = _current("draw_key", ", or draw the key in its caller and pass it as an argument")
    current.draws += 1
    return current.key + np.array([current.draws * _KEY_STEP % 2**32, 0], np.uint32)


def latest(buffer: Buffer) -> Any:
    """The value of a buffer after the updates so far."""
    current = _pass.get()
    return buffer.value if current is None else current.updates.get(id(buffer.value), buffer.value)


def update(buffer: Buffer, value: Any) -> None:
    """Sets the value of a buffer after the training step.

    Parameters
    ----------
    buffer
        A buffer of the model.
    value
        The new value, of the buffer's shape and type.

    Raises
    ------
    DiagnosticError
        If the call is outside of training mode.
    """
    _current("update").updates[id(buffer.value)] = value


@dataclass(frozen=True)
class ModelTemplate:
    """A model without its tensors; ``trained`` says which of them are parameters."""

    structure: TreeDef
    trained: tuple[bool, ...]

    def join(self, parameters: Sequence[Any], buffers: Sequence[Any]) -> Any:
        """Rebuilds the model with these tensors."""
        of = {True: iter(parameters), False: iter(buffers)}
        return unflatten(self.structure, iter([next(of[t]) for t in self.trained]))


def split(model: Any) -> tuple[ModelTemplate, tuple[Any, ...], tuple[Any, ...]]:
    """Splits a model into its structure and its tensors.

    Parameters
    ----------
    model
        A pytree of NumPy arrays or staged tensors.

    Returns
    -------
    ModelTemplate
        The structure, whose :meth:`ModelTemplate.join` is the inverse.
    tuple
        The trained parameters.
    tuple
        The other tensors: buffers, and tensors whose elements are not floats.
    """
    leaves: list[Any] = []
    structure = flatten(model, leaves)
    floats = [(e := element_type(leaf)) is not None and e.is_differentiable for leaf in leaves]
    marks = tuple(a and b for a, b in zip(_outside_buffers(structure), floats, strict=True))
    parts: dict[bool, list[Any]] = {True: [], False: []}
    for trained, leaf in zip(marks, leaves, strict=True):
        parts[trained].append(leaf)
    return ModelTemplate(structure, marks), tuple(parts[True]), tuple(parts[False])


def _outside_buffers(structure: TreeDef, outside: bool = True) -> Iterator[bool]:
    if isinstance(structure, Leaf):
        yield outside
    elif isinstance(structure, TreeNode):
        for child in structure.children:
            yield from _outside_buffers(child, outside and structure.kind is not Buffer)
