"""The machines that code is generated for: one declaration each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final

from dlvm.codegen.llvm.processors import LEVELS, PROCESSORS
from dlvm.codegen.llvm.target import Target, all_targets, host_target, machine_with
from dlvm.compute.scheduling.machine import Cache, Machine
from dlvm.deploy.variants import LEVELS as VARIANT_LEVELS
from dlvm.diagnostics import Note, error

MULTI: Final = "multi"
"""The processor that stands for all levels of x86-64."""
SIZE_LEVELS: Final = {"s": "optsize", "z": "optsize minsize"}
"""The optimization levels for small code, and LLVM's attributes of functions for them."""


@dataclass(frozen=True)
class DeployTarget:
    """A machine: LLVM's triple, CPU and features, and the properties that schedules of kernels
    depend on: the size of a vector register in bytes, the number of vector registers, and the bytes
    of the cache of a core."""

    description: str
    triple: str
    cpu: str
    features: str = ""
    vector_bytes: int = 16
    registers: int = 16
    cache_bytes: int = 256 * 1024
    has_avx512: bool = False
    has_avx2: bool = False
    cpus: tuple[str, ...] = ()
    """Other processors of the same kind, for ``--cpu``."""
    has_small_float_vectors: bool = True

    @property
    def target(self) -> Target:
        """The target of the code generator."""
        all_targets()
        machine = Machine(
            "cpu", self.vector_bytes, self.registers, 1, (Cache(32 << 10), Cache(self.cache_bytes)),
            self.has_avx512, self.has_avx2, self.has_small_float_vectors,
        )  # fmt: skip
        return Target(self.triple, self.cpu, self.features, machine, "small")


def _x86(level: str, system: str, name: str, vector_bytes: int) -> DeployTarget:
    has_avx512 = vector_bytes == 64
    return DeployTarget(
        f"x86-64 {name}".rstrip(), f"x86_64-{system}", level,
        "-prefer-256-bit" if has_avx512 else "",
        vector_bytes, 32 if has_avx512 else 16, 512 * 1024, has_avx512, vector_bytes >= 32,
        (*LEVELS, *(n for n, p in PROCESSORS.items() if p.level)),
    )  # fmt: skip


def _cortex(name: str, triple: str, cpu: str, features: str = "") -> DeployTarget:
    # A vector of one element keeps code small: these processors have no vector registers.
    return DeployTarget(f"ARM {name}, bare metal", triple, cpu, features, 4, 8, 16 * 1024)


TARGETS: Final = {
    "x86-64-v2": _x86("x86-64-v2", "unknown-linux-gnu", "with SSE4.2, Linux", 16),
    "x86-64-v3": _x86("x86-64-v3", "unknown-linux-gnu", "with AVX2, Linux", 32),
    "x86-64-v4": _x86("x86-64-v4", "unknown-linux-gnu", "with AVX-512, Linux", 64),
    "aarch64-linux": DeployTarget(
        "AArch64 with NEON, Linux", "aarch64-unknown-linux-gnu", "generic", "+neon", 16, 32,
        cpus=(
            "cortex-a53", "cortex-a72", "neoverse-n1", "neoverse-v1", "neoverse-v2",
            "graviton2", "graviton3", "graviton4",
        ),
    ),
    "aarch64-linux-sve": DeployTarget(
        "AArch64 with SVE, Linux", "aarch64-unknown-linux-gnu", "generic", "+neon,+sve", 16, 32,
        cpus=("neoverse-v1", "neoverse-v2", "graviton3", "graviton4", "a64fx"),
    ),
    "aarch64-macos": DeployTarget(
        "AArch64 with NEON, macOS", "arm64-apple-macosx11.0", "apple-m1", "", 16, 32,
        cpus=("apple-m1", "apple-m2", "apple-m3", "apple-m4"),
    ),
    "riscv64-linux": DeployTarget(
        "RISC-V 64 without vectors, Linux", "riscv64-unknown-linux-gnu", "generic-rv64",
        "+m,+a,+f,+d,+c", 8, 16,
    ),
    "riscv64-linux-v": DeployTarget(
        "RISC-V 64 with vectors, Linux", "riscv64-unknown-linux-gnu", "generic-rv64",
        "+m,+a,+f,+d,+c,+v,+zvl128b", 16, 32,
    ),
    "powerpc64le-linux": DeployTarget(
        "POWER8 and later with VSX, little-endian, Linux", "powerpc64le-unknown-linux-gnu", "pwr8",
        "", 16, 64, cpus=("pwr9", "pwr10"),
    ),
    "riscv32": DeployTarget(
        "RISC-V 32 without vectors, bare metal", "riscv32-unknown-elf", "generic-rv32",
        "+m,+a,+f,+c", 4, 16, 16 * 1024,
    ),
    "cortex-m0plus": _cortex("Cortex-M0+", "thumbv6m-unknown-none-eabi", "cortex-m0plus"),
    "cortex-m4": _cortex("Cortex-M4 with FPU", "thumbv7em-unknown-none-eabihf", "cortex-m4"),
    "cortex-m7": _cortex("Cortex-M7 with FPU", "thumbv7em-unknown-none-eabihf", "cortex-m7"),
    "cortex-m55": DeployTarget(
        "ARM Cortex-M55 with FPU, bare metal", "thumbv8.1m.main-unknown-none-eabihf", "cortex-m55",
        # LLVM 22 fails on signs of f16 that f64 takes over, unless f16 are computed in f32.
        "-mve,-mve.fp,-fullfp16", 4, 16, 16 * 1024,
    ),
    "wasm32": DeployTarget(
        "WebAssembly without SIMD", "wasm32-unknown-unknown", "generic", "", 8, 16
    ),
    "wasm32-simd": DeployTarget(
        "WebAssembly with simd128", "wasm32-unknown-unknown", "generic", "+simd128", 16, 16,
        # LLVM 22 fails on comparisons of vectors of f16.
        has_small_float_vectors=False,
    ),
    "x86-64-windows": _x86("x86-64-v3", "pc-windows-msvc", "with AVX2, Windows", 32),
    "x86-64-macos": _x86("x86-64-v3", "apple-macosx11.0", "with AVX2, macOS", 32),
}  # fmt: skip
"""The targets by name. To add a target, add a row here."""


def find_target(name: str | None, cpu: str | None) -> Target:
    """The target with a name or triple, by default this machine; ``cpu`` replaces its processor.
    Raises :class:`DiagnosticError` if there is none."""
    what = name or "this machine"
    if name is None and cpu is None:
        return replace(host_target(1), code_model="small")
    if name is None:
        system = host_target(1).triple.partition("-")[0]
        name = next((n for n, t in TARGETS.items() if t.triple.startswith(f"{system}-")), system)
    triples = {t.triple: n for n, t in reversed(TARGETS.items())}
    found = TARGETS.get(triples.get(name, name))
    if found is None:
        near = get_close_matches(name, [*TARGETS, *triples], 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise error(
            f"the target must be a name or triple of dlc --list-targets, got {name}",
            None,
            Note(f"{hint}the names are {', '.join(TARGETS)}"),
        )
    cpu = cpu or found.cpu
    if cpu != found.cpu and cpu not in found.cpus:
        known = ", ".join(dict.fromkeys((found.cpu, *found.cpus)))
        raise error(f"the processor of {what} must be one of {known}, got {cpu}")
    processor = PROCESSORS.get(cpu)
    level = processor.level if processor else cpu
    target = replace(found, cpu=processor.cpu if processor else cpu).target
    machine = target.machine
    if processor:
        caches = tuple(Cache(size, ways) for size, ways in processor.caches)
        machine = replace(machine, caches=caches, far_run=processor.far_run)
    if level not in LEVELS:
        return replace(target, machine=machine)
    # A level of x86-64 has its own vector registers.
    machine = replace(machine_with(LEVELS[level], (), 1, processor), caches=machine.caches)
    features = "-prefer-256-bit" if machine.has_avx512 else ""
    return replace(target, features=features, machine=machine)


def find_targets(name: str | None, cpu: str | None) -> list[Target]:
    """The processors to compile for: all levels of x86-64 from v2 on if ``cpu`` is ``multi``,
    otherwise the one that :func:`find_target` returns. Raises :class:`DiagnosticError` if there is
    none."""
    if cpu != MULTI:
        return [find_target(name, cpu)]
    own, base = host_target(1).triple, find_target(name, None)
    if not base.triple.startswith("x86_64"):
        raise error(f"--cpu {MULTI} must have a target for x86-64, got {base.triple}")
    if not own.startswith("x86_64"):  # LLVM has assemblers for this machine only.
        raise error(f"--cpu {MULTI} must be used on x86-64, got {own}")
    # A machine's own triple stands for the row of its level.
    known = name or next(n for n, t in TARGETS.items() if t.triple == base.triple)
    return [find_target(known, level) for level in VARIANT_LEVELS]


def sized(targets: Sequence[Target], opt_level: int | str) -> tuple[Sequence[Target], int, str]:
    """What ``opt_level`` stands for: the targets, a level as a number, and attributes of functions
    for LLVM. For small code, the targets pretend to have few registers, so that loops are hardly
    unrolled, and at level ``z`` no vectors.

    Raises :class:`DiagnosticError` for unknown levels.
    """
    if not isinstance(opt_level, str):
        return targets, opt_level, ""
    if opt_level not in SIZE_LEVELS:
        raise error(f"opt_level must be 0 to 3, s or z, got {opt_level!r}")
    found: list[Target] = []
    for target in targets:
        machine = replace(target.machine, registers=4)
        if opt_level == "z":
            machine = replace(machine, vector_bytes=4, has_avx512=False, has_avx2=False)
        found.append(replace(target, machine=machine))
    return found, 2, SIZE_LEVELS[opt_level]


def is_bare_metal(target: Target) -> bool:
    """Whether a target has no operating system."""
    return target.triple.startswith(("thumb", "riscv32", "wasm32"))


def list_targets() -> str:
    """The table of targets, as ``dlc --list-targets`` prints it."""
    rows = [(name, t.triple, t.description) for name, t in TARGETS.items()]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "".join(f"{n:{widths[0]}}  {t:{widths[1]}}  {d}\n" for n, t, d in rows)
