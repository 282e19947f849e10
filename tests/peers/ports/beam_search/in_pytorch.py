"""Beam search over a recurrent model, and a stack machine that tells instructions by ``match``."""

import torch


def beam_search(embedding, recurrent, output, width, length):
    """The most probable texts, and their log-probabilities; each begins with letter 0."""
    letters = len(embedding)
    texts = torch.zeros(width, length, dtype=torch.int64)
    scores = torch.full((width,), -torch.inf)
    scores[0], state = 0.0, torch.zeros(width, recurrent.shape[1])
    for t in range(1, length):
        state = torch.tanh(embedding[texts[:, t - 1]] + state @ recurrent)
        following = scores[:, None] + torch.log_softmax(state @ output, 1)
        scores, chosen = torch.topk(following.flatten(), width)
        texts, state = texts[chosen // letters], state[chosen // letters]
        texts[:, t] = chosen % letters
    return texts, scores


def run(code, constants, x):
    """The top of the stack after the program runs on a stack that holds ``x``."""
    stack, at = [x], 0
    while at < len(code):
        operation, operand = code[at]
        at += 1
        match operation:
            case 0:  # push
                stack.append(constants[operand])
            case 1:  # copy
                stack.append(stack[-1 - operand])
            case 2:  # add
                stack.append(stack.pop() + stack.pop())
            case 3:  # multiply
                stack.append(stack.pop() * stack.pop())
            case 4:  # sine
                stack.append(torch.sin(stack.pop()))
            case 5:  # repeat if greater than 1
                if stack[-1] > 1:
                    at = operand
    return stack[-1]


def main(embedding, recurrent, output, code, constants, x):
    tables = [torch.tensor(a) for a in (embedding, recurrent, output)]
    texts, scores = beam_search(*tables, width=4, length=8)
    constants, x = torch.tensor(constants), torch.tensor(x, requires_grad=True)
    value = run(code.tolist(), constants, x)
    value.backward()
    return {"texts": texts, "scores": scores, "value": value.detach(), "slope": x.grad}
