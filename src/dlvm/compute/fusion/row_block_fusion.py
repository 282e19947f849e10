"""Row-block fusion: merges a product, row-wise statements on its result, and the product that reads
their rows into one definition.

Attention becomes one definition: the scores of a block of rows stay in the cache (Dao et al.,
FlashAttention, 2022).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dlvm.compute.fusion.fusion_plan import FusionGroup, FusionNode, FusionPlan
from dlvm.compute.fusion.grouping import is_product, node_reads
from dlvm.compute.fusion.merge_legality import merge, merge_obstacle
from dlvm.compute.fusion.ordering import Order
from dlvm.compute.loop_nest.row_blocks import FEWEST_ROWS, LARGEST_PANELS, LARGEST_ROW
from dlvm.ir.compute import (
    Affine,
    Call,
    Expression,
    Range,
    Read,
    Reduction,
    Statement,
    substitute,
)
from dlvm.ir.instruction import Block
from dlvm.ir.instructions import Gather, Random
from dlvm.ir.polynomial import product


def join_row_blocks(plan: FusionPlan, block: Block) -> None:
    """Merges products with the row-wise groups between them if the rows then stay in the cache.
    Otherwise, it records the reason."""
    order = Order(block, plan.nodes)
    for last in list(plan.groups):
        found = _chain(last, plan)
        if found is None:
            continue
        firsts, between, statement = found
        chain = [*firsts, between, last]
        before, last.members[0].statements = last.members[0].statements, [statement]
        obstacle = _obstacle(chain, plan, order)
        if obstacle is None:
            merge(chain, len(last.members[0].main.ranges) - 1, plan)
            continue
        last.members[0].statements = before
        for node in (*between.members, *last.members):
            for group in chain:
                if group is not node.group:
                    node.loop_obstacles[group] = obstacle


def _chain(
    last: FusionGroup, plan: FusionPlan
) -> tuple[list[FusionGroup], FusionGroup, Statement] | None:
    """The products and the row-wise group whose rows the product of ``last`` reads, and the
    statement of that product, with its variables renamed to those of the row-wise group. The
    dimensions of its result may be in another order. None if there are no such groups."""
    leader = last.members[0]
    if not last.contraction or len(leader.statements) != 1:
        return None
    groups = {s.target: g for g in plan.groups for m in g.members for s in m.statements}
    for factor in _arguments(leader.main):
        between = groups.get(factor.tensor) if isinstance(factor, Read) else None
        if not isinstance(factor, Read) or between is None or between is last:
            continue
        if between.contraction or not any(m.reduces for m in between.members):
            continue
        statement = _with_variables_of(leader.main, factor, between)
        factors = _factors(leader, statement, between)
        down = factors[0] if factors is not None else None
        if not isinstance(down, Read) or down.tensor != factor.tensor:
            continue
        read = (groups.get(r.tensor) for m in between.members for r in node_reads(m))
        firsts = dict.fromkeys(g for g in read if g is not None and g is not between)
        firsts = [g for g in firsts if _is_product_of_rows(g) or _is_joined(g)]
        if firsts or _is_joined(between):
            return firsts, between, statement
    return None


def _arguments(statement: Statement) -> tuple[Expression, ...]:
    """The factors of the product that a statement sums up."""
    sums = statement.value.reductions
    if len(sums) != 1 or not isinstance(sums[0].body, Call) or sums[0].by != "add":
        return ()
    return sums[0].body.arguments if sums[0].body.operation == "multiply" else ()


def _with_variables_of(statement: Statement, factor: Read, group: FusionGroup) -> Statement:
    """The statement with its shared variables renamed to those of ``group``, which computes
    ``factor``. A statement that does not read one row of the factor at each point is unchanged."""
    ranges = group.members[-1].main.ranges
    count = len(statement.ranges) - 1
    own = {r.variable: r for r in statement.ranges[:-1]}
    renamed: dict[str, str] = {}
    for index, other in zip(factor.indices[:count], ranges[:count], strict=False):
        if index == Affine() and other.size == 1:
            found = next((v for v, r in own.items() if r.size == 1 and v not in renamed), None)
        else:
            found = next((v for v in own if index == Affine.variable(v)), None)
        if found is None or own[found].size != other.size or found in renamed:
            return statement
        renamed[found] = other.variable
    if len(renamed) != count or len({*renamed.values(), statement.ranges[-1].variable}) <= count:
        return statement
    bindings = {old: Affine.variable(new) for old, new in renamed.items()}
    return replace(
        statement,
        ranges=tuple(
            replace(r, variable=renamed.get(r.variable, r.variable)) for r in statement.ranges
        ),
        value=substitute(statement.value, bindings),
    )


def _is_product_of_rows(group: FusionGroup) -> bool:
    leader = group.members[0]
    if not group.contraction or len(leader.statements) != 1:
        return False
    return _factors(leader, leader.main, group) is not None


def _is_joined(group: FusionGroup) -> bool:
    """Whether a group already has products and row-wise statements."""
    return not group.contraction and any(is_product(m.work) for m in group.members)


def _factors(
    node: FusionNode, statement: Statement, rows: FusionGroup
) -> tuple[Expression, Expression] | None:
    """The factors of a product: the one that it reads along the rows of a group, and the one that
    it reads again for each row. The rows are the second-to-last dimension of the group."""
    arguments, count = _arguments(statement), len(statement.ranges) - 1
    shared = rows.members[-1].main.ranges[:count]
    if not is_product(node.work) or not arguments or not shared or len(shared) < count:
        return None
    row, column = shared[-1], statement.ranges[-1]
    if row not in statement.ranges[:-1]:
        return None
    down = [a for a in arguments if row.variable in a.variables]
    across = [a for a in arguments if row.variable not in a.variables]
    if len(down) != 1 or len(across) != 1 or column.variable in down[0].variables:
        return None
    return (down[0], across[0]) if column.variable in across[0].variables else None


def _obstacle(chain: Sequence[FusionGroup], plan: FusionPlan, order: Order) -> str | None:
    """The reason why groups cannot be merged; None if they can."""
    members = [m for g in chain for m in g.members]
    last = chain[-1].members[0]
    length = len(last.main.ranges) - 1
    prefix = chain[-2].members[-1].main.ranges[:length]
    sizes = [r.size for m in members for r in _ranges(m)]
    if not all(isinstance(size, int) for size in sizes):
        return "rows that a kernel keeps must have a known size"
    if not all(sizes):
        return "there is nothing to compute"
    for member in members:
        if isinstance(member.work, Random | Gather) or any(
            s.indices is not None for s in member.statements
        ):
            return f"{member.work.mnemonic} requires separate loops"
        if any(s.ranges[:length] != prefix for s in member.statements if member is not last):
            return "they do not iterate over the same rows"
    if set(last.main.ranges[:-1]) != set(prefix):
        return "they do not iterate over the same rows"
    if any(_is_read_elsewhere(m, members, prefix) for m in members):
        return "they do not iterate over the same rows"
    rows = prefix[-1].size
    assert isinstance(rows, int)
    if rows < FEWEST_ROWS:
        return "there are too few rows to pay for packing the factor that they share"
    if _bytes(members, prefix) > LARGEST_ROW:
        return "a row is too long to stay in the cache"
    if sum(map(_panel_bytes, members)) > LARGEST_PANELS:
        return "the factors that all rows read are too large to stay in the cache"
    return merge_obstacle(chain, plan, order)


def _ranges(node: FusionNode) -> Iterator[Range]:
    for statement in node.statements:
        yield from statement.ranges
        for part in statement.value.walk():
            if isinstance(part, Reduction):
                yield from part.ranges


def _is_read_elsewhere(
    node: FusionNode, members: Sequence[FusionNode], prefix: Sequence[Range]
) -> bool:
    """Whether a node reads results of the other members at rows other than its own."""
    targets = {s.target for m in members for s in m.statements}
    own = [Affine.variable(r.variable) for r in prefix]
    fixed = [r.extent == 1 for r in prefix]
    for statement in node.statements:
        for read in statement.value.reads:
            if read.tensor not in targets:
                continue
            if read.children or len(read.indices) < len(prefix):
                return True
            for index, variable, is_one in zip(read.indices, own, fixed, strict=False):
                if index != variable and not (is_one and index == Affine()):
                    return True
    return False


def _bytes(members: Sequence[FusionNode], prefix: Sequence[Range]) -> int:
    """The total size in bytes of one row of each statement."""
    total = 0
    for statement in (s for m in members for s in m.statements):
        size = product(tuple(r.size for r in statement.ranges[len(prefix) :]))
        assert isinstance(size, int)
        total += size * statement.value.element.bytes
    return total


def _panel_bytes(node: FusionNode) -> int:
    """The size in bytes of the factor that a product reads again for each row."""
    if not is_product(node.work):
        return 0
    (sums,) = (n for n in node.main.value.reductions)
    size = product((*(r.size for r in sums.ranges), node.main.ranges[-1].size))
    assert isinstance(size, int)
    return size * max(4, sums.element.bytes)
