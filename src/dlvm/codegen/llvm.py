"""LLVM, through llvmlite, which has no types of its own."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

llvm: Final[Any] = import_module("llvmlite.binding")
