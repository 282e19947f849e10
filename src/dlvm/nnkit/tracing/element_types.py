"""Element types for annotations and ``dtype`` arguments, and their promotion."""

# A marker is a subclass of wider ones, but its scalars are not subclasses of theirs.
# pyright: reportIncompatibleVariableOverride=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from dlvm.ir.types import ElementType, element_type_of

if TYPE_CHECKING:
    import numpy as np


class Element:
    """Base of the markers: ``Tensor2D[f64]``, ``x.astype(i32)``.

    A marker is a subclass of the markers whose types can represent all of its values. So the
    promotion of two types, as in the array API standard, is their closest common base. ``scalar``
    is the NumPy type of an element outside of staged functions; only type checkers use it.
    """

    type: ClassVar[ElementType]
    dtype: ClassVar[np.dtype[Any]]
    """The NumPy type, by which ``np.dtype`` and NumPy's functions accept a marker."""

    def __init_subclass__(cls) -> None:
        cls.dtype = cls.type.numpy


class i64(Element):
    type = ElementType.I64
    scalar: np.int64


class i32(i64):
    type = ElementType.I32
    scalar: np.int32


class i16(i32):
    type = ElementType.I16
    scalar: np.int16


class i8(i16):
    type = ElementType.I8
    scalar: np.int8


class u64(Element):
    type = ElementType.U64
    scalar: np.uint64


class u32(u64, i64):
    type = ElementType.U32
    scalar: np.uint32


class u16(u32, i32):
    type = ElementType.U16
    scalar: np.uint16


class u8(u16, i16):
    type = ElementType.U8
    scalar: np.uint8


class c128(Element):
    type = ElementType.C128
    scalar: np.complex128


class c64(c128):
    type = ElementType.C64
    scalar: np.complex64


class f64(c128):
    type = ElementType.F64
    scalar: np.float64


class f32(f64, c64):
    type = ElementType.F32
    scalar: np.float32


class bf16(f32):
    type = ElementType.BF16
    scalar: Any


class f16(f32):
    type = ElementType.F16
    scalar: np.float16


class i4(i8):
    type = ElementType.I4
    scalar: Any


class u4(u8, i8):
    type = ElementType.U4
    scalar: Any


class i2(i4):
    type = ElementType.I2


class u2(u4, i4):
    type = ElementType.U2


class f8e4m3fn(f16, bf16):
    type = ElementType.F8E4M3FN
    scalar: Any


class f8e4m3fnuz(f16, bf16):
    type = ElementType.F8E4M3FNUZ
    scalar: Any


class f8e5m2(f16, bf16):
    type = ElementType.F8E5M2
    scalar: Any


class f8e5m2fnuz(f16, bf16):
    type = ElementType.F8E5M2FNUZ
    scalar: Any


class f8e8m0fnu(bf16):
    type = ElementType.F8E8M0FNU


class f6e2m3fn(f8e4m3fn):
    type = ElementType.F6E2M3FN


class f6e3m2fn(f8e4m3fn, f8e5m2):
    type = ElementType.F6E3M2FN


class f4e2m1fn(f6e2m3fn, f6e3m2fn):
    type = ElementType.F4E2M1FN


def element_of(dtype: Any) -> ElementType | None:
    """The element type that a marker, ``bool`` or any NumPy dtype denotes."""
    if isinstance(dtype, ElementType):
        return dtype
    if isinstance(dtype, type) and issubclass(cast("type[object]", dtype), Element):
        return cast("type[Element]", dtype).type
    if dtype is bool:
        return ElementType.BOOL
    import numpy as np

    try:
        return element_type_of(np.dtype(dtype))
    except TypeError:
        return None


def unsupported_dtype(dtype: Any) -> str:
    """The message for an array whose dtype has no element type."""
    return f"expected numbers or bools, got an array of dtype {dtype}"


def promoted(a: ElementType, b: ElementType) -> ElementType | None:
    """Promotes two element types, as in the array API standard.

    The result is the smallest type that can represent all values of both, or None if the types do
    not promote, such as integers and floats.
    """
    if a is b:
        return a
    first, second = _MARKERS[a], _MARKERS[b]
    return next((m.type for m in first.__mro__ if issubclass(m, Element) and m is not Element
                 and issubclass(second, m)), None)  # fmt: skip


_MARKERS: dict[ElementType, type] = {
    m.type: m for m in (
        i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, c64, c128, i2, i4, u2, u4,
        f4e2m1fn, f6e2m3fn, f6e3m2fn, f8e4m3fn, f8e4m3fnuz, f8e5m2, f8e5m2fnuz, f8e8m0fnu,
    )
} | {ElementType.BOOL: bool}  # fmt: skip
