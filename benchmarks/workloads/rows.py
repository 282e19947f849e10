"""Element-wise code, reductions along an axis, and what goes with them, at sizes that are in the
caches of a core, in those of the machine, and in none."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from benchmarks import functions
from benchmarks.workload import Inputs, Magnitude, Workload

SHAPES = ((128, 768), (1024, 1024), (4096, 4096))
PEERS = ("dlvm", "pytorch", "torch.compile", "jax")


def inputs(shape: tuple[int, ...], *vectors: str) -> Inputs:
    """A tensor, and vectors as long as its rows."""
    random = np.random.default_rng(0)
    return {
        "x": random.standard_normal(shape, np.float32),
        **{name: random.standard_normal(shape[-1], np.float32) for name in vectors},
    }


def positive_inputs(count: int) -> Inputs:
    return {"x": np.abs(inputs((count,))["x"])}


def _workload(
    name: str,
    function: str,
    shape: tuple[int, ...],
    *options: int,
    vectors: tuple[str, ...] = (),
    results: int | None = None,
    magnitude: Magnitude = "rows",
    family: str = "rows",
) -> Workload:
    """Of a function that has as many ``results`` as elements are given, or others."""
    count = int(np.prod(shape))
    return Workload(
        name=f"{name}-{'x'.join(map(str, shape))}",
        inputs=partial(inputs, shape, *vectors),
        peers=functions.peers(function, PEERS, *options),
        flops=0,
        size=4 * (count + (count if results is None else results)),
        tolerance=1e-4,
        family=family,
        magnitude=magnitude,
    )


def _element_wise(function: str, count: int) -> Workload:
    workload = _workload(f"element-wise-{function}", function, (count,), family="element-wise")
    return (
        replace(workload, inputs=partial(positive_inputs, count)) if function == "log" else workload
    )


WORKLOADS = [
    *(_workload("softmax", "softmax", shape, magnitude="elements") for shape in SHAPES),
    *(
        _workload("layer-norm-gelu", "layer_norm_gelu", shape, vectors=("scale", "bias"))
        for shape in SHAPES
    ),
    *(_workload("chain", "chain", (count,)) for count in (10**5, 10**6, 10**7)),
    *(
        _element_wise(function, count)
        for function in ("exp", "log", "sin", "tanh", "erf", "sigmoid", "gelu")
        for count in (10**5, 10**6)
    ),
    *(
        _workload("log-sum-exp", "log_sum_exp", shape, results=shape[0], magnitude="elements")
        for shape in SHAPES
    ),
    *(
        _workload(
            f"variance-{axis}",
            "variance",
            shape,
            axis,
            results=shape[1 - axis],
            magnitude="elements",
        )
        for axis in (0, 1)
        for shape in SHAPES
    ),
    *(_workload("transpose", "transpose", shape, 1, 0) for shape in SHAPES),
    *(
        _workload(f"transpose-{''.join(map(str, axes))}", "transpose", shape, *axes)
        for axes in ((0, 2, 1), (1, 0, 2), (2, 0, 1), (2, 1, 0))
        for shape in ((48, 56, 64), (192, 256, 320))
    ),
    *(
        _workload(f"cumulative-sum-{axis}", "cumulative_sum", shape, axis, magnitude="terms")
        for axis in (0, 1)
        for shape in SHAPES
    ),
    *(
        _workload(f"top-{n}", "top_k", shape, n, results=n * shape[0], magnitude="elements")
        for n in (8, 64)
        for shape in SHAPES
    ),
]
