"""Activity analysis: the values that derivatives flow through, in any control flow and across
calls.

The data flow is a graph. Its nodes are the values of a function and the elements of the results of
the function and its calls; an edge leads from an operand to a result that depends on it. Pointers,
boxes and stacks represent the memory that they refer to: stored values flow into them, loaded
values flow out, and two that may alias are connected by edges in both directions. A value is
*varied* if it is reachable from the differentiated arguments, and *useful* if the differentiated
result is reachable from it. Neither depends on the order in which instructions run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps

from dlvm.analysis.cfg.analysis_cache import analyzed
from dlvm.analysis.cfg.calls import called_functions
from dlvm.analysis.cfg.reachability import constant_successor, live_instructions
from dlvm.analysis.values.shifts import cancelling_shifts
from dlvm.ir import Argument, Function, Instruction, Literal, Value, Variable
from dlvm.ir.declaration import Trait
from dlvm.ir.instructions import Apply, BranchEnum, Copy, Extract, Push, Return, Store
from dlvm.ir.types import (
    BoxType,
    EnumType,
    PointerType,
    StackType,
    TensorType,
    TupleType,
    Type,
    inner_types,
)
from dlvm.ir.values import Aggregate


@dataclass(frozen=True)
class ResultPart:
    """An element of the tuple that a call or a function returns. If the result is not a tuple,
    element 0 is the whole result."""

    whole: Value
    index: int


Node = Value | ResultPart
Reach = Mapping[Node, Node | None]
"""Reachable nodes, each with the node from which it was reached, or None at the start."""


def _remembered(test: Callable[[Type], bool]) -> Callable[[Type], bool]:
    """Caches the results of a test of types, but only for tensors: the contents of a struct or an
    enum of a given name may differ between modules."""
    known = lru_cache(4096)(test)

    @wraps(test)
    def remembered(type: Type) -> bool:
        return known(type) if isinstance(type, TensorType) else test(type)

    return remembered


@_remembered
def carries_tangent(type: Type) -> bool:
    """Whether values of a type have a derivative, or refer to memory that may hold such values."""
    return any(
        isinstance(t, StackType) or (isinstance(t, TensorType) and t.element.is_differentiable)
        for t in inner_types(type)
    )


@_remembered
def holds_memory(type: Type) -> bool:
    """Whether values of a type refer to memory that may hold values with a derivative."""
    return any(
        isinstance(t, StackType)
        or (isinstance(t, PointerType) and carries_tangent(t.pointee))
        or (isinstance(t, BoxType) and carries_tangent(t.content))
        for t in inner_types(type)
    )


@_remembered
def shares_gradients(type: Type) -> bool:
    """Whether values of a type refer to shared locations in which reverse mode accumulates
    gradients: memory, or enum payloads, with float tensors inside."""
    return any(
        isinstance(t, StackType)
        or (isinstance(t, PointerType | BoxType | EnumType) and carries_tangent(t))
        for t in inner_types(type)
    )


@dataclass(frozen=True)
class ActivityRequest:
    """The active nodes in the interface of a function: arguments through which a derivative enters,
    and parts of the result of which it is requested. Values that refer to memory, including global
    variables, may be both."""

    function: Function
    varied: frozenset[Node]
    useful: frozenset[Node]


@dataclass(frozen=True)
class Activity:
    """The varied and the useful nodes of a function. ``varied`` maps a node to its predecessor on a
    path from an argument, and ``useful`` maps a node to its successor on a path to a result."""

    varied: Reach
    useful: Reach

    def __contains__(self, node: Node) -> bool:
        """Whether a derivative flows through a node."""
        return node in self.varied and node in self.useful

    def path_to_result(self, node: Node) -> Iterator[Node]:
        """The nodes on the path from a useful node to a result."""
        following = self.useful[node]
        while following is not None:
            yield following
            following = self.useful[following]


class DependenceGraph:
    """The dependences between the values of the current versions of some functions. The functions
    ``unseen`` are opaque: all their results may depend on all their arguments.
    """

    def __init__(
        self,
        roots: Iterable[Function],
        unseen: Container[Function] = (),
        is_reverse: bool = False,
    ) -> None:
        self._flow = _DataFlow(is_reverse)
        self._joins = self._flow.joins
        self._functions = _reachable_functions(roots, unseen)
        self._summaries: dict[Function, dict[Node, set[Node]]] = {f: {} for f in self._functions}
        self._activities: dict[ActivityRequest, Activity] = {}
        self._variables = {
            leaf: None
            for f in self._functions
            for i in f.instructions()
            for operand in i.operands
            if isinstance(operand, Variable | Aggregate)
            for leaf in leaves_of(operand)
            if isinstance(leaf, Variable) and holds_memory(leaf.type)
        }
        callers: dict[Function, dict[Function, None]] = {}
        for caller in self._functions:
            for callee in called_functions(caller):
                callers.setdefault(callee, {})[caller] = None
        pending = dict.fromkeys(f for f in self._functions if f in callers)
        while pending:
            function = next(iter(pending))
            del pending[function]
            summary = self._summary(function)
            if summary != self._summaries[function]:
                self._summaries[function] = summary
                pending.update(dict.fromkeys(c for c in callers[function] if c in callers))

    def activity(self, request: ActivityRequest) -> Activity:
        """The values of a function through which a derivative flows. The function may be a copy of
        an analyzed one."""
        known = self._activities.get(request)
        if known is None:
            forward, backward = self._graph(request.function)
            varied = _reach(request.varied, forward)
            known = Activity(varied, _reach(request.useful, backward))
            self._activities[request] = known
        return known

    def callee_request(self, call: Apply, activity: Activity) -> ActivityRequest | None:
        """The request that a call, in a function with a given activity, makes to its callee, which
        must have a body. None if no derivative flows through the call."""
        callee = call.callee
        assert isinstance(callee, Function)
        summary = self._summaries[callee]
        at_call: dict[Node, Iterable[Node]] = {n: (n,) for n in _variables_in(summary)}
        at_call |= {ResultPart(callee, part.index): (part,) for part in parts_of_call(call)}
        for parameter, argument in zip(callee.arguments, call.arguments, strict=True):
            at_call[parameter] = leaves_of(argument)
        varied = {n for n, nodes in at_call.items() if any(m in activity.varied for m in nodes)}
        varied -= {n for n in varied if isinstance(n, ResultPart) and not self._joins(type_of(n))}
        useful = {n for n, nodes in at_call.items() if any(m in activity.useful for m in nodes)}
        useful -= {n for n in useful if isinstance(n, Argument) and not holds_memory(n.type)}
        if not any(n in useful or summary.get(n, set()) & useful for n in varied):
            return None
        return ActivityRequest(callee, frozenset(varied), frozenset(useful))

    def variables_of(self, instruction: Instruction) -> Iterable[Variable]:
        """The global variables that a call of a known function reads or writes."""
        callee = instruction.callee if isinstance(instruction, Apply) else None
        summary = self._summaries.get(callee, {}) if isinstance(callee, Function) else {}
        return _variables_in(summary)

    def _summary(self, function: Function) -> dict[Node, set[Node]]:
        """For each node in the interface of a function, the interface nodes that depend on it."""
        forward, _ = self._graph(function)
        sources: list[Node] = [a for a in function.arguments if carries_tangent(a.type)]
        sources += [n for n in forward if isinstance(n, Variable)]
        sources += [p for p in parts_of_result(function) if self._joins(type_of(p))]
        return {
            source: {
                node
                for node in _reach([source], forward)
                if node is not source and self._is_border(node, function)
            }
            for source in sources
        }

    def _graph(self, function: Function) -> tuple[dict[Node, list[Node]], dict[Node, list[Node]]]:
        """The edges of a function by their source, and by their target."""
        forward: dict[Node, list[Node]] = {}
        backward: dict[Node, list[Node]] = {}
        has_calls = Apply in function.kinds
        calls = (
            edge
            for instruction in (self._flow.instructions(function) if has_calls else ())
            if isinstance(instruction, Apply)
            for edge in self._call_edges(instruction)
        )
        for edges in (analyzed(self._flow, function), calls):
            for start, end in edges:
                forward.setdefault(start, []).append(end)
                backward.setdefault(end, []).append(start)
        return forward, backward

    def _call_edges(self, call: Apply) -> Iterator[tuple[Node, Node]]:
        callee = call.callee
        if not isinstance(callee, Function) or callee not in self._summaries:
            # The callee is unknown, so all its results may depend on all its arguments.
            leaves = [leaf for argument in call.arguments for leaf in leaves_of(argument)]
            taken = [leaf for leaf in leaves if carries_tangent(leaf.type)]
            given: list[Node] = [*parts_of_call(call), *self._variables]
            memory = [n for n in (*taken, *given) if self._joins(type_of(n))]
            starts, ends = dict.fromkeys([*taken, *memory]), dict.fromkeys([*given, *memory])
            yield from ((start, end) for start in starts for end in ends)
            return
        arguments = dict(zip(callee.arguments, call.arguments, strict=True))

        def at_call(node: Node) -> Iterable[Node]:
            match node:
                case ResultPart():
                    return (ResultPart(call, node.index),)
                case Argument():
                    return leaves_of(arguments[node])
                case _:
                    return (node,)

        for start, ends in self._summaries[callee].items():
            for end in ends:
                yield from ((a, b) for a in at_call(start) for b in at_call(end))

    def _is_border(self, node: Node, function: Function) -> bool:
        match node:
            case ResultPart():
                return node.whole is function
            case Argument():
                return node.block is function.entry and self._joins(node.type)
            case _:
                return isinstance(node, Variable)


@dataclass(frozen=True)
class _DataFlow:
    """The data flow within a function, in reverse mode or in forward mode. An object of this class
    is an analysis: its result for a function is the edges, except those from the arguments of
    calls to their results.

    Reverse mode treats enums like memory, as gradients accumulate in their payloads, and ignores
    unreachable code.
    """

    is_reverse: bool

    def __call__(self, function: Function) -> Sequence[tuple[Node, Node]]:
        return list(self._edges(function))

    def joins(self, type: Type) -> bool:
        """Whether two values of a type may refer to the same location."""
        return shares_gradients(type) if self.is_reverse else holds_memory(type)

    def instructions(self, function: Function) -> Iterable[Instruction]:
        """The instructions that are analyzed."""
        return live_instructions(function) if self.is_reverse else function.instructions()

    def _edges(self, function: Function) -> Iterator[tuple[Node, Node]]:
        shifts = cancelling_shifts(function)
        for instruction in self.instructions(function):
            match instruction:
                case Apply():
                    for part in parts_of_call(instruction):
                        yield part, instruction
                        if self.joins(type_of(part)):
                            yield instruction, part
                case Return():
                    yield from self._return_edges(function, instruction.value)
                case BranchEnum():
                    for target in instruction.cases:
                        for argument in target.block.arguments:
                            yield from self._flow(instruction.value, argument)
                case Store(pointer=memory) | Push(stack=memory):
                    yield from self._flow(instruction.value, memory)
                case Copy():
                    # Either both sides have a tangent, or neither does.
                    yield from self._flow(instruction.source, instruction.target)
                    yield from self._flow(instruction.target, instruction.source)
                case Extract(source=Apply() as call, path=path) if isinstance(
                    call.type.canonical, TupleType
                ):
                    part = ResultPart(call, path[0] if isinstance(path[0], int) else 0)
                    if carries_tangent(instruction.type) and carries_tangent(type_of(part)):
                        yield part, instruction
                        if self.joins(instruction.type):
                            yield instruction, part
                case _:
                    is_constant = Trait.ELEMENTWISE | Trait.ZERO_DERIVATIVE in instruction.traits
                    if not is_constant:  # Piecewise constant functions have no derivative.
                        for operand in instruction.operands:
                            if operand not in shifts:
                                yield from self._flow(operand, instruction)
            if instruction.is_terminator:
                way = constant_successor(instruction) if self.is_reverse else None
                for argument, value in (way or instruction).passed:
                    yield from self._flow(value, argument)

    def _flow(self, value: Value, target: Value) -> Iterator[tuple[Node, Node]]:
        """The edges by which a value flows into another one, or into a part of it."""
        if not carries_tangent(target.type):
            return
        for leaf in leaves_of(value):
            if carries_tangent(leaf.type):
                yield leaf, target
                if self.joins(leaf.type) and self.joins(target.type):
                    yield target, leaf

    def _return_edges(self, function: Function, value: Value | None) -> Iterator[tuple[Node, Node]]:
        if value is None:
            return
        whole = value.type.canonical
        types = whole.elements if isinstance(whole, TupleType) else (whole,)
        for index, type in enumerate(types):
            # The function of a copied call may have another type.
            part = ResultPart(function, index)
            for start in nodes_of_part(value, index) if carries_tangent(type) else ():
                if carries_tangent(type_of(start)):
                    yield start, part
                    if self.joins(type_of(start)) and self.joins(type):
                        yield part, start


def _variables_in(summary: Mapping[Node, Iterable[Node]]) -> list[Variable]:
    """The global variables that values flow from or to."""
    nodes = (node for start, ends in summary.items() for node in (start, *ends))
    return [node for node in dict.fromkeys(nodes) if isinstance(node, Variable)]


def leaves_of(value: Value) -> Iterable[Value]:
    """The leaves of an aggregate operand, or the operand itself. Constants are left out, as they
    are compared by value, but two null pointers, for example, do not alias."""
    leaves = value.leaves() if isinstance(value, Aggregate) else (value,)
    return [leaf for leaf in leaves if not isinstance(leaf, Literal)]


def parts_of_call(call: Apply) -> list[ResultPart]:
    """The parts of a call's result that may have a derivative."""
    return [p for p in parts_of_result(call) if carries_tangent(type_of(p))]


def parts_of_result(whole: Apply | Function) -> list[ResultPart]:
    """The nodes of the parts of the result of a call or a function."""
    result = _result_type(whole)
    count = len(result.elements) if isinstance(result, TupleType) else 1
    return [ResultPart(whole, index) for index in range(count)]


def _result_type(whole: Value) -> Type:
    return (whole.type.result if isinstance(whole, Function) else whole.type).canonical


def type_of(node: Node) -> Type:
    """The type of the values of a node."""
    if isinstance(node, Value):
        return node.type
    result = _result_type(node.whole)
    return result.elements[node.index] if isinstance(result, TupleType) else result


def _reachable_functions(roots: Iterable[Function], unseen: Container[Function]) -> list[Function]:
    """The functions with a body that are reachable by calls, except for the ``unseen`` ones.
    Callees come first, except in recursion."""
    order: list[Function] = []
    seen: set[Function] = set()
    pending = [(f, False) for f in roots]
    while pending:
        function, is_done = pending.pop()
        if is_done:
            order.append(function)
        elif function not in seen and function.blocks and function not in unseen:
            seen.add(function)
            pending.append((function, True))
            pending.extend((callee, False) for callee in called_functions(function))
    return order


def _reach(starts: Iterable[Node], edges: Mapping[Node, Collection[Node]]) -> Reach:
    found: dict[Node, Node | None] = dict.fromkeys(starts)
    pending = list(found)
    for node in pending:
        for following in edges.get(node, ()):
            if following not in found:
                found[following] = node
                pending.append(following)
    return found


def nodes_of_part(result: Value, index: int) -> Iterable[Node]:
    """The nodes that form an element of a tuple. For a value that is not a tuple, the value
    itself."""
    if not isinstance(result.type.canonical, TupleType):
        return leaves_of(result)
    if isinstance(result, Aggregate):
        return leaves_of(result.operands[index])
    return (ResultPart(result, index),) if isinstance(result, Apply) else (result,)


def instruction_of(node: Node) -> Instruction | None:
    """The instruction of a node, if it has one."""
    value = node.whole if isinstance(node, ResultPart) else node
    return value if isinstance(value, Instruction) else None
