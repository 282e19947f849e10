"""Stages a graph into a module: each node is one call of its operator's function.

Values are staged tensors, NumPy arrays (known while importing), lists of values (sequences), or
None (an omitted optional value). A node whose inputs are known is evaluated at once (constant
folding), so that sizes that a model computes from constants are integers.
"""

from __future__ import annotations

import math
import re
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NoReturn, cast

import numpy as np

from dlvm.diagnostics import DiagnosticError, error
from dlvm.interpreter import interpret
from dlvm.ir import Builder, Function, Module
from dlvm.ir.instructions import Return
from dlvm.ir.types import VOID, FunctionType, TensorType, TupleType, Type
from dlvm.ir.values import Aggregate, Literal, TensorData, Value
from dlvm.nnkit.tracing.source_locations import located
from dlvm.nnkit.tracing.trace import TracedProgram, TracingScope, emit, entered
from dlvm.nnkit.tracing.tracer import is_tracer, lift, wrap
from dlvm.onnx import size_arrays, string_tables
from dlvm.onnx.assumed_sizes import BROADCASTING, check_divisors, unified
from dlvm.onnx.budget import ImportBudget, budget_of
from dlvm.onnx.checks import check_attributes, check_count, check_types
from dlvm.onnx.constants import StagedConstants
from dlvm.onnx.graph import (
    Array,
    AttributeReference,
    Graph,
    GraphNode,
    HostValue,
    ModelFile,
    Strings,
    TensorSpec,
    operator_name,
    quoted,
    subgraphs,
)
from dlvm.onnx.operators.table import (
    INPUTS_THAT_WERE_ATTRIBUTES,
    OperatorVersion,
    find_operator,
)
from dlvm.onnx.schemas import schema_function, schema_of
from dlvm.onnx.size_arrays import is_size_array
from dlvm.onnx.string_tables import is_text

Environment = MutableMapping[str, Any]


class NeedsValue(Exception):
    """Raised if an operator needs the elements of a value that is only known at run time."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(f"input {quoted(name)} has to be known when the model is imported: {what}")
        self.name = name


class NeedsUnrolling(Exception):
    """Raised if the iterations of a loop change the shape of a state: the model must be imported
    again, with the loop unrolled."""

    def __init__(self, node: GraphNode) -> None:
        super().__init__(f"{node.title}: the iterations change the shape of a state")
        self.node = node


@dataclass(frozen=True)
class Imported:
    """A module whose ``@main`` computes the outputs of a model that are not constants."""

    module: Module
    outputs: tuple[Any, ...]
    """Each output: None for a result of ``@main``, in order, or its known value. Sequences are
    lists of these.
    """

    @property
    def is_whole(self) -> bool:
        """Whether the outputs are the results of ``@main``."""
        return all(output is None for output in self.outputs)

    def fill(self, results: Any) -> list[Any]:
        """The outputs, with the results of ``@main`` filled in."""
        count = sum(map(_open, self.outputs))
        rest = iter(results if count > 1 else [results])
        return [_filled(o, rest) for o in self.outputs]


def _filled(output: Any, rest: Iterator[Any]) -> Any:
    """An output with the next results in its open places."""
    if isinstance(output, list):
        return [_filled(o, rest) for o in cast("list[Any]", output)]
    if isinstance(output, HostValue):
        return output.function(*(_filled(t, rest) for t in output.tensors))
    return np.asarray(next(rest)) if output is None else output


def _open(output: Any) -> int:
    if isinstance(output, list):
        return sum(map(_open, cast("list[Any]", output)))
    if isinstance(output, HostValue):
        return sum(map(_open, output.tensors))
    return int(output is None)


def import_graph(
    file: ModelFile, types: Sequence[TensorType], known: Mapping[str, Any]
) -> Imported:
    """Stages the graph of a model.

    ``types`` are the types of the inputs that are not in ``known``, which maps the names of the
    other inputs to their values.

    Raises
    ------
    DiagnosticError
        If an operator rejects its operands.
    """
    unrolled: set[int] = set()
    while True:
        try:
            return _imported(file, types, known, unrolled)
        except NeedsUnrolling as problem:
            unrolled.add(id(problem.node.proto))


def _imported(
    file: ModelFile, types: Sequence[TensorType], known: Mapping[str, Any], unrolled: set[int]
) -> Imported:
    module = Module(_identifier(file.graph.name) or "model")
    program = TracedProgram(module, is_python=False)
    function = module.add_function(Function("main", FunctionType(tuple(types), VOID)))
    names = [i.name for i in file.graph.inputs if i.name not in known]
    block = function.add_entry([_identifier(n) for n in names])
    importer = Importer(file, budget_of(file), assumes_sizes=True, unrolled=unrolled)
    environment: Environment = dict(known)
    open_values: list[Any] = []

    def output(value: Any) -> Any:
        if isinstance(value, list):
            return [output(v) for v in cast("list[Any]", value)]
        if isinstance(value, Strings):
            value = string_tables.host_value(value)
        if isinstance(value, HostValue):
            return HostValue(value.function, tuple(map(output, value.tensors)))
        if is_size_array(value):
            value = size_arrays.staged(value)
        if not is_tracer(value):
            return _ABSENT if value is None else value
        open_values.append(value)
        return None

    with entered(TracingScope(program, function, Builder(block))):
        environment |= dict(zip(names, map(wrap, block.arguments), strict=True))
        outputs = tuple(output(r) for r in importer.run(file.graph, environment))
        check_divisors()
        returned = _returned(open_values)
        emit(Return, returned)
    function.type = FunctionType(tuple(types), VOID if returned is None else returned.type)
    return Imported(module, outputs)


def stage_graph(file: ModelFile, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Stages the graph of a model into the function being staged, and returns the outputs.

    ``values`` are staged tensors by name: the inputs, and those that replace constants.

    Raises
    ------
    DiagnosticError
        If an operator rejects its operands, or needs to know elements of them.
    """
    importer = Importer(file, budget_of(file))
    constants = {n: read for n, read in file.graph.initializers.items() if n not in values}
    try:
        results = importer.run(replace(file.graph, initializers=constants), dict(values))
    except NeedsValue as problem:
        raise importer.failure(str(problem)) from None
    except NeedsUnrolling as problem:
        message = f"{problem}, which is not supported in staged functions"
        raise importer.failure(message) from None
    outputs: list[Any] = []
    for spec, result in zip(file.graph.outputs, results, strict=True):
        value = size_arrays.staged(result) if is_size_array(result) else result
        if isinstance(value, list | HostValue | Strings) or value is None:
            kind = "string" if isinstance(value, Strings) else spec.kind
            raise importer.failure(
                f"output {quoted(spec.name)} is a {kind}; staged functions can only call "
                "models whose outputs are tensors"
            )
        outputs.append(importer.constants.stage(value, spec.name))
    return tuple(outputs)


_ABSENT: Final = np.array(None, object)
"""An optional output without a value."""


def check_operators(file: ModelFile) -> None:
    """Raises if the model has unsupported operators, and lists all of them."""
    missing: dict[str, int] = {}

    def look(graph_nodes: Sequence[GraphNode], opsets: Mapping[str, int]) -> None:
        for node in graph_nodes:
            key = (node.domain, node.op)
            if key in file.functions:
                continue
            version = opsets.get(node.domain, 1)
            if find_operator(key, version) is None and schema_of(node, version) is None:
                name = f"{operator_name(key)} (version {version})"
                missing[name] = missing.get(name, 0) + 1
            for graph in subgraphs(node):
                look(graph.nodes, opsets)

    look(file.graph.nodes, file.opsets)
    for function in file.functions.values():
        look(function.nodes, function.opsets or file.opsets)
    if missing:
        listed = ", ".join(
            f"{name}, {count} times" if count > 1 else name for name, count in missing.items()
        )
        raise error(f"{file.path}: operators that are not supported: {listed}")


@dataclass
class Importer:
    """Imports the nodes of a model into the function being staged."""

    file: ModelFile
    budget: ImportBudget
    opsets: Mapping[str, int] = field(default_factory=dict[str, int])
    used: set[str] = field(default_factory=set[str])
    """The names of the module's values."""
    constants: StagedConstants = field(default_factory=StagedConstants)
    is_in_file: bool = True
    """Whether the nodes are in the file, and not in a function of a schema."""
    assumes_sizes: bool = False
    """Whether the program may refuse sizes that the model accepts."""
    unrolled: set[int] = field(default_factory=set[int])
    """The identities of the nodes in the file that are loops to be unrolled."""

    def __post_init__(self) -> None:
        self.opsets = self.opsets or self.file.opsets

    def run(self, graph: Graph, environment: Environment) -> list[Any]:
        """Stages a graph whose inputs and captured values are in the environment, and returns its
        outputs.
        """
        self.budget.count(1)
        own: Environment = ChainMap(Initializers(graph.initializers), environment)  # type: ignore[arg-type]
        scope: Environment = ChainMap({}, own)  # type: ignore[arg-type]
        self.nodes(graph.nodes, scope)
        missing = [o.name for o in graph.outputs if o.name not in scope]
        if missing:
            raise self.failure(f"output {quoted(missing[0])} is not defined")
        return [scope[o.name] for o in graph.outputs]

    def failure(self, message: str) -> DiagnosticError:
        return error(f"{self.file.path}: {message}")

    def nodes(self, nodes: Sequence[GraphNode], environment: Environment) -> None:
        for node in nodes:
            try:
                with located(
                    self.file.listing.line_location(node.line) if self.is_in_file else None
                ):
                    results = self.node(node, environment)
            except DiagnosticError as problem:
                [first, *rest] = problem.diagnostics
                if first.message.startswith(self.file.path):
                    raise
                message = f"{self.file.path}: {node.title}: {first.message}"
                raise DiagnosticError([replace(first, message=message), *rest]) from None
            except (NeedsValue, NeedsUnrolling):
                raise
            except RecursionError:
                raise self.failure(f"{node.title}: subgraphs are nested too deeply") from None
            except MemoryError:
                raise self.failure(f"{node.title}: there is not enough memory") from None
            except Exception as problem:
                # Operators are written for nodes that satisfy the specification.
                described = quoted(f"{type(problem).__name__}: {problem}")[1:-1]
                message = f"its inputs or attributes are not valid ({described})"
                raise self.failure(f"{node.title}: {message}") from problem
            for name, result in zip(node.outputs, results, strict=False):
                if name:
                    environment[name] = result
                    self.call_value(name, result)

    def call_value(self, name: str, result: Any) -> None:
        """Names a value of the module as in the model."""
        found = _identifier(name)
        if is_tracer(result) and result.value.name is None and found and found not in self.used:
            self.used.add(found)
            result.value.name = found

    def node(self, node: GraphNode, environment: Environment) -> Sequence[Any]:
        self.budget.count(1)
        key = (node.domain, node.op)
        inputs = [self.input(node, name, environment) for name in node.inputs]
        function = self.file.functions.get(key)
        if function is not None:
            given = {**function.defaults, **node.attributes}
            return self.expand(
                function.nodes, function.inputs, function.outputs, inputs, given, function.opsets
            )
        version = self.opsets.get(node.domain, 1)
        found = find_operator(key, version)
        if found is None:
            return self.expand_schema(node, inputs, version)
        return self.apply(found, node, inputs, environment)

    def input(self, node: GraphNode, name: str, environment: Environment) -> Any:
        if not name:
            return None
        try:
            return environment[name]
        except KeyError:
            raise self.failure(f"{node.title}: input {quoted(name)} is not defined") from None

    # Functions

    def expand(
        self,
        nodes: Sequence[GraphNode],
        inputs: Sequence[str],
        outputs: Sequence[str],
        values: Sequence[Any],
        attributes: Mapping[str, Any],
        opsets: Mapping[str, int],
        is_in_file: bool = True,
    ) -> list[Any]:
        """Inlines a function at a call and returns its outputs."""
        filled = [*values, *[None] * (len(inputs) - len(values))]
        environment: Environment = dict(zip(inputs, filled, strict=False))
        versions = {**self.opsets, **opsets}
        inner = Importer(
            self.file,
            self.budget,
            versions,
            self.used,
            self.constants,
            self.is_in_file and is_in_file,
            self.assumes_sizes,
            self.unrolled,
        )
        inner.nodes([_with_attributes(n, attributes) for n in nodes], environment)
        return [environment.get(o) for o in outputs]

    def expand_schema(self, node: GraphNode, inputs: Sequence[Any], version: int) -> list[Any]:
        """Inlines the function that defines an operator in its schema, and returns its outputs."""
        body = schema_function(node, version, inputs)
        if body is None:
            raise self.failure(f"{node.title} is not supported")
        from dlvm.onnx.reader import read_function

        function, defaults = read_function(body, self.file.path)
        given = {**defaults, **node.attributes}
        return self.expand(
            function.nodes,
            function.inputs,
            function.outputs,
            inputs,
            given,
            function.opsets,
            is_in_file=False,
        )

    # Operators

    def apply(
        self, found: OperatorVersion, node: GraphNode, inputs: list[Any], environment: Environment
    ) -> Sequence[Any]:
        check_types(node, self.opsets.get(node.domain, 1), inputs)
        attributes = dict(node.attributes)
        became = INPUTS_THAT_WERE_ATTRIBUTES.get(node.op) if not node.domain else None
        if became and self.opsets.get("", 1) < became[0]:
            given = [attributes.pop(name, None) for name in became[1]]
            inputs = [inputs[0], *map(_as_input, given)]
        check_count(found, inputs)
        check_attributes(found, attributes)
        if found.takes_outputs:
            attributes["outputs"] = len(node.outputs)
        strings = string_tables.moved(
            found.key, inputs, lambda i: self.apply(found, node, i, environment)
        )
        if strings is not None:
            return strings
        if found.takes_context:
            attributes["context"] = _NodeContext(self, node, environment)
        elif not found.random and any(map(is_size_array, inputs)):
            evaluated = size_arrays.evaluate(
                found.key, inputs, attributes, lambda i: self.evaluate(found, i, attributes)
            )
            if evaluated is not None:
                return evaluated
        elif not found.random and all(_is_known(i) for i in inputs) and inputs:
            evaluated = self.evaluate(found, inputs, attributes)
            if evaluated is not None:
                return evaluated
        arguments = self.arguments(found, inputs, node, self.constants)
        if self.assumes_sizes and not node.domain and node.op in BROADCASTING:
            arguments = unified(arguments)
        return _results(found.call(*arguments, **attributes))

    def arguments(
        self,
        found: OperatorVersion,
        inputs: Sequence[Any],
        node: GraphNode | None,
        constants: StagedConstants,
    ) -> list[Any]:
        """Converts the inputs for the operator: known ones to arrays, others to staged tensors."""
        arguments: list[Any] = []
        for place, value in enumerate(inputs):
            known = found.known[min(place, len(found.known) - 1)]
            if not known and is_text(value) and found.texts[min(place, len(found.texts) - 1)]:
                arguments.append(value)
            elif not known:
                name = node.inputs[place] if node and place < len(node.inputs) else ""
                is_sizes = is_size_array(value)
                arguments.append(
                    size_arrays.staged(value) if is_sizes else constants.stage(value, name)
                )
            elif value is None or _is_known(value):
                arguments.append(value)
            elif is_size_array(value):
                arguments.append(value.elements)
            else:
                what = found.inputs[place] if place < len(found.inputs) else "an input"
                name = node.inputs[place] if node else what
                raise NeedsValue(name, f"{node.title if node else found.key[1]}: {what}")
        return arguments

    def evaluate(
        self, found: OperatorVersion, inputs: Sequence[Any], attributes: Mapping[str, Any]
    ) -> Sequence[Any] | None:
        """Evaluates an operator on known inputs with the interpreter; None if it takes too much
        memory.
        """
        module = Module("constant")
        function = module.add_function(Function("constant", FunctionType((), VOID)))
        scope = TracingScope(TracedProgram(module), function, Builder(function.add_entry([])))
        with entered(scope):
            arguments = self.arguments(found, inputs, None, StagedConstants())
            results = _results(found.call(*arguments, **attributes))
            if any(isinstance(r, HostValue | Strings) for r in results):
                return None
            staged = [r for r in results if is_tracer(r)]
            returned = _returned(staged)
            emit(Return, returned)
        function.type = FunctionType((), VOID if returned is None else returned.type)
        if not staged:
            return results
        if not self.budget.allows(_bytes_of(function)):
            return None
        values = interpret(module, "constant")
        computed = iter(values if len(staged) > 1 else [values])
        return [np.asarray(next(computed)) if is_tracer(r) else r for r in results]


@dataclass(frozen=True)
class _NodeContext:
    """Implements :class:`dlvm.onnx.operators.table.Context` for a node."""

    importer: Importer
    node: GraphNode
    environment: Environment

    def subgraph(self, graph: Graph, inputs: Sequence[Any]) -> list[Any]:
        names = [i.name for i in graph.inputs]
        inner: Environment = ChainMap(dict(zip(names, inputs, strict=True)), self.environment)  # type: ignore[arg-type]
        return self.importer.run(graph, inner)

    def known(self, value: Any) -> Array | None:
        if is_size_array(value):
            return None
        if isinstance(value, np.ndarray):
            return value  # pyright: ignore[reportUnknownVariableType]
        data = value.value.data if is_tracer(value) and isinstance(value.value, Literal) else None
        if isinstance(data, TensorData):
            return data.array
        return np.asarray(data) if isinstance(data, bool | int | float) else None

    def needed(self, value: Any, what: str) -> Array:
        found = self.known(value)
        if found is None:
            raise NeedsValue(what, f"{self.node.title}: {what}")
        return found

    def is_unrolled(self) -> bool:
        return id(self.node.proto) in self.importer.unrolled

    def unroll(self) -> NoReturn:
        raise NeedsUnrolling(self.node)

    def count(self, steps: int) -> None:
        self.importer.budget.count(steps)

    def output_specs(self) -> Sequence[TensorSpec | None]:
        known = {o.name: o for o in self.importer.file.graph.outputs}
        return [known.get(name) for name in self.node.outputs]


class Initializers(Mapping[str, Array]):
    """The constants of a graph, read on first use."""

    def __init__(self, readers: Mapping[str, Callable[[], Array]]) -> None:
        self._readers = readers
        self._read: dict[str, Array] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._readers

    def __iter__(self) -> Iterator[str]:
        return iter(self._readers)

    def __len__(self) -> int:
        return len(self._readers)

    def __getitem__(self, name: str) -> Array:
        if name not in self._read:
            self._read[name] = self._readers[name]()
        return self._read[name]


def _as_input(attribute: Any) -> Array | None:
    """The value of an attribute as the input that replaces it in later versions."""
    if attribute is None:
        return None
    return np.asarray(attribute, np.float32 if isinstance(attribute, float) else None)


_LONGEST_NAME: Final = 200


def _bytes_of(function: Function) -> int:
    """The size of all results of a function's instructions."""
    types = (i.type.canonical for block in function.blocks for i in block.instructions)
    return sum(
        math.prod(t.static_shape or ()) * t.element.bytes
        for t in types
        if isinstance(t, TensorType)
    )


def _is_known(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_is_known, value))  # pyright: ignore[reportUnknownArgumentType]
    return value is None or isinstance(value, np.ndarray)


def _results(found: Any) -> Sequence[Any]:
    return found if isinstance(found, tuple) else (found,)  # pyright: ignore[reportUnknownVariableType]


def _returned(results: Sequence[Any]) -> Value | None:
    """The operand of the return: the result, or a tuple of several."""
    for result in results:
        if not is_tracer(result):
            raise error(f"a result is {type(result).__name__}, expected a tensor")
    values = [lift(r) for r in results]
    if len(values) < 2:
        return values[0] if values else None
    types: tuple[Type, ...] = tuple(v.type for v in values)
    return Aggregate(TupleType(types), values)


def _with_attributes(node: GraphNode, given: Mapping[str, Any]) -> GraphNode:
    """Substitutes the attributes of the call in a node of a function."""
    found: dict[str, Any] = {}
    for name, value in node.attributes.items():
        if isinstance(value, AttributeReference):
            if value.name in given:
                found[name] = given[value.name]
        elif isinstance(value, Graph):
            nodes = tuple(_with_attributes(n, given) for n in value.nodes)
            found[name] = replace(value, nodes=nodes)
        else:
            found[name] = value
    return replace(node, attributes=found)


def _identifier(name: str) -> str:
    """Converts a name to an identifier of the IR; empty if no character is valid."""
    found = re.sub(r"[^A-Za-z0-9_.]+", "_", name[:_LONGEST_NAME]).strip(".")
    if found and not re.match(r"[A-Za-z_]", found):
        found = f"_{found}"
    return found
