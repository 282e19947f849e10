"""A table of a model's layers: shapes, parameters and floating-point work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from dlvm.analysis.values.cost import Work, instruction_work
from dlvm.interpreter import interpret
from dlvm.ir import Instruction
from dlvm.ir.instructions import Apply
from dlvm.ir.types import TensorType, Type
from dlvm.nn.modes import split
from dlvm.nnkit import expand_dims, map_tensors, staged, struct
from dlvm.nnkit.pytree.packing import packer
from dlvm.nnkit.pytree.pytree import flatten
from dlvm.nnkit.pytree.structs import field_hints, is_struct, rebuild
from dlvm.notebooks import html_table


@dataclass(frozen=True)
class Row:
    """A layer that was called.

    ``operations`` counts the floating-point operations of all its calls, including those of the
    layers that it calls; ``outputs`` is the type of the first call's result.
    """

    path: str
    name: str
    outputs: str
    parameters: int
    operations: int


@dataclass(frozen=True, repr=False)
class Summary:
    """A table of a model's layers, in the order of their calls; the first row is the model."""

    rows: tuple[Row, ...]

    def _cells(self, indentation: str) -> list[tuple[str, str, str, str]]:
        cells = [("layer", "outputs", "parameters", "operations")]
        for row in self.rows:
            name = indentation * _depth(row.path, self.rows) + row.name
            cells.append((name, row.outputs, f"{row.parameters:,}", f"{row.operations:,}"))
        return cells

    def __str__(self) -> str:
        cells = self._cells("  ")
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            f"{a:{widths[0]}}  {b:{widths[1]}}  {c:>{widths[2]}}  {d:>{widths[3]}}"
            for a, b, c, d in cells
        ]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        # HTML joins plain spaces.
        head, *rows = self._cells("\N{NO-BREAK SPACE}" * 4)
        return html_table("Summary", head, rows)


def summary(model: Any, *inputs: Any) -> Summary:
    """Summarizes a model, by calling it with inputs in the interpreter.

    The table has a row for each struct in the model that is called, and for each function among its
    layers. Raises :class:`DiagnosticError` if the model cannot be called with the inputs.
    """
    paths: dict[str, tuple[str, Any]] = {}
    watched = _watched(model, "model", paths)

    def call(model: Any, inputs: Any) -> Any:
        return model(*inputs)

    program = staged(call).lower(watched, inputs)
    pending: dict[Any, Work] = defaultdict(Work)
    rows: dict[str, Row] = {}

    def observe(op: Instruction, operands: Sequence[Any], result: Any) -> None:
        function = cast(Any, op.block).function
        pending[function] += instruction_work(op)
        if not isinstance(op, Apply):
            return
        callee = cast(Any, op.callee)
        work = pending.pop(callee, Work())
        pending[function] += work
        path, layer = paths.get(str(callee.name).partition(".")[0], ("", None))
        if path:
            before = rows.pop(path, None)
            first = Row(path, _name(layer), _text(op.type), _parameters(layer), 0)
            known = before or first
            operations = known.operations + int(cast(int, work.operations))
            rows[path] = Row(path, known.name, known.outputs, known.parameters, operations)

    leaves: list[Any] = []
    structures = [flatten(value, leaves) for value in (watched, inputs)]
    arguments = [
        packer(s)(v) for s, v in zip(structures, (watched, inputs), strict=True) if s.count
    ]
    interpret(program.module, program.entry, *arguments, observer=observe)
    return Summary(tuple(_parents_first(rows)))


@struct
class _Watched:
    """A layer whose calls are recorded: each call is a function of the program."""

    layer: Any
    name: str

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        def call(layer: Any, args: Any, named: Any) -> Any:
            return layer(*args, **dict(named))

        call.__name__ = self.name
        recorded = cast("Callable[..., Any]", staged(call))
        outputs = recorded(self.layer, args, tuple(kwargs.items()))
        # The call must not be a tail call: the interpreter does not return to the caller of a tail
        # call.
        return map_tensors(_moved, outputs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.layer, name)


def _moved(tensor: Any) -> Any:
    moved: Any = expand_dims(tensor, 0)
    return moved.reshape(tensor.shape)


def _watched(value: Any, path: str, paths: dict[str, tuple[str, Any]]) -> Any:
    """Wraps a model and its layers, so that their calls are recorded."""
    kind = cast("type[Any]", type(value))
    made = value
    if is_struct(kind):
        fields = {n: getattr(value, n) for n in field_hints(kind)}
        made = rebuild(kind, [_watched(v, f"{path}.{n}", paths) for n, v in fields.items()])
    elif kind is tuple or kind is list:
        items = cast("Sequence[Any]", value)
        parts = [_watched(v, f"{path}.{i}", paths) for i, v in enumerate(items)]
        return tuple(parts) if kind is tuple else parts
    if not callable(value) or isinstance(value, type):
        return made
    name = path.replace(".", "_")
    paths[name] = (path, value)
    return _Watched(made, name)


def _parents_first(rows: dict[str, Row]) -> Iterator[Row]:
    """Sorts rows from the order in which calls ended to the order in which they began."""
    ordered: list[Row] = []
    for row in rows.values():
        inside = [i for i, r in enumerate(ordered) if r.path.startswith(f"{row.path}.")]
        ordered.insert(inside[0] if inside else len(ordered), row)
    return iter(ordered)


def _depth(path: str, rows: Sequence[Row]) -> int:
    return sum(path.startswith(f"{row.path}.") for row in rows)


def _parameters(layer: Any) -> int:
    return sum(int(tensor.size) for tensor in split(layer)[1])


def _name(layer: Any) -> str:
    return getattr(layer, "__name__", None) or type(layer).__name__


def _text(type: Type) -> str:
    if isinstance(type, TensorType):
        return " x ".join(map(str, type.shape)) or "scalar"
    return str(type)
