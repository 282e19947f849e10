"""Beam search over a recurrent model, and a stack machine that tells instructions by ``match``."""

from dlvm import nn, nnkit
from dlvm.nnkit import Float0D, Int2D, gradient, staged


@staged
def beam_search(embedding, recurrent, output, width: int, length: int):
    """The most probable texts, and their log-probabilities; each begins with letter 0."""
    letters = len(embedding)
    texts = nnkit.zeros((width, length), dtype=nnkit.i64)
    scores = nnkit.full(width, -nnkit.inf).at[0].set(0.0)
    state = nnkit.zeros((width, recurrent.shape[1]))
    for t in nnkit.range(1, length):
        state = nnkit.tanh(embedding[texts[:, t - 1]] + state @ recurrent)
        following = nnkit.expand_dims(scores, 1) + nn.log_softmax(state @ output)
        scores, chosen = nnkit.top_k(following.reshape(-1), width)
        texts, state = texts[chosen // letters], state[chosen // letters]
        texts = texts.at[:, t].set(chosen % letters)
    return texts, scores


@staged
def run(code: Int2D, constants, x: Float0D):
    """The top of the stack after the program runs on a stack that holds ``x``."""
    stack, top, at = nnkit.zeros(8).at[0].set(x), 0, 0
    while at < len(code):
        operation, operand = code[at]
        at += 1
        match operation:
            case 0:  # push
                top, stack = top + 1, stack.at[top + 1].set(constants[operand])
            case 1:  # copy
                top, stack = top + 1, stack.at[top + 1].set(stack[top - operand])
            case 2:  # add
                top, stack = top - 1, stack.at[top - 1].add(stack[top])
            case 3:  # multiply
                top, stack = top - 1, stack.at[top - 1].multiply(stack[top])
            case 4:  # sine
                stack = stack.at[top].set(nnkit.sin(stack[top]))
            case 5:  # repeat if greater than 1
                if stack[top] > 1:
                    at = operand
    return stack[top]


def main(embedding, recurrent, output, code, constants, x):
    texts, scores = beam_search(embedding, recurrent, output, 4, 8)
    slope, value = gradient(run, "x", keeping=0)(code, constants, x)
    return {"texts": texts, "scores": scores, "value": value, "slope": slope}
