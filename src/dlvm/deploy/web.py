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
from dlvm.deploy.interface import Interface
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


def page(file: str, interface: Interface, workspaces: Mapping[str, int], prefix: str) -> str:
    """A page that loads a module and calls its first function."""
    arrays: list[str] = []
    given: list[str] = []
    results: list[str] = []
    size = workspaces[interface.symbol]
    for argument in interface.arguments:
        if not argument.by_address:
            given.append("0n" if argument.element.endswith("64_t") else "0")
            continue
        kind = argument.element
        name = _ARRAYS.get(kind) or f"{kind.removesuffix('_t').title().replace('Ui', 'UI')}Array"
        count = " * ".join(str(d) if isinstance(d, int) else "1" for d in argument.dims) or "1"
        arrays.append(f"const {argument.name}_ = array({name}, {count});")
        if argument.is_result:
            results.append(f"${{{argument.name}_.view()}}")
        else:
            given.append(f"{argument.name}_.start")
    given += ["1n"] * len(interface.sizes)
    for argument in interface.arguments:
        if argument.is_result:
            given.append(f"{argument.name}_.start")
        if argument.is_sized_later:
            arrays.append(
                f"const {argument.name}_sizes = array(BigInt64Array, {len(argument.dims)});"
            )
            given += ["1n", f"{argument.name}_sizes.start"]
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
