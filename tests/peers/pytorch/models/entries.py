"""The models: each is one entry of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

import torch
from torch import Tensor, nn

from benchmarks.models.exported import import_torchvision
from tests.peers.pytorch.models import generation, images, language, sequences

Inputs = tuple[Tensor, ...]
Model = tuple[nn.Module, Inputs]
Sizes = Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """A model at two sizes: small for tests, full for measurements."""

    make: Callable[..., nn.Module]
    inputs: Callable[..., Inputs]
    small: Sizes
    full: Sizes
    package: str = "torch"
    """The package that has the model."""
    graphs: int = 1
    """The number of graphs that PyTorch captures of it."""

    def model(self, size: str = "small") -> Model:
        """The model and inputs of a size, with reproducible random numbers."""
        torch.manual_seed(0)
        sizes = dict(self.small if size == "small" else self.full)
        given = {key: sizes.pop(key) for key in list(sizes) if key.startswith("of_")}
        made = self.make(**sizes)
        return made, self.inputs(**{key[3:]: value for key, value in given.items()})

    @property
    def is_installed(self) -> bool:
        return find_spec(self.package) is not None


def picture(batch: int, size: int, channels: int = 3) -> Inputs:
    return (torch.randn(batch, channels, size, size),)


def image(
    make: Callable[..., nn.Module], small: Sizes, full: Sizes, size: int = 32, batch: int = 2
) -> Entry:
    """A network for images."""
    small = {**small, "of_batch": batch, "of_size": size}
    return Entry(make, picture, small, {**full, "of_batch": 1, "of_size": 224})


def text(words: int, length: int, *others: int, batch: int = 2) -> Inputs:
    return tuple(language.tokens(words, batch, n) for n in (length, *others))


def masked(words: int, length: int, batch: int = 2) -> Inputs:
    """Words, and which of them are not padding."""
    (found,) = text(words, length, batch=batch)
    lengths = torch.arange(batch) % 3 + length - 2
    return found, (torch.arange(length)[None] < lengths[:, None]).long()


def padded(words: int, length: int, batch: int = 3) -> Inputs:
    found, mask = masked(words, length, batch)
    return (found * mask,)


def spoken(words: int, frames: int, length: int) -> Inputs:
    return (torch.randn(1, 8, frames), *text(words, length, batch=1))


def diffused(batch: int, size: int, width: int) -> Inputs:
    time = torch.randint(0, 1000, (batch,))
    return torch.randn(batch, 3, size, size), time, torch.randn(batch, 5, width)


def graph(nodes: int, edges: int, width: int) -> Inputs:
    return torch.randn(nodes, width), torch.randint(0, nodes, (2, edges))


def of_transformers(
    make: Callable[..., nn.Module], inputs: Callable[..., Inputs], **small: Any
) -> Entry:
    full = {
        "width": 384,
        "layers": 6,
        "words": 8000,
        "of_words": 8000,
        "of_length": 128,
        "of_batch": 1,
    }
    return Entry(make, inputs, {"width": 16, "layers": 2, **small}, full, "transformers")


def named(package: str, name: str, **options: Any) -> nn.Module:
    """A model of torchvision or timm."""
    torchvision = import_torchvision()
    if package == "torchvision":
        return getattr(torchvision.models, name)(**options)
    import timm

    return timm.create_model(name, **options)


def of_package(package: str, name: str, size: int = 64, **options: Any) -> Entry:
    sizes = {**options, "of_batch": 2, "of_size": size}
    full = {**options, "of_batch": 1, "of_size": 224 if size == 64 else size}
    return Entry(partial(named, package, name), picture, sizes, full, package)


WORDS: Final = {"words": 30, "of_words": 30, "of_length": 6}
MANY_WORDS: Final = {"words": 8000, "of_words": 8000, "of_length": 16}
ENTRIES: Final[Mapping[str, Entry]] = {
    "resnet": image(
        images.resnet,
        {"width": 8, "depth": (1, 1), "classes": 5},
        {"width": 64, "depth": (2, 2, 2, 2), "classes": 1000},
    ),
    "mobilenet": image(
        images.mobilenet,
        {"width": 4, "blocks": 2, "classes": 5},
        {"width": 16, "blocks": 4, "classes": 1000},
    ),
    "densenet": image(
        images.densenet,
        {"width": 8, "growth": 4, "counts": (2, 2), "classes": 5},
        {"width": 32, "growth": 16, "counts": (6, 8, 8), "classes": 1000},
    ),
    "shufflenet": image(
        images.shufflenet,
        {"width": 8, "depth": 2, "classes": 5},
        {"width": 128, "depth": 8, "classes": 1000},
    ),
    "squeezenet": image(
        images.squeezenet, {"width": 8, "classes": 5}, {"width": 96, "classes": 1000}
    ),
    "inception": image(
        images.inception,
        {"width": 4, "depth": 2, "classes": 5},
        {"width": 48, "depth": 4, "classes": 1000},
        20,
    ),
    "convnext": image(
        images.convnext,
        {"width": 8, "depth": 1, "classes": 5},
        {"width": 96, "depth": 3, "classes": 1000},
    ),
    "vit": image(
        images.VisionTransformer,
        {"size": 16, "patch": 4, "width": 16, "heads": 2, "depth": 2, "classes": 5},
        {"size": 224, "patch": 16, "width": 384, "heads": 6, "depth": 6, "classes": 1000},
        16,
    ),
    "swin": image(
        images.Swin,
        {"width": 8, "heads": 2, "window": 2, "classes": 5},
        {"width": 96, "heads": 3, "window": 7, "classes": 1000},
    ),
    "segmenter": image(
        images.Segmenter, {"width": 4, "levels": 2}, {"width": 32, "levels": 3}, 16
    ),
    "detector": image(images.Detector, {"width": 8, "classes": 3}, {"width": 64, "classes": 80}),
    "diffusion": Entry(
        generation.Diffusion,
        diffused,
        {"width": 8, "groups": 2, "heads": 2, "of_batch": 2, "of_size": 8, "of_width": 8},
        {"width": 128, "groups": 32, "heads": 4, "of_batch": 1, "of_size": 32, "of_width": 128},
    ),
    "autoencoder": Entry(
        generation.Autoencoder,
        lambda batch, latent: (torch.rand(batch, 1, 16, 16), torch.randn(batch, latent)),
        {"width": 4, "latent": 3, "of_batch": 3, "of_latent": 3},
        {"width": 64, "latent": 32, "of_batch": 64, "of_latent": 32},
    ),
    "super-resolution": Entry(
        generation.SuperResolution,
        picture,
        {"width": 8, "of_batch": 2, "of_size": 7},
        {"width": 64, "of_batch": 1, "of_size": 128},
    ),
    "decoder": Entry(
        generation.Decoder,
        text,
        {"words": 12, "width": 8, "heads": 2, "length": 5, "of_words": 12, "of_length": 2},
        {"words": 8000, "width": 384, "heads": 6, "length": 12, "of_words": 8000, "of_length": 4},
    ),
    "tagger": Entry(
        sequences.Tagger,
        padded,
        {"words": 30, "width": 6, "labels": 4, "of_words": 30, "of_length": 5},
        {"words": 8000, "width": 128, "labels": 9, "of_words": 8000, "of_length": 30},
    ),
    "translator": Entry(
        sequences.Translator,
        lambda words, length, other: text(words, length, other, batch=3),
        {"words": 30, "width": 6, "of_words": 30, "of_length": 5, "of_other": 3},
        {"words": 8000, "width": 256, "of_words": 8000, "of_length": 20, "of_other": 15},
    ),
    "forecast": Entry(
        sequences.Forecast,
        lambda length: (torch.randn(2, 1, length),),
        {"width": 6, "layers": 3, "of_length": 20},
        {"width": 64, "layers": 8, "of_length": 1000},
    ),
    "experts": Entry(
        sequences.Experts,
        lambda count, width: (torch.randn(count, width),),
        {"width": 6, "count": 4, "of_count": 5, "of_width": 6},
        {"width": 256, "count": 8, "of_count": 64, "of_width": 256},
    ),
    "branches": Entry(
        sequences.Branches,
        lambda count, width: (torch.randn(count, width),),
        {"width": 6, "of_count": 5, "of_width": 6},
        {"width": 512, "of_count": 64, "of_width": 512},
        graphs=2,
    ),
    "messages": Entry(
        sequences.Messages,
        graph,
        {"width": 6, "steps": 2, "of_nodes": 7, "of_edges": 15, "of_width": 6},
        {"width": 64, "steps": 3, "of_nodes": 1000, "of_edges": 5000, "of_width": 64},
    ),
    "ranking": Entry(
        sequences.Ranking,
        lambda words, length, batch: text(words, length, batch=batch),
        {"features": 40, "width": 5, "of_words": 40, "of_length": 4, "of_batch": 6},
        {"features": 9000, "width": 32, "of_words": 9000, "of_length": 20, "of_batch": 256},
    ),
    "bert": of_transformers(language.bert, masked, **WORDS),
    "distilbert": of_transformers(language.distilbert, text, **WORDS),
    "gpt2": of_transformers(language.gpt2, text, **WORDS),
    "llama": of_transformers(language.llama, text, **WORDS),
    "t5": of_transformers(
        language.t5,
        lambda words, length, batch=2: text(words, length, length - 2, batch=batch),
        **WORDS,
    ),
    "mamba": of_transformers(language.mamba, text, **WORDS),
    "whisper": Entry(
        language.whisper,
        spoken,
        {"width": 16, "layers": 1, "frames": 20, "of_frames": 20, **WORDS},
        {"width": 384, "layers": 4, "frames": 600, "of_frames": 600, **MANY_WORDS},
        "transformers",
    ),
    **{
        f"torchvision {name}": of_package("torchvision", name, weights=None)
        for name in (
            *("resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_small", "efficientnet_b0"),
            *("densenet121", "squeezenet1_1", "shufflenet_v2_x1_0", "convnext_tiny"),
            *("regnet_y_400mf", "googlenet", "mnasnet1_0", "alexnet", "vgg11_bn", "swin_t"),
        )
    },
    "torchvision vit_b_16": of_package("torchvision", "vit_b_16", 224, weights=None),
    **{
        f"timm {name}": of_package("timm", name)
        for name in (
            *("resnet26t", "repvgg_a0", "ghostnet_100", "regnetz_b16", "efficientvit_b0"),
            *("mobileone_s0", "poolformer_s12", "edgenext_xx_small", "fbnetc_100"),
        )
    },
    **{
        f"timm {name}": of_package("timm", name, 224)
        for name in (
            *("deit_tiny_patch16_224", "mixer_s32_224", "resmlp_12_224", "levit_128s"),
            "xcit_nano_12_p16_224",
        )
    },
}  # fmt: skip
