"""NNKit: ordinary typed Python functions, staged into DLVM programs.

::

    from dlvm.nnkit import Float2D, gradient, staged

    @staged
    def f(x: Float2D, w: Float2D) -> Float2D:
        return x @ w

    f(np.ones((2, 3), np.float32), np.ones((3, 4), np.float32))
"""

# ruff: noqa: A004  (the functions have the names that NumPy gives them)

from __future__ import annotations

import builtins
import math
from typing import TYPE_CHECKING, Any

from dlvm.nnkit.array_api import fft, immediate, random
from dlvm.nnkit.array_api.complex_numbers import abs as abs
from dlvm.nnkit.array_api.complex_numbers import angle, conj, imag, real
from dlvm.nnkit.array_api.concatenation import concat, concatenate, split, stack, unstack
from dlvm.nnkit.array_api.creation import (
    arange,
    asarray,
    empty,
    empty_like,
    eye,
    full,
    full_like,
    linspace,
    meshgrid,
    one_hot,
    ones,
    ones_like,
    tensor,
    tril,
    triu,
    zeros,
    zeros_like,
)
from dlvm.nnkit.array_api.dtypes import astype, can_cast, finfo, iinfo, isdtype, result_type
from dlvm.nnkit.array_api.elementwise import (
    acos,
    acosh,
    add,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    bitwise_and,
    bitwise_invert,
    bitwise_left_shift,
    bitwise_or,
    bitwise_right_shift,
    bitwise_xor,
    ceil,
    clip,
    copysign,
    cos,
    cosh,
    digamma,
    divide,
    equal,
    erf,
    erfc,
    erfinv,
    exp,
    expm1,
    floor,
    floor_divide,
    greater,
    greater_equal,
    hypot,
    isfinite,
    isinf,
    isnan,
    less,
    less_equal,
    lgamma,
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    multiply,
    negative,
    not_equal,
    positive,
    reciprocal,
    remainder,
    rsqrt,
    sign,
    signbit,
    sin,
    sinh,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
    trunc,
    where,
)
from dlvm.nnkit.array_api.elementwise import (
    pow as pow,
)
from dlvm.nnkit.array_api.elementwise import (
    round as round,
)
from dlvm.nnkit.array_api.manipulation import (
    broadcast_arrays,
    broadcast_to,
    expand_dims,
    flip,
    moveaxis,
    pad,
    permute_dims,
    ravel,
    repeat,
    reshape,
    roll,
    scatter,
    squeeze,
    swapaxes,
    take,
    take_along_axis,
    tile,
    transpose,
)
from dlvm.nnkit.array_api.products import (
    dot,
    einsum,
    kron,
    matmul,
    matrix_transpose,
    outer,
    tensordot,
    vecdot,
)
from dlvm.nnkit.array_api.reductions import (
    all as all,
)
from dlvm.nnkit.array_api.reductions import (
    any as any,
)
from dlvm.nnkit.array_api.reductions import (
    argmax,
    argmin,
    argsort,
    count_nonzero,
    cumulative_prod,
    cumulative_sum,
    diff,
    mean,
    prod,
    searchsorted,
    sort,
    std,
    top_k,
    var,
)
from dlvm.nnkit.array_api.reductions import (
    max as max,
)
from dlvm.nnkit.array_api.reductions import (
    min as min,
)
from dlvm.nnkit.array_api.reductions import (
    sum as sum,
)
from dlvm.nnkit.array_api.signals import fftconvolve
from dlvm.nnkit.array_api.symbolic_sizes import SymbolicSize
from dlvm.nnkit.array_api.tensors import (
    AnyTensor,
    Bool0D,
    Bool1D,
    Bool2D,
    Bool3D,
    Bool4D,
    Float0D,
    Float1D,
    Float2D,
    Float3D,
    Float4D,
    Int0D,
    Int1D,
    Int2D,
    Int3D,
    Int4D,
    Tensor,
    Tensor0D,
    Tensor1D,
    Tensor2D,
    Tensor3D,
    Tensor4D,
)
from dlvm.nnkit.array_api.unsupported import ABSENT, Absent
from dlvm.nnkit.array_api.windows import convolve, reduce_window
from dlvm.nnkit.autodiff.custom_derivatives import derivative_of, gradient_of
from dlvm.nnkit.autodiff.gradients import (
    checkpoint,
    gradient,
    hessian_vector_product,
    jvp,
    value_and_gradient,
    vjp,
)
from dlvm.nnkit.control_flow import ranges
from dlvm.nnkit.control_flow.unrolling import UnrollingWarning
from dlvm.nnkit.linear_algebra import linalg
from dlvm.nnkit.pytree.enums import enum
from dlvm.nnkit.pytree.exchange import as_torch
from dlvm.nnkit.pytree.pytree import map_tensors
from dlvm.nnkit.pytree.structs import dynamic, initialize, struct
from dlvm.nnkit.segments.bounded_sizes import (
    nonzero,
    unique_all,
    unique_counts,
    unique_inverse,
    unique_values,
)
from dlvm.nnkit.segments.histograms import bincount, histogram, interp
from dlvm.nnkit.segments.segment_reductions import (
    segment_max,
    segment_mean,
    segment_min,
    segment_prod,
    segment_sum,
)
from dlvm.nnkit.staging import at_once
from dlvm.nnkit.staging.compilations import RecompilationWarning
from dlvm.nnkit.staging.decorator import staged
from dlvm.nnkit.staging.function_values import fix, lambda_
from dlvm.nnkit.staging.functional_loops import cond, fori_loop, scan, while_loop
from dlvm.nnkit.staging.lowered import Lowered, load
from dlvm.nnkit.staging.sequences import filter as filter
from dlvm.nnkit.staging.sequences import map as map
from dlvm.nnkit.staging.sequences import reduce as reduce
from dlvm.nnkit.staging.sequences import zip as zip
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.nnkit.tracing.element_types import (
    bf16,
    c64,
    c128,
    f4e2m1fn,
    f6e2m3fn,
    f6e3m2fn,
    f8e4m3fn,
    f8e4m3fnuz,
    f8e5m2,
    f8e5m2fnuz,
    f8e8m0fnu,
    f16,
    f32,
    f64,
    i2,
    i4,
    i8,
    i16,
    i32,
    i64,
    u2,
    u4,
    u8,
    u16,
    u32,
    u64,
)
from dlvm.nnkit.tracing.familiar_names import NNKIT_NAMES, missing_name

# These are not in __all__: Python's own unroll over lists of layers and the like.
from dlvm.nnkit.tracing.printing import print as print
from dlvm.nnkit.tracing.ranks import Array, Rank0, Rank1, Rank2, Rank3, Rank4
from dlvm.nnkit.tracing.tracer import Tracer
from dlvm.nnkit.vectorization.jacobians import hessian, jacobian
from dlvm.nnkit.vectorization.vmap import vmap

e = math.e
pi = math.pi
inf = math.inf
nan = math.nan
newaxis = None

bool = builtins.bool
range = ranges.range_of
complex64 = c64
complex128 = c128
float32 = f32
float64 = f64
int8 = i8
int16 = i16
int32 = i32
int64 = i64
uint8 = u8
uint16 = u16
uint32 = u32
uint64 = u64

if TYPE_CHECKING:
    # These run at once only.
    from numpy import from_dlpack as from_dlpack
    from numpy import nextafter as nextafter
else:
    # Type checkers see the signatures for staged tensors.
    at_once.replace_all(globals(), linalg, fft, random)
    __array_api_version__ = "2024.12"
    __array_namespace_info__ = immediate.NamespaceInfo

    def __getattr__(name: str) -> Any:
        """Raises an error with the reason for names of the array API standard that staged programs
        lack."""
        if name in ABSENT:
            return Absent(name, ABSENT[name])
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        raise missing_name(__name__, name, NNKIT_NAMES, globals())


# Names of Python's builtins are left out: ``import *`` keeps Python's own functions.
__all__ = [
    "AnyTensor",
    "Array",
    "Bool0D",
    "Bool1D",
    "Bool2D",
    "Bool3D",
    "Bool4D",
    "Float0D",
    "Float1D",
    "Float2D",
    "Float3D",
    "Float4D",
    "Int0D",
    "Int1D",
    "Int2D",
    "Int3D",
    "Int4D",
    "Lowered",
    "Rank0",
    "Rank1",
    "Rank2",
    "Rank3",
    "Rank4",
    "RecompilationWarning",
    "StagedFunction",
    "SymbolicSize",
    "Tensor",
    "Tensor0D",
    "Tensor1D",
    "Tensor2D",
    "Tensor3D",
    "Tensor4D",
    "Tracer",
    "UnrollingWarning",
    "acos",
    "acosh",
    "add",
    "angle",
    "arange",
    "argmax",
    "argmin",
    "argsort",
    "as_torch",
    "asarray",
    "asin",
    "asinh",
    "astype",
    "atan",
    "atan2",
    "atanh",
    "bf16",
    "bincount",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "broadcast_arrays",
    "broadcast_to",
    "c64",
    "c128",
    "can_cast",
    "ceil",
    "checkpoint",
    "clip",
    "complex64",
    "complex128",
    "concat",
    "concatenate",
    "cond",
    "conj",
    "convolve",
    "copysign",
    "cos",
    "cosh",
    "count_nonzero",
    "cumulative_prod",
    "cumulative_sum",
    "derivative_of",
    "diff",
    "digamma",
    "divide",
    "dot",
    "dynamic",
    "e",
    "einsum",
    "empty",
    "empty_like",
    "enum",
    "equal",
    "erf",
    "erfc",
    "erfinv",
    "exp",
    "expand_dims",
    "expm1",
    "eye",
    "f4e2m1fn",
    "f6e2m3fn",
    "f6e3m2fn",
    "f8e4m3fn",
    "f8e4m3fnuz",
    "f8e5m2",
    "f8e5m2fnuz",
    "f8e8m0fnu",
    "f16",
    "f32",
    "f64",
    "fft",
    "fftconvolve",
    "finfo",
    "fix",
    "flip",
    "float32",
    "float64",
    "floor",
    "floor_divide",
    "fori_loop",
    "full",
    "full_like",
    "gradient",
    "gradient_of",
    "greater",
    "greater_equal",
    "hessian",
    "hessian_vector_product",
    "histogram",
    "hypot",
    "i2",
    "i4",
    "i8",
    "i16",
    "i32",
    "i64",
    "iinfo",
    "imag",
    "inf",
    "initialize",
    "int8",
    "int16",
    "int32",
    "int64",
    "interp",
    "isdtype",
    "isfinite",
    "isinf",
    "isnan",
    "jacobian",
    "jvp",
    "kron",
    "lambda_",
    "less",
    "less_equal",
    "lgamma",
    "linalg",
    "linspace",
    "load",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "map_tensors",
    "matmul",
    "matrix_transpose",
    "maximum",
    "mean",
    "meshgrid",
    "minimum",
    "moveaxis",
    "multiply",
    "nan",
    "negative",
    "newaxis",
    "nonzero",
    "not_equal",
    "one_hot",
    "ones",
    "ones_like",
    "outer",
    "pad",
    "permute_dims",
    "pi",
    "positive",
    "prod",
    "random",
    "ravel",
    "real",
    "reciprocal",
    "reduce_window",
    "remainder",
    "repeat",
    "reshape",
    "result_type",
    "roll",
    "rsqrt",
    "scan",
    "scatter",
    "searchsorted",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_prod",
    "segment_sum",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "sort",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "staged",
    "std",
    "struct",
    "subtract",
    "swapaxes",
    "take",
    "take_along_axis",
    "tan",
    "tanh",
    "tensor",
    "tensordot",
    "tile",
    "top_k",
    "transpose",
    "tril",
    "triu",
    "trunc",
    "u2",
    "u4",
    "u8",
    "u16",
    "u32",
    "u64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
    "unstack",
    "value_and_gradient",
    "var",
    "vecdot",
    "vjp",
    "vmap",
    "where",
    "while_loop",
    "zeros",
    "zeros_like",
]
