"""Transformations of modules: one file a pass, and pipelines of passes written as text."""

from dlvm.transforms import (
    algebra_simplification,
    checkpointing,
    common_subexpression_elimination,
    constant_propagation,
    control_flow_simplification,
    dead_code_elimination,
    differentiation,
    inlining,
    matrix_chain_reordering,
    ordering,
    tail_calls,
)
from dlvm.transforms.pipeline import (
    PASSES,
    PIPELINES,
    Observer,
    Pass,
    PassResult,
    parse_pipeline,
    run_passes,
)

__all__ = [
    "PASSES",
    "PIPELINES",
    "Observer",
    "Pass",
    "PassResult",
    "algebra_simplification",
    "checkpointing",
    "common_subexpression_elimination",
    "constant_propagation",
    "control_flow_simplification",
    "dead_code_elimination",
    "differentiation",
    "inlining",
    "matrix_chain_reordering",
    "ordering",
    "parse_pipeline",
    "run_passes",
    "tail_calls",
]
