"""Programs as people write them in PyTorch and JAX, beside the same in NNKit.

Each folder of ``ports`` has the program twice. ``main`` takes the same arrays in both, and returns
the same results. Ours is no longer than theirs, and the results agree.
"""

from __future__ import annotations

import ast
import importlib
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from dlvm import nnkit
from dlvm.data import digits

PORTS = Path(__file__).parent / "ports"
LAYOUT = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENDMARKER,
}  # fmt: skip
"""The tokens that are no code."""


def _gpt(rng: np.random.Generator) -> dict[str, Any]:
    data = (rng.integers(0, 7, (8, 1)) + np.arange(12) * rng.integers(1, 3, (8, 1))) % 7
    return {"data": data, "prompt": data[:3, :4]}


def _residual_net(_: np.random.Generator) -> dict[str, Any]:
    data = digits(flat=False)
    return {"x": data.train_x[:128, None], "y": data.train_y[:128]}


def _ctc(rng: np.random.Generator) -> dict[str, Any]:
    x = rng.standard_normal((3, 9, 5))
    return {"w": rng.standard_normal((5, 4)), "x": x, "labels": rng.integers(1, 4, (3, 3))}


def _runge_kutta(_: np.random.Generator) -> dict[str, Any]:
    return {
        "p": np.array([1.1, 0.4, 0.1, 0.4]),
        "y": np.array([10.0, 5.0]),
        "end": 6.0,
        "tolerance": 1e-3,
    }


def _reinforce(rng: np.random.Generator) -> dict[str, Any]:
    return {"state": rng.uniform(-0.05, 0.05, (16, 4)), "draws": rng.random((10, 60, 16))}


def _gaussian_process(rng: np.random.Generator) -> dict[str, Any]:
    x = np.sort(rng.uniform(-3, 3, 12))
    y = np.sin(x) + 0.1 * rng.standard_normal(12)
    return {"logs": np.array([0.0, 0.0, -1.0]), "x": x, "y": y, "new": np.linspace(-4, 4, 9)}


def _maml(rng: np.random.Generator) -> dict[str, Any]:
    sizes = [(1, 16), (16, 16), (16, 1)]
    p = [(rng.standard_normal((i, o)) / np.sqrt(i), np.zeros(o)) for i, o in sizes]
    x = rng.uniform(-3, 3, (2, 20, 4, 8, 1))
    scale, shift = rng.uniform(0.5, 2, (20, 4, 1, 1)), rng.uniform(0, 3, (20, 4, 1, 1))
    y = scale * np.sin(x + shift)
    return {"p": p, "x": x[0], "y": y[0], "new_x": x[1], "new_y": y[1]}


CODE = np.array([(0, 0), (3, 0), (5, 0), (1, 0), (4, 0), (2, 0), (0, 1), (3, 0)])
"""Multiplies by 0.4 until the product is at most 1, adds the sine, and multiplies by 0.3."""


def _beam_search(rng: np.random.Generator) -> dict[str, Any]:
    shapes = {"embedding": (6, 8), "recurrent": (8, 8), "output": (8, 6)}
    tables = {name: rng.standard_normal(shape) for name, shape in shapes.items()}
    return tables | {"code": CODE, "constants": np.array([0.4, 0.3]), "x": 5.0}


def _classical_learning(rng: np.random.Generator) -> dict[str, Any]:
    centers = rng.standard_normal((3, 4)) * 3
    kinds = rng.integers(0, 3, 60)
    x = centers[kinds] + rng.standard_normal((60, 4))
    return {"x": x, "y": (kinds + rng.integers(0, 2, 60) > 1).astype("f")}


def _loading_weights(rng: np.random.Generator) -> dict[str, Any]:
    path = Path("classifier.safetensors")
    model = importlib.import_module("tests.peers.ports.loading_weights.in_pytorch").Classifier()
    model(torch.randint(30, (16, 5)))  # Batch normalization records statistics.
    save_file(model.state_dict(), path)
    return {"path": path, "tokens": rng.integers(0, 30, (3, 7))}


INPUTS = {
    "gpt": _gpt,
    "residual_net": _residual_net,
    "ctc": _ctc,
    "runge_kutta": _runge_kutta,
    "reinforce": _reinforce,
    "gaussian_process": _gaussian_process,
    "maml": _maml,
    "beam_search": _beam_search,
    "classical_learning": _classical_learning,
    "loading_weights": _loading_weights,
}
"""The arguments of each port."""


def peer_of(name: str) -> str:
    """``pytorch`` or ``jax``, whichever a port has."""
    return "pytorch" if (PORTS / name / "in_pytorch.py").exists() else "jax"


def in_single_precision(inputs: Any) -> Any:
    """The inputs, with arrays of f32 in place of those of f64."""
    return jax.tree.map(
        lambda a: a.astype("f") if isinstance(a, np.ndarray) and a.dtype == np.float64 else a,
        inputs,
    )


def parameters(model: torch.nn.Module) -> Iterator[np.ndarray]:
    """The parameters and buffers, in the order of our fields; ours multiply from the right."""
    for layer in model.modules():
        for name, value in (*layer._parameters.items(), *layer._buffers.items()):
            if value is not None and name != "num_batches_tracked":
                array = value.detach().numpy().copy()
                yield array.T if isinstance(layer, torch.nn.Linear) and array.ndim == 2 else array


def lines_of_code(path: Path) -> int:
    """The number of lines that are neither blank nor comments nor docstrings."""
    text = path.read_text(encoding="utf-8")
    lines = {
        number
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in LAYOUT
        for number in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(text)):
        has_docstring = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        if has_docstring and ast.get_docstring(node) is not None:
            first = node.body[0]
            lines -= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return len(lines)


@pytest.mark.parametrize("name", INPUTS)
def test_a_port_is_no_longer_than_the_original(name: str) -> None:
    ours, theirs = (PORTS / name / f"in_{half}.py" for half in ("nnkit", peer_of(name)))
    assert lines_of_code(ours) <= lines_of_code(theirs)


@pytest.mark.parametrize("name", INPUTS)
def test_a_port_agrees(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ours, theirs = (
        importlib.import_module(f"tests.peers.ports.{name}.in_{half}")
        for half in ("nnkit", peer_of(name))
    )
    inputs = in_single_precision(INPUTS[name](np.random.default_rng(0)))
    mine, peers = (), ()
    if hasattr(ours, "build"):
        torch.manual_seed(0)
        peers = (theirs.build(),)
        arrays = parameters(peers[0])
        mine = (nnkit.map_tensors(lambda _: next(arrays), ours.build()),)
        assert next(arrays, None) is None
    expected = theirs.main(*peers, **inputs)
    found = ours.main(*mine, **inputs)
    jax.tree.map(
        lambda a, b: np.testing.assert_allclose(a, b, 1e-3, 1e-4),
        found,
        jax.tree.map(np.asarray, expected),
    )


def test_one_program_serves_all_lengths_of_a_cache() -> None:
    ours = importlib.import_module("tests.peers.ports.gpt.in_nnkit")
    model = ours.build()
    past = np.zeros((2, 2, 0, 8), np.float32)
    tokens = np.arange(24).reshape(2, 12) % 7
    whole, _ = model(tokens, [(past, past)] * 2)
    cache, parts = [(past, past)] * 2, []
    for start, end in ((0, 5), (5, 6), (6, 7), (7, 12)):
        logits, cache = model(tokens[:, start:end], cache)
        parts.append(logits)
        assert cache[0][0].shape[2] == end
    np.testing.assert_allclose(np.concatenate(parts, 1), whole, 1e-4, 1e-5)
    assert ours.GPT.__call__.compilations == 1
