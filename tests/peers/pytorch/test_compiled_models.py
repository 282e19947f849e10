"""Models of the list in ``models`` agree with eager mode: outputs, and losses, gradients and
buffers of three training steps. PyTorch runs no part of them."""

from collections.abc import Callable

import pytest
import torch

from dlvm.torch.compilation import REPORTS
from tests.peers.pytorch.models.agreement import TOLERANCE, compiled, fallbacks, inference, training
from tests.peers.pytorch.models.entries import ENTRIES

NAMES = [n for n, entry in ENTRIES.items() if entry.package in ("torch", "transformers")]


@pytest.mark.parametrize("name", NAMES)
def test_outputs(name: str) -> None:
    assert inference(ENTRIES[name]) <= TOLERANCE
    assert not fallbacks()
    assert len(REPORTS) == ENTRIES[name].graphs


@pytest.mark.parametrize("name", NAMES)
def test_training_steps(name: str) -> None:
    assert training(ENTRIES[name]) <= TOLERANCE
    assert not fallbacks()
    assert len(REPORTS) == 2 * ENTRIES[name].graphs


def norms(x: torch.Tensor, _: torch.Tensor) -> tuple[torch.Tensor, ...]:
    orders = (0, 1, 2, 3, float("inf"), -float("inf"))
    return (*(torch.linalg.vector_norm(x, order, 1) for order in orders), 2**x)


def scattered(x: torch.Tensor, index: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return tuple(
        x.scatter_reduce(0, index, x, by, include_self=own)
        for by in ("sum", "prod", "mean", "amax", "amin")
        for own in (True, False)
    )


@pytest.mark.parametrize(
    ("function", "dtype"),
    [(norms, torch.float32), (scattered, torch.float32), (scattered, torch.int64)],
)
def test_norms_and_scattered_reductions(
    function: Callable[..., tuple[torch.Tensor, ...]], dtype: torch.dtype
) -> None:
    x, index = (torch.randn(4, 3) * 3).to(dtype), torch.randint(0, 4, (4, 3))
    torch.testing.assert_close(compiled(function)(x, index), function(x, index))
    assert not fallbacks()


@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.parametrize("masked", ["", "src_mask", "src_key_padding_mask"])
def test_encoder_layers(norm_first: bool, masked: str) -> None:
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=norm_first)
    layer.eval()
    masks = {"src_mask": torch.ones(5, 5).triu(1), "src_key_padding_mask": torch.zeros(2, 5)}
    masks["src_key_padding_mask"][0, 3:] = 1
    given = {masked: masks[masked].bool()} if masked else {}
    x = torch.randn(2, 5, 8)
    with torch.no_grad():
        torch.testing.assert_close(
            compiled(layer)(x, **given), layer(x, **given), rtol=1e-4, atol=1e-5
        )
    assert not fallbacks()
