"""Generic programs: parsing them gives the programs without type parameters.

In some functions, structs and enums of a random module, types are replaced by type parameters, and
their uses state the types as arguments. So the instances equal the original definitions, under
other names.

``python -m tests.fuzz.generic_programs 1000`` draws 1000 programs.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import dlvm
from dlvm.ir import Module
from tests.support.programs.programs import draw_program

_ITEM = re.compile(r"(?:\[.*\]\n)?(?:!.*\n)?(func|struct|enum) ([@$][\w.]+)")
_ELEMENT = re.compile(r"(?<![\w.%@'$#?!])(?:bool|[iu](?:8|16|32|64)|b?f16|f32|f64)(?![\w.])")
_TENSOR = re.compile(r"<(?:\d+ x )+\w+>")


@dataclass
class Generic:
    """The text of a module with generic items, and the text of the same module without them; the
    names of these items may differ."""

    text: str
    names: Sequence[str]
    plain: Sequence[str]


def paragraphs(module: Module) -> list[str]:
    """The items of a module as text."""
    text = re.sub(r"^((?:struct|enum|type) )", r"\n\1", str(module), flags=re.MULTILINE)
    return [part.strip("\n") for part in re.split(r"\n{2,}", text)]


def generic_form(module: Module, random: Random, keep: Sequence[str] = ()) -> Generic:
    """The module with some of its items made generic, but those of the names in ``keep``."""
    plain = paragraphs(module)
    parts = list(plain)
    names: list[str] = []
    for place, part in enumerate(plain):
        item = _ITEM.match(part)
        if item is None or item[2] in keep or "[extern]" in part or random.random() < 0.4:
            continue
        name = item[2]
        uses = _use(name)
        if not any(uses.search(p) for n, p in enumerate(plain) if n != place):
            continue
        found = {*_TENSOR.findall(parts[place]), *_ELEMENT.findall(parts[place])}
        if not found:
            continue
        arguments = random.sample(sorted(found), random.randint(1, min(3, len(found))))
        # A parameter for a whole tensor type is replaced first.
        parameters = {a: f"$T{n}" for n, a in enumerate(arguments)}
        parts = [uses.sub(f"{name}<{', '.join(arguments)}>", p) for p in parts]
        listed = f"{name}<{', '.join(arguments)}>"
        head, mark, body = parts[place].partition(f"{item[1]} {listed}")
        assert mark
        own = f"{item[1]} {name}<{', '.join(parameters.values())}>"
        parts[place] = _bound(head, parameters) + own + _bound(body, parameters)
        names.append(name)
    return Generic("\n\n".join(parts) + "\n", names, plain)


def _use(name: str) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(name)}(?![\w.<])")


def _bound(text: str, parameters: dict[str, str]) -> str:
    for argument in sorted(parameters, key=lambda a: not a.startswith("<")):
        pattern = _ELEMENT if not argument.startswith("<") else re.compile(re.escape(argument))
        text = pattern.sub(
            lambda m, a=argument: parameters[a] if m[0] == a else m[0],
            text,
        )
    return text


def difference(generic: Generic) -> str | None:
    """How the module of the generic text differs from the plain one; None if it does not."""
    module = dlvm.parse(generic.text)
    dlvm.verify(module)
    if dlvm.parse(str(module)) != module:
        return "the module does not print back"
    found = paragraphs(module)
    made = {match[2] for part in found if (match := _ITEM.match(part))}
    known = {match[2] for part in generic.plain if (match := _ITEM.match(part))}
    expected = list(generic.plain)
    for name in generic.names:
        instances = [n for n in made - known if n.startswith(f"{name}.")]
        # The name of one may begin as that of another.
        instances = [n for n in instances if not any(_is_longer(o, name, n) for o in generic.names)]
        if len(instances) > 1:
            return f"{name} has the instances {', '.join(instances)}"
        if instances:
            expected = [_use(name).sub(instances[0], part) for part in expected]
        else:  # It is used by generic functions alone that are not used.
            expected = [p for p in expected if not ((m := _ITEM.match(p)) and m[2] == name)]
    # Names are of other lengths, and so lines break elsewhere.
    missing = {_unwrapped(p) for p in expected} ^ {_unwrapped(p) for p in found}
    return "\n\n".join(sorted(missing)) or None


def _is_longer(other: str, name: str, instance: str) -> bool:
    return other != name and other.startswith(f"{name}.") and instance.startswith(f"{other}.")


def _unwrapped(part: str) -> str:
    return re.sub(r"[\s,]+", "", part)


def differs(seed: int) -> str | None:
    """The difference of the program of a seed."""
    random = Random(seed)
    program = draw_program(random, smooth=seed % 2 == 1)
    keep = [f"@{program.function}", *(a for a in program.arguments if isinstance(a, str))]
    return difference(generic_form(program.module, random, keep))


def main() -> int:
    """Draws the requested number of programs, and prints the seeds of those that differ."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.generic_programs", description=__doc__
    )
    parser.add_argument("programs", type=int, nargs="?", default=1000, help="how many to draw")
    count = parser.parse_args().programs
    failed = 0
    for seed in range(count):
        problem = differs(seed)
        if problem is not None:
            failed += 1
            print(f"seed {seed}:\n{problem}")
    print(f"{count} programs, {failed} differ")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
