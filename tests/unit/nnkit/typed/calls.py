"""What type checkers infer for staged functions, and for what is made of them; read by
``test_nnkit_types.py``, never run."""

# ruff: noqa: E501
# fmt: off

from collections.abc import Callable
from typing import reveal_type

import numpy as np
from numpy.typing import NDArray

from dlvm import nn
from dlvm.nnkit import (
    Float0D,
    Float1D,
    Float2D,
    Int0D,
    Int1D,
    Tracer,
    checkpoint,
    exp,
    f64,
    fix,
    gradient,
    gradient_of,
    hessian_vector_product,
    jvp,
    lambda_,
    maximum,
    staged,
    struct,
    tensor,
    value_and_gradient,
    vjp,
    where,
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


@checkpoint
@staged
def root(x: Float1D) -> Float0D:
    return norm(x) ** 0.5


@gradient_of(root)
def slope_of_root(x: Float1D, seed: Float0D) -> Float1D:
    return x * (seed / root(x))


@staged(opt_level=1)
def loss(m: Model, x: Float2D) -> Float0D:
    y = exp(product(x, m.w) + m.b)
    reveal_type(y)  # Tensor[Rank2, f32]
    reveal_type(y.sum())  # Tensor[Rank0, f32]
    reveal_type(y.sum(axis=0))  # Tensor[Rank1, f32] (mypy: Any)
    reveal_type(y.mean(axis=1, keepdims=True))  # Tensor[Rank2, f32]
    reveal_type(m.b + y)  # Tensor[Rank2, f32]
    reveal_type(1 - y)  # Tensor[Rank2, f32]
    reveal_type(y > 0)  # Tensor[Rank2, bool]
    reveal_type(m.b < y)  # Tensor[Rank2, bool]
    reveal_type(y.reshape((1, 2, 3)))  # Tensor[Rank3, f32]
    reveal_type(y.astype(f64))  # Tensor[Rank2, f64]
    reveal_type(y @ m.b)  # Tensor[Rank1, f32]
    reveal_type(maximum(y, 0))  # Tensor[Rank2, f32]
    reveal_type(where(y > 0, y, 0.0).T * 2)  # Tensor[Rank2, f32] (mypy: TensorOrArray[Rank2, f32])
    return y.mean()


def main(a: NDArray[np.float32]) -> None:
    model = Model(tensor(a), tensor([1.0, 2.0]))
    reveal_type(product(a, a))  # NDArray[float32]
    reveal_type(loss(model, a))  # float32
    reveal_type(loss.ir(model, a))  # str
    slope = gradient(loss, "m")
    reveal_type(slope)  # StagedFunction[(m: Model, x: Tensor[Rank2, f32]), tuple[Any]] (mypy: StagedFunction[[m: Model, x: Tensor[Rank2, f32]], tuple[Any]])
    reveal_type(gradient(loss, 0))  # StagedFunction[(Model, x: Tensor[Rank2, f32]), tuple[Model]] (mypy: StagedFunction[[Model, x: Tensor[Rank2, f32]], tuple[Model]])
    both = value_and_gradient(loss)
    reveal_type(both)  # StagedFunction[(Model, x: Tensor[Rank2, f32]), tuple[Tensor[Rank0, f32], Model]] (mypy: StagedFunction[[Model, x: Tensor[Rank2, f32]], tuple[Tensor[Rank0, f32], Model]])
    named = value_and_gradient(loss, "m")
    reveal_type(named)  # StagedFunction[(m: Model, x: Tensor[Rank2, f32]), tuple[Tensor[Rank0, f32], Any]] (mypy: StagedFunction[[m: Model, x: Tensor[Rank2, f32]], tuple[Tensor[Rank0, f32], Any]])
    forward = jvp(norm)
    reveal_type(forward)  # StagedFunction[(Tensor[Rank1, f32], Tensor[Rank1, f32]), tuple[Tensor[Rank0, f32]]] (mypy: StagedFunction[[Tensor[Rank1, f32], Tensor[Rank1, f32]], tuple[Tensor[Rank0, f32]]])
    back = vjp(norm)
    reveal_type(back)  # StagedFunction[(Tensor[Rank1, f32], Tensor[Rank0, f32]), tuple[Tensor[Rank1, f32]]] (mypy: StagedFunction[[Tensor[Rank1, f32], Tensor[Rank0, f32]], tuple[Tensor[Rank1, f32]]])
    curve = hessian_vector_product(norm)
    reveal_type(curve)  # StagedFunction[(Tensor[Rank1, f32], Tensor[Rank1, f32]), Tensor[Rank1, f32]] (mypy: StagedFunction[[Tensor[Rank1, f32], Tensor[Rank1, f32]], Tensor[Rank1, f32]])
    reveal_type(root)  # StagedFunction[(x: Tensor[Rank1, f32]), Tensor[Rank0, f32]] (mypy: StagedFunction[[x: Tensor[Rank1, f32]], Tensor[Rank0, f32]])
    rule = slope_of_root
    reveal_type(rule)  # StagedFunction[(x: Tensor[Rank1, f32], seed: Tensor[Rank0, f32]), Tensor[Rank1, f32]] (mypy: StagedFunction[[x: Tensor[Rank1, f32], seed: Tensor[Rank0, f32]], Tensor[Rank1, f32]])
    reveal_type(jvp(loss, "m"))  # StagedFunction[..., Any]


Map = Tracer[Callable[[Float1D], Float1D]]


@struct
class Layer:
    w: Float2D
    activation: Map


@staged
def affine(w: Float2D, b: Float1D) -> Map:
    return lambda_(lambda x: x @ w + b)


@staged
def curried(x: Float0D) -> Tracer[Callable[[Float0D], Tracer[Callable[[Float0D], Float0D]]]]:
    return lambda_(lambda y: lambda_(lambda z: x * y + z))


@staged
def compose(f: Map, g: Map) -> Map:
    @staged
    def composed(x: Float1D) -> Float1D:
        return f(g(x))

    return composed


@staged
def twice(f: Map, x: Float1D) -> Float1D:
    reveal_type(f)  # Tracer[(Tensor[Rank1, f32]) -> Tensor[Rank1, f32]] (mypy: Tracer[def (Tensor[Rank1, f32]) -> Tensor[Rank1, f32]])
    return f(f(x))


@staged
def along(f: Tracer[Callable[[Float1D, Float2D], Float0D]], x: Float1D, w: Float2D) -> Float1D:
    reveal_type(f(x, w))  # Tensor[Rank0, f32]
    reveal_type(gradient(f, 0)(x, w))  # tuple[Tensor[Rank1, f32]]
    reveal_type(value_and_gradient(f)(x, w))  # tuple[Tensor[Rank0, f32], Tensor[Rank1, f32]]
    return gradient(f, 0)(x, w)[0]


@staged
def functions(layer: Layer, x: Float1D, w: Float2D) -> Float1D:
    reveal_type(affine(w, x))  # Tracer[(Tensor[Rank1, f32]) -> Tensor[Rank1, f32]] (mypy: Tracer[def (Tensor[Rank1, f32]) -> Tensor[Rank1, f32]])
    reveal_type(affine(w, x)(x))  # Tensor[Rank1, f32]
    reveal_type(curried(x[0])(x[1])(x[2]))  # Tensor[Rank0, f32]
    reveal_type(compose(layer.activation, affine(w, x))(x))  # Tensor[Rank1, f32]
    reveal_type(twice(compose(affine(w, x), layer.activation), x))  # Tensor[Rank1, f32]
    reveal_type(twice(lambda_(lambda y: y * x), x))  # Tensor[Rank1, f32]
    reveal_type(along(lambda_(lambda y, v: (y @ v).sum()), x, w))  # Tensor[Rank1, f32]
    reveal_type(layer.activation(x @ layer.w))  # Tensor[Rank1, f32]
    reveal_type(gradient(norm)(x))  # tuple[Tensor[Rank1, f32]]
    return x


@staged
def layers(model: nn.Dense, words: nn.Embedding, x: Float2D, n: Int1D) -> None:
    reveal_type(model(x))  # Tensor[Rank2, f32]
    reveal_type(model(x[0]))  # Tensor[Rank1, f32]
    reveal_type(nn.Residual(model, nn.relu)(x))  # Tensor[Rank2, f32]
    reveal_type(nn.LayerNorm(4)(nn.Dropout(0.1)(x)))  # Tensor[Rank2, f32]
    reveal_type(nn.Conv1D(1, 2, 3)(x.reshape((1, 1, -1))))  # Tensor[Rank3, f32]
    reveal_type(nn.flatten(x.reshape((2, 2, 2))))  # Tensor[Rank2, f32]
    reveal_type(words(n))  # Tensor[Rank2, f32]
    reveal_type(words(3))  # Tensor[Rank1, f32]
    reveal_type(model(words(n)))  # Tensor[Any, f32] (mypy: Tensor[Rank2, f32])
    reveal_type(nn.relu(model(x)))  # Tensor[Rank2, f32]


@fix
def power(again: Callable[[Float0D, Int0D], Float0D], x: Float0D, n: Int0D) -> Float0D:
    if n == 0:
        return x * 0 + 1
    reveal_type(again(x, n - 1))  # Tensor[Rank0, f32]
    return x * again(x, n - 1)


def outside(a: NDArray[np.float32]) -> None:
    reveal_type(power)  # StagedFunction[(Tensor[Rank0, f32], Tensor[Rank0, i64]), Tensor[Rank0, f32]] (mypy: StagedFunction[[x: Tensor[Rank0, f32], n: Tensor[Rank0, i64]], Tensor[Rank0, f32]])
    reveal_type(twice(affine(a, a), a))  # NDArray[float32]
