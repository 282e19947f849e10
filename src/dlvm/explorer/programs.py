"""Finds the program to explore: a file of the tools, or an object of a Python module."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
from types import ModuleType
from typing import Any, cast

from dlvm.diagnostics import DiagnosticError, error
from dlvm.ir.module import Module
from dlvm.nnkit.staging.lowered import Lowered
from dlvm.nnkit.staging.staged import StagedFunction
from dlvm.tools.command_line import read_module


def read_program(name: str, arguments: str | None) -> tuple[Module, dict[str, Any]]:
    """The module of a program, and the options with which it is compiled.

    Parameters
    ----------
    name
        A file that ``dlc`` reads, or ``module:object``. The module is a dotted name or a ``.py``
        file, and the object a staged function, a module of IR, a lowered program, or a function
        without parameters that returns a module of IR or a lowered program.
    arguments
        The arguments of the staged function, as a Python expression in the names of the module:
        ``"p, np.ones((64, 784), 'f')"``.

    Raises
    ------
    DiagnosticError
        If there is no such program, or if it is invalid.
    """
    place, colon, attribute = name.rpartition(":")
    if not colon or os.path.exists(name) or not attribute.replace(".", "").isidentifier():
        if arguments is not None:
            raise error(f"--args requires module:function, got {name}")
        return read_module(name), {}
    module = _python_module(place)
    found: Any = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise error(f"{place} has no attribute {attribute}")
        found = getattr(found, part)
    return _program(name, found, module, arguments)


def _program(
    name: str, found: Any, module: ModuleType, arguments: str | None
) -> tuple[Module, dict[str, Any]]:
    if isinstance(found, StagedFunction):
        function = cast("StagedFunction[..., Any]", found)
        found = function.lower(*_arguments(name, function, module, arguments))
    elif arguments is not None:
        raise error(f"--args requires a staged function, but {name} is {_kind(found)}")
    elif inspect.isfunction(found) and not inspect.signature(found).parameters:
        found = found()
    if isinstance(found, Module):
        return found, {}
    if isinstance(found, Lowered):
        options = found.options
        return found.module, {
            "opt_level": options.opt_level,
            "fast_math": options.fast_math,
            "threads": options.threads,
            "memory_budget": options.memory_budget,
        }
    raise error(
        f"{name} must be a staged function, a module, a lowered program, or a function without "
        f"parameters that returns a module or a lowered program, got {_kind(found)}"
    )


def _kind(value: object) -> str:
    return f"an object of type {type(value).__name__}"


def _arguments(
    name: str, function: StagedFunction[..., Any], module: ModuleType, text: str | None
) -> tuple[Any, ...]:
    parameters = list(function.signature.parameters)
    if text is None:
        if parameters:
            raise error(
                f"{name} has the parameters {', '.join(parameters)}, whose shapes determine the "
                "program; give arguments as Python expressions, as in --args 'x, np.ones((2, 3))'"
            )
        return ()
    try:
        return tuple(eval(f"({text},)", vars(module).copy()))
    except DiagnosticError:
        raise
    except Exception as problem:
        raise error(f"--args {text}: {type(problem).__name__}: {problem}") from None


def _python_module(place: str) -> ModuleType:
    """Imports a module by its dotted name or its file."""
    try:
        if not place.endswith(".py"):
            sys.path.insert(0, os.getcwd())
            try:
                return importlib.import_module(place)
            finally:
                sys.path.pop(0)
        stem = os.path.splitext(os.path.basename(place))[0]
        spec = importlib.util.spec_from_file_location(stem, place)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[stem] = module
        spec.loader.exec_module(module)
        return module
    except DiagnosticError:
        raise
    except Exception as problem:
        raise error(f"cannot import {place}: {type(problem).__name__}: {problem}") from None
