"""Object files that our linker does not support are linked and loaded by LLVM."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dlvm
from dlvm.codegen.llvm.target import object_code
from dlvm.codegen.objfile.linker import link
from dlvm.codegen.objfile.relocations import MACHINES
from dlvm.codegen.storage import ALIGNMENT
from dlvm.runtime.loading.loader import JitCode, UnlinkedCode, link_objects, load_code
from tests.support.paths import ROOT
from tests.unit.codegen.test_linking import ADD, CALLS, HOST, call
from tests.unit.runtime.test_threads import run_program

LINKER = "dlvm.codegen.objfile.linker.MACHINES"
UNKNOWN = {
    "machine": ("got another machine", {}),
    "relocation": (
        r"relocation \d+ of [\w-]+ is not supported",
        {number: replace(machine, relocations={}) for number, machine in MACHINES.items()},
    ),
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_llvm_links_relocations_unknown_to_our_linker(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    message, machines = UNKNOWN[kind]
    monkeypatch.setattr(LINKER, machines)
    texts = [ADD, CALLS]
    codes = [object_code(text, HOST) for text in texts]
    with pytest.raises(dlvm.DiagnosticError, match=message):
        link(codes)
    unlinked = link_objects(texts, codes)
    assert isinstance(unlinked, UnlinkedCode)
    code = load_code(unlinked, {})
    assert isinstance(code, JitCode)
    assert set(code.addresses) >= {"add", "call", "number", "functions"}
    assert "count" not in code.addresses
    assert [call(code, "choose", n) for n in (0, 1, 2, 3, 4, 5)] == [11, 41, 41, 8, 100, -1]
    assert code.table("functions", 2) == [code.address("call"), code.address("add")]


def test_llvm_loads_common_symbols() -> None:
    text = """
    @value = common global i64 0
    define i64 @next(i64 %x) {
      %v = load i64, ptr @value
      %s = add i64 %v, %x
      store i64 %s, ptr @value
      ret i64 %s
    }
    """
    unlinked = link_objects([text], [object_code(text, HOST)])
    assert isinstance(unlinked, UnlinkedCode)
    assert "symbol value is in section 0xfff2" in unlinked.problem
    code = load_code(unlinked, {})
    assert [call(code, "next", 2) for _ in range(3)] == [2, 4, 6]


@pytest.mark.parametrize(
    "text",
    [
        "@x = thread_local global i32 0 define ptr @f() { ret ptr @x }",
        '@x = global ptr @f, section ".init_array" define void @f() { ret void }',
    ],
)
def test_llvm_loads_no_code_that_it_would_misload(text: str) -> None:
    with pytest.raises(dlvm.DiagnosticError, match=r"thread-local variable|has initializers"):
        link_objects([text], [object_code(text, HOST)])


def triple(x: int) -> int:
    return 3 * x


def test_constants_and_known_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LINKER, {})
    text = """
    @a = external constant [3 x i8]
    @b = external constant [5000 x i8]
    declare i64 @given(i64)
    define ptr @first() { ret ptr @a }
    define ptr @second() { ret ptr @b }
    define i64 @f(i64 %x) { %y = call i64 @given(i64 %x) ret i64 %y }
    """
    constants = {"a": np.arange(3, dtype=np.uint8), "b": np.arange(5000).astype(np.uint8)}
    given = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(triple)
    address = ctypes.cast(given, ctypes.c_void_p).value or 0
    code = load_code(link_objects([text], [object_code(text, HOST)], constants), {"given": address})
    for name, data in (("first", constants["a"]), ("second", constants["b"])):
        place = call(code, name)
        assert place % ALIGNMENT == 0
        assert ctypes.string_at(place, data.size) == data.tobytes()
    assert call(code, "f", 14) == 42


def test_a_missing_function_names_both_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LINKER, {})
    text = "declare void @no_such_function() "
    text += "define void @f() { call void @no_such_function() ret void }"
    unlinked = link_objects([text], [object_code(text, HOST)])
    with pytest.raises(dlvm.DiagnosticError, match="LLVM cannot load") as raised:
        load_code(unlinked, {})
    assert "got another machine" in str(raised.value)


CONFORMANCE = ROOT / "tests" / "lit" / "conformance"
FILES = ("branchEnum", "sameFunction", "random", "sort", "scan", "dot", "tanh", "push")
PROGRAM = """
    import gc
    from unittest import mock
    from dlvm.runtime.loading.loader import JitCode
    from dlvm.tools import dlc
    with mock.patch("dlvm.codegen.objfile.linker.MACHINES", {{}}):
        for path in {paths!r}:

            print(dlc.main([path, "--test"]))
    print(any(isinstance(c, JitCode) for c in gc.get_objects()))
"""


def test_whole_programs(tmp_path: Path) -> None:
    """The run-time support and the programs of conformance files, all loaded by LLVM."""
    paths = [
        str(path)
        for path in CONFORMANCE.rglob("*.dl")
        if path.stem in FILES and path.parent.name != "wrong"
    ]
    output = run_program(PROGRAM.format(paths=paths), DLVM_CACHE_DIR=str(tmp_path))
    *codes, is_loaded_by_llvm = [line for line in output.splitlines() if " " not in line]
    assert len(paths) == len(FILES)
    assert codes == ["0"] * len(FILES)
    assert is_loaded_by_llvm == "True"
    assert not list(tmp_path.iterdir())
