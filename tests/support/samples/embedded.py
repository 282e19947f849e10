"""The programs that run on every target: two networks, a loop, a recursion and a training step."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

import dlvm
from dlvm.ir.module import Module
from dlvm.nn import Conv2D, Dense, MaxPool, Sequential, flatten, relu
from dlvm.nnkit import Float2D, Float4D, staged


@dataclass(frozen=True)
class EmbeddedProgram:
    """A module, and which of its functions is compiled."""

    module: Callable[[], Module]
    function: str
    heap: str | None = None
    stack: str | None = None


def _with_biases(model: Sequential) -> Sequential:
    """The model with biases other than zero, as after training."""

    def changed(layer: Any) -> Any:
        if not isinstance(layer, Dense | Conv2D):
            return layer
        assert layer.bias is not None
        shape = np.shape(layer.bias)
        return replace(layer, bias=np.linspace(-0.5, 0.5, np.prod(shape), dtype="f").reshape(shape))

    return Sequential(*map(changed, model.layers))


def digits_mlp() -> Module:
    """The network of ``examples/digits_mlp.py`` for one image."""
    rng = np.random.default_rng(0)
    model = _with_biases(
        Sequential(
            Dense(64, 128, rng=rng), relu, Dense(128, 64, rng=rng), relu, Dense(64, 10, rng=rng)
        )
    )

    @staged
    def classify(x: Float2D) -> Float2D:
        return model(x)

    return classify.module(np.zeros((1, 64), "f"))


def digits_convolution() -> Module:
    """The network of ``examples/digits_convolution.py`` for one image."""
    rng = np.random.default_rng(0)
    model = _with_biases(
        Sequential(
            Conv2D(1, 16, 3, padding=1, rng=rng), relu, MaxPool(2),
            Conv2D(16, 32, 3, padding=1, rng=rng), relu, MaxPool(2),
            flatten, Dense(128, 10, rng=rng),
        )
    )  # fmt: skip

    @staged
    def classify(x: Float4D) -> Float2D:
        return model(x)

    return classify.module(np.zeros((1, 1, 8, 8), "f"))


LSTM: Final = """
module "lstm"
stage raw

// The last state of an LSTM with 8 inputs and 16 states.
func @run: (<_t x 1 x 8 x f32>, <8 x 64 x f32>, <16 x 64 x f32>, <64 x f32>) -> <1 x 16 x f32> {
'entry(%x: <_t x 1 x 8 x f32>, %w: <8 x 64 x f32>, %u: <16 x 64 x f32>, %b: <64 x f32>):
    %steps = dimension of %x: <_t x 1 x 8 x f32> along 0
    branch 'head(0: i64, 0: <1 x 16 x f32>, 0: <1 x 16 x f32>)
'head(%t: i64, %h: <1 x 16 x f32>, %c: <1 x 16 x f32>):
    %more = lessThan %t: i64, %steps: i64
    conditional %more: bool then 'body() else 'end()
'body():
    %input = gather %x: <_t x 1 x 8 x f32> at %t: i64 along 0
    %xw = dot %input: <1 x 8 x f32>, %w: <8 x 64 x f32>
    %hu = dot %h: <1 x 16 x f32>, %u: <16 x 64 x f32>
    %sum = add %xw: <1 x 64 x f32>, %hu: <1 x 64 x f32>
    %gates = add %sum: <1 x 64 x f32>, %b: <64 x f32>
    %three = slice %gates: <1 x 64 x f32> from 0, 0 upto 1, 48
    %opposite = negate %three: <1 x 48 x f32>
    %power = exp %opposite: <1 x 48 x f32>
    %one = add %power: <1 x 48 x f32>, 1: f32
    %open = reciprocal %one: <1 x 48 x f32>
    %in = slice %open: <1 x 48 x f32> from 0, 0 upto 1, 16
    %keep = slice %open: <1 x 48 x f32> from 0, 16 upto 1, 32
    %out = slice %open: <1 x 48 x f32> from 0, 32 upto 1, 48
    %fourth = slice %gates: <1 x 64 x f32> from 0, 48 upto 1, 64
    %new = tanh %fourth: <1 x 16 x f32>
    %taken = multiply %in: <1 x 16 x f32>, %new: <1 x 16 x f32>
    %kept = multiply %keep: <1 x 16 x f32>, %c: <1 x 16 x f32>
    %cell = add %taken: <1 x 16 x f32>, %kept: <1 x 16 x f32>
    %shown = tanh %cell: <1 x 16 x f32>
    %state = multiply %out: <1 x 16 x f32>, %shown: <1 x 16 x f32>
    %next = add %t: i64, 1: i64
    branch 'head(%next: i64, %state: <1 x 16 x f32>, %cell: <1 x 16 x f32>)
'end():
    return %h: <1 x 16 x f32>
}
"""
"""An LSTM, a loop of as many steps as there are at run time."""

TREE: Final = """
module "tree"
stage raw

enum $Tree { ?leaf(<4 x f32>), ?node($Tree, $Tree) }

func @grow: (<64 x 4 x f32>, i64, i64) -> $Tree {
'entry(%x: <64 x 4 x f32>, %first: i64, %count: i64):
    %one = lessThan %count: i64, 2: i64
    conditional %one: bool then 'leaf() else 'node()
'leaf():
    %row = gather %x: <64 x 4 x f32> at %first: i64 along 0
    return ?leaf(%row: <4 x f32>): $Tree
'node():
    %half = floorDivide %count: i64, 2: i64
    %rest = subtract %count: i64, %half: i64
    %middle = add %first: i64, %half: i64
    %l = apply @grow(%x: <64 x 4 x f32>, %first: i64, %half: i64) -> $Tree
    %r = apply @grow(%x: <64 x 4 x f32>, %middle: i64, %rest: i64) -> $Tree
    return ?node(%l: $Tree, %r: $Tree): $Tree
}

func @state: (<4 x 4 x f32>, $Tree) -> <4 x f32> {
'entry(%w: <4 x 4 x f32>, %tree: $Tree):
    branchEnum %tree: $Tree case ?leaf 'leaf case ?node 'node
'leaf(%x: <4 x f32>):
    return %x: <4 x f32>
'node(%l: $Tree, %r: $Tree):
    %a = apply @state(%w: <4 x 4 x f32>, %l: $Tree) -> <4 x f32>
    %b = apply @state(%w: <4 x 4 x f32>, %r: $Tree) -> <4 x f32>
    %aw = dot %a: <4 x f32>, %w: <4 x 4 x f32>
    %sum = add %aw: <4 x f32>, %b: <4 x f32>
    %new = tanh %sum: <4 x f32>
    return %new: <4 x f32>
}

// A recursive network over a tree of 11 leaves.
func @tree: (<64 x 4 x f32>, <4 x 4 x f32>) -> <4 x f32> {
'entry(%x: <64 x 4 x f32>, %w: <4 x 4 x f32>):
    %root = apply @grow(%x: <64 x 4 x f32>, 0: i64, 11: i64) -> $Tree
    %found = apply @state(%w: <4 x 4 x f32>, %root: $Tree) -> <4 x f32>
    return %found: <4 x f32>
}
"""
"""A network that recurses over a tree, whose nodes are allocated at run time."""

TRAINING: Final = """
module "training"
stage raw

struct $Parameters {
    #w0: <16 x 12 x f32>, #b0: <12 x f32>,
    #w1: <12 x 4 x f32>, #b1: <4 x f32>
}

[gradient @loss wrt 0 keeping 0]
func @gradient: ($Parameters, <2 x 16 x f32>, <2 x 4 x f32>) -> ($Parameters, f32)

// The mean square distance of the outputs from the targets.
func @loss: ($Parameters, <2 x 16 x f32>, <2 x 4 x f32>) -> f32 {
'entry(%p: $Parameters, %x: <2 x 16 x f32>, %target: <2 x 4 x f32>):
    %w0 = extract #w0 from %p: $Parameters
    %b0 = extract #b0 from %p: $Parameters
    %d0 = dot %x: <2 x 16 x f32>, %w0: <16 x 12 x f32>
    %a0 = add %d0: <2 x 12 x f32>, %b0: <12 x f32>
    %h0 = tanh %a0: <2 x 12 x f32>
    %w1 = extract #w1 from %p: $Parameters
    %b1 = extract #b1 from %p: $Parameters
    %d1 = dot %h0: <2 x 12 x f32>, %w1: <12 x 4 x f32>
    %y = add %d1: <2 x 4 x f32>, %b1: <4 x f32>
    %difference = subtract %y: <2 x 4 x f32>, %target: <2 x 4 x f32>
    %square = square %difference: <2 x 4 x f32>
    %sum = reduce %square: <2 x 4 x f32> by add along 0, 1
    %mean = divide %sum: f32, 8: f32
    return %mean: f32
}

// A step of gradient descent, which updates the parameters in their place; and the loss before it.
!inplace
func @step: ($Parameters, <2 x 16 x f32>, <2 x 4 x f32>) -> ($Parameters, f32) {
'entry(%p: $Parameters, %x: <2 x 16 x f32>, %target: <2 x 4 x f32>):
    %found = apply @gradient(%p: $Parameters, %x: <2 x 16 x f32>, %target: <2 x 4 x f32>)
        -> ($Parameters, f32)
    %g = extract 0 from %found: ($Parameters, f32)
    %loss = extract 1 from %found: ($Parameters, f32)
    %w0 = extract #w0 from %p: $Parameters
    %gw0 = extract #w0 from %g: $Parameters
    %sw0 = multiply %gw0: <16 x 12 x f32>, 0.125: f32
    %nw0 = subtract %w0: <16 x 12 x f32>, %sw0: <16 x 12 x f32>
    %b0 = extract #b0 from %p: $Parameters
    %gb0 = extract #b0 from %g: $Parameters
    %sb0 = multiply %gb0: <12 x f32>, 0.125: f32
    %nb0 = subtract %b0: <12 x f32>, %sb0: <12 x f32>
    %w1 = extract #w1 from %p: $Parameters
    %gw1 = extract #w1 from %g: $Parameters
    %sw1 = multiply %gw1: <12 x 4 x f32>, 0.125: f32
    %nw1 = subtract %w1: <12 x 4 x f32>, %sw1: <12 x 4 x f32>
    %b1 = extract #b1 from %p: $Parameters
    %gb1 = extract #b1 from %g: $Parameters
    %sb1 = multiply %gb1: <4 x f32>, 0.125: f32
    %nb1 = subtract %b1: <4 x f32>, %sb1: <4 x f32>
    %new = literal {
        #w0 = %nw0: <16 x 12 x f32>, #b0 = %nb0: <12 x f32>,
        #w1 = %nw1: <12 x 4 x f32>, #b1 = %nb1: <4 x f32>
    }: $Parameters
    return (%new: $Parameters, %loss: f32): ($Parameters, f32)
}
"""
"""A training step: forward, backward and an update in place."""

EMBEDDED_PROGRAMS: Final = {
    "MLP": EmbeddedProgram(digits_mlp, "classify"),
    "convolution": EmbeddedProgram(digits_convolution, "classify"),
    "LSTM": EmbeddedProgram(lambda: dlvm.parse(LSTM), "run", "2KiB"),
    "tree": EmbeddedProgram(lambda: dlvm.parse(TREE), "tree", "4KiB", "4KiB"),
    "training": EmbeddedProgram(lambda: dlvm.parse(TRAINING), "step"),
}
"""The programs by name."""
