"""StableHLO: :func:`load` converts a program to a module; :func:`export` writes
a module as a program.

``reader`` turns text into ``program``; ``operators`` is the table of operations; ``importer``
stages the program into a module. May import everything but :mod:`dlvm.jax` and :mod:`dlvm.tools`.
"""

from dlvm.stablehlo.exporter import export
from dlvm.stablehlo.importer import load

__all__ = ["export", "load"]
