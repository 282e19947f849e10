# PyTorch is optional. Without it, the types that come from it are unknown.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUntypedBaseClass=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUnknownLambdaType=false
"""Stages graphs of ``torch.fx`` into modules: each node is one call of its operator's function.

Values are staged tensors, integers and symbolic sizes.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import numpy as np
import torch
from torch import fx
from torch._subclasses.fake_tensor import unset_fake_temporarily

from dlvm.diagnostics import DiagnosticError, Location, error
from dlvm.ir import Builder, Function, Module
from dlvm.ir.instructions import Assert, Return
from dlvm.ir.types import (
    VOID,
    Dim,
    FunctionType,
    Symbol,
    TensorType,
    TupleType,
    real_element_type_of,
)
from dlvm.ir.values import Aggregate, Value
from dlvm.nnkit.tracing.source_locations import Span, located, span_location
from dlvm.nnkit.tracing.trace import TracedProgram, TracingScope, emit, entered
from dlvm.nnkit.tracing.tracer import constant, is_tracer, lift, wrap
from dlvm.torch import operators
from dlvm.torch.element_types import DTYPES, array_of
from dlvm.torch.operators.table import STORAGE_ARGUMENTS
from dlvm.torch.operators.vocabulary import nnkit
from dlvm.torch.views import OutputViews, output_views

_PYTHON: Final = (
    *("add", "sub", "mul", "floordiv", "mod", "neg"),
    *("eq", "ne", "lt", "le", "gt", "ge", "getitem"),
)
SIZE_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **{f"<built-in function {name}>": getattr(operator, name) for name in _PYTHON},
    "torch.sym_max": nnkit.maximum,
    "torch.sym_min": nnkit.minimum,
}
"""Python's functions in graphs: those on symbolic sizes, and the elements of tuples."""

_STORAGE_READERS: Final = ("aten.as_strided.default", "aten.as_strided_copy.default")
"""Operators whose results depend on where the elements of a tensor are stored."""

GUARDS: Final = (
    "aten._assert_tensor_metadata.default",
    "aten.sym_constrain_range.default",
    "aten.sym_constrain_range_for_size.default",
)
"""Nodes that record facts found by tracing, which staging derives again."""

_LINE: Final = re.compile(r'File "([^"]+)", line (\d+)')


class Refused(Exception):
    """Raised if a node is not supported."""

    def __init__(self, node: fx.Node, reason: str) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason


@dataclass(frozen=True)
class GraphParameter:
    """A parameter of a staged graph: the position of the value in the arguments of the graph.

    If ``is_size``, the parameter passes a size that no other parameter has: it is a tensor with
    this size, whose elements do not matter.
    """

    position: int
    is_size: bool = False


@dataclass(frozen=True)
class Output:
    """An output of a staged graph: a result of the program, an argument, a view or a constant.

    ``order`` is the order of the axes in memory, from the outermost, if it differs from the order
    in the tensor: the result has its axes in this order.
    """

    kind: str
    value: Any = None
    order: tuple[int, ...] | None = None
    is_number: bool = False


@dataclass(frozen=True)
class GraphInterface:
    """The parameters of the program for a graph, and the outputs of the graph."""

    arguments: tuple[GraphParameter, ...]
    outputs: tuple[Output, ...]
    is_tuple: bool
    """Whether the graph returns a tuple."""
    views: OutputViews | None
    """The outputs that are views."""


@dataclass(frozen=True)
class Staged:
    """A module whose ``@main`` computes a graph."""

    module: Module
    interface: GraphInterface


def operator_name(node: fx.Node) -> str:
    """The name of a node's operator, as in the table."""
    target = node.target
    if isinstance(target, torch._ops.OpOverload):  # pyright: ignore[reportPrivateUsage]
        return str(target)
    if isinstance(target, torch._ops.HigherOrderOperator):  # pyright: ignore[reportPrivateUsage]
        return target.name()
    if getattr(target, "__module__", "") == "torch":
        return f"torch.{getattr(target, '__name__', target)}"
    return str(target)


def location_of(node: fx.Node) -> Location | None:
    """The line of the user's program that a node comes from."""
    found = _LINE.findall(node.meta.get("stack_trace") or "")
    if not found:
        return None
    filename, line = found[-1][0], int(found[-1][1])
    place = span_location(filename, Span(line, 0, line, 0))
    return place and place.source.line_location(line)


def refusal(node: fx.Node) -> str | None:
    """The reason why the table cannot run a node, judged by its operator and types; None if it
    may."""
    name = operator_name(node)
    if name not in operators.OPERATORS and name not in SIZE_FUNCTIONS and name not in GUARDS:
        return None if name == "aten._assert_scalar.default" else "the operator is not in the table"
    if name in _STORAGE_READERS and not all(map(_is_whole, _metas(node.all_input_nodes[:1]))):
        return "expected a contiguous tensor that is its whole storage, got a view"
    for value in _metas([node, *node.all_input_nodes]):
        if value.device.type != "cpu":
            return f"expected a tensor on the CPU, got one on {value.device}"
        if value.dtype not in DTYPES:
            return f"element type {value.dtype} is not supported"
        if value.layout is not torch.strided:
            return f"expected a dense tensor, got layout {value.layout}"
    return None


def _is_whole(value: torch.Tensor) -> bool:
    """Whether the elements of a tensor in order are those of its storage."""
    return value.is_contiguous() and value.storage_offset() == 0


def _parts(value: Any) -> Sequence[Any]:
    """The elements of a tuple or list, or the value itself."""
    return cast("Sequence[Any]", value if isinstance(value, tuple | list) else (value,))


def _metas(nodes: Iterable[fx.Node]) -> Iterable[torch.Tensor]:
    for node in nodes:
        for part in _parts(node.meta.get("val")):
            if isinstance(part, torch.Tensor):
                yield part


def stage(
    graph_module: fx.GraphModule,
    name: str,
    refused: Mapping[str, str] | None = None,
    known: Mapping[str, Any] | None = None,
    keeps_results: bool = False,
) -> Staged:
    """Stages a graph.

    ``refused`` are the names of nodes whose results are taken as further arguments. ``known`` maps
    names of placeholders to arrays, which become constants. With ``keeps_results``, all outputs are
    results of the program, in the order of the axes.

    Raises
    ------
    Refused
        If a node is not supported.
    """
    module = Module(re.sub(r"\W", "_", name))
    builder = _GraphStaging(graph_module, module, refused or {}, known or {})
    return builder.staged(keeps_results)


@dataclass
class _GraphStaging:
    """The staging of one graph."""

    graph_module: fx.GraphModule
    module: Module
    refused: Mapping[str, str]
    known: Mapping[str, Any]
    symbols: dict[str, Symbol] = field(default_factory=dict[str, Symbol])
    """The symbol of each symbolic size, by its expression."""
    types: list[TensorType] = field(default_factory=list[TensorType])
    names: list[str] = field(default_factory=list[str])
    arguments: list[GraphParameter] = field(default_factory=list[GraphParameter])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    """The parameter that passes a size that no tensor has, by its expression."""

    def staged(self, keeps_results: bool) -> Staged:
        nodes = list(self.graph_module.graph.nodes)
        outside = [n for n in nodes if n.op == "placeholder" or n.name in self.refused]
        outside = [n for n in outside if n.name not in self.known]
        given = {n: self._parameters(position, n) for position, n in enumerate(outside)}
        self._pass_sizes(outside)
        function = self.module.add_function(Function("main", FunctionType(tuple(self.types), VOID)))
        block = function.add_entry(self.names)
        with entered(
            TracingScope(TracedProgram(self.module, is_python=False), function, Builder(block))
        ):
            values = [wrap(a) for a in block.arguments]
            environment: dict[fx.Node, Any] = {
                n: self._given(n.meta.get("val"), places, values) for n, places in given.items()
            }
            for node in nodes:
                if node.name in self.known:
                    environment[node] = wrap(constant(self.known[node.name], node.name))
            returned = _run(self.graph_module, environment)
            own = {} if keeps_results else {n: position for position, n in enumerate(outside)}
            items = _parts(returned[0])
            viewed, views = ([], None) if keeps_results else output_views(items, own)
            outputs, results = _outputs(items, environment, own, viewed, keeps_results)
            value = _returned(results)
            emit(Return, value)
        function.type = FunctionType(tuple(self.types), VOID if value is None else value.type)
        is_tuple = isinstance(returned[0], tuple | list)
        interface = GraphInterface(tuple(self.arguments), tuple(outputs), is_tuple, views)
        return Staged(self.module, interface)

    def _parameters(self, position: int, node: fx.Node) -> list[int]:
        """Adds the parameters for a node: one for each tensor in its value."""
        value = node.meta.get("val")
        parts = _parts(value)
        places: list[int] = []
        for part in parts:
            if isinstance(part, torch.Tensor):
                if part.dtype not in DTYPES or part.device.type != "cpu":
                    raise Refused(node, f"tensors of {part.dtype} on {part.device} stay in PyTorch")
                places.append(len(self.types))
                shape = tuple(map(self._dim, part.shape))
                element = real_element_type_of(DTYPES[part.dtype])
                assert element is not None
                self._add(TensorType(shape, element), node.name, GraphParameter(position))
        return places

    def _add(self, type: TensorType, name: str, argument: GraphParameter) -> None:
        self.types.append(type)
        self.names.append(re.sub(r"\W", "_", name))
        self.arguments.append(argument)

    def _dim(self, size: Any) -> Dim:
        expression = _expression(size)
        if isinstance(expression, int):
            return expression
        if expression not in self.symbols:
            plain = expression if expression.isalnum() else f"size{len(self.symbols)}"
            self.symbols[expression] = Symbol(plain)
        return self.symbols[expression]

    def _pass_sizes(self, nodes: Sequence[fx.Node]) -> None:
        """Adds parameters for the sizes that no tensor has."""
        for position, node in enumerate(nodes):
            size = node.meta.get("val")
            if not isinstance(size, torch.SymInt):
                continue
            dim = self._dim(size)
            if isinstance(dim, Symbol) and not any(dim in t.shape for t in self.types):
                flags = real_element_type_of(np.dtype(np.bool_))
                assert flags is not None
                self._add(TensorType((dim,), flags), node.name, GraphParameter(position, True))

    def _given(self, meta: Any, places: Sequence[int], values: Sequence[Any]) -> Any:
        """The value of a placeholder, given the values of the parameters."""
        if isinstance(meta, torch.Tensor):
            return values[places[0]]
        if isinstance(meta, tuple | list):
            left = iter(places)
            return tuple(
                values[next(left)] if isinstance(p, torch.Tensor) else self._size(p, values)
                for p in _parts(meta)
            )
        return self._size(meta, values)

    def _size(self, size: Any, values: Sequence[Any]) -> Any:
        if not isinstance(size, torch.SymInt):
            return size
        dim = self._dim(size)
        if isinstance(dim, int):
            return dim
        for type, value in zip(self.types, values, strict=True):
            if dim in type.shape:
                return value.shape[type.shape.index(dim)]
        raise AssertionError(dim)


def _expression(size: Any) -> int | str:
    """A size of PyTorch: a number, or the text of an expression."""
    if isinstance(size, int):
        return size
    expression = size.node.expr
    return int(expression) if expression.is_number else str(expression)


def _run(graph_module: fx.GraphModule, environment: dict[fx.Node, Any]) -> Sequence[Any]:
    """Stages the nodes of a graph; returns the argument of its output."""
    for node in graph_module.graph.nodes:
        if node.op == "output":
            return node.args
        if node in environment:
            continue
        with located(location_of(node)):
            environment[node] = _node(graph_module, node, environment)
    raise AssertionError("the graph must have an output")


def _node(graph_module: fx.GraphModule, node: fx.Node, environment: dict[fx.Node, Any]) -> Any:
    if node.op == "get_attr":
        return _attribute(graph_module, node)
    if node.op != "call_function":
        raise Refused(node, f"expected a call of an operator, got {node.op}")
    reason = refusal(node)
    if reason is not None:
        raise Refused(node, reason)
    name = operator_name(node)
    if name in GUARDS:
        return None
    mapped = fx.map_arg((node.args, node.kwargs), lambda n: environment[n])
    args, named = cast("tuple[tuple[Any, ...], dict[str, Any]]", mapped)
    kwargs = {k: _plain(v) for k, v in named.items() if k not in STORAGE_ARGUMENTS}
    args = tuple(map(_plain, args))
    try:
        if name == "aten._assert_scalar.default":
            return _check(*args)
        if name in SIZE_FUNCTIONS:
            return SIZE_FUNCTIONS[name](*args)
        found = operators.OPERATORS[name]
        if found.takes_result:
            kwargs["result"] = DTYPES[next(iter(_metas([node]))).dtype]
        return found.call(*args, **kwargs)
    except DiagnosticError as problem:
        raise Refused(node, problem.diagnostics[0].message) from problem
    except (TypeError, ValueError, NotImplementedError, KeyError, IndexError) as problem:
        # Functions of the table are written for the arguments that PyTorch's own programs have.
        raise Refused(node, f"{type(problem).__name__}: {problem}") from problem


def _check(holds: Any, message: str) -> None:
    """Stages an assertion of the program."""
    if is_tracer(holds):
        emit(Assert, lift(holds), str(message).replace("{", "(").replace("}", ")"), [])
    elif not holds:
        raise error(message)


def _plain(value: Any) -> Any:
    """An argument with NumPy's element types, and lists as tuples."""
    if isinstance(value, torch.dtype):
        if value not in DTYPES:
            raise error(f"element type {value} is not supported")
        return DTYPES[value]
    if isinstance(value, tuple | list):
        return tuple(map(_plain, cast("Sequence[Any]", value)))
    return value


def _attribute(graph_module: fx.GraphModule, node: fx.Node) -> Any:
    """A constant of a graph, or a function that stages a subgraph."""
    value: Any = graph_module
    for part in str(node.target).split("."):
        value = getattr(value, part)
    if isinstance(value, torch.Tensor):
        if value.dtype not in DTYPES or value.device.type != "cpu":
            raise Refused(node, f"a constant of {value.dtype} on {value.device} is not supported")
        # PyTorch compiles graphs while operators compute with shapes only.
        with unset_fake_temporarily():
            array = array_of(value.contiguous())
        return wrap(constant(array, str(node.target)))
    if not isinstance(value, fx.GraphModule):
        raise Refused(node, f"expected a tensor or a graph, got {type(value).__name__}")
    inner = value

    def stage_inside(*operands: Any) -> list[Any]:
        nodes = [n for n in inner.graph.nodes if n.op == "placeholder"]
        environment = dict(zip(nodes, operands, strict=True))
        try:
            [returned] = _run(inner, environment)
        except Refused as problem:
            name = operator_name(problem.node)
            raise error(f"{name}: {problem.reason}", location_of(problem.node)) from None
        return [environment[r] if isinstance(r, fx.Node) else r for r in _parts(returned)]

    return stage_inside


def _returned(results: Sequence[Value]) -> Value | None:
    if len(results) <= 1:
        return results[0] if results else None
    return Aggregate(TupleType(tuple(r.type for r in results)), tuple(results))


def _outputs(
    returned: Sequence[Any],
    environment: Mapping[fx.Node, Any],
    given: Mapping[fx.Node, int],
    views: Sequence[fx.Node],
    keeps_results: bool,
) -> tuple[list[Output], list[Value]]:
    """The outputs of a graph, and the values that its program returns."""
    outputs: list[Output] = []
    results: list[Value] = []
    for item in returned:
        if not isinstance(item, fx.Node):
            outputs.append(Output("constant", item))
            continue
        if item in given:
            outputs.append(Output("argument", given[item]))
            continue
        if item in views:
            outputs.append(Output("view", views.index(item)))
            continue
        value = environment[item]
        if value is None or isinstance(value, bool | int | float):
            outputs.append(Output("constant", value))
            continue
        meta = item.meta.get("val")
        is_number = not isinstance(meta, torch.Tensor)
        order = None if is_number or keeps_results else memory_order(meta)
        if order is not None:
            value = nnkit.permute_dims(value, order)
        outputs.append(Output("result", len(results), order, is_number))
        results.append(lift(value))
    return outputs, results


def memory_order(meta: torch.Tensor) -> tuple[int, ...] | None:
    """The axes of a dense tensor, the outermost in memory first; None if they are in this order."""
    strides = cast("Sequence[Any]", meta.stride())
    hints = [s if isinstance(s, int) else s.node.hint for s in strides]
    if any(not h for h in hints):
        return None
    order = tuple(sorted(range(meta.ndim), key=lambda a: -hints[a]))
    return None if order == tuple(range(meta.ndim)) else order
