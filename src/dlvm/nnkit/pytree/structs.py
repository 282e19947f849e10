"""Structs: dataclasses of tensors, which become struct types of the IR."""

from __future__ import annotations

import dataclasses
import inspect
import itertools
import sys
import typing
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from types import FunctionType
from typing import Any, TypeVar, cast, dataclass_transform, overload

import numpy as np

from dlvm.diagnostics import DiagnosticError
from dlvm.ir.types import ERASED, ElementType, Shape, Symbol
from dlvm.nnkit.pytree.representations import struct_html, struct_repr
from dlvm.nnkit.tracing.element_types import element_of
from dlvm.nnkit.tracing.familiar_names import MODEL_NAMES, expect_parameters, missing_attribute
from dlvm.nnkit.tracing.ranks import Array, StagedRank
from dlvm.nnkit.tracing.trace import failure
from dlvm.nnkit.tracing.tracer import Tracer, is_array, is_tracer

C = TypeVar("C")

_structs: set[type] = set()
_call_wrappers: list[Callable[[Any], Any]] = []


def wrap_calls(wrapper: Callable[[Any], Any]) -> None:
    """Makes ``struct`` wrap the ``__call__`` of each later class."""
    _call_wrappers.append(wrapper)


@overload
def struct(cls: type[C], /) -> type[C]: ...
@overload
def struct(*, init: bool = True, repr: bool = True) -> Callable[[type[C]], type[C]]: ...
@dataclass_transform(frozen_default=True)
def struct(cls: type[C] | None = None, /, *, init: bool = True, repr: bool = True) -> Any:
    """Decorator: makes a class a struct, a frozen dataclass of tensors.

    An instance holds NumPy arrays outside staged functions, and staged tensors inside. Structs may
    be nested and may hold tuples and lists. Any other field is static: its value is known while
    staging and must be hashable. With ``init=False`` the class inherits ``__init__`` from its base
    instead of getting one that takes the fields.

    To make a changed copy, call ``dataclasses.replace(instance, field=value)``. This works even if
    the class has an ``__init__`` of its own.

    The ``repr`` of an instance shows the element types and shapes of its arrays; notebooks show a
    table of them.
    """

    def convert(cls: type[C]) -> type[C]:
        made: Any = dataclasses.dataclass(frozen=True, eq=False, init=init, repr=False)(cls)
        if repr and "__repr__" not in vars(cls):
            made.__repr__ = struct_repr
        if "_repr_html_" not in vars(cls):
            made._repr_html_ = struct_html
        if "__init__" in vars(cls) and init:
            made.__init__ = _taking_fields(vars(cls)["__init__"])
        own_call = vars(cls).get("__call__")
        if isinstance(own_call, FunctionType):
            for wrapper in _call_wrappers:
                made.__call__ = wrapper(own_call)
        if "__call__" in dir(cls) and "__getattr__" not in dir(cls):
            made.__getattr__ = _missing_model_name
        made.__setattr__ = _refuse_change
        made.__delattr__ = _refuse_change
        compare_fields(made)
        _structs.add(made)
        return made

    return convert if cls is None else convert(cls)


def _taking_fields(own: Callable[..., None]) -> Callable[..., None]:
    """An ``__init__`` that also accepts all fields by name, as ``dataclasses.replace`` passes
    them."""
    parameters = inspect.signature(own).parameters.values()
    # Captured variables are compared at each call of a staged function: a tuple is cheap.
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    named = tuple(p.name for p in parameters if p.kind in kinds)
    accepts_all = any(p.kind is p.VAR_KEYWORD for p in parameters)

    @wraps(own)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        are_fields = not args and kwargs.keys() == {f.name for f in dataclasses.fields(self)}
        if are_fields and not accepts_all and not kwargs.keys() <= set(named):
            initialize(self, **kwargs)
            return
        if not accepts_all:
            expect_parameters(type(self).__name__, kwargs, [n for n in named if n != "self"])
        own(self, *args, **kwargs)

    return __init__


def _missing_model_name(instance: object, name: str) -> Any:
    raise missing_attribute(instance, name, MODEL_NAMES)


class FrozenStructError(DiagnosticError, dataclasses.FrozenInstanceError):
    """Raised for an assignment to a field of a struct."""


def _refuse_change(instance: object, name: str, *value: Any) -> None:
    kind = type(instance).__name__
    if sys._getframe(1).f_code.co_name == "__init__":  # pyright: ignore[reportPrivateUsage]
        remedy = f"set fields in __init__ with nnkit.initialize(self, {name}=…)"
    else:
        remedy = f"make a changed copy with dataclasses.replace(…, {name}=…)"
    problem = failure(f"structs do not change, got an assignment to {kind}.{name}; {remedy}")
    raise FrozenStructError(problem.diagnostics)


def compare_fields(cls: type[Any]) -> None:
    """Makes ``==`` of instances compare their fields, unless the class has its own.

    The result is a bool, or a staged bool if a field is staged. Instances still hash by identity,
    since arrays have no hash.
    """
    if cls.__eq__ is object.__eq__:
        type.__setattr__(cls, "__eq__", _equal_instances)
        type.__setattr__(cls, "__hash__", object.__hash__)


def _equal_instances(self: Any, other: Any) -> Any:
    return _equal(self, other) if type(other) is type(self) else NotImplemented


def _equal(a: Any, b: Any) -> Any:
    """Whether two values are equal in all parts."""
    if a is b:
        return True
    if is_tracer(a) or is_tracer(b):
        shapes = [v.type.shape if is_tracer(v) else np.shape(cast(Any, v)) for v in (a, b)]
        same: Any = a == b if shapes[0] == shapes[1] else False
        return same if same is False else same.all()
    if is_array(a) or is_array(b):
        return bool(np.array_equal(a, b))
    if type(a) is not type(b):
        return bool(a == b)
    parts = _parts(a)
    if parts is None:
        return a == b
    result: Any = True
    for x, y in itertools.zip_longest(parts, _parts(b) or (), fillvalue=_MISSING):
        found = False if x is _MISSING or y is _MISSING else _equal(x, y)
        if found is False:
            return False
        result = found if result is True else result if found is True else result & found
    return result


_MISSING = object()


def _parts(value: Any) -> Sequence[Any] | None:
    kind = cast("type[Any]", type(value))
    if kind is tuple or kind is list:
        return value
    fields = cast("dict[str, Any]", vars(value)) if kind.__eq__ is _equal_instances else None
    return None if fields is None else list(fields.values())


def is_struct(cls: type) -> bool:
    """Whether the class is a struct."""
    return cls in _structs


def initialize(instance: object, **fields: Any) -> None:
    """Sets the fields of a struct in its own ``__init__``, since structs are frozen."""
    for name, value in fields.items():
        object.__setattr__(instance, name, value)


@cache
def field_hints(cls: type) -> dict[str, Any]:
    """The annotation of each field of a struct, in order."""
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        names = vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {}
        hints |= resolve_hints(vars(base).get("__annotations__", {}), names)
    return {f.name: hints.get(f.name) for f in dataclasses.fields(cast(Any, cls))}


def resolve_hints(annotations: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """Evaluates annotations that are strings.

    An annotation becomes None if it uses a name that is unknown at run time, such as the name of a
    class that is local to a function.
    """
    hints: dict[str, Any] = {}
    for name, annotation in annotations.items():
        hints[name] = annotation
        if isinstance(annotation, str):
            try:
                hints[name] = eval(annotation, dict(names))
            except NameError:
                hints[name] = None
    return hints


def rebuild(cls: type, values: list[Any]) -> Any:
    """Creates an instance with the given fields, without calling ``__init__``."""
    instance: Any = object.__new__(cast("type[Any]", cls))
    instance.__dict__.update(zip(field_hints(cls), values, strict=True))
    return instance


class dynamic:
    """Marks axes as dynamic: their sizes are not part of the cache key.

    ``Annotated[Float2D, dynamic(0)]`` is a matrix of any number of rows; all of them share one
    program. With ``dynamic(n=0)``, the axis has the same size as all other axes named ``n`` in the
    function's parameters.
    """

    def __init__(self, *axes: int, **named: int) -> None:
        known = [(axis, ERASED) for axis in axes]
        self.axes = (*known, *((axis, Symbol(name)) for name, axis in named.items()))
        self._text = ", ".join([*map(str, axes), *(f"{n}={axis}" for n, axis in named.items())])

    def __repr__(self) -> str:
        return f"dynamic({self._text})"


@dataclasses.dataclass(frozen=True)
class TensorHint:
    """The tensor type that an annotation such as ``Float2D`` requires; None matches anything."""

    rank: int | None
    element: ElementType | None
    erased: tuple[tuple[int, Symbol], ...] = ()

    def erase(self, shape: Shape) -> Shape:
        """Erases the sizes of dynamic axes from a shape."""
        dims = list(shape)
        for axis, symbol in self.erased:
            if not -len(dims) <= axis < len(dims):
                raise failure(f"dynamic axis {axis} is out of range for rank {len(dims)}")
            dims[axis] = symbol
        return tuple(dims)

    def agrees(self, other: TensorHint) -> bool:
        """Whether a tensor can satisfy both annotations."""
        pairs = ((self.rank, other.rank), (self.element, other.element))
        return all(a is None or b is None or a == b for a, b in pairs)

    def __str__(self) -> str:
        rank = "a tensor" if self.rank is None else f"a tensor of rank {self.rank}"
        return rank if self.element is None else f"{rank} of {self.element}"


@dataclasses.dataclass(frozen=True)
class RowsHint:
    """An annotation that allows tensors with additional dimensions, as in a batch of values."""

    of: Any


@cache
def tensor_hint(hint: Any) -> TensorHint | None:
    """The tensor type that an annotation requires, or None if it is not a tensor annotation."""
    if isinstance(hint, RowsHint):
        of = tensor_hint(hint.of)
        return of and TensorHint(None, of.element)
    if typing.get_origin(hint) is typing.Annotated:
        base, *marks = typing.get_args(hint)
        found = tensor_hint(base)
        axes = tuple(a for m in marks if isinstance(m, dynamic) for a in m.axes)
        return found and dataclasses.replace(found, erased=axes)
    origin = typing.get_origin(hint) or hint
    if not (isinstance(origin, type) and issubclass(cast("type[object]", origin), Tracer)):
        return None
    given = typing.get_args(hint)
    if origin is Tracer:
        if not given or typing.get_origin(given[0]) is not Array:
            return None
        given = typing.get_args(given[0])
    arguments: tuple[Any, ...] = (*given, None, None)
    rank, marker = arguments[:2]
    known = rank if isinstance(rank, type) and issubclass(rank, StagedRank) else StagedRank
    element = None if marker in (None, Any) or isinstance(marker, TypeVar) else element_of(marker)
    return TensorHint(None if known is StagedRank else known.number, element)


@dataclasses.dataclass(frozen=True)
class FunctionHint:
    """The requirements of ``Tracer[Callable[[A, B], C]]``: the annotations of a staged function's
    parameters (None for any parameters), and the annotation of its result.
    """

    parameters: tuple[Any, ...] | None
    result: Any


@cache
def function_hint(hint: Any) -> FunctionHint | None:
    """The function type that an annotation requires, or None if it is not a function annotation."""
    inside = typing.get_args(hint)[:1] if typing.get_origin(hint) is Tracer else ()
    if not inside or typing.get_origin(inside[0]) is not Callable:
        return None
    parameters, result = typing.get_args(inside[0])
    known = cast("list[Any]", parameters) if isinstance(parameters, list) else None
    return FunctionHint(None if known is None else tuple(known), result)
