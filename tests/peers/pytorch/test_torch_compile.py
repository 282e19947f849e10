"""``torch.compile(backend="dlvm")`` agrees with eager mode: results, losses and gradients of
training steps."""

import copy
import tomllib
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional as F

import dlvm.torch
from dlvm.torch.compilation import REPORTS
from tests.support.paths import ROOT

Make = Callable[[], tuple[nn.Module, tuple[torch.Tensor, ...]]]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    torch.manual_seed(0)
    torch.compiler.reset()
    REPORTS.clear()
    with torch._dynamo.config.patch(allow_rnn=True):
        yield


def compiled(model: Any, **options: Any) -> Any:
    return torch.compile(model, backend=dlvm.torch.backend, options=options or None)


class UNetBlock(nn.Module):
    """A block of a diffusion U-Net: down, up, a skip connection and the embedding of a time."""

    def __init__(self) -> None:
        super().__init__()
        self.time = nn.Linear(4, 8)
        self.inside = nn.Conv2d(3, 8, 3, padding=1)
        self.norm = nn.GroupNorm(2, 8)
        self.down = nn.Conv2d(8, 8, 3, 2, 1)
        self.up = nn.ConvTranspose2d(8, 8, 2, 2)
        self.out = nn.Conv2d(16, 3, 3, padding=1)

    def forward(self, x: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
        h = F.silu(self.norm(self.inside(x))) + self.time(t)[:, :, None, None]
        return self.out(torch.cat([h, F.silu(self.up(self.down(h)))], 1))


class Words(nn.Module):
    """Embeddings, an LSTM and a mean over time."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(20, 8, padding_idx=0)
        self.lstm = nn.LSTM(8, 6, batch_first=True)
        self.head = nn.Linear(6, 3)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        states, _ = self.lstm(self.table(words))
        return self.head(states.mean(1))


class HandWrittenLSTM(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gates = nn.Linear(4 + 6, 24)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = c = x.new_zeros(x.shape[0], 6)
        for step in x.unbind(1):
            i, f, g, o = self.gates(torch.cat([step, h], 1)).chunk(4, 1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
        return h


class Transformer(nn.Module):
    """A block with causal attention."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.normal = nn.LayerNorm(16), nn.LayerNorm(16)
        self.qkv, self.out = nn.Linear(16, 48), nn.Linear(16, 16)
        self.inside, self.outside = nn.Linear(16, 32), nn.Linear(32, 16)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        heads = self.qkv(self.norm(x)).unflatten(2, (3, 2, 8)).permute(2, 0, 3, 1, 4)
        found = F.scaled_dot_product_attention(*heads, is_causal=True)
        x = x + self.out(found.transpose(1, 2).flatten(2))
        return x + self.outside(F.gelu(self.inside(self.normal(x)), approximate="tanh"))


class Branching(nn.Module):
    """A branch on data, which breaks the graph."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Linear(5, 5), nn.Linear(5, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.tanh(self.a(x))
        return self.b(x) if x.sum() > 0 else self.a(x)


MODELS: dict[str, Make] = {
    "mlp": lambda: (
        nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.LayerNorm(16), nn.Linear(16, 4)),
        (torch.randn(3, 8),),
    ),
    "convolutional": lambda: (
        nn.Sequential(
            *(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)),
            *(nn.Conv2d(8, 8, 3, 2, groups=2), nn.GELU(), nn.AvgPool2d(2, 1, 1), nn.Flatten()),
            nn.Linear(72, 4),
        ),
        (torch.randn(3, 3, 10, 10),),
    ),
    "transformer": lambda: (
        Transformer(),
        (torch.randn(2, 5, 16),),
    ),
    "words": lambda: (Words(), (torch.randint(0, 20, (3, 5)),)),
    "lstm": lambda: (HandWrittenLSTM(), (torch.randn(2, 4, 4),)),
    "branching": lambda: (Branching(), (torch.randn(3, 5),)),
    "u-net": lambda: (UNetBlock(), (torch.randn(2, 3, 8, 8), torch.randn(2, 4))),
}


@pytest.mark.parametrize("name", MODELS)
def test_inference(name: str) -> None:
    model, inputs = MODELS[name]()
    model.eval()
    with torch.no_grad():
        torch.testing.assert_close(compiled(model)(*inputs), model(*inputs), rtol=1e-4, atol=1e-5)
    # Without gradients, PyTorch captures an LSTM as one operator of its own.
    assert name == "words" or all(not r.fallbacks and r.programs == 1 for r in REPORTS)


@pytest.mark.parametrize("name", MODELS)
def test_training(name: str) -> None:
    expected, inputs = MODELS[name]()
    actual = copy.deepcopy(expected)
    losses: list[list[torch.Tensor]] = []
    for model, run in ((expected, expected), (actual, compiled(actual))):
        optimizer = torch.optim.SGD(model.parameters(), 0.05, momentum=0.9)
        losses.append([])
        for _ in range(3):
            optimizer.zero_grad()
            loss = run(*inputs).square().mean()
            loss.backward()
            optimizer.step()
            losses[-1].append(loss.detach())
    torch.testing.assert_close(losses[1], losses[0], rtol=1e-4, atol=1e-5)
    for (key, own), other in zip(
        actual.state_dict().items(), expected.state_dict().values(), strict=True
    ):
        torch.testing.assert_close(own, other, rtol=1e-3, atol=1e-5, msg=key)
    for own, other in zip(actual.parameters(), expected.parameters(), strict=True):
        torch.testing.assert_close(own.grad, other.grad, rtol=1e-3, atol=1e-5)
    assert all(not r.fallbacks for r in REPORTS), dlvm.torch.report()


def losses(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    labels = torch.arange(4) % 3
    ones = torch.ones(4, 5)
    y = x @ weight
    return (
        F.cross_entropy(y, labels, label_smoothing=0.1)
        + F.binary_cross_entropy_with_logits(y, ones)
        + F.huber_loss(y, ones)
        + y.std()
        + F.softmax(y, 0)[1].norm()
    )


def test_losses() -> None:
    x, weight = torch.randn(4, 6), torch.randn(6, 5)
    expected, actual = (weight.clone().requires_grad_() for _ in range(2))
    losses(x, expected).backward()
    compiled(losses)(x, actual).backward()
    torch.testing.assert_close(actual.grad, expected.grad, rtol=1e-4, atol=1e-5)


def test_a_dynamic_batch_compiles_once() -> None:
    model, (x,) = MODELS["mlp"]()
    model.eval()
    run = torch.compile(model, backend=dlvm.torch.backend, dynamic=True)
    with torch.no_grad():
        for count in (2, 3, 5):
            batch = torch.cat([x] * count)
            torch.testing.assert_close(run(batch), model(batch), rtol=1e-4, atol=1e-5)
    assert [r.fallbacks for r in REPORTS] == [()]


def test_dynamic_lengths_train_with_one_program() -> None:
    expected, _ = MODELS["transformer"]()
    actual = copy.deepcopy(expected)
    run = compiled(actual)
    for length in (5, 7, 9):
        x = torch.randn(2, length, 16)
        torch._dynamo.mark_dynamic(x, 1)
        for model in (expected, actual):
            model.zero_grad()
        expected(x).square().mean().backward()
        run(x).square().mean().backward()
        for own, other in zip(actual.parameters(), expected.parameters(), strict=True):
            torch.testing.assert_close(own.grad, other.grad, rtol=1e-3, atol=1e-5)
    assert [r.fallbacks for r in REPORTS] == [(), ()]


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_element_types(dtype: torch.dtype) -> None:
    model, (x,) = MODELS["transformer"]()
    model, x = model.to(dtype), x.to(dtype)
    with torch.no_grad():
        actual = compiled(model)(x)
        torch.testing.assert_close(actual, model(x), rtol=0.05, atol=0.05)


def of_integers(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return (
        *(x // y, x % y, (x > y) & (x != 3), x.float() / y, x + 2.5, torch.where(x > 1, x, 0)),
        *((x > 2).sum(), x.argmax(0), x.cumsum(1), x.sort(1)[0], x.max(1)[0], ~x, x.bool()),
        *(torch.div(x, y, rounding_mode="trunc"), x.fmod(y), x[y[0]], x.gather(1, y)),
    )


def test_integers() -> None:
    x, y = torch.randint(-9, 9, (4, 5)), torch.randint(1, 4, (4, 5))
    for actual, expected in zip(compiled(of_integers)(x, y), of_integers(x, y), strict=True):
        torch.testing.assert_close(actual, expected)
    assert not REPORTS[0].fallbacks, dlvm.torch.report()


def with_constants(x: torch.Tensor) -> torch.Tensor:
    y = x * torch.tensor([1.0, 2.0, -0.5]) + torch.tensor(3.0, dtype=torch.float64)
    z = y.clone()
    z[0] = 5.0
    z[z > 3] = 0
    z[torch.tensor([1, 2]), 0] = torch.tensor([7.0, 8.0])
    return y + z


@pytest.mark.parametrize("differentiates", [False, True])
def test_tensors_that_are_constants(differentiates: bool) -> None:
    x = torch.randn(4, 3)
    own, other = (x.clone().requires_grad_(differentiates) for _ in range(2))
    actual, expected = compiled(with_constants)(own), with_constants(other)
    torch.testing.assert_close(actual, expected)
    if differentiates:
        actual.square().sum().backward()
        expected.square().sum().backward()
        torch.testing.assert_close(own.grad, other.grad)
    assert all(not r.fallbacks for r in REPORTS), dlvm.torch.report()


def views(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    rows, columns = x.shape
    y = x + 1
    return (
        *(x.expand(3, *x.shape), x[rows // 2 :], x[:, rows // 2 :].t(), x[rows // 2]),
        *(y, y.view(columns, -1), y[:, : rows // 2], y.t()[rows // 2 :], y.t(), x.split(rows)[0]),
    )


@pytest.mark.parametrize("differentiates", [False, True])
def test_outputs_that_are_views(differentiates: bool) -> None:
    run = torch.compile(views, backend=dlvm.torch.backend, dynamic=True)
    for shape in ((4, 6), (6, 10)):
        x = torch.randn(shape).requires_grad_(differentiates)
        for actual, expected in zip(run(x), views(x), strict=True):
            torch.testing.assert_close(actual, expected, check_stride=True)
    assert all(not r.fallbacks for r in REPORTS), dlvm.torch.report()


def test_pytorch_runs_operators_missing_from_the_table() -> None:
    model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5), nn.Linear(8, 8))
    x = torch.randn(4, 8)
    torch.manual_seed(1)
    expected = model(x)
    torch.manual_seed(1)
    torch.testing.assert_close(compiled(model)(x), expected, rtol=1e-4, atol=1e-5)
    forward = next(r for r in REPORTS if r.kind == "forward")
    assert forward.programs == 2
    assert [f.operator for f in forward.fallbacks] == ["aten.native_dropout.default"]


class Cache(nn.Module):
    """One step of a generative loop: the cache of keys changes in place."""

    def __init__(self) -> None:
        super().__init__()
        self.project = nn.Linear(4, 8)
        self.keys: torch.Tensor
        self.register_buffer("keys", torch.zeros(2, 6, 4))

    def forward(self, x: torch.Tensor, place: torch.Tensor) -> torch.Tensor:
        key, query = self.project(x).chunk(2, 1)
        self.keys.index_copy_(1, place, key[:, None])
        return torch.einsum("bd,bld->bl", query, self.keys).softmax(1)


def test_a_generative_loop_with_a_cache() -> None:
    expected = Cache()
    actual = copy.deepcopy(expected)
    run = compiled(actual)
    with torch.no_grad():
        for step in range(4):
            x, place = torch.randn(2, 4), torch.tensor([step])
            torch.testing.assert_close(run(x, place), expected(x, place), rtol=1e-4, atol=1e-5)
            torch.testing.assert_close(actual.keys, expected.keys, rtol=1e-4, atol=1e-5)
    assert len(REPORTS) == 1


def test_options() -> None:
    x = torch.randn(3)
    found = compiled(torch.sin, threads=1, fast_math=True)(x)
    torch.testing.assert_close(found, x.sin())
    torch.compiler.reset()
    with pytest.raises(Exception, match="did you mean 'threads'"):
        compiled(torch.sin, thread=1)(x)


def test_the_entry_point_names_the_backend() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module, _, name = project["entry-points"]["torch_dynamo_backends"]["dlvm"].partition(":")
    assert getattr(import_module(module), name) is dlvm.torch.backend
