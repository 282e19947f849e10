"""The table that :meth:`dlvm.onnx.model.Model.summary` returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dlvm.analysis.values.cost import Work, instruction_work
from dlvm.byte_sizes import in_units
from dlvm.compiler import scheduled_module
from dlvm.ir.module import Module
from dlvm.ir.resources import literals
from dlvm.ir.values import TensorData
from dlvm.onnx.graph import GraphNode, ModelFile, operator_name, subgraphs
from dlvm.text.value_text import Names


def summary_of(file: ModelFile, module: Module, options: Mapping[str, Any]) -> str:
    """The summary of a model whose program is ``module``; the options are those of
    :func:`dlvm.compile`."""
    from dlvm.codegen.generation import generate_program
    from dlvm.codegen.host.frame_report import describe_frame

    arrays = {id(v.data): v.data.array for v in literals(module) if isinstance(v.data, TensorData)}
    work = Work()
    for function in module.functions:
        for instruction in function.instructions():
            work += instruction_work(instruction)
    program = generate_program(scheduled_module(module, **options), {})
    names = Names.of(module)
    frames = [describe_frame(host, names) for host in program.hosts.values()]
    rows = [
        *Counter(operator_name((n.domain, n.op)) for n in _nodes(file.graph.nodes)).most_common(),
        ("parameters", sum(a.size for a in arrays.values())),
        ("bytes of parameters", in_units(sum(a.nbytes for a in arrays.values()))),
        ("floating-point operations", str(work.flops)),
        ("planned memory", in_units(max((f.bytes for f in frames), default=0))),
    ]
    texts = [(name, f"{value:,}" if isinstance(value, int) else value) for name, value in rows]
    left, right = (max(len(row[side]) for row in texts) for side in (0, 1))
    return "\n".join(f"{name:<{left}}  {value:>{right}}" for name, value in texts)


def _nodes(nodes: Sequence[GraphNode]) -> Iterator[GraphNode]:
    """Yields nodes and the nodes of their subgraphs."""
    for node in nodes:
        yield node
        for graph in subgraphs(node):
            yield from _nodes(graph.nodes)
