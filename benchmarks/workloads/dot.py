"""Matrix products: m × k times k × n."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

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


def inputs(m: int, k: int, n: int) -> Inputs:
    random = np.random.default_rng(0)
    return {
        "a": random.standard_normal((m, k), np.float32),
        "b": random.standard_normal((k, n), np.float32),
    }


def dlvm(inputs: Inputs) -> Job:
    import dlvm

    (m, k), (_, n) = inputs["a"].shape, inputs["b"].shape
    a, b, result = f"<{m} x {k} x f32>", f"<{k} x {n} x f32>", f"<{m} x {n} x f32>"
    text = f"""\
module "dot"
stage raw
func @dot: ({a}, {b}) -> {result} {{
'entry(%a: {a}, %b: {b}):
    %product = dot %a: {a}, %b: {b}
    return %product: {result}
}}
"""
    product = dlvm.compile(dlvm.parse(text))["dot"]
    run = partial(product, inputs["a"], inputs["b"])
    return Job(run, lambda: [run()])


def torch(inputs: Inputs) -> Job:
    import torch

    a, b = torch.from_numpy(inputs["a"]), torch.from_numpy(inputs["b"])

    @torch.inference_mode()
    def run() -> Any:
        return a @ b

    return Job(run, lambda: [run().numpy()])


def jax(inputs: Inputs) -> Job:
    import jax

    a, b = jax.numpy.array(inputs["a"]), jax.numpy.array(inputs["b"])
    product = jax.jit(jax.numpy.matmul)

    def run() -> Any:
        return product(a, b).block_until_ready()

    return Job(run, lambda: [np.asarray(run())])


WORKLOADS = [
    Workload(
        name=f"dot-{m}x{k}x{n}",
        inputs=partial(inputs, m, k, n),
        peers={"dlvm": dlvm, "pytorch": torch, "jax": jax},
        flops=2 * m * k * n,
        size=4 * (m * k + k * n + m * n),
        tolerance=1e-5,
    )
    for m, k, n in SHAPES
]
