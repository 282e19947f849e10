"""Hooks of MkDocs: files of the repository outside of ``docs/`` that pages link to, and a page of
the reference for each public module."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, get_origin

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
MODULES: Final = (
    *("dlvm", "dlvm.nnkit", "dlvm.nn", "dlvm.onnx", "dlvm.torch", "dlvm.jax", "dlvm.stablehlo"),
    "dlvm.deploy",
)
"""The modules whose names are public, if what they need is installed."""

_BLOCK: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
_CAPTION: Final = re.compile(r"^```dl$", re.MULTILINE)
_LIST: Final = re.compile(r"(\A|^(?!- |\d+\. |#|\s).+)\n(?=- |1\. )", re.MULTILINE)
"""The line before a list. GitHub needs no blank line between them, MkDocs does."""


def public_names(module: str) -> list[str]:
    """The public names of a module, without those that are only values."""
    return sorted(n for n in import_module(module).__all__ if not n.startswith("__"))


def on_config(config: Any) -> Any:
    """Lists the pages of the reference in the navigation."""
    pages = [f"reference/{module}.md" for module in available()]
    for section in config["nav"]:
        if section.get("API") == ["REFERENCE"]:
            section["API"] = pages
    return config


def available() -> list[str]:
    """The public modules that can be imported here."""
    found: list[str] = []
    for module in MODULES:
        try:
            import_module(module)
        except ImportError:
            continue
        found.append(module)
    return found


def reference(module: str) -> str:
    """The page of a module: what its docstring says of each public name."""
    before = {*vars(import_module(module))}
    listed, written = "", list[str]()
    for name in public_names(module):
        value = getattr(import_module(module), name)
        is_module = (ROOT / "src" / module.replace(".", "/") / f"{name}.py").exists()
        if inspect.ismodule(value) or isinstance(value, SimpleNamespace):
            written += _functions(f"{module}.{name}", value)
        elif not (inspect.isfunction(value) or get_origin(value) is Callable):
            listed += f"        - {name}\n"
        elif _place(value) is None:
            written.append(_described(module, name, value))
        elif name not in before or is_module:
            # A function that the module imports on first use, or that has the name of a module.
            heading = f"## {name} {{#{module}.{name}}}\n\n"
            written.append(
                f"{heading}::: {_place(value)}\n    options: {{show_root_toc_entry: false}}\n"
            )
        else:
            listed += f"        - {name}\n"
    # An empty list would show all members.
    members = f"members:\n{listed}" if listed else "members: false\n"
    return f"# {module}\n\n::: {module}\n    options:\n      {members}\n" + "\n".join(written)


def _place(value: Any) -> str | None:
    """The module and name under which a function is defined, or None if it is made by another."""
    home, name = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    if not home or getattr(import_module(home), name, None) is not value:
        return None
    return f"{home}.{name}"


def _functions(path: str, namespace: Any) -> list[str]:
    """The sections of the public functions of a module within a module."""
    functions = {n: f for n, f in vars(namespace).items() if inspect.isfunction(f)}
    own = [n for n, f in functions.items() if f.__module__ == namespace.__name__ and n[0] != "_"]
    names = getattr(namespace, "__all__", sorted(own))
    return [_described(path, name, functions[name]) for name in names if name in functions]


def _described(module: str, name: str, value: Any) -> str:
    """A section for a function that is made when DLVM is imported."""
    text = inspect.getdoc(value) or ""
    shown = f"{name} = {value}" if get_origin(value) else f"{name}{inspect.signature(value)}"
    text = re.sub(r"^(\w+)\n-{3,}$", r"**\1**\n", text, flags=re.MULTILINE)
    text = re.sub(r"^(\S+(?:, \S+)*)\n {4}(\S)", r"- `\1`: \2", text, flags=re.MULTILINE)
    text = "" if get_origin(value) else text.replace("``", "`")
    title = f"{module}.{name}".removeprefix("dlvm.nnkit.")
    return f"## {title} {{#{module}.{name}}}\n\n```python\n{shown}\n```\n\n{text}\n"


def site_path(path: Path) -> str:
    """The place on the site of a file of the repository."""
    if path == ROOT / "README.md":
        return "index.md"
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix()
    name = path.relative_to(ROOT).as_posix()
    return f"project/{name}" if path.suffix == ".md" else f"files/{name}.txt"


def links(path: Path) -> list[Path]:
    """The files outside of ``docs/`` that a page links to."""
    text = _BLOCK.sub("", path.read_text(encoding="utf-8"))
    targets = (Path(os.path.normpath(path.parent / found[2])) for found in _LINK.finditer(text))
    return [t for t in targets if t.is_file() and not t.is_relative_to(DOCS)]


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages and files that are not in ``docs/``."""
    waiting = [ROOT / "README.md", *(Path(f.abs_src_path) for f in files.documentation_pages())]
    seen = {*waiting}
    while waiting:
        for target in links(waiting.pop()):
            if target not in seen:
                seen.add(target)
                if target.suffix == ".md":
                    waiting.append(target)
    for path in sorted(seen):
        if not path.is_relative_to(DOCS):
            content = path.read_text(encoding="utf-8")
            files.append(File.generated(config, site_path(path), content=content))
            _SOURCES[site_path(path)] = path
    for module in available():
        files.append(File.generated(config, f"reference/{module}.md", content=reference(module)))
    return files


_SOURCES: Final[dict[str, Path]] = {}
"""The files from which pages outside of ``docs/`` are made."""


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Leads links to the places of files on the site, where folders have none, and separates lists
    from the lines before them."""
    here = page.file.src_uri
    if here.startswith("reference/"):
        return markdown
    source = _SOURCES.get(here, DOCS / here)

    def link(found: re.Match[str]) -> str:
        text, target, anchor = found[1], found[2], found[3] or ""
        path = Path(os.path.normpath(source.parent / target))
        if not path.is_relative_to(ROOT) or path.is_dir():
            return text
        place = os.path.relpath(site_path(path), os.path.dirname(here) or ".")
        return f"[{text}]({place}{anchor})"

    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        _CAPTION.sub("```dlvm", part) if place % 2 else _LINK.sub(link, _LIST.sub(r"\1\n\n", part))
        for place, part in enumerate(parts)
    )
