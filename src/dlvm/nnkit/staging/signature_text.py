"""The text of a staged function's signature, with tensor types by their short names."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, cast

from dlvm.nnkit.pytree.representations import short_repr
from dlvm.nnkit.pytree.structs import tensor_hint
from dlvm.nnkit.tracing.tracer import Tracer

_ALIASES = {"f32": "Float", "i64": "Int", "bool": "Bool"}
_LARGEST_RANK = 4
"""The largest rank of a tensor type with a short name: ``Float4D``."""


class _Text:
    """A representation that replaces an annotation or a default value."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def signature_text(signature: inspect.Signature) -> str:
    """The signature as written in the source: ``(x: Float1D, n: int = 3) -> Float0D``."""
    parameters = [_shown(p) for p in signature.parameters.values()]
    result = signature.return_annotation
    if result is not signature.empty:
        result = _Text(annotation_text(result))
    return str(signature.replace(parameters=parameters, return_annotation=result))


def signature_rows(signature: inspect.Signature) -> Iterator[tuple[str, str, str]]:
    """The name, the type and the default value of each parameter, and the type of the result."""
    empty = inspect.Parameter.empty
    for parameter in map(_shown, signature.parameters.values()):
        annotation, default = (
            "" if part is empty else repr(part)
            for part in (parameter.annotation, parameter.default)
        )
        yield str(parameter.replace(annotation=empty, default=empty)), annotation, default
    if signature.return_annotation is not signature.empty:
        yield "result", annotation_text(signature.return_annotation), ""


def _shown(parameter: inspect.Parameter) -> inspect.Parameter:
    empty, annotation, default = parameter.empty, parameter.annotation, parameter.default
    return parameter.replace(
        annotation=empty if annotation is empty else _Text(annotation_text(annotation)),
        default=empty if default is empty else _Text(short_repr(default)),
    )


def annotation_text(annotation: Any) -> str:
    """An annotation with the names that users write: ``Float1D``, ``list[Int0D] | None``."""
    if isinstance(annotation, str):
        return annotation
    if annotation is None or annotation is NoneType:
        return "None"
    if annotation is ...:
        return "..."
    if isinstance(annotation, list):
        return f"[{', '.join(map(annotation_text, cast('list[Any]', annotation)))}]"
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        marks = ", ".join(map(repr, arguments[1:]))
        return f"Annotated[{annotation_text(arguments[0])}, {marks}]"
    if origin in (typing.Union, UnionType):
        return " | ".join(map(annotation_text, arguments))
    kind = origin or annotation
    if isinstance(kind, type) and issubclass(cast("type[object]", kind), Tracer):
        hint = tensor_hint(annotation)
        alias = _ALIASES.get(str(hint.element)) if hint is not None else None
        if hint is not None and alias and hint.rank is not None and hint.rank <= _LARGEST_RANK:
            return f"{alias}{hint.rank}D"
    name = getattr(kind, "__name__", None) or repr(annotation)
    return f"{name}[{', '.join(map(annotation_text, arguments))}]" if arguments else name
