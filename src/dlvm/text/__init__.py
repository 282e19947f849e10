"""The IR's text: lexer, parser, printer."""

from dlvm.ir.module import Module
from dlvm.text.parser import parse
from dlvm.text.printer import print_module


def _shown(module: Module) -> str:
    from dlvm.text.textmate import ProgramListing

    return ProgramListing(print_module(module))._repr_html_()  # pyright: ignore[reportPrivateUsage]


Module.printer = print_module
Module.notebook_printer = _shown

__all__ = ["parse", "print_module"]
