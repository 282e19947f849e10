"""Merges groups, if that keeps the order of effects, traps and dependences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dlvm.compute.fusion.fusion_plan import FusionGroup, FusionPlan
from dlvm.compute.fusion.grouping import producers
from dlvm.compute.fusion.ordering import Order, join_keeps_order


def merge_obstacle(chain: Sequence[FusionGroup], plan: FusionPlan, order: Order) -> str | None:
    """The reason why groups, in program order, cannot become one; None if they can."""
    positions = [m.position for g in chain for m in g.members]
    if any(min(positions) < b < max(positions) for b in order.effects):
        return "an instruction between them has a side effect and cannot be moved"
    if not join_keeps_order(chain, order, plan.values):
        return "an instruction between them may trap and cannot be moved"
    if not _is_closed(chain, plan):
        return "an instruction between them uses the result of one and is used by the other"
    return None


def merge(chain: Sequence[FusionGroup], prefix: int, plan: FusionPlan) -> FusionGroup:
    """Replaces groups with one whose members share ``prefix`` leading dimensions."""
    *others, last = chain
    members = sorted((m for g in chain for m in g.members), key=lambda m: m.position)
    whole = FusionGroup(members, prefix)
    for member in members:
        member.group = whole
    plan.groups[plan.groups.index(last)] = whole
    for group in others:
        plan.groups.remove(group)
    return whole


def _is_closed(chain: Sequence[FusionGroup], plan: FusionPlan) -> bool:
    """Whether no instruction outside the groups depends on one of them and is used by another."""
    pending: list[FusionGroup] = []

    def follow(group: FusionGroup) -> Iterator[tuple[FusionGroup | None, bool]]:
        for member in group.members:
            for source, direct in producers(member, plan.nodes, plan.values):
                yield source.group, direct

    for group in chain:
        for source, direct in follow(group):
            if source is None:
                continue
            if source not in chain:
                pending.append(source)
            elif not direct:
                return False
    seen: set[FusionGroup] = set()
    while pending:
        group = pending.pop()
        if group in chain:
            return False
        if group not in seen:
            seen.add(group)
            pending += [source for source, _ in follow(group) if source is not None]
    return True
