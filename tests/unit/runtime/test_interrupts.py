"""Ctrl-C while native code runs: each program here would run for minutes, or for ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tests.support.machine import needs_posix

pytestmark = needs_posix

LOOP = """
func @f: (i64) -> i64 {
'entry(%x: i64):
    branch 'head(%x: i64)
'head(%y: i64):
    %z = add %y: i64, 1: i64
    %end = equal %z: i64, -1: i64
    conditional %end: bool then 'end() else 'head(%z: i64)
'end():
    return %z: i64
}
"""
TAIL_CALL = """
func @f: (i64) -> i64 {
'entry(%x: i64):
    %end = equal %x: i64, -1: i64
    conditional %end: bool then 'end() else 'more()
'end():
    return %x: i64
'more():
    %y = add %x: i64, 1: i64
    %z = apply @f(%y: i64) -> i64
    return %z: i64
}
"""
INNER_LOOP = """
enum $List { ?more(i64, <_n x f32>, $List), ?end }
func @f: ($List, <_n x f32>) -> <_n x f32> {
'entry(%l: $List, %x: <_n x f32>):
    %stack = createStack
    branch 'head(%x: <_n x f32>, %l: $List, 0: i64)
'head(%y: <_n x f32>, %list: $List, %i: i64):
    push %y: <_n x f32> to %stack: stack
    %box = allocateBox f32
    %z = apply @g(%y: <_n x f32>, @h) -> <_n x f32>
    %j = add %i: i64, 1: i64
    %end = equal %j: i64, 1000000: i64
    conditional %end: bool then 'end() else 'head(%z: <_n x f32>, %list: $List, %j: i64)
'end():
    return %y: <_n x f32>
}
func @g: (<_n x f32>, (<_n x f32>, i64) -> <_n x f32>) -> <_n x f32> {
'entry(%x: <_n x f32>, %h: (<_n x f32>, i64) -> <_n x f32>):
    branch 'head(%x: <_n x f32>, 0: i64)
'head(%y: <_n x f32>, %i: i64):
    %z = apply %h(%y: <_n x f32>, %i: i64) -> <_n x f32>
    %j = add %i: i64, 1: i64
    %end = equal %j: i64, 1000000: i64
    conditional %end: bool then 'end() else 'head(%z: <_n x f32>, %j: i64)
'end():
    return %y: <_n x f32>
}
func @h: (<_n x f32>, i64) -> <_n x f32> {
'entry(%x: <_n x f32>, %i: i64):
    %y = sin %x: <_n x f32>
    return %y: <_n x f32>
}
"""
PRODUCT = """
func @f: (<SIZE x SIZE x f64>) -> <SIZE x SIZE x f64> {
'entry(%x: <SIZE x SIZE x f64>):
    %y = dot %x: <SIZE x SIZE x f64>, %x: <SIZE x SIZE x f64>
    return %y: <SIZE x SIZE x f64>
}
"""
ELEMENTS = """
func @f: (<SIZE x f32>) -> <SIZE x f32> {
'entry(%x: <SIZE x f32>):
    %y = digamma %x: <SIZE x f32>
    return %y: <SIZE x f32>
}
"""
SORT = """
func @f: (<SIZE x i64>) -> <SIZE x i64> {
'entry(%x: <SIZE x i64>):
    %sorted = sort %x: <SIZE x i64> along 0
    %y = extract 1 from %sorted: (<SIZE x i64>, <SIZE x i64>)
    return %y: <SIZE x i64>
}
"""
START = """
    import os, signal, sys, threading, time
    import numpy as np
    import dlvm
    signal.signal(signal.SIGINT, signal.default_int_handler)
    text = sys.argv[1]
    def interrupt(times=1):
        def send():
            for _ in range(times):
                time.sleep(0.1)
                os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=send, daemon=True).start()
    def ends(f, *arguments):
        interrupt()
        try:
            f(*arguments)
        except KeyboardInterrupt:
            return f._state.heap_bytes == 0
        return False
"""


def run_program(program: str, text: str = "") -> str:
    """The output of a Python program with a text as input, in a process that must succeed."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(START) + textwrap.dedent(program), text],
        capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


INNER = "('more', 1, np.ones(3, 'f'), ('end',)), np.ones(100, 'f')"
MATRIX = "np.ones((4000, 4000))"
VECTOR = "np.ones(1 << 25, 'f')"
NUMBERS = "np.random.default_rng(0).integers(0, 1 << 62, 1 << 23)"

CALLS = ["loop", "tail-call", "calls", "product", "parallel"]
CALLS += ["n-product", "n-elements", "elements", "sort"]


@pytest.mark.parametrize(
    ("text", "arguments", "threads"),
    [
        (LOOP, "0", 1),
        (TAIL_CALL, "0", 1),
        (INNER_LOOP, INNER, 2),
        (PRODUCT.replace("SIZE", "4000"), MATRIX, 1),
        (PRODUCT.replace("SIZE", "4000"), MATRIX, 2),
        (PRODUCT.replace("SIZE", "_n"), MATRIX, 1),
        (ELEMENTS.replace("SIZE", "_n"), VECTOR, 2),
        (ELEMENTS.replace("SIZE", str(1 << 25)), VECTOR, 1),
        (SORT.replace("SIZE", "_n"), NUMBERS, 1),
    ],
    ids=CALLS,
)
def test_a_call_ends(text: str, arguments: str, threads: int) -> None:
    program = f"""
        f = dlvm.compile(dlvm.parse(text), threads={threads})["f"]
        arguments = [{arguments}]
        print(ends(f, *arguments))
    """
    assert run_program(program, text) == "True\n"


def test_handlers_that_raise_nothing_do_not_end_a_call() -> None:
    program = """
        handled = []
        program = dlvm.compile(dlvm.parse(text))
        def handler(number, frame):
            handled.append(int(program["f"](1499999990)))
        signal.signal(signal.SIGINT, handler)
        interrupt(times=2)
        print(program["f"](0), handled[:1])
    """
    text = LOOP.replace("-1", "1500000000")
    assert run_program(program, text) == "1500000000 [1500000000]\n"


def test_calls_in_other_threads_go_on() -> None:
    program = """
        f = dlvm.compile(dlvm.parse(text))["f"]
        short = dlvm.compile(dlvm.parse(text.replace("-1", "300000000")))["f"]
        found = []
        threads = [threading.Thread(target=lambda: found.append(short(0))) for _ in range(3)]
        for thread in threads: thread.start()
        print(ends(f, 0))
        for thread in threads: thread.join()
        print(*found, short(0))
    """
    assert run_program(program, LOOP) == "True\n" + " ".join(["300000000"] * 4) + "\n"


def test_calls_in_a_child_process_end() -> None:
    program = """
        f = dlvm.compile(dlvm.parse(text))["f"]
        print(ends(f, 0), flush=True)
        child = os.fork()
        if not child:
            os._exit(0 if ends(f, 0) else 1)
        print(os.waitpid(child, 0)[1], ends(f, 0))
    """
    assert run_program(program, LOOP) == "True\n0 True\n"


SPIN = """
@staged
def spin(x: Float0D) -> Float0D:
    while x > 0:
        x = x + 1e-9
    return x
"""


def test_a_staged_loop_ends() -> None:
    program = """
        import linecache
        from dlvm.nnkit import Float0D, staged
        linecache.cache["spin.py"] = len(text), None, text.splitlines(True), "spin.py"
        exec(compile(text, "spin.py", "exec"))
        spin(-1.0)
        interrupt()
        try:
            spin(1.0)
        except KeyboardInterrupt:
            print(spin(-2.0))
    """
    assert run_program(program, SPIN) == "-2.0\n"


def test_training_keeps_its_last_checkpoint(tmp_path: Path) -> None:
    program = """
        from dlvm import nn
        path = text
        def trainer():
            random = np.random.default_rng(0)
            model = nn.Sequential(nn.Dense(64, 256, rng=random), nn.Dense(256, 10, rng=random))
            return nn.Trainer(model, threads=1)
        random = np.random.default_rng(1)
        x = random.standard_normal((20000, 64), np.float32)
        y = random.integers(0, 10, 20000)
        first = trainer()
        epochs = 0
        def callback(trainer):
            # The second epoch is interrupted.
            interrupt()
        try:
            while True:
                first.fit(x, y, 1, 1, checkpoint=path, callbacks=[callback], progress=False)
        except KeyboardInterrupt:
            epochs = len(first.history.loss)
        second = trainer()
        second.fit(x, y, 0, 1, checkpoint=path, progress=False)
        kept = len(second.history.loss)
        print(kept >= 1, kept in (epochs, epochs - 1), len(os.listdir(os.path.dirname(path))))
    """
    assert run_program(program, str(tmp_path / "training")) == "True True 1\n"


def test_dlc_ends(tmp_path: Path) -> None:
    file, ready = tmp_path / "loop.dl", tmp_path / "ready.py"
    file.write_text(LOOP)
    # What runs in the background of a shell ignores SIGINT, and so do its children.
    ready.write_text(
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "print('ready', flush=True)\n"
    )
    command = [sys.executable, "-m", "dlvm.tools.dlc", str(file)]
    command += ["--load", str(ready), "--run", "@f", "--args", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        # Before that it compiles, where an interrupt ends it just so.
        time.sleep(1)
        os.kill(process.pid, signal.SIGINT)
        try:
            assert process.wait(100) == 130
        finally:
            process.kill()
        assert process.stderr is not None
        assert process.stderr.read() == b""
