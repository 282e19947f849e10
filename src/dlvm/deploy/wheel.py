"""Wheels: Python packages with compiled functions, which need NumPy alone."""

from __future__ import annotations

import base64
import hashlib
import io
import keyword
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any, Final

from dlvm.codegen.llvm.target import Target
from dlvm.deploy.interface import CArgument, CStruct, Interface
from dlvm.diagnostics import Note, error
from dlvm.ir.types import ElementType

_PLATFORMS: Final = {
    "x86_64-unknown-linux-gnu": "linux_x86_64",
    "aarch64-unknown-linux-gnu": "linux_aarch64",
    "riscv64-unknown-linux-gnu": "linux_riscv64",
}
"""The platform tags of wheels, by LLVM's triple."""

_PACKAGE: Final = '''\
"""Functions that DLVM has compiled. They take and return NumPy arrays, and check their shapes."""

import ctypes
from pathlib import Path

import numpy as np

_LIBRARY = ctypes.CDLL(str(Path(__file__).parent / "{library}"))
_message = _LIBRARY.{prefix}message
_message.argtypes, _message.restype = [ctypes.c_int32], ctypes.c_char_p
{weights}

def _packed(words, places):
    """A struct of C with the words at places, or with further structs."""
    parts = [words[p] if isinstance(p, int) else _packed(words, p) for p in places]
    fields = [(f"f{{n}}", type(part)) for n, part in enumerate(parts)]
    return type("Struct", (ctypes.Structure,), {{"_fields_": fields}})(*parts)


def _function(
    name, symbol, workspace_bytes, arguments, results, places, draws, reads, threads, allocates
):
    """A function: each argument has a name, an element type, a shape, and whether it is passed by
    value or updated; results are numbers of arguments, or element types with shapes; places are the
    numbers of the arguments and results that are passed, in lists for structs."""
    native = getattr(_LIBRARY, symbol)
    native.restype = ctypes.c_int32

    def call(*given, random_state=None):
        if len(given) != len(arguments):
            raise TypeError(f"{{name}} takes {{len(arguments)}} arguments, got {{len(given)}}")
        arrays, words = [], []
        for value, (argument, dtype, shape, scalar, updated) in zip(given, arguments):
            array = np.asarray(value)
            if array.shape != shape:
                raise TypeError(f"{{name}}: {{argument}} has shape {{shape}}, got {{array.shape}}")
            # Numbers of Python have no size: NumPy checks that they fit.
            is_python = not isinstance(value, np.ndarray | np.generic)
            both_integers = array.dtype.kind + np.dtype(dtype).kind in ("ii", "iu")
            if not (is_python and both_integers or np.can_cast(array.dtype, dtype, "same_kind")):
                raise TypeError(f"{{name}}: {{argument}} has type {{dtype}}, got {{array.dtype}}")
            given_value = value if is_python else array
            array = np.array(given_value, dtype, order="C", copy=True if updated else None)
            arrays.append(array)
            words.append(getattr(ctypes, scalar)(array.view(_BITS.get(dtype, dtype)).item())
                         if scalar else ctypes.c_void_p(array.ctypes.data))
        made = []
        for result in results:
            if isinstance(result, int):
                made.append(arrays[result])
                continue
            made.append(np.empty(result[1], result[0]))
            words.append(ctypes.c_void_p(made[-1].ctypes.data))
        words = [words[p] if isinstance(p, int) else ctypes.byref(_packed(words, p))
                 for p in places]
        if draws:
            if random_state is None:
                raise TypeError(f"{{name}} takes random_state, an array of two uint64")
            if random_state.shape != (2,) or random_state.dtype != np.uint64:
                raise TypeError(f"{{name}}: random_state is an array of two uint64")
            words.append(ctypes.c_void_p(random_state.ctypes.data))
        workspace = np.empty(workspace_bytes, np.uint8)
        if reads:
            words.append(ctypes.c_void_p(_weights.ctypes.data))
        if threads:
            words.append(ctypes.c_void_p(None))
        words.append(ctypes.c_void_p(workspace.ctypes.data))
        if allocates:
            words.append(ctypes.c_int64(workspace_bytes))
        status = native(*words)
        if status:
            start = -workspace.ctypes.data % 64 + {found}
            found = workspace[start : start + 32].tobytes()
            message = _message(status).decode()
            for number in range(4):
                value = int.from_bytes(found[8 * number : 8 * number + 8], "little", signed=True)
                message = message.replace(f"found[{{number}}]", str(value))
            raise RuntimeError(f"{{name}}: {{message}}")
        made = [array if array.shape else array[()] for array in made]
        return made[0] if len(made) == 1 else tuple(made)

    call.__name__ = call.__qualname__ = name
    return call


_BITS = {{"float16": "uint16", "bool": "uint8"}}
{functions}
'''
_READ_WEIGHTS: Final = """
_weights = np.memmap(Path(__file__).parent / "{name}.weights", np.uint8, "r")
"""
_DTYPES: Final = {
    "float": "float32",
    "double": "float64",
}


def wheel(
    name: str,
    target: Target,
    prefix: str,
    interfaces: Sequence[Interface],
    workspaces: Mapping[str, int],
    found: int,
    library: bytes,
    weights: bytes = b"",
) -> tuple[str, bytes]:
    """The file name and the content of a wheel with a shared library. Raises
    :class:`DiagnosticError` if the target has no wheels."""
    platform = _PLATFORMS.get(target.triple)
    if platform is None:
        raise error(
            f"a wheel must be for one of {', '.join(_PLATFORMS)}, got {target.triple}",
            None,
            Note("write a bundle, which programs in C can use"),
        )
    for interface in interfaces:
        if interface.sizes or any(a.is_sized_later for a in interface.leaves):
            raise error(
                f"@{interface.function.name} must have arguments and results of known sizes for a "
                "wheel",
                interface.function.location,
                Note("give the sizes in the type of the function; models take --dims"),
            )
    version = f"{name}-0.0.0"
    functions = "\n".join(_function(i, prefix, workspaces[i.symbol]) for i in interfaces)
    tag = f"py3-none-{platform}"
    files = {
        f"{name}/__init__.py": _PACKAGE.format(
            library=f"lib{name}.so",
            prefix=prefix,
            functions=functions,
            found=found,
            weights=_READ_WEIGHTS.format(name=name) if weights else "",
        ).encode(),
        **({f"{name}/{name}.weights": weights} if weights else {}),
        f"{name}/lib{name}.so": library,
        f"{version}.dist-info/METADATA": (
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.0.0\n"
            "Requires-Python: >=3.10\nRequires-Dist: numpy>=2.0\n"
        ).encode(),
        f"{version}.dist-info/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: dlvm\nRoot-Is-Purelib: false\nTag: {tag}\n"
        ).encode(),
    }
    record = f"{version}.dist-info/RECORD"
    lines = [f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files.items()]
    files[record] = "".join([*lines, f"{record},,\n"]).encode()
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            # The date is fixed, so that equal functions give equal wheels.
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data)
    return f"{version}-{tag}.whl", memory.getvalue()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def _function(interface: Interface, prefix: str, workspace: int) -> str:
    name = interface.symbol.removeprefix(prefix)
    name = f"{name}_" if keyword.iskeyword(name) else name
    arguments = [
        (a.name, _dtype(a), a.type.static_shape, _scalar(a), a.is_updated) for a in interface.inputs
    ]
    inputs = list(interface.inputs)
    results: list[Any] = [
        (_dtype(a), a.type.static_shape) if a.is_result else inputs.index(a)
        for a in interface.results
    ]
    numbers = {a.name: n for n, a in enumerate(interface.arguments)}

    def places(parameter: CArgument | CStruct) -> Any:
        if isinstance(parameter, CArgument):
            return numbers[parameter.name]
        return [places(member) for member in parameter.members]

    passed = [places(parameter) for parameter in interface.parameters]
    values = f"{workspace}, {arguments!r}, {results!r}, {passed!r}, {interface.draws}"
    values += f", {interface.reads_weights}, {interface.uses_threads}, {interface.allocates}"
    return f"{name} = _function({name!r}, {interface.symbol!r}, {values})"


def _dtype(argument: CArgument) -> str:
    element = argument.type.element
    if element in (ElementType.BOOL, ElementType.F16):
        return {ElementType.BOOL: "bool", ElementType.F16: "float16"}[element]
    return _DTYPES.get(argument.element, argument.element.removesuffix("_t"))


def _scalar(argument: CArgument) -> str | None:
    """The type in ctypes of a scalar that is passed by value."""
    return None if argument.by_address else f"c_{argument.element.removesuffix('_t')}"
