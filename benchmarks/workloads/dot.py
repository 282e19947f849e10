"""Matrix products: m × k times k × n, of shapes that networks have, of one vector and a
matrix, and of random shapes."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from benchmarks import functions
from benchmarks.programs import text
from benchmarks.workload import Inputs, Job, Workload

SHAPES = (
    (64, 784, 256),
    (128, 256, 256),
    (256, 256, 256),
    (512, 512, 512),
    (1024, 1024, 1024),
    (128, 768, 3072),
    (128, 3072, 768),
)
VECTOR_SHAPES = (
    (1, 1024, 1024),
    (1, 4096, 4096),
    (1, 768, 3072),
    (1024, 1024, 1),
    (4096, 4096, 1),
    (3072, 768, 1),
)
RANDOM_SHAPES = tuple(
    (int(m), int(k), int(n)) for m, k, n in np.random.default_rng(200).integers(1, 601, (200, 3))
)


def inputs(*shapes: tuple[int, int, int]) -> Inputs:
    random = np.random.default_rng(0)
    return {
        f"{name}{number}": random.standard_normal(shape, np.float32)
        for number, (m, k, n) in enumerate(shapes)
        for name, shape in (("a", (m, k)), ("b", (k, n)))
    }


def _pairs(inputs: Inputs) -> list[tuple[Any, Any]]:
    arrays = list(inputs.values())
    return list(zip(arrays[::2], arrays[1::2], strict=True))


def _job(cases: list[Any]) -> Job:
    def run() -> list[Any]:
        return [case() for case in cases]

    return Job(run, lambda: [np.asarray(product) for product in run()], tuple(cases))


def dlvm(inputs: Inputs) -> Job:
    """All in one module."""
    import dlvm

    pairs = _pairs(inputs)
    written = [text.product(f"dot{n}", a.shape, b.shape) for n, (a, b) in enumerate(pairs)]
    module = dlvm.compile(dlvm.parse("".join(written)))
    return _job([partial(module[f"dot{n}"], a, b) for n, (a, b) in enumerate(pairs)])


def torch(inputs: Inputs) -> Job:
    import torch

    @torch.inference_mode()
    def product(a: Any, b: Any) -> Any:
        return a @ b

    return _job([partial(product, *map(torch.from_numpy, pair)) for pair in _pairs(inputs)])


def jax(inputs: Inputs) -> Job:
    import jax

    compiled = jax.jit(jax.numpy.matmul)

    def product(a: Any, b: Any) -> Any:
        return compiled(a, b).block_until_ready()

    return _job([partial(product, *map(jax.numpy.array, pair)) for pair in _pairs(inputs)])


def numpy(inputs: Inputs) -> Job:
    return _job([partial(np.matmul, a, b) for a, b in _pairs(inputs)])


def _flops(*shapes: tuple[int, int, int]) -> int:
    return sum(2 * m * k * n for m, k, n in shapes)


def _size(*shapes: tuple[int, int, int]) -> int:
    return sum(4 * (m * k + k * n + m * n) for m, k, n in shapes)


WORKLOADS = [
    *(
        Workload(
            name="dot-" + "x".join(map(str, shape)),
            inputs=partial(inputs, shape),
            peers=functions.peers("dot", ("dlvm", "pytorch", "jax", "numpy")),
            flops=_flops(shape),
            size=_size(shape),
            tolerance=1e-5,
            rivals=("pytorch", "numpy"),
            family=family,
            magnitude="terms",
        )
        for family, shapes in (("dot", SHAPES), ("dot, one vector", VECTOR_SHAPES))
        for shape in shapes
    ),
    Workload(
        name="dot-random",
        inputs=partial(inputs, *RANDOM_SHAPES),
        peers={"dlvm": dlvm, "pytorch": torch, "jax": jax, "numpy": numpy},
        flops=_flops(*RANDOM_SHAPES),
        size=_size(*RANDOM_SHAPES),
        tolerance=1e-5,
        cases=tuple("x".join(map(str, shape)) for shape in RANDOM_SHAPES),
        rivals=("pytorch", "numpy"),
        family="dot, random shapes",
        magnitude="terms",
    ),
]
