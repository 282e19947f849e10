"""Libraries for other machines give the recorded results under emulators, without a C library."""

# Playwright is optional.
# pyright: reportMissingImports=false
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import dlvm
from dlvm.deploy import build
from tests.support.machine import BROWSER, NEEDS_EMULATOR, needs_browser
from tests.unit.deploy.test_build import DYNAMIC, PROGRAM
from tests.unit.deploy.test_bundles import STRUCTS

MACHINES = {
    "aarch64-linux": ("aarch64", ["aarch64-linux-none"]),
    "aarch64-linux-sve": ("aarch64", ["aarch64-linux-none"]),
    "riscv64-linux": ("riscv64", ["riscv64-linux-none"]),
    # An application processor runs the code of a microcontroller, too.
    "cortex-m4": ("arm", ["arm-linux-none", "-mcpu=cortex_a15", "-mfloat-abi=hard"]),
}
"""The emulator of each target, and what its clang is told."""

# What main.c uses of a C library; the exit code alone is checked.
STDIO = "static inline int printf(const char *format, ...) { (void)format; return 0; }\n"
MATH = """
#define isnan __builtin_isnan
#define fabs __builtin_fabs
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
"""


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Does not print requests."""


START = """
int main(void);
static void leave(long code)
{
#if defined(__aarch64__)
    __asm__ volatile("mov x0, %0\\n mov x8, 93\\n svc 0" : : "r"(code) : "x0", "x8");
#elif defined(__riscv)
    __asm__ volatile("mv a0, %0\\n li a7, 93\\n ecall" : : "r"(code) : "a0", "a7");
#else
    __asm__ volatile("mov r0, %0\\n mov r7, #1\\n svc 0" : : "r"(code) : "r0");
#endif
}
void _start(void) { leave(main()); }
"""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=NEEDS_EMULATOR[e]) for n, (e, _) in MACHINES.items()]
)
@pytest.mark.parametrize("program", [PROGRAM, STRUCTS], ids=["functions", "structs"])
def test_results_under_an_emulator(name: str, program: str, tmp_path: Path) -> None:
    is_small = name == "cortex-m4" and program == PROGRAM
    functions = ["loss", "slope", "rows"] if is_small else None
    build(dlvm.parse(program), tmp_path, "bundle", prefix="net_", target=name, functions=functions)
    _check(name, tmp_path)


@needs_browser
@pytest.mark.parametrize("program", [PROGRAM, STRUCTS], ids=["functions", "structs"])
def test_a_page_calls_the_first_function(program: str, tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    build(dlvm.parse(program), tmp_path / "net.wasm", "wasm")
    handler = partial(_QuietHandler, directory=str(tmp_path))
    problems: list[str] = []
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        sync_playwright() as playwright,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.goto(f"http://127.0.0.1:{server.server_port}/net.html")
        page.wait_for_function("document.getElementById('output').textContent !== ''")
        assert page.locator("#output").inner_text().startswith("0")
        browser.close()
        server.shutdown()
    assert problems == []


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=NEEDS_EMULATOR[e]) for n, (e, _) in MACHINES.items()]
)
def test_recursion_and_memory_at_run_time_under_an_emulator(name: str, tmp_path: Path) -> None:
    build(
        dlvm.parse(DYNAMIC), tmp_path, "bundle", prefix="net_", target=name,
        functions=["tree", "rows"], stack="64KiB", heap="64KiB",
    )  # fmt: skip
    _check(name, tmp_path)


def _check(name: str, tmp_path: Path) -> None:
    """Links the check of a bundle without a C library, and runs it."""
    emulator, target = MACHINES[name]
    for file, text in {"stdio.h": STDIO, "math.h": MATH, "start.c": START}.items():
        (tmp_path / file).write_text(text)
    library = next(tmp_path.glob("*.a"))
    clang = [
        sys.executable,
        "-m",
        "ziglang",
        "cc",
        "-target",
        *target,
        "-O1",
        "-ffreestanding",
        "-nostdlib",
    ]
    command = [*clang, "-static", "-I.", "start.c", "main.c", library.name, "-o", "check"]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run([f"qemu-{emulator}", "check"], cwd=tmp_path, check=True)


@pytest.mark.parametrize("standard", ["c99", "c17", "c++11", "c++20"])
def test_clang_accepts_a_bundle(standard: str, tmp_path: Path) -> None:
    build(dlvm.parse(PROGRAM), tmp_path, "bundle", prefix="net_")
    language = "c++" if "++" in standard else "c"
    clang = [sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-linux-none"]
    options = [
        f"-std={standard}",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        "-c",
        "-o",
        "main.o",
    ]
    for file, text in {"stdio.h": STDIO, "math.h": MATH}.items():
        (tmp_path / file).write_text(text)
    command = [*clang, "-x", language, *options, "-I.", "main.c"]
    subprocess.run(command, cwd=tmp_path, check=True)
