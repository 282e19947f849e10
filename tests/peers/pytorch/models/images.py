"""Networks for images, as PyTorch programs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def convolved(
    inputs: int, outputs: int, size: int = 3, stride: int = 1, groups: int = 1
) -> nn.Sequential:
    """A convolution with batch normalization."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
    )


class Residual(nn.Module):
    """A block of ResNet (He et al., 2016)."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = convolved(inputs, outputs, 3, stride)
        self.second = convolved(outputs, outputs)
        same = stride == 1 and inputs == outputs
        self.shortcut = nn.Identity() if same else convolved(inputs, outputs, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(self.second(F.relu(self.first(x), inplace=True)) + self.shortcut(x))


def resnet(width: int, depth: Sequence[int], classes: int) -> nn.Module:
    layers: list[nn.Module] = [
        nn.Conv2d(3, width, 7, 2, 3, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(inplace=True),
        nn.MaxPool2d(3, 2, 1),
    ]
    inputs = width
    for stage, count in enumerate(depth):
        outputs = width << stage
        for number in range(count):
            layers.append(Residual(inputs, outputs, 2 if stage and not number else 1))
            inputs = outputs
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(inputs, classes))


class Squeeze(nn.Module):
    """Squeeze and excitation (Hu et al., 2018)."""

    def __init__(self, channels: int, inside: int) -> None:
        super().__init__()
        self.down, self.up = nn.Conv2d(channels, inside, 1), nn.Conv2d(inside, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        scale = F.adaptive_avg_pool2d(x, 1)
        return x * F.hardsigmoid(self.up(F.relu(self.down(scale))))


class Inverted(nn.Module):
    """An inverted residual of MobileNetV3 (Howard et al., 2019)."""

    def __init__(self, inputs: int, outputs: int, stride: int, factor: int) -> None:
        super().__init__()
        wide = inputs * factor
        self.layers = nn.Sequential(
            *(convolved(inputs, wide, 1), nn.Hardswish()),
            *(convolved(wide, wide, 5, stride, wide), Squeeze(wide, max(wide // 4, 2))),
            *(nn.Hardswish(), convolved(wide, outputs, 1)),
        )
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        y = self.layers(x)
        return x + y if self.adds else y


def mobilenet(width: int, blocks: int, classes: int) -> nn.Module:
    layers = [Inverted(width << n, width << n + 1, 2, 3) for n in range(blocks)]
    last = width << blocks
    return nn.Sequential(
        *(convolved(3, width, 3, 2), nn.Hardswish(), *layers, Inverted(last, last, 1, 2)),
        *(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(last, 2 * last), nn.Hardswish()),
        nn.Linear(2 * last, classes),
    )


class Dense(nn.Module):
    """A block of DenseNet (Huang et al., 2017): each layer gets the results of all before it."""

    def __init__(self, inputs: int, growth: int, count: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Sequential(
                nn.BatchNorm2d(inputs + n * growth),
                nn.ReLU(),
                nn.Conv2d(inputs + n * growth, growth, 3, padding=1, bias=False),
            )
            for n in range(count)
        )

    def forward(self, x: Tensor) -> Tensor:
        found = [x]
        for layer in self.layers:
            found.append(layer(torch.cat(found, 1)))
        return torch.cat(found, 1)


def densenet(width: int, growth: int, counts: Sequence[int], classes: int) -> nn.Module:
    layers: list[nn.Module] = [convolved(3, width, 3, 2), nn.ReLU()]
    for count in counts:
        layers += [Dense(width, growth, count), nn.AvgPool2d(2)]
        width += growth * count
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, classes))


class Shuffle(nn.Module):
    """A unit of ShuffleNetV2 (Ma et al., 2018)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        half = channels // 2
        self.branch = nn.Sequential(
            *(convolved(half, half, 1), nn.ReLU(), convolved(half, half, 3, 1, half)),
            *(convolved(half, half, 1), nn.ReLU()),
        )

    def forward(self, x: Tensor) -> Tensor:
        kept, changed = x.chunk(2, dim=1)
        x = torch.cat((kept, self.branch(changed)), dim=1)
        return x.unflatten(1, (2, -1)).transpose(1, 2).flatten(1, 2)


def shufflenet(width: int, depth: int, classes: int) -> nn.Module:
    units = [Shuffle(width) for _ in range(depth)]
    return nn.Sequential(
        *(convolved(3, width, 3, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1), *units),
        *(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, classes)),
    )


class Fire(nn.Module):
    """A module of SqueezeNet (Iandola et al., 2016)."""

    def __init__(self, inputs: int, squeezed: int, outputs: int) -> None:
        super().__init__()
        self.squeeze = nn.Conv2d(inputs, squeezed, 1)
        self.narrow = nn.Conv2d(squeezed, outputs, 1)
        self.wide = nn.Conv2d(squeezed, outputs, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        x = F.relu(self.squeeze(x), inplace=True)
        return torch.cat([F.relu(self.narrow(x)), F.relu(self.wide(x))], 1)


def squeezenet(width: int, classes: int) -> nn.Module:
    return nn.Sequential(
        *(nn.Conv2d(3, width, 3, 2), nn.ReLU(), nn.MaxPool2d(3, 2, ceil_mode=True)),
        *(Fire(width, width // 4, width), Fire(2 * width, width // 4, width)),
        *(nn.MaxPool2d(3, 2, ceil_mode=True), Fire(2 * width, width // 2, width)),
        *(nn.Conv2d(2 * width, classes, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()),
    )


class Inception(nn.Module):
    """A block of Inception (Szegedy et al., 2015): four branches."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.one = convolved(inputs, outputs, 1)
        self.three = nn.Sequential(convolved(inputs, outputs, 1), convolved(outputs, outputs, 3))
        self.five = nn.Sequential(convolved(inputs, outputs, 1), convolved(outputs, outputs, 5))
        self.pooled = nn.Sequential(nn.MaxPool2d(3, 1, 1), convolved(inputs, outputs, 1))

    def forward(self, x: Tensor) -> Tensor:
        branches = (self.one, self.three, self.five, self.pooled)
        return torch.cat([F.relu(branch(x)) for branch in branches], 1)


def inception(width: int, depth: int, classes: int) -> nn.Module:
    sizes = [width, *[4 * width] * depth]
    return nn.Sequential(
        *(convolved(3, width, 7, 2), nn.ReLU(), nn.LocalResponseNorm(5)),
        *(Inception(a, width) for a, _ in pairwise(sizes)),
        *(nn.AvgPool2d(3, 2, 1), nn.AdaptiveAvgPool2d((3, 2)), nn.Flatten()),
        nn.Linear(24 * width, classes),
    )


class ConvNeXtBlock(nn.Module):
    """A block of ConvNeXt (Liu et al., 2022), with layer normalization over channels."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.depthwise = nn.Conv2d(width, width, 7, padding=3, groups=width)
        self.norm = nn.LayerNorm(width, eps=1e-6)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.scale = nn.Parameter(torch.full((width,), 0.1))

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm(self.depthwise(x).permute(0, 2, 3, 1))
        return x + (self.scale * self.down(F.gelu(self.up(y)))).permute(0, 3, 1, 2)


def convnext(width: int, depth: int, classes: int) -> nn.Module:
    return nn.Sequential(
        *(nn.Conv2d(3, width, 4, 4), *(ConvNeXtBlock(width) for _ in range(depth))),
        *(nn.Conv2d(width, 2 * width, 2, 2), *(ConvNeXtBlock(2 * width) for _ in range(depth))),
        *(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.LayerNorm(2 * width)),
        nn.Linear(2 * width, classes),
    )


class VisionTransformer(nn.Module):
    """ViT (Dosovitskiy et al., 2021) of PyTorch's own encoder layers."""

    def __init__(
        self, size: int, patch: int, width: int, heads: int, depth: int, classes: int
    ) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, patch)
        self.label = nn.Parameter(torch.randn(1, 1, width) * 0.02)
        self.places = nn.Parameter(torch.randn(1, (size // patch) ** 2 + 1, width) * 0.02)
        layer = nn.TransformerEncoderLayer(
            width, heads, 4 * width, 0.0, "gelu", batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, depth, enable_nested_tensor=False)
        self.head = nn.Linear(width, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.label.expand(x.shape[0], -1, -1), x], 1) + self.places
        return self.head(self.encoder(x)[:, 0])


class WindowAttention(nn.Module):
    """A block of Swin (Liu et al., 2021): attention in shifted windows, with a bias for each
    distance."""

    def __init__(self, width: int, heads: int, window: int, shift: int) -> None:
        super().__init__()
        self.heads, self.window, self.shift = heads, window, shift
        self.norm, self.qkv, self.out = (
            nn.LayerNorm(width),
            nn.Linear(width, 3 * width),
            nn.Linear(width, width),
        )
        self.bias = nn.Parameter(torch.randn((2 * window - 1) ** 2, heads) * 0.1)
        places = torch.stack(torch.meshgrid(*[torch.arange(window)] * 2, indexing="ij")).flatten(1)
        apart = places[:, :, None] - places[:, None] + window - 1
        self.apart: Tensor
        self.register_buffer("apart", apart[0] * (2 * window - 1) + apart[1])

    def forward(self, x: Tensor) -> Tensor:
        batch, height, width, channels = x.shape
        w = self.window
        y = torch.roll(self.norm(x), (-self.shift, -self.shift), (1, 2))
        y = y.view(batch, height // w, w, width // w, w, channels).transpose(2, 3)
        y = self.qkv(y.reshape(-1, w * w, channels))
        q, k, v = y.reshape(-1, w * w, 3, self.heads, channels // self.heads).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-2, -1) * (channels // self.heads) ** -0.5
        scores = scores + self.bias[self.apart].permute(2, 0, 1)
        y = self.out((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))
        y = y.view(batch, height // w, width // w, w, w, channels).transpose(2, 3)
        return x + torch.roll(y.reshape(x.shape), (self.shift, self.shift), (1, 2))


class Swin(nn.Module):
    def __init__(self, width: int, heads: int, window: int, classes: int) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, width, 4, 4)
        self.blocks = nn.Sequential(
            WindowAttention(width, heads, window, 0),
            WindowAttention(width, heads, window, window // 2),
        )
        self.merge = nn.Linear(4 * width, 2 * width, bias=False)
        self.head = nn.Linear(2 * width, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = self.blocks(self.patches(x).permute(0, 2, 3, 1))
        parts = [x[:, 0::2, 0::2], x[:, 1::2, 0::2], x[:, 0::2, 1::2], x[:, 1::2, 1::2]]
        return self.head(self.merge(torch.cat(parts, -1)).mean((1, 2)))


class Segmenter(nn.Module):
    """U-Net (Ronneberger et al., 2015)."""

    def __init__(self, width: int, levels: int) -> None:
        super().__init__()
        widths = [width << n for n in range(levels + 1)]
        pairs = list(pairwise(widths))
        self.first = convolved(3, width)
        self.down = nn.ModuleList(convolved(a, b) for a, b in pairs)
        self.up = nn.ModuleList(nn.ConvTranspose2d(b, a, 2, 2) for a, b in reversed(pairs))
        self.merge = nn.ModuleList(convolved(2 * a, a) for a, _ in reversed(pairs))
        self.last = nn.Conv2d(width, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        x = F.relu(self.first(x))
        kept = []
        for down in self.down:
            kept.append(x)
            x = F.relu(down(F.max_pool2d(x, 2)))
        for up, merge in zip(self.up, self.merge, strict=True):
            x = F.relu(merge(torch.cat([kept.pop(), up(x)], 1)))
        return self.last(x)


class Detector(nn.Module):
    """A feature pyramid (Lin et al., 2017) with a head that all levels share, and boxes decoded
    from its results."""

    def __init__(self, width: int, classes: int) -> None:
        super().__init__()
        self.stages = nn.ModuleList(
            convolved(a, b, 3, 2) for a, b in ((3, width), (width, width), (width, width))
        )
        self.lateral = nn.ModuleList(nn.Conv2d(width, width, 1) for _ in range(3))
        self.head = nn.Conv2d(width, classes + 4, 3, padding=1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        features = []
        for stage in self.stages:
            x = F.leaky_relu(stage(x), 0.1)
            features.append(x)
        merged = self.lateral[2](features[2])
        found = [self._decoded(merged, 8)]
        for level in (1, 0):
            larger = F.interpolate(merged, size=features[level].shape[-2:], mode="nearest")
            merged = self.lateral[level](features[level]) + larger
            found.append(self._decoded(merged, 2 << level))
        return torch.cat([b for b, _ in found], 1), torch.cat([s for _, s in found], 1)

    def _decoded(self, x: Tensor, stride: int) -> tuple[Tensor, Tensor]:
        x = self.head(x).permute(0, 2, 3, 1)
        rows, columns = torch.meshgrid(
            torch.arange(x.shape[1]), torch.arange(x.shape[2]), indexing="ij"
        )
        centers = (torch.stack([columns, rows], -1) + 0.5) * stride
        near, far = x[..., :2].exp(), x[..., 2:4].exp()
        boxes = torch.cat([centers - near, centers + far], -1)
        return boxes.flatten(1, 2), x[..., 4:].sigmoid().flatten(1, 2)
