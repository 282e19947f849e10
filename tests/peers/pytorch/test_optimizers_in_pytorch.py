"""Optimizers and schedules beside PyTorch's, over several updates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from dlvm import nn, nnkit
from dlvm.nnkit import staged, struct

RNG = np.random.default_rng(5)
STEPS = 7


def numbers(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


@struct
class Model:
    """Parameters, and a buffer that no update may touch."""

    w: Any
    b: Any
    kept: nn.Buffer


MODEL = Model(numbers(3, 4), numbers(4), nn.Buffer(numbers(2)))
GRADIENTS = [(numbers(3, 4), numbers(4)) for _ in range(STEPS)]


class TorchLion(torch.optim.Optimizer):
    """Algorithm 2 of the paper."""

    def __init__(self, parameters: Any, lr: float, wd: float) -> None:
        super().__init__(parameters, {"lr": lr, "wd": wd})

    def step(self, closure: Any = None) -> Any:
        for group in self.param_groups:
            for p in group["params"]:
                m = self.state[p].setdefault("m", torch.zeros_like(p))
                change = (0.9 * m + 0.1 * p.grad).sign() + group["wd"] * p.data
                p.data -= group["lr"] * change
                self.state[p]["m"] = 0.99 * m + 0.01 * p.grad


OPTIMIZERS: dict[str, tuple[nn.Optimizer, Callable[[Any], Any]]] = {
    "SGD": (nn.SGD(0.1), lambda p: torch.optim.SGD(p, 0.1)),
    "weight decay": (
        nn.SGD(0.1, weight_decay=0.2), lambda p: torch.optim.SGD(p, 0.1, weight_decay=0.2)
    ),
    "momentum": (nn.SGD(0.1, momentum=0.8), lambda p: torch.optim.SGD(p, 0.1, momentum=0.8)),
    "nesterov": (
        nn.SGD(0.1, momentum=0.8, nesterov=True),
        lambda p: torch.optim.SGD(p, 0.1, momentum=0.8, nesterov=True),
    ),
    "Adam": (nn.Adam(0.1, beta2=0.9), lambda p: torch.optim.Adam(p, 0.1, (0.9, 0.9))),
    "Adam with decay": (
        nn.Adam(0.1, weight_decay=0.1), lambda p: torch.optim.Adam(p, 0.1, weight_decay=0.1)
    ),
    "AdamW": (nn.AdamW(0.1), lambda p: torch.optim.AdamW(p, 0.1)),
    "RMSProp": (nn.RMSProp(0.1, decay=0.9), lambda p: torch.optim.RMSprop(p, 0.1, 0.9)),
    "RMSProp with momentum": (
        nn.RMSProp(0.1, momentum=0.7), lambda p: torch.optim.RMSprop(p, 0.1, momentum=0.7)
    ),
    "Adagrad": (nn.Adagrad(0.1), lambda p: torch.optim.Adagrad(p, 0.1)),
    "Lion": (nn.Lion(0.1, weight_decay=0.1), lambda p: TorchLion(p, 0.1, 0.1)),
}  # fmt: skip


def torch_updates(
    make: Callable[[Any], Any],
    clip: Callable[[Any], Any] = lambda p: None,
    schedule: Callable[[Any], Any] | None = None,
) -> list[Any]:
    parameters = [torch.tensor(p, requires_grad=True) for p in (MODEL.w, MODEL.b)]
    optimizer = make(parameters)
    scheduler = schedule(optimizer) if schedule else None
    for slopes in GRADIENTS:
        for p, g in zip(parameters, slopes, strict=True):
            p.grad = torch.tensor(g)
        clip(parameters)
        optimizer.step()
        if scheduler:
            scheduler.step()
    return [p.detach().numpy() for p in parameters]


def updates(optimizer: nn.Optimizer) -> list[Any]:
    @staged
    def update(model: Model, slope: Model, state: Any) -> Any:
        return optimizer.update(model, slope, state)

    model, state = MODEL, optimizer.init(MODEL)
    for w, b in GRADIENTS:
        model, state = update(model, Model(w, b, MODEL.kept), state)
    assert state.step == STEPS
    np.testing.assert_array_equal(model.kept.value, MODEL.kept.value)
    return [model.w, model.b]


def check(found: list[Any], expected: list[Any]) -> None:
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers(name: str) -> None:
    optimizer, reference = OPTIMIZERS[name]
    check(updates(optimizer), torch_updates(reference))


def test_clipping() -> None:
    def sgd(p: Any) -> Any:
        return torch.optim.SGD(p, 0.1)

    by_norm, by_value = torch.nn.utils.clip_grad_norm_, torch.nn.utils.clip_grad_value_
    check(updates(nn.SGD(0.1, clip_norm=0.5)), torch_updates(sgd, lambda p: by_norm(p, 0.5)))
    check(updates(nn.SGD(0.1, clip_norm=1e4)), torch_updates(sgd))
    check(updates(nn.SGD(0.1, clip_value=0.5)), torch_updates(sgd, lambda p: by_value(p, 0.5)))
    tree = (np.full(4, 3, "f"), [np.full(4, 4, "f")])
    assert staged(lambda t: nn.global_norm(t))(tree) == 10


S = torch.optim.lr_scheduler
SCHEDULES: dict[str, tuple[nn.Schedule, Callable[[Any], Any]]] = {
    "constant": (nn.constant(0.5), lambda o: S.ConstantLR(o, 0.5, 100)),
    "step_decay": (nn.step_decay(3, 0.5), lambda o: S.StepLR(o, 3, 0.5)),
    "exponential": (nn.exponential(0.9), lambda o: S.ExponentialLR(o, 0.9)),
    "cosine": (nn.cosine(10, end=0.25), lambda o: S.CosineAnnealingLR(o, 10, 0.05)),
    "warm_up": (nn.warm_up(4, start=0.1), lambda o: S.LinearLR(o, 0.1, 1.0, 4)),
    "one_cycle": (nn.one_cycle(10), lambda o: S.OneCycleLR(o, 0.2, 10, cycle_momentum=False)),
    "product": (
        nn.warm_up(4) * nn.exponential(0.9),
        lambda o: S.LambdaLR(o, lambda t: min(t / 4, 1) * 0.9**t),
    ),
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_schedules(name: str) -> None:
    schedule, reference = SCHEDULES[name]
    optimizer = torch.optim.SGD([torch.zeros(1)], 0.2)
    scheduler = reference(optimizer)
    rates = []
    for _ in range(10):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    run = staged(lambda steps: nnkit.stack([schedule(step) for step in steps]))
    found = run([np.float32(t) for t in range(10)])
    np.testing.assert_allclose(np.asarray(found) * 0.2, rates, rtol=1e-5, atol=1e-7)


def test_an_optimizer_follows_its_schedule() -> None:
    expected = torch_updates(
        lambda p: torch.optim.Adam(p, 0.1), schedule=lambda o: S.StepLR(o, 2, 0.5)
    )
    check(updates(nn.Adam(0.1, schedule=nn.step_decay(2, 0.5))), expected)
