"""Makes executables from machine code, new or from the cache."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from dlvm.codegen.host.traps import TrapSite
from dlvm.codegen.objfile.image import Image
from dlvm.ir.types import FunctionType
from dlvm.runtime.calling.executable import CompiledFunction, Executable, ProgramState
from dlvm.runtime.loading import cache
from dlvm.runtime.loading.description import Description, read_description
from dlvm.runtime.loading.loader import UnlinkedCode, load_code, runtime


class FunctionSignature(NamedTuple):
    """A function of a program: its name, its type, and the names of its parameters."""

    name: str
    type: FunctionType
    parameter_names: Sequence[str]


def executable(
    code: Image | UnlinkedCode,
    description: Description,
    signatures: Sequence[FunctionSignature],
    traps: Sequence[TrapSite],
    threads: int,
    seed: int = 0,
    donated: Collection[str] = (),
    key: str | None = None,
) -> Executable:
    """Loads machine code. The executable has the functions in ``signatures`` that are also in the
    description. Raises :class:`DiagnosticError` if the code cannot be loaded."""
    loaded = load_code(code, runtime().addresses)
    state = ProgramState(loaded, traps, description.values, threads, seed, description.budget)
    functions: dict[str, CompiledFunction] = {}
    for signature in signatures:
        entry = description.entries.get(signature.name)
        if entry is None:
            continue
        symbol, frame, shared = entry
        functions[signature.name] = CompiledFunction(
            *signature,
            loaded.address(symbol),
            frame,
            dict(shared),
            signature.name in donated,
            state,
        )
    return Executable(state, functions, description.remarks, key)


def cached_executable(
    key: str,
    signature: FunctionSignature,
    threads: int,
    traps: Sequence[TrapSite] | None = None,
) -> Executable | None:
    """The executable under a key of the cache, with only the function ``signature``; None if the
    cache does not have it. If ``traps`` are not given, the traps have no locations, since these are
    in the module, which is not loaded."""
    found = cache.load(key, read_description)
    if found is None or signature.name not in found[0].entries:
        return None
    description, code = found
    if traps is None:
        traps = [TrapSite(text, None) for text, _ in description.traps]
    return executable(code, description, [signature], traps, threads, key=key)
