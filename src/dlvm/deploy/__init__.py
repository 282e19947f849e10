"""Deployment: object files, libraries and folders that need neither Python nor DLVM.

:func:`build` compiles functions of a module ahead of time, with a C interface. ``interface``
describes the interface, ``wrappers`` generates its code and ``header`` its declarations;
``targets`` lists the machines to compile for.
"""

from dlvm.deploy.build import KINDS, build
from dlvm.deploy.targets import TARGETS

__all__ = ["KINDS", "TARGETS", "build"]
