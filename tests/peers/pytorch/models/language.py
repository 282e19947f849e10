"""Networks for text and speech of the package transformers, with random weights."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn


class Chosen(nn.Module):
    """A model of transformers whose inputs are given in order and which returns one of its
    results."""

    def __init__(
        self, model: nn.Module, inputs: tuple[str, ...], result: str, **options: Any
    ) -> None:
        super().__init__()
        self.model, self.inputs, self.result, self.options = model, inputs, result, options

    def forward(self, *given: Tensor) -> Tensor:
        found = self.model(**dict(zip(self.inputs, given, strict=True)), **self.options)
        return getattr(found, self.result)


def model(
    name: str, inputs: tuple[str, ...], result: str, config: dict[str, Any], **options: Any
) -> nn.Module:
    """A model of transformers, by the name of its class; its dropout is off."""
    import transformers

    kind = getattr(transformers, name)
    made = kind(kind.config_class(**config))
    for part in made.modules():
        if isinstance(part, nn.Dropout):
            part.p = 0.0
    return Chosen(made, inputs, result, **options)


def bert(width: int, layers: int, words: int) -> nn.Module:
    sizes = {"num_attention_heads": 4, "intermediate_size": 4 * width}
    rest = {"attention_probs_dropout_prob": 0.0, "hidden_dropout_prob": 0.0}
    return model(
        "BertModel",
        ("input_ids", "attention_mask"),
        "last_hidden_state",
        {"hidden_size": width, "num_hidden_layers": layers, "vocab_size": words, **sizes, **rest},
    )


def distilbert(width: int, layers: int, words: int) -> nn.Module:
    sizes = {"dim": width, "hidden_dim": 4 * width, "n_heads": 4, "n_layers": layers}
    rest = {"vocab_size": words, "dropout": 0.0, "attention_dropout": 0.0}
    return model("DistilBertModel", ("input_ids",), "last_hidden_state", sizes | rest)


def gpt2(width: int, layers: int, words: int) -> nn.Module:
    sizes = {"n_embd": width, "n_layer": layers, "n_head": 4, "vocab_size": words}
    rest = {"attn_pdrop": 0.0, "embd_pdrop": 0.0, "resid_pdrop": 0.0}
    return model("GPT2LMHeadModel", ("input_ids",), "logits", sizes | rest, use_cache=False)


def llama(width: int, layers: int, words: int) -> nn.Module:
    sizes = {"hidden_size": width, "num_hidden_layers": layers, "vocab_size": words}
    rest = {"num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 3 * width}
    return model("LlamaForCausalLM", ("input_ids",), "logits", sizes | rest, use_cache=False)


def t5(width: int, layers: int, words: int) -> nn.Module:
    sizes = {"d_model": width, "d_kv": width // 4, "d_ff": 2 * width, "num_layers": layers}
    rest = {"num_heads": 4, "vocab_size": words, "dropout_rate": 0.0}
    inputs = ("input_ids", "decoder_input_ids")
    return model("T5ForConditionalGeneration", inputs, "logits", sizes | rest, use_cache=False)


def whisper(width: int, layers: int, words: int, frames: int) -> nn.Module:
    sizes = {
        "d_model": width,
        "encoder_layers": layers,
        "decoder_layers": layers,
        "vocab_size": words,
    }
    heads = {"encoder_attention_heads": 4, "decoder_attention_heads": 4, "num_mel_bins": 8}
    inner = {"encoder_ffn_dim": 2 * width, "decoder_ffn_dim": 2 * width, "dropout": 0.0}
    rest = {"max_source_positions": frames // 2, "max_target_positions": 32, "pad_token_id": 0}
    ends = {"bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1}
    inputs = ("input_features", "decoder_input_ids")
    config = {**sizes, **heads, **inner, **rest, **ends}
    return model("WhisperForConditionalGeneration", inputs, "logits", config, use_cache=False)


def mamba(width: int, layers: int, words: int) -> nn.Module:
    sizes = {
        "hidden_size": width,
        "num_hidden_layers": layers,
        "vocab_size": words,
        "state_size": 4,
    }
    return model("MambaForCausalLM", ("input_ids",), "logits", sizes, use_cache=False)


def tokens(words: int, *shape: int) -> Tensor:
    return torch.randint(3, words, shape)
