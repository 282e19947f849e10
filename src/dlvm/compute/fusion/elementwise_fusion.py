"""Map fusion: merges element-wise groups with the element-wise group that reads their results.

For example, the gates of a recurrent cell and the state computed from them become one kernel. The
gates stay results of the kernel, since the reverse pass reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dlvm.compute.fusion.fusion_plan import FusionGroup, FusionPlan
from dlvm.compute.fusion.grouping import identity_length, node_reads, producers
from dlvm.compute.fusion.merge_legality import merge, merge_obstacle
from dlvm.compute.fusion.ordering import Order
from dlvm.ir.instruction import Block
from dlvm.ir.instructions import Gather, Random

_MOST_TENSORS: Final = 24
"""The maximum number of operands and results of a merged kernel. Each is a separate stream of
memory accesses."""


def join_maps(plan: FusionPlan, block: Block) -> None:
    """Merges each element-wise group with the element-wise groups whose results it reads, if both
    iterate over the same points and each point reads results of that point only. Otherwise,
    records the reason."""
    order = Order(block, plan.nodes)
    for group in list(plan.groups):
        if group not in plan.groups:
            continue
        reader = group
        for source in list(_sources(reader, plan)):
            if not (_is_map(reader) and _is_map(source)):
                continue
            obstacle = _obstacle(source, reader) or merge_obstacle([source, reader], plan, order)
            if obstacle is None:
                reader = merge([source, reader], reader.prefix, plan)
            else:
                for member in reader.members:
                    member.loop_obstacles[source] = obstacle


def _sources(reader: FusionGroup, plan: FusionPlan) -> Iterator[FusionGroup]:
    """The other groups whose results a group reads, the nearest first."""
    found = [
        p
        for m in reader.members
        for p, is_direct in producers(m, plan.nodes, plan.values)
        if is_direct and p.group is not reader
    ]
    nearest = sorted(found, key=lambda p: -p.position)
    yield from dict.fromkeys(p.group for p in nearest if p.group is not None)


def _is_map(group: FusionGroup) -> bool:
    domain = group.members[0].domain
    return (
        not group.contraction
        and group.prefix == len(domain) > 0
        and all(m.is_map and m.domain == domain for m in group.members)
        and not any(isinstance(m.work, Random | Gather) for m in group.members)
    )


def _obstacle(source: FusionGroup, reader: FusionGroup) -> str | None:
    """The reason why ``reader`` does not iterate over the points of ``source``, or reads results of
    other points; None if there is none."""
    domain = reader.members[0].domain
    if source.members[0].domain != domain:
        return "their loops have no leading dimension in common"
    targets = {s.target for m in source.members for s in m.statements}
    for member in reader.members:
        for read in node_reads(member):
            if read.tensor in targets and identity_length(read, member) < len(domain):
                return "they do not iterate over the same rows"
    members = [*source.members, *reader.members]
    tensors = {r.tensor for m in members for r in node_reads(m)}
    tensors |= {s.target for m in members for s in m.statements}
    if len(tensors) > _MOST_TENSORS:
        return "together, they read and write too many tensors"
    return None
