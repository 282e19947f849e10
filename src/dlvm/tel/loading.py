"""Loads checked programs: each function becomes a staged function, each net a struct."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import ml_dtypes
import numpy as np

from dlvm.diagnostics import Diagnostic, DiagnosticError, Location, Source, error
from dlvm.ir.polynomial import Size, evaluated
from dlvm.ir.types import element_type_of
from dlvm.nn import initializers
from dlvm.nnkit.tracing.source_locations import traceback_location
from dlvm.tel import syntax
from dlvm.tel.builtins import is_float
from dlvm.tel.checker import CheckedProgram, check
from dlvm.tel.expressions import CallSignature
from dlvm.tel.types import (
    Bindings,
    TelNamed,
    TelTensor,
    ValueType,
    name_set,
    show,
    show_size,
    substituted,
)
from dlvm.text.parser_base import suggestion

HEADER: Final = """\
from __future__ import annotations

from dlvm import nnkit as _k
from dlvm.nn import functions as _functions
from dlvm.nn import losses as _losses
from dlvm.tel.runtime import avg_pool as _avg_pool
from dlvm.tel.runtime import cast as _as
from dlvm.tel.runtime import concat as _concat
from dlvm.tel.runtime import conv2d as _conv2d
from dlvm.tel.runtime import declared as _declared
from dlvm.tel.runtime import extern as _extern
from dlvm.tel.runtime import max_pool as _max_pool
from dlvm.tel.runtime import one_hot as _one_hot
from dlvm.tel.runtime import parts as _parts
from dlvm.tel.runtime import take as _take
"""
_numbers = count()


@dataclass
class Loaded:
    """A program as Python objects."""

    program: CheckedProgram
    namespace: Mapping[str, Any]
    file: str
    """The name of the Python text."""

    def function(self, name: str) -> Any:
        """The staged function ``name`` or ``Net.name``. Raises :class:`DiagnosticError`."""
        code = name.replace(".", "_")
        functions = (syntax.FunctionDeclaration, syntax.Extern)
        known = [d.name for d in self.program.declarations if isinstance(d, functions)]
        for net, methods in self.program.declared.methods.items():
            known += [f"{net}.{method}" for method in methods]
        if name not in known:
            raise error(
                f"expected a function among {', '.join(known)}, got {name}{suggestion(name, known)}"
            )
        return self.namespace[code]

    @contextmanager
    def errors_in_program(self) -> Generator[None]:
        """Converts errors in the generated Python code to errors at the corresponding lines of the
        program."""
        offset = HEADER.count("\n")
        lines = self.program.lines

        def moved(place: Location | None) -> Location | None:
            if place is None or place.source.name != self.file:
                return place
            line = place.line - offset - 1
            return lines[line][1] if 0 <= line < len(lines) else None

        try:
            yield
        except DiagnosticError as failure:
            raise DiagnosticError(
                Diagnostic(d.message, moved(d.location), d.severity) for d in failure.diagnostics
            ) from None
        except ArithmeticError as failure:
            # Sizes are Python numbers, such as the divisor n - 4.
            place = traceback_location(failure)
            raise error(f"the computation of a number failed: {failure}", moved(place)) from None


def python_text(program: CheckedProgram) -> str:
    """The program as a Python module of staged functions."""
    return HEADER + "".join(f"{text}\n" for text, _ in program.lines)


def load(path: str | Path) -> Loaded:
    """Loads a ``.tel`` file. Raises :class:`DiagnosticError` if it has errors."""
    return load_program(check(Source(str(path), Path(path).read_text(encoding="utf-8"))))


def load_program(program: CheckedProgram) -> Loaded:
    """Runs the Python text of a program."""
    text = python_text(program)
    name = f"dlvm_tel_program_{next(_numbers)}"
    file = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    module = ModuleType(name)
    module.__file__ = file
    sys.modules[name] = module
    exec(compile(text, file, "exec"), module.__dict__)
    return Loaded(program, module.__dict__, file)


def new_net(
    loaded: Loaded, name: str, sizes: Mapping[str, int] | None = None, seed: int = 0
) -> Any:
    """A net with initial parameters; ``sizes`` has the sizes that are parameters of the net."""
    declared = loaded.program.declared
    given = dict(sizes or {})
    missing = [size for size in declared.sizes[name] if size not in given]
    if missing:
        raise error(f"{name} needs a value for its size {missing[0]}, got none")
    values: dict[str, Size] = {size: given[size] for size in declared.sizes[name]}
    return _initial(loaded, name, values, np.random.default_rng(seed))


def _initial(loaded: Loaded, name: str, sizes: dict[str, Size], rng: np.random.Generator) -> Any:
    net = next(n for n in loaded.program.nets if n.name == name)
    types = loaded.program.declared.fields[name]
    values: list[Any] = []
    for parameter in net.parameters:
        type = types[parameter.name]
        if isinstance(type, TelNamed):
            names = loaded.program.declared.sizes[type.name]
            inner = (substituted(size, sizes) for size in type.sizes)
            bound = dict(zip(names, inner, strict=True))
            values.append(_initial(loaded, type.name, bound, rng))
        else:
            assert isinstance(type, TelTensor)
            values.append(_drawn(parameter, type, sizes, rng))
    return loaded.namespace[name](*values)


def _drawn(
    parameter: syntax.NetParameter,
    type: TelTensor,
    sizes: Mapping[str, Size],
    rng: np.random.Generator,
) -> Any:
    shape = tuple(_number(size, sizes, parameter.location) for size in type.sizes)
    match parameter.initializer:
        case None:
            values: Any = np.zeros(shape)
        case syntax.Name(_, "orthogonal"):
            values = initializers.orthogonal(rng, shape, *_fans(shape))
        case syntax.Name(_, name):
            values = getattr(initializers, name)(rng, shape, *_fans(shape))
        case syntax.CallExpression(_, None, "normal", (std,)):
            values = rng.standard_normal(shape) * _constant(std)
        case syntax.CallExpression(_, None, "uniform", (low, high)):
            values = rng.uniform(_constant(low), _constant(high), shape)
        case initial:
            values = np.full(shape, _constant(initial))
    return np.asarray(values).astype(dtype_of(type.element))


def _fans(shape: tuple[int, ...]) -> tuple[int, int]:
    """Fan-in and fan-out: of matrices ``[in x out]``, and of kernels ``[out x in x i x j]``."""
    if len(shape) == 4:
        window = shape[2] * shape[3]
        return shape[1] * window, shape[0] * window
    return shape[-2], shape[-1]


def _constant(node: syntax.Expression) -> float:
    if isinstance(node, syntax.UnaryExpression):
        return -_constant(node.operand)
    assert isinstance(node, syntax.Number)
    return float(node.value)


def _number(size: Any, sizes: Mapping[str, Size], place: Location) -> int:
    found = substituted(size, sizes)
    if name_set(found):
        raise error(f"expected a known size, got {show_size(found)}", place)
    return found if isinstance(found, int) else evaluated(found, 0)


def dtype_of(element: str) -> Any:
    """The NumPy type of elements."""
    try:
        names = {"f": "float", "i": "int", "u": "uint"}
        return np.dtype(element if element == "bool" else names[element[0]] + element[1:])
    except (KeyError, TypeError):
        return np.dtype(getattr(ml_dtypes, {"bf16": "bfloat16"}.get(element, element)))


def as_argument(value: Any, type: ValueType, name: str) -> Any:
    """The argument ``name`` from outside, converted to the element type of its parameter."""
    if not isinstance(type, TelTensor):
        raise error(f"{name} must be {show(type)}; call the function from Python for such values")
    try:
        given = np.asarray(value)
        if given.dtype == object:
            given = given.astype(np.float64)
        with np.errstate(all="ignore"):
            found = given.astype(dtype_of(type.element))
    except (TypeError, ValueError, OverflowError):
        raise error(f"{name} must be numbers for {show(type)}, got {str(value)[:60]}") from None
    if element_type_of(given.dtype) is None or given.dtype.kind == "c":
        raise error(f"{name} must be numbers for {show(type)}, got {given.dtype}")
    # Floats are rounded, but must stay finite.
    is_kept = (
        (np.isfinite(found) == np.isfinite(given)) if is_float(type.element) else found == given
    )
    if not np.all(is_kept):
        wrong = given[~is_kept].flat[0]
        raise error(f"{name} must be numbers for {show(type)}, got {wrong}")
    return found


def shaped_arguments(signature: CallSignature, values: Sequence[Any]) -> None:
    """Checks the shapes of arguments. Raises :class:`DiagnosticError` if they differ from the
    declared ones."""
    bindings = Bindings(signature.sizes, {}, {})
    for value, (name, type) in zip(values, signature.parameters, strict=True):
        assert isinstance(type, TelTensor)
        found = TelTensor(type.element, value.shape)
        if not bindings.bind(type, found):
            bound = [f"{n} is {show_size(s)}" for n, s in bindings.sizes.items()]
            known = f"; {', '.join(bound)}" if bound else ""
            raise error(f"{name} must be {show(type)}, got {show(found)}{known}")
