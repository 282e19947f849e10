"""Recurrent layers: loops of the program over the steps of sequences ``(n, steps, inputs)``.

Each has a ``step`` from the inputs of one step and a state to the next state, a tuple of tensors of
which the first is the output; it is called for the outputs of all steps, ``(n, steps, units)``, and
its ``scan`` gives the last state as well. With ``lengths`` (n, i64) a sequence ends after so many
steps: its outputs are 0 from there on, and its state stays.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from dlvm import nnkit
from dlvm.nn.functions import sigmoid
from dlvm.nn.initializers import Initializer, glorot, orthogonal
from dlvm.nn.layers import Generator
from dlvm.nnkit import Float1D, Float2D, initialize, staged, struct


@staged
def _scan(cell: Any, xs: Any, state: Any, lengths: Any, reverse: bool) -> Any:
    """All states' outputs, and the last state. ``xs`` are what ``cell.projected`` gives."""
    count = xs.shape[0]
    outputs = nnkit.zeros((count, *state[0].shape))
    for i in nnkit.range(count):
        t = count - 1 - i if reverse else i
        following = cell.advance(xs[t], state)
        output = following[0]
        if lengths is not None:
            going = nnkit.expand_dims(t < lengths, 1)
            following = tuple(
                nnkit.where(going, new, old) for new, old in zip(following, state, strict=True)
            )
            output = nnkit.where(going, output, 0.0)
        # Added to zeros, for whose gradient nothing has to be written.
        outputs = nnkit.scatter(outputs, t, output, by="add")
        state = following
    return outputs, state


@struct
class _Recurrent:
    gates: ClassVar[int]
    """How many numbers a step computes for each unit."""
    states: ClassVar[int] = 1

    input_weight: Float2D
    hidden_weight: Float2D
    bias: Float1D
    reverse: bool

    def __init__(
        self,
        inputs: int,
        units: int,
        *,
        reverse: bool = False,
        init: Initializer = glorot,
        hidden_init: Initializer = orthogonal,
        rng: Generator = None,
    ) -> None:
        """Weights made by ``init``, and by ``hidden_init`` for what comes from the state, from
        ``rng`` (or unlike any others); biases of 0. With ``reverse`` it begins at the end."""
        rng = rng or np.random.default_rng()
        gates = range(self.gates)
        initialize(
            self,
            input_weight=np.concatenate(
                [init(rng, (inputs, units), inputs, units) for _ in gates], axis=1
            ),
            hidden_weight=np.concatenate(
                [hidden_init(rng, (units, units), units, units) for _ in gates], axis=1
            ),
            bias=np.zeros(self.gates * units, np.float32),
            reverse=reverse,
        )

    def initial(self, count: int) -> tuple[Any, ...]:
        """The state of so many sequences before the first step: zeros."""
        return (nnkit.zeros((count, self.hidden_weight.shape[0])),) * self.states

    def projected(self, x: Any) -> Any:
        """What comes from inputs, for whichever steps: one product for all of them."""
        return x @ self.input_weight + self.bias

    def advance(self, projected: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        """The next state, from what ``projected`` gives for a step."""
        raise NotImplementedError

    def step(self, x: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        """The state after a step with the inputs ``(n, inputs)``."""
        return self.advance(self.projected(x), state)

    def scan(
        self, x: Any, lengths: Any = None, state: tuple[Any, ...] | None = None
    ) -> tuple[Any, tuple[Any, ...]]:
        """The outputs of all steps, and the last state. It begins with ``state``, or zeros."""
        count, steps, inputs = x.shape
        start = self.initial(count) if state is None else state
        rows = x.transpose(1, 0, 2).reshape((-1, inputs))
        xs = self.projected(rows).reshape((steps, count, -1))
        outputs, last = _scan(self, xs, start, lengths, self.reverse)
        return outputs.transpose(1, 0, 2), last

    def __call__(self, x: Any, lengths: Any = None) -> Any:
        return self.scan(x, lengths)[0]


@struct(init=False)
class RNN(_Recurrent):
    """``h = tanh(x @ input_weight + h @ hidden_weight + bias)`` (Elman, 1990)."""

    gates: ClassVar[int] = 1

    def advance(self, projected: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        return (nnkit.tanh(projected + state[0] @ self.hidden_weight),)


@struct(init=False)
class LSTM(_Recurrent):
    """Long short-term memory (Hochreiter and Schmidhuber, 1997; Gers et al., 2000). The state is
    the output and the memory; the columns of the weights are the input gate, the forget gate, what
    is remembered, and the output gate."""

    gates: ClassVar[int] = 4
    states: ClassVar[int] = 2

    def advance(self, projected: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        hidden, memory = state
        units = self.hidden_weight.shape[0]
        numbers = projected + hidden @ self.hidden_weight
        i, f, g, o = (numbers[:, k * units : (k + 1) * units] for k in range(4))
        memory = sigmoid(f) * memory + sigmoid(i) * nnkit.tanh(g)
        return sigmoid(o) * nnkit.tanh(memory), memory


@struct
class GRU(_Recurrent):
    """The gated recurrent unit (Cho et al., 2014), with the reset after the product. The columns of
    the weights are the reset gate, the update gate, and what is new, which gets ``hidden_bias``
    before it is reset."""

    gates: ClassVar[int] = 3

    hidden_bias: Float1D

    def __init__(
        self,
        inputs: int,
        units: int,
        *,
        reverse: bool = False,
        init: Initializer = glorot,
        hidden_init: Initializer = orthogonal,
        rng: Generator = None,
    ) -> None:
        """As for the other recurrent layers."""
        _Recurrent.__init__(
            self, inputs, units, reverse=reverse, init=init, hidden_init=hidden_init, rng=rng
        )
        initialize(self, hidden_bias=np.zeros(units, np.float32))

    def advance(self, projected: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        (hidden,) = state
        units = hidden.shape[1]
        product = hidden @ self.hidden_weight
        gates = sigmoid(projected[:, : 2 * units] + product[:, : 2 * units])
        reset, kept = gates[:, :units], gates[:, units:]
        new = nnkit.tanh(
            projected[:, 2 * units :] + reset * (product[:, 2 * units :] + self.hidden_bias)
        )
        return (new + kept * (hidden - new),)


@struct
class Bidirectional:
    """The outputs of a recurrent layer and, beside them, of one that begins at the end."""

    forward: Any
    backward: Any

    def __init__(self, forward: Any, backward: Any) -> None:
        """``backward`` is a layer that was made with ``reverse=True``."""
        initialize(self, forward=forward, backward=backward)

    def __call__(self, x: Any, lengths: Any = None) -> Any:
        return nnkit.concatenate([self.forward(x, lengths), self.backward(x, lengths)], 2)
