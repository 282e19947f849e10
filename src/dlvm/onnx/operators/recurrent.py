"""Recurrent networks (LSTM, GRU, RNN) in both directions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from dlvm.diagnostics import error
from dlvm.onnx.graph import quoted
from dlvm.onnx.operators.elementwise import element
from dlvm.onnx.operators.table import operator
from dlvm.onnx.operators.vocabulary import nn, nnkit

ACTIVATIONS: Final[Mapping[str, Callable[[Any, float | None, float | None], Any]]] = {
    "relu": lambda x, a, b: nnkit.maximum(x, 0),
    "tanh": lambda x, a, b: nnkit.tanh(x),
    "sigmoid": lambda x, a, b: nn.sigmoid(x),
    "affine": lambda x, a, b: (1.0 if a is None else a) * x + (0.0 if b is None else b),
    "leakyrelu": lambda x, a, b: nnkit.where(x < 0, x * (0.01 if a is None else a), x),
    "thresholdedrelu": lambda x, a, b: nnkit.where(
        x > (1.0 if a is None else a), x, nnkit.zeros_like(x)
    ),
    "scaledtanh": lambda x, a, b: (
        (1.0 if a is None else a) * nnkit.tanh((1.0 if b is None else b) * x)
    ),
    "hardsigmoid": lambda x, a, b: nnkit.clip(
        (0.2 if a is None else a) * x + (0.5 if b is None else b), 0, 1
    ),
    "elu": lambda x, a, b: nnkit.where(
        x < 0, (1.0 if a is None else a) * nnkit.expm1(nnkit.minimum(x, 0)), x
    ),
    "softsign": lambda x, a, b: x / (1 + nnkit.abs(x)),
    "softplus": lambda x, a, b: nn.softplus(x),
}
"""The activations of recurrent networks by lower-case name: functions of x, alpha and beta."""
HAS_ALPHA = ("affine", "leakyrelu", "thresholdedrelu", "scaledtanh", "hardsigmoid", "elu")
HAS_BETA = ("affine", "scaledtanh", "hardsigmoid")
Step = Callable[[Any, Sequence[Any]], Sequence[Any]]
"""Computes the states after a step, the output first, from the input's contribution and the
previous states.
"""


def _functions(
    names: Sequence[str] | None,
    default: Sequence[str],
    directions: int,
    alpha: Sequence[float] | None,
    beta: Sequence[float] | None,
    clip: float | None,
) -> list[list[Callable[[Any], Any]]]:
    """The activations of each direction."""
    chosen = [n.lower() for n in (names or list(default) * directions)]
    alphas, betas = iter(alpha or ()), iter(beta or ())
    made: list[Callable[[Any], Any]] = []
    for name in chosen:
        function = ACTIVATIONS.get(name)
        if function is None:
            raise error(f"activation must be one of {', '.join(ACTIVATIONS)}, got {quoted(name)}")
        a = next(alphas, None) if name in HAS_ALPHA else None
        b = next(betas, None) if name in HAS_BETA else None
        made.append(_clipped(function, a, b, clip))
    count = len(default)
    return [made[d * count : (d + 1) * count] for d in range(directions)]


def _clipped(function: Any, a: float | None, b: float | None, clip: float | None) -> Any:
    def call(x: Any) -> Any:
        return function(x if clip is None else nnkit.clip(x, -clip, clip), a, b)

    return call


def _run(
    x: Any,
    lengths: Any,
    initial: Sequence[Sequence[Any]],
    direction: str,
    layout: int,
    hidden: int,
    step_of: Callable[[int], tuple[Callable[[Any], Any], Step]],
    states: int,
) -> tuple[Any, list[Any]]:
    """Runs the network and returns all outputs, and the last states, of each direction.

    ``step_of`` returns, for a direction, the contribution of all inputs, computed at once, and the
    step.
    """
    if layout:
        x = nnkit.swapaxes(x, 0, 1)
    count, batch = x.shape[0], x.shape[1]
    directions = 2 if direction == "bidirectional" else 1
    outputs: list[Any] = []
    finals: list[list[Any]] = []
    for number in range(directions):
        backward = direction == "reverse" or number == 1
        prepare, step = step_of(number)
        shares = prepare(x)
        current = list(initial[number])
        rows: list[Any] = [None] * count
        order = reversed(range(count)) if backward else range(count)
        for time in order:
            after = list(step(shares[time], current))
            if lengths is not None:
                running = nnkit.reshape(nnkit.astype(lengths, nnkit.i64) > time, (batch, 1))
                rows[time] = nnkit.where(running, after[0], nnkit.zeros_like(after[0]))
                after = [nnkit.where(running, a, b) for a, b in zip(after, current, strict=True)]
            else:
                rows[time] = after[0]
            current = after
        outputs.append(nnkit.stack(rows))
        finals.append(current)
    y = nnkit.stack(outputs, axis=1)
    last = [nnkit.stack([f[s] for f in finals]) for s in range(states)]
    if layout:
        y = nnkit.permute_dims(y, (2, 0, 1, 3))
        last = [nnkit.swapaxes(s, 0, 1) for s in last]
    return y, last


def _start(given: Any, x: Any, layout: int, directions: int, hidden: int) -> list[Any]:
    batch = x.shape[0] if layout else x.shape[1]
    if given is None:
        return [nnkit.zeros((batch, hidden), dtype=element(x))] * directions
    if layout:
        given = nnkit.swapaxes(given, 0, 1)
    return [given[d] for d in range(directions)]


def _weights(w: Any, r: Any, b: Any, number: int, gates: int) -> tuple[Any, Any, Any, Any]:
    hidden = r.shape[-1]
    bias = None if b is None else b[number]
    half = gates * hidden
    return (
        nnkit.matrix_transpose(w[number]),
        nnkit.matrix_transpose(r[number]),
        None if bias is None else bias[:half],
        None if bias is None else bias[half:],
    )


def _gate(x: Any, number: int, hidden: int) -> Any:
    return x[..., number * hidden : (number + 1) * hidden]


@operator("LSTM")
def lstm(
    x: Any,
    w: Any,
    r: Any,
    b: Any = None,
    lengths: Any = None,
    initial_h: Any = None,
    initial_c: Any = None,
    p: Any = None,
    *,
    activation_alpha: list[float] | None = None,
    activation_beta: list[float] | None = None,
    activations: list[str] | None = None,
    clip: float | None = None,
    direction: str = "forward",
    hidden_size: int | None = None,
    input_forget: int = 0,
    layout: int = 0,
    output_sequence: int = 0,
) -> Any:
    """Gates in the order input, output, forget, cell; with peepholes ``p``."""
    hidden = r.shape[-1]
    directions = w.shape[0]
    functions = _functions(
        activations,
        ("Sigmoid", "Tanh", "Tanh"),
        directions,
        activation_alpha,
        activation_beta,
        clip,
    )

    def step_of(number: int) -> tuple[Callable[[Any], Any], Step]:
        f, g, h = functions[number]
        w_in, w_state, b_in, b_state = _weights(w, r, b, number, 4)
        peep = None if p is None else p[number]

        def prepare(inputs: Any) -> Any:
            share = inputs @ w_in
            return share if b_in is None else share + (b_in + b_state)

        def step(share: Any, states: Sequence[Any]) -> Sequence[Any]:
            before, cell = states
            gates = share + before @ w_state
            i, o, forget, c = (_gate(gates, n, hidden) for n in range(4))
            if peep is not None:
                i = i + _gate(peep, 0, hidden) * cell
                forget = forget + _gate(peep, 2, hidden) * cell
            i = f(i)
            forget = 1 - i if input_forget else f(forget)
            after = forget * cell + i * g(c)
            if peep is not None:
                o = o + _gate(peep, 1, hidden) * after
            return f(o) * h(after), after

        return prepare, step

    hs = _start(initial_h, x, layout, directions, hidden)
    cs = _start(initial_c, x, layout, directions, hidden)
    y, (h, c) = _run(
        x, lengths, list(zip(hs, cs, strict=True)), direction, layout, hidden, step_of, 2
    )
    return y, h, c


@operator("GRU")
def gru(
    x: Any,
    w: Any,
    r: Any,
    b: Any = None,
    lengths: Any = None,
    initial_h: Any = None,
    *,
    activation_alpha: list[float] | None = None,
    activation_beta: list[float] | None = None,
    activations: list[str] | None = None,
    clip: float | None = None,
    direction: str = "forward",
    hidden_size: int | None = None,
    layout: int = 0,
    linear_before_reset: int = 0,
    output_sequence: int = 0,
) -> Any:
    """Gates in the order update, reset, hidden."""
    hidden = r.shape[-1]
    directions = w.shape[0]
    functions = _functions(
        activations, ("Sigmoid", "Tanh"), directions, activation_alpha, activation_beta, clip
    )

    def step_of(number: int) -> tuple[Callable[[Any], Any], Step]:
        f, g = functions[number]
        w_in, w_state, b_in, b_state = _weights(w, r, b, number, 3)

        def prepare(inputs: Any) -> Any:
            share = inputs @ w_in
            return share if b_in is None else share + b_in

        def step(share: Any, states: Sequence[Any]) -> Sequence[Any]:
            (before,) = states
            both = before @ w_state[:, : 2 * hidden]
            if b_state is not None:
                both = both + b_state[: 2 * hidden]
            update = f(_gate(share, 0, hidden) + both[:, :hidden])
            reset = f(_gate(share, 1, hidden) + both[:, hidden:])
            own = w_state[:, 2 * hidden :]
            bias = None if b_state is None else b_state[2 * hidden :]
            if linear_before_reset:
                part = before @ own
                part = reset * (part if bias is None else part + bias)
            else:
                part = (reset * before) @ own
                part = part if bias is None else part + bias
            new = g(_gate(share, 2, hidden) + part)
            return ((1 - update) * new + update * before,)

        return prepare, step

    hs = _start(initial_h, x, layout, directions, hidden)
    y, (h,) = _run(x, lengths, [(s,) for s in hs], direction, layout, hidden, step_of, 1)
    return y, h


@operator("RNN")
def rnn(
    x: Any,
    w: Any,
    r: Any,
    b: Any = None,
    lengths: Any = None,
    initial_h: Any = None,
    *,
    activation_alpha: list[float] | None = None,
    activation_beta: list[float] | None = None,
    activations: list[str] | None = None,
    clip: float | None = None,
    direction: str = "forward",
    hidden_size: int | None = None,
    layout: int = 0,
    output_sequence: int = 0,
) -> Any:
    hidden = r.shape[-1]
    directions = w.shape[0]
    functions = _functions(
        activations, ("Tanh",), directions, activation_alpha, activation_beta, clip
    )

    def step_of(number: int) -> tuple[Callable[[Any], Any], Step]:
        (f,) = functions[number]
        w_in, w_state, b_in, b_state = _weights(w, r, b, number, 1)

        def prepare(inputs: Any) -> Any:
            share = inputs @ w_in
            return share if b_in is None else share + (b_in + b_state)

        def step(share: Any, states: Sequence[Any]) -> Sequence[Any]:
            return (f(share + states[0] @ w_state),)

        return prepare, step

    hs = _start(initial_h, x, layout, directions, hidden)
    y, (h,) = _run(x, lengths, [(s,) for s in hs], direction, layout, hidden, step_of, 1)
    return y, h
