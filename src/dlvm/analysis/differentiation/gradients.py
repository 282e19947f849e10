"""Types and defaults of gradient and derivative declarations."""

from __future__ import annotations

from collections.abc import Sequence

from dlvm.ir.instruction import DerivedDeclaration
from dlvm.ir.module import DerivativeDeclaration, GradientDeclaration
from dlvm.ir.types import (
    VOID,
    ArrayType,
    FunctionType,
    StructType,
    TupleType,
    Type,
    is_differentiable,
)


def results_of(type: FunctionType) -> Sequence[Type]:
    """The types of a function's results: the elements of the returned tuple, or the only result."""
    result = type.result.canonical
    return result.elements if isinstance(result, TupleType) else (type.result,)


def parts_of(type: Type) -> list[tuple[int | str, Type]]:
    """The parts of a tuple, array or struct type, each with the path step that leads to it."""
    match type.canonical:
        case TupleType(elements):
            return list(enumerate(elements))
        case ArrayType(size, element):
            return [(index, element) for index in range(size)]
        case StructType() as struct:
            return list(struct.fields)
        case _:
            return []


def tangent_type(type: Type) -> Type:
    """The type of the gradient of a value: the same structure, with ``()`` for parts that have no
    gradient.

    A type all of whose parts are differentiable is its own tangent type.
    """
    if not is_differentiable(type):
        return VOID
    whole = type.canonical
    match whole:
        case TupleType():
            tangent = TupleType(tuple(map(tangent_type, whole.elements)))
        case ArrayType():
            tangent = ArrayType(whole.size, tangent_type(whole.element))
        case StructType():
            parts = [t for _, t in whole.fields]
            tangents = [tangent_type(t) for t in parts]
            same = all(a.canonical == b.canonical for a, b in zip(parts, tangents, strict=True))
            tangent = whole if same else TupleType(tuple(tangents))
        case _:
            return type
    return type if tangent == whole else tangent


def differentiated_results(declaration: DerivedDeclaration) -> tuple[int, ...]:
    """The positions of the results that are differentiated."""
    return declaration.sources or (0,)


def result_tangents(declaration: DerivedDeclaration) -> list[Type]:
    """The types of the tangents of the results that are differentiated."""
    results = results_of(declaration.function.type)
    return [tangent_type(results[i]) for i in differentiated_results(declaration)]


def differentiated_arguments(declaration: DerivedDeclaration) -> tuple[int, ...]:
    """The positions of the arguments with respect to which the function is differentiated."""
    if declaration.wrt is not None:
        return declaration.wrt
    parameters = declaration.function.type.parameters
    return tuple(i for i, t in enumerate(parameters) if is_differentiable(t))


def declared_type(declaration: DerivedDeclaration) -> FunctionType:
    """The type that a declared function has. The positions in the declaration must be in range."""
    match declaration:
        case GradientDeclaration():
            return gradient_type(declaration)
        case DerivativeDeclaration():
            return derivative_type(declaration)
        case _:
            raise TypeError(f"{type(declaration).__name__} is not a declaration of a derivative")


def gradient_type(declaration: GradientDeclaration) -> FunctionType:
    """The type that the gradient function has. The positions in the declaration must be in range.

    Its parameters are the parameters of the original and, if seedable, the incoming gradients. Its
    result is a tuple of the gradients, in the order of ``wrt``, and of the kept results.
    """
    type = declaration.function.type
    parameters = list(type.parameters)
    if declaration.seedable:
        parameters += result_tangents(declaration)
    results = [tangent_type(type.parameters[i]) for i in differentiated_arguments(declaration)]
    results += [results_of(type)[i] for i in declaration.keeping]
    return FunctionType(tuple(parameters), TupleType(tuple(results)))


def derivative_type(declaration: DerivativeDeclaration) -> FunctionType:
    """The type that the derivative function has. The positions in the declaration must be in range.

    Its parameters are the parameters of the original, then the tangents of the arguments in
    ``wrt``. Its result is a tuple of the tangents of the results and of the kept results.
    """
    type = declaration.function.type
    wrt = [tangent_type(type.parameters[i]) for i in differentiated_arguments(declaration)]
    results = result_tangents(declaration)
    results += [results_of(type)[i] for i in declaration.keeping]
    return FunctionType((*type.parameters, *wrt), TupleType(tuple(results)))
