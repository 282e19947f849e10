"""Bundles: a folder with a library, its header, and a C program that checks the library."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from dlvm.compiler import lowered_module
from dlvm.deploy.interface import (
    CArgument,
    CStruct,
    Interface,
    StructLayout,
    leaves_of,
    struct_names,
)
from dlvm.deploy.wrappers import STATE
from dlvm.diagnostics import DiagnosticError
from dlvm.interpreter import interpret
from dlvm.interpreter.draws import draw_arguments
from dlvm.ir.module import Function, Module, Stage
from dlvm.ir.records import record_fields
from dlvm.ir.types import ArrayType, ElementType, StructType, TupleType, Type

_TOLERANCES: Final = {ElementType.F32: 1e-4, ElementType.F64: 1e-8}
"""The largest differences of results, relative to the largest element of a tensor."""
_NUMBERS_PER_LINE: Final = 8
_DRAWS: Final = 8
"""The number of random arguments that are tried until there are some that lead to no trap."""

_MAIN: Final = """\
/* Checks the library with arguments and results that were recorded when it was built:
 * cc main.c lib{stem}.a {libraries} && ./a.out */
#include <math.h>
#include <stdio.h>

#include "{header}.h"

static int failures = 0;

static void fail(const char *function, const char *what)
{{
    printf("%s: %s\\n", function, what);
    failures++;
}}
{checks}
int main(void)
{{
{calls}
    if (failures == 0) printf("{count} with the recorded results\\n");
    return failures != 0;
}}
"""
_COMPARE: Final = """
static void compare(const char *what, long index, double found, double expected, double tolerance)
{
    if (found == expected || (isnan(found) && isnan(expected))) return;
    if (fabs(found - expected) <= tolerance) return;
    printf("%s[%ld] is %.9g, expected %.9g\\n", what, index, found, expected);
    failures++;
}
"""
_IN_ORDER: Final = """
/* The place of a small float among all floats of its type, in order, given by its bits. */
static double in_order(unsigned bits, unsigned sign, unsigned largest, unsigned nan)
{
    double place = bits & (sign - 1);
    if (place > largest || bits == nan) return (double)NAN;
    return bits & sign ? -place : place;
}
"""
_HELPERS: Final = {"compare": _COMPARE, "in_order": _IN_ORDER}
"""Functions of the check, by name."""
_READ_WEIGHTS: Final = """\
static uint64_t storage[{base}WEIGHTS_BYTES / 8 + 8];

static const void *open_weights(const char *path)
{{
    char *start = (char *)storage + (64 - (uintptr_t)storage % 64) % 64;
    FILE *file = fopen(path, "rb");
    size_t count = file == NULL ? 0 : fread(start, 1, {base}WEIGHTS_BYTES, file);
    if (file != NULL) fclose(file);
    return count == {base}WEIGHTS_BYTES ? start : NULL;
}}
"""
_MAP_WEIGHTS: Final = """\
static const void *open_weights(const char *path)
{{
    return {prefix}map_weights(path);
}}
"""
_POOL: Final = """\
static {prefix}thread_pool pool;
static const {prefix}threads threads = {{{prefix}parallel_for, &pool}};
"""
_CMAKE: Final = """\
cmake_minimum_required(VERSION 3.10)
project({stem} C)

add_library({stem} STATIC IMPORTED GLOBAL)
set_target_properties({stem} PROPERTIES
    IMPORTED_LOCATION "${{CMAKE_CURRENT_SOURCE_DIR}}/lib{stem}.a"
    INTERFACE_INCLUDE_DIRECTORIES "${{CMAKE_CURRENT_SOURCE_DIR}}")

enable_testing()
add_executable({stem}_check main.c)
{find_threads}set_target_properties({stem}_check PROPERTIES C_STANDARD 99)
target_link_libraries({stem}_check {stem} m{threads})
add_test(NAME {stem}_check COMMAND {stem}_check)
"""
_README: Final = """\
# {stem}

A library that DLVM has compiled for {triple}. It needs no other library of DLVM.

| file | contents |
|---|---|
| `{stem}.h` | the functions, their arguments, the sizes of workspaces and the errors |
| `lib{stem}.a` | the code and its constants |
| `main.c` | a check with recorded arguments and results |
{pool}| `CMakeLists.txt` | the target `{stem}` for `target_link_libraries`, a check for `ctest` |

Check the library:
```
cc main.c lib{stem}.a {libraries} && ./a.out
```

Call a function:
```c
{example}
```
"""


def bundle_files(
    module: Module,
    stem: str,
    triple: str,
    interfaces: Sequence[Interface],
    prefix: str,
    maps_weights: bool = False,
    threads: int = 1,
) -> dict[str, str]:
    """The texts of a bundle besides the header, by file name. The recorded results are those of
    the interpreter. The check maps the file of weights, if the library can do that, or reads it.
    It uses ``threads`` threads, if functions take them and the system has POSIX threads."""
    pools = any(i.uses_threads for i in interfaces) and "windows" not in triple
    pool = f"{stem}_pthreads.h"
    texts = {
        "main.c": _main(module, stem, interfaces, prefix, maps_weights, threads if pools else 1),
        "CMakeLists.txt": _CMAKE.format(
            stem=stem,
            find_threads="find_package(Threads REQUIRED)\n" * pools,
            threads=" Threads::Threads" * pools,
        ),
        "README.md": _README.format(
            stem=stem, triple=triple,
            example=_example(interfaces[0], struct_names(interfaces, prefix)),
            pool=f"| `{pool}` | a pool of POSIX threads for the functions |\n" * pools,
            libraries=_libraries(pools),
        ),
    }  # fmt: skip
    return texts | ({pool: _pool(stem, prefix)} if pools else {})


def _libraries(pools: bool) -> str:
    return "-lm -pthread" if pools else "-lm"


def _pool(stem: str, prefix: str) -> str:
    """The pool of POSIX threads, with the names of a library."""
    text = Path(__file__).with_name("pthreads.h").read_text(encoding="utf-8")
    text = re.sub(r"\bnet\.h", f"{stem}.h", text)
    return re.sub(r"\bnet_", prefix, text).replace("NET_", prefix.upper())


def _main(
    module: Module,
    stem: str,
    interfaces: Sequence[Interface],
    prefix: str,
    maps_weights: bool,
    threads: int,
) -> str:
    # The interpreter runs the functions that AD has generated, but none of the later passes.
    if module.stage is Stage.RAW:
        module = lowered_module(module, "optimizable", 0)
    pools = threads > 1
    structs = struct_names(interfaces, prefix)
    checks = [_check(module, interface, prefix, pools, structs) for interface in interfaces]
    calls = [f"    check_{i.symbol}();" for i in interfaces]
    if pools:
        checks.insert(0, _POOL.format(prefix=prefix))
        calls = [
            f"    if ({prefix}open_thread_pool(&pool, {threads}) != 0) return 2;",
            *calls,
            f"    {prefix}close_thread_pool(&pool);",
        ]
    if any(i.reads_weights for i in interfaces):
        text = _MAP_WEIGHTS if maps_weights else _READ_WEIGHTS
        opening = text.format(base=prefix.upper(), prefix=prefix)
        checks.insert(0, f"{opening}\nstatic const void *weights;\n")
        calls[:0] = [
            f'    weights = open_weights("{stem}.weights");',
            "    if (weights == NULL) {",
            f'        printf("{stem}.weights cannot be read\\n");',
            "        return 2;",
            "    }",
        ]
    # Compilers warn of functions that are not used.
    helpers = [h for name, h in _HELPERS.items() if any(f" {name}(" in check for check in checks)]
    count = f"{len(interfaces)} functions agree" if len(interfaces) > 1 else "1 function agrees"
    return _MAIN.format(
        stem=stem, header=f"{stem}_pthreads" if pools else stem, libraries=_libraries(pools),
        checks="\n".join(["".join(helpers), *checks]), calls="\n".join(calls), count=count,
    )  # fmt: skip


def _passed(
    interface: Interface, sizes: Sequence[str], passed: Callable[[CArgument], Sequence[str]]
) -> list[str]:
    """The values for the arguments, sizes and results of a call: those that ``passed`` returns, or
    the address of a variable with the name of a struct."""

    def values(results: bool) -> Iterator[str]:
        for parameter in interface.parameters:
            if leaves_of(parameter)[0].is_result is results:
                is_struct = isinstance(parameter, CStruct)
                yield from [f"&{parameter.name}"] if is_struct else passed(parameter)

    return [*values(False), *sizes, *values(True)]


def _struct_value(struct: CStruct, passed: Callable[[CArgument], Sequence[str]]) -> str:
    """The initializer of a struct."""
    members = [
        value
        for m in struct.members
        for value in (passed(m) if isinstance(m, CArgument) else [_struct_value(m, passed)])
    ]
    return f"{{{', '.join(members)}}}"


def _check(
    module: Module,
    interface: Interface,
    prefix: str,
    pools: bool,
    structs: Mapping[StructLayout, str],
) -> str:
    """A C function that calls a function and compares its results."""
    name = interface.symbol
    function = module.function(interface.function.name or "")
    assert function is not None
    given, found = _recorded(module, function)
    words = [
        leaf
        for type, value in zip(function.type.parameters, given, strict=True)
        for leaf in _leaves(type, value)
    ]
    lines = [f"static void check_{name}(void)", "{"]
    for argument, leaf in zip(interface.inputs, words, strict=True):
        lines += _data(argument, argument.name, leaf, not argument.by_address)
    known = {
        dim: size
        for argument, leaf in zip(interface.inputs, words, strict=True)
        for dim, size in zip(argument.dims, leaf.shape, strict=True)
        if isinstance(dim, str)
    }
    for number, argument in enumerate(interface.results):
        if argument.is_result:
            count = _room(argument, known, found[number] if found is not None else None)
            lines.append(f"    static {argument.element} {argument.name}[{max(count, 1)}];")
            if argument.is_sized_later and not argument.structs:
                lines.append(f"    static int64_t {argument.name}_sizes[{len(argument.dims)}];")
    if interface.draws:
        lines.append(f"    static uint64_t {STATE}[2];")
    lines.append(f"    static unsigned char workspace[{name.upper()}_WORKSPACE_BYTES];")
    rooms = {
        a.name: str(_room(a, known, found[n] if found is not None else None))
        for n, a in enumerate(interface.results)
        if a.is_sized_later
    }

    def passed(argument: CArgument) -> list[str]:
        value = argument.name if argument.by_address else f"{argument.name}[0]"
        if not argument.is_sized_later:
            return [value]
        sizes = "{0}" if argument.structs else f"{argument.name}_sizes"
        return [value, rooms[argument.name], sizes]

    for parameter in interface.parameters:
        if isinstance(parameter, CStruct):
            value = _struct_value(parameter, passed)
            lines.append(f"    {structs[parameter.layout]} {parameter.name} = {value};")
    values = _passed(interface, [str(known[name]) for name in interface.sizes], passed)
    values += [STATE] * interface.draws + ["weights"] * interface.reads_weights
    values += ["&threads" if pools else "NULL"] * interface.uses_threads + ["workspace"]
    values += ["sizeof workspace"] * interface.allocates
    call = f"{name}({', '.join(values)})"
    if found is not None:
        lines.append(f'    if ({call} != 0) fail("{name}", "it returned an error");')
    else:
        # Optimized code may lack a trap that the result does not depend on.
        known_error = f"{prefix}message({call}) == NULL"
        lines.append(f'    if ({known_error}) fail("{name}", "it returned an unknown error");')
    if found is not None and not interface.draws:
        for number, (argument, leaf) in enumerate(zip(interface.results, found, strict=True)):
            if leaf.size:
                lines += _comparison(name, argument, f"expected{number}_{argument.name}", leaf)
    return "\n".join([*lines, "}"]) + "\n"


def _recorded(
    module: Module, function: Function
) -> tuple[Sequence[Any], list[np.ndarray[Any, Any]] | None]:
    """Random arguments, and the leaves of the result that the interpreter computes for them; None
    if all drawn arguments lead to a trap."""
    given: Sequence[Any] = ()
    for seed in range(_DRAWS):
        given = draw_arguments(function, seed)
        with suppress(DiagnosticError):
            result = interpret(module, function.name or "", *given)
            return given, list(_leaves(function.type.result, result))
    return given, None


def _room(argument: CArgument, known: Mapping[str, int], leaf: np.ndarray[Any, Any] | None) -> int:
    """The number of elements of a result, for which the check has room."""
    if argument.is_sized_later:
        return 1 if leaf is None else leaf.size
    count = 1
    for dim in argument.dims:
        count *= dim if isinstance(dim, int) else known[dim]
    return count


def _comparison(
    function: str, argument: CArgument, name: str, leaf: np.ndarray[Any, Any]
) -> list[str]:
    element = argument.type.element
    finite = np.abs(leaf[np.isfinite(leaf)].astype(np.float64)) if element.is_float else leaf
    # Neighbors among small floats differ by 1.
    tolerance = 2.0 if element.is_float else 0.0
    if element in _TOLERANCES:
        tolerance = _TOLERANCES[element] * max(1.0, float(finite.max(initial=0)))
    place = "place" if argument.name != "place" else "index"
    found, expected = f"{argument.name}[{place}]", f"{name}[{place}]"
    if element.is_float and element not in _TOLERANCES:
        numbers = ", ".join(f"{number}u" for number in _order(element))
        found, expected = f"in_order({found}, {numbers})", f"in_order({expected}, {numbers})"
    else:
        found, expected = f"(double){found}", f"(double){expected}"
    return [
        *_data(argument, name, leaf, True),
        f"    for (long {place} = 0; {place} < {leaf.size}; {place}++)",
        f'        compare("{function}: {argument.name}", {place}, '
        f"{found}, {expected}, {tolerance!r});",
    ]


def _order(element: ElementType) -> tuple[int, int, int]:
    """The bits of the sign, of the largest number, and of the NaN in place of a negative zero in a
    small float type. If the type has no such NaN, the last one is a number out of its range."""
    patterns = np.arange(1 << element.bits, dtype=f"u{element.bytes}").view(element.numpy)
    with np.errstate(invalid="ignore"):
        values = patterns.astype(np.float64)
    sign = 1 << (element.bits - 1 if (values < 0).any() else element.bits)
    largest = int(np.flatnonzero(~np.isnan(values[:sign])).max())
    is_alone = sign < len(values) and bool(np.isnan(values[sign]))
    return sign, largest, sign if is_alone else 1 << element.bits


def _data(
    argument: CArgument, name: str, leaf: np.ndarray[Any, Any], is_constant: bool
) -> list[str]:
    """The declaration of an array with elements."""
    element = argument.type.element
    flat = np.ascontiguousarray(leaf, element.numpy).ravel()
    if argument.element.startswith("uint"):
        flat = flat.view(f"u{flat.itemsize}")
    numbers = [_literal(value, argument.element) for value in flat.tolist()] or ["0"]
    rows = [
        "        " + ", ".join(numbers[start : start + _NUMBERS_PER_LINE])
        for start in range(0, len(numbers), _NUMBERS_PER_LINE)
    ]
    const = "const " if is_constant else ""
    return [f"    static {const}{argument.element} {name}[] = {{", ",\n".join(rows), "    };"]


def _literal(value: Any, type: str) -> str:
    if type not in ("float", "double"):
        if value == -(1 << 63):
            return "INT64_MIN"
        return f"{value}{'U' * type.startswith('u')}{'LL' * type.endswith('64_t')}"
    suffix = "f" if type == "float" else ""
    if not np.isfinite(value):
        sign = "-" if value < 0 else ""
        return f"({type})NAN" if np.isnan(value) else f"{sign}({type})INFINITY"
    text = f"{value:.9g}" if suffix else repr(value)
    return f"{text}{'' if '.' in text or 'e' in text else '.0'}{suffix}"


def _leaves(type: Type, value: Any) -> Iterator[np.ndarray[Any, Any]]:
    """The tensors of a value, in the order of the arguments of C."""
    match type.canonical:
        case TupleType(elements):
            for element, part in zip(elements, cast("Sequence[Any]", value or ()), strict=True):
                yield from _leaves(element, part)
        case ArrayType(_, element):
            for part in cast("Sequence[Any]", value):
                yield from _leaves(element, part)
        case StructType() as struct:
            for (_, element), part in zip(struct.fields, record_fields(struct, value), strict=True):
                yield from _leaves(element, part)
        case _:
            yield np.asarray(value)


def _example(interface: Interface, structs: Mapping[StructLayout, str]) -> str:
    lines = [f"static unsigned char workspace[{interface.symbol.upper()}_WORKSPACE_BYTES];"]
    lines += [f"int64_t {name};" for name in interface.sizes]
    for argument in interface.arguments:
        size = f"[{' * '.join(str(d or 1) for d in argument.dims) or 1}]"
        lines.append(f"{argument.element} {argument.name}{size if argument.by_address else ''};")
        if argument.is_sized_later and not argument.structs:
            lines.append(f"int64_t {argument.name}_sizes[{len(argument.dims)}];")

    def passed(argument: CArgument) -> list[str]:
        if not argument.is_sized_later:
            return [argument.name]
        return [argument.name, "1", "{0}" if argument.structs else f"{argument.name}_sizes"]

    for parameter in interface.parameters:
        if isinstance(parameter, CStruct):
            value = _struct_value(parameter, passed)
            lines.append(f"{structs[parameter.layout]} {parameter.name} = {value};")
    values = _passed(interface, interface.sizes, passed)
    values += [STATE] * interface.draws + ["weights"] * interface.reads_weights
    values += ["NULL"] * interface.uses_threads + ["workspace"]
    values += ["sizeof workspace"] * interface.allocates
    if interface.draws:
        lines.append(f"uint64_t {STATE}[2] = {{0, 0}};")
    return "\n".join([*lines, f"int32_t code = {interface.symbol}({', '.join(values)});"])
