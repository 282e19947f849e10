"""The parts of a module that could not be parsed because of errors."""

from __future__ import annotations

from dataclasses import dataclass, field

from dlvm.ir.compute import Definition
from dlvm.ir.instruction import Block, Function
from dlvm.ir.values import Value


@dataclass
class Unparsed:
    """The parts of a module that could not be parsed. Checks ignore them: apparent errors there
    follow from errors that have been reported."""

    signatures: set[Function] = field(default_factory=set[Function])
    """Functions whose type or name is unknown."""
    declarations: set[Function] = field(default_factory=set[Function])
    """Functions whose kind of declaration is unknown."""
    bodies: set[Function] = field(default_factory=set[Function])
    """Functions whose bodies lack lines."""
    headers: set[Block] = field(default_factory=set[Block])
    """Blocks whose arguments are unknown."""
    ends: set[Block] = field(default_factory=set[Block])
    """Blocks whose last lines are unknown."""
    definitions: set[Definition] = field(default_factory=set[Definition])
    """Compute definitions that are incomplete."""
    schedules: bool = False
    """Whether schedules are missing."""
    kernels: bool = False
    """Whether kernels are missing."""
    stage: bool = False
    """Whether the stage of the module is unknown."""
    values: set[Value] = field(default_factory=set[Value])
    """Values that are used and whose definitions are unknown."""
