"""What type checkers infer for staged functions, and for what is made of them; read by
``test_nnkit_types.py``, never run."""

# ruff: noqa: E501
# fmt: off

from typing import reveal_type

import numpy as np
from numpy.typing import NDArray

from dlvm.nnkit import (
    Float0D,
    Float1D,
    Float2D,
    checkpoint,
    exp,
    f64,
    gradient,
    gradient_of,
    hessian_vector_product,
    jvp,
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
    reveal_type(where(y > 0, y, 0.0).T * 2)  # Tensor[Rank2, f32]
    return y.mean()


def main(a: NDArray[np.float32]) -> None:
    model = Model(tensor(a), tensor([1.0, 2.0]))
    reveal_type(product(a, a))  # Any
    reveal_type(loss(model, a))  # Any
    reveal_type(loss.ir(model, a))  # str
    slope = gradient(loss, "m")
    reveal_type(slope)  # StagedFunction[(m: Model, x: Tensor[Rank2, f32]), tuple[Any, ...]] (mypy: StagedFunction[[m: Model, x: Tensor[Rank2, f32]], tuple[Any, ...]])
    reveal_type(gradient(loss, 0))  # StagedFunction[(Model, x: Tensor[Rank2, f32]), tuple[Model]] (mypy: StagedFunction[[m: Model, x: Tensor[Rank2, f32]], tuple[Any, ...]])
    both = value_and_gradient(loss)
    reveal_type(both)  # StagedFunction[(Model, x: Tensor[Rank2, f32]), tuple[Tensor[Rank0, f32], Model]] (mypy: StagedFunction[[m: Model, x: Tensor[Rank2, f32]], tuple[Tensor[Rank0, f32], Any]])
    named = value_and_gradient(loss, "m")
    reveal_type(named)  # StagedFunction[(m: Model, x: Tensor[Rank2, f32]), tuple[Tensor[Rank0, f32], Any]] (mypy: StagedFunction[[m: Model, x: Tensor[Rank2, f32]], tuple[Tensor[Rank0, f32], Any]])
    forward = jvp(norm)
    reveal_type(forward)  # StagedFunction[(Tensor[Rank1, f32], Tensor[Rank1, f32]), tuple[Tensor[Rank0, f32]]] (mypy: StagedFunction[..., tuple[Any, ...]])
    back = vjp(norm)
    reveal_type(back)  # StagedFunction[(Tensor[Rank1, f32], Tensor[Rank0, f32]), tuple[Tensor[Rank1, f32]]] (mypy: StagedFunction[..., tuple[Any, ...]])
    curve = hessian_vector_product(norm)
    reveal_type(curve)  # StagedFunction[(Tensor[Rank1, f32], Tensor[Rank1, f32]), Tensor[Rank1, f32]] (mypy: StagedFunction[..., Any])
    reveal_type(root)  # StagedFunction[(x: Tensor[Rank1, f32]), Tensor[Rank0, f32]] (mypy: StagedFunction[[x: Tensor[Rank1, f32]], Tensor[Rank0, f32]])
    rule = slope_of_root
    reveal_type(rule)  # StagedFunction[(x: Tensor[Rank1, f32], seed: Tensor[Rank0, f32]), Tensor[Rank1, f32]] (mypy: StagedFunction[[x: Tensor[Rank1, f32], seed: Tensor[Rank0, f32]], Tensor[Rank1, f32]])
    reveal_type(jvp(loss, "m"))  # StagedFunction[..., tuple[Any, ...]]
