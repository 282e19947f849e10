"""The models by name, and the folder that holds their files."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

Arrays = dict[str, np.ndarray[Any, Any]]
"""The inputs of a model by name."""


def _exported(name: str) -> Callable[[Path], Sequence[Arrays]]:
    def write(path: Path) -> Sequence[Arrays]:
        import torch

        from benchmarks.models.exported import EXPORTED

        torch.manual_seed(0)
        return EXPORTED[name]().write(path)

    return write


def _noise(*shape: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(0).random(shape, np.float32)


def _bytes(*shape: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(0).integers(0, 256, shape, np.int32)


def _letters(height: int, width: int) -> np.ndarray[Any, Any]:
    """An image with rows of black shapes of a letter's size, from -1 to 1."""
    random = np.random.default_rng(0)
    image = np.ones((1, 3, height, width), np.float32)
    for row in range(14, height - 30, 40):
        for column in range(20, width - 20, 14):
            strokes = random.integers(0, 2, (5, 3)).repeat(4, 0).repeat(3, 1)
            image[:, :, row : row + 20, column : column + 9] = 1 - 2 * strokes
    return image


def _shipped(
    package: str, file: str, argument: str, *inputs: np.ndarray[Any, Any]
) -> Callable[[Path], Sequence[Arrays]]:
    """A model that a package ships, and its inputs."""

    def write(path: Path) -> Sequence[Arrays]:
        found = importlib.util.find_spec(package)
        if found is None or found.origin is None:
            raise ImportError(f"the package {package} is not installed")
        shutil.copyfile(Path(found.origin).parent / file, path)
        return [{argument: x} for x in inputs]

    return write


def _trees(classifier: str) -> Callable[[Path], Sequence[Arrays]]:
    """An ensemble of trees of scikit-learn for 1,000 rows of 20 numbers."""

    def write(path: Path) -> Sequence[Arrays]:
        from skl2onnx import to_onnx
        from sklearn import ensemble

        random = np.random.default_rng(0)
        x = random.standard_normal((1000, 20)).astype(np.float32)
        y = (x[:, 0] * x[:, 1] + x[:, 2] > 0).astype(np.int64)
        model = getattr(ensemble, classifier)(n_estimators=100, random_state=0).fit(x, y)
        options = {"zipmap": False} if "Classifier" in classifier else {}
        converted: Any = to_onnx(
            model, x[:1], options=options, target_opset={"": 17, "ai.onnx.ml": 3}
        )
        path.write_bytes(converted.SerializeToString())
        return [{"X": x}]

    return write


MODELS: Final[dict[str, Callable[[Path], Sequence[Arrays]]]] = {
    **{
        name: _exported(name)
    for name in (
        "resnet50", "densenet121", "mobilenetv3", "efficientnet-b0", "shufflenetv2", "squeezenet",
        "convnext-tiny", "vit-b16", "swin-tiny", "regnet", "unet",
        "minilm-16", "minilm-64", "minilm-128", "minilm-256", "minilm-stream",
        "gpt-prompt", "gpt-token", "t5-small", "whisper-encoder", "whisper-decoder",
        "lstm-tagger", "fixed-point", "detector",
    )
    },
    "random-forest": _trees("RandomForestClassifier"),
    "gradient-boosting": _trees("GradientBoostingRegressor"),
    "file-types": _shipped(
        "magika", "models/standard_v3_3/model.onnx", "bytes", _bytes(1, 2048)
    ),
    "text-recognizer": _shipped(
        "rapidocr_onnxruntime", "models/ch_PP-OCRv4_rec_infer.onnx", "x",
        _letters(48, 320), _letters(48, 200),
    ),
    "text-detector": _shipped(
        "rapidocr_onnxruntime", "models/ch_PP-OCRv4_det_infer.onnx", "x",
        _letters(320, 320), _letters(256, 320),
    ),
    "object-detector": _shipped("nudenet", "320n.onnx", "images", _noise(1, 3, 320, 320)),
}  # fmt: skip
"""For each model, the function that writes its file and returns the inputs it is run on."""


def default_folder() -> Path:
    """The folder of the models: ``DLVM_BENCHMARK_MODELS``, or one in the user's cache."""
    given = os.environ.get("DLVM_BENCHMARK_MODELS")
    return Path(given) if given else Path.home() / ".cache" / "dlvm-benchmarks"


def write(name: str, folder: Path) -> Path:
    """Writes ``name.onnx`` and its inputs, ``name.npz``, into a folder unless they are there."""
    folder.mkdir(parents=True, exist_ok=True)
    path, inputs = folder / f"{name}.onnx", folder / f"{name}.npz"
    if not inputs.exists():
        cases = MODELS[name](path)
        arrays: dict[str, Any] = {
            f"{place}/{key}": x for place, case in enumerate(cases) for key, x in case.items()
        }
        np.savez(inputs, **arrays)
    return path


def cases(name: str, folder: Path) -> list[Arrays]:
    """The inputs that a model is run on."""
    found: list[Arrays] = []
    with np.load(folder / f"{name}.npz") as arrays:
        for key in arrays.files:
            place, _, argument = key.partition("/")
            found += [{}] * (int(place) + 1 - len(found))
            found[int(place)] = {**found[int(place)], argument: arrays[key]}
    return found
