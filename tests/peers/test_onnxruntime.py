"""Operators of ``com.microsoft`` and ``ai.onnx.ml`` give what ONNX Runtime gives, for random shapes
and attributes.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper

import dlvm.onnx

MICROSOFT, ML = "com.microsoft", "ai.onnx.ml"


class Draw:
    """Random operands of a model with a single node."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.inputs: list[tuple[str, Any, bool]] = []

    def floats(self, *shape: int) -> Any:
        return self.numbers.normal(size=shape).astype(np.float32)

    def bytes(self, *shape: int, signed: bool = False) -> Any:
        # ONNX Runtime adds pairs of products of u8 and s8 in 16 bits on processors without VNNI:
        # signed weights of 7 bits do not overflow there.
        low, high = (-64, 64) if signed else (0, 256)
        return self.numbers.integers(low, high, shape).astype(np.int8 if signed else np.uint8)

    def scale(self) -> Any:
        # Not a short decimal: then many quotients would be ties, which differ by rounding.
        return np.float32(self.random.uniform(0.01, 0.1))

    def chance(self) -> bool:
        return self.random.random() < 0.5


def agree(
    op: str,
    operands: list[Any],
    outputs: int = 1,
    domain: str = MICROSOFT,
    constants: tuple[int, ...] = (),
    tolerance: float = 2e-4,
    **attributes: Any,
) -> None:
    """Runs a node in ONNX Runtime and here; ``constants`` are the inputs that are initializers."""
    names = ["" if a is None else f"x{n}" for n, a in enumerate(operands)]
    results = [f"y{n}" for n in range(outputs)]
    made = helper.make_node(op, names, results, domain=domain, **attributes)
    arrays = {n: np.asarray(a) for n, a in zip(names, operands, strict=True) if n}
    kept = {f"x{n}" for n in constants}
    infos = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), a.shape)
        for n, a in arrays.items()
        if n not in kept
    ]
    weights = [onnx.numpy_helper.from_array(a, n) for n, a in arrays.items() if n in kept]
    graph = helper.make_graph(
        [made], op, infos, [onnx.ValueInfoProto(name=n) for n in results], weights
    )
    imports = [
        helper.make_opsetid("", 20),
        helper.make_opsetid(MICROSOFT, 1),
        helper.make_opsetid(ML, 3),
    ]
    model = helper.make_model(graph, opset_imports=imports, ir_version=10)
    feeds = {n: a for n, a in arrays.items() if n not in kept}
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    expected: Any = session.run(None, feeds)
    found = dlvm.onnx.load(model).run(feeds, interpreted=True)
    for own, wanted in zip(found.values(), expected, strict=True):
        assert own.dtype == wanted.dtype
        assert own.shape == wanted.shape
        if wanted.dtype.kind in "iu":
            # A tie may round the other way, as the order of the operations is not the same.
            difference = np.abs(own.astype(np.int64) - wanted.astype(np.int64))
            assert difference.max(initial=0) <= 1
            assert (difference > 0).mean() <= 0.05
        else:
            np.testing.assert_allclose(own, wanted, rtol=tolerance, atol=tolerance)


SEEDS = pytest.mark.parametrize("seed", range(6))


@SEEDS
def test_activations(seed: int) -> None:
    d = Draw(seed)
    x, bias = d.floats(2, 3, 8) * 3, d.floats(8)
    agree("Gelu", [x])
    agree("BiasGelu", [x, bias])
    agree("FastGelu", [x, bias] if d.chance() else [x])
    agree("QuickGelu", [x], alpha=d.random.choice((1.0, 1.702)))


@SEEDS
def test_normalizations(seed: int) -> None:
    d = Draw(seed)
    x, skip, gamma, beta = d.floats(2, 3, 8), d.floats(2, 3, 8), d.floats(8), d.floats(8)
    bias = d.floats(8) if d.chance() else None
    agree("SkipLayerNormalization", [x, skip, gamma, beta, bias], epsilon=1e-5)
    agree("SkipSimplifiedLayerNormalization", [x, skip, gamma, bias], epsilon=1e-5)
    agree("SimplifiedLayerNormalization", [x, gamma], domain="", epsilon=1e-5, axis=-1)
    ids, segments = d.numbers.integers(0, 5, (2, 3)), d.numbers.integers(0, 2, (2, 3))
    tables = [d.floats(5, 8), d.floats(6, 8), d.floats(2, 8)]
    mask = np.array([[1, 1, 0], [1, 1, 1]], np.int32) if d.chance() else None
    numbers = [ids.astype(np.int32), segments.astype(np.int32)]
    agree("EmbedLayerNormalization", [*numbers, *tables, gamma, beta, mask], 2)


@SEEDS
def test_products(seed: int) -> None:
    d = Draw(seed)
    a, b = d.floats(2, 3, 4), d.floats(2, 4, 5)
    options: dict[str, Any] = {"transA": int(d.chance()), "transB": int(d.chance())}
    first = np.swapaxes(a, 1, 2).copy() if options["transA"] else a
    second = np.swapaxes(b, 1, 2).copy() if options["transB"] else b
    agree("FusedMatMul", [first, second], alpha=0.5, **options)
    activation = d.random.choice(("Relu", "Tanh", "Sigmoid", "LeakyRelu", "Clip"))
    parameters = {"LeakyRelu": [0.2], "Clip": [-0.5, 0.5]}.get(activation)
    extra: dict[str, Any] = {"activation_params": parameters} if parameters else {}
    agree("FusedConv", [d.floats(1, 4, 6, 6), d.floats(3, 4, 3, 3), d.floats(3)],
          activation=activation, pads=[1, 1, 1, 1], **extra)  # fmt: skip


@pytest.mark.parametrize("bits", [4, 8])
@SEEDS
def test_products_with_narrow_weights(bits: int, seed: int) -> None:
    d = Draw(seed)
    block, n = d.random.choice((16, 32)), d.random.choice((3, 8))
    k = d.random.choice((32, 64))
    blocks = k // block
    b = d.bytes(n, blocks, block * bits // 8)
    zeros = d.bytes(n, -(-blocks * bits // 8)) if d.chance() else None
    scales = np.abs(d.floats(n, blocks)) / 16
    constants = (1, 2) if zeros is None else (1, 2, 3)
    agree("MatMulNBits", [d.floats(2, k), b, scales, zeros], constants=constants,
          K=k, N=n, bits=bits, block_size=block, tolerance=2e-3)  # fmt: skip


@SEEDS
def test_quantized(seed: int) -> None:
    d = Draw(seed)
    a, b = d.bytes(2, 3, 4), d.bytes(2, 3, 4)
    triple = [a, d.scale(), np.uint8(120), b, d.scale(), np.uint8(130)]
    for op in ("QLinearAdd", "QLinearMul"):
        agree(op, [*triple, d.scale(), np.uint8(128)])
    one = [a, d.scale(), np.uint8(120), d.scale(), np.uint8(7)]
    agree("QLinearSigmoid", one)
    agree("QLinearLeakyRelu", one, alpha=0.1)
    agree("QLinearConcat", [d.scale(), np.uint8(100), *triple], axis=1)
    agree("DequantizeLinear", one[:3])
    agree("QuantizeLinear", [d.floats(3, 4), d.scale(), np.uint8(3)])
    x, w = d.bytes(3, 4), d.bytes(4, 5, signed=d.chance())
    zero = w.dtype.type(3)
    bias = d.floats(5) if d.chance() else None
    agree("MatMulIntegerToFloat", [x, w, d.scale(), d.scale(), np.uint8(9), zero, bias])
    agree("DynamicQuantizeMatMul", [d.floats(3, 4), w, d.scale(), zero, bias], tolerance=1e-3)


@SEEDS
def test_attention(seed: int) -> None:
    d = Draw(seed)
    batch, length, count, size = d.random.randint(1, 2), d.random.randint(2, 4), 2, 4
    width = count * size
    x = d.floats(batch, length, width)
    past = d.floats(2, batch, count, 3, size) if d.chance() else None
    total = length + (0 if past is None else 3)
    masks = [None, np.ones((batch, total), np.int32)]
    if past is None:
        masks.append(np.array([length - 1] * batch, np.int32))
    masks[1][0, 0] = 0
    options: dict[str, Any] = {"num_heads": count, "unidirectional": int(d.chance())}
    if d.chance():
        options["scale"] = 0.3
    mask = d.random.choice(masks)
    weights, bias = d.floats(width, 3 * width) * 0.3, d.floats(3 * width)
    agree("Attention", [x, weights, bias, mask, past], 1 if past is None else 2, **options)
    quantized = [d.bytes(batch, length, width), d.bytes(width, 3 * width, signed=True), bias]
    options.pop("scale", None)
    agree("QAttention", [*quantized, np.float32(0.01), np.float32(0.01), mask, np.uint8(128),
          np.int8(0), past], 1 if past is None else 2, constants=(1,), **options)  # fmt: skip


@SEEDS
def test_multi_head_attention(seed: int) -> None:
    d = Draw(seed)
    batch, length, keys, count, size = 2, d.random.randint(1, 3), d.random.randint(1, 4), 2, 4
    width = count * size
    q, k, v = (
        d.floats(batch, length, width),
        d.floats(batch, keys, width),
        d.floats(batch, keys, width),
    )
    bias = d.floats(3 * width) if d.chance() else None
    mask = np.ones((batch, keys), np.int32) if d.chance() else None
    if mask is not None:
        mask[0, 0] = 0
    agree("MultiHeadAttention", [q, k, v, bias, mask], 3, num_heads=count)
    past = [d.floats(batch, count, 3, size) for _ in range(2)]
    new = [d.floats(batch, length, width) for _ in range(2)]
    agree("MultiHeadAttention", [q, *new, bias, None, None, *past], 3, num_heads=count,
          unidirectional=int(d.chance()))  # fmt: skip


@SEEDS
def test_rotary_embedding(seed: int) -> None:
    d = Draw(seed)
    batch, length, count, size = 2, 3, 2, 8
    angles = d.floats(10, size // 2)
    cos, sin = np.cos(angles), np.sin(angles)
    positions = np.array([2]) if d.chance() else d.numbers.integers(0, 10, (batch, length))
    x = (
        d.floats(batch, length, count * size)
        if d.chance()
        else d.floats(batch, count, length, size)
    )
    agree("RotaryEmbedding", [x, positions, cos, sin], interleaved=int(d.chance()))


@SEEDS
def test_group_query_attention(seed: int) -> None:
    d = Draw(seed)
    batch, count, groups, size = 2, 4, 2, 16
    is_prompt = d.chance()
    length = 3 if is_prompt else 1
    cached = 0 if is_prompt else 4
    past = [d.floats(batch, groups, cached, size) for _ in range(2)]
    total = length + cached
    ends = np.full((batch,), total - 1, np.int32)
    q = d.floats(batch, length, count * size)
    k, v = d.floats(batch, length, groups * size), d.floats(batch, length, groups * size)
    angles = d.floats(10, size // 2)
    options: dict[str, Any] = {"num_heads": count, "kv_num_heads": groups}
    options["do_rotary"] = int(d.chance())
    options["rotary_interleaved"] = int(d.chance())
    if d.chance():
        options["local_window_size"] = 2
    tables = [np.cos(angles), np.sin(angles)] if options["do_rotary"] else []
    agree("GroupQueryAttention", [q, k, v, *past, ends, np.int32(total), *tables], 3,
          constants=(6,), **options)  # fmt: skip


@SEEDS
def test_support_vector_machines(seed: int) -> None:
    d = Draw(seed)
    count = d.random.randint(2, 4)
    sizes = [d.random.randint(1, 3) for _ in range(count)]
    total, pairs = sum(sizes), count * (count - 1) // 2
    options: dict[str, Any] = {
        "coefficients": d.floats((count - 1) * total).tolist(),
        "support_vectors": d.floats(total * 3).tolist(),
        "rho": d.floats(pairs).tolist(),
        "kernel_type": d.random.choice(("LINEAR", "POLY", "RBF", "SIGMOID")),
        "kernel_params": [0.3, 0.1, 2.0],
        "vectors_per_class": sizes,
        "classlabels_ints": list(range(count)),
    }
    if d.chance():
        options |= {"prob_a": [-1.5] * pairs, "prob_b": [0.1] * pairs}
    agree("SVMClassifier", [d.floats(5, 3)], 2, ML, tolerance=1e-3, **options)
