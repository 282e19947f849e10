"""Mathematical functions in plain LLVM vector code, for f32 and f64 and any number of lanes."""

from dlvm.codegen.vector_math.functions import FUNCTIONS, define, define_several

__all__ = ["FUNCTIONS", "define", "define_several"]
