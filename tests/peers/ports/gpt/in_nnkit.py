"""A GPT that trains, and then generates with a key-value cache that grows with each step."""

from typing import Annotated

import numpy as np

from dlvm import nn, nnkit
from dlvm.nnkit import Float4D, Int2D, dynamic, staged, struct, value_and_gradient

Tokens = Annotated[Int2D, dynamic(n=0, new=1)]
Past = Annotated[Float4D, dynamic(n=0, past=2)]


def apply(block, x, past):
    norm, qkv, out, mlp = block
    n, t, _ = x.shape
    parts = nnkit.split(qkv(norm(x)), 3, axis=-1)
    q, k, v = [p.reshape((n, t, past[0].shape[1], -1)).transpose(0, 2, 1, 3) for p in parts]
    k, v = nnkit.concat([past[0], k], 2), nnkit.concat([past[1], v], 2)
    y = nn.attention(q, k, v, nn.causal_mask(t, k.shape[2]))
    x = x + out(y.transpose(0, 2, 1, 3).reshape(x.shape))
    return x + mlp(x), (k, v)


@struct
class GPT:
    tokens: nn.Embedding
    positions: nn.Embedding
    blocks: list[tuple[nn.LayerNorm, nn.Dense, nn.Dense, nn.Sequential]]
    norm: nn.LayerNorm
    head: nn.Dense

    @staged
    def __call__(self, tokens: Tokens, cache: list[tuple[Past, Past]]):
        past = cache[0][0].shape[2]
        x = self.tokens(tokens) + self.positions(nnkit.arange(past, past + tokens.shape[1]))
        grown = []
        for block, kv in zip(self.blocks, cache, strict=True):
            x, kv = apply(block, x, kv)
            grown.append(kv)
        return self.head(self.norm(x)), grown


def loss(model, data, empty):
    return nn.softmax_cross_entropy(model(data[:, :-1], empty)[0], data[:, 1:])


@staged
def train(optimizer, model, data, empty):
    state, losses = optimizer.init(model), nnkit.zeros(20)
    for i in nnkit.range(len(losses)):
        value, slope = value_and_gradient(loss)(model, data, empty)
        model, state = optimizer.update(model, slope, state)
        losses = losses.at[i].set(value)
    return model, losses


def generate(model, tokens, cache, count):
    text = new = tokens
    for _ in range(count):
        logits, cache = model(new, cache)
        new = logits[:, -1:].argmax(2)
        text = np.concatenate([text, new], 1)
    return text, logits  # pyright: ignore[reportPossiblyUnboundVariable]


def main(model, data, prompt):
    optimizer = nn.AdamW(3e-3, weight_decay=0.01)
    model, losses = train(optimizer, model, data, [(np.zeros((len(data), 2, 0, 8), "f"),) * 2] * 2)
    text, logits = generate(model, prompt, [(np.zeros((len(prompt), 2, 0, 8), "f"),) * 2] * 2, 12)
    return {"losses": losses, "text": text, "logits": logits}


def block(width):
    mlp = nn.LayerNorm(width), nn.Dense(width, 4 * width), nn.gelu, nn.Dense(4 * width, width)
    attention = nn.LayerNorm(width), nn.Dense(width, 3 * width), nn.Dense(width, width)
    return *attention, nn.Sequential(*mlp)


def build():
    layers = nn.Embedding(7, 16), nn.Embedding(24, 16), [block(16), block(16)], nn.LayerNorm(16)
    return GPT(*layers, nn.Dense(16, 7))
