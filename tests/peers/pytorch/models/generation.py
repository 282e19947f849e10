"""Networks that generate: diffusion, autoencoders, adversarial networks, and text with a cache."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class DiffusionBlock(nn.Module):
    """A residual block of a diffusion U-Net (Ho et al., 2020), with the embedding of a time and
    attention over positions and over a context."""

    def __init__(self, width: int, groups: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.time = nn.Linear(width, 2 * width)
        self.first, self.second = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2))
        self.before, self.after, self.between = (nn.GroupNorm(groups, width) for _ in range(3))
        self.qkv, self.out = nn.Conv2d(width, 3 * width, 1), nn.Conv2d(width, width, 1)
        self.cross = nn.MultiheadAttention(width, heads, batch_first=True)

    def forward(self, x: Tensor, time: Tensor, context: Tensor) -> Tensor:
        scale, shift = self.time(F.silu(time))[:, :, None, None].chunk(2, 1)
        h = self.first(F.silu(self.before(x)))
        h = x + self.second(F.silu(self.after(h) * (1 + scale) + shift))
        batch, width, rows, columns = h.shape
        q, k, v = self.qkv(self.between(h)).reshape(3, batch, self.heads, -1, rows * columns)
        found = F.scaled_dot_product_attention(q.mT, k.mT, v.mT)
        h = h + self.out(found.mT.reshape(batch, width, rows, columns))
        flat = h.flatten(2).transpose(1, 2)
        flat = flat + self.cross(flat, context, context, need_weights=False)[0]
        return flat.transpose(1, 2).reshape(h.shape)


class Diffusion(nn.Module):
    """A diffusion U-Net of one level: predicts the noise of an image."""

    def __init__(self, width: int, groups: int, heads: int) -> None:
        super().__init__()
        self.width = width
        self.inside, self.outside = (
            nn.Conv2d(3, width, 3, padding=1),
            nn.Conv2d(2 * width, 3, 3, padding=1),
        )
        self.embed = nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, width))
        self.block, self.middle = (DiffusionBlock(width, groups, heads) for _ in range(2))
        self.down = nn.Conv2d(width, width, 3, 2, 1)

    def forward(self, x: Tensor, time: Tensor, context: Tensor) -> Tensor:
        half = self.width // 2
        rates = torch.exp(-math.log(10000) * torch.arange(half) / half)
        angles = time[:, None].float() * rates[None]
        embedded = self.embed(torch.cat([angles.cos(), angles.sin()], -1))
        h = self.block(self.inside(x), embedded, context)
        inner = F.interpolate(self.middle(self.down(h), embedded, context), scale_factor=2.0)
        return self.outside(torch.cat([h, inner], 1))


class Autoencoder(nn.Module):
    """A variational autoencoder; the noise is an input."""

    def __init__(self, width: int, latent: int) -> None:
        super().__init__()
        self.encode = nn.Sequential(
            *(
                nn.Conv2d(1, width, 4, 2, 1),
                nn.LeakyReLU(0.2),
                nn.Conv2d(width, 2 * width, 4, 2, 1),
            ),
            *(nn.InstanceNorm2d(2 * width, affine=True), nn.ELU(), nn.AdaptiveMaxPool2d(2)),
            *(nn.Flatten(), nn.Linear(8 * width, 2 * latent)),
        )
        self.decode = nn.Sequential(
            *(nn.Linear(latent, 32 * width), nn.PReLU(), nn.Unflatten(1, (2 * width, 4, 4))),
            *(nn.ConvTranspose2d(2 * width, width, 4, 2, 1), nn.Softplus()),
            nn.ConvTranspose2d(width, 1, 3, 2, 1, output_padding=1),
        )

    def forward(self, x: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
        mean, logvar = self.encode(x).chunk(2, 1)
        z = mean + noise * (0.5 * logvar).exp()
        divergence = -0.5 * (1 + logvar - mean.square() - logvar.exp()).sum(1)
        return torch.sigmoid(self.decode(z)), divergence


class SuperResolution(nn.Module):
    """Sub-pixel convolutions (Shi et al., 2016), added to a bilinear enlargement."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(nn.ReflectionPad2d(2), nn.Conv2d(3, width, 5), nn.Mish()),
            *(nn.Conv2d(width, 12, 3, padding=1), nn.PixelShuffle(2)),
        )

    def forward(self, x: Tensor) -> Tensor:
        larger = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
        return self.layers(x) + larger


class Decoder(nn.Module):
    """A language model that generates words, and whose cache of keys and values grows by one in
    each step."""

    def __init__(self, words: int, width: int, heads: int, length: int) -> None:
        super().__init__()
        self.heads, self.length = heads, length
        self.table = nn.Embedding(words, width)
        self.places = nn.Embedding(length, width)
        self.norm, self.qkv = nn.LayerNorm(width), nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, words: Tensor) -> Tensor:
        """The scores of the words that follow greedily; a prompt of any length is given."""
        keys = values = None
        collected = []
        for step in range(self.length):
            x = self.table(words[:, step]) + self.places.weight[step]
            q, k, v = self.qkv(self.norm(x)).unflatten(-1, (3, self.heads, -1)).unbind(1)
            keys = k[:, :, None] if keys is None else torch.cat([keys, k[:, :, None]], 2)
            values = v[:, :, None] if values is None else torch.cat([values, v[:, :, None]], 2)
            found = F.scaled_dot_product_attention(q[:, :, None], keys, values)
            x = x + self.out(found.flatten(1))
            scores = F.log_softmax(x @ self.table.weight.T, -1)
            collected.append(scores)
            if step + 1 == words.shape[1]:
                words = torch.cat([words, scores.argmax(-1, keepdim=True)], 1)
        return torch.stack(collected, 1)
