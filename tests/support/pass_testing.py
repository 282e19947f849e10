"""Helpers for tests of passes."""

import re
from collections.abc import Sequence

from dlvm.ir import Module
from dlvm.text import parse
from dlvm.transforms import run_passes
from dlvm.verifier import verify

X = "<2 x 3 x f32>"


def module_of(text: str, stage: str = "optimizable") -> Module:
    module = parse(f'module "test"\nstage {stage}\n{text}')
    verify(module)
    return module


def body(module: Module, name: str = "f") -> list[str]:
    """Returns the mnemonics of a function's instructions."""
    function = module.function(name)
    assert function is not None
    return [i.mnemonic for i in function.instructions()]


def run(module: Module, passes: str) -> bool:
    """Runs passes; returns whether any of them reports a change."""
    results = run_passes(module, passes, verify_each=True)
    assert parse(str(module)) == module
    return any(r.changed for r in results)


def check_unchanged(module: Module, passes: str) -> None:
    """Checks that a pass changes nothing and reports no change."""
    text = str(module)
    assert not run(module, passes)
    assert str(module) == text


def chain(argument: str, lines: Sequence[str]) -> Module:
    """Returns a function of %x that computes %0, %1, … and returns the last one; tuples get their
    type."""
    types = {"x": argument}
    text: list[str] = []

    def typed(match: re.Match[str]) -> str:
        name = match[1]
        return f"%{name if name == 'x' else 'v' + name}: {types[name]}"

    def parsed(result: str, end: str) -> Module:
        code = "\n".join(text)
        return parse(
            f'module "test"\nstage optimizable\nfunc @f: ({argument}) -> {result} {{\n'
            f"'entry(%x: {argument}):\n{code}\n{end}\n}}\n"
        )

    for number, line in enumerate(lines):
        line = re.sub(r"%(\w+)", typed, line)
        line += f": ({argument}, {argument})" if line.startswith("literal (") else ""
        text.append(f"%v{number} = {line}")
        last = parsed("()", "return").functions[0].entry.instructions[-2]
        types[str(number)] = str(last.type)
    result = types[str(len(lines) - 1)]
    module = parsed(result, f"return %v{len(lines) - 1}: {result}")
    verify(module)
    return module
