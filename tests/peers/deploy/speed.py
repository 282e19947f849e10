"""Compares libraries for C with the same modules in Python: speed, results and start-up.

``python -m tests.peers.deploy.speed`` compiles programs to shared libraries for this machine, runs
each in turns with the module that :func:`dlvm.compile` compiles, on one thread, and prints
processor times. ``--source`` compares C source, compiled by gcc, with these libraries. ``--models``
writes models of ``benchmarks/models`` as bundles and wheels, compares them with :mod:`dlvm.onnx`,
and prints how long they take to build, to start from mapped weights, and to run.
"""

import argparse
import ctypes
import math
import statistics
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

import dlvm
import dlvm.onnx
from benchmarks.models import zoo
from dlvm import nn, nnkit
from dlvm.deploy.build import Library, build, compile_library
from dlvm.deploy.c_source import CSource, c_files
from dlvm.deploy.interface import Interface
from dlvm.deploy.targets import find_target
from dlvm.ir.module import Module
from dlvm.ir.types import ElementType
from dlvm.nnkit import Float2D, Float4D, staged
from tests.support.samples.embedded import EMBEDDED_PROGRAMS

C_COMPILER: Final = ("gcc", "-std=c99", "-O3", "-march=native", "-shared", "-fPIC")
TIME: Final = 0.2
"""The seconds of a turn, at least."""
MODELS: Final = {"resnet50": {}, "minilm-64": {"batch": 1, "sequence": 64}}
"""The models and their sizes."""
CALLS: Final = 5_000_000

CALL: Final = """
#include <stdio.h>
#include <time.h>
#include "net.h"
static float x[4], y[4];
static unsigned char workspace[NET_F_WORKSPACE_BYTES];
int main(void)
{{
    clock_t start = clock();
    for (long i = 0; i < {calls}; i++)
        if (net_f(x, y, workspace)) return 1;
    printf("%g\\n", (double)(clock() - start) / CLOCKS_PER_SEC / {calls} * 1e9);
    return 0;
}}
"""
SMALL: Final = """
module "small"
stage raw
func @f: (<4 x f32>) -> <4 x f32> {
'entry(%x: <4 x f32>):
    %y = add %x: <4 x f32>, 1: <4 x f32>
    return %y: <4 x f32>
}
"""
START: Final = """
#include "net.h"
int main(void) { return net_map_weights("net.weights") == NULL; }
"""


@dataclass(frozen=True)
class Program:
    """A function of a module, and its arguments."""

    module: Module
    function: str
    arguments: Sequence[Any]


def _noise(*shape: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(0).standard_normal(shape, np.float32)


def _mlp() -> Program:
    model = nn.Sequential(nn.Dense(64, 128), nn.relu, nn.Dense(128, 64), nn.relu, nn.Dense(64, 10))

    @staged
    def classify(x: Float2D) -> Float2D:
        return model(x)

    x = _noise(512, 64)
    return Program(classify.module(x), "classify", [x])


def _convolution() -> Program:
    model = nn.Sequential(
        nn.Conv2D(1, 16, 3, padding=1), nn.relu, nn.MaxPool(2),
        nn.Conv2D(16, 32, 3, padding=1), nn.relu, nn.MaxPool(2), nn.flatten, nn.Dense(128, 10),
    )  # fmt: skip

    @staged
    def classify(x: Float4D) -> Float2D:
        return model(x)

    x = _noise(64, 1, 8, 8)
    return Program(classify.module(x), "classify", [x])


def _functions() -> Program:
    @staged
    def chain(x: Float2D) -> Float2D:
        return nn.softmax(nnkit.tanh(x) * nnkit.exp(-x * x), axis=-1)

    x = _noise(256, 1024)
    return Program(chain.module(x), "chain", [x])


def _lstm() -> Program:
    found = EMBEDDED_PROGRAMS["LSTM"]
    arguments = [_noise(4096, 1, 8), _noise(8, 64), _noise(16, 64), _noise(64)]
    return Program(found.module(), found.function, arguments)


def _model(name: str) -> Program:
    folder = zoo.default_folder()
    model = dlvm.onnx.load(zoo.write(name, folder), dims=MODELS[name])
    return Program(model.module, "main", list(zoo.cases(name, folder)[0].values()))


PROGRAMS: Final[dict[str, Callable[[], Program]]] = {
    "MLP": _mlp,
    "convolution": _convolution,
    "functions": _functions,
    "LSTM": _lstm,
    **{name: lambda name=name: _model(name) for name in MODELS},
}
"""What is measured, by name."""


def _aligned(shape: Sequence[int], dtype: Any) -> np.ndarray[Any, Any]:
    """An array of zeros that begins at a multiple of 64, as the results of DLVM's functions do."""
    count = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(count + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + count].view(dtype).reshape(shape)


def _copied(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    copy = _aligned(array.shape, array.dtype)
    copy[...] = array
    return copy


Call = tuple[Callable[[], int], list[np.ndarray[Any, Any]]]
"""A call of a library with arguments, and its results."""


def object_call(library: Library, arguments: Sequence[Any], folder: Path) -> Call:
    """A call of a library that DLVM has compiled."""
    path = folder / "library.so"
    path.write_bytes(library.shared())
    (interface,) = library.interfaces
    return native_call(path, interface, library.workspaces[interface.symbol], arguments)


def source_call(source: CSource, arguments: Sequence[Any], folder: Path) -> Call:
    """A call of C source, compiled by a C compiler."""
    (folder / "net.c").write_text(source.source)
    (folder / "net.h").write_text(source.header)
    subprocess.run([*C_COMPILER, "net.c", "-lm", "-o", "source.so"], cwd=folder, check=True)
    (interface,) = source.interfaces
    workspace = source.workspaces[interface.symbol]
    return native_call(folder / "source.so", interface, workspace, arguments)


def native_call(
    path: Path, interface: Interface, workspace_bytes: int, arguments: Sequence[Any]
) -> Call:
    """A call of the function of a shared library."""
    arrays = [
        _copied(np.asarray(v, a.type.element.numpy))
        for v, a in zip(arguments, interface.inputs, strict=True)
    ]
    sizes = {
        dim: size
        for array, argument in zip(arrays, interface.inputs, strict=True)
        for dim, size in zip(argument.dims, array.shape, strict=True)
        if isinstance(dim, str)
    }
    results = [
        _aligned([sizes[d] if isinstance(d, str) else d for d in a.dims], a.type.element.numpy)
        for a in interface.results
    ]
    workspace = np.zeros(workspace_bytes, np.uint8)
    pointers = [*arrays, *sizes.values(), *results, workspace]
    words = [
        ctypes.c_int64(v) if isinstance(v, int) else ctypes.c_void_p(v.ctypes.data)
        for v in pointers
    ]
    native = getattr(ctypes.CDLL(str(path)), interface.symbol)
    native.restype = ctypes.c_int32
    native.kept = pointers
    return lambda: native(*words), results


def _turn(call: Callable[[], Any], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        call()
    return (time.process_time() - start) / count


def compared(program: Program, rounds: int, target: str | None) -> tuple[float, float, float]:
    """The least processor time of a call in C and in Python, in seconds, and the median of their
    ratios, one for each pair of turns."""
    library = compile_library(program.module, [program.function], "net_", find_target(target, None))
    function = dlvm.compile(program.module, threads=1, cpu=target)[program.function]
    arguments = [np.ascontiguousarray(a) for a in program.arguments]
    with TemporaryDirectory() as folder:
        call, results = object_call(library, arguments, Path(folder))
        if call():
            raise SystemExit(f"{program.function} returns an error")
        arguments = [_copied(a) for a in arguments]
        expected = function(*arguments)
        for found, result in zip(results, _tuple(expected), strict=True):
            np.testing.assert_array_equal(found, np.asarray(result))
        return _in_turns(call, lambda: function(*arguments), rounds)


def _in_turns(
    ours: Callable[[], Any], theirs: Callable[[], Any], rounds: int
) -> tuple[float, float, float]:
    count = max(1, round(TIME / max(_turn(ours, 3), 1e-7)))
    first: list[float] = []
    second: list[float] = []
    for number in range(rounds):
        turns = [(ours, first), (theirs, second)]
        for run, times in turns[:: -1 if number % 2 else 1]:
            times.append(_turn(run, count))
    ratios = [a / b for a, b in zip(first, second, strict=True)]
    return min(first), min(second), statistics.median(ratios)


def compared_with_source(
    program: Program, rounds: int, target: str | None
) -> tuple[float, float, float]:
    """The same for C source and a library that DLVM has compiled."""
    targets = [find_target(target, None)]
    library = compile_library(program.module, [program.function], "net_", targets)
    source = c_files(program.module, [program.function], "net.h", "net_", targets, 2, False, {})
    arguments = [np.ascontiguousarray(a) for a in program.arguments]
    with TemporaryDirectory() as folder:
        (own, found), (other, expected) = (
            source_call(source, arguments, Path(folder)),
            object_call(library, arguments, Path(folder)),
        )
        if own() or other():
            raise SystemExit(f"{program.function} returns an error")
        for result, exact in zip(found, expected, strict=True):
            np.testing.assert_allclose(result, exact, rtol=1e-3, atol=1e-4 * np.abs(exact).max())
        return _in_turns(own, other, rounds)


def _tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def call_cost(compiler: str = "cc") -> float:
    """The nanoseconds of a call of a function of four numbers from C."""
    with TemporaryDirectory() as folder:
        build(dlvm.parse(SMALL), Path(folder, "net.a"), "archive")
        Path(folder, "main.c").write_text(CALL.format(calls=CALLS))
        subprocess.run([compiler, "-O2", "main.c", "net.a"], cwd=folder, check=True)
        run = subprocess.run(["./a.out"], cwd=folder, check=True, stdout=subprocess.PIPE)
    return float(run.stdout)


@dataclass(frozen=True)
class Deployed:
    """A model as a bundle and as a wheel: the processor seconds to build each of them, the least
    milliseconds for a program in C to start from mapped weights and end, those of processor time to
    import the wheel after NumPy, the largest difference from :mod:`dlvm.onnx` and the largest
    number."""

    bundle: float
    wheel: float
    start: float
    imported: float
    difference: float
    largest: float


SERVE: Final = """
import time
import numpy as np
start = time.process_time()
import net
took = time.process_time() - start
with np.load("inputs.npz") as inputs:
    np.save("found.npy", net.main(*inputs.values()))
print(took)
"""


def deployed(name: str, folder: Path) -> Deployed:
    """Writes a model as a bundle and as a wheel, and runs both."""
    program = _model(name)
    start = time.process_time()
    build(program.module, folder / "net", "bundle", weights="file")
    bundle = time.process_time() - start
    start = time.process_time()
    (wheel,) = build(program.module, folder / "net", "wheel", weights="file")
    wheel_time = time.process_time() - start
    place = folder / "net"
    compiler = ["cc", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"]
    subprocess.run([*compiler, "main.c", "libnet.a", "-lm", "-o", "check"], cwd=place, check=True)
    subprocess.run(["./check"], cwd=place, check=True, stdout=subprocess.DEVNULL, env={})
    (place / "start.c").write_text(START)
    subprocess.run([*compiler, "start.c", "libnet.a", "-lm", "-o", "start"], cwd=place, check=True)
    times: list[float] = []
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run(["./start"], cwd=place, check=True, env={})
        times.append(time.perf_counter() - begin)
    served = folder / "served"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(served)
    np.savez(served / "inputs.npz", *program.arguments)
    command = [sys.executable, "-c", SERVE]
    run = subprocess.run(command, cwd=served, check=True, stdout=subprocess.PIPE)
    path = zoo.write(name, zoo.default_folder())
    expected = np.asarray(dlvm.onnx.load(path, dims=MODELS[name])(*program.arguments))
    found = np.load(served / "found.npy")
    assert found.dtype == ElementType.F32.numpy
    difference = float(np.abs(found - expected).max())
    return Deployed(
        bundle, wheel_time, min(times) * 1e3, float(run.stdout) * 1e3, difference,
        float(np.abs(expected).max()),
    )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares libraries for C with Python.")
    parser.add_argument("--programs", nargs="+", default=list(PROGRAMS), choices=list(PROGRAMS))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--target", help="a level of x86-64, such as x86-64-v3 (default: this)")
    parser.add_argument(
        "--source", action="store_true", help=f"compare C source, compiled by {C_COMPILER[0]}"
    )
    parser.add_argument("--models", action="store_true", help="write bundles and wheels of models")
    options = parser.parse_args()
    if options.models:
        print("| model | bundle, s | wheel, s | start, ms | import, ms | difference | of |")
        print("|---" + "|--:" * 6 + "|")
        for name in MODELS:
            with TemporaryDirectory() as folder:
                d = deployed(name, Path(folder))
            print(
                f"| {name} | {d.bundle:.1f} | {d.wheel:.1f} | {d.start:.1f} | {d.imported:.1f} "
                f"| {d.difference:.2g} | {d.largest:.2g} |",
                flush=True,
            )
        return 0
    if options.source:
        print("| program | C source, µs | object, µs | C source / object |\n|---|--:|--:|--:|")
        for name in options.programs:
            try:
                times = compared_with_source(PROGRAMS[name](), options.rounds, options.target)
            except dlvm.DiagnosticError as refused:
                print(f"| {name} | {refused.diagnostics[0].message} | | |", flush=True)
                continue
            ours, theirs, ratio = times
            print(f"| {name} | {ours * 1e6:.1f} | {theirs * 1e6:.1f} | {ratio:.3f} |", flush=True)
        return 0
    print("| program | object, µs | Python, µs | object / Python |\n|---|--:|--:|--:|")
    for name in options.programs:
        ours, theirs, ratio = compared(PROGRAMS[name](), options.rounds, options.target)
        print(f"| {name} | {ours * 1e6:.1f} | {theirs * 1e6:.1f} | {ratio:.3f} |", flush=True)
    print(f"\na call of a function of four numbers: {call_cost():.1f} ns")
    return 0


if __name__ == "__main__":
    sys.exit(main())
