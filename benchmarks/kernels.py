"""Counts the kernels of the examples' gradients, and those that XLA compiles for the same programs.

``python -m benchmarks.kernels`` writes the table in ``docs/optimizer.md``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import dlvm
from benchmarks.instructions import EXAMPLES, PAGE, text_of
from dlvm.ir import Function
from dlvm.ir.compute import Definition

TABLE = re.compile(r"(?<=<!-- kernels -->\n).*?(?=<!-- end -->)", re.DOTALL)

_COMPUTATION = re.compile(r"(ENTRY )?%([\w.\-]+) .*\{$")
_INSTRUCTION = re.compile(r"\s+(?:ROOT )?%[\w.\-]+ = (\(.*?\)|\S+) ([\w\-]+)\(")
_COMMENT = re.compile(r"/\*.*?\*/")
_CALLED = re.compile(r"(?:body|condition|to_apply)=%([\w.\-]+)")
_FREE = ("parameter", "constant", "tuple", "get-tuple-element", "bitcast", "copy")
_CONTROL = ("while", "conditional", "call")
"""What runs no kernel, or others; copies are not counted either, though they cost time."""


def main() -> None:
    rows = ["| gradient | kernels | XLA's kernels |", "|---|---|---|"]
    for name in EXAMPLES:
        program, arguments = _jax_programs()[name]
        rows.append(f"| {name} | {kernels(text_of(name))} | {xla_kernels(program, arguments)} |")
    page = PAGE.read_text("utf-8")
    PAGE.write_text(TABLE.sub("\n".join(rows) + "\n", page), encoding="utf-8")
    print("\n".join(rows))


def kernels(text: str) -> int:
    """How many kernels the function ``@gradient`` of a module calls, and what it calls, at -O2. A
    loop's count once."""
    lowered = dlvm.lower(dlvm.parse(text), "compute")
    assert isinstance(lowered, str)
    gradient = dlvm.parse(lowered).function("gradient")
    assert gradient is not None
    return sum(1 for _ in _calls_of_kernels(gradient))


def _calls_of_kernels(function: Function) -> Iterator[Definition]:
    for instruction in function.instructions():
        for value in instruction.leaves():
            if isinstance(value, Definition):
                yield value
            elif isinstance(value, Function):
                yield from _calls_of_kernels(value)


def xla_kernels(program: Callable[..., Any], arguments: tuple[Any, ...]) -> int:
    """How many kernels XLA's code for the CPU has for a program: fusions, products, convolutions
    and what else works on tensors. What works on single numbers does not count, as it does not with
    ours; a loop's count once."""
    import jax

    text = jax.jit(program).lower(*arguments).compile().as_text() or ""
    bodies: dict[str, list[str]] = {}
    entry = name = ""
    for line in text.splitlines():
        start = _COMPUTATION.match(line)
        if start is not None:
            name = start[2]
            bodies[name] = []
            entry = name if start[1] else entry
        elif name:
            bodies[name].append(_COMMENT.sub("", line))
    pending, count = [entry], 0
    while pending:
        for line in bodies[pending.pop()]:
            found = _INSTRUCTION.match(line)
            if found is None:
                continue
            type, operation = found.groups()
            if operation in _CONTROL:
                pending += _CALLED.findall(line)
            is_scalar = re.fullmatch(r"\w+\[\]", type) and "reduce" not in line.split(" = ")[0]
            count += operation not in (*_FREE, *_CONTROL) and not is_scalar
    return count


def _network(p: Any, x: Any, labels: Any) -> Any:
    import jax.numpy as jnp

    w0, b0, w1, b1, w2, b2 = p
    h = jnp.maximum(x @ w0 + b0, 0)
    h = jnp.maximum(h @ w1 + b1, 0)
    return _cross_entropy(h @ w2 + b2, labels)


def _cross_entropy(z: Any, labels: Any) -> Any:
    import jax.numpy as jnp

    most = jnp.max(z, 1)
    total = jnp.exp(z - most[:, None]).sum(1)
    return jnp.mean(jnp.log(total) + most - (z * labels).sum(1))


def _lstm(p: Any, x: Any, target: Any) -> Any:
    import jax
    import jax.numpy as jnp

    w, u, b = p

    def step(state: Any, value: Any) -> Any:
        h, c = state
        gates = value @ w + h @ u + b
        opened = jax.nn.sigmoid(gates[:, :384])
        c = opened[:, :128] * jnp.tanh(gates[:, 384:]) + opened[:, 128:256] * c
        return (opened[:, 256:] * jnp.tanh(c), c), None

    start = jnp.zeros((16, 128)), jnp.zeros((16, 128))
    (h, _), _ = jax.lax.scan(step, start, x)
    return jnp.mean((h - target) ** 2)


def _convolution(p: Any, x: Any, labels: Any) -> Any:
    import jax.numpy as jnp
    from jax import lax

    k0, b0, k1, b1, w, b = p

    def layer(x: Any, kernel: Any, bias: Any) -> Any:
        h = jnp.maximum(lax.conv(x, kernel, (1, 1), "SAME") + bias, 0)
        return lax.reduce_window(h, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")

    h = layer(layer(x, k0, b0), k1, b1)
    return _cross_entropy(h.reshape(32, 784) @ w + b, labels)


def _attention(weights: Any, x: Any) -> Any:
    import jax.numpy as jnp

    wq, wk, wv, wo = weights
    scores = (x @ wq) @ (x @ wk).T * 0.17677669
    e = jnp.exp(scores - scores.max(1, keepdims=True))
    y = e / e.sum(1, keepdims=True) @ (x @ wv) @ wo + x
    return (y * y).sum()


@cache
def _jax_programs() -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    import jax

    def of(*shape: int) -> Any:
        return jax.ShapeDtypeStruct(shape, "float32")

    network = (of(784, 256), of(256), of(256, 128), of(128), of(128, 10), of(10))
    convolution = (
        of(8, 1, 3, 3), of(8, 1, 1), of(16, 8, 3, 3), of(16, 1, 1), of(784, 10), of(10),
    )  # fmt: skip
    lstm = of(64, 512), of(128, 512), of(512)
    images = of(32, 1, 28, 28), of(32, 10)
    both = jax.value_and_grad
    return {
        "network of three layers": (both(_network), (network, of(64, 784), of(64, 10))),
        "LSTM": (both(_lstm), (lstm, of(24, 16, 64), of(16, 128))),
        "convolutional network": (both(_convolution), (convolution, *images)),
        "attention block": (jax.grad(_attention), ((of(32, 32),) * 4, of(64, 32))),
    }


if __name__ == "__main__":
    main()
