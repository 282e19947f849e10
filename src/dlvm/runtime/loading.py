"""Machine code in this process."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from dlvm.codegen.llvm import llvm
from dlvm.codegen.memory import Bytes
from dlvm.codegen.target import Target, host_target, runtime_texts, target_machine
from dlvm.diagnostics import error
from dlvm.runtime.threads import configure_pool, default_threads

_DEFINITION: Final = re.compile(r"^define dso_local .*@(dlvm_\w+)\(", re.MULTILINE)


class LoadedCode:
    """Object files that have been linked into the process; they stay as long as this does.

    ``kernels`` are, for each, the functions in it that those behind it call; ``externs`` are
    functions that they call and that the process has to have; ``constants`` are those that they
    declare. Raises :class:`DiagnosticError` where the process has no such function.
    """

    def __init__(
        self,
        codes: Sequence[bytes],
        kernels: Sequence[Sequence[str]],
        target: Target,
        externs: Sequence[str],
        constants: Mapping[str, Bytes],
    ) -> None:
        runtime()
        for name in externs:
            if llvm.address_of_symbol(name) is None:
                raise error(f"there is no external function @{name} in this process")
        self._engines: list[Any] = []
        self._constants = constants
        addresses = {name: int(data.ctypes.data) for name, data in constants.items()}
        for code, names in zip(codes, kernels, strict=True):
            self._engines.append(_load(code, target, addresses))
            addresses |= {name: self.address(name) for name in names}

    def address(self, symbol: str) -> int:
        """Where a function of the last object file lies."""
        return int(self._engines[-1].get_function_address(symbol))

    def table(self, symbol: str, count: int) -> list[int]:
        """The addresses in a table of the last object file."""
        if not count:
            return []
        start = int(self._engines[-1].get_global_value_address(symbol))
        return list((ctypes.c_uint64 * count).from_address(start))


def _load(code: bytes, target: Target, known: Mapping[str, int]) -> Any:
    """An object file, linked to what the addresses are known of. Each has an engine of
    its own: LLVM takes the wrong table of addresses for the second one of an engine."""
    module = llvm.parse_assembly("".join(f"declare void @{name}()\n" for name in known))
    engine = llvm.create_mcjit_compiler(module, target_machine(target))
    for function in module.functions:
        engine.add_global_mapping(function, known[function.name])
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    return engine


class Runtime:
    """The run-time support in this process."""

    def __init__(self, engines: Sequence[Any], addresses: dict[str, int]) -> None:
        self._engines = engines
        self._addresses = addresses

    def address(self, name: str) -> int:
        """Where a function of the run-time support lies."""
        return self._addresses[name]

    def function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        """A function of the run-time support, by its types in ctypes."""
        return ctypes.CFUNCTYPE(result, *arguments)(self._addresses[name])


@cache
def runtime() -> Runtime:
    """The run-time support, once for the process: all programs share its threads."""
    from dlvm.runtime import cache as disk

    target = host_target(1)
    texts = runtime_texts(target)
    features = (target.cpu, target.features, str(llvm.llvm_version_info))
    keys = {part: disk.content_key(part, text, *features) for part, text in texts.items()}
    codes = {
        part: found[1][0] for part, key in keys.items() if (found := disk.load(key)) is not None
    }
    missing = [part for part in texts if part not in codes]
    if missing:
        from dlvm.codegen.parts import object_codes

        threads = default_threads()
        made = object_codes([texts[part] for part in missing], target, threads, is_simple=True)
        for part, code in zip(missing, made, strict=True):
            codes[part] = code
            disk.save(keys[part], {}, [code])
    engines: list[Any] = []
    addresses: dict[str, int] = {}
    for part, text in texts.items():
        engines.append(_load(codes[part], target, {}))
        for name in _DEFINITION.findall(text):
            addresses[name] = int(engines[-1].get_function_address(name))
            llvm.add_symbol(name, addresses[name])
    loaded = Runtime(engines, addresses)
    configure_pool(loaded.function)
    return loaded
