"""The table of operations: a function of staged tensors for each, found by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar, cast

import numpy as np

from dlvm.diagnostics import error
from dlvm.ir.instructions import INSTRUCTIONS
from dlvm.ir.types import ElementType, TensorType
from dlvm.ir.values import Literal, TensorData, Value
from dlvm.nnkit.tracing.trace import emit
from dlvm.nnkit.tracing.tracer import lift, wrap
from dlvm.stablehlo.program import DenseLiteral, Operation, Region

F = TypeVar("F", bound=Callable[..., Any])
OPERATORS: Final[dict[str, Callable[..., Any]]] = {}
POINTWISE: Final[set[str]] = set()
"""The operations that compute each element of the result from one element of each operand."""
MOVEMENTS: Final[set[str]] = set()
"""The operations that compute one element from one element if operands and results are scalars,
although they do not for other shapes."""


class Stager(Protocol):
    """The interface of the importer that operators use."""

    @property
    def lifted(self) -> Sequence[Any]:
        """The shapes of the tensors for which regions on scalars are being staged."""
        ...

    def run(self, region: Region, values: Sequence[Any], environment: Mapping[str, Any]) -> Any:
        """Stages a region at the insertion point and returns its results."""
        ...

    def scalars(
        self, region: Region, values: Sequence[Any], environment: Mapping[str, Any]
    ) -> list[Any]:
        """Stages a region on scalars for all elements of tensors at once."""
        ...

    def call(self, name: str, values: Sequence[Any]) -> list[Any]:
        """Stages the call of a function."""
        ...


@dataclass(frozen=True)
class OperationContext:
    """An operation, with the context in which it is staged."""

    operation: Operation
    stager: Stager
    environment: Mapping[str, Any]

    @property
    def type(self) -> TensorType:
        """The type of the first result."""
        return cast("TensorType", self.operation.types[0])

    @property
    def shape(self) -> tuple[int, ...]:
        return cast("tuple[int, ...]", self.type.shape)

    def get(self, *names: str, default: Any = None) -> Any:
        """The attribute with one of the names, which can differ between the short and the generic
        form."""
        for name in names:
            if name in self.operation.attributes:
                return self.operation.attributes[name]
        return default

    def ints(self, *names: str, default: Sequence[int] = ()) -> tuple[int, ...]:
        found = self.get(*names)
        if found is None:
            return tuple(default)
        if isinstance(found, DenseLiteral):
            return tuple(int(i) for i in array_of(found).reshape(-1))
        if isinstance(found, list):
            return tuple(int(i) for i in cast("list[Any]", found))
        return (int(found),)

    def word(self, name: str, place: int, default: str = "") -> str:
        """A word such as ``LT``: an attribute, or one of the words of the short form."""
        words = [w for w in self.operation.words if isinstance(w, str)]
        return str(self.get(name, default=words[place] if place < len(words) else default))

    def run(self, place: int, *values: Any) -> list[Any]:
        return self.stager.run(self.operation.regions[place], values, self.environment)

    def scalars(self, place: int, *values: Any) -> list[Any]:
        return self.stager.scalars(self.operation.regions[place], values, self.environment)


def operator(*names: str, kind: set[str] | None = None) -> Callable[[F], F]:
    """Adds a function to the table: ``function(call, *operands)`` returns the results. ``kind`` is
    a set to which the names are added, such as :data:`POINTWISE`.
    """

    def add(function: F) -> F:
        OPERATORS.update(dict.fromkeys(names, function))
        if kind is not None:
            kind.update(names)
        return function

    return add


def value_of(x: Any) -> Value:
    """The operand of an instruction for a staged tensor or a tuple."""
    return x if isinstance(x, Value) else lift(x)


def lowered(mnemonic: str, *operands: Any, **attributes: Any) -> Any:
    """Emits an instruction on tensors."""
    values = [lift(o) for o in operands]
    return wrap(emit(INSTRUCTIONS[mnemonic], *values, **attributes))


def chosen(on_true: Any, on_false: Any, flags: Any) -> Any:
    """``on_true`` where the flag is true, ``on_false`` elsewhere."""
    fields = {"on_true": lift(on_true), "on_false": lift(on_false), "flags": lift(flags)}
    return wrap(emit(INSTRUCTIONS["select"], **fields))


def constant(array: Any, element: ElementType) -> Any:
    """A constant tensor."""
    elements = np.asarray(array).astype(element.numpy)
    return wrap(Literal(TensorType(elements.shape, element), TensorData(elements)))


def cast_to(x: Any, element: ElementType) -> Any:
    """The elements, converted to another type."""
    return x if x.type.element is element else lowered("dataTypeCast", x, element=element)


def reshaped(x: Any, shape: Sequence[int]) -> Any:
    same = tuple(x.type.shape) == tuple(shape)
    return x if same else lowered("shapeCast", x, shape=tuple(shape))


def is_known(x: Any) -> bool:
    """Whether the program defines a tensor as a constant."""
    value = lift(x)
    return isinstance(value, Literal) and isinstance(value.data, TensorData)


def known(x: Any) -> Any:
    """The elements of a tensor that the program defines as a constant."""
    value = lift(x)
    data = value.data if isinstance(value, Literal) else None
    if not isinstance(data, TensorData):
        raise error("the sizes and positions must be constants; others are not supported")
    return data.array


def size_of(x: Any, axis: int) -> Any:
    """The size of a dimension, which may be known only at run time, as a staged i64."""
    found = x.type.shape[axis]
    if isinstance(found, int):
        return constant(found, ElementType.I64)
    return wrap(emit(INSTRUCTIONS["dimension"], lift(x), axis=axis))


def is_static(*tensors: Any) -> bool:
    """Whether all sizes are known."""
    return all(t.type.static_shape is not None for t in tensors)


def broadcasted(x: Any, shape: Sequence[int]) -> Any:
    same = tuple(x.type.shape) == tuple(shape)
    return x if same else lowered("broadcast", x, shape=tuple(shape))


def array_of(dense: DenseLiteral) -> np.ndarray[Any, Any]:
    """The elements of a literal."""
    kind = cast("TensorType", dense.type)
    shape = cast("tuple[int, ...]", kind.shape)
    elements = dense.elements
    if isinstance(elements, tuple):
        return np.full(shape, number(elements, kind.element))
    if isinstance(elements, str):
        if elements.startswith('"'):
            raw = bytes.fromhex(elements.strip('"').removeprefix("0x"))
            if kind.element is ElementType.BOOL:
                if len(raw) == 1 and raw[0] in (0, 255):
                    return np.full(shape, bool(raw[0]))
                bits = np.unpackbits(np.frombuffer(raw, np.uint8), bitorder="little")
                return bits[: int(np.prod(shape))].astype(bool).reshape(shape)
            found = np.frombuffer(raw, kind.element.numpy)
            return np.broadcast_to(found, shape) if found.size == 1 else found.reshape(shape)
        return np.full(shape, number(elements, kind.element))
    flat: list[Any] = []
    _flatten(elements, flat)
    numbers = [number(e, kind.element) for e in flat]
    return np.array(numbers, kind.element.numpy).reshape(shape)


def _flatten(elements: Any, flat: list[Any]) -> None:
    if isinstance(elements, list):
        for element in cast("list[Any]", elements):
            _flatten(element, flat)
    else:
        flat.append(elements)


def number(text: Any, element: ElementType) -> Any:
    """An element of a literal, which MLIR writes as its bits if it is not finite."""
    if isinstance(text, tuple):
        real, imag = (number(t, element.part) for t in cast("tuple[str, str]", text))
        return complex(real, imag)
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("0x") and element.is_float:
        size = element.bytes
        return np.frombuffer(int(text, 16).to_bytes(size, "little"), element.numpy)[0]
    if element.is_float:
        return element.numpy.type(float(text))
    value = int(text, 0)
    bits = element.bits
    if element.kind == "unsigned":
        return value % (1 << bits)
    return bool(value) if element is ElementType.BOOL else value
