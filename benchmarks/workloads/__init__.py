"""All workloads by name. A module of this folder lists its own in ``WORKLOADS``."""

from collections.abc import Sequence

from benchmarks.workload import Workload
from benchmarks.workloads import (
    attention,
    checkpoint,
    conv_net,
    convolution,
    dot,
    gradients,
    lstm,
    lstm_step,
    mlp,
    models,
    residual,
    rows,
    sentiment,
    transformer,
    tree,
)

_MODULES = (
    mlp,
    conv_net,
    residual,
    transformer,
    lstm_step,
    dot,
    convolution,
    rows,
    attention,
    lstm,
    gradients,
    tree,
    sentiment,
    checkpoint,
    models,
)
WORKLOADS: dict[str, Workload] = {w.name: w for module in _MODULES for w in module.WORKLOADS}


def selected(beginnings: Sequence[str]) -> list[Workload]:
    """Those whose names begin so, or all."""
    return [w for n, w in WORKLOADS.items() if not beginnings or n.startswith(tuple(beginnings))]
