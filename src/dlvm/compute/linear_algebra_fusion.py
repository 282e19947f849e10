"""``LAF``: linear-algebra fusion, which compiles linear algebra to kernels."""

from __future__ import annotations

from dataclasses import dataclass

from dlvm.ir import Module, Stage
from dlvm.transforms.ipo.closure_conversion import convert_closures
from dlvm.transforms.pipeline import Pass, count, register


@register("LAF")
@dataclass(frozen=True)
class LinearAlgebraFusion(Pass):
    """Moves a module to stage compute. Element-wise instructions, products and reductions that can
    be computed together become one definition in index notation, which is compiled to one kernel.
    Closures become enum values."""

    def run(self, module: Module) -> bool:
        from dlvm.compute.generation import generate_compute

        if module.stage is not Stage.OPTIMIZABLE:
            return False
        convert_closures(module)
        generate_compute(module)
        count("kernels made", len(module.definitions))
        return True
