"""Constants that are in object files and in the cache, but not in LLVM's IR."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from safetensors.numpy import save_file

import dlvm
from dlvm.codegen import module_partitioning
from dlvm.codegen.generation import GeneratedProgram, generate_program
from dlvm.codegen.llvm.target import host_target, object_file
from dlvm.codegen.objfile import linker as linking
from dlvm.codegen.objfile.linker import link
from dlvm.compiler import lowered_module

# @f has a factor with a new layout, one without, and the largest constant that the IR has.
MODULE = """
func @f: (<4 x 300 x f32>) -> (<4 x 70 x f32>, <4 x 33 x f32>, <1023 x f32>, <1024 x f32>) {
'entry(%x: <4 x 300 x f32>):
    %w = transpose resource "w": <70 x 300 x f32>
    %y = dot %x: <4 x 300 x f32>, %w: <300 x 70 x f32>
    %z = dot %x: <4 x 300 x f32>, resource "v": <300 x 33 x f32>
    return (%y: <4 x 70 x f32>, %z: <4 x 33 x f32>, resource "small": <1023 x f32>,
        resource "big": <1024 x f32>): (<4 x 70 x f32>, <4 x 33 x f32>, <1023 x f32>, <1024 x f32>)
}

func @g: () -> <1024 x f32> {
'entry():
    return resource "big": <1024 x f32>
}
"""
SHAPES = {"w": (70, 300), "v": (300, 33), "small": (1023,), "big": (1024,)}
X = np.linspace(-1, 1, 1200, dtype="f").reshape(4, 300)
TARGET = host_target(2)


def tensors() -> dict[str, np.ndarray[Any, Any]]:
    random = np.random.default_rng(0)
    return {name: random.standard_normal(shape, np.float32) for name, shape in SHAPES.items()}


def module_in(folder: Path) -> dlvm.Module:
    folder.mkdir(exist_ok=True)
    save_file(tensors(), folder / "model.safetensors")
    return dlvm.parse(MODULE, str(folder / "model.dl"))


def program_of(module: dlvm.Module) -> GeneratedProgram:
    return generate_program(lowered_module(module, "schedule", threads=2), {}, TARGET.machine)


def check_results(module: dlvm.Module) -> None:
    compiled, data = dlvm.compile(module, threads=2), tensors()
    y, z, small, large = compiled["f"](X)
    np.testing.assert_allclose(y, X @ data["w"].T, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(z, X @ data["v"], rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(small, data["small"])
    np.testing.assert_array_equal(large, data["big"])
    np.testing.assert_array_equal(compiled["g"](), data["big"])


def refuse(*_: object) -> list[bytes]:
    raise AssertionError("compiled again")


def test_results_are_the_same_from_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DLVM_CACHE_DIR", str(tmp_path / "cache"))
    module = module_in(tmp_path)
    check_results(module)
    monkeypatch.setattr(module_partitioning, "object_codes", refuse)
    check_results(module)


def test_the_elements_are_not_in_the_text(tmp_path: Path) -> None:
    module = module_in(tmp_path)
    program = program_of(module)
    big, kept, laid_out = sorted(data.size for data in program.constants.values())
    assert (big, kept) == (4 * 1024, 4 * 300 * 33)
    # Rows of w are now some vectors long, as the target has them.
    vector = TARGET.machine.vector_bytes
    row, rest = divmod(laid_out, 300)
    assert rest == row % vector == 0
    assert 4 * 70 < row < 4 * 70 + 2 * vector
    for name in program.constants:
        for stage in ("llvm", "asm"):
            text = dlvm.lower(module, stage, threads=2)
            assert isinstance(text, str)
            assert name in text
            assert len(text) < 300_000


def test_an_object_file_has_all_elements_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is loaded without the constants that compiled code gets besides."""
    module = module_in(tmp_path)
    constants = program_of(module).constants

    def object_codes(texts: list[str], *_: object) -> list[bytes]:
        return [object_file(text, constants, TARGET) for text in texts]

    def link_alone(codes: list[bytes], _: object) -> Any:
        return link(codes)

    monkeypatch.setenv("DLVM_CACHE_DIR", "")
    monkeypatch.setattr(module_partitioning, "MIN_PARTITION_SIZE", 1 << 30)
    monkeypatch.setattr(module_partitioning, "object_codes", object_codes)
    monkeypatch.setattr(linking, "link", link_alone)
    check_results(module)


def test_an_object_file_has_each_constant_once(tmp_path: Path) -> None:
    module = module_in(tmp_path)
    code = dlvm.lower(module, "object", threads=2)
    assert isinstance(code, bytes)
    constants = program_of(module).constants
    assert [code.count(data.tobytes()) for data in constants.values()] == [1] * len(constants)


def test_an_object_file_does_not_depend_on_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[object] = []
    # A name may contain characters that are special to the assembler.
    for number, name in enumerate(("a", 'b "c" \\ é')):
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / name))
        codes.append(dlvm.lower(module_in(tmp_path / name), "object", threads=2))
        names = sorted(p.name for p in (tmp_path / name).iterdir())
        assert names == ["model.safetensors"], number
    assert codes[0] == codes[1]


def test_no_files_stay_after_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    constants = program_of(module_in(tmp_path)).constants
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with pytest.raises(RuntimeError, match="expected top-level entity"):
        object_file("no IR", constants, TARGET)
    assert not list(folder.iterdir())


@pytest.mark.parametrize("system", ["linux-gnu", "windows-msvc", "apple-macosx"])
def test_object_files_of_other_systems_have_their_constants(tmp_path: Path, system: str) -> None:
    program = program_of(module_in(tmp_path))
    target = replace(TARGET, triple=f"{TARGET.triple.partition('-')[0]}-unknown-{system}")
    code = object_file(program.text, program.constants, target)
    for name, data in program.constants.items():
        assert code.count(data.tobytes()) == 1
        # It would be there twice if what is defined were not what is used.
        assert code.count(f"{name}\0".encode()) == 1


@pytest.mark.parametrize("system", ["linux-gnu", "apple-macosx"])
def test_object_files_of_other_architectures_have_their_constants(
    tmp_path: Path, system: str
) -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    other = "aarch64" if TARGET.triple.startswith("x86_64") else "x86_64"
    program = program_of(module_in(tmp_path))
    target = replace(TARGET, triple=f"{other}-unknown-{system}", cpu="generic", features="")
    code = object_file(program.text, program.constants, target)
    assert all(code.count(data.tobytes()) == 1 for data in program.constants.values())
