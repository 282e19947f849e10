"""Optimizers: update parameters from gradients.

An optimizer is a set of hyperparameters and a rule for one tensor; all share gradient clipping,
weight decay and the schedule. It is static: its hyperparameters are constants of the program.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import numpy as np

from dlvm import nnkit
from dlvm.nn.modes import split
from dlvm.nn.schedules import Schedule
from dlvm.nnkit import Float0D, Int0D, f32, map_tensors, sqrt, struct
from dlvm.nnkit.staging.eager import eager
from dlvm.nnkit.tracing.familiar_names import (
    OPTIMIZER_NAMES,
    expect_parameters,
    missing_attribute,
)
from dlvm.nnkit.tracing.trace import current_scope, failure

M = TypeVar("M")
Slots = tuple[Any, ...]
"""The state kept for one parameter between updates: tensors of its shape."""


@eager
def global_norm(tensors: Any) -> Float0D:
    """The L2 norm of all tensors in a pytree together.

    Parameters
    ----------
    tensors
        A pytree of staged floats.

    Returns
    -------
    Tensor
        A scalar of f32.
    """
    squares: list[Float0D] = []

    def square(tensor: Any) -> None:
        total: Any = nnkit.sum(tensor * tensor)
        squares.append(total)

    map_tensors(square, tensors)
    return sqrt(sum(squares, start=nnkit.zeros(())))


@eager
def clip_norm(tensors: M, limit: float) -> M:
    """Scales all tensors of a pytree down by one factor if their global norm exceeds a limit
    (Pascanu et al., 2013).

    Parameters
    ----------
    tensors
        A pytree of staged floats.
    limit
        The largest global norm of the result.

    Returns
    -------
    Pytree
        Tensors of the same shapes and types.
    """
    scale = nnkit.minimum(limit / (global_norm(tensors) + 1e-6), 1.0)
    return map_tensors(lambda t: t * scale, tensors)


@eager
def clip_value(tensors: M, limit: float) -> M:
    """Clips each element of the tensors in a pytree to ``[-limit, limit]``.

    Parameters
    ----------
    tensors
        A pytree of staged floats.
    limit
        The largest absolute value of an element of the result.

    Returns
    -------
    Pytree
        Tensors of the same shapes and types.
    """
    return map_tensors(lambda t: nnkit.clip(t, -limit, limit), tensors)


@struct
class OptimizerState:
    """The state of an optimizer between updates.

    Parameters
    ----------
    step
        The number of updates so far, an i64 scalar.
    slots
        For each slot a tuple of tensors, one for each parameter.
    """

    step: Int0D
    slots: tuple[Slots, ...]


@dataclass(frozen=True)
class Optimizer(ABC):
    """Base class: updates each parameter by ``p = p - learning_rate * change``.

    A subclass defines :meth:`change` and, if it keeps state, :attr:`slots`.

    Parameters
    ----------
    learning_rate
        The learning rate, at least 0.
    weight_decay
        The multiple of the parameter added to the gradient, or to the change if ``decoupled``.
    schedule
        The factor of the learning rate at each update; by default 1.
    clip_norm
        The largest global norm of the gradient; larger gradients are scaled down.
    clip_value
        The largest absolute value of an element of the gradient; larger ones are clipped.

    Raises
    ------
    DiagnosticError
        If the learning rate is negative or not a number.
    """

    learning_rate: float
    _: KW_ONLY
    weight_decay: float = 0.0
    schedule: Schedule | None = None
    clip_norm: float | None = None
    clip_value: float | None = None

    decoupled: ClassVar[bool] = False

    if not TYPE_CHECKING:

        def __new__(cls, *args, **named):
            names = inspect.signature(cls).parameters
            expect_parameters(cls.__name__, named, names)
            return super().__new__(cls)

        def __getattr__(self, name):
            raise missing_attribute(self, name, OPTIMIZER_NAMES)

    def __post_init__(self) -> None:
        rate = cast("object", self.learning_rate)
        is_number = isinstance(rate, int | float | np.generic)
        if not is_number or not self.learning_rate >= 0:
            given = str(self.learning_rate) if is_number else f"a {type(rate).__name__}"
            remedy = "" if is_number else "; pass the model to Trainer, or to init and update"
            raise failure(
                f"{type(self).__name__}: the learning rate must be a number of at least 0, got "
                f"{given}{remedy}"
            )

    @property
    def slots(self) -> int:
        """The number of tensors of state for each parameter. They start as zeros."""
        return 0

    @abstractmethod
    def change(self, g: Any, slots: Slots, step: Float0D) -> tuple[Any, Slots]:
        """The change of one parameter, before its product with the learning rate.

        Parameters
        ----------
        g
            The gradient, a tensor of the parameter's shape.
        slots
            The state of the parameter: :attr:`slots` tensors of its shape.
        step
            The number of this update, counted from 1: an f32 scalar.

        Returns
        -------
        Tensor
            The change, of the parameter's shape.
        Slots
            The new state.
        """

    def init(self, model: Any) -> OptimizerState:
        """The state before the first update.

        Parameters
        ----------
        model
            A model of NumPy arrays or, inside a staged function, of staged tensors.

        Raises
        ------
        DiagnosticError
            If the model holds no tensor of floats.
        """
        is_staged = current_scope() is not None
        zeros_like: Callable[[Any], Any] = nnkit.zeros_like if is_staged else np.zeros_like
        parameters = split(model)[1]
        if not parameters:
            raise failure(
                "the model must hold tensors of floats, got none; a Python number is a constant, "
                "so write np.float32(…) for a parameter"
            )
        zeros = tuple(zeros_like(p) for p in parameters)
        start: Any = nnkit.zeros((), nnkit.i64) if is_staged else np.int64(0)
        return OptimizerState(start, (zeros,) * self.slots)

    @eager
    def update(self, model: M, gradient: Any, state: OptimizerState) -> tuple[M, OptimizerState]:
        """Stages one update of a model. Buffers are left unchanged.

        Parameters
        ----------
        model
            The model, a pytree of staged tensors.
        gradient
            The gradient of the loss with respect to the model, a pytree of the model's structure.
        state
            The state, from :meth:`init` or the previous update.

        Returns
        -------
        Model
            The updated model.
        OptimizerState
            The updated state.

        Raises
        ------
        DiagnosticError
            If the gradient does not have a tensor for each parameter.

        Examples
        --------
        ::

            slope, value = gradient(loss, wrt="model", keeping=0)(model, x, y)
            model, state = optimizer.update(model, slope, state)
        """
        template, parameters, buffers = split(model)
        slopes = split(gradient)[1]
        if len(slopes) != len(parameters):
            raise failure(
                "the gradient must have a tensor for each parameter of the model, got "
                f"{len(slopes)} for {len(parameters)}; a Python number is a constant, so write "
                "np.float32(…) for a parameter"
            )
        if self.clip_value is not None:
            slopes = clip_value(slopes, self.clip_value)
        if self.clip_norm is not None:
            slopes = clip_norm(slopes, self.clip_norm)
        done, rate = state.step.astype(f32), self.learning_rate
        scaled = rate if self.schedule is None else self.schedule(done) * rate
        updated: list[Any] = []
        remembered: list[Slots] = []
        for i, (p, g) in enumerate(zip(parameters, slopes, strict=True)):
            if self.weight_decay and not self.decoupled:
                g = g + p * self.weight_decay
            found, slots = self.change(g, tuple(s[i] for s in state.slots), done + 1)
            if self.weight_decay and self.decoupled:
                found = found + p * self.weight_decay
            updated.append(p - found * scaled)
            remembered.append(slots)
        slots = tuple(zip(*remembered, strict=True))
        return template.join(updated, buffers), OptimizerState(state.step + 1, slots)


@dataclass(frozen=True)
class SGD(Optimizer):
    """Stochastic gradient descent with momentum (Sutskever et al., 2013).

    ``v = momentum * v + g``, then ``p = p - learning_rate * v`` or, with ``nesterov``,
    ``p = p - learning_rate * (g + momentum * v)``.

    Parameters
    ----------
    momentum
        The weight of the previous updates, from 0 to 1.
    nesterov
        Whether to use Nesterov's momentum.

    Notes
    -----
    The other parameters are those of :class:`Optimizer`.
    """

    learning_rate: float = 0.1
    _: KW_ONLY
    momentum: float = 0.0
    nesterov: bool = False

    @property
    def slots(self) -> int:
        return 1 if self.momentum else 0

    def change(self, g: Any, slots: Slots, step: Float0D) -> tuple[Any, Slots]:
        if not self.momentum:
            return g, ()
        v = slots[0] * self.momentum + g
        return (g + v * self.momentum if self.nesterov else v), (v,)


def _correction(beta: float, step: Float0D) -> Float0D:
    """``1 - beta ** step``, from the logarithm: rounding 0.999 to f32 would change its distance
    from 1 by a relative 1e-5."""
    return -nnkit.expm1(step * float(np.log(max(beta, np.finfo(np.float32).tiny))))


@dataclass(frozen=True)
class Adam(Optimizer):
    """Adam: the running mean of the gradient over the root of the running mean of its square, both
    with bias correction (Kingma and Ba, 2015).

    Parameters
    ----------
    beta1, beta2
        The decay rates of the two running means, from 0 to 1.
    epsilon
        A number added to the root, so that the quotient is finite.

    Notes
    -----
    The other parameters are those of :class:`Optimizer`.

    Examples
    --------
    ::

        optimizer = Adam(1e-3, weight_decay=1e-4, schedule=warm_up(100))
    """

    learning_rate: float = 1e-3
    _: KW_ONLY
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8

    @property
    def slots(self) -> int:
        return 2

    def change(self, g: Any, slots: Slots, step: Float0D) -> tuple[Any, Slots]:
        m = slots[0] * self.beta1 + g * (1 - self.beta1)
        v = slots[1] * self.beta2 + g * g * (1 - self.beta2)
        size, scale = 1 / _correction(self.beta1, step), 1 / sqrt(_correction(self.beta2, step))
        return m * size / (sqrt(v) * scale + self.epsilon), (m, v)


@dataclass(frozen=True)
class AdamW(Adam):
    """Adam with decoupled weight decay, by default 0.01 (Loshchilov and Hutter, 2019).

    The parameters are those of :class:`Adam`.
    """

    _: KW_ONLY
    weight_decay: float = 0.01

    decoupled: ClassVar[bool] = True


@dataclass(frozen=True)
class RMSProp(Optimizer):
    """The gradient over the root of the running mean of its square (Tieleman and Hinton, 2012).

    Parameters
    ----------
    decay
        The decay rate of the running mean, from 0 to 1.
    momentum
        The weight of the previous updates, from 0 to 1.
    epsilon
        A number added to the root, so that the quotient is finite.

    Notes
    -----
    The other parameters are those of :class:`Optimizer`.
    """

    learning_rate: float = 1e-2
    _: KW_ONLY
    decay: float = 0.99
    momentum: float = 0.0
    epsilon: float = 1e-8

    @property
    def slots(self) -> int:
        return 2 if self.momentum else 1

    def change(self, g: Any, slots: Slots, step: Float0D) -> tuple[Any, Slots]:
        v = slots[0] * self.decay + g * g * (1 - self.decay)
        found = g / (sqrt(v) + self.epsilon)
        if not self.momentum:
            return found, (v,)
        found = slots[1] * self.momentum + found
        return found, (v, found)


@dataclass(frozen=True)
class Adagrad(Optimizer):
    """The gradient over the root of the sum of its past squares (Duchi et al., 2011).

    Parameters
    ----------
    epsilon
        A number added to the root, so that the quotient is finite.

    Notes
    -----
    The other parameters are those of :class:`Optimizer`.
    """

    learning_rate: float = 1e-2
    _: KW_ONLY
    epsilon: float = 1e-10

    @property
    def slots(self) -> int:
        return 1

    def change(self, g: Any, slots: Slots, step: Float0D) -> tuple[Any, Slots]:
        total = slots[0] + g * g
        return g / (sqrt(total) + self.epsilon), (total,)


@dataclass(frozen=True)
class Lion(Optimizer):
    """The sign of the gradient's running mean, with decoupled weight decay (Chen et al., 2023).

    Parameters
    ----------
    beta1
        The weight of the running mean in the mean whose sign is the update, from 0 to 1.
    beta2
        The decay rate of the running mean, from 0 to 1.

    Notes
    -----
    The other parameters are those of :class:`Optimizer`.
    """

    learning_rate: float = 1e-4
    _: KW_ONLY
    beta1: float = 0.9
    beta2: float = 0.99

    decoupled: ClassVar[bool] = True

    @property
    def slots(self) -> int:
        return 1

    def change(self, g: Any, slots: Slots, step: Float0D) -> tuple[Any, Slots]:
        mean = slots[0]
        found = nnkit.sign(mean * self.beta1 + g * (1 - self.beta1))
        return found, (mean * self.beta2 + g * (1 - self.beta2),)
