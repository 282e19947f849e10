"""What the tests of passes share: programs, and passes that tell the truth about themselves."""

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
    """The mnemonics in a function."""
    function = module.function(name)
    assert function is not None
    return [i.mnemonic for i in function.instructions()]


def run(module: Module, passes: str) -> bool:
    """Runs passes and says whether any of them says that it changed anything."""
    results = run_passes(module, passes, verify_each=True)
    assert parse(str(module)) == module
    return any(r.changed for r in results)


def check_unchanged(module: Module, passes: str) -> None:
    """A pass that has nothing to do says so and does nothing."""
    text = str(module)
    assert not run(module, passes)
    assert str(module) == text


def chain(argument: str, lines: Sequence[str]) -> Module:
    """A function of %x that computes %0, %1, … and returns the last one. Tuples get their type."""
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
    module = parsed(str(last.type), f"return %v{len(lines) - 1}: {last.type}")
    verify(module)
    return module
