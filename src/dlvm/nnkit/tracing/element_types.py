"""Element types as they are written in annotations and ``dtype`` arguments."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from dlvm.ir.types import ElementType, element_type_of


class Element:
    """Base of the markers: ``Tensor2D[f64]``, ``x.astype(i32)``.

    A marker is a subclass of those whose types hold all of its numbers, so that what two types are
    promoted to, as in the array API standard, is the closest base that they have in common.
    """

    type: ClassVar[ElementType]


class i64(Element):
    type = ElementType.I64


class i32(i64):
    type = ElementType.I32


class i16(i32):
    type = ElementType.I16


class i8(i16):
    type = ElementType.I8


class u64(Element):
    type = ElementType.U64


class u32(u64, i64):
    type = ElementType.U32


class u16(u32, i32):
    type = ElementType.U16


class u8(u16, i16):
    type = ElementType.U8


class f64(Element):
    type = ElementType.F64


class f32(f64):
    type = ElementType.F32


class bf16(f32):
    type = ElementType.BF16


class f16(f32):
    type = ElementType.F16


def element_of(dtype: Any) -> ElementType | None:
    """The element type that a marker, ``bool`` or anything NumPy takes as a dtype stands for."""
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


def promoted(a: ElementType, b: ElementType) -> ElementType | None:
    """What two element types are promoted to, as in the array API standard: the smallest one that
    holds the numbers of both, or None for those that do not mix, such as integers and floats."""
    if a is b:
        return a
    first, second = _MARKERS[a], _MARKERS[b]
    return next((m.type for m in first.__mro__ if issubclass(m, Element) and m is not Element
                 and issubclass(second, m)), None)  # fmt: skip


_MARKERS: dict[ElementType, type] = {
    m.type: m for m in (i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64)
} | {ElementType.BOOL: bool}
