"""Models that PyTorch exports. Weights are random: time does not depend on them."""

from __future__ import annotations

import importlib.util
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import torch

Arrays = dict[str, np.ndarray[Any, Any]]
OPSET: Final = 17
BATCH, SEQUENCE, PAST = "batch", "sequence", "past"


@dataclass(frozen=True)
class Exported:
    """A model and the inputs it is exported with."""

    module: torch.nn.Module
    inputs: Mapping[str, Any]
    outputs: Sequence[str] = ("y",)
    dynamic: Mapping[str, Mapping[int, str]] | None = None
    """The names of the symbolic sizes of inputs and outputs."""
    cases: Sequence[Arrays] = ()
    """The inputs to run on; those of the export if there are none."""
    script: bool = False
    """Whether loops and branches are exported too."""
    dynamo: bool = False
    """Whether PyTorch's newer exporter is used, which knows more operators."""
    nodes: Sequence[onnx.NodeProto] = ()
    """Nodes added after the export. The last one's output replaces the outputs."""
    constants: Mapping[str, np.ndarray[Any, Any]] = field(default_factory=dict)
    """Constants that the added nodes use."""

    def write(self, path: Path) -> Sequence[Arrays]:
        """Writes the model and returns its cases."""
        module = self.module.eval()
        program: Any = torch.jit.script(module) if self.script else module
        with torch.inference_mode():
            torch.onnx.export(
                program,
                tuple(self.inputs.values()),
                str(path),
                input_names=list(self.inputs),
                output_names=list(self.outputs),
                dynamic_axes=self.dynamic,
                opset_version=OPSET + self.dynamo,
                dynamo=self.dynamo,
            )
        if self.nodes:
            model = onnx.load(path)
            model.graph.node.extend(self.nodes)
            model.graph.initializer.extend(
                onnx.numpy_helper.from_array(x, name) for name, x in self.constants.items()
            )
            del model.graph.output[:]
            model.graph.output.append(
                onnx.helper.make_tensor_value_info(
                    self.nodes[-1].output[0], onnx.TensorProto.INT64, ["selected", 3]
                )
            )
            onnx.save(model, path)
        return self.cases or [{name: x.numpy() for name, x in self.inputs.items()}]


class Wrapped(torch.nn.Module):
    """A function of a module, as a module."""

    def __init__(self, module: torch.nn.Module, call: Callable[..., Any]) -> None:
        super().__init__()
        self.module, self.call = module, call

    def forward(self, *arguments: Any) -> Any:
        return self.call(self.module, *arguments)


def image(height: int = 224, width: int = 224, batch: int = 1) -> torch.Tensor:
    return torch.randn(batch, 3, height, width)


# Vision


def torchvision_model(name: str, **options: Any) -> Callable[[], Exported]:
    def build() -> Exported:
        # The exporter lacks the operator that PyTorch fuses attention to.
        torch.backends.mha.set_fastpath_enabled(False)
        module = getattr(import_torchvision().models, name)(**options)
        with torch.no_grad():
            for parameter in module.parameters():
                # A layer that starts as zero would hide the others' results.
                if parameter.ndim > 1 and not parameter.any():
                    parameter.normal_(std=0.02)
        return Exported(module, {"x": image()})

    return build


def import_torchvision() -> Any:
    """torchvision. Its compiled operators are left out where they are built for another PyTorch:
    the models of classification use none of them."""
    try:
        import torchvision
    except RuntimeError:
        found = importlib.util.find_spec("torchvision")
        assert found is not None
        assert found.origin is not None
        source = (Path(found.origin).parent / "_meta_registrations.py").read_text()
        library = torch.library.Library("torchvision", "DEF")
        for name in {*re.findall(r'(?:register_meta\(|torchvision::)"?(\w+)"', source)}:
            library.define(f"{name}(Tensor a, Tensor b, float c) -> Tensor")
        import torchvision
    return torchvision


class Stage(torch.nn.Sequential):
    """Two convolutions with batch normalization, as in U-Net."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(
            torch.nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
            torch.nn.BatchNorm2d(outputs),
            torch.nn.ReLU(),
            torch.nn.Conv2d(outputs, outputs, 3, padding=1, bias=False),
            torch.nn.BatchNorm2d(outputs),
            torch.nn.ReLU(),
        )


class UNet(torch.nn.Module):
    """U-Net (Ronneberger et al., 2015) with three levels."""

    def __init__(self, width: int = 32, levels: int = 3) -> None:
        super().__init__()
        widths = [width << n for n in range(levels + 1)]
        pairs = list(itertools.pairwise(widths))
        self.first = Stage(3, width)
        self.down = torch.nn.ModuleList(Stage(a, b) for a, b in pairs)
        self.up = torch.nn.ModuleList(
            torch.nn.ConvTranspose2d(b, a, 2, stride=2) for a, b in reversed(pairs)
        )
        self.join = torch.nn.ModuleList(Stage(2 * a, a) for a, _ in reversed(pairs))
        self.last = torch.nn.Conv2d(width, 2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        kept = [self.first(x)]
        for stage in self.down:
            kept.append(stage(torch.nn.functional.max_pool2d(kept[-1], 2)))
        x = kept.pop()
        for up, join in zip(self.up, self.join, strict=True):
            x = join(torch.cat([kept.pop(), up(x)], 1))
        return self.last(x)


def unet() -> Exported:
    return Exported(UNet(), {"x": image(128, 128)})


class Detector(torch.nn.Module):
    """A single-shot detector: boxes and scores for each cell of SqueezeNet's features."""

    def __init__(self, anchors: int = 6, classes: int = 20) -> None:
        super().__init__()
        self.features = import_torchvision().models.squeezenet1_1().features
        self.anchors, self.classes = anchors, classes
        self.head = torch.nn.Conv2d(512, anchors * (4 + classes), 3, padding=1)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        found = self.head(self.features(x)).flatten(2)
        found = found.view(x.shape[0], self.anchors, 4 + self.classes, -1)
        boxes = found[:, :, :4].permute(0, 1, 3, 2).flatten(1, 2).sigmoid()
        return boxes, found[:, :, 4:].permute(0, 2, 1, 3).flatten(2).sigmoid()


def detector() -> Exported:
    constants = {"most": np.array([50]), "overlap": np.array([0.5], np.float32)}
    node = onnx.helper.make_node(
        "NonMaxSuppression", ["boxes", "scores", *constants], ["selected"], center_point_box=1
    )
    return Exported(
        Detector(), {"x": image()}, ["boxes", "scores"], nodes=[node], constants=constants
    )


# Text


def tokens(batch: int, length: int, words: int = 1000) -> torch.Tensor:
    return torch.randint(0, words, (batch, length))


def encoder(lengths: Sequence[int]) -> Callable[[], Exported]:
    """MiniLM-L6: BERT of six layers, 384 wide."""

    def build() -> Exported:
        from transformers import BertConfig, BertModel

        config = BertConfig(
            hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536
        )
        config._attn_implementation = "eager"
        model = Wrapped(
            BertModel(config),
            lambda m, ids, mask: m(input_ids=ids, attention_mask=mask).last_hidden_state,
        )
        axes = {0: BATCH, 1: SEQUENCE}
        return Exported(
            model,
            {"ids": tokens(2, 9), "mask": torch.ones(2, 9, dtype=torch.long)},
            dynamic={"ids": axes, "mask": axes, "y": axes},
            cases=[
                {"ids": tokens(1, n).numpy(), "mask": np.ones((1, n), np.int64)} for n in lengths
            ],
        )

    return build


def decoder(length: int, past: int) -> Callable[[], Exported]:
    """GPT-2 of six layers, 512 wide, with a key-value cache."""

    def build() -> Exported:
        from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

        layers, heads, width = 6, 8, 512
        config = GPT2Config(n_embd=width, n_layer=layers, n_head=heads, vocab_size=8000)
        config._attn_implementation = "eager"

        def call(model: Any, ids: Any, *cache: Any) -> Any:
            pairs = list(zip(cache[::2], cache[1::2], strict=True))
            given = DynamicCache(pairs)
            found = model(input_ids=ids, past_key_values=given, use_cache=True)
            flat = [x for layer in found.past_key_values.layers for x in (layer.keys, layer.values)]
            return found.logits, *flat

        def cache(batch: int, size: int) -> dict[str, torch.Tensor]:
            return {
                f"{kind}{n}": torch.randn(batch, heads, size, width // heads)
                for n in range(layers)
                for kind in ("k", "v")
            }

        given = {"ids": tokens(1, 5), **cache(1, 7)}
        ends = [f"{kind}{n}_out" for n in range(layers) for kind in ("k", "v")]
        dynamic = {"ids": {1: SEQUENCE}, **{name: {2: PAST} for name in cache(1, 1)}}
        case = {"ids": tokens(1, length), **cache(1, past)}
        return Exported(
            Wrapped(GPT2LMHeadModel(config), call),
            given,
            ["logits", *ends],
            dynamic,
            [{name: x.numpy() for name, x in case.items()}],
        )

    return build


def translator() -> Exported:
    """T5-small, one step of the decoder on an encoded sentence included."""
    from transformers import T5Config, T5Model

    config = T5Config(d_model=512, d_ff=2048, num_layers=6, num_heads=8, vocab_size=8000)
    model = Wrapped(
        T5Model(config),
        lambda m, source, target: (
            m(input_ids=source, decoder_input_ids=target, use_cache=False).last_hidden_state
        ),
    )
    return Exported(model, {"source": tokens(1, 48), "target": tokens(1, 16)})


def whisper(part: str) -> Callable[[], Exported]:
    """Whisper-tiny: the encoder on half a minute of speech, or the decoder on 16 tokens."""

    def build() -> Exported:
        from transformers import WhisperConfig, WhisperModel

        config = WhisperConfig(
            d_model=384, encoder_layers=4, decoder_layers=4, encoder_attention_heads=6,
            decoder_attention_heads=6, encoder_ffn_dim=1536, decoder_ffn_dim=1536, vocab_size=8000,
            pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=1,
        )  # fmt: skip
        config._attn_implementation = "eager"
        model = WhisperModel(config)
        if part == "encoder":
            wrapped = Wrapped(model, lambda m, x: m.encoder(x).last_hidden_state)
            return Exported(wrapped, {"x": torch.randn(1, 80, 3000)})
        wrapped = Wrapped(
            model,
            lambda m, ids, states: (
                m.decoder(
                    input_ids=ids, encoder_hidden_states=states, use_cache=False
                ).last_hidden_state
            ),
        )
        return Exported(
            wrapped, {"ids": tokens(1, 16), "states": torch.randn(1, 1500, 384)}, dynamo=True
        )

    return build


class Tagger(torch.nn.Module):
    """A bidirectional LSTM over word vectors, and scores of tags."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.words = torch.nn.Embedding(5000, 128)
        self.lstm = torch.nn.LSTM(128, 256, layers, bidirectional=True, batch_first=True)
        self.tags = torch.nn.Linear(512, 20)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.tags(self.lstm(self.words(ids))[0])


def tagger() -> Exported:
    return Exported(Tagger(1), {"ids": tokens(4, 32)})


class Newton(torch.nn.Module):
    """A fixed point of a layer by damped iteration: a loop whose trip count depends on data."""

    def __init__(self, width: int = 256) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(width, width)
        with torch.no_grad():
            self.layer.weight.mul_(0.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        z = torch.zeros_like(x)
        change = torch.ones(())
        count = 0
        while bool(change > 1e-4) and count < 60:
            new = torch.tanh(self.layer(z) + x)
            change = (new - z).abs().max()
            z = new
            count += 1
        return z


def fixed_point() -> Exported:
    return Exported(Newton(), {"x": torch.randn(8, 256)}, script=True)


EXPORTED: Final[dict[str, Callable[[], Exported]]] = {
    "resnet50": torchvision_model("resnet50"),
    "densenet121": torchvision_model("densenet121"),
    "mobilenetv3": torchvision_model("mobilenet_v3_large"),
    "efficientnet-b0": torchvision_model("efficientnet_b0"),
    "shufflenetv2": torchvision_model("shufflenet_v2_x1_0"),
    "squeezenet": torchvision_model("squeezenet1_1"),
    "convnext-tiny": torchvision_model("convnext_tiny"),
    "vit-b16": torchvision_model("vit_b_16"),
    "swin-tiny": torchvision_model("swin_t"),
    "regnet": torchvision_model("regnet_y_400mf"),
    "unet": unet,
    "detector": detector,
    **{f"minilm-{n}": encoder([n]) for n in (16, 64, 128, 256)},
    "minilm-stream": encoder([8 + 248 * n // 63 for n in range(64)]),
    "gpt-prompt": decoder(64, 0),
    "gpt-token": decoder(1, 128),
    "t5-small": translator,
    "whisper-encoder": whisper("encoder"),
    "whisper-decoder": whisper("decoder"),
    "lstm-tagger": tagger,
    "fixed-point": fixed_point,
}
"""The models by name."""
