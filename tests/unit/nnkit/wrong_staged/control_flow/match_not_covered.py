import numpy as np

from dlvm.nnkit import Float0D, enum, staged


@enum
class Circle:
    radius: Float0D


@enum
class Square:
    side: Float0D


Shape = Circle | Square


@staged
def area(shape: Shape) -> Float0D:
    match shape:  # error@11: match has no case for Square(), expected one for all values of Shape: Circle, Square, or case _; a case with a guard does not count
        case Circle(radius):
            return radius * radius * 3
        case Square(side) if side > 0:
            return side * side


area(Circle(np.float32(1)))
