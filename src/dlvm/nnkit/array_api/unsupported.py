"""The functions of the array API standard that staged programs cannot support.
Calling one raises an error with the reason."""

from __future__ import annotations

from typing import Any, NoReturn

from dlvm.nnkit.tracing.trace import failure

_TRANSFER = "arrays of other libraries can only be arguments of a program"

ABSENT: dict[str, tuple[str, str]] = {
    "nextafter": ("no instruction computes it", "call it outside of staged functions"),
    "from_dlpack": (_TRANSFER, "pass the array to the staged function"),
}
"""The reason and the remedy, by the name of the function."""


class Absent:
    """An unsupported function; calling it raises an error with the reason."""

    def __init__(self, name: str, why: tuple[str, str]) -> None:
        self.__name__ = name
        self._why = why
        self.__doc__ = f"Not supported: {why[0]}; {why[1]}."

    def __call__(self, *arguments: Any, **named: Any) -> NoReturn:
        reason, remedy = self._why
        raise failure(f"{self.__name__} is not supported: {reason}; {remedy}")
