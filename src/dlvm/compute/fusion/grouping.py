"""Fusion planning: decides which instructions become one compute definition.

Within a block, cheap element-wise and data-moving instructions are inlined into the statements that
read them. The other statements are grouped: a product fuses the element-wise statements of its
result (its epilogue), and statements that iterate over the same rows share the loop over the rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from dlvm.compute.fusion.fusion_plan import FusionGroup, FusionNode, FusionPlan, IndexCheck
from dlvm.compute.fusion.ordering import Order, keeps_order, may_be_checked_later
from dlvm.compute.index_notation.lowering import (
    as_index,
    is_lowered,
    lower,
    reshaped_index,
    tensor_type,
)
from dlvm.compute.index_notation.symbolic_sizes import Sizes
from dlvm.ir.compute import (
    Affine,
    Call,
    Constant,
    Expression,
    Guard,
    Read,
    Reduction,
    Statement,
    map_reads,
    map_reductions,
    substitute,
)
from dlvm.ir.declaration import Trait
from dlvm.ir.instruction import Block, Instruction, instructions_with
from dlvm.ir.instructions import (
    Builtin,
    Contract,
    Convolve,
    DataTypeCast,
    Dot,
    Gather,
    Random,
    Scan,
    Scatter,
    ShapeCast,
    Transpose,
    Update,
)
from dlvm.ir.polynomial import Size, estimate, product, size_of
from dlvm.ir.types import BOOL, TensorType
from dlvm.ir.values import Aggregate, User, Value
from dlvm.transforms.algebra.product_layout import scatters_vectors

EXPENSIVE = frozenset(kind.mnemonic for kind in instructions_with(Trait.EXPENSIVE))
_LARGEST_EXPRESSION = 120
_NEAREST = 4
"""The maximum number of reader groups that the planner tries."""


def plan_block(block: Block, sizes: Sizes) -> FusionPlan:
    """Plans the fusion of a block whose sizes are explicit."""
    names: dict[Value, str] = {}
    values: dict[str, Value] = {}

    def naming(value: Value) -> str:
        if value not in names:
            names[value] = f"v{len(names)}"
            values[names[value]] = value
        return names[value]

    nodes: dict[Instruction, FusionNode] = {}
    for position, instruction in enumerate(block.instructions):
        if is_kernel(instruction, sizes):
            statement, lowering = lower(instruction, naming, sizes)
            statements = [*lowering.auxiliary, statement]
            demands = dict(sizes.demands.get(instruction, {}))
            node = FusionNode(instruction, position, statements, lowering, demands)
            node.checks = [IndexCheck(v, bound, instruction) for v, bound in lowering.checks]
            nodes[instruction] = node
    order = Order(block, nodes)
    _decide_inlining(nodes, names, order)
    _expand(nodes, names)
    groups: dict[FusionGroup, None] = {}
    readers: dict[str, list[FusionGroup]] = {}
    for node in nodes.values():
        if not node.inlined:
            group = _join(node, nodes, values, order, readers)
            groups[group] = None
            for tensor in {r.tensor for r in node_reads(node)}:
                readers.setdefault(tensor, []).append(group)
    return FusionPlan(list(groups), nodes, values, names)


def is_kernel(instruction: Instruction, sizes: Sizes) -> bool:
    """Whether an instruction is compiled to a kernel. Scalar code and views of memory are not."""
    if not is_lowered(type(instruction)) or not isinstance(instruction.type.canonical, TensorType):
        return False
    if (
        all(
            isinstance(o.type.canonical, TensorType) and not tensor_type(o).rank
            for o in instruction.operands
        )
        and not tensor_type(instruction).rank
    ):
        # Host code computes scalars and changes their shapes.
        is_view = Trait.AFFINE_MOVEMENT | Trait.VIEW in instruction.traits
        return Trait.ELEMENTWISE not in instruction.traits and not is_view
    if isinstance(instruction, ShapeCast):
        source = [size_of(d) for d in sizes.shape(instruction.x)]
        result = [size_of(d) for d in sizes.shape(instruction)]
        index = [Affine.variable(str(a)) for a in range(len(result))]
        return reshaped_index(source, result, index) is not None
    return True


def consumers(value: Value) -> Iterator[Instruction | None]:
    """Yields the instructions that use a value, directly or through aggregates. An unused aggregate
    yields None."""
    for user in value.users:
        holder: User | None = user
        while isinstance(holder, Aggregate):
            holder = holder.owner
        yield holder if isinstance(holder, Instruction) else None


def _decide_inlining(
    nodes: dict[Instruction, FusionNode], names: Mapping[Value, str], order: Order
) -> None:
    uses: dict[FusionNode, int] = {}
    ends: dict[FusionNode, frozenset[FusionNode]] = {}
    in_product: dict[FusionNode, bool] = {}
    for node in reversed(list(nodes.values())):
        instruction = node.instruction
        found = [nodes.get(c) if c is not None else None for c in consumers(instruction)]
        readers = [r for r in found if r is not None]
        node.kept = None in found or any(r.inlined and r.kept for r in readers)
        uses[node] = sum(uses[r] if r.inlined else 1 for r in readers)
        product = any(is_product(r.instruction) or in_product[r] for r in readers)
        reshape = Trait.RESHAPE in instruction.traits
        node.obstacle = _obstacle(node, readers, names, uses[node], product)
        if node.kept and not reshape:
            node.obstacle = node.obstacle or "code outside of kernels uses it too"
        written_into = frozenset[FusionNode]().union(*(ends[r] for r in readers))
        if node.obstacle is None and not may_be_checked_later(node, written_into, ends, order):
            node.obstacle = "another instruction between it and its reader may trap"
        node.inlined = node.obstacle is None
        if not product and (source := _transposed(node, nodes)) is not None:
            node.inlined, node.transposed = False, source
        if any(r.transposed is instruction for r in readers):
            node.inlined = True
        in_product[node] = node.inlined and product
        ends[node] = written_into if node.inlined else frozenset((node,))
        if reshape and not node.inlined:
            # A view of memory that no statement fuses stays an instruction, which is free.
            del nodes[instruction]


def _obstacle(
    node: FusionNode,
    readers: Sequence[FusionNode],
    names: Mapping[Value, str],
    uses: int,
    product: bool,
) -> str | None:
    """The reason why a node cannot be inlined into the statements that read it; None if it can."""
    instruction = node.instruction
    if not readers:
        return "no kernel in its block reads it"
    if not node.is_map:
        return "each element reads many others, and would be recomputed at each use"
    if any(_needs_memory(r, instruction, names) for r in readers):
        return "its elements are read at computed indices or sequentially, which requires memory"
    if isinstance(instruction, Random):
        return "random numbers are drawn once, in order"
    if any(_adds_up(instruction, r.instruction) for r in readers):
        return "a kernel with several products could not start any sum before the last product"
    return _too_costly(node, readers, uses, product)


def _transposed(node: FusionNode, nodes: Mapping[Instruction, FusionNode]) -> Instruction | None:
    """The product that a node transposes, if the node can compute it in transposed order: nothing
    else uses the product, and the transposed order does not scatter its vectors."""
    if not isinstance(node.instruction, Transpose) or not is_product(node.instruction.x):
        return None
    source = node.instruction.x
    is_depthwise = isinstance(source, Convolve) and _is_depthwise(source)
    if is_depthwise or scatters_vectors(node.instruction):
        return None
    is_free = source in nodes and list(consumers(source)) == [node.instruction]
    return source if is_free and isinstance(source, Instruction) else None


def _is_depthwise(convolution: Convolve) -> bool:
    """Whether each group has a single output channel: no element of the input is read for several
    channels, and vectors run along the windows."""
    return tensor_type(convolution.kernel).shape[0] == convolution.groups != 1


def is_product(value: Value) -> bool:
    """Whether a value is a sum of products of elements: a matrix product or a convolution."""
    if isinstance(value, Contract):
        return len(value.factors) > 1 and bool(value.labels.summed)
    return isinstance(value, Dot | Convolve)


def _needs_memory(node: FusionNode, operand: Instruction, names: Mapping[Value, str]) -> bool:
    """Whether a reader indexes its operand in a way that requires memory."""
    if any(check.indices is operand for check in node.checks):
        return True
    match node.instruction:
        case Builtin() | Random():
            return True  # The index of its element is not known.
        case Scatter() as reader:
            return operand is reader.x or operand is reader.indices
        case Scan() | Update() as reader if operand is reader.x:
            return True
        case _:
            name = names.get(operand)
            places = chain.from_iterable(r.indices for r in node_reads(node) if r.tensor == name)
            return not all(isinstance(place, Affine) for place in places)


def _adds_up(instruction: Instruction, reader: Instruction) -> bool:
    """Whether an instruction and its reader both have a product as an operand. A single kernel for
    sums of many products could not start before the last product."""
    if Trait.AFFINE_MOVEMENT in instruction.traits:
        return False
    return any(map(is_product, instruction.operands)) and any(map(is_product, reader.operands))


def _too_costly(
    node: FusionNode, readers: Sequence[FusionNode], uses: int, product: bool
) -> str | None:
    """The reason why recomputing a node's elements at each use does not pay; None if it pays."""
    if Trait.AFFINE_MOVEMENT in node.instruction.traits or (product and _widens(node.instruction)):
        return None
    if product:
        return (
            "a product reads each element many times, and fuses only with data movement and "
            "small types"
        )
    cost = expression_cost(node.main.value)
    own = _count(node.domain)
    if any(_count(r.domain) > own and not r.reduces for r in readers) and cost > 1:
        return "its reader has more elements, and would recompute each element"
    if uses == 1 or cost * uses <= 4:
        return None
    return f"{uses} uses would each recompute it, at the cost of about {cost} additions"


def _widens(instruction: Instruction) -> bool:
    """Whether elements of at most 16 bits are widened. Inlining then reads fewer bytes."""
    if not isinstance(instruction, DataTypeCast):
        return False
    given, made = (tensor_type(v).element for v in (instruction.x, instruction))
    return given is not BOOL and given.bytes <= 2 and made.bytes > given.bytes


def _count(shape: Sequence[Size]) -> int:
    """The estimated number of elements of a shape."""
    return estimate(product(tuple(shape)))


def expression_cost(expression: Expression) -> int:
    """The estimated cost of evaluating an expression at one point, in additions."""
    cost = 0
    for node in expression.walk():
        if isinstance(node, Call):
            cost += 10 if node.operation in EXPENSIVE else 1
        elif isinstance(node, Guard):
            cost += 2
    return cost


def _expand(nodes: dict[Instruction, FusionNode], names: Mapping[Value, str]) -> None:
    """Inlines nodes into their readers."""
    inlined: dict[str, Statement] = {}
    sources: dict[str, FusionNode] = {}
    for instruction, node in nodes.items():
        expanded = [_inline(s, inlined) for s in node.statements]
        size = sum(1 for s in expanded for _ in s.value.walk())
        if size > _LARGEST_EXPRESSION:
            # Growth stops here: the operand that would be inlined is stored in memory instead.
            for operand in instruction.leaves():
                producer = nodes.get(operand) if isinstance(operand, Instruction) else None
                if producer is not None and producer.inlined:
                    producer.inlined = Trait.AFFINE_MOVEMENT in producer.instruction.traits
                    if not producer.inlined:
                        producer.obstacle = "its reader has grown too large"
                        inlined.pop(names[operand], None)
                        node.transposed = None
            expanded = [_inline(s, inlined) for s in node.statements]
        # The readers of an inlined node inherit its requirements.
        for name in dict.fromkeys(r.tensor for r in node_reads(node) if r.tensor in inlined):
            node.checks.extend(sources[name].checks)
            node.demands.update(sources[name].demands)
        node.statements = expanded
        if node.inlined:
            inlined[names[instruction]] = node.main
            sources[names[instruction]] = node


def _inline(statement: Statement, inlined: Mapping[str, Statement]) -> Statement:
    value = map_reductions(rewrite_reads(statement.value, inlined), _factored)
    return Statement(
        statement.target, statement.ranges, value, statement.indices, statement.by, statement.base
    )


def _factored(reduction: Reduction) -> Expression:
    """Moves a positive factor out of a maximum or minimum: max(c x) = c max(x) for c > 0. Both
    sides round to the same number."""
    body = reduction.body
    if reduction.by not in ("max", "min") or not isinstance(body, Call):
        return reduction
    if body.operation != "multiply" or not body.element.is_float:
        return reduction
    for factor, rest in (body.arguments, body.arguments[::-1]):
        if isinstance(factor, Constant) and 0 < factor.value.real < math.inf:
            return Call("multiply", (replace(reduction, body=rest), factor), body.element)
    return reduction


def rewrite_reads(expression: Expression, inlined: Mapping[str, Statement]) -> Expression:
    """Replaces reads of the given targets with the values of their statements."""

    def write_in(read: Read) -> Expression:
        places = (as_index(i) if isinstance(i, Expression) else i for i in read.indices)
        read = Read(read.tensor, tuple(places), read.element)
        source = inlined.get(read.tensor)
        if source is None:
            return read
        bindings: dict[str, Affine] = {}
        for loop_range, index in zip(source.ranges, read.indices, strict=True):
            assert isinstance(index, Affine)
            bindings[loop_range.variable] = index
        return substitute(source.value, bindings)

    return map_reads(expression, write_in)


def node_reads(node: FusionNode) -> Iterator[Read]:
    """Yields all reads of a node's statements."""
    for statement in node.statements:
        for expression in statement.expressions:
            yield from expression.reads


def producers(
    node: FusionNode, nodes: Mapping[Instruction, FusionNode], values: Mapping[str, Value]
) -> Iterator[tuple[FusionNode, bool]]:
    """The nodes whose results a node needs, each with a flag that tells whether the node reads the
    result directly. Otherwise the result passes through other instructions, such as views of
    memory, which run before the node's group."""
    tensors = {r.tensor for r in node_reads(node)}
    tensors |= {s.base for s in node.statements if s.base is not None}
    pending = [(values[t], True) for t in tensors if t in values]
    # A definition runs its checks before it computes anything.
    pending += [(check.indices, False) for check in node.checks]
    seen: set[tuple[Value, bool]] = set()
    block = node.instruction.block
    while pending:
        value, direct = pending.pop()
        found = (value, direct)
        if not isinstance(value, Instruction) or value.block is not block or found in seen:
            continue
        seen.add(found)
        producer = nodes.get(value)
        if producer is not None and not producer.inlined:
            if producer is not node:
                yield producer, direct
        else:
            inside = direct and producer is not None
            pending.extend((leaf, inside) for leaf in value.leaves())


def _join(
    node: FusionNode,
    nodes: Mapping[Instruction, FusionNode],
    values: Mapping[str, Value],
    order: Order,
    readers: Mapping[str, Sequence[FusionGroup]],
) -> FusionGroup:
    """Adds a node to the group of a producer, to a group that iterates over the rows of the same
    tensor, or to a new group."""
    found = list(producers(node, nodes, values))
    nearest = sorted((p for p, _ in found), key=lambda p: -p.position)
    groups = dict.fromkeys(p.group for p in nearest)
    if node.reduces:
        tensors = dict.fromkeys(r.tensor for r in node_reads(node))
        groups |= dict.fromkeys(g for t in tensors for g in readers.get(t, ())[-_NEAREST:])
    for group in groups:
        if group is None:
            continue
        prefix = _shared_prefix(group, node)
        oldest = min(m.position for m in group.members)
        if any(oldest < b < node.position for b in order.effects):
            node.loop_obstacles[group] = (
                "an instruction between them has a side effect and cannot be moved"
            )
        elif not keeps_order(group, node, order, values):
            node.loop_obstacles[group] = "an instruction between them may trap and cannot be moved"
        elif isinstance(prefix, str):
            node.loop_obstacles[group] = prefix
        elif _would_cycle(group, node, found, nodes, values):
            node.loop_obstacles[group] = (
                "an instruction between them uses the result of one and is used by the other"
            )
        else:
            group.members.append(node)
            group.prefix = prefix
            node.group = group
            return group
    single = len(node.domain)
    node.group = FusionGroup([node], single, is_product(node.work) and single > 0)
    return node.group


def _shared_prefix(group: FusionGroup, node: FusionNode) -> int | str:
    """The number of leading dimensions that a node would share with a group, or the reason why it
    cannot join."""
    leader = group.members[0]
    for one in (node, leader):
        if isinstance(one.work, Random | Gather) or _runs_sequentially(one):
            return f"{one.work.mnemonic} requires separate loops"
    if is_product(node.work):
        return "a product requires its own loops, which other statements join"
    if not node.domain or not leader.domain:
        return "one of them is a scalar, and has no loops to share"
    targets = {s.target for m in group.members for s in m.statements}
    reads = [r for r in node_reads(node) if r.tensor in targets]
    if any(len(r.children) for r in reads):
        return "the source of a gather must be in memory"
    is_beside = not reads
    if is_beside:
        reads = _shared_rows(group, node)
    if not reads:
        return "they do not iterate over the same rows"
    domain = node.domain
    if group.contraction:
        identical = domain == leader.domain and node.is_map
        whole = all(identity_length(r, node) == len(domain) for r in reads)
        if identical and whole:
            return group.prefix
        return "a product fuses only with element-wise readers of its result"
    prefix = 0
    limit = min(group.prefix, len(domain), *(identity_length(r, node) for r in reads))
    while prefix < limit and domain[prefix] == leader.domain[prefix]:
        prefix += 1
    if prefix == 0:
        return "their loops have no leading dimension in common"
    if prefix < group.prefix and (is_beside or _count(leader.domain[:prefix]) < 2):
        return "they have fewer loops in common than the statements of this kernel"
    # Rows that only one kernel uses are on the stack, and need a known size.
    within = [d for m in (*group.members, node) for d in m.domain[prefix:]]
    if all(isinstance(d, int) for d in within):
        return prefix
    return "rows that a kernel keeps must have a known size"


def _shared_rows(group: FusionGroup, node: FusionNode) -> list[Read]:
    """The reads in a node of tensors over whose rows the group also iterates."""
    if group.contraction or not any(m.reduces for m in group.members):
        return []
    rows = {
        r.tensor
        for m in group.members
        for r in node_reads(m)
        if identity_length(r, m) >= group.prefix
    }
    return [r for r in node_reads(node) if r.tensor in rows]


def _runs_sequentially(node: FusionNode) -> bool:
    """Whether elements are written sequentially into a copy of an operand."""
    return node.main.indices is not None


def identity_length(read: Read, node: FusionNode) -> int:
    """The number of leading indices of a read that are the node's own, in order."""
    count = 0
    for loop_range, index in zip(node.main.ranges, read.indices, strict=False):
        own = index == Affine.variable(loop_range.variable)
        if not own and not (loop_range.extent == 1 and index == Affine()):
            break
        count += 1
    return count


def _would_cycle(
    group: FusionGroup,
    node: FusionNode,
    found: Sequence[tuple[FusionNode, bool]],
    nodes: Mapping[Instruction, FusionNode],
    values: Mapping[str, Value],
) -> bool:
    """Whether an instruction outside the group depends on one of its members and is used by the
    node."""
    if any(p.group is group and not direct for p, direct in found):
        return True
    pending = [p.group for p, _ in found if p.group is not group]
    seen: set[FusionGroup] = set()
    oldest = min(m.position for m in group.members)
    while pending:
        current = pending.pop()
        if current is None or current in seen or current.position < oldest:
            continue
        if current is group:
            return True
        seen.add(current)
        for member in current.members:
            pending.extend(p.group for p, _ in producers(member, nodes, values))
    return False
