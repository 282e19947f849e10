"""Recurrent layers: staged loops over the steps of sequences ``(n, steps, inputs)``.

A call returns the outputs of all steps, f32 ``(n, steps, units)``; ``scan`` also returns the last
state, and ``step`` advances a state by one step. A state is a tuple of tensors, the first of which
is the output. With ``lengths``, i64 ``(n,)``, a sequence ends after that many steps: its later
outputs are 0, and its state no longer changes.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from dlvm import nnkit
from dlvm.nn.functions import sigmoid
from dlvm.nn.initializers import Initializer, glorot, orthogonal
from dlvm.nn.layers import Generator
from dlvm.nnkit import Float1D, Float2D, initialize, staged, struct
from dlvm.nnkit.tracing.expected_shapes import require_shape


@staged
def _scan(cell: Any, xs: Any, state: Any, lengths: Any, reverse: bool) -> Any:
    """The outputs of all steps, and the last state. ``xs`` is the result of ``cell.projected``."""
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
        # An addition to zeros: its gradient needs no write.
        outputs = nnkit.scatter(outputs, t, output, by="add")
        state = following
    return outputs, state


@struct
class _RecurrentLayer:
    gates: ClassVar[int]
    """The number of gates: elements that a step computes for each unit."""
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
        """Create the layer.

        Parameters
        ----------
        inputs, units
            The sizes of the last dimension of inputs and outputs.
        reverse
            Whether to iterate from the last step to the first.
        init, hidden_init
            The initializers of the input weights and of the hidden weights. Biases start at 0.
        rng
            The generator that the initializers draw from; by default a fresh, unseeded one.
        """
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
        """The initial state of ``count`` sequences: zeros."""
        return (nnkit.zeros((count, self.hidden_weight.shape[0])),) * self.states

    def projected(self, x: Any) -> Any:
        """The inputs' contribution to the gates, for any number of steps: one matrix product."""
        return x @ self.input_weight + self.bias

    def advance(self, projected: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        """The next state, from the result of ``projected`` for one step."""
        raise NotImplementedError

    def step(self, x: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        """Advances the state by one step.

        Parameters
        ----------
        x
            The inputs of the step, f32 ``(n, inputs)``.
        state
            The state: a tuple of f32 tensors ``(n, units)``.

        Returns
        -------
        tuple
            The next state.
        """
        name = f"{type(self).__name__}.step"
        require_shape(f"{name}: x", x, ("n", self.input_weight.shape[0]))
        self._require_states(name, state, x.shape[0])
        return self.advance(self.projected(x), state)

    def _require_states(self, name: str, states: tuple[Any, ...], count: Any) -> None:
        for state in states:
            require_shape(f"{name}: state", state, (count, self.hidden_weight.shape[0]))

    def scan(
        self, x: Any, lengths: Any = None, state: tuple[Any, ...] | None = None
    ) -> tuple[Any, tuple[Any, ...]]:
        """The outputs of all steps, and the last state.

        Parameters
        ----------
        x
            The inputs, f32 ``(n, steps, inputs)``.
        lengths
            The number of steps of each sequence, i64 ``(n,)``; by default all steps.
        state
            The initial state: a tuple of f32 tensors ``(n, units)``; by default zeros.

        Returns
        -------
        Tensor
            The outputs, f32 ``(n, steps, units)``.
        tuple
            The last state.
        """
        name = type(self).__name__
        require_shape(f"{name}: input", x, ("n", "steps", self.input_weight.shape[0]))
        count, steps, inputs = x.shape
        if lengths is not None:
            require_shape(f"{name}: lengths", lengths, (count,))
        start = self.initial(count) if state is None else state
        self._require_states(name, start, count)
        rows = x.transpose(1, 0, 2).reshape((-1, inputs))
        xs = self.projected(rows).reshape((steps, count, -1))
        outputs, last = _scan(self, xs, start, lengths, self.reverse)
        return outputs.transpose(1, 0, 2), last

    def __call__(self, x: Any, lengths: Any = None) -> Any:
        return self.scan(x, lengths)[0]


@struct(init=False)
class RNN(_RecurrentLayer):
    """A simple recurrent layer: ``h = tanh(x @ input_weight + h @ hidden_weight + bias)`` (Elman,
    1990).
    """

    gates: ClassVar[int] = 1

    def advance(self, projected: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        return (nnkit.tanh(projected + state[0] @ self.hidden_weight),)


@struct(init=False)
class LSTM(_RecurrentLayer):
    """Long short-term memory (Hochreiter and Schmidhuber, 1997; Gers et al., 2000).

    The state is the output and the memory cell. The columns of the weights are those of the input
    gate, the forget gate, the candidate and the output gate, in this order.
    """

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
class GRU(_RecurrentLayer):
    """The gated recurrent unit (Cho et al., 2014), with the reset gate applied after the product.

    The columns of the weights are those of the reset gate, the update gate and the candidate, in
    this order. ``hidden_bias`` is added to the candidate's hidden part before the reset.
    """

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
        """Create the layer; the parameters are those of :class:`LSTM`."""
        _RecurrentLayer.__init__(
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
    """A bidirectional layer: concatenates the outputs of a forward and a reversed recurrent layer.

    Inputs ``(n, steps, inputs)`` become f32 ``(n, steps, 2 * units)``.
    """

    forward: Any
    backward: Any

    def __init__(self, forward: Any, backward: Any) -> None:
        """Create the layer.

        Parameters
        ----------
        forward
            A recurrent layer.
        backward
            A recurrent layer created with ``reverse=True``.
        """
        initialize(self, forward=forward, backward=backward)

    def __call__(self, x: Any, lengths: Any = None) -> Any:
        return nnkit.concatenate([self.forward(x, lengths), self.backward(x, lengths)], 2)
