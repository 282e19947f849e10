"""Agreement of compiled models with eager mode."""

from __future__ import annotations

import copy
from typing import Any

import torch

import dlvm.torch
from dlvm.torch.compilation import REPORTS, Fallback
from tests.peers.pytorch.models.entries import Entry

STEPS = 3
TOLERANCE = 1e-4
"""The largest difference that is accepted, relative to the largest element."""


def tensors(value: Any) -> list[torch.Tensor]:
    """The floating-point results of a model."""
    return list(value) if isinstance(value, tuple) else [value]


def difference(found: torch.Tensor, expected: torch.Tensor) -> float:
    """The largest difference, relative to the largest element of what is expected."""
    if found.shape != expected.shape or found.dtype is not expected.dtype:
        raise AssertionError(
            f"expected {expected.dtype}{[*expected.shape]}, got {found.dtype}{[*found.shape]}"
        )
    if not expected.numel():
        return 0.0
    scale = expected.double().abs().max().clamp(min=1e-3)
    found_there, expected_there = found.double(), expected.double()
    same = (found_there == expected_there) | (found_there.isnan() & expected_there.isnan())
    apart = torch.where(same, 0, (found_there - expected_there).abs() / scale).max().item()
    return apart if apart == apart else float("inf")


def compiled(model: Any) -> Any:
    """A model or function compiled here, with new reports."""
    torch.compiler.reset()
    REPORTS.clear()
    return torch.compile(model, backend=dlvm.torch.backend)


def fallbacks() -> list[Fallback]:
    """The operators of the last model that PyTorch runs."""
    return [f for r in REPORTS for f in r.fallbacks]


def inference(entry: Entry, size: str = "small") -> float:
    """The largest difference of the outputs."""
    model, inputs = entry.model(size)
    model.eval()
    with torch.no_grad(), torch._dynamo.config.patch(allow_rnn=True):
        expected = tensors(model(*inputs))
        found = tensors(compiled(model)(*inputs))
    return max(difference(a, b) for a, b in zip(found, expected, strict=True))


def loss_of(results: list[torch.Tensor]) -> torch.Tensor:
    return torch.stack([(r.float().square()).mean() + r.float().mean() for r in results]).sum()


def training(entry: Entry, size: str = "small") -> float:
    """The largest difference of losses, gradients and buffers in three steps of training. Both
    sides take each step from eager mode's parameters."""
    expected, inputs = entry.model(size)
    expected.train()
    actual = copy.deepcopy(expected)
    worst = 0.0
    with torch._dynamo.config.patch(allow_rnn=True):
        run = compiled(actual)
        optimizer = torch.optim.SGD(expected.parameters(), 0.01, momentum=0.9)
        for step in range(STEPS):
            losses = []
            for model, call in ((expected, expected), (actual, run)):
                model.zero_grad()
                torch.manual_seed(step)  # For dropout.
                loss = loss_of(tensors(call(*inputs)))
                loss.backward()
                losses.append(loss.detach())
            worst = max(worst, difference(losses[1], losses[0]))
            largest = max(
                p.grad.abs().max().item() for p in expected.parameters() if p.grad is not None
            )
            for own, other in zip(actual.parameters(), expected.parameters(), strict=True):
                if other.grad is None:
                    assert own.grad is None or not own.grad.any()
                    continue
                assert own.grad is not None
                apart = (own.grad - other.grad).abs().max().item()
                worst = max(worst, apart / max(largest, 1e-3))
            for own, other in zip(actual.buffers(), expected.buffers(), strict=True):
                worst = max(worst, difference(own, other))
            optimizer.step()
            actual.load_state_dict(expected.state_dict())
    return worst
