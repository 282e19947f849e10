"""Attention of 12 heads, 32 wide: ``softmax(q kᵀ / √32) v``."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks import functions
from benchmarks.workload import Inputs, Workload

HEADS, WIDTH = 12, 32


def inputs(length: int) -> Inputs:
    random = np.random.default_rng(0)
    return {n: random.standard_normal((1, HEADS, length, WIDTH), np.float32) for n in "qkv"}


WORKLOADS = [
    Workload(
        name=f"attention-{length}",
        inputs=partial(inputs, length),
        peers=functions.peers(
            "attention",
            ("dlvm", "pytorch", "torch.compile", "jax", "onnxruntime", "openvino"),
        ),
        flops=4 * HEADS * length**2 * WIDTH,
        size=4 * 4 * HEADS * length * WIDTH,
        tolerance=1e-4,
        files=functions.files("attention"),
        family="attention",
    )
    for length in (16, 128, 512)
]
