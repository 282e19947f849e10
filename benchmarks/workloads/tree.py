"""The gradient of a network over trees (``examples/tree_network.dl``), for trees of more and more
leaves, whose nodes are balanced or all to the left: the time for a node is to stay the same."""

from __future__ import annotations

from functools import partial

from benchmarks.workload import Workload
from benchmarks.workloads.gradients import (
    LEAVES,
    TREE,
    dlvm,
    jax_tree,
    parameters_size,
    torch,
    torch_tree,
    tree_flops,
    tree_inputs,
)

SIZES = (5, 10, 25, 50, 100, 200)

WORKLOADS = [
    Workload(
        name=f"tree-{'left' if is_chain else 'balanced'}-{leaves}",
        inputs=partial(tree_inputs, leaves, is_chain),
        peers={
            "dlvm": partial(dlvm, "tree_network", "gradient"),
            "pytorch": partial(torch, torch_tree, "gradient"),
            "jax": partial(jax_tree, "gradient"),
        },
        flops=tree_flops(leaves, True),
        size=2 * parameters_size(TREE) + 4 * LEAVES * leaves,
        tolerance=1e-3,
        parts=2 * leaves - 1,
        magnitude="arrays",
    )
    for is_chain in (False, True)
    for leaves in SIZES
]
