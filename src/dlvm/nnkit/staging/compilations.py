"""The native code of a staged function, for each cache key and captured state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from dlvm.ir.types import TensorType, Type
from dlvm.nnkit.pytree.packing import from_host
from dlvm.nnkit.pytree.pytree import TreeDef
from dlvm.nnkit.staging.captured_state import CapturedState
from dlvm.nnkit.tracing.source_locations import warn

_MOST_STATES = 8
"""The number of captured states for which native code is kept, for each cache key."""
_MANY = 4
"""The number of compilations of one function after which a warning names the cause."""


class RecompilationWarning(UserWarning):
    """A staged function is compiled many times."""


@dataclass(frozen=True)
class Compiled:
    """Native code for arguments of certain types, and the marshalling of arguments and result."""

    run: Callable[..., Any]
    packers: Sequence[Callable[[Any], Any] | None]
    """The marshalling of each argument; None for a static argument."""
    result: TreeDef
    state: CapturedState
    """The Python state that the program was staged from."""

    def __call__(self, arguments: Sequence[Any]) -> Any:
        packed = [pack(v) for pack, v in zip(self.packers, arguments, strict=True) if pack]
        return from_host(self.result, self.run(*packed))


@dataclass(frozen=True)
class Specimen:
    """The structure and types of the arguments for which a function is compiled, by name."""

    arguments: dict[str, tuple[TreeDef, tuple[Type, ...]]]
    state: CapturedState


@dataclass
class Compilations:
    """The native code of a function that is called ``name``."""

    name: str
    count: int = 0
    """The number of times that the function has been compiled."""
    _known: dict[Any, list[Compiled]] = field(default_factory=dict[Any, "list[Compiled]"])
    _last: Specimen | None = None

    def find(self, key: Any) -> Compiled | None:
        """The code for this cache key and the current state, or None."""
        return next((c for c in self._known.get(key, ()) if c.state.holds()), None)

    def keep(self, key: Any, compiled: Compiled) -> None:
        """Keeps code for later calls."""
        known = self._known.setdefault(key, [])
        known[:] = [*known[1 - _MOST_STATES :], compiled]

    def note(self, specimen: Specimen) -> None:
        """Counts a compilation, and warns if there are many."""
        self.count += 1
        previous, self._last = self._last, specimen
        if self.count == _MANY and previous is not None:
            message = f"{self.name} was compiled {_MANY} times: {_difference(previous, specimen)}"
            warn(message, RecompilationWarning)


def _difference(old: Specimen, new: Specimen) -> str:
    """The difference between the arguments of the last two compilations, and a remedy."""
    for name, (structure, types) in new.arguments.items():
        known, known_types = old.arguments[name]
        for before, after in zip(known_types, types, strict=False):
            if before != after:
                return f"{name} has type {after} after type {before}; {_remedy(before, after)}"
        if structure != known or types != known_types:
            return (
                f"{name} is {_short(structure)} after {_short(known)}; annotate numbers that vary "
                "as tensors, such as Int0D, and pass objects that stay the same"
            )
    for state, text in ((old.state, "changed between calls"), (new.state, "changes in the call")):
        entry = state.changed()
        if entry is not None:
            return f"the {entry.kind} {entry.what} {text}; pass values that vary as arguments"
    return "captured objects changed between calls; pass values that vary as arguments"


def _remedy(before: Type, after: Type) -> str:
    if isinstance(before, TensorType) and isinstance(after, TensorType):
        sizes = list(zip(before.shape, after.shape, strict=False))
        axes = ", ".join(str(axis) for axis, (m, n) in enumerate(sizes) if m != n)
        if len(before.shape) == len(after.shape) and axes:
            return (
                f"annotate it with dynamic({axes}), as in Annotated[..., dynamic({axes})], for one "
                "program for all sizes"
            )
    return "pass values of one type"


def _short(structure: TreeDef) -> str:
    text = repr(getattr(structure, "value", structure))
    return text if len(text) <= 60 else text[:57] + "..."
