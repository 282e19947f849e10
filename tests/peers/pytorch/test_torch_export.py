"""``dlvm.torch.load`` runs exported programs of PyTorch, and saves them for use without PyTorch."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch._higher_order_ops import map as map_
from torch._higher_order_ops import scan, while_loop

import dlvm
import dlvm.torch
from tests.peers.pytorch.test_torch_compile import MODELS


@pytest.mark.parametrize("name", ["convolutional", "lstm", "transformer", "u-net", "words"])
def test_models(name: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    model, inputs = MODELS[name]()
    model.eval()
    program = torch.export.export(model, inputs)
    torch.export.save(program, tmp_path / "model.pt2")
    loaded = dlvm.torch.load(tmp_path / "model.pt2")
    (expected,) = (model(*inputs).detach().numpy(),)
    np.testing.assert_allclose(loaded(*inputs)[0], expected, 1e-4, 1e-5)
    loaded.save(tmp_path / "model.dl")
    arrays = {spec.name: x.numpy() for spec, x in zip(loaded.inputs, inputs, strict=True)}
    again = dlvm.torch.load(tmp_path / "model.dl").run(arrays)
    np.testing.assert_allclose(again["output_0"], expected, 1e-4, 1e-5)
    with pytest.raises(dlvm.DiagnosticError, match=f"expected the inputs {', '.join(arrays)}, got"):
        dlvm.torch.load(tmp_path / "model.dl").run({**arrays, "mask": expected})


def test_one_program_for_all_batches() -> None:
    model, (x,) = MODELS["transformer"]()
    batch = torch.export.Dim("batch")
    loaded = dlvm.torch.load(torch.export.export(model, (x,), dynamic_shapes=({0: batch},)))
    for count in (1, 4):
        own = torch.randn(count, 5, 16)
        np.testing.assert_allclose(loaded(own)[0], model(own).detach(), 1e-4, 1e-5)


class ControlFlow(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        y = torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - 1, (x,))
        count, z = while_loop(
            lambda i, z: z.abs().max() < 99, lambda i, z: (i + 1, z * 1.5), (torch.tensor(0), y)
        )
        total, sums = scan(lambda c, x: (c + x, c * x), torch.zeros(4), x, dim=0)
        scaled: Any = map_(lambda x, y: x * y.sum(), x, y)  # pyright: ignore[reportAttributeAccessIssue]
        return y, count, z, total, sums, scaled


def test_control_flow_stays_in_the_program(tmp_path: Path) -> None:
    model, x = ControlFlow(), torch.randn(3, 4)
    torch.export.save(torch.export.export(model, (x,)), tmp_path / "model.pt2")
    loaded = dlvm.torch.load(tmp_path / "model.pt2")
    assert "conditional" in str(loaded.module)
    for own in (x, -x, x / 9):
        for actual, expected in zip(loaded(own), model(own), strict=True):
            np.testing.assert_allclose(actual, expected, 1e-4, 1e-5)


def test_a_saved_model_runs_without_pytorch(tmp_path: Path) -> None:
    program = torch.export.export(nn.Linear(3, 2), (torch.ones(1, 3),))
    dlvm.torch.load(program).save(tmp_path / "model.dl")
    check = f"""
import sys
sys.modules["torch"] = None
import dlvm.torch, numpy as np
print(dlvm.torch.load({str(tmp_path / "model.dl")!r})(np.ones((1, 3), "f"))[0].shape)
"""
    ran = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert ran.stdout == "(1, 2)\n"


class Sampled(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        grid = torch.tensor([[[[-0.5, 0.3], [0.9, 1.2]]]])
        return (
            nn.functional.interpolate(x, scale_factor=2.0),
            nn.functional.interpolate(x, size=(3, 9), mode="bilinear"),
            nn.functional.grid_sample(x, grid, align_corners=False),
            torch.bucketize(x, torch.tensor([-1.0, 0.0, 0.5])),
        )


def test_operators_that_are_decomposed_on_demand() -> None:
    model, x = Sampled(), torch.randn(1, 2, 5, 6)
    loaded = dlvm.torch.load(torch.export.export(model, (x,)))
    for found, expected in zip(loaded(x), model(x), strict=True):
        np.testing.assert_allclose(found, expected.numpy(), 1e-4, 1e-5)


class Strided(nn.Module):
    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        y = torch.as_strided(x * 2, (3, 2, 2), (2, 1, 3), 1)
        return y, torch.as_strided(x, (), (), 3), x.unfold(1, 3, 2)


def test_strided_views() -> None:
    model, x = Strided(), torch.randn(4, 5)
    loaded = dlvm.torch.load(torch.export.export(model, (x,)))
    for actual, expected in zip(loaded(x), model(x), strict=True):
        np.testing.assert_array_equal(actual, expected)


class StridedView(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.as_strided(x.t(), (2, 2), (1, 2))


def test_a_strided_view_of_a_view_is_refused() -> None:
    with pytest.raises(dlvm.DiagnosticError, match=r"as_strided.*whole storage, got a view"):
        dlvm.torch.load(torch.export.export(StridedView(), (torch.ones(3, 3),)))


class Unsupported(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.fft.fft(x).real + torch.linalg.svdvals(x)


def test_all_unsupported_operators_are_named() -> None:
    program = torch.export.export(Unsupported(), (torch.ones(3, 3),))
    with pytest.raises(dlvm.DiagnosticError) as caught:
        dlvm.torch.load(program)
    message = str(caught.value)
    assert "aten._fft_r2c" in message
    assert "aten._linalg_svd" in message
    assert "test_torch_export.py" in message


class Counting(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.count: torch.Tensor
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.count.add_(1)
        return x + self.count


def test_a_program_that_changes_buffers_is_refused() -> None:
    program = torch.export.export(Counting(), (torch.ones(3),))
    with pytest.raises(dlvm.DiagnosticError, match="must not change its buffers"):
        dlvm.torch.load(program)
