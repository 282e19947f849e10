"""Transformations of modules: one file a pass, and pipelines of passes written as text."""

from dlvm.transforms import differentiation
from dlvm.transforms.algebra import (
    algebra_simplification,
    literal_broadcasting,
    matrix_chain_reordering,
    sinking,
)
from dlvm.transforms.algebra import product_layout as layout
from dlvm.transforms.cfg import canonicalization as control_flow_canonicalization
from dlvm.transforms.cfg import simplification as control_flow_simplification
from dlvm.transforms.ipo import inlining, tail_calls
from dlvm.transforms.loop import loop_invariant_code_motion, loop_unrolling
from dlvm.transforms.loop import product_hoisting as loop_products
from dlvm.transforms.memory import (
    checkpointing,
    heap_to_stack,
    memory_promotion,
    redundant_load_elimination,
)
from dlvm.transforms.memory import instruction_ordering as ordering
from dlvm.transforms.numerical_stability import stabilization
from dlvm.transforms.pipeline import (
    PASSES,
    PIPELINES,
    Observer,
    Pass,
    PassResult,
    parse_pipeline,
    run_passes,
)
from dlvm.transforms.scalar import (
    common_subexpression_elimination,
    constant_propagation,
    dead_code_elimination,
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
    "control_flow_canonicalization",
    "control_flow_simplification",
    "dead_code_elimination",
    "differentiation",
    "heap_to_stack",
    "inlining",
    "layout",
    "literal_broadcasting",
    "loop_invariant_code_motion",
    "loop_products",
    "loop_unrolling",
    "matrix_chain_reordering",
    "memory_promotion",
    "ordering",
    "parse_pipeline",
    "redundant_load_elimination",
    "run_passes",
    "sinking",
    "stabilization",
    "tail_calls",
]
