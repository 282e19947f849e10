"""Learning-rate schedules: the factor of an optimizer's learning rate at each update.

A schedule is a function of the number of updates so far, staged with the training loop. Schedules
multiply: ``warm_up(100) * cosine(1000)``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from math import log, pi
from typing import Concatenate, ParamSpec

from dlvm import nnkit
from dlvm.nnkit import Float0D

P = ParamSpec("P")


@dataclass(frozen=True)
class Schedule:
    """A learning-rate schedule: a rule with its hyperparameters, or a product of schedules.

    The functions of this module create schedules, and so do functions decorated with
    :func:`schedule`.
    """

    rule: Callable[..., Float0D] | None
    numbers: tuple[float, ...] = ()
    named: tuple[tuple[str, float], ...] = ()
    factors: tuple[Schedule, ...] = ()

    def __call__(self, step: Float0D) -> Float0D:
        """The factor, a scalar of f32, after ``step`` updates."""
        found = nnkit.ones(())
        if self.rule is not None:
            found = self.rule(step, *self.numbers, **dict(self.named))
        for factor in self.factors:
            found = found * factor(step)
        return found

    def __mul__(self, other: Schedule) -> Schedule:
        return Schedule(None, factors=(self, other))


def schedule(rule: Callable[Concatenate[Float0D, P], Float0D]) -> Callable[P, Schedule]:
    """Decorator: turns a rule into a function that creates schedules.

    Parameters
    ----------
    rule
        A function ``(step, *hyperparameters) -> factor``. ``step``, the number of updates so far,
        and the factor are staged f32 scalars.

    Returns
    -------
    Callable
        A function from the hyperparameters to a :class:`Schedule`.

    Examples
    --------
    ::

        @schedule
        def inverse(step: Float0D, rate: float) -> Float0D:
            return 1 / (1 + step * rate)

        optimizer = SGD(0.1, schedule=inverse(0.01))
    """

    @wraps(rule)
    def make(*args: P.args, **kwargs: P.kwargs) -> Schedule:
        return Schedule(rule, args, tuple(kwargs.items()))  # pyright: ignore[reportArgumentType]

    return make


def _share(step: Float0D, steps: float) -> Float0D:
    return nnkit.minimum(step * (1 / steps), 1.0)


@schedule
def constant(step: Float0D, factor: float = 1.0) -> Float0D:
    """A constant factor.

    Parameters
    ----------
    factor
        The factor of the learning rate at each update.
    """
    return nnkit.full_like(step, factor)


@schedule
def step_decay(step: Float0D, every: int, factor: float = 0.1) -> Float0D:
    """Decay by ``factor`` after each ``every`` updates.

    Parameters
    ----------
    every
        The number of updates between decays.
    factor
        The ratio of the factors after and before a decay.
    """
    return nnkit.full((), factor) ** nnkit.floor(step / every)


@schedule
def exponential(step: Float0D, factor: float) -> Float0D:
    """Exponential decay: the factor is ``factor ** step``.

    Parameters
    ----------
    factor
        The ratio of the factors of successive updates; it must be positive.
    """
    # The rounding error of a factor near 1 would accumulate over the updates.
    return nnkit.exp(step * log(factor))


@schedule
def cosine(step: Float0D, steps: int, end: float = 0.0) -> Float0D:
    """Cosine decay from 1 to ``end`` over ``steps`` updates (Loshchilov and Hutter, 2017).

    Parameters
    ----------
    steps
        The number of updates until the factor is ``end``, where it stays.
    end
        The last factor.
    """
    return end + (1 - end) * 0.5 * (1 + nnkit.cos(_share(step, steps) * pi))


@schedule
def warm_up(step: Float0D, steps: int, start: float = 0.0) -> Float0D:
    """Linear warm-up from ``start`` to 1 over ``steps`` updates.

    Parameters
    ----------
    steps
        The number of updates until the factor is 1, where it stays.
    start
        The first factor.

    Examples
    --------
    ::

        schedule = warm_up(100) * cosine(1000)
    """
    return start + (1 - start) * _share(step, steps)


@schedule
def one_cycle(
    step: Float0D, steps: int, rise: float = 0.3, start: float = 0.04, end: float = 4e-6
) -> Float0D:
    """A cycle of one rise and one fall, each along half a cosine (Smith and Topin, 2018).

    Parameters
    ----------
    steps
        The number of updates in the cycle.
    rise
        The fraction of the updates in which the factor rises from ``start`` to 1.
    start, end
        The first and the last factor.
    """
    top, last = rise * steps - 1, steps - 1
    up = _between(start, 1.0, _share(step, top))
    down = _between(1.0, end, nnkit.clip((step - top) * (1 / (last - top)), 0.0, 1.0))
    return nnkit.where(step <= top, up, down)


def _between(a: float, b: float, share: Float0D) -> Float0D:
    return b + (a - b) * 0.5 * (1 + nnkit.cos(share * pi))
