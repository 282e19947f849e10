"""A network learns the shape of a sine wave on a Cortex-M4, in an emulator: the training step is
compiled to a library of a few kilobytes, which needs no operating system and no C library.

It needs qemu-system-arm, and the C compiler of ``pip install ziglang``.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from dlvm import nnkit
from dlvm.deploy import build
from dlvm.nnkit import Float0D, Float1D, staged, struct, value_and_gradient

POINTS, UNITS, STEPS = 16, 8, 2000


@struct
class Network:
    w: Float1D
    b: Float1D
    v: Float1D
    c: Float1D


@staged
def output(net: Network, x: Float1D) -> Float1D:
    return nnkit.tanh(x[:, None] * net.w + net.b) @ net.v + net.c


@staged
def loss(net: Network, x: Float1D, y: Float1D) -> Float0D:
    return nnkit.mean((output(net, x) - y) ** 2)


@staged(donate=("net",))
def step(net: Network, x: Float1D, y: Float1D, rate: Float0D) -> tuple[Network, Float0D]:
    value, slope = value_and_gradient(loss, "net")(net, x, y)
    w, b, v, c = (
        p - rate * s
        for p, s in ((net.w, slope.w), (net.b, slope.b), (net.v, slope.v), (net.c, slope.c))
    )
    return Network(w, b, v, c), value


def main() -> float:
    parameters = Network(*(np.zeros(n, "f") for n in (UNITS, UNITS, UNITS, 1)))
    example: Any = (parameters, np.zeros(POINTS, "f"), np.zeros(POINTS, "f"), np.float32(0))
    with TemporaryDirectory() as name:
        folder = Path(name)
        build(
            step, folder / "net.a", "archive", example=example, target="cortex-m4",
            opt_level="z", freestanding=True,
        )  # fmt: skip
        for file in ("main.c", "board.c", "board.ld"):
            shutil.copy(Path(__file__).with_name(file), folder)
        compiler = [sys.executable, "-m", "ziglang", "cc"]
        machine = ["-target", "thumb-freestanding-eabihf", "-mcpu=cortex_m4+vfp4d16sp"]
        sizes = [f"-D{n}={v}" for n, v in (("POINTS", POINTS), ("UNITS", UNITS), ("STEPS", STEPS))]
        options = ["-Os", "-ffreestanding", "-nostdlib", "-fno-sanitize=all", *sizes]
        files = ["main.c", "board.c", "net.a", "-Wl,-T,board.ld,-e,start", "-o", "program"]
        subprocess.run([*compiler, *machine, *options, *files], cwd=folder, check=True)
        command = [
            *("qemu-system-arm", "-machine", "mps2-an386", "-nographic", "-monitor", "none"),
            *("-serial", "none", "-semihosting-config", "enable=on,target=native"),
            *("-kernel", "program"),
        ]
        run = subprocess.run(
            command, cwd=folder, check=True, text=True, stderr=subprocess.STDOUT,
            stdout=subprocess.PIPE,
        )  # fmt: skip
    print(run.stdout, end="")
    return float(run.stdout.split()[-1])


if __name__ == "__main__":
    main()
