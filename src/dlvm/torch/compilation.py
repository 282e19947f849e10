# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUntypedBaseClass=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false
"""Compiles graphs of ``torch.fx``. Operators in the table are compiled to native code; PyTorch
runs all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from torch import fx
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase

from dlvm.compiler import compile as compile_module
from dlvm.diagnostics import Location
from dlvm.runtime.calling.executable import Executable
from dlvm.torch.element_types import array_of, tensor_of
from dlvm.torch.staging import (
    GraphInterface,
    Output,
    Refused,
    Staged,
    location_of,
    operator_name,
    refusal,
    stage,
)

Options = Mapping[str, Any]
"""Keyword arguments of ``dlvm.compile``."""


@dataclass(frozen=True)
class Fallback:
    """A node that PyTorch runs, and the reason."""

    node: str
    operator: str
    reason: str
    location: Location | None

    def __str__(self) -> str:
        place = "" if self.location is None else f" ({self.location})"
        return f"{self.operator}: {self.reason}{place}"


@dataclass(frozen=True)
class GraphReport:
    """The numbers of nodes of a graph and of the programs for it, and the nodes that PyTorch
    runs."""

    kind: str
    nodes: int
    programs: int
    fallbacks: tuple[Fallback, ...]

    def __str__(self) -> str:
        counts = {"program": self.programs, "operator": len(self.fallbacks)}
        programs, kept = (f"{n} {name}{'s' * (n != 1)}" for name, n in counts.items())
        head = f"{self.kind}: {self.nodes} operators, {programs}, {kept} in PyTorch"
        return "\n".join([head, *(f"    {f}" for f in dict.fromkeys(map(str, self.fallbacks)))])


REPORTS: Final[list[GraphReport]] = []
"""The reports of all graphs compiled in this process."""


@dataclass(frozen=True)
class GraphProgram:
    """A whole graph as a compiled program."""

    executable: Executable
    interface: GraphInterface


def compile_graph(
    graph_module: fx.GraphModule, kind: str, options: Options
) -> tuple[Callable[..., Any], GraphReport, GraphProgram | None]:
    """Compiles a graph: a function of its arguments, a report and, if the whole graph is one
    program, that program."""
    whole, fallbacks = staged_or_refused(graph_module, kind, {})
    refused = {f.node: f.reason for f in fallbacks}
    nodes = len(_calls(graph_module))
    if not refused and whole is not None and _has_results(whole):
        program = _program_of(whole, options)
        run = bind(program.executable, program.interface)
        return run, GraphReport(kind, nodes, 1, fallbacks), program
    count, run = _in_parts(graph_module, kind, refused, options)
    return run, GraphReport(kind, nodes, count, fallbacks), None


def staged_or_refused(
    graph_module: fx.GraphModule,
    name: str,
    known: Mapping[str, Any],
    keeps_results: bool = False,
) -> tuple[Staged | None, tuple[Fallback, ...]]:
    """The staged graph, and the nodes that are not supported, whose results are arguments of it.
    None if the graph cannot be staged without them.

    ``known`` maps names of placeholders to arrays, which become constants. With ``keeps_results``,
    all outputs are results of the program, in the order of the axes."""
    calls = _calls(graph_module)
    refused = {n.name: reason for n in calls if (reason := refusal(n)) is not None}
    staged: Staged | None = None
    while staged is None:
        try:
            staged = stage(graph_module, name, refused, known, keeps_results)
        except Refused as problem:
            if problem.node.op != "call_function" or problem.node.name in refused:
                # A value that does not fit into a program goes to all nodes, or comes from them.
                refused |= {n.name: problem.reason for n in calls if n.name not in refused}
                break
            refused[problem.node.name] = problem.reason
    return staged, tuple(
        Fallback(n.name, operator_name(n), refused[n.name], location_of(n))
        for n in calls
        if n.name in refused
    )


def _calls(graph_module: fx.GraphModule) -> list[fx.Node]:
    return [n for n in graph_module.graph.nodes if n.op == "call_function"]


def _has_results(staged: Staged) -> bool:
    """Whether a program computes any of the outputs of its graph."""
    return any(o.kind == "result" for o in staged.interface.outputs)


def _in_parts(
    graph_module: fx.GraphModule, kind: str, refused: Mapping[str, str], options: Options
) -> tuple[int, Callable[..., Any]]:
    """The number of programs for parts of a graph, and a function that runs the graph."""

    class Support(OperatorSupportBase):
        def is_node_supported(self, submodules: Any, node: fx.Node) -> bool:
            return node.op == "get_attr" or (
                node.op == "call_function" and node.name not in refused
            )

    partitioner = CapabilityBasedPartitioner(
        graph_module, Support(), allows_single_node_partition=False
    )
    partitions = partitioner.propose_partitions() if refused else ()
    if not partitions:
        return 0, graph_module.forward
    fused = partitioner.fuse_partitions(partitions, "program_")
    count = 0
    for name, part in list(fused.named_children()):
        if name.startswith("program_") and isinstance(part, fx.GraphModule):
            program = _program_of(stage(part, f"{kind}_{name}"), options)
            setattr(fused, name, _CompiledPart(bind(program.executable, program.interface)))
            count += 1
    fused.recompile()
    return count, fused.forward


class _CompiledPart(torch.nn.Module):
    """A compiled part of a graph."""

    def __init__(self, run: Callable[..., Any]) -> None:
        super().__init__()
        self.run = run

    def forward(self, *arguments: Any) -> Any:
        return self.run(*arguments)


def _program_of(staged: Staged, options: Options) -> GraphProgram:
    return GraphProgram(compile_module(staged.module, **options), staged.interface)


def bind(program: Executable, interface: GraphInterface) -> Callable[..., Any]:
    """A function of a graph's arguments that runs the program for the graph."""
    main = program["main"]
    direct = main.direct
    arguments = [(a.position, a.is_size) for a in interface.arguments]
    outputs, views = interface.outputs, interface.views
    computed = [o for o in outputs if o.kind == "result"]

    def run(*given: Any) -> Any:
        arrays = [
            np.empty(int(given[p]), np.bool_) if is_size else array_of(given[p])
            for p, is_size in arguments
        ]
        found = None if direct is None else direct(arrays)
        if found is None:
            returned: Any = main(*arrays)
            found = returned if len(computed) != 1 else (returned,)
        results = [_result(o, found, given) for o in outputs]
        if views is not None:
            taken = views(given, results)
            results = [
                taken[o.value] if o.kind == "view" else r
                for o, r in zip(outputs, results, strict=True)
            ]
        return tuple(results) if interface.is_tuple else results[0]

    return run


def _result(output: Output, found: Sequence[Any], given: Sequence[Any]) -> Any:
    if output.kind != "result":
        return given[output.value] if output.kind == "argument" else output.value
    if output.is_number:
        return found[output.value].item()
    tensor = tensor_of(np.asarray(found[output.value]))
    if output.order is None:
        return tensor
    places = sorted(range(len(output.order)), key=output.order.__getitem__)
    return tensor.permute(places)
