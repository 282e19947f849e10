# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUntypedBaseClass=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false
"""Reads exported programs of PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import fx
from torch.export import ExportedProgram
from torch.export.graph_signature import InputKind, OutputKind

from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir import Module
from dlvm.torch.compilation import Fallback, staged_or_refused
from dlvm.torch.dynamo_backend import decompositions
from dlvm.torch.element_types import array_of
from dlvm.torch.staging import location_of, operator_name, refusal

_MUTATIONS = (OutputKind.BUFFER_MUTATION, OutputKind.USER_INPUT_MUTATION)


def read(program: ExportedProgram | str | Path) -> Module:
    """The module of a program. Raises ``DiagnosticError`` if operators are not supported."""
    name = "model" if isinstance(program, ExportedProgram) else Path(program).stem
    decomposed = _opened(program).run_decompositions(decompositions())
    changed = [s.target for s in decomposed.graph_signature.output_specs if s.kind in _MUTATIONS]
    if changed:
        raise error(
            f"{name}: the program must not change its buffers and inputs, but it changes "
            f"{', '.join(map(str, changed))}; call model.eval() before the export, or return them"
        )
    _check_operators(decomposed.graph_module, name)
    known: dict[str, Any] = {}
    for spec in decomposed.graph_signature.input_specs:
        if spec.kind is InputKind.USER_INPUT:
            continue
        target = str(spec.target)
        tensor = decomposed.state_dict.get(target, decomposed.constants.get(target))
        if not isinstance(tensor, torch.Tensor):
            raise error(f"{name}: constant {target} must be a tensor")
        known[spec.arg.name] = array_of(tensor.contiguous())
    staged, fallbacks = staged_or_refused(decomposed.graph_module, name, known, keeps_results=True)
    if fallbacks or staged is None:
        raise _unsupported(name, fallbacks)
    if any(a.is_size for a in staged.interface.arguments):
        raise error(f"{name}: inputs must be tensors, found an integer of any value")
    return staged.module


def _opened(program: ExportedProgram | str | Path) -> ExportedProgram:
    if isinstance(program, ExportedProgram):
        return program
    return torch.export.load(str(program))


def _check_operators(graph_module: fx.GraphModule, name: str) -> None:
    """Raises if the table lacks operators, and lists all of them."""
    found = [
        Fallback(n.name, operator_name(n), reason, location_of(n))
        for n in graph_module.graph.nodes
        if n.op == "call_function" and (reason := refusal(n)) is not None
    ]
    if found:
        raise _unsupported(name, found)


def _unsupported(name: str, fallbacks: Sequence[Fallback]) -> DiagnosticError:
    listed = "\n".join(f"    {text}" for text in dict.fromkeys(map(str, fallbacks)))
    return error(f"{name}: operators that are not supported:\n{listed}")
