"""Short programs as in the tutorials of JAX and PyTorch, in JAX and in NNKit, with arguments.

``python -m tests.peers.tutorials.programs`` prints the time of each in NNKit and under
``jax.jit``, in processor time on one core, and their ratio; above 1, NNKit is faster. Both run
alternately, and the fastest of the rounds counts. The results are compared first.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import math
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Rng = np.random.Generator
TOPICS = ("derivatives", "matrices", "networks", "simulations")


class Draws:
    """Draws arrays of f32."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)

    def normal(self, *shape: int, scale: float = 1.0) -> Array:
        return (scale * self.rng.standard_normal(shape)).astype(np.float32)

    def uniform(self, *shape: int) -> Array:
        return self.rng.random(shape, np.float32)

    def signs(self, *shape: int) -> Array:
        return np.sign(self.rng.standard_normal(shape)).astype(np.float32)

    def below(self, stop: int, *shape: int) -> Array:
        return self.rng.integers(0, stop, shape, np.int32)

    def definite(self, n: int) -> Array:
        root = self.rng.standard_normal((n, n)) / np.sqrt(n)
        return (root @ root.T + np.eye(n)).astype(np.float32)


def _gauss_newton(d: Draws) -> tuple[Any, ...]:
    t = np.linspace(0, 3, 100, dtype=np.float32)
    return np.array([1, 0.5, 0], np.float32), t, 2 * np.exp(-t) + 0.5 + d.normal(100, scale=0.05)


def _clusters(d: Draws) -> tuple[Any, ...]:
    centers = d.normal(8, 2, scale=5)
    return centers[d.below(8, 500)] + d.normal(500, 2), centers + d.normal(8, 2)


def _momentum(d: Draws) -> tuple[Any, ...]:
    params = {"w": d.normal(32, 64, scale=0.2), "b": d.normal(64), "v": d.normal(64, 4, scale=0.1)}
    velocity = {name: np.zeros_like(value) for name, value in params.items()}
    return params, velocity, d.normal(64, 32), d.normal(64, 4)


ARGUMENTS: dict[str, Callable[[Draws], tuple[Any, ...]]] = {
    "per_example_gradients": lambda d: (d.normal(16, 8, scale=0.2), d.normal(64, 16), d.normal(64)),
    "clipped_gradients": lambda d: (d.normal(32), d.normal(128, 32), d.signs(128)),
    "hessian_vector_product": lambda d: (
        d.normal(32, scale=0.2), d.normal(128, 32), d.signs(128), d.normal(32)
    ),
    "jacobian_of_layer": lambda d: (d.normal(32, 16, scale=0.2), d.normal(16), d.normal(32)),
    "newton_step": lambda d: (d.normal(8, scale=0.3), d.normal(200, 8), d.signs(200)),
    "gauss_newton": _gauss_newton,
    "gradient_penalty": lambda d: (d.normal(16, 32, scale=0.3), d.normal(64, 16)),
    "heat_residual": lambda d: (d.normal(32, 2), d.normal(32), d.uniform(100), d.uniform(100)),
    "trace_of_hessian": lambda d: (d.normal(16), d.normal(64, 16, scale=0.2), d.signs(20, 16)),
    "tangent_kernel": lambda d: (d.normal(24, 8, scale=0.3), d.normal(24), d.normal(40, 8)),
    "batched_solve": lambda d: (d.normal(50, 8, 8), d.normal(50, 8, 2)),
    "gaussian_process": lambda d: (5 * d.uniform(80), d.normal(80), 5 * d.uniform(40)),
    "spectral_normalization": lambda d: (d.normal(64, 48), d.normal(64)),
    "ridge_regression": lambda d: (d.normal(100, 8), d.normal(100), d.uniform(10)),
    "conjugate_gradient": lambda d: (d.definite(100), d.normal(100)),
    "log_density": lambda d: (d.normal(16), d.definite(16), d.normal(200, 16)),
    "principal_components": lambda d: (d.normal(100, 6) * np.arange(1, 7, dtype=np.float32),),
    "whitening": lambda d: (d.normal(200, 12),),
    "procrustes": lambda d: (d.normal(100, 3), d.normal(100, 3)),
    "polynomial_fit": lambda d: (np.linspace(-1, 1, 50, dtype=np.float32), d.normal(50)),
    "ensemble": lambda d: (
        [{"w": d.normal(8, 16, 16, scale=0.3), "b": d.normal(8, 16)} for _ in range(3)],
        d.normal(32, 16),
    ),
    "fourier_layer": lambda d: (d.normal(128, 8), d.normal(16, 8, 8), d.normal(16, 8, 8)),
    "attention": lambda d: (d.normal(4, 64, 16), d.normal(4, 64, 16), d.normal(4, 64, 16)),
    "recurrent": lambda d: (
        d.normal(16, 128, scale=0.2), d.normal(32, 128, scale=0.2), d.normal(128),
        d.normal(20, 8, 16),
    ),
    "graph_convolution": lambda d: (d.normal(100, 16), d.below(100, 2, 500), d.normal(16, 16)),
    "nearest_neighbors": lambda d: (d.normal(200, 4), d.below(3, 200), d.normal(50, 4)),
    "mixture_of_experts": lambda d: (
        d.normal(16, 4), d.normal(4, 16, 32, scale=0.3), d.normal(64, 16)
    ),
    "contrastive_loss": lambda d: (d.normal(48, 32), d.normal(48, 32)),
    "momentum_step": _momentum,
    "embeddings": lambda d: (d.normal(100, 32), d.uniform(32), d.below(100, 8, 20)),
    "lorenz": lambda d: (np.array([1, 2, 20], np.float32),),
    "bodies": lambda d: (d.normal(16, 3), d.normal(16, 3, scale=0.1)),
    "heat": lambda d: (d.normal(64, 64),),
    "mandelbrot": lambda d: (
        (np.linspace(-2, 0.6, 48) + 1j * np.linspace(-1.2, 1.2, 40)[:, None]).astype(np.complex64),
    ),
    "option_price": lambda d: (np.float32(1), d.normal(500, 30)),
    "viterbi": lambda d: (d.normal(8, 8), d.normal(50, 8)),
    "forward_algorithm": lambda d: (d.normal(8, 8), d.normal(50, 8)),
    "sinkhorn": lambda d: (d.uniform(48, 40),),
    "clusters": _clusters,
    "square_roots": lambda d: (d.uniform(100) + 0.5,),
}  # fmt: skip


def programs() -> Iterator[tuple[str, Any, Any]]:
    """The name of each program, and the function in NNKit and in JAX."""
    for topic in TOPICS:
        ours, theirs = (
            importlib.import_module(f"tests.peers.tutorials.{topic}_in_{library}")
            for library in ("nnkit", "jax")
        )
        yield from (
            (n, getattr(ours, n), getattr(theirs, n)) for n in ARGUMENTS if hasattr(ours, n)
        )


def lines_of(function: Any) -> int:
    """The lines of a program that are neither blank nor its decorator."""
    source = inspect.getsource(inspect.unwrap(function))
    return sum(bool(line.strip()) for line in source.splitlines()) - 1


def assert_equal_results(found: Any, expected: Any) -> None:
    """The results are equal but for rounding."""
    import jax

    ours, theirs = jax.tree.leaves(found), jax.tree.leaves(expected)
    assert len(ours) == len(theirs)
    for mine, peer in zip(ours, theirs, strict=True):
        peer = np.asarray(peer)
        assert np.shape(mine) == peer.shape
        np.testing.assert_allclose(mine, peer, 1e-3, 1e-4 * max(1, np.abs(peer).max(initial=0)))


def _seconds(call: Callable[[], Any]) -> float:
    """The processor time of a call, from about 20 ms of calls."""
    count, spent = 1, 0.0
    while True:
        start = time.process_time()
        for _ in range(count):
            call()
        spent = time.process_time() - start
        if spent > 0.01:
            return spent / count
        count *= 2


def _ratio(ours: Any, theirs: Any, arguments: tuple[Any, ...], rounds: int) -> tuple[float, float]:
    import jax

    given = jax.device_put(arguments)
    pairs = [
        (
            _seconds(lambda: ours(*arguments)),
            _seconds(lambda: jax.block_until_ready(theirs(*given))),
        )
        for _ in range(rounds)
    ]
    return min(p[0] for p in pairs), min(p[1] for p in pairs)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("-k", default="", help="only the programs whose names contain this")
    given = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    print("| program | lines | of JAX's | µs | `jax.jit` | ratio |\n|---|---|---|---|---|---|")
    ratios: list[float] = []
    for name, ours, theirs in programs():
        if given.k not in name:
            continue
        arguments = ARGUMENTS[name](Draws())
        assert_equal_results(ours(*arguments), theirs(*arguments))
        mine, peer = _ratio(ours, theirs, arguments, given.rounds)
        ratios.append(peer / mine)
        row = (
            *(name.replace("_", " "), lines_of(ours), lines_of(theirs)),
            *(f"{mine * 1e6:.1f}", f"{peer * 1e6:.1f}", f"{peer / mine:.2f}"),
        )
        print(f"| {' | '.join(map(str, row))} |", flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{len(ratios)} programs, geometric mean {mean:.2f}")


if __name__ == "__main__":
    main()
