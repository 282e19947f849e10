"""Targets: the machine description for LLVM, and compilation of LLVM IR to machine code."""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from dlvm.codegen.llvm.binding import ffi, llvm, without_lock
from dlvm.codegen.llvm.processors import (
    LEVELS,
    NATIVE,
    PROCESSORS,
    Processor,
    check_features,
    chosen_processor,
    data_caches,
    level_of,
    native_processor,
)
from dlvm.codegen.storage import ALIGNMENT, Bytes
from dlvm.compute.scheduling.machine import Cache, Machine


@dataclass(frozen=True)
class Target:
    """A machine to generate code for: LLVM's triple, CPU and features, and the properties that
    schedules use."""

    triple: str
    cpu: str
    features: str
    machine: Machine
    code_model: str = ""
    """LLVM's code model, if it differs from the one that our linker expects."""


@cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()


@cache
def all_targets() -> None:
    """Prepares LLVM to generate code for other machines than this one."""
    _initialize()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def host_target(threads: int, cpu: str | None = None) -> Target:
    """The target that code is generated for: the processor with the given name, the one in
    ``DLVM_CPU``, or the one that this process runs on. Raises :class:`DiagnosticError` if no
    processor has the name, or this machine lacks features of the processor."""
    return target_named(chosen_processor(cpu), threads)


@cache
def target_named(name: str, threads: int) -> Target:
    """The target for a processor with the given name. Code for a declared processor is restricted
    to its level of x86-64, and scheduled for its caches. Raises :class:`DiagnosticError` if this
    machine lacks features of that level."""
    _initialize()
    found = llvm.get_host_cpu_features()
    features = {feature for feature, has in dict[str, bool](found).items() if has}
    # Features count more than the processor's name, which virtual machines report wrongly.
    cpu, text = llvm.get_host_cpu_name(), found.flatten()
    processor = PROCESSORS.get(name) or native_processor(cpu, features)
    if name != NATIVE:
        check_features(name, features)
        cpu = level_of(name)
        text, features = "", set(LEVELS[cpu])
    if "avx512f" in features:
        text = ",".join(filter(None, (text, "-prefer-256-bit")))
    caches = PROCESSORS[name].caches if name in PROCESSORS else data_caches()
    machine = machine_with(features, caches, threads, processor)
    return Target(llvm.get_process_triple(), cpu, text, machine)


def machine_with(
    features: Collection[str],
    caches: Sequence[tuple[int, int]],
    threads: int,
    processor: Processor | None = None,
) -> Machine:
    """A machine with the given features, as LLVM calls them. ``caches`` are the sizes and
    associativities of its data caches, or empty if unknown; ``processor`` is its kind of processor,
    if that is declared."""
    has_avx512 = "avx512f" in features
    if has_avx512:
        vector, registers = 64, 32
    elif "avx" in features:
        vector, registers = 32, 16
    elif "neon" in features:
        vector, registers = 16, 32
    else:
        vector, registers = 16, 16
    known = tuple(Cache(size, ways) for size, ways in caches) or Machine.caches
    has_avx2 = "avx2" in features
    machine = Machine("cpu", vector, registers, threads, known, has_avx512, has_avx2)
    if processor is None:
        return machine
    rate = min(vector, processor.vector_bytes) / 32
    return replace(machine, line_rate=max(1.0, rate), far_run=processor.far_run)


def linkable(target: Target) -> Target:
    """The target with an object file format that our linker supports."""
    is_elf = llvm.get_object_format(target.triple) == "ELF"
    return target if is_elf else replace(target, triple=f"{target.triple}-elf")


def _linker_code_model(triple: str) -> str:
    return "medium" if triple.startswith("x86_64") else "small"


def for_jit_linker(target: Target) -> Target:
    """The target with the object file format and code model that LLVM's JIT linker supports."""
    return replace(linkable(target), code_model="small")


def target_machine(target: Target) -> Any:
    """LLVM's code generator for a target.

    Code and the constants of single instructions are at most 2 GB apart. Weights can be further
    away on x86-64; the small code model of AArch64 covers 4 GB.
    """
    _initialize()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu,
        features=target.features,
        opt=3,
        reloc="pic",
        codemodel=target.code_model or _linker_code_model(target.triple),
    )


def optimized(text: str, target: Target, is_simple: bool = False) -> tuple[Any, Any]:
    """Parses and optimizes LLVM IR; returns the module and the target machine.

    Kernels are already vectorized and unrolled, and inlining them gains nothing. So each function
    is simplified by itself, in less than half the time of LLVM's whole pipeline. If ``is_simple``,
    only ``alwaysinline`` functions are inlined.
    """
    machine = target_machine(target)
    module = llvm.parse_assembly(text, llvm.create_context())
    module.triple = target.triple
    module.data_layout = str(machine.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = False
    options.slp_vectorization = False
    options.loop_unrolling = False
    options.loop_interleaving = False
    builder = llvm.create_pass_builder(machine, options)
    first = llvm.create_new_module_pass_manager()
    first.add_always_inliner_pass()
    first.add_global_dead_code_eliminate_pass()
    first.run(module, builder)
    if not is_simple:
        simplification = builder.getFunctionPassManager()
        run = without_lock("LLVMPY_RunNewFunctionPassManager")
        for function in module.functions:
            run(simplification, function, builder)
    return module, machine


def object_code(text: str, target: Target, is_simple: bool = False) -> bytes:
    """Compiles LLVM IR to an object file. Several threads may call this at the same time."""
    module, machine = optimized(text, target, is_simple)
    with ffi.OutputString() as message:
        buffer = without_lock("LLVMPY_TargetMachineEmitToMemory")(machine, module, True, message)
        if not buffer:
            raise RuntimeError(str(message))
    try:
        start, size = ffi.lib.LLVMPY_GetBufferStart(buffer), ffi.lib.LLVMPY_GetBufferSize(buffer)
        return ctypes.string_at(start, size)
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)


_SECTIONS: Final = {
    "ELF": '.section .rodata,"a"',
    "COFF": '.section .rdata,"dr"',
    "MachO": ".const",
}
"""The read-only sections, by object file format."""


def object_file(text: str, constants: Mapping[str, Bytes], target: Target) -> bytes:
    """Compiles LLVM IR to an object file that contains the constants that the IR declares.

    The assembler includes the constants from files, so that LLVM never holds them. llvmlite has an
    assembler for the architecture of this machine only. For other architectures, LLVM reads the
    constants as text, which takes memory of about ten times their size.
    """
    _initialize()
    own, other = (
        llvm.Target.from_triple(triple).name
        for triple in (llvm.get_process_triple(), target.triple)
    )
    if own != other:
        return object_code(_with_text(text, constants), target)
    with TemporaryDirectory() as folder:
        return object_code(_with_files(text, constants, target, folder), target)


def _with_text(text: str, constants: Mapping[str, Bytes]) -> str:
    def definition(match: re.Match[str]) -> str:
        elements = constants[match["name"]].tobytes().hex("\\")
        return f'@{match["name"]} = internal constant {match["type"]} c"\\{elements}"'

    return re.sub(
        r"^@(?P<name>[\w.]+) = external constant (?P<type>\[\d+ x i8\])",
        definition,
        text,
        flags=re.MULTILINE,
    )


def _with_files(text: str, constants: Mapping[str, Bytes], target: Target, folder: str) -> str:
    section = _SECTIONS[llvm.get_object_format(target.triple)]
    # Some formats put a character before each name.
    prefix = "_" if re.search("-m:[ox]", str(target_machine(target).target_data)) else ""
    lines: list[str] = []
    for number, (name, data) in enumerate(constants.items()):
        path = os.path.join(folder, str(number))
        data.tofile(path)
        spelled = "".join(f"\\{b:03o}" for b in os.fsencode(path))
        label = f"{prefix}{name}:"
        align = f".p2align {ALIGNMENT.bit_length() - 1}"
        lines += [section, align, label, f'.incbin "{spelled}"', ".text"]
    quoted = (line.replace("\\", "\\\\").replace('"', "\\22") for line in lines)
    return "\n".join([text, *(f'module asm "{q}"' for q in quoted)])


def assembly(text: str, target: Target) -> str:
    """Compiles LLVM IR to assembly text."""
    module, machine = optimized(text, target)
    return machine.emit_assembly(module)


_PAUSE: Final = {
    "x86_64": "call void @llvm.x86.sse2.pause()",
    "aarch64": "call void @llvm.aarch64.hint(i32 1)",
    "arm64": "call void @llvm.aarch64.hint(i32 1)",
}
"""The pause instruction of spin loops, if the processor has one."""


def runtime_texts(target: Target) -> dict[str, str]:
    """The LLVM IR of the run-time support for a target, by the names of its parts."""
    folder = Path(__file__).parents[1] / "runtime_support"
    parts = ("runtime", "heap", "sort", "calls", "interrupts")
    texts = {name: (folder / f"{name}.ll").read_text() for name in parts}
    instruction = _PAUSE.get(target.triple.partition("-")[0], "")
    pause = f"define internal void @dlvm_pause() alwaysinline {{ {instruction} ret void }}"
    texts["runtime"] = re.sub(
        r"^declare void @dlvm_pause\(\).*$", pause, texts["runtime"], flags=re.MULTILINE
    )
    return texts
