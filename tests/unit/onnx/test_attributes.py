"""Operators read all of their attributes: one that is ignored could change results."""

import ast
from collections.abc import Iterator
from pathlib import Path

import dlvm.onnx.operators

UNREAD = {
    "accuracy_level": "a hint about speed",
    "broadcast": "operands broadcast anyway",
    "consumed_inputs": "a hint about memory",
    "dtype": "elements have the type of what is inserted",
    "hidden_size": "weights have that size",
    "is_test": "models are run for inference",
    "kernel_shape": "kernels have that shape",
    "locale": "letters change case in the same way everywhere",
    "mask_index_type": "it tells types of outputs, which are known",
    "multi_class": "scores are computed in the same way",
    "nodes_hitrates": "statistics of training",
    "nodes_hitrates_as_tensor": "statistics of training",
    "output_sequence": "outputs that nobody reads are not computed",
    "past_sequence_length": "it is the size of the past, unless buffers are shared",
    "sorted": "any order of the largest elements is allowed",
    "type": "elements have the type of what is inserted",
}
"""Parameters that operators do not read, and why that changes no result."""


def unread() -> Iterator[tuple[str, str]]:
    """The operators and parameters that their functions do not read."""
    (folder,) = dlvm.onnx.operators.__path__
    for path in Path(folder).rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef) or not function.decorator_list:
                continue
            names = {
                node.id
                for statement in function.body
                for node in ast.walk(statement)
                if isinstance(node, ast.Name)
            }
            for argument in (*function.args.args, *function.args.kwonlyargs):
                if argument.arg not in names:
                    yield function.name, argument.arg


def test_attributes_are_read() -> None:
    found = [*unread()]
    assert {name for _, name in found} == set(UNREAD), found
