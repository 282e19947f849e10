"""The output of ``tel build``: the typed interface of the Python module, and IR modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dlvm.diagnostics import error
from dlvm.nnkit import Lowered
from dlvm.tel import syntax
from dlvm.tel.checker import CheckedProgram
from dlvm.tel.expressions import CallSignature, python_name
from dlvm.tel.loading import Loaded, dtype_of, new_net
from dlvm.tel.types import (
    TelNamed,
    TelTensor,
    TelTuple,
    ValueType,
    name_set,
    show,
    show_size,
    substituted,
)

_HEADER = """\
from typing import Any

import numpy as np
from numpy.typing import NDArray

"""


def interface_text(program: CheckedProgram) -> str:
    """The ``.pyi`` text of a program: arrays with their element types, shapes as comments."""
    lines: list[str] = []

    def record(name: str, fields: Mapping[str, ValueType]) -> None:
        lines.append(f"class {name}:")
        lines.extend(f"    {python_name(f)}: {_hint(t)}  # {show(t)}" for f, t in fields.items())
        parts = "".join(f", {python_name(f)}: {_hint(t)}" for f, t in fields.items())
        lines.append(f"    def __init__(self{parts}) -> None: ...")

    declared = program.declared
    for declaration in program.declarations:
        match declaration:
            case syntax.FunctionDeclaration(_, name) | syntax.Extern(_, name):
                lines.append(_function(declared.functions[name], None))
            case syntax.Net(_, name):
                record(name, declared.fields[name])
                methods = declared.methods[name].values()
                lines.extend(_function(signature, name) for signature in methods)
            case syntax.Struct(_, name):
                record(name, declared.fields[name])
            case syntax.EnumDeclaration(_, name, _, cases):
                for case in cases:
                    types = declared.cases[name][case.name]
                    names = [field.name for field in case.fields]
                    record(case.name, dict(zip(names, types, strict=True)))
                lines.append(f"{name} = {' | '.join(case.name for case in cases)}")
    return _HEADER + "\n".join(lines) + "\n"


def _function(signature: CallSignature, net: str | None) -> str:
    first = [f"self: {net}"] if net else []
    parts = [*first, *(f"{python_name(n)}: {_hint(t)}" for n, t in signature.parameters)]
    shapes = ", ".join(show(type) for _, type in signature.parameters)
    head = f"def {signature.code}({', '.join(parts)}) -> {_hint(signature.result)}: ..."
    return f"{head}  # ({shapes}) -> {show(signature.result)}"


def _hint(type: ValueType) -> str:
    match type:
        case TelTensor(element, _):
            dtype = dtype_of(element)
            name: str = "bool_" if element == "bool" else str(dtype.name)
            return f"NDArray[np.{name}]" if hasattr(np, name) else "NDArray[Any]"
        case TelNamed(name, _):
            return name
        case TelTuple(parts):
            return f"tuple[{', '.join(map(_hint, parts))}]"


def lowered_function(loaded: Loaded, name: str, sizes: Mapping[str, int]) -> Lowered:
    """The IR of a function for given sizes, before optimization.

    Raises :class:`DiagnosticError` if a size is missing.
    """
    function = loaded.function(name)
    declared = loaded.program.declared
    net, _, method = name.rpartition(".")
    signature = declared.methods[net][method] if net else declared.functions[method]
    values = [_specimen(loaded, type, sizes, part) for part, type in signature.parameters]
    if net:
        values.insert(0, new_net(loaded, net, sizes))
    with loaded.errors_in_program():
        return function.lower(*values)


def _specimen(loaded: Loaded, type: ValueType, sizes: Mapping[str, int], name: str) -> Any:
    """Zeros of a type."""
    match type:
        case TelTensor(element, extents):
            shape: list[int] = []
            for extent in extents:
                if isinstance(extent, str):
                    message = f"{name} has any shape; write a function of a fixed rank to build it"
                    raise error(message)
                size = substituted(extent, dict(sizes))
                missing = sorted(name_set(size))
                if missing:
                    raise error(f"expected the size {missing[0]}: pass --size {missing[0]}=N")
                if not isinstance(size, int) or size < 0:
                    raise error(f"a size must be at least 0, got {show_size(size)}")
                shape.append(size)
            return np.zeros(shape, dtype_of(element))
        case TelNamed(of, arguments):
            if of in loaded.program.declared.cases:
                raise error(f"{name} is an enum; dlc needs parameters that are tensors or structs")
            names = loaded.program.declared.sizes[of]
            bound = {n: substituted(s, dict(sizes)) for n, s in zip(names, arguments, strict=True)}
            inner = {n: s for n, s in bound.items() if isinstance(s, int)}
            fields = loaded.program.declared.fields[of]
            parts = (_specimen(loaded, t, inner, f) for f, t in fields.items())
            return loaded.namespace[of](*parts)
        case TelTuple(parts):
            return tuple(_specimen(loaded, part, sizes, name) for part in parts)
