"""Numbers the locations of a module. The numbers depend on the text only, not on the file or the
space between lines."""

from __future__ import annotations

from collections.abc import Iterator

from dlvm.diagnostics import Location
from dlvm.ir.module import Module
from dlvm.ir.values import Aggregate


class LocationTable:
    """The locations of functions, instructions and aggregate operands in a module.

    ``pattern`` says which of them are equal: if the texts and patterns of two modules are the same,
    their locations correspond by number.
    """

    def __init__(self, module: Module) -> None:
        self._locations = list(_locations(module))
        self._numbers: dict[Location | None, int] = {}
        repeated: list[tuple[int, int]] = []
        for number, location in enumerate(self._locations):
            first = self._numbers.setdefault(location, number)
            if first != number:
                repeated.append((number, first))
        self.pattern = repr(repeated)

    def __len__(self) -> int:
        return len(self._locations)

    def number(self, location: Location) -> int | None:
        """The number of a location; None if it is not in the module."""
        return self._numbers.get(location)

    def __getitem__(self, number: int) -> Location | None:
        return self._locations[number]


def _locations(module: Module) -> Iterator[Location | None]:
    for function in module.functions:
        yield function.location
        for instruction in function.instructions():
            yield instruction.location
            pending = [o for o in instruction.operands if isinstance(o, Aggregate)]
            for whole in pending:
                yield whole.location
                pending += [o for o in whole.operands if isinstance(o, Aggregate)]
