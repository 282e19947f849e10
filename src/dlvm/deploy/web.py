"""WebAssembly modules, and pages that load them."""

from __future__ import annotations

import html
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dlvm.codegen.llvm.target import Target
from dlvm.deploy.interface import CArgument, CStruct, Interface, leaves_of
from dlvm.diagnostics import Note, error

_ARRAYS: Final = {
    "float": "Float32Array", "double": "Float64Array", "int64_t": "BigInt64Array",
    "uint64_t": "BigUint64Array",
}  # fmt: skip
_PAGE: Final = """\
<!DOCTYPE html>
<meta charset="utf-8">
<title>{title}</title>
<pre id="output"></pre>
<script type="module">
// Calls {symbol} with zeros, and shows its results.
const {{ instance }} = await WebAssembly.instantiateStreaming(fetch({file}));
const {{ memory, __heap_base, {symbol}, {prefix}message }} = instance.exports;
let next = (__heap_base.value + 63) & ~63;
// An array in the memory of the module.
function array(type, count) {{
    const start = next;
    next = (start + count * type.BYTES_PER_ELEMENT + 63) & ~63;
    const missing = next - memory.buffer.byteLength;
    if (missing > 0) memory.grow((missing + 65535) >> 16);
    return {{ start, view: () => new type(memory.buffer, start, count) }};
}}
{arrays}
const code = {symbol}({values});
const bytes = new Uint8Array(memory.buffer), start = {prefix}message(code);
const message = new TextDecoder().decode(bytes.slice(start, bytes.indexOf(0, start)));
document.getElementById("output").textContent = code ? message : {shown};
</script>
"""
_STRUCT: Final = """\
// A struct in the memory of the module. Each member is aligned to the size of its elements.
function struct(members) {
    const { start } = array(BigInt64Array, members.flat(2).length);
    let next = start;
    for (const [type, content] of members) {
        const size = type.BYTES_PER_ELEMENT;
        next = Math.ceil(next / size) * size;
        new type(memory.buffer, next, content.length).set(content);
        next += content.length * size;
    }
    return start;
}"""


def web_module(code: bytes, target: Target, symbols: Sequence[str]) -> bytes:
    """Links an object file as a module that exports functions and its memory. Raises
    :class:`DiagnosticError` if the target is another machine, or if there is no linker."""
    if not target.triple.startswith("wasm"):
        raise error(f"--emit wasm must have the target wasm32, got {target.triple}")
    if shutil.which("wasm-ld"):
        linker = ["wasm-ld"]
    elif find_spec("ziglang") is not None:
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
    else:
        raise error(
            "a WebAssembly module needs the linker wasm-ld, but none was found",
            None,
            Note("install lld, or pip install ziglang; or write an object file"),
        )
    with TemporaryDirectory() as folder:
        Path(folder, "code.o").write_bytes(code)
        exports = [f"--export={name}" for name in (*symbols, "__heap_base")]
        command = [*linker, "--no-entry", *exports, "-z", "stack-size=1048576", "code.o"]
        run = subprocess.run([*command, "-o", "module"], cwd=folder, capture_output=True, text=True)
        if run.returncode:
            raise error(f"the linker {linker[0]} failed: {run.stderr.strip()}")
        return Path(folder, "module").read_bytes()


def _array_type(argument: CArgument) -> str:
    """The typed array of JavaScript for the elements of an argument."""
    kind = argument.element
    return _ARRAYS.get(kind) or f"{kind.removesuffix('_t').title()}Array"


def _member(argument: CArgument) -> str:
    """The members of a struct for an argument: typed arrays and their contents."""
    if not argument.by_address:
        return f"[{_array_type(argument)}, [{'0n' if argument.element.endswith('64_t') else '0'}]]"
    pointer = f"[Uint32Array, [{argument.name}_.start]]"
    if not argument.is_sized_later:
        return pointer
    sizes = ", ".join(["0n"] * len(argument.dims))
    return f"{pointer}, [BigInt64Array, [1n]], [BigInt64Array, [{sizes}]]"


def page(file: str, interface: Interface, workspaces: Mapping[str, int], prefix: str) -> str:
    """A page that loads a module and calls its first function."""
    arrays: list[str] = []
    results: list[str] = []
    size = workspaces[interface.symbol]
    for argument in interface.arguments:
        if not argument.by_address:
            continue
        count = " * ".join(str(d) if isinstance(d, int) else "1" for d in argument.dims) or "1"
        arrays.append(f"const {argument.name}_ = array({_array_type(argument)}, {count});")
        if argument.is_result:
            results.append(f"${{{argument.name}_.view()}}")
        if argument.is_sized_later and not argument.structs:
            arrays.append(
                f"const {argument.name}_sizes = array(BigInt64Array, {len(argument.dims)});"
            )
    if any(isinstance(p, CStruct) for p in interface.parameters):
        arrays.insert(0, _STRUCT)
    given: list[str] = []
    for is_result in (False, True):
        given += ["1n"] * len(interface.sizes) * is_result
        for parameter in interface.parameters:
            if leaves_of(parameter)[0].is_result is not is_result:
                continue
            if isinstance(parameter, CStruct):
                members = ", ".join(_member(m) for m in parameter.leaves)
                arrays.append(f"const {parameter.name} = struct([{members}]);")
                given.append(parameter.name)
            elif not parameter.by_address:
                given.append("0n" if parameter.element.endswith("64_t") else "0")
            else:
                given.append(f"{parameter.name}_.start")
                if parameter.is_sized_later:
                    given += ["1n", f"{parameter.name}_sizes.start"]
    if interface.draws:
        arrays.append("const random_state = array(BigUint64Array, 2);")
        given.append("random_state.start")
    if interface.reads_weights:
        weights = file.rsplit(".", 1)[0] + ".weights"
        arrays += [
            f"const weights = await (await fetch({json.dumps(weights)})).bytes();",
            "const weights_ = array(Uint8Array, weights.length);",
            "weights_.view().set(weights);",
        ]
        given.append("weights_.start")
    given += ["0"] * interface.uses_threads
    arrays.append(f"const workspace = array(Uint8Array, {size});")
    given += ["workspace.start", *[f"{size}n"] * interface.allocates]
    return _PAGE.format(
        title=html.escape(file), file=json.dumps(file), symbol=interface.symbol, prefix=prefix,
        arrays="\n".join(arrays), values=", ".join(given), shown=f"`{' '.join(results)}`",
    )  # fmt: skip
