"""The gradients of the programs in ``examples/``, beside the programs themselves: networks of dense
layers, of convolutions, with a loop over time, and with recursion over trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.workload import Inputs, Job, Workload

EXAMPLES = Path(__file__).parents[2] / "examples"
STEPS = 24
LEAVES, STATE = 300, 150
WIDE, NODE = 3 * STATE, 5 * STATE
LEAF_WEIGHTS, NODE_WEIGHTS = LEAVES * WIDE, 2 * STATE * NODE

Shapes = Mapping[str, tuple[int, ...]]
Peers = Mapping[str, Callable[[str, Inputs], Job]]
MLP: Shapes = {
    "w0": (784, 256), "b0": (256,), "w1": (256, 128), "b1": (128,), "w2": (128, 10), "b2": (10,),
}  # fmt: skip
CONVOLUTION: Shapes = {
    "k0": (8, 1, 3, 3), "b0": (8, 1, 1), "k1": (16, 8, 3, 3), "b1": (16, 1, 1),
    "w": (784, 10), "b": (10,),
}  # fmt: skip
LSTM: Shapes = {"w": (64, 512), "u": (128, 512), "b": (512,)}
TREE: Shapes = {
    "leaf": (LEAVES, WIDE), "leafBias": (WIDE,),
    "left": (STATE, NODE), "right": (STATE, NODE), "bias": (NODE,), "readout": (STATE,),
}  # fmt: skip


def draw(*shape: int) -> Any:
    return np.random.default_rng([0, *shape]).standard_normal(shape, np.float32)


def parameters(shapes: Shapes) -> dict[str, Any]:
    return {
        name: draw(*shape) * np.float32(np.prod(shape[-2:]) ** -0.25)
        for name, shape in shapes.items()
    }


def classes(count: int) -> Any:
    """True at the right class. The programs take ones and zeros, and nothing else: their
    cross-entropy is that of labels whose sum is 1."""
    return np.eye(10, dtype=bool)[np.arange(count) % 10]


def tree(leaves: int, is_chain: bool) -> Any:
    """A tree of so many leaves, balanced or all to the left: pairs of trees, and vectors."""
    if is_chain:
        grown = _leaf(0)
        for number in range(1, leaves):
            grown = (grown, _leaf(number))
        return grown
    if leaves == 1:
        return _leaf(0)
    return tree(leaves // 2, False), tree(leaves - leaves // 2, False)


def _leaf(number: int) -> Any:
    return np.random.default_rng([1, number]).standard_normal(LEAVES, np.float32) / 10


def dlvm(name: str, function: str, inputs: Inputs) -> Job:
    import dlvm

    path = EXAMPLES / f"{name}.dl"
    compiled = dlvm.compile(dlvm.parse(path.read_text(encoding="utf-8"), str(path)))[function]
    given = [
        enum_value(v) if isinstance(v, tuple) else np.asarray(v, np.float32)
        for v in inputs["given"]
    ]
    run = partial(compiled, inputs["parameters"], *given)

    def outputs() -> list[Any]:
        found = run()
        return [*found[0], found[1]] if function == "gradient" else [found]

    return Job(run, outputs)


def enum_value(value: Any) -> Any:
    """A tree as compiled code takes it."""
    from dlvm.ir.records import EnumValue

    if isinstance(value, tuple):
        return EnumValue("node", tuple(map(enum_value, value)), "Tree")
    return EnumValue("leaf", (value,), "Tree")


def torch(loss: Callable[..., Any], function: str, inputs: Inputs) -> Job:
    import torch

    p = {n: torch.from_numpy(v).requires_grad_() for n, v in inputs["parameters"].items()}
    given = [tensors(v) for v in inputs["given"]]

    def forward() -> Any:
        with torch.inference_mode():
            return loss(p, *given)

    def gradient() -> Any:
        found = loss(p, *given)
        return (*torch.autograd.grad(found, list(p.values())), found.detach())

    if function == "loss":
        return Job(forward, lambda: [forward().numpy()])
    return Job(gradient, lambda: [g.numpy() for g in gradient()])


def tensors(value: Any) -> Any:
    import torch

    if isinstance(value, tuple):
        return tuple(map(tensors, value))
    return torch.from_numpy(value).to(torch.get_default_dtype())


def jax_tree(function: str, inputs: Inputs) -> Job:
    """The program is compiled for the number of leaves, and the tree is in arrays beforehand."""
    import jax

    from benchmarks.programs.in_jax import tree_loss

    p = {name: jax.numpy.array(array) for name, array in inputs["parameters"].items()}
    tree, label = inputs["given"]
    given = [*map(jax.numpy.array, numbered(tree)), label]
    compiled = jax.jit(tree_loss if function == "loss" else jax.value_and_grad(tree_loss))

    def run() -> Any:
        return jax.block_until_ready(compiled(p, *given))

    def outputs() -> list[Any]:
        if function == "loss":
            return [np.asarray(run())]
        loss, slopes = run()
        return [np.asarray(array) for array in (*map(slopes.__getitem__, p), loss)]

    return Job(run, outputs)


def numbered(tree: Any) -> tuple[Any, Any]:
    """A tree as arrays: its leaves, and the children of each inner node. Leaves are numbered first,
    and then each inner node after its children."""
    leaves: list[Any] = []
    children: list[list[tuple[bool, int]]] = []

    def visit(tree: Any) -> tuple[bool, int]:
        """Whether it is a leaf, and its number among leaves or inner nodes."""
        if not isinstance(tree, tuple):
            leaves.append(tree)
            return True, len(leaves) - 1
        children.append([visit(part) for part in tree])
        return False, len(children) - 1

    visit(tree)
    numbers = [[n if is_leaf else len(leaves) + n for is_leaf, n in pair] for pair in children]
    return np.stack(leaves), np.array(numbers, np.int32).reshape(-1, 2)


def torch_mlp(p: Mapping[str, Any], x: Any, labels: Any) -> Any:
    from torch.nn import functional

    h = torch_relu(x @ p["w0"] + p["b0"])
    h = torch_relu(h @ p["w1"] + p["b1"])
    return functional.cross_entropy(h @ p["w2"] + p["b2"], labels)


def torch_relu(x: Any) -> Any:
    return x.clamp(min=0)


def torch_convolution(p: Mapping[str, Any], x: Any, labels: Any) -> Any:
    from torch.nn import functional

    for kernel, bias in (("k0", "b0"), ("k1", "b1")):
        x = functional.conv2d(x, p[kernel], p[bias].flatten(), padding=1).relu()
        x = functional.max_pool2d(x, 2)
    return functional.cross_entropy(x.flatten(1) @ p["w"] + p["b"], labels)


def torch_lstm(p: Mapping[str, Any], x: Any, target: Any) -> Any:
    h = c = x.new_zeros(target.shape)
    for step in x:
        gates = step @ p["w"] + h @ p["u"] + p["b"]
        start, keep, out = gates[:, :384].sigmoid().chunk(3, 1)
        c = start * gates[:, 384:].tanh() + keep * c
        h = out * c.tanh()
    return (h - target).square().mean()


def torch_tree(p: Mapping[str, Any], tree: Any, label: Any) -> Any:
    from torch.nn import functional

    def state(tree: Any) -> tuple[Any, Any]:
        if not isinstance(tree, tuple):
            gates = tree @ p["leaf"] + p["leafBias"]
            start, out = gates[: 2 * STATE].sigmoid().chunk(2)
            c = start * gates[2 * STATE :].tanh()
            return out * c.tanh(), c
        (left, left_c), (right, right_c) = map(state, tree)
        gates = left @ p["left"] + right @ p["right"] + p["bias"]
        start, out, keep_left, keep_right = gates[: 4 * STATE].sigmoid().chunk(4)
        c = start * gates[4 * STATE :].tanh() + keep_left * left_c + keep_right * right_c
        return out * c.tanh(), c

    return functional.softplus(-(state(tree)[0] @ p["readout"]) * label)


def tree_inputs(leaves: int, is_chain: bool) -> Inputs:
    return {
        "parameters": parameters(TREE),
        "given": [tree(leaves, is_chain), np.array(1, np.float32)],
    }


def tree_flops(leaves: int, backwards: bool) -> int:
    """Of the products; gradients flow to the weights, and to the states that nodes take."""
    leaf, node = (2, 3) if backwards else (1, 1)
    return 2 * (leaf * leaves * LEAF_WEIGHTS + node * (leaves - 1) * NODE_WEIGHTS)


def parameters_size(shapes: Shapes) -> int:
    return 4 * sum(int(np.prod(shape)) for shape in shapes.values())


def _pair(
    name: str,
    example: str,
    given: Callable[[], list[Any]],
    shapes: Shapes,
    loss: Callable[..., Any],
    forward_flops: float,
    gradient_flops: float,
    others: Peers | None = None,
) -> list[Workload]:
    """A program and its gradient as workloads. Other peers are given which of the two to run."""

    def inputs() -> Inputs:
        return {"parameters": parameters(shapes), "given": given()}

    return [
        Workload(
            name=f"gradients-{name}-{function}",
            inputs=inputs,
            peers={
                "dlvm": partial(dlvm, example, function),
                "pytorch": partial(torch, loss, function),
                **{peer: partial(job, function) for peer, job in (others or {}).items()},
            },
            flops=flops,
            size=parameters_size(shapes) * (1 + (function == "gradient")),
            tolerance=1e-3,
            program=f"gradients-{name}-loss" if function == "gradient" else None,
            # Of a row of a gradient nothing may be left but what cancels.
            magnitude="arrays",
        )
        for function, flops in (("loss", forward_flops), ("gradient", gradient_flops))
    ]


_MLP_WEIGHTS = 784 * 256 + 256 * 128 + 128 * 10
_FIRST, _SECOND, _DENSE = 8 * 28 * 28 * 9, 16 * 14 * 14 * 8 * 9, 7840
_CELL = 2 * 16 * 512

WORKLOADS = [
    *_pair(
        "mlp", "mlp", lambda: [draw(64, 784), classes(64)], MLP, torch_mlp,
        2 * 64 * _MLP_WEIGHTS, 2 * 64 * (3 * _MLP_WEIGHTS - 784 * 256),
    ),
    *_pair(
        "convolution", "convolution", lambda: [draw(32, 1, 28, 28), classes(32)], CONVOLUTION,
        torch_convolution, 2 * 32 * (_FIRST + _SECOND + _DENSE),
        2 * 32 * (2 * _FIRST + 3 * _SECOND + 3 * _DENSE),
    ),
    *_pair(
        "lstm", "lstm", lambda: [draw(STEPS, 16, 64), draw(16, 128)], LSTM, torch_lstm,
        STEPS * _CELL * 192, STEPS * _CELL * (3 * 192 - 64),
    ),
    *_pair(
        "tree", "tree_network", lambda: [tree(40, False), np.array(1, np.float32)], TREE,
        torch_tree, tree_flops(40, False), tree_flops(40, True), {"jax": jax_tree},
    ),
]  # fmt: skip
