"""Element types as they are written in annotations and ``dtype`` arguments."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from dlvm.ir.types import ElementType, element_type_of


class Element:
    """Base of the markers: ``Tensor2D[f64]``, ``x.astype(i32)``."""

    type: ClassVar[ElementType]


class i8(Element):
    type = ElementType.I8


class i16(Element):
    type = ElementType.I16


class i32(Element):
    type = ElementType.I32


class i64(Element):
    type = ElementType.I64


class u8(Element):
    type = ElementType.U8


class u16(Element):
    type = ElementType.U16


class u32(Element):
    type = ElementType.U32


class u64(Element):
    type = ElementType.U64


class f16(Element):
    type = ElementType.F16


class bf16(Element):
    type = ElementType.BF16


class f32(Element):
    type = ElementType.F32


class f64(Element):
    type = ElementType.F64


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
