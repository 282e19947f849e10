"""Whole models as ONNX files. The time is that of all inputs of a model, one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.functions import folder, openvino_model, session, threads
from benchmarks.models.zoo import MODELS, cases, default_folder, write
from benchmarks.workload import Inputs, Job, Workload


def _files(name: str, inputs: Inputs, destination: Path) -> None:
    # Copies: ONNX Runtime refuses weights in a file that a link leads to.
    for source in default_folder().glob(f"{name}.*"):
        own = source.name if source.suffix == ".data" else f"model{source.suffix}"
        shutil.copyfile(source, destination / own)


def _inputs(name: str) -> Inputs:
    write(name, default_folder())
    return {str(place): case for place, case in enumerate(cases(name, default_folder()))}


def _job(run_case: Callable[[Any], Any], inputs: Inputs, program: Any = None) -> Job:
    def run() -> list[Any]:
        return [run_case(case) for case in inputs.values()]

    return Job(run, lambda: [x for results in run() for x in results], program=program)


def _dlvm(inputs: Inputs) -> Job:
    import dlvm.onnx

    path = folder() / "model.onnx"
    model = dlvm.onnx.load(path, threads=threads())

    def program() -> tuple[Any, str]:
        """The program for the sizes of the first inputs."""
        shapes = {s.name: s.shape for s in model.inputs}
        sizes = {
            size: actual
            for name, x in inputs["0"].items()
            for size, actual in zip(shapes[name] or (), x.shape, strict=False)
            if isinstance(size, str)
        }
        return dlvm.onnx.load(path, dims=sizes).module, "main"

    return _job(lambda case: list(model.run(case).values()), inputs, program)


def _onnxruntime(inputs: Inputs) -> Job:
    made = session()
    return _job(lambda case: made.run(None, case), inputs)


def _openvino(inputs: Inputs) -> Job:
    compiled = openvino_model()
    request = compiled.create_infer_request()

    def run(case: Any) -> list[Any]:
        given = [case[name] for i in compiled.inputs for name in i.names & case.keys()]
        found = request.infer(given, share_inputs=True)
        return [found[output] for output in compiled.outputs]

    return _job(run, inputs)


WORKLOADS = [
    Workload(
        name=f"models-{name}",
        inputs=partial(_inputs, name),
        peers={"dlvm": _dlvm, "onnxruntime": _onnxruntime, "openvino": _openvino},
        flops=0,
        size=0,
        tolerance=1e-4,
        files=partial(_files, name),
        family="models",
    )
    for name in MODELS
]
