# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUntypedBaseClass=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false
"""The backend of ``torch.compile``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

import torch
from torch import fx

from dlvm.compiler import compile as compile_module
from dlvm.diagnostics import error
from dlvm.torch.autograd_cache import cached_graphs, graph_compiler
from dlvm.torch.compilation import REPORTS

aten = torch.ops.aten

OPTIONS = tuple(
    n for n in inspect.signature(compile_module).parameters
    if n in ("opt_level", "fast_math", "threads", "memory_budget")
)  # fmt: skip
"""The options of ``dlvm.compile`` that the backend accepts."""


_DECOMPOSED = (
    aten.bucketize.Scalar,
    aten.bucketize.Tensor,
    aten.grid_sampler_2d.default,
    aten.upsample_bilinear2d.vec,
    aten.upsample_nearest2d.vec,
)
"""Operators that PyTorch decomposes only on demand."""


def backend(
    graph_module: fx.GraphModule,
    inputs: Sequence[Any],
    *,
    options: Mapping[str, Any] | None = None,
    mode: str | None = None,
) -> Callable[..., Any]:
    """The backend ``dlvm`` of ``torch.compile``.

    Parameters
    ----------
    graph_module, inputs
        The graph that PyTorch has captured, and examples of its inputs.
    options
        ``opt_level``, ``fast_math``, ``threads`` and ``memory_budget``, as for ``dlvm.compile``.
    mode
        Not supported.

    Raises
    ------
    DiagnosticError
        If an option is unknown.
    """
    if mode not in (None, "default"):
        raise error(f"mode must be None, got {mode!r}; pass options to the backend instead")
    chosen = dict(options or {})
    for name in chosen:
        if name not in OPTIONS:
            close = get_close_matches(name, OPTIONS, 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise error(f"options must be among {', '.join(OPTIONS)}, got {name!r}{hint}")
    from torch._dynamo.backends.common import aot_autograd
    from torch._functorch.partitioners import min_cut_rematerialization_partition

    compiler = aot_autograd(
        fw_compiler=graph_compiler("forward", chosen),
        bw_compiler=graph_compiler("backward", chosen),
        inference_compiler=graph_compiler("inference", chosen),
        decompositions=decompositions(),
        partition_fn=min_cut_rematerialization_partition,
    )
    with cached_graphs(chosen):
        return compiler(graph_module, inputs)


@cache
def decompositions() -> dict[Any, Any]:
    """The decompositions by which PyTorch expresses operators that are not in the table."""
    from torch._decomp import core_aten_decompositions, get_decompositions

    table = {**core_aten_decompositions(), **get_decompositions(_DECOMPOSED)}
    # Its decomposition does not return what the gradient needs.
    del table[aten._scaled_dot_product_flash_attention_for_cpu.default]
    return table


def report() -> str:
    """Describes the graphs that the backend has compiled in this process: for each, the number of
    its operators and programs, and the operators that PyTorch runs, with the reason and the line
    of the program."""
    return "\n".join(map(str, REPORTS))
