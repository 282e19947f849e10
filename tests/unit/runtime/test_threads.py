"""The thread pool: its size, and its integrity when the process forks or ends."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import textwrap
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlvm
from dlvm.compiler import lower
from dlvm.runtime.loading.loader import runtime
from dlvm.runtime.machine.threads import available_processors, default_threads, processor_limits
from tests.support.machine import needs_affinity, needs_fork, needs_linux, needs_two_processors

POINTER = ctypes.c_void_p
TASK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
LONG = 10**6
"""So many nanoseconds are worth any number of threads."""


def parallel(task: Callable[[int, int], None], tasks: int, time: int, threads: int) -> None:
    """Runs tasks as generated code does."""
    numbers, context = [ctypes.c_int64] * 2, context_of(threads)
    run = runtime().function("dlvm_parallel", ctypes.c_int, POINTER, TASK, POINTER, *numbers)
    call = TASK(lambda _, begin, end: task(begin, end))
    assert run(context.ctypes.data, call, None, tasks, time) == 0


def context_of(threads: int) -> Any:
    """A context (context.h) of a call with so many threads, which is never interrupted."""
    words = np.zeros(17, np.uint64)
    words[2], words[11] = threads, words[16:].ctypes.data
    return words


def run_program(program: str, **environment: str) -> str:
    """The output of a Python program, in a separate process that must succeed."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True, text=True, timeout=120, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


# How many threads


@pytest.mark.parametrize(("chosen", "expected"), [("3", 3), (" 2 ", 2), ("300", 300)])
def test_the_variable_gives_the_number_of_threads(
    chosen: str, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DLVM_NUM_THREADS", chosen)
    assert default_threads() == expected


@pytest.mark.parametrize("chosen", ["0", "-1", "two", "1.5", "²", "2 2", str(2**31), "9" * 20])
def test_a_wrong_number_of_threads_is_an_error(
    chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DLVM_NUM_THREADS", chosen)
    with pytest.raises(dlvm.DiagnosticError, match=f"DLVM_NUM_THREADS is '{chosen}', expected"):
        dlvm.compile(dlvm.parse(SOFTMAX))


@pytest.mark.parametrize("chosen", [0, -1, 2**31, 10**20])
def test_a_wrong_choice_of_threads_is_an_error(chosen: int) -> None:
    module = dlvm.parse(SOFTMAX)
    for job in (dlvm.compile, lambda m, threads: lower(m, "asm", threads=threads)):
        with pytest.raises(dlvm.DiagnosticError, match=f"threads must be .*, got {chosen}"):
            job(module, threads=chosen)


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DLVM_NUM_THREADS", "")
    assert default_threads() == available_processors()


@needs_affinity
def test_threads_are_no_more_than_processors_that_may_be_used() -> None:
    printed = run_program("""
        import os
        from dlvm.runtime.machine.threads import default_threads
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
        print(default_threads())
    """, DLVM_NUM_THREADS="")  # fmt: skip
    assert printed == "1\n"


V2 = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
V1 = "33 24 0:29 {} /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
MEMORY = "34 24 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
QUOTA = "sys/fs/cgroup/cpu,cpuacct{}/cpu.cfs_quota_us"
PERIOD = "sys/fs/cgroup/cpu,cpuacct{}/cpu.cfs_period_us"


@needs_linux
@pytest.mark.parametrize(
    ("groups", "mounts", "files", "expected"),
    [
        ("0::/a/b\n", V2, {"sys/fs/cgroup/a/b/cpu.max": "250000 100000\n"}, [2.5]),
        ("0::/a/b\n", V2, {"sys/fs/cgroup/a/cpu.max": "50000 100000\n"}, [0.5]),
        ("0::/a\n", V2, {"sys/fs/cgroup/a/cpu.max": "max 100000\n"}, []),
        ("0::/\n", V2, {"sys/fs/cgroup/cpu.max": "300000 100000\n"}, [3.0]),
        (
            "4:cpu,cpuacct:/docker/7f\n3:memory:/docker/7f\n",
            V1.format("/docker/7f") + MEMORY,
            {QUOTA.format(""): "150000\n", PERIOD.format(""): "100000\n"},
            [1.5],
        ),
        (
            "4:cpu,cpuacct:/x\n0::/\n",
            V1.format("/"),
            {QUOTA.format("/x"): "200000\n", PERIOD.format("/x"): "100000\n"},
            [2.0],
        ),
        (
            "4:cpu:/x\n",
            V1.format("/"),
            {QUOTA.format("/x"): "-1\n", PERIOD.format("/x"): "100000\n"},
            [],
        ),
        ("0::/../outside\n", V2, {"sys/fs/cgroup/cpu.max": "100000 100000\n"}, [1.0]),
        ("", "garbage\n- \n", {}, []),
    ],
)  # fmt: skip
def test_limits_of_control_groups(
    groups: str, mounts: str, files: dict[str, str], expected: list[float], tmp_path: Path
) -> None:
    written = {"proc/self/cgroup": groups, "proc/self/mountinfo": mounts, **files}
    for name, content in written.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    assert list(processor_limits(tmp_path)) == expected


# The pool


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("time", [0, 5_000, LONG])
def test_each_task_runs_once(threads: int, time: int) -> None:
    for tasks in (1, 2, 3, 64, 1000):
        for _ in range(20):
            found: list[int] = []
            parallel(lambda b, e, f=found: f.extend(range(b, e)), tasks, time, threads)
            assert Counter(found) == Counter(range(tasks))


@needs_two_processors
def test_long_regions_are_shared_out_and_short_ones_are_not() -> None:
    def threads_of(time: int) -> set[int]:
        found: set[int] = set()

        def task(begin: int, end: int) -> None:
            found.add(threading.get_ident())
            if time == LONG:
                sleep(0.002)

        parallel(task, 8, time, 2)
        return found

    assert all(threads_of(900) == {threading.get_ident()} for _ in range(100))
    # Which of the two is first is the system's matter.
    assert any(len(threads_of(LONG)) == 2 for _ in range(100))


def sleep(seconds: float) -> None:
    time.sleep(seconds)


MANY = """
    import ctypes, threading, time
    from collections import Counter
    from dlvm.runtime.loading.loader import runtime
    task_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    import numpy as np
    pointer, numbers = ctypes.c_void_p, [ctypes.c_int64] * 2
    parallel = runtime().function(
        "dlvm_parallel", ctypes.c_int, pointer, task_type, pointer, *numbers
    )
    def run(task, tasks, time, threads):
        words = np.zeros(17, np.uint64)
        words[2], words[11] = threads, words[16:].ctypes.data
        parallel(words.ctypes.data, task, None, tasks, time)
    configure = runtime().function(
        "dlvm_configure", None, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p
    )
"""


def test_more_workers_than_processors_do_each_task_once() -> None:
    printed = run_program(MANY + """
        configure(time.CLOCK_MONOTONIC, 64, None, None)
        used, wrong = set(), 0
        def region(tasks):
            found = []
            def task(_, begin, end):
                used.add(threading.get_ident())
                found.extend(range(begin, end))
                time.sleep(0.001)
            run(task_type(task), tasks, 10**6, 16)
            return Counter(found) == Counter(range(tasks))
        for tasks in [1, 2, 15, 16, 17, 100] * 3:
            wrong += not region(tasks)
        def caller():
            global wrong
            for tasks in range(1, 40):
                wrong += not region(tasks)
        callers = [threading.Thread(target=caller) for _ in range(4)]
        for thread in callers: thread.start()
        for thread in callers: thread.join()
        print(wrong, len(used) > 2)
    """.replace("\n    ", "\n"))  # fmt: skip
    assert printed == "0 True\n"


def test_callers_at_the_same_time_use_no_more_than_the_processors() -> None:
    callers = 4
    counts = {"now": 0, "most": 0}
    lock = threading.Lock()

    def task(begin: int, end: int) -> None:
        for _ in range(begin, end):
            with lock:
                counts["now"] += 1
                counts["most"] = max(counts["most"], counts["now"])
            sleep(0.0005)
            with lock:
                counts["now"] -= 1

    def call() -> None:
        for _ in range(5):
            parallel(task, 16, LONG, 64)

    threads = [threading.Thread(target=call) for _ in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts["now"] == 0
    # A worker that the first caller has taken finishes what it has begun.
    assert counts["most"] <= callers + available_processors() - 1


@needs_two_processors
@needs_affinity
def test_the_pool_follows_the_affinity_of_the_caller() -> None:
    printed = run_program(MANY + """
        import os
        everywhere = os.sched_getaffinity(0)
        def region():
            used = {}
            def task(_, begin, end):
                used[threading.get_ident()] = os.sched_getaffinity(0)
                time.sleep(0.002)
            run(task_type(task), 16, 10**6, 2)
            return used
        def most_used():
            return max((region() for _ in range(50)), key=len)
        print(len(most_used()))
        def move(processors):
            os.sched_setaffinity(0, processors)
            time.sleep(0.002)
        move([min(everywhere)])
        print(len(most_used()))
        two = set(sorted(everywhere)[:2])
        move(two)
        used = most_used()
        print(len(used), all(where == two for where in used.values()))
    """.replace("\n    ", "\n"))  # fmt: skip
    assert printed == "2\n1\n2 True\n"


# What a process does


SOFTMAX = """module "softmax"
stage optimizable
func @f: (<300 x 400 x f32>) -> <300 x 400 x f32> {
'entry(%x: <300 x 400 x f32>):
    %e = exp %x: <300 x 400 x f32>
    %s = reduce %e: <300 x 400 x f32> by add along 1
    %c = padShape %s: <300 x f32> at 1
    %y = divide %e: <300 x 400 x f32>, %c: <300 x 1 x f32>
    return %y: <300 x 400 x f32>
}
"""
START = f"""
    import os, signal, sys, threading, time
    import numpy as np
    import dlvm
    f = dlvm.compile(dlvm.parse('''{SOFTMAX}'''), threads=2)["f"]
    x = np.random.default_rng(0).standard_normal((300, 400), np.float32)
    expected = f(x)
    def same(times):
        return all(np.array_equal(f(x), expected) for _ in range(times))
"""


def start_program(program: str) -> str:
    return "\n".join(line.removeprefix("    ") for line in START.splitlines()) + textwrap.dedent(
        program
    )


def test_results_depend_on_no_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.random.default_rng(0).standard_normal((300, 400), np.float32)
    results: list[Any] = []
    for count in ("1", "2", "3", "16"):
        monkeypatch.setenv("DLVM_NUM_THREADS", count)
        results.append(dlvm.compile(dlvm.parse(SOFTMAX))["f"](x))
    assert all(np.array_equal(r, results[0]) for r in results)


@needs_fork
def test_parents_and_children_both_have_a_pool() -> None:
    program = start_program("""
        import multiprocessing
        stop = threading.Event()
        def work():
            while not stop.is_set():
                same(1)
        workers = [threading.Thread(target=work) for _ in range(2)]
        for worker in workers: worker.start()
        for _ in range(10):
            child = os.fork()
            if not child:
                good = same(5)
                grandchild = os.fork()
                if not grandchild:
                    os._exit(0 if same(5) else 1)
                os._exit(0 if good and os.waitpid(grandchild, 0)[1] == 0 else 1)
            print(same(5), os.waitpid(child, 0)[1])
        stop.set()
        for worker in workers: worker.join()
        def in_process(results):
            results.put(same(5))
        context = multiprocessing.get_context("fork")
        results = context.Queue()
        processes = [context.Process(target=in_process, args=(results,)) for _ in range(3)]
        for process in processes: process.start()
        print([results.get() for _ in processes], same(5))
        for process in processes: process.join()
    """)
    expected = "True 0\n" * 10 + "[True, True, True] True\n"
    assert run_program(program) == expected


def test_the_interpreter_ends_while_threads_compute() -> None:
    program = start_program("""
        def work():
            while True:
                f(x)
        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        print(same(20))
    """)
    assert run_program(program) == "True\n"


def test_interrupted_calls_on_several_threads_leave_the_pool_sound() -> None:
    program = start_program("""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        def interrupt():
            time.sleep(0.05)
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt).start()
        try:
            while True:
                f(x)
        except KeyboardInterrupt:
            print("interrupted", same(5))
    """)
    assert run_program(program) == "interrupted True\n"


def test_compiled_code_calls_python_that_calls_compiled_code() -> None:
    program = start_program("""
        import ctypes
        from dlvm.runtime.loading.loader import runtime
        def again(value):
            return value + float(same(1))
        callback = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(again)
        address = ctypes.cast(callback, ctypes.c_void_p).value
        runtime().addresses["dlvm_test_again"] = address
        text = '''module "outer"
        stage optimizable
        [extern] func @dlvm_test_again: (f64) -> f64
        func @outer: (<300 x 400 x f64>, f64) -> (<300 x 400 x f64>, f64) {
        'entry(%x: <300 x 400 x f64>, %v: f64):
            %a = exp %x: <300 x 400 x f64>
            %r = apply @dlvm_test_again(%v: f64) -> f64
            %b = multiply %a: <300 x 400 x f64>, %r: f64
            return (%b: <300 x 400 x f64>, %r: f64): (<300 x 400 x f64>, f64)
        }
        '''
        outer = dlvm.compile(dlvm.parse(text), threads=2, externs=True)["outer"]
        wide = x.astype(np.float64)
        right = []
        def calls():
            for _ in range(5):
                y, r = outer(wide, 1.5)
                right.append(r == 2.5 and np.allclose(y, np.exp(wide) * 2.5))
        threads = [threading.Thread(target=calls) for _ in range(3)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(all(right), len(right))
    """)
    assert run_program(program) == "True 15\n"
