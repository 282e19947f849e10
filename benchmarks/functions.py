"""Peers of workloads that are array functions, written once per library in ``programs/``."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.programs import text
from benchmarks.workload import Inputs, Job

FOLDER = "DLVM_BENCHMARK_FOLDER"
"""The variable of the environment that tells a peer's process where its files are."""

Writer = Callable[[Inputs, Path], None]


def peers(function: str, names: Iterable[str], *options: int) -> dict[str, Callable[[Inputs], Job]]:
    """For each of the peers named: the function of this name with the inputs as its arguments, and
    behind them the options, which are part of the program."""
    return {name: partial(_JOBS[name], function, options) for name in names}


def files(function: str, *options: int, learned: tuple[str, ...] = ()) -> Writer:
    """What peers read from files: the ONNX model of a function, and the inputs that a network has
    learned, for our modules that take them from a file."""
    return partial(_write, function, options, learned)


def folder() -> Path:
    """Where the files of the workload are."""
    return Path(os.environ[FOLDER])


def threads() -> int:
    """How many threads this process is to use."""
    return int(os.environ["OMP_NUM_THREADS"])


def program(staged: Any, *arguments: Any) -> Callable[[], tuple[Any, str]]:
    """The module of a staged function, for :class:`Job`."""

    def module_and_entry() -> tuple[Any, str]:
        lowered = staged.lower(*arguments)
        return _parsed(str(lowered)), lowered.entry

    return module_and_entry


def _parsed(text: str) -> Any:
    import dlvm

    return dlvm.parse(text, str(folder() / "model.dl"))


def _named(library: str, function: str) -> Callable[..., Any]:
    return getattr(importlib.import_module(f"benchmarks.programs.in_{library}"), function)


def _write(
    function: str,
    options: tuple[int, ...],
    learned: tuple[str, ...],
    inputs: Inputs,
    folder: Path,
) -> None:
    model = _named("onnx", function)(inputs, *options)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    if learned:
        from safetensors.numpy import save_file

        save_file({name: inputs[name] for name in learned}, folder / "model.safetensors")


def _dlvm(function: str, options: tuple[int, ...], inputs: Inputs) -> Job:
    if hasattr(text, function):
        import dlvm

        written, given = getattr(text, function)(inputs, *options)
        module = _parsed(written)
        run = partial(dlvm.compile(module)["program"], *given)
        return Job(run, lambda: [run()], program=lambda: (_parsed(written), "program"))
    staged, arguments = _named("nnkit", function), (*inputs.values(), *options)
    run = partial(staged, *arguments)
    return Job(run, lambda: [run()], program=program(staged, *arguments))


def _torch(is_compiled: bool, function: str, options: tuple[int, ...], inputs: Inputs) -> Job:
    import torch

    called = _named("pytorch", function)
    if is_compiled:
        called = torch.compile(called)
    arguments = [torch.from_numpy(array) for array in inputs.values()]

    @torch.inference_mode()
    def run() -> Any:
        return called(*arguments, *options)

    return Job(run, lambda: [run().numpy()])


def _jax(function: str, options: tuple[int, ...], inputs: Inputs) -> Job:
    import jax
    import numpy as np

    called = _named("jax", function)
    compiled = jax.jit(lambda *arguments: called(*arguments, *options))
    arguments = [jax.numpy.array(array) for array in inputs.values()]

    def run() -> Any:
        return compiled(*arguments).block_until_ready()

    return Job(run, lambda: [np.asarray(run())])


def _numpy(function: str, options: tuple[int, ...], inputs: Inputs) -> Job:
    run = partial(_named("numpy", function), *inputs.values(), *options)
    return Job(run, lambda: [run()])


def session() -> Any:
    """The workload's ONNX model in ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(folder() / "model.onnx", options)


def onnxruntime(inputs: Inputs) -> Job:
    """A run of ONNX Runtime."""
    made = session()
    run = partial(made.run, None, {i.name: inputs[i.name] for i in made.get_inputs()})
    return Job(run, run)


def openvino_model() -> Any:
    """The workload's ONNX model in OpenVINO, which would compute in bf16 where it can."""
    from openvino import Core

    settings = {"INFERENCE_NUM_THREADS": threads(), "INFERENCE_PRECISION_HINT": "f32"}
    return Core().compile_model(folder() / "model.onnx", "CPU", settings)


def openvino(inputs: Inputs) -> Job:
    """A run of OpenVINO."""
    compiled = openvino_model()
    request = compiled.create_infer_request()
    given = [inputs[name] for i in compiled.inputs for name in i.names & inputs.keys()]
    run = partial(request.infer, given, share_inputs=True, share_outputs=True)
    return Job(run, lambda: [run()[output] for output in compiled.outputs])


_JOBS: dict[str, Callable[[str, tuple[int, ...], Inputs], Job]] = {
    "dlvm": _dlvm,
    "pytorch": partial(_torch, False),
    "torch.compile": partial(_torch, True),
    "jax": _jax,
    "onnxruntime": lambda function, options, inputs: onnxruntime(inputs),
    "openvino": lambda function, options, inputs: openvino(inputs),
    "numpy": _numpy,
}
