"""PyTorch's cache keeps compiled graphs: a later start neither differentiates nor stages them, and
runs the same programs."""

import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch._dynamo.utils import counters
from torch._inductor.utils import fresh_cache

import dlvm.torch
from dlvm.diagnostics import DiagnosticError
from dlvm.torch.compilation import REPORTS


@pytest.fixture(autouse=True)
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("DLVM_CACHE_DIR", str(tmp_path / "first"))
    with fresh_cache():
        yield


def start(function: Any, **options: Any) -> Callable[..., Any]:
    """Compiles a function as a new process does."""
    torch.compiler.reset()
    counters.clear()
    REPORTS.clear()
    return torch.compile(function, backend=dlvm.torch.backend, options=options or None)


def hits() -> int:
    return counters["aot_autograd"]["autograd_cache_hit"]


class Normalized(nn.Module):
    """A layer with statistics, which change in place."""

    def __init__(self) -> None:
        super().__init__()
        self.inside = nn.Linear(6, 8)
        self.norm = nn.BatchNorm1d(8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.inside(x).tanh())


def step(model: nn.Module, run: Callable[..., Any], x: torch.Tensor) -> list[torch.Tensor]:
    """The loss, the gradients and the statistics after a training step."""
    model.zero_grad()
    loss = run(x).square().mul(x[:, :1]).mean()
    loss.backward()
    gradients = [p.grad.clone() for p in model.parameters() if p.grad is not None]
    return [loss.detach(), *gradients, *(b.clone() for b in model.buffers())]


def test_training() -> None:
    x = torch.randn(5, 6)
    for n in range(3):
        torch.manual_seed(0)
        model, expected = Normalized(), Normalized()
        expected.load_state_dict(model.state_dict())
        found = step(model, start(model), x)
        torch.testing.assert_close(found, step(expected, expected, x), rtol=1e-4, atol=1e-5)
        assert hits() == (n > 0)
        assert [(r.kind, r.programs) for r in REPORTS] == [("forward", 1), ("backward", 1)]


def test_inference_with_sizes_that_change() -> None:
    model = nn.Sequential(nn.Linear(6, 4), nn.Tanh()).eval()
    for n in range(2):
        torch.compiler.reset()
        counters.clear()
        run = torch.compile(model, backend=dlvm.torch.backend, dynamic=True)
        with torch.no_grad():
            for rows in (3, 7):
                x = torch.randn(rows, 6)
                torch.testing.assert_close(run(x), model(x), rtol=1e-4, atol=1e-5)
        assert hits() == n


def with_parts(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    y = x * torch.tensor([2.0, 3.0])
    return y, y[x.shape[0] // 2 :], x[x.shape[0] // 2 :].t()


def test_outputs_that_are_views() -> None:
    for n in range(2):
        torch.compiler.reset()
        counters.clear()
        x = torch.randn(6, 2)
        run = torch.compile(with_parts, backend=dlvm.torch.backend, dynamic=True)
        for actual, expected in zip(run(x), with_parts(x), strict=True):
            torch.testing.assert_close(actual, expected, check_stride=True)
        assert hits() == n


def test_an_entry_serves_the_same_options_only() -> None:
    x = torch.randn(4)
    for options, expected in (
        ({"threads": 1}, 0),
        ({"threads": 1, "fast_math": True}, 0),
        ({"threads": 2}, 0),
        ({"threads": 1}, 1),
    ):
        torch.testing.assert_close(start(torch.sin, **options)(x), x.sin())
        assert hits() == expected
    torch.compiler.reset()
    torch.testing.assert_close(torch.compile(torch.sin, backend="aot_eager")(x), x.sin())


def test_code_that_is_no_longer_there_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = torch.randn(4)
    for folder in ("first", "second", ""):
        monkeypatch.setenv("DLVM_CACHE_DIR", str(tmp_path / folder) if folder else "")
        torch.testing.assert_close(start(torch.cos)(x), x.cos())
        assert not hits()


def test_graphs_that_pytorch_runs_in_part_are_not_kept() -> None:
    model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5), nn.Linear(8, 8))
    x = torch.randn(4, 8)
    for _ in range(2):
        torch.manual_seed(1)
        expected = model(x)
        torch.manual_seed(1)
        torch.testing.assert_close(start(model)(x), expected, rtol=1e-4, atol=1e-5)
        assert not hits()


def test_versions_of_pytorch_without_such_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dlvm.torch.autograd_cache.HAS_CACHE", False)
    x = torch.randn(5, 6)
    for _ in range(2):
        torch.manual_seed(0)
        model, expected = Normalized(), Normalized()
        expected.load_state_dict(model.state_dict())
        found = step(model, start(model), x)
        torch.testing.assert_close(found, step(expected, expected, x), rtol=1e-4, atol=1e-5)
        assert not hits()


FUNCTION = """
import torch


def pick(table: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.embedding(places, table)
"""


def test_errors_point_at_the_line_where_it_is_now(tmp_path: Path) -> None:
    path = tmp_path / "picking.py"
    for text, line, expected in ((FUNCTION, 6, 0), (FUNCTION, 6, 1), ("\n\n" + FUNCTION, 8, 0)):
        path.write_text(text)
        run = start(runpy.run_path(str(path))["pick"])
        table = torch.randn(5, 2)
        torch.testing.assert_close(run(table, torch.tensor([4, 0])), table[[4, 0]])
        with pytest.raises(DiagnosticError, match=rf"picking\.py:{line}:.*index 5 is out of range"):
            run(table, torch.tensor([5, 0]))
        assert hits() == expected
