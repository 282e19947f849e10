"""What type checkers infer on both sides of staging: in staged functions, whose values are staged,
and on the host, whose values are arrays; ``test_nnkit_types.py`` runs both."""

# ruff: noqa: E501
# fmt: off

from typing import Any, reveal_type

import numpy as np
from numpy.typing import NDArray

from dlvm import nn, nnkit
from dlvm.nnkit import (
    Bool1D,
    Float0D,
    Float1D,
    Float2D,
    Int0D,
    Int1D,
    enum,
    gradient,
    hessian_vector_product,
    jvp,
    staged,
    struct,
    value_and_gradient,
    vjp,
)


@struct
class Model:
    w: Float2D
    b: Float1D
    scale: Float0D


@enum
class Leaf:
    x: Float1D


@enum
class Node:
    left: "Tree"
    right: "Tree"


Tree = Leaf | Node


@struct
class Net:
    dense: nn.Dense

    def __call__(self, x: Float2D) -> Float2D:
        return nnkit.tanh(self.dense(x))


@staged
def predict(m: Model, x: Float2D) -> Float2D:
    return x @ m.w * m.scale + m.b


@staged
def loss(m: Model, x: Float2D, y: Float2D) -> Float0D:
    return nnkit.mean((predict(m, x) - y) ** 2)


@staged
def labeled(m: Model, x: Float2D, labels: Int1D) -> Float0D:
    return nn.softmax_cross_entropy(predict(m, x), labels)


@staged
def size(m: Model) -> Float0D:
    return (m.w * m.w).sum()


@staged
def encode(m: Model, tree: Tree) -> Float1D:
    match tree:
        case Leaf(x):
            return nnkit.tanh(x @ m.w + m.b)
        case Node(left, right):
            return encode(m, left) * encode(m, right)


@staged
def step(m: Model, x: Float2D, rate: Float0D) -> tuple[Model, Float0D]:
    value, slope = value_and_gradient(loss)(m, x, x)
    return Model(m.w - rate * slope.w, m.b, m.scale), value


@staged
def norm(x: Float1D) -> Float0D:
    return (x * x).sum()


@staged
def parts(x: Float1D) -> tuple[Float1D, Bool1D, Int0D]:
    return x * 2, x > 0, x.argmax()


@staged
def positive(x: Float1D) -> Bool1D:
    return x > 0


@staged
def count(x: Float1D) -> int:
    found = 0
    for _ in range(x.argmax()):
        found += 1
    return found


@staged
def inside(m: Model, x: Float2D, v: Float1D, labels: Int1D) -> None:
    reveal_type(m)  # Model
    reveal_type(m.w)  # TensorOrArray[Rank2, f32]
    reveal_type(m.scale)  # TensorOrArray[Rank0, f32]
    reveal_type(x @ m.w)  # Tensor[Rank2, f32]
    reveal_type(x + m.b)  # Tensor[Rank2, f32]
    reveal_type(np.ones(2, "f") * x)  # Any
    reveal_type(predict(m, x))  # Tensor[Rank2, f32]
    reveal_type(loss(m, x, x))  # Tensor[Rank0, f32]
    reveal_type(step(m, x, 0.5))  # tuple[Model, Tensor[Rank0, f32]]
    reveal_type(Model(x, v, 2.0))  # Model
    reveal_type(Model(m.w * 2, v, m.scale).b)  # TensorOrArray[Rank1, f32]
    reveal_type(parts(v))  # tuple[Tensor[Rank1, f32], Tensor[Rank1, bool], Tensor[Rank0, i64]]
    reveal_type(positive(v))  # Tensor[Rank1, bool]
    reveal_type(encode(m, Node(Leaf(v), Leaf(v))))  # TensorOrArray[Rank1, f32]
    reveal_type(gradient(norm)(v))  # tuple[Tensor[Rank1, f32]]
    reveal_type(gradient(loss)(m, x, x))  # tuple[Model, Tensor[Rank2, f32], Tensor[Rank2, f32]]
    reveal_type(gradient(loss, 0)(m, x, x))  # tuple[Model]
    reveal_type(gradient(loss, 1)(m, x, x))  # tuple[Tensor[Rank2, f32]]
    reveal_type(gradient(loss, (0, 1))(m, x, x))  # tuple[Model, Tensor[Rank2, f32]]
    reveal_type(gradient(loss, 0, keeping=0)(m, x, x))  # tuple[Model, Tensor[Rank0, f32]]
    reveal_type(gradient(loss, "m", keeping=0)(m, x, x))  # tuple[Any, Tensor[Rank0, f32]]
    reveal_type(gradient(labeled)(m, x, labels))  # tuple[Model, Tensor[Rank2, f32]]
    reveal_type(value_and_gradient(loss)(m, x, x))  # tuple[Tensor[Rank0, f32], Model]
    reveal_type(jvp(norm)(v, v))  # tuple[Tensor[Rank0, f32]]
    reveal_type(vjp(norm)(v, v[0]))  # tuple[Tensor[Rank1, f32]]
    reveal_type(hessian_vector_product(norm)(v, v))  # Tensor[Rank1, f32]


def outside(m: Model, x: NDArray[np.float32], v: NDArray[np.float32], labels: Any) -> None:
    reveal_type(m)  # Model
    reveal_type(m.w)  # TensorOrArray[Rank2, f32]
    reveal_type(np.abs(m.w))  # NDArray[Any]
    reveal_type(float(m.scale))  # float
    reveal_type(predict(m, x))  # NDArray[float32]
    reveal_type(loss(m, x, x))  # float32
    reveal_type(loss(m, x, y=x))  # float32
    reveal_type(step(m, x, 0.5))  # tuple[Model, float32] (mypy: tuple[Model, Any])
    reveal_type(Model(x, v, 2.0))  # Model
    reveal_type(Model(x, v, 2.0).b)  # TensorOrArray[Rank1, f32]
    reveal_type(parts(v))  # tuple[NDArray[float32], NDArray[bool], int64] (mypy: tuple[Any, Any, Any])
    reveal_type(positive(v))  # NDArray[bool]
    reveal_type(size(m))  # TensorOrArray[Rank0, f32]
    reveal_type(encode(m, Node(Leaf(v), Leaf(v))))  # TensorOrArray[Rank1, f32]
    reveal_type(count(v))  # int
    reveal_type(gradient(norm)(v))  # tuple[NDArray[float32]] (mypy: tuple[Any])
    reveal_type(gradient(loss)(m, x, x))  # tuple[Model, NDArray[float32], NDArray[float32]] (mypy: tuple[Model, Any, Any])
    reveal_type(gradient(loss, 0)(m, x, x))  # tuple[Model]
    reveal_type(gradient(loss, "m", keeping=0)(m, x, x))  # tuple[Any, float32] (mypy: tuple[Any, Any])
    reveal_type(value_and_gradient(loss)(m, x, x))  # tuple[float32, Model] (mypy: tuple[Any, Model])
    reveal_type(jvp(norm)(v, v))  # tuple[float32] (mypy: tuple[Any])
    reveal_type(hessian_vector_product(norm)(v, v))  # NDArray[float32]
    reveal_type(norm[v])  # Any
    trainer = nn.Trainer(Net(nn.Dense(2, 2)))
    reveal_type(trainer)  # Trainer[Net]
    reveal_type(trainer.model.dense.weight)  # TensorOrArray[Rank2, f32]
    reveal_type(trainer.predict(x))  # NDArray[float32] (mypy: Any)
