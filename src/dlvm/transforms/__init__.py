"""Passes, which transform modules in place, and pipelines of passes written as text.

Importing this package registers every pass: each module below adds its passes to
:data:`~dlvm.transforms.pipeline.PASSES`.
"""

from dlvm.transforms import differentiation
from dlvm.transforms.algebra import (
    algebra_simplification,
    literal_broadcasting,
    matrix_chain_reordering,
    product_layout,
    sinking,
)
from dlvm.transforms.cfg import canonicalization, simplification
from dlvm.transforms.complex_numbers import decomposition
from dlvm.transforms.ipo import inlining, tail_calls
from dlvm.transforms.loop import loop_invariant_code_motion, loop_unrolling, product_hoisting
from dlvm.transforms.memory import (
    checkpointing,
    heap_to_stack,
    instruction_ordering,
    memory_promotion,
    redundant_load_elimination,
)
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
    "canonicalization",
    "checkpointing",
    "common_subexpression_elimination",
    "constant_propagation",
    "dead_code_elimination",
    "decomposition",
    "differentiation",
    "heap_to_stack",
    "inlining",
    "instruction_ordering",
    "literal_broadcasting",
    "loop_invariant_code_motion",
    "loop_unrolling",
    "matrix_chain_reordering",
    "memory_promotion",
    "parse_pipeline",
    "product_hoisting",
    "product_layout",
    "redundant_load_elimination",
    "run_passes",
    "simplification",
    "sinking",
    "stabilization",
    "tail_calls",
]
