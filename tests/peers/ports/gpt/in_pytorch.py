"""A GPT that trains, and then generates with a key-value cache that grows with each step."""

import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, x, past):
        n, t, width = x.shape
        parts = self.qkv(self.norm(x)).chunk(3, -1)
        q, k, v = [p.view(n, t, self.heads, width // self.heads).transpose(1, 2) for p in parts]
        k, v = torch.cat([past[0], k], 2), torch.cat([past[1], v], 2)
        mask = torch.ones(t, k.shape[2], dtype=torch.bool).tril(k.shape[2] - t)
        y = F.scaled_dot_product_attention(q, k, v, mask)
        x = x + self.out(y.transpose(1, 2).reshape(n, t, width))
        return x + self.mlp(x), (k, v)


class GPT(nn.Module):
    def __init__(self, vocabulary, steps, width, heads, depth):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(steps, width)
        self.blocks = nn.ModuleList([Block(width, heads) for _ in range(depth)])
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary)

    def forward(self, tokens, cache):
        past = cache[0][0].shape[2]
        x = self.tokens(tokens) + self.positions(torch.arange(past, past + tokens.shape[1]))
        grown = []
        for block, kv in zip(self.blocks, cache, strict=True):
            x, kv = block(x, kv)
            grown.append(kv)
        return self.head(self.norm(x)), grown


def train(model, empty, data, steps):
    optimizer = torch.optim.AdamW(model.parameters(), 3e-3)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(data[:, :-1], empty)[0].flatten(0, 1), data[:, 1:].flatten())
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@torch.no_grad()
def generate(model, tokens, cache, count):
    text = new = tokens
    for _ in range(count):
        logits, cache = model(new, cache)
        new = logits[:, -1:].argmax(2)
        text = torch.cat([text, new], 1)
    return text, logits  # pyright: ignore[reportPossiblyUnboundVariable]


def main(model, data, prompt):
    data, prompt = torch.tensor(data), torch.tensor(prompt)
    losses = train(model, [(torch.zeros(len(data), 2, 0, 8),) * 2] * 2, data, 20)
    text, logits = generate(model, prompt, [(torch.zeros(len(prompt), 2, 0, 8),) * 2] * 2, 12)
    return {"losses": losses, "text": text, "logits": logits}


def build():
    return GPT(vocabulary=7, steps=24, width=16, heads=2, depth=2)
