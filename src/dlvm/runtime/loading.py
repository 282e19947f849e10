"""Machine code in this process."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from typing import Any

from dlvm.codegen.llvm import llvm
from dlvm.codegen.target import Target, host_target, object_code, runtime_text, target_machine


class LoadedCode:
    """Object code that has been linked into the process; it stays as long as this does."""

    def __init__(self, code: bytes, target: Target) -> None:
        _runtime()
        self._engine = _load(code, target)

    def address(self, symbol: str) -> int:
        """Where a function lies."""
        return int(self._engine.get_function_address(symbol))


def _load(code: bytes, target: Target) -> Any:
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine(target))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


@cache
def _runtime() -> Any:
    """The run-time support, once for the process: all programs share its threads."""
    from dlvm.runtime import cache as disk

    target = host_target(1)
    text = runtime_text()
    key = disk.content_key(
        "runtime", text, target.cpu, target.features, str(llvm.llvm_version_info)
    )
    found = disk.load(key)
    code = found[1] if found is not None else object_code(text, target)
    if found is None:
        disk.save(key, {}, code)
    engine = _load(code, target)
    llvm.add_symbol("dlvm_parallel", engine.get_function_address("dlvm_parallel"))
    after_fork = ctypes.CFUNCTYPE(None)(engine.get_function_address("dlvm_after_fork"))
    os.register_at_fork(after_in_child=after_fork)
    return engine
