"""Types: immutable, compared by value. A dimension is a number or a symbol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

if TYPE_CHECKING:
    import numpy as np

    from dlvm.diagnostics import Location


class ElementType(Enum):
    """The type of an element. The value is its name in the text of the IR."""

    BOOL = "bool"
    I8 = "i8"
    I16 = "i16"
    I32 = "i32"
    I64 = "i64"
    U8 = "u8"
    U16 = "u16"
    U32 = "u32"
    U64 = "u64"
    F16 = "f16"
    BF16 = "bf16"
    F32 = "f32"
    F64 = "f64"
    I2 = "i2"
    I4 = "i4"
    U2 = "u2"
    U4 = "u4"
    F4E2M1FN = "f4e2m1fn"
    F6E2M3FN = "f6e2m3fn"
    F6E3M2FN = "f6e3m2fn"
    F8E4M3FN = "f8e4m3fn"
    F8E4M3FNUZ = "f8e4m3fnuz"
    F8E5M2 = "f8e5m2"
    F8E5M2FNUZ = "f8e5m2fnuz"
    F8E8M0FNU = "f8e8m0fnu"
    C64 = "c64"
    C128 = "c128"

    # Each member exists once, and is hashed often. The hash of Enum is a function in Python.
    __hash__ = object.__hash__

    @cached_property
    def kind(self) -> Literal["bool", "signed", "unsigned", "float", "complex"]:
        if self is ElementType.BOOL:
            return "bool"
        if self.value[0] == "i":
            return "signed"
        kinds: dict[str, Literal["unsigned", "float", "complex"]]
        kinds = {"u": "unsigned", "f": "float", "b": "float", "c": "complex"}
        return kinds[self.value[0]]

    @cached_property
    def bits(self) -> int:
        """Size of the value in bits; a value of less than 8 bits is stored as one byte."""
        if self is ElementType.BOOL:
            return 1
        return int(self.value.lstrip("biufc").partition("e")[0])

    @cached_property
    def bytes(self) -> int:
        """Size of one stored element in bytes."""
        return max(1, self.bits // 8)

    @property
    def alignment(self) -> int:
        """Alignment of one stored element in bytes; a complex number has that of its parts."""
        return self.part.bytes

    @cached_property
    def is_storage(self) -> bool:
        """Whether values are stored, moved, compared and cast, but not computed with: the integers
        of less than 8 bits and the floats of less than 16."""
        return self in _STORAGE_DTYPES

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @cached_property
    def is_differentiable(self) -> bool:
        """Whether tensors of this element type have derivatives."""
        return (self.is_float or self.is_complex) and not self.is_storage

    @property
    def is_complex(self) -> bool:
        return self.kind == "complex"

    @cached_property
    def part(self) -> ElementType:
        """The element type of the real and the imaginary parts of complex numbers; for other
        numbers, the type itself."""
        return _PARTS.get(self, self)

    @cached_property
    def complex(self) -> ElementType | None:
        """The type of complex numbers whose parts have this element type, if there is one."""
        return next((whole for whole, part in _PARTS.items() if part is self), None)

    @property
    def is_exact(self) -> bool:
        """Whether arithmetic never rounds, as for bools and integers."""
        return not (self.is_float or self.is_complex)

    @property
    def is_integer(self) -> bool:
        return self.kind in ("signed", "unsigned")

    @cached_property
    def numpy(self) -> np.dtype[Any]:
        """The NumPy dtype that holds elements of this type; ml_dtypes provides those that NumPy
        lacks."""
        import numpy as np

        name = "bfloat16" if self is ElementType.BF16 else _STORAGE_DTYPES.get(self)
        if name is not None:
            import ml_dtypes

            return np.dtype(getattr(ml_dtypes, name))
        names = {
            "bool": "bool", "signed": "int", "unsigned": "uint", "float": "float",
            "complex": "complex",
        }  # fmt: skip
        return np.dtype(names[self.kind] + ("" if self.kind == "bool" else str(self.bits)))

    def __str__(self) -> str:
        return self.value


_STORAGE_DTYPES: Final = {
    ElementType.I2: "int2",
    ElementType.I4: "int4",
    ElementType.U2: "uint2",
    ElementType.U4: "uint4",
    ElementType.F4E2M1FN: "float4_e2m1fn",
    ElementType.F6E2M3FN: "float6_e2m3fn",
    ElementType.F6E3M2FN: "float6_e3m2fn",
    ElementType.F8E4M3FN: "float8_e4m3fn",
    ElementType.F8E4M3FNUZ: "float8_e4m3fnuz",
    ElementType.F8E5M2: "float8_e5m2",
    ElementType.F8E5M2FNUZ: "float8_e5m2fnuz",
    ElementType.F8E8M0FNU: "float8_e8m0fnu",
}
"""The element types for storage, with the names of their dtypes in ml_dtypes."""

_PARTS: Final = {ElementType.C64: ElementType.F32, ElementType.C128: ElementType.F64}
"""The element types of complex numbers, with those of their parts."""


def element_type_of(dtype: np.dtype[Any]) -> ElementType | None:
    """The element type that a NumPy dtype holds, or None for one that the IR does not have."""
    return next((e for e in ElementType if e.numpy == dtype.newbyteorder("=")), None)


def real_element_type_of(dtype: np.dtype[Any]) -> ElementType | None:
    """Like :func:`element_type_of`, for front ends that have no complex numbers."""
    found = element_type_of(dtype)
    return None if found is not None and found.is_complex else found


def dtype_name(dtype: np.dtype[Any]) -> str:
    """The name of a NumPy dtype in messages: the name of its element type, or else NumPy's name."""
    found = element_type_of(dtype) if dtype.isnative else None
    return str(found or dtype)


@dataclass(frozen=True, slots=True)
class Symbol:
    """An erased dimension, which is unknown until run time. Dimensions of the same name are equal.

    A dimension of the empty name, written ``_``, is not known to equal any other.
    """

    name: str = ""

    def __str__(self) -> str:
        return "_" + self.name


ERASED = Symbol()
Dim = int | Symbol
Shape = tuple[Dim, ...]


class Type:
    """Base of all types."""

    @property
    def canonical(self) -> Type:
        """This type with all aliases resolved."""
        return self


class Composite(Type):
    """A type that can contain aliases.

    The expansion of an alias may be large, so it is cached until another alias is defined.
    """

    aliases_defined: ClassVar[int] = 0
    _canonical: tuple[int, Type] | None = None

    @property
    def canonical(self) -> Type:
        now, known = Composite.aliases_defined, self._canonical
        if known is None or known[0] != now:
            whole = self._expanded()
            known = now, whole
            object.__setattr__(self, "_canonical", known)
            if whole is not self and isinstance(whole, Composite):
                object.__setattr__(whole, "_canonical", known)
        return known[1]

    def _expanded(self) -> Type:
        """The type with every alias in it replaced."""
        raise NotImplementedError


@dataclass(frozen=True, eq=True)
class TensorType(Type):
    """A tensor; a scalar is a tensor of rank 0."""

    shape: Shape
    element: ElementType

    @property
    def rank(self) -> int:
        return len(self.shape)

    @cached_property
    def static_shape(self) -> tuple[int, ...] | None:
        """The shape, if every dimension is static."""
        dims = tuple(d for d in self.shape if isinstance(d, int))
        return dims if len(dims) == len(self.shape) else None

    @cached_property
    def _hash(self) -> int:
        return hash((self.shape, self.element.value))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _text(self) -> str:
        if not self.shape:
            return str(self.element)
        return f"<{' x '.join(map(str, self.shape))} x {self.element}>"

    def __str__(self) -> str:
        return self._text

    # Shared types save memory: modules are large.
    def with_shape(self, shape: Iterable[Dim]) -> TensorType:
        shape = tuple(shape)
        return self if shape == self.shape else TensorType(shape, self.element)

    def with_element(self, element: ElementType) -> TensorType:
        return self if element is self.element else TensorType(self.shape, element)


@dataclass(frozen=True)
class TupleType(Composite):
    """A tuple; the empty one is ``void``."""

    elements: tuple[Type, ...]

    def _expanded(self) -> Type:
        return TupleType(tuple(e.canonical for e in self.elements))

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.elements))})"


@dataclass(frozen=True)
class ArrayType(Composite):
    """A fixed number of elements of any one type."""

    size: int
    element: Type

    def _expanded(self) -> Type:
        return ArrayType(self.size, self.element.canonical)

    def __str__(self) -> str:
        return f"[{self.size} x {self.element}]"


@dataclass(frozen=True)
class PointerType(Composite):
    """A typed address."""

    pointee: Type

    def _expanded(self) -> Type:
        return PointerType(self.pointee.canonical)

    def __str__(self) -> str:
        return f"*{self.pointee}"


@dataclass(frozen=True)
class BoxType(Composite):
    """A reference-counted cell."""

    content: Type

    def _expanded(self) -> Type:
        return BoxType(self.content.canonical)

    def __str__(self) -> str:
        return f"box {self.content}"


@dataclass(frozen=True)
class FunctionType(Composite):
    """A function value: parameters and one result (a tuple for several, void for none)."""

    parameters: tuple[Type, ...]
    result: Type

    def _expanded(self) -> Type:
        return FunctionType(tuple(p.canonical for p in self.parameters), self.result.canonical)

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.parameters))}) -> {self.result}"


@dataclass(frozen=True)
class StackType(Type):
    """A growing list of values of any types. Reverse mode keeps the tape of a loop in a stack."""

    def __str__(self) -> str:
        return "stack"


@dataclass(frozen=True)
class NominalType(Type):
    """A type known by its name. Its definition is filled in later, as types may recurse."""

    name: str
    location: Location | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"${self.name}"

    def _define(self, **parts: Any) -> None:
        for key, value in parts.items():
            object.__setattr__(self, key, value)


@dataclass(frozen=True)
class StructType(NominalType):
    """Named fields, in order."""

    fields: tuple[tuple[str, Type], ...] = field(default=(), compare=False, repr=False)
    _indices: Mapping[str, int] = field(default_factory=dict[str, int], compare=False, repr=False)

    def define(self, fields: Iterable[tuple[str, Type]]) -> None:
        fields = tuple(fields)
        # If two fields have the same name, which the verifier rejects, the first one counts.
        indices = {name: i for i, (name, _) in reversed(list(enumerate(fields)))}
        self._define(fields=fields, _indices=indices)

    def field_index(self, name: str) -> int | None:
        return self._indices.get(name)


@dataclass(frozen=True)
class FunctionCases:
    """The function type that an enum represents, and the name of the function for each case. The
    payload of a case holds the first arguments of the function, which a closure has captured."""

    type: FunctionType
    names: Mapping[str, str]


@dataclass(frozen=True)
class EnumType(NominalType):
    """Cases, each with its payload types. May be recursive: values are boxed. Closure conversion
    creates enums that represent function types."""

    cases: tuple[tuple[str, tuple[Type, ...]], ...] = field(default=(), compare=False, repr=False)
    _payloads: Mapping[str, tuple[Type, ...]] = field(
        default_factory=dict[str, "tuple[Type, ...]"], compare=False, repr=False
    )

    def define(self, cases: Iterable[tuple[str, tuple[Type, ...]]]) -> None:
        cases = tuple(cases)
        self._define(cases=cases, _payloads=dict(reversed(cases)))

    stands_for: FunctionCases | None = field(default=None, compare=False, repr=False)

    def stand_for(self, functions: FunctionCases) -> None:
        """Records that the enum represents a function type, so that Python passes functions."""
        self._define(stands_for=functions)

    def payload(self, case: str) -> tuple[Type, ...] | None:
        return self._payloads.get(case)


@dataclass(frozen=True)
class AliasType(NominalType, Composite):
    """Another name for a type; without a target, an opaque type."""

    target: Type | None = field(default=None, compare=False, repr=False)

    def define(self, target: Type | None) -> None:
        self._define(target=target)
        Composite.aliases_defined += 1

    def _expanded(self) -> Type:
        return self.target.canonical if self.target is not None else self


VOID = TupleType(())
STACK = StackType()


def tensor(element: ElementType, *shape: Dim) -> TensorType:
    """``tensor(F32, 2, 3)`` is ``<2 x 3 x f32>``."""
    return TensorType(shape, element)


BOOL, I8, I16, I32, I64 = (ElementType(n) for n in ("bool", "i8", "i16", "i32", "i64"))
U8, U16, U32, U64 = (ElementType(n) for n in ("u8", "u16", "u32", "u64"))
F16, BF16, F32, F64 = (ElementType(n) for n in ("f16", "bf16", "f32", "f64"))
C64, C128 = ElementType.C64, ElementType.C128
INDEX = TensorType((), I64)
CONDITION = TensorType((), BOOL)


def same_type(a: Type, b: Type) -> bool:
    """Whether two types are equal after aliases are resolved."""
    return a == b or a.canonical == b.canonical


def compatible_type(found: Type, expected: Type) -> bool:
    """Whether a value of type ``found`` may be used where ``expected`` is required.

    The types must be equal, except that an erased dimension of either type is compatible with any
    dimension; it is checked at run time.
    """
    found, expected = found.canonical, expected.canonical
    if found == expected:
        return True
    if isinstance(found, TensorType) and isinstance(expected, TensorType):
        return (
            found.element is expected.element
            and found.rank == expected.rank
            and all(dims_agree(a, b) for a, b in zip(found.shape, expected.shape, strict=True))
        )
    if isinstance(found, TupleType) and isinstance(expected, TupleType):
        return len(found.elements) == len(expected.elements) and all(
            compatible_type(a, b) for a, b in zip(found.elements, expected.elements, strict=True)
        )
    if isinstance(found, ArrayType) and isinstance(expected, ArrayType):
        return found.size == expected.size and compatible_type(found.element, expected.element)
    return False


def dims_agree(a: Dim, b: Dim) -> bool:
    """Whether two dimensions may be equal at run time."""
    return a == b or isinstance(a, Symbol) or isinstance(b, Symbol)


def inner_types(type: Type) -> Iterator[Type]:
    """A type and, transitively, all types that its values contain or refer to."""
    pending, seen = [type.canonical], set[Type]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        yield current
        parts: Iterable[Type] = ()
        match current:
            case TupleType():
                parts = current.elements
            case ArrayType():
                parts = (current.element,)
            case StructType():
                parts = (t for _, t in current.fields)
            case EnumType():
                parts = (t for _, payload in current.cases for t in payload)
            case PointerType():
                parts = (current.pointee,)
            case BoxType():
                parts = (current.content,)
            case _:
                pass
        pending.extend(part.canonical for part in parts)


def tensors_in(type: Type) -> Iterator[tuple[tuple[int | str, ...], TensorType]]:
    """The tensors in a value of a type, each with its path."""
    match whole := type.canonical:
        case TensorType():
            yield (), whole
        case TupleType(elements):
            for number, element in enumerate(elements):
                yield from (((number, *p), t) for p, t in tensors_in(element))
        case ArrayType(size, element):
            for number in range(size):
                yield from (((number, *p), t) for p, t in tensors_in(element))
        case StructType():
            for name, part in whole.fields:
                yield from (((name, *p), t) for p, t in tensors_in(part))
        case _:
            pass


def is_differentiable(type: Type) -> bool:
    """Whether values of this type have a tangent that is not ``()``."""
    pending, seen = [type.canonical], set[Type]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        parts: Iterable[Type] = ()
        match current:
            case TensorType() if current.element.is_differentiable:
                return True
            case TupleType():
                parts = current.elements
            case ArrayType():
                parts = (current.element,)
            case StructType():
                parts = (t for _, t in current.fields)
            case EnumType():
                parts = (t for _, p in current.cases for t in p)
            case _:
                pass
        pending.extend(part.canonical for part in parts)
    return False
