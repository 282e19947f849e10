"""Runs the programs of tests/support/samples/embedded.py on every target, under emulators.

``python -m tests.peers.deploy.emulators`` builds each program for each target of
``dlc --list-targets``, runs it under its emulator if there is one, and compares with the
interpreter; with ``--modules``, it does so for the modules of tests/lit/run. Programs for Windows
and macOS are linked by LLVM's linkers, which accept no undefined symbol, and their exports are
read. The table has the bytes of code, of constants besides weights,
of weights, of the workspace and, measured by painting it, of the stack.
"""

import argparse
import base64
import functools
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import llvmlite.binding as llvm

import dlvm
from dlvm.byte_sizes import parse_bytes
from dlvm.codegen import runtime_support
from dlvm.deploy import TARGETS
from dlvm.deploy.build import Library, compile_library
from dlvm.deploy.objects import archive
from dlvm.deploy.targets import find_target
from dlvm.ir.module import Module
from tests.support.machine import BROWSER
from tests.support.paths import ROOT
from tests.support.samples.embedded import EMBEDDED_PROGRAMS

STDIO: Final = "static inline int printf(const char *format, ...) { (void)format; return 0; }\n"
MATH: Final = """
#define isnan __builtin_isnan
#define fabs __builtin_fabs
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
"""
"""What ``main.c`` uses of a C library; the exit code alone is checked."""
LINUX_START: Final = """
__asm__(".globl _start\\n_start:\\n"
#if defined(__x86_64__)
        "and $-16, %rsp\\n call main\\n mov %eax, %edi\\n mov $60, %eax\\n syscall\\n"
#elif defined(__aarch64__)
        "bl main\\n mov x8, 93\\n svc 0\\n"
#elif defined(__powerpc64__)
        "addis 2, 12, .TOC.-_start@ha\\n addi 2, 2, .TOC.-_start@l\\n stdu 1, -32(1)\\n"
        "bl main\\n nop\\n li 0, 1\\n sc\\n"
#else
        "call main\\n li a7, 93\\n ecall\\n"
#endif
);
"""
CORTEX_START: Final = """
#include <stdint.h>
int main(void);
extern uint32_t stack_bottom[], stack_top[];
#define PAINT 0xA5A5A5A5u

static void host(uintptr_t operation, const void *argument)
{
    register uintptr_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

/* Writes the bytes of the stack that main has used, and ends the emulator. */
__attribute__((noinline)) static void leave(int code)
{
    uint32_t *first = stack_bottom;
    while (*first == PAINT) first++;
    uint32_t bytes = (uint32_t)((char *)stack_top - (char *)first);
    char text[20] = "stack 0000000\\n";
    for (int i = 12; i > 5; i--, bytes /= 10) text[i] = (char)('0' + bytes % 10);
    host(4, text);
    host(0x18, (const void *)(code ? 0x20023u : 0x20026u));
    for (;;) {}
}

static void fault(void)
{
    host(0x18, (const void *)0x20023u);
    for (;;) {}
}

void start(void)
{
#if __ARM_ARCH >= 7
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20;
    __asm__ volatile("dsb\\n isb");
#endif
    uint32_t *here = __builtin_frame_address(0);
    volatile uint32_t *word = stack_bottom;
    while (word < here - 16) *word++ = PAINT;
    leave(main());
}

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[16] = {
    (uintptr_t)stack_top, (uintptr_t)start, (uintptr_t)fault, (uintptr_t)fault,
    (uintptr_t)fault, (uintptr_t)fault, (uintptr_t)fault,
};
"""
CORTEX_LAYOUT: Final = """
ENTRY(start)
MEMORY {{
    flash (rx) : ORIGIN = 0, LENGTH = {flash}
    ram (rwx) : ORIGIN = 0x20000000, LENGTH = {ram}
}}
SECTIONS {{
    .text : {{ KEEP(*(.vectors)) *(.text*) *(.rodata*) }} > flash
    .ARM.exidx : {{ *(.ARM.exidx*) }} > flash
    .data : {{ *(.data*) }} > ram
    .bss : {{ *(.bss*) *(COMMON) . = ALIGN(8); stack_bottom = .; }} > ram
    stack_top = ORIGIN(ram) + LENGTH(ram);
}}
"""
PAGE: Final = """<!DOCTYPE html>
<title>?</title>
<script>
const bytes = Uint8Array.from(atob("{module}"), c => c.charCodeAt(0));
const {{ exports }} = new WebAssembly.Instance(new WebAssembly.Module(bytes));
document.title = "code " + exports.run();
</script>
"""


@dataclass(frozen=True)
class Emulator:
    """How the check of a library is linked and run for a target."""

    name: str
    is_here: Callable[[], bool]
    check: Callable[[Library, str, Path], "Outcome"]
    """Links the check, whose ``main.c`` is given, in a folder, and runs it."""


@dataclass(frozen=True)
class Outcome:
    """Whether a check has passed."""

    text: str
    stack: int | None = None
    """The bytes of stack that the program used, if they were measured."""

    @property
    def is_good(self) -> bool:
        """Whether the results were right, or the library was linked as stated."""
        return self.text in ("agrees", "linked")


ZIG: Final = (sys.executable, "-m", "ziglang", "cc")


def _compile(folder: Path, *options: str, compiler: Sequence[str] = ZIG) -> None:
    """Compiles ``main.c`` and ``start.c``, and links them with the library."""
    command = [
        *compiler, *options, "-O1", "-ffreestanding", "-nostdlib",
        "-fno-sanitize=all", "-I.", "main.c", "libnet.a", "-o", "check",
    ]  # fmt: skip
    if (folder / "start.c").exists():
        command.append("start.c")
    subprocess.run(command, cwd=folder, check=True)


def _prepare(folder: Path, library: Library, main: str, **others: str) -> None:
    (folder / "libnet.a").write_bytes(archive("net.o", library.object, library.symbols))
    texts = {"net.h": library.header, "main.c": main, "stdio.h": STDIO, "math.h": MATH, **others}
    for name, text in texts.items():
        (folder / name.replace("_c", ".c").replace("_ld", ".ld")).write_text(text)


def _outcome(run: "subprocess.CompletedProcess[str]") -> Outcome:
    stack = re.search(r"stack (\d+)", run.stdout + run.stderr)
    text = "agrees" if run.returncode == 0 else f"fails with the code {run.returncode}"
    return Outcome(text, int(stack[1]) if stack else None)


def _linux(target: str, *emulator: str) -> Emulator:
    """A program for Linux, run by qemu's user mode or, without ``emulator``, by this machine."""

    def check(library: Library, main: str, folder: Path) -> Outcome:
        _prepare(folder, library, main, start_c=LINUX_START)
        _compile(folder, "-target", *target.split(), "-static")
        command = [*emulator, "./check"]
        return _outcome(subprocess.run(command, cwd=folder, capture_output=True, text=True))

    name = emulator[0] if emulator else "this machine"
    return Emulator(name, lambda: not emulator or shutil.which(emulator[0]) is not None, check)


def _runs_riscv32() -> bool:
    return all(map(shutil.which, ("qemu-riscv32", "clang", "ld.lld")))


def _riscv32(library: Library, main: str, folder: Path) -> Outcome:
    """As :func:`_linux`, with a clang to which the ABI of floats in registers can be told. It lacks
    a support library for the check's own ``double``, which is compiled with the check."""
    _prepare(folder, library, main, start_c=LINUX_START)
    support = Path(runtime_support.__file__).parent / "freestanding" / "soft_float.c"
    machine = ["--target=riscv32", "-march=rv32imafc", "-mabi=ilp32f", "-fuse-ld=lld", "-static"]
    _compile(folder, *machine, str(support), compiler=["clang"])
    command = ["qemu-riscv32", "-cpu", "rv32", "./check"]
    return _outcome(subprocess.run(command, cwd=folder, capture_output=True, text=True))


def _cortex(target: str, cpu: str, board: str, flash: str = "256K", ram: str = "64K") -> Emulator:
    """A program for a microcontroller, run by qemu's model of a board. Ziglang's processors have no
    floating-point unit unless ``cpu`` names it, and pass floats in integer registers then."""

    def check(library: Library, main: str, folder: Path) -> Outcome:
        layout = CORTEX_LAYOUT.format(flash=flash, ram=ram)
        _prepare(folder, library, main, start_c=CORTEX_START, layout_ld=layout)
        _compile(folder, "-target", target, f"-mcpu={cpu}", "-Wl,-T,layout.ld,-e,start")
        command = [
            "qemu-system-arm", "-machine", board, "-nographic", "-monitor", "none", "-serial",
            "none", "-semihosting-config", "enable=on,target=native", "-kernel", "check",
        ]  # fmt: skip
        return _outcome(
            subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
        )

    name = "qemu-system-arm"
    return Emulator(name, lambda: shutil.which(name) is not None, check)


def _link_web(library: Library, main: str, folder: Path) -> bytes:
    _prepare(folder, library, main)
    options = ("-Dmain=run", "-Wl,--no-entry", "-Wl,--export=run")
    _compile(folder, "-target", "wasm32-freestanding", *options)
    return (folder / "check").read_bytes()


def _wasmtime(library: Library, main: str, folder: Path) -> Outcome:
    import wasmtime  # pyright: ignore[reportMissingImports]

    runtime: Any = wasmtime
    store = runtime.Store()
    module = runtime.Module(store.engine, _link_web(library, main, folder))
    try:
        code = runtime.Instance(store, module, []).exports(store)["run"](store)
    except runtime.Trap as trap:
        return Outcome(f"fails: {trap}".splitlines()[0])
    return Outcome("agrees" if code == 0 else f"fails with the code {code}")


def _browser(library: Library, main: str, folder: Path) -> Outcome:
    module = base64.b64encode(_link_web(library, main, folder)).decode()
    page = folder / "page.html"
    page.write_text(PAGE.format(module=module))
    command = [
        str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
        f"--user-data-dir={folder / 'profile'}", page.as_uri(),
    ]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    title = re.search("<title>(.*)</title>", run.stdout)
    text = title[1] if title else "no page"
    return Outcome("agrees" if text == "code 0" else f"fails: {text}")


def _linker(flavor: str, exports: str, *options: str) -> Emulator:
    """Only links a library, and reads its exports."""

    def check(library: Library, main: str, folder: Path) -> Outcome:
        (folder / "net.o").write_bytes(library.object)
        lists = [exports.format(symbol) for symbol in library.symbols if exports]
        command = ["lld", "-flavor", flavor, *options, *lists, "net.o"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        read = ["llvm-readobj", "--coff-exports" if flavor == "link" else "--syms", "net.lib"]
        found = subprocess.run(read, cwd=folder, check=True, capture_output=True, text=True).stdout
        missing = [s for s in library.symbols if not re.search(rf"Name: _?{s}\b", found)]
        return Outcome(f"lacks {', '.join(missing)}" if missing else "linked")

    return Emulator("lld", lambda: all(map(shutil.which, ("lld", "llvm-readobj"))), check)


@functools.cache
def _has(feature: str) -> bool:
    """Whether this machine is an x86-64 with Linux and with a feature."""
    file = Path("/proc/cpuinfo")
    return file.exists() and re.search(rf"\b{feature}\b", file.read_text()) is not None


def _x86(feature: str) -> Emulator:
    emulator = () if _has(feature) else ("qemu-x86_64", "-cpu", "max")
    return _linux("x86_64-linux-none", *emulator)


def _macho(architecture: str) -> Emulator:
    return _linker(
        "darwin", "", "-dylib", "-arch", architecture,
        "-platform_version", "macos", "11.0", "11.0", "-o", "net.lib",
    )  # fmt: skip


_WEB: Final = [
    Emulator("wasmtime", lambda: find_spec("wasmtime") is not None, _wasmtime),
    Emulator("chromium", lambda: BROWSER is not None, _browser),
]
EMULATORS: Final[dict[str, Sequence[Emulator]]] = {
    "x86-64-v2": [_x86("sse4_2")],
    "x86-64-v3": [_x86("avx2")],
    "x86-64-v4": [_x86("avx512f")],
    "aarch64-linux": [_linux("aarch64-linux-none", "qemu-aarch64", "-cpu", "cortex-a53")],
    "aarch64-linux-sve": [_linux("aarch64-linux-none", "qemu-aarch64", "-cpu", "max")],
    "riscv64-linux": [_linux("riscv64-linux-none", "qemu-riscv64", "-cpu", "rv64")],
    "riscv64-linux-v": [
        _linux("riscv64-linux-none", "qemu-riscv64", "-cpu", "rv64,v=true,vext_spec=v1.0")
    ],
    "powerpc64le-linux": [_linux("powerpc64le-linux-none", "qemu-ppc64le", "-cpu", "power9")],
    "riscv32": [Emulator("qemu-riscv32", _runs_riscv32, _riscv32)],
    "cortex-m0plus": [
        _cortex("thumb-freestanding-eabi", "cortex_m0plus", "microbit", ram="16K"),
    ],
    "cortex-m4": [_cortex("thumb-freestanding-eabihf", "cortex_m4+vfp4d16sp", "mps2-an386")],
    "cortex-m7": [_cortex("thumb-freestanding-eabihf", "cortex_m7+fp_armv8d16sp", "mps2-an500")],
    "cortex-m55": [_cortex("thumb-freestanding-eabihf", "cortex_m55+fp_armv8d16sp", "mps3-an547")],
    "wasm32": _WEB,
    "wasm32-simd": _WEB,
    "x86-64-windows": [
        _linker("link", "/export:{}", "/dll", "/noentry", "/out:net.lib", "/implib:net.imp")
    ],
    "x86-64-macos": [_macho("x86_64")],
    "aarch64-macos": [_macho("arm64")],
}
"""How the libraries of each target are run."""


@functools.cache
def _module(program: str) -> Module:
    return EMBEDDED_PROGRAMS[program].module()


def embedded_library(target: str, program: str, **options: Any) -> Library:
    """A program, compiled for a target."""
    found = EMBEDDED_PROGRAMS[program]
    return compile_library(
        _module(program), [found.function], "net_", find_target(target, None), freestanding=True,
        heap=parse_bytes(found.heap) if found.heap else None,
        stack=parse_bytes(found.stack) if found.stack else None, **options,
    )  # fmt: skip


def check(library: Library, module: Module | str, emulator: Emulator) -> Outcome:
    """Runs a library with recorded arguments, and compares with the interpreter's results."""
    module = _module(module) if isinstance(module, str) else module
    texts = library.bundle_files(module, "net")
    with TemporaryDirectory() as folder:
        return emulator.check(library, texts["main.c"], Path(folder))


def sizes(library: Library) -> tuple[int, int, int]:
    """The bytes of code, of constants besides weights, and of weights of a library."""
    weights = sum(data.size for data in library.constants.values())
    code = constants = 0
    for section in llvm.ObjectFileRef.from_data(library.object).sections():
        if section.is_text() or section.name() == b"CODE":
            code += section.size()
        elif re.match(rb"\.rodata|\.rdata|__const|__literal|DATA$|\.bss", section.name() or b""):
            constants += section.size()
    return code, constants - weights, weights


def _rows(
    targets: Sequence[str], programs: Sequence[str], level: int | str
) -> Iterator[tuple[list[str], bool]]:
    """The rows of the table, and whether each of them is good."""
    for target in targets:
        for program in programs:
            library = embedded_library(target, program, opt_level=level)
            (workspace,) = library.workspaces.values()
            numbers = [*map(str, sizes(library)), str(workspace)]
            for emulator in EMULATORS[target]:
                if not emulator.is_here():
                    yield [target, program, *numbers, "", f"{emulator.name} is missing"], True
                    continue
                try:
                    found = check(library, program, emulator)
                except subprocess.SubprocessError as problem:
                    found = Outcome(f"fails: {problem}")
                stack = "" if found.stack is None else str(found.stack)
                text = f"{found.text} ({emulator.name})"
                yield [target, program, *numbers, stack, text], found.is_good


def _module_rows(targets: Sequence[str], level: int | str) -> Iterator[tuple[list[str], bool]]:
    """The outcomes of the modules of ``tests/lit/run``: whether each of them is good."""
    for file in sorted((ROOT / "tests" / "lit" / "run").rglob("*.dl")):
        for target in targets:
            module = dlvm.parse(file.read_text(encoding="utf-8"))
            name = file.relative_to(ROOT).as_posix()
            try:
                library = compile_library(
                    module,
                    None,
                    "net_",
                    find_target(target, None),
                    level,
                    freestanding=True,
                    stack=1 << 14,
                )
            except dlvm.DiagnosticError as refused:
                yield [target, name, f"refused: {refused.diagnostics[0].message}"], True
                continue
            emulator = next((e for e in EMULATORS[target] if e.is_here()), None)
            if emulator is None:
                yield [target, name, "no emulator"], True
                continue
            try:
                found = check(library, module, emulator)
            except subprocess.SubprocessError as problem:
                found = Outcome(f"fails: {problem}")
            yield [target, name, f"{found.text} ({emulator.name})"], found.is_good


def size_table() -> str:
    """The bytes of code and of constants besides weights, of each program for each target: at the
    levels 2 and z."""
    names = list(EMBEDDED_PROGRAMS)
    lines = [f"| target | {' | '.join(names)} |", "|---" + "|--:" * len(names) + "|"]
    for target in TARGETS:
        found = [
            " / ".join(
                f"{sum(sizes(embedded_library(target, name, opt_level=level))[:2]):,}"
                for level in (2, "z")
            )
            for name in names
        ]
        lines.append(f"| `{target}` | {' | '.join(found)} |")
    return "\n".join(lines) + "\n"


def write_sizes(page: Path) -> None:
    """Replaces the table of sizes in a page."""
    text = page.read_text(encoding="utf-8")
    changed, count = re.subn(
        r"^\| target \|(.*\n\|)*.*\n", lambda _: size_table(), text, flags=re.M
    )
    if count != 1:
        raise SystemExit(f"{page} must have one table whose first column is target, has {count}")
    page.write_text(changed, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs programs for all targets under emulators.")
    parser.add_argument("--targets", nargs="+", default=list(TARGETS), choices=list(TARGETS))
    names = list(EMBEDDED_PROGRAMS)
    parser.add_argument("--programs", nargs="+", default=names, choices=names)
    parser.add_argument("--level", choices=("2", "s", "z"), default="2", help="as -O of dlc")
    parser.add_argument(
        "--modules", action="store_true", help="run the modules of tests/lit/run instead"
    )
    parser.add_argument("--page", type=Path, help="only write the table of sizes in this page")
    options = parser.parse_args()
    if options.page:
        write_sizes(options.page)
        return 0
    head = ["target", "program", "code", "constants", "weights", "workspace", "stack", "result"]
    level = 2 if options.level == "2" else options.level
    rows = _rows(options.targets, options.programs, level)
    if options.modules:
        head, rows = ["target", "module", "result"], _module_rows(options.targets, level)
    print("|", " | ".join(head), "|\n|", " | ".join(["---"] * len(head)), "|")
    failures = 0
    for row, is_good in rows:
        print("|", " | ".join(row), "|", flush=True)
        failures += not is_good
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
