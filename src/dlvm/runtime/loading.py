"""Machine code in this process."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from dlvm.codegen.llvm import llvm
from dlvm.codegen.target import Target, host_target, object_code, runtime_texts, target_machine
from dlvm.diagnostics import error
from dlvm.runtime.threads import configure_pool

_DEFINITION: Final = re.compile(r"^define dso_local .*@(dlvm_\w+)\(", re.MULTILINE)


class LoadedCode:
    """Object code that has been linked into the process; it stays as long as this does.

    ``externs`` are functions that it calls and that the process has to have; raises
    :class:`DiagnosticError` where it does not.
    """

    def __init__(self, code: bytes, target: Target, externs: Sequence[str]) -> None:
        runtime()
        for name in externs:
            if llvm.address_of_symbol(name) is None:
                raise error(f"there is no external function @{name} in this process")
        self._engine = _load(code, target)

    def address(self, symbol: str) -> int:
        """Where a function lies."""
        return int(self._engine.get_function_address(symbol))

    def table(self, symbol: str, count: int) -> list[int]:
        """The addresses in a table."""
        if not count:
            return []
        start = int(self._engine.get_global_value_address(symbol))
        return list((ctypes.c_uint64 * count).from_address(start))


def _load(code: bytes, target: Target) -> Any:
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine(target))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


class Runtime:
    """The run-time support in this process."""

    def __init__(self, engines: Sequence[Any], addresses: dict[str, int]) -> None:
        self._engines = engines
        self._addresses = addresses

    def function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        """A function of the run-time support, by its types in ctypes."""
        return ctypes.CFUNCTYPE(result, *arguments)(self._addresses[name])


@cache
def runtime() -> Runtime:
    """The run-time support, once for the process: all programs share its threads."""
    from dlvm.runtime import cache as disk

    target = host_target(1)
    engines: list[Any] = []
    addresses: dict[str, int] = {}
    for part, text in runtime_texts(target).items():
        key = disk.content_key(part, text, target.cpu, target.features, str(llvm.llvm_version_info))
        found = disk.load(key)
        code = found[1] if found is not None else object_code(text, target, is_simple=True)
        if found is None:
            disk.save(key, {}, code)
        engines.append(_load(code, target))
        for name in _DEFINITION.findall(text):
            addresses[name] = int(engines[-1].get_function_address(name))
            llvm.add_symbol(name, addresses[name])
    loaded = Runtime(engines, addresses)
    configure_pool(loaded.function)
    return loaded
