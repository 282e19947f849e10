"""Recurrent networks, networks with branches and lengths, and networks on graphs."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class Tagger(nn.Module):
    """A bidirectional LSTM over padded sentences, and scores of pairs of labels."""

    def __init__(self, words: int, width: int, labels: int) -> None:
        super().__init__()
        self.table = nn.Embedding(words, width, padding_idx=0)
        self.lstm = nn.LSTM(width, width, 2, batch_first=True, bidirectional=True)
        self.head = nn.Linear(2 * width, labels)
        self.pairs = nn.Parameter(torch.randn(labels, labels) * 0.1)

    def forward(self, words: Tensor) -> Tensor:
        """The logarithm of the sum over all sequences of labels."""
        states, _ = self.lstm(self.table(words))
        scores = self.head(states)
        mask = words != 0
        total = scores[:, 0]
        for step in range(1, words.shape[1]):
            after = torch.logsumexp(total[:, :, None] + self.pairs, 1) + scores[:, step]
            total = torch.where(mask[:, step, None], after, total)
        return torch.logsumexp(total, 1)


class Translator(nn.Module):
    """Two GRUs with additive attention (Bahdanau et al., 2015)."""

    def __init__(self, words: int, width: int) -> None:
        super().__init__()
        self.source, self.target = nn.Embedding(words, width), nn.Embedding(words, width)
        self.encoder = nn.GRU(width, width, batch_first=True)
        self.cell = nn.GRUCell(2 * width, width)
        self.of_state, self.of_keys = nn.Linear(width, width), nn.Linear(width, width, bias=False)
        self.energy, self.head = nn.Linear(width, 1), nn.Linear(width, words)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        states, last = self.encoder(self.source(source))
        keys, state = self.of_keys(states), last[0]
        found = []
        for word in self.target(target).unbind(1):
            energy = self.energy(torch.tanh(keys + self.of_state(state)[:, None]))
            weights = energy.squeeze(-1).masked_fill(source == 0, -1e9).softmax(1)
            context = torch.bmm(weights[:, None], states).squeeze(1)
            state = self.cell(torch.cat([word, context], 1), state)
            found.append(self.head(state))
        return torch.stack(found, 1)


class Forecast(nn.Module):
    """Dilated causal convolutions with gates (van den Oord et al., 2016)."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.inside = nn.Conv1d(1, width, 1)
        self.dilated = nn.ModuleList(
            nn.Conv1d(width, 2 * width, 2, dilation=1 << n) for n in range(layers)
        )
        self.mix = nn.ModuleList(nn.Conv1d(width, width, 1) for _ in range(layers))
        self.out = nn.Conv1d(width, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        x = self.inside(x)
        skipped: Tensor | int = 0
        for n, (layer, mix) in enumerate(zip(self.dilated, self.mix, strict=True)):
            signal, gate = layer(F.pad(x, (1 << n, 0))).chunk(2, 1)
            y = mix(torch.tanh(signal) * torch.sigmoid(gate))
            x, skipped = x + y, skipped + y
        return self.out(F.relu(torch.as_tensor(skipped)))


class Experts(nn.Module):
    """A mixture of experts: the two best of a gate are weighted."""

    def __init__(self, width: int, count: int) -> None:
        super().__init__()
        self.gate = nn.Linear(width, count)
        self.up = nn.Parameter(torch.randn(count, width, 2 * width) / width)
        self.down = nn.Parameter(torch.randn(count, 2 * width, width) / width)

    def forward(self, x: Tensor) -> Tensor:
        best, places = self.gate(x).topk(2, -1)
        weights = torch.zeros_like(self.gate(x)).scatter(-1, places, best.softmax(-1))
        inner = F.silu(torch.einsum("nd,edh->neh", x, self.up))
        return x + torch.einsum("neh,ehd,ne->nd", inner, self.down, weights)


class Branches(nn.Module):
    """A branch on data through ``torch.cond``, and one in Python, which ends a graph."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.a, self.b = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        x = torch.tanh(self.a(x))
        if x.mean() > 0:
            x = self.b(x)
        return torch.cond(x.sum() > 0, torch.sin, torch.cos, (x,)) + self.a(x)


class Messages(nn.Module):
    """A network on a graph: messages along edges, summed for each node (Gilmer et al., 2017)."""

    def __init__(self, width: int, steps: int) -> None:
        super().__init__()
        self.steps = steps
        self.message, self.update = nn.Linear(2 * width, width), nn.GRUCell(width, width)

    def forward(self, nodes: Tensor, edges: Tensor) -> Tensor:
        for _ in range(self.steps):
            sent = F.relu(self.message(torch.cat([nodes[edges[0]], nodes[edges[1]]], 1)))
            total = torch.zeros_like(nodes).index_add(0, edges[1], sent)
            count = torch.zeros(nodes.shape[0]).scatter_add(0, edges[1], torch.ones(edges.shape[1]))
            largest = torch.zeros_like(nodes).scatter_reduce(
                0, edges[1, :, None].expand_as(sent), sent, "amax"
            )
            nodes = self.update(total / count.clamp(min=1)[:, None] + largest, nodes)
        return nodes


class Ranking(nn.Module):
    """Factorization machine with an embedding bag (Rendle, 2010)."""

    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.linear, self.factors = nn.Embedding(features, 1), nn.Embedding(features, width)
        self.deep = nn.Sequential(
            nn.Linear(width, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1)
        )

    def forward(self, features: Tensor) -> Tensor:
        factors = self.factors(features)
        total = factors.sum(1)
        second = 0.5 * (total.square() - factors.square().sum(1))
        return self.linear(features).sum((1, 2)) + second.sum(1) + self.deep(second).squeeze(1)
