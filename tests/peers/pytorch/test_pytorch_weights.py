"""``nn.load`` reads the ``state_dict`` of PyTorch models, whose outputs ours then have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from dlvm import nn
from dlvm.diagnostics import DiagnosticError
from dlvm.nnkit import initialize, staged, struct

RNG = np.random.default_rng(3)


def images(*shape: int) -> Any:
    return RNG.normal(size=shape).astype(np.float32)


@struct
class Convolutional:
    stem: Any
    norm: Any
    body: Any
    head: Any

    def __init__(self) -> None:
        initialize(
            self,
            stem=nn.Conv2D(3, 8, 3, padding=1, bias=False),
            norm=nn.BatchNorm(8),
            body=nn.Sequential(nn.Conv2D(8, 8, 3, groups=4), nn.relu, nn.GroupNorm(2, 8)),
            head=nn.Dense(8, 5),
        )

    def __call__(self, x: Any) -> Any:
        y = self.body(nn.relu(self.norm(self.stem(x))))
        return self.head(y.mean(axis=(2, 3)))


class TorchConvolutional(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 8, 3, padding=1, bias=False)
        self.norm = torch.nn.BatchNorm2d(8)
        self.body = torch.nn.Sequential(
            torch.nn.Conv2d(8, 8, 3, groups=4), torch.nn.ReLU(), torch.nn.GroupNorm(2, 8)
        )
        self.fc = torch.nn.Linear(8, 5)

    def forward(self, x: Any) -> Any:
        y = self.body(torch.relu(self.norm(self.stem(x))))
        return self.fc(y.mean((2, 3)))


class First(torch.nn.Module):
    """The first result of a module of several."""

    def __init__(self, inner: Any, several: int = 1) -> None:
        super().__init__()
        self.inner, self.several = inner, several

    def forward(self, x: Any) -> Any:
        return self.inner(*[x] * self.several)[0]


@struct
class Outer:
    inner: Any

    def __call__(self, x: Any) -> Any:
        return self.inner(x)


@staged
def run(model: Any, x: Any) -> Any:
    return model(x)


def recurrent(kind: Any, **options: Any) -> Any:
    return First(kind(4, 6, batch_first=True, **options))


TWO = Outer(nn.Sequential(nn.LSTM(4, 6), nn.LSTM(6, 6)))  # type: ignore[call-arg]
BOTH = Outer(nn.Bidirectional(nn.GRU(4, 6), nn.GRU(4, 6, reverse=True)))  # type: ignore[call-arg]
SEQUENCES = (2, 5, 4)
CASES: list[tuple[str, Any, Any, Any, dict[str, Any]]] = [
    ("convolutions", Convolutional(), TorchConvolutional(), images(2, 3, 7, 7),
     {"names": {"head": "fc"}}),
    ("transposed", nn.Sequential(nn.ConvTranspose2D(4, 6, 3, strides=2, groups=2), nn.relu,
                                 nn.Conv2D(6, 2, 1)),
     torch.nn.Sequential(torch.nn.ConvTranspose2d(4, 6, 3, stride=2, groups=2), torch.nn.ReLU(),
                         torch.nn.Conv2d(6, 2, 1)), images(2, 4, 5, 5), {}),
    ("rnn", Outer(nn.RNN(4, 6)), recurrent(torch.nn.RNN), images(*SEQUENCES), {}),  # type: ignore[call-arg]
    ("lstm", Outer(nn.LSTM(4, 6)), recurrent(torch.nn.LSTM), images(*SEQUENCES), {}),  # type: ignore[call-arg]
    ("gru", Outer(nn.GRU(4, 6)), recurrent(torch.nn.GRU), images(*SEQUENCES), {}),  # type: ignore[call-arg]
    ("two layers", TWO, recurrent(torch.nn.LSTM, num_layers=2), images(*SEQUENCES),
     {"names": {"inner.layers.0": "inner", "inner.layers.1": "inner.{}_l1"}}),
    ("both directions", BOTH, recurrent(torch.nn.GRU, bidirectional=True), images(*SEQUENCES), {}),
    ("attention", Outer(nn.MultiHeadAttention(8, 2)),  # type: ignore[call-arg]
     First(torch.nn.MultiheadAttention(8, 2, batch_first=True), 3), images(2, 5, 8), {}),
    ("half precision", nn.Sequential(nn.Dense(4, 3), nn.LayerNorm(3)),
     torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.LayerNorm(3)).to(torch.bfloat16),
     images(2, 4), {"dtype": np.float32}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("model", "theirs", "x", "options"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_outputs_agree(
    tmp_path: Path, model: Any, theirs: Any, x: Any, options: dict[str, Any]
) -> None:
    path = tmp_path / "model.safetensors"
    with torch.no_grad():
        for name, parameter in theirs.named_parameters():
            if "weight" not in name:
                parameter.normal_()
        for name, buffer in theirs.named_buffers():
            if name.endswith("running_var"):
                buffer.uniform_(0.5, 2)
    save_file(theirs.state_dict(), path)
    loaded = nn.load(path, model, layout="pytorch", **options)
    with torch.no_grad():
        expected = theirs.float().eval()(torch.from_numpy(x)).numpy()
    found = run(loaded, x)
    np.testing.assert_allclose(found, expected, rtol=2e-4, atol=2e-5)


def test_every_problem_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    theirs = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Linear(3, 2))
    save_file({f"net.{n}": p for n, p in theirs.state_dict().items()}, path)
    model = nn.Sequential(nn.Dense(4, 3), nn.Dense(2, 2))
    with pytest.raises(DiagnosticError) as caught:
        nn.load(path, model, layout="pytorch", names={"": "net", "layers.0": "nets.0"})
    message = str(caught.value)
    for part in (
        "the file lacks nets.0.weight, which layers.0.weight needs (did you mean net.0",
        "layers.1.weight has shape (3, 2) and dtype float32, expected (2, 2) and float32",
        "the model does not need net.0.bias, net.0.weight",
    ):
        assert part in message
    with pytest.raises(DiagnosticError, match=r"names: layer\.0 is not a part of the model"):
        nn.load(path, model, layout="pytorch", names={"layer.0": "x"})
