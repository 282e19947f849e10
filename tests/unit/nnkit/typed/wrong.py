"""Programs that type checkers refuse; read by ``test_nnkit_types.py``, never run."""

# ruff: noqa
# fmt: off

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dlvm import nn, nnkit
from dlvm.nnkit import (
    Bool1D,
    Bool2D,
    Float0D,
    Float1D,
    Float2D,
    Float3D,
    Int1D,
    Tracer,
    Tensor2D,
    f32,
    f64,
    gradient,
    i32,
    lambda_,
    staged,
    struct,
)


@struct
class Model:
    w: Float2D
    b: Float1D


@staged
def product(x: Float2D, w: Float2D) -> Float2D:
    return x @ w


@staged
def norm(x: Float1D) -> Float0D:
    return (x * x).sum()


Map = Tracer[Callable[[Float1D], Float1D]]
Measure = Tracer[Callable[[Float1D], Float0D]]


@staged
def twice(f: Map, x: Float1D) -> Float1D:
    return f(f(x))


@staged
def double(x: Float1D) -> Float1D:
    return x + x


@staged
def wrong(
    s: Float0D, v: Float1D, m: Float2D, t: Float3D, n: Int1D, d: Tensor2D[f64], f: Bool2D, g: Bool1D
) -> Float2D:
    # Element types that do not mix.
    m + n  # error: reportOperatorIssue
    n - m  # error: reportOperatorIssue
    n * v  # error: reportOperatorIssue
    f + m  # error: reportOperatorIssue
    n * 0.5  # error: reportOperatorIssue
    0.5 * n  # error: reportOperatorIssue
    n / n  # error: reportOperatorIssue (not mypy)
    n / 2  # error: reportOperatorIssue (not mypy)
    m & m  # error: reportOperatorIssue (not mypy)
    m << 1  # error: reportOperatorIssue (not mypy)
    n & v  # error: reportOperatorIssue
    ~m  # error: reportOperatorIssue (not mypy)
    -f  # error: reportOperatorIssue
    abs(f)  # error: reportArgumentType (not mypy)
    m < n  # error: reportOperatorIssue
    n == v  # error: reportOperatorIssue
    m > f  # error: reportOperatorIssue
    # What an operator does not take.
    m + "1"  # error: reportOperatorIssue
    m + None  # error: reportOperatorIssue
    m + [1.0]  # error: reportOperatorIssue
    m * product  # error: reportOperatorIssue
    # Products.
    m @ n  # error: reportOperatorIssue
    m @ s  # error: reportOperatorIssue
    s @ v  # error: reportOperatorIssue (not mypy)
    m @ 2  # error: reportOperatorIssue
    m @ d  # error: reportOperatorIssue
    nnkit.matmul(m, n)  # error: reportCallIssue, reportArgumentType
    nnkit.outer(m, v)  # error: reportArgumentType
    # Functions.
    nnkit.exp(n)  # error: reportArgumentType
    nnkit.sqrt(f)  # error: reportArgumentType
    nnkit.abs(f)  # error: reportCallIssue, reportArgumentType
    nnkit.maximum(m, n)  # error: reportCallIssue, reportArgumentType
    nnkit.maximum(n, 0.5)  # error: reportCallIssue, reportArgumentType
    nnkit.hypot(m, n)  # error: reportCallIssue, reportArgumentType
    nnkit.logical_and(m, f)  # error: reportCallIssue, reportArgumentType
    nnkit.logical_not(m)  # error: reportArgumentType
    nnkit.bitwise_or(m, n)  # error: reportCallIssue, reportArgumentType
    nnkit.where(m, m, m)  # error: reportCallIssue, reportArgumentType
    nnkit.where(f, m, n)  # error: reportCallIssue, reportArgumentType
    nnkit.less(m, n)  # error: reportCallIssue, reportArgumentType
    nnkit.exp(2.0)  # error: reportArgumentType
    nnkit.exp(m, n)  # error: reportCallIssue
    nnkit.exp("x")  # error: reportArgumentType
    # Reductions.
    n.mean()  # error: reportAttributeAccessIssue
    m.mean(axis="x")  # error: reportCallIssue, reportArgumentType
    nnkit.mean(n)  # error: reportCallIssue, reportArgumentType
    nnkit.sum(f)  # error: reportCallIssue, reportArgumentType
    nnkit.var(n)  # error: reportCallIssue, reportArgumentType
    m.sum(dim=0)  # error: reportCallIssue
    # Indices.
    m[0.5]  # error: reportCallIssue, reportArgumentType
    m["x"]  # error: reportCallIssue, reportArgumentType
    m[f]  # error: reportCallIssue, reportArgumentType
    s[0]  # error: reportCallIssue, reportArgumentType (not mypy)
    s[1:][0]  # error: reportCallIssue, reportArgumentType (not mypy)
    m[0] = 1.0  # error: reportIndexIssue
    m.at[0] = v  # error: reportIndexIssue
    m.at[0].divide(2)  # error: reportAttributeAccessIssue
    # Attributes and shapes.
    m.exp()  # error: reportAttributeAccessIssue
    m.reshape("x")  # error: reportCallIssue, reportArgumentType
    m.astype("f32", 3)  # error: reportCallIssue
    m.shape = (1, 2)  # error: reportAttributeAccessIssue
    nnkit.reshape(m, "x")  # error: reportCallIssue, reportArgumentType
    nnkit.softmax(m)  # error: reportAttributeAccessIssue
    nnkit.stack(m, 0, 1)  # error: reportCallIssue
    nnkit.zeros((2, "x"))  # error: reportCallIssue, reportArgumentType
    nnkit.arange("x")  # error: reportCallIssue, reportArgumentType
    # Types that are not what is declared.
    a: Float1D = m  # error: reportAssignmentType
    b: Float2D = d  # error: reportAssignmentType
    c: Float0D = m.sum(axis=0)  # error: reportAssignmentType (not mypy)
    e: Int1D = v  # error: reportAssignmentType
    h: Float2D = v + n.astype(f64)  # error: reportAssignmentType
    j: Float2D = m < m  # error: reportAssignmentType
    i: Float1D = n.astype(i32)  # error: reportAssignmentType
    # Calls.
    product(m)  # error: reportCallIssue, reportArgumentType
    product(m, v)  # error: reportCallIssue, reportArgumentType
    product(m, m, m)  # error: reportCallIssue, reportArgumentType
    product(m, w=n)  # error: reportCallIssue, reportArgumentType
    norm(m)  # error: reportCallIssue, reportArgumentType
    norm(x=v, y=v)  # error: reportCallIssue, reportArgumentType
    Model(m)  # error: reportCallIssue
    Model(v, v)  # error: reportArgumentType
    gradient(norm)(m)  # error: reportCallIssue, reportArgumentType
    gradient(product, wrt=1.5)  # error: reportCallIssue, reportArgumentType
    Model(m, v).w = m  # error: reportAttributeAccessIssue
    Model(m, v).scale  # error: reportAttributeAccessIssue
    return v  # error: reportReturnType


@staged
def wrong_functions(f: Map, g: Measure, v: Float1D, m: Float2D) -> None:
    f(m)  # error: reportCallIssue, reportArgumentType
    f(v, v)  # error: reportCallIssue, reportArgumentType
    f()  # error: reportCallIssue
    f(g(v))  # error: reportCallIssue, reportArgumentType
    g(f)  # error: reportCallIssue, reportArgumentType
    f + g  # error: reportOperatorIssue
    v(0)  # error: reportCallIssue
    twice(g, v)  # error: reportCallIssue, reportArgumentType
    twice(norm, v)  # error: reportCallIssue, reportArgumentType
    twice(double, m)  # error: reportCallIssue, reportArgumentType
    twice(v, v)  # error: reportCallIssue, reportArgumentType
    twice(lambda x: x, v)  # error: reportCallIssue, reportArgumentType, reportUnknownLambdaType
    twice(lambda_(lambda x: (x @ m).sum()), v)  # error: reportOperatorIssue, reportUnknownLambdaType, reportUnknownArgumentType
    twice(lambda_(lambda x, y: x + y), v)  # error: reportCallIssue, reportArgumentType
    a: Measure = f  # error: reportAssignmentType
    b: Float1D = f  # error: reportAssignmentType
    c: Float0D = f(v)  # error: reportAssignmentType
    d: Measure = double  # error: reportAssignmentType
    gradient(v)  # error: reportCallIssue, reportArgumentType (not mypy)
    gradient(g)(m)  # error: reportCallIssue, reportArgumentType


@staged
def wrong_result(w: Float2D, b: Float1D) -> Map:
    return b  # error: reportReturnType


@staged
def wrong_lambda(w: Float2D, b: Float1D) -> Map:
    return lambda_(lambda x: (x @ w + b).sum())  # error: reportOperatorIssue, reportUnknownLambdaType, reportUnknownVariableType (not mypy)


@staged
def wrong_layers(model: nn.Dense, words: nn.Embedding, x: Float2D, n: Int1D) -> None:
    a: Float1D = model(x)  # error: reportAssignmentType
    b: Float1D = words(n)  # error: reportAssignmentType
    model(3)  # error: reportArgumentType
    words("x")  # error: reportCallIssue, reportArgumentType
    model(x) @ n  # error: reportOperatorIssue


@staged(opt_level="fast")  # error: reportArgumentType
def option(x: Float1D) -> Float1D:
    return x


@staged
def result(x: Float2D) -> Float1D:
    return x.sum()  # error: reportReturnType


@staged
def element(x: Float1D) -> Float1D:
    return x.astype(f64)  # error: reportReturnType


@staged
def pair(x: Float1D) -> tuple[Float1D, Float0D]:
    return x, x  # error: reportReturnType


def host(a: NDArray[np.float32]) -> None:
    x: Float2D = a  # error: reportAssignmentType
    f32(1)  # error: reportCallIssue
