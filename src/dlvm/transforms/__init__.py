"""Transformations of modules: one file a pass, and pipelines of passes written as text."""

from dlvm.transforms import differentiation
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
    "differentiation",
    "parse_pipeline",
    "run_passes",
]
