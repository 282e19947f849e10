"""Constants whose elements lie in a safetensors file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from safetensors.numpy import save_file

import dlvm
from dlvm.ir.resources import read_resource
from dlvm.ir.values import Literal, Resource

MODULE = """
func @f: (<2 x 3 x f32>) -> (<2 x 2 x f32>, f32, <0 x i8>, <2 x bf16>, <2 x bool>) {
'entry(%x: <2 x 3 x f32>):
    %y = dot %x: <2 x 3 x f32>, resource "w": <3 x 2 x f32>
    %z = add %y: <2 x 2 x f32>, resource "layer.scale": f32
    return (%z: <2 x 2 x f32>, resource "layer.scale": f32, resource "none": <0 x i8>,
        resource "small": <2 x bf16>,
        resource "flags": <2 x bool>): (<2 x 2 x f32>, f32, <0 x i8>, <2 x bf16>, <2 x bool>)
}
"""
X = np.arange(6, dtype="f").reshape(2, 3)


def tensors(scale: float = 2) -> dict[str, np.ndarray[Any, Any]]:
    return {
        "w": np.arange(6, dtype="f").reshape(3, 2),
        "layer.scale": np.array(scale, "f"),
        "none": np.zeros(0, "i1"),
        "small": np.array([1.5, -2], ml_dtypes.bfloat16),
        "flags": np.array([True, False]),
    }


def module_in(folder: Path) -> dlvm.Module:
    # A name may contain characters that are special to the shell and the assembler.
    path = folder / 'a "model" \\ é.dl'
    module = dlvm.parse(MODULE, str(path))
    dlvm.verify(module)
    return module


def write(folder: Path, data: dict[str, np.ndarray[Any, Any]]) -> Path:
    path = folder / 'a "model" \\ é.safetensors'
    save_file(data, path)
    return path


def runs(module: dlvm.Module) -> list[tuple[Any, ...]]:
    results = [dlvm.interpret(module, "f", X)]
    results += [dlvm.compile(module, opt_level=level)["f"](X) for level in (0, 2, 2)]
    return results


def test_elements_are_read(tmp_path: Path) -> None:
    module = module_in(tmp_path)
    for scale in (2, 3):
        data = tensors(scale)
        write(tmp_path, data)
        for result in runs(module):
            np.testing.assert_array_equal(result[0], X @ data["w"] + scale)
            for found, name in zip(
                result[1:], ("layer.scale", "none", "small", "flags"), strict=True
            ):
                assert found.dtype == data[name].dtype
                np.testing.assert_array_equal(found, data[name])


def test_text_keeps_the_name(tmp_path: Path) -> None:
    module = module_in(tmp_path)
    assert dlvm.parse(str(module)) == module
    assert 'resource "layer.scale": f32' in str(module)


def check_error(module: dlvm.Module, message: str) -> None:
    ways: list[Callable[[], Any]] = [
        lambda: dlvm.interpret(module, "f", X),
        lambda: dlvm.compile(module),
    ]
    for run in ways:
        with pytest.raises(dlvm.DiagnosticError, match=message) as failure:
            run()
        location = failure.value.diagnostics[0].location
        assert location is not None
        assert location.line in (4, 6)


def test_there_is_no_file(tmp_path: Path) -> None:
    check_error(module_in(tmp_path), "no such file")


def test_the_text_is_not_from_a_file() -> None:
    check_error(dlvm.parse(MODULE), "needs a module that is read from a .dl file")


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("w", None, "there is no such tensor; the file has flags, layer.scale, none, small"),
        ("w", np.zeros((3, 2), "d"), "expected <3 x 2 x f32>, got <3 x 2 x f64>"),
        ("w", np.zeros(6, "f"), "expected <3 x 2 x f32>, got <6 x f32>"),
    ],
)
def test_the_tensor_is_another(
    tmp_path: Path, name: str, array: np.ndarray[Any, Any] | None, message: str
) -> None:
    data = tensors()
    del data[name]
    write(tmp_path, data | ({name: array} if array is not None else {}))
    check_error(module_in(tmp_path), message)


def _with_header(header: object) -> bytes:
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + bytes(24)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff" * 40,
        (30).to_bytes(8, "little") + b"{",
        (4).to_bytes(8, "little") + b"{{{{",
        (4).to_bytes(8, "little") + b"\xff\xff\xff\xff",
        _with_header([]),
        _with_header({"w": 3}),
        _with_header({"w": {"dtype": "F32", "shape": [3, 2]}}),
        _with_header({"w": {"dtype": "F32", "shape": [3, 2], "data_offsets": [-8, 16]}}),
        _with_header({"w": {"dtype": "F32", "shape": [3, 2], "data_offsets": [8, 32]}}),
        _with_header({"w": {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, 8]}}),
        _with_header({"w": {"dtype": [], "shape": "x", "data_offsets": [0, 24]}}),
    ],
    ids=repr,
)
def test_the_file_is_damaged(tmp_path: Path, data: bytes) -> None:
    write(tmp_path, tensors()).write_bytes(data)
    check_error(module_in(tmp_path), 'resource "w": .*(safetensors file|no such tensor)')


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (os.mkfifo, "it is a FIFO, expected a regular file"),
        (Path.mkdir, "it is a directory, expected a regular file"),
        (lambda path: path.symlink_to(path), "too many levels of symbolic links"),
        (lambda path: path.symlink_to("/dev/zero"), "it is a device, expected a regular file"),
    ],
)
def test_the_file_is_none(tmp_path: Path, make: Callable[[Path], None], message: str) -> None:
    path = write(tmp_path, tensors())
    path.unlink()
    make(path)
    check_error(module_in(tmp_path), message)


CUT = r"""
import os, sys, threading, time
import numpy as np
from safetensors.numpy import save_file
import dlvm

path, size = sys.argv[1], 1 << 20
type = f"<{size} x f32>"
text = f"func @f: () -> {type} {{\n'entry():\n    return resource \"w\": {type}\n}}"
save_file({"w": np.ones(size, "f")}, path + ".safetensors")
whole = os.path.getsize(path + ".safetensors")
module = dlvm.parse(text, path + ".dl")
end = time.monotonic() + 1.5

def cut():
    while time.monotonic() < end:
        os.truncate(path + ".safetensors", 4096)
        os.truncate(path + ".safetensors", whole)

thread = threading.Thread(target=cut)
thread.start()
found = set()
while time.monotonic() < end:
    for run in (lambda: dlvm.interpret(module, "f"), lambda: dlvm.compile(module)["f"]()):
        try:
            found.add(len(run()))
        except dlvm.DiagnosticError as problem:
            found.add("damaged" if "safetensors" in str(problem) else str(problem))
thread.join()
assert found <= {size, "damaged"}, found
"""


def test_the_file_is_cut_short_again_and_again(tmp_path: Path) -> None:
    """Reading a mapped file that was truncated must not end the process by SIGBUS."""
    environment = {**os.environ, "DLVM_CACHE_DIR": ""}
    command = [sys.executable, "-c", CUT, str(tmp_path / "m")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_loaded_resources_survive_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, tensors())
    (literal,) = [
        o
        for function in module_in(tmp_path).functions
        for instruction in function.instructions()
        for o in instruction.leaves()
        if isinstance(o, Literal) and isinstance(o.data, Resource) and o.data.name == "w"
    ]
    array = read_resource(literal)
    path.write_bytes(b"")
    np.testing.assert_array_equal(array, tensors()["w"])
    assert not array.flags.writeable


def test_open_sizes_are_wrong() -> None:
    text = MODULE.replace('"none": <0 x i8>', '"none": <_ x i8>')
    with pytest.raises(dlvm.DiagnosticError, match="expected a type of known sizes"):
        dlvm.parse(text)
