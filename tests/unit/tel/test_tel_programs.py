"""The programs of ``examples/tel``: format stably, agree with NumPy and NNKit, and train."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.diagnostics import DiagnosticError, Source
from dlvm.interpreter import interpret
from dlvm.nn import losses
from dlvm.tel.checker import check
from dlvm.tel.formatter import format_text
from dlvm.tel.loading import load, new_net
from dlvm.tel.tool import main
from dlvm.tel.training import example_axes, make_trainer, matched_arrays, trainable_net
from dlvm.transforms import run_passes
from tests.support.paths import ROOT

PROGRAMS = ROOT / "examples" / "tel"
FILES = sorted(PROGRAMS.glob("*.tel"))


def _drawn(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _softmax(x: Any) -> Any:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _lstm(net: Any, x: Any) -> Any:
    h = c = np.zeros((x.shape[1], 4))
    for step in x:
        i, f, g, o = np.split(step @ net.w + h @ net.u + net.b, 4, 1)
        c = _sigmoid(f) * c + _sigmoid(i) * np.tanh(g)
        h = _sigmoid(o) * np.tanh(c)
    return h


def _gru(net: Any, x: Any) -> Any:
    h = np.zeros((x.shape[1], 4))
    for step in x:
        (ar, az, an), (dr, dz, dn) = (np.split(v, 3, 1) for v in (step @ net.w + net.b, h @ net.u))
        z = _sigmoid(az + dz)
        h = (1 - z) * np.tanh(an + _sigmoid(ar + dr) * dn) + z * h
    return h


def _counter(net: Any, x: Any) -> Any:
    h = np.zeros((x.shape[1], 8))
    for step in x:
        h = np.tanh(step @ net.u + h @ net.w)
    return h


def _dense(layer: Any, x: Any) -> Any:
    return x @ layer.w + layer.b


def _attention(net: Any, x: Any) -> Any:
    weights = _softmax(_dense(net.q, x) @ _dense(net.k, x).T / np.sqrt(8))
    return x + _dense(net.out, weights @ _dense(net.v, x))


def _convolution(net: Any, x: Any) -> Any:
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    h = np.maximum(np.einsum("nchwij,kcij->nkhw", windows, net.kernel) + net.b, 0)
    return h.reshape(len(x), 4, 4, 2, 4, 2).max((3, 5)).reshape(len(x), 64) @ net.w


def _vae(net: Any, x: Any, noise: Any) -> Any:
    m, s = _dense(net.means, x), _dense(net.scales, x)
    return _dense(net.decoder, m + np.exp(s / 2) * noise), m, s


def _mlp(net: Any, x: Any) -> Any:
    return np.maximum(x @ net.w1 + net.b1, 0) @ net.w2 + net.b2


def _line(net: Any, x: Any) -> Any:
    return x @ net.w + net.b


LABELS = np.array([1, 0, 9, 3, 2])
NETS: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "attention": ("Attention", _attention, {"x": _drawn(5, 8), "target": _drawn(5, 8)}),
    "autoencoder": (
        "Autoencoder",
        lambda net, x: _dense(net.decoder, np.tanh(_dense(net.encoder, x))),
        {"x": _drawn(5, 6)},
    ),
    "convolution": ("Convolution", _convolution, {"x": _drawn(5, 1, 8, 8), "label": LABELS}),
    "gru": ("GRU", _gru, {"x": _drawn(6, 5, 3), "y": _drawn(5, 4)}),
    "linear_regression": ("Line", _line, {"x": _drawn(5, 3), "y": _drawn(5)}),
    "logistic_regression": ("Logistic", _line, {"x": _drawn(5, 2), "y": LABELS % 2}),
    "lstm": ("LSTM", _lstm, {"x": _drawn(6, 5, 3), "y": _drawn(5, 4)}),
    "mlp": ("Classifier", _mlp, {"x": _drawn(5, 64), "label": LABELS}),
    "variational_autoencoder": ("VAE", _vae, {"x": _drawn(5, 6), "noise": _drawn(5, 2)}),
}


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_formatting_is_stable(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert format_text(Source(file.name, text)) == text
    squeezed = "\n".join(line.strip() for line in text.split("\n"))
    assert format_text(Source(file.name, squeezed)) == text


@pytest.mark.parametrize("name", NETS)
def test_nets(name: str) -> None:
    """Inference agrees with NumPy, in native code and interpreted, and training lowers the loss."""
    loaded = load(PROGRAMS / f"{name}.tel")
    net_name, expected, data = NETS[name]
    assert trainable_net(loaded.program) == net_name
    net = new_net(loaded, net_name)
    _, arrays = matched_arrays(loaded.program, net_name, data)
    count = len(loaded.program.declared.methods[net_name]["inference"].parameters)
    function = loaded.function(f"{net_name}.inference")
    lowered = function.lower(net, *arrays[:count])
    run_passes(lowered.module, "AD")
    for found in (
        function(net, *arrays[:count]),
        interpret(lowered.module, lowered.entry, net, *arrays[:count]),
    ):
        wanted = expected(net, *arrays[:count])
        pairs = zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]
        for a, b in pairs:
            np.testing.assert_allclose(np.asarray(a), b, 2e-4, 2e-5)
    trainer = make_trainer(loaded, net_name, net, {"rate": 0.05})
    first = trainer.loss(arrays)
    for _ in range(20):
        trainer.train_step(arrays)
    assert trainer.loss(arrays) < first


@pytest.mark.parametrize(
    ("result", "loss", "axes"),
    [
        ("[n x 4]", "y: [m x 4], target: [m x 4]", (1, None, 0)),
        ("[t x n x 4]", "y: [a x m x 4], target: [a x m x 4]", (1, None, 1)),
        ("[t]", "y: [m], target: [m]", (None, None, None)),
    ],
)
def test_examples_of_sequences(result: str, loss: str, axes: tuple[int | None, ...]) -> None:
    value = {"[n x 4]": "h", "[t x n x 4]": "hs", "[t]": "sum(sum(hs, axis = 2), axis = 1)"}[result]
    program = check(
        Source(
            "sequences.tel",
            f"""\
net Steps {{
    param w: [4 x 4] = glorot
    inference(x: [t x n x 4], scale: [4]) -> {result} {{
        recurrent h: [n x 4] = 0 over step in x collect hs {{
            tanh((step + h * scale) . w)
        }}
        {value}
    }}
    loss({loss}) -> [] {{
        mean_squared_error(y, target)
    }}
    optimize<s*>(p: [s], g: [s], rate: []) -> [s] {{
        p - rate * g
    }}
}}
""",
        )
    )
    assert example_axes(program, "Steps") == axes


def test_sequences_train_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    x = _drawn(6, 50, 3)
    y = np.repeat(x.sum((0, 2))[:, None], 4, 1).astype("f")
    np.savez(tmp_path / "data.npz", x=x, y=y)
    options = ["--data", f"{tmp_path}/data.npz", "--batch", "10", "--rate", "0.1"]
    out = f"{tmp_path}/gru"
    assert main(["train", str(PROGRAMS / "gru.tel"), *options, "--epochs", "5", "--out", out]) == 0
    assert "validation" in capsys.readouterr().out
    curve = np.loadtxt(f"{out}.csv", delimiter=",", skiprows=1)
    assert curve.shape == (5, 3)
    assert curve[-1, 1] < curve[0, 1]


def test_training_agrees_with_nnkit() -> None:
    loaded = load(PROGRAMS / "mlp.tel")
    net = new_net(loaded, "Classifier")
    _, (x, label) = matched_arrays(loaded.program, "Classifier", NETS["mlp"][2])
    trainer = make_trainer(loaded, "Classifier", net, {"rate": 0.1})

    @nnkit.staged
    def loss(w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
        hidden = nnkit.maximum(x @ w1 + b1, 0)
        return losses.softmax_cross_entropy(hidden @ w2 + b2, label)

    weights = [net.w1, net.b1, net.w2, net.b2]
    for _ in range(3):
        value, slopes = nnkit.value_and_gradient(loss, (0, 1, 2, 3))(*weights)
        weights = [w - np.float32(0.1) * g for w, g in zip(weights, slopes, strict=True)]
        np.testing.assert_allclose(trainer.train_step((x, label)), value, 1e-5)
    np.testing.assert_allclose(trainer.net.w1, weights[0], 1e-4, 1e-6)


def test_extern_functions_return_what_is_declared() -> None:
    program = load(Path(__file__).parent / "pieces.tel")
    with (
        pytest.raises(
            DiagnosticError, match=r"cumulative_sum is declared to return \[6\], got \[3\]"
        ),
        program.errors_in_program(),
    ):
        program.function("longer")(np.ones(3, np.float32))


def test_counter() -> None:
    loaded = load(PROGRAMS / "counter.tel")
    net, x = new_net(loaded, "Counter"), _drawn(5, 3, 4)
    found = loaded.function("Counter.inference")(net, x)
    np.testing.assert_allclose(found, _counter(net, x), 1e-4, 1e-5)
    np.testing.assert_allclose(net.w @ net.w.T, np.eye(8), atol=1e-5)


def test_recursion() -> None:
    loaded = load(PROGRAMS / "recursive_sum.tel")
    leaf, fork = loaded.namespace["Leaf"], loaded.namespace["Fork"]
    tree: Any = leaf(np.float32(0))
    for number in range(1, 6):
        tree = fork(tree, leaf(np.float32(number)))
    assert loaded.function("total")(tree) == 15
    assert loaded.function("factorial")(np.int64(6)) == 720


def test_kalman_filter() -> None:
    z = _drawn(20)
    m, p, expected = 0.0, 1.0, list[float]()
    for measured in z:
        spread = p + 0.01
        gain = spread / (spread + 0.5)
        m, p = m + gain * (measured - m), (1 - gain) * spread
        expected.append(m)
    function = load(PROGRAMS / "kalman_filter.tel").function("kalman")
    np.testing.assert_allclose(function(z, np.float32(0.01), np.float32(0.5)), expected, 1e-4, 1e-5)


def test_k_means() -> None:
    x = _drawn(30, 2)
    centers = x[:3]
    nearest = ((x[:, None] - centers) ** 2).sum(2).argmin(1)
    expected = [x[nearest == k].mean(0) for k in range(3)]
    function = load(PROGRAMS / "k_means.tel").function("k_means")
    np.testing.assert_allclose(function(x, centers), expected, 1e-4, 1e-5)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("m", [[[1, 2], [3, 4]]], [5, 25]),
        ("half", [[1, 2]], [1, 2]),
        ("r", [[[1, 2, 3], [2, 2, 2]]], [2, 3, 4]),
        ("cmp", [[-1, 1, 3]], [0, 1, 0]),
        ("pick", [2], 1),
        ("pick", [-1], 9),
        ("last", [[1, 2, 7]], 7),
        ("two", [[1, 2], [3]], [1, 2, 3]),
        ("lam", [[1, 2], [3, 4]], [4, 6]),
        ("solved", [[[2, 0], [0, 4]], [2, 2]], [1, 0.5]),
        ("inverse", [[[2, 0], [0, 4]]], [[0.5, 0], [0, 0.25]]),
        ("powers", [[1, 2]], [1.5, 512.0625]),
        ("scaled", [[2, 4, 6, 8]], [3, 4, 5, 6]),
        ("large", [1], 1e300),
        ("both", [1], (1, 2)),
    ],
)
def test_pieces(name: str, arguments: list[Any], expected: Any) -> None:
    function = load(Path(__file__).parent / "pieces.tel").function(name)
    found = function(*(np.array(argument, np.float32) for argument in arguments))
    np.testing.assert_allclose(found, expected)
