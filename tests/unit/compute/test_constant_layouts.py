"""Constant factors of products are laid out when the program is compiled, and change no result."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

import dlvm
from dlvm.codegen.generation import generate_program
from dlvm.compiler import lowered_module
from dlvm.compute.layout.constant_layouts import lay_out_constants
from dlvm.compute.scheduling.kernel_schedules import default_schedule, schedule_module
from dlvm.compute.scheduling.machine import Machine
from dlvm.ir.module import Module
from dlvm.ir.types import ElementType

MACHINE = Machine(vector_bytes=64, registers=32, has_avx512=True)
PRODUCTS = {
    "padded": (
        "convolve {0} kernel {1} padding (1, 1), (1, 1)",
        [(1, 70, 7, 7), (512, 70, 3, 3), (1, 512, 7, 7)],
    ),
    "pixels": (
        "convolve {0} kernel {1}",
        [(1, 600, 7, 7), (512, 600, 1, 1), (1, 512, 7, 7)],
    ),
    "turned": ('contract {0}, {1} by "mk,nk->mn"', [(90, 40), (50, 40), (90, 50)]),
    "heads": ('contract {0}, {1} by "mk,hnk->mhn"', [(90, 40), (3, 32, 40), (90, 3, 32)]),
    "batches": (
        'contract {0}, {1} by "bmk,bnk->bmn"',
        [(3, 90, 40), (3, 50, 40), (3, 90, 50)],
    ),
}


def program(folder: Path, name: str, element: str, again: str = "") -> Module:
    """A function of a tensor and of a factor, ``%w``: the tensor's product with a constant is
    doubled, and one with ``again`` doubled after it."""
    text, shapes = PRODUCTS[name]
    x, w, out = (f"<{' x '.join(map(str, s))} x {element}>" for s in shapes)
    numbers = np.random.default_rng(1)
    constants = {n: numbers.integers(-3, 4, shapes[1]) for n in ("w", "v")}
    save_file(
        {n: c.astype(ElementType(element).numpy) for n, c in constants.items()},
        folder / "model.safetensors",
    )
    factors = ['resource "w"', *([again] if again else [])]
    body = "".join(
        f"    %p{n} = {text.format(f'%x: {x}', f'{factor}: {w}')}\n"
        f"    %r{n} = add %p{n}: {out}, %p{n}: {out}\n"
        for n, factor in enumerate(factors)
    )
    results = ", ".join(f"%r{n}: {out}" for n in range(len(factors)))
    types = ", ".join([out] * len(factors))
    if again:
        results, types = f"({results}): ({types})", f"({types})"
    return dlvm.parse(
        f"stage optimizable\nfunc @f: ({x}, {w}) -> {types} {{\n"
        f"'entry(%x: {x}, %w: {w}):\n{body}    return {results}\n}}\n",
        str(folder / "model.dl"),
    )


def scheduled(module: Module) -> Module:
    kernels = lowered_module(module, "compute")
    lay_out_constants(kernels, MACHINE)
    schedule_module(kernels, MACHINE)
    return kernels


def layouts(module: Module) -> list[str]:
    return [d.name or "" for d in module.definitions if (d.name or "").startswith("layout")]


@pytest.mark.parametrize("element", ["f32", "bf16", "i8"])
@pytest.mark.parametrize("name", PRODUCTS)
def test_layouts_change_no_result(tmp_path: Path, name: str, element: str) -> None:
    module = program(tmp_path, name, element)
    numbers = np.random.default_rng(0)
    type = ElementType(element).numpy
    arguments = [numbers.integers(-2, 3, s).astype(type) for s in PRODUCTS[name][1][:2]]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    kernels = scheduled(module)
    assert layouts(kernels) == ["layout.0"]
    text = str(kernels)
    again = dlvm.parse(text, str(tmp_path / "model.dl"))
    dlvm.verify(again)
    assert str(again) == text
    assert np.array_equal(np.asarray(dlvm.interpret(again, "f", *arguments)), expected)
    assert np.array_equal(np.asarray(dlvm.compile(again)["f"](*arguments)), expected)
    # What is made of the constant is part of the program: no code makes it.
    assert "layout" not in generate_program(again, {}, MACHINE).text


def test_constants_of_one_kernel_have_one_layout(tmp_path: Path) -> None:
    module = program(tmp_path, "padded", "f32", 'resource "v"')
    kernels = scheduled(module)
    assert len(kernels.definitions) == 2
    assert layouts(kernels) == ["layout.0"]
    arguments = [np.ones(s, np.float32) for s in PRODUCTS["padded"][1][:2]]
    expected = np.asarray(dlvm.interpret(module, "f", *arguments))
    assert np.array_equal(np.asarray(dlvm.compile(kernels)["f"](*arguments)), expected)


def test_factors_that_are_not_constant_stay(tmp_path: Path) -> None:
    kernels = lowered_module(program(tmp_path, "padded", "f32", "%w"), "compute")
    (definition,) = kernels.definitions
    lay_out_constants(kernels, MACHINE)
    assert kernels.definitions == [definition]


def test_kernels_with_a_schedule_stay(tmp_path: Path) -> None:
    kernels = lowered_module(program(tmp_path, "padded", "f32"), "compute")
    (definition,) = kernels.definitions
    kernels.schedules.append(default_schedule(definition, MACHINE))
    lay_out_constants(kernels, MACHINE)
    assert kernels.definitions == [definition]
