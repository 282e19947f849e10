"""The IR's text: lexer, parser, printer."""

from dlvm.ir.module import Module
from dlvm.text.parser import parse
from dlvm.text.printer import print_module

Module.printer = print_module

__all__ = ["parse", "print_module"]
