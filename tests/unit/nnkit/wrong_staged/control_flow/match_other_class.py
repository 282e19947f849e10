from dlvm.nnkit import Float0D, enum, staged


@enum
class Circle:
    radius: Float0D


@enum
class Square:
    side: Float0D


@enum
class Line:
    length: Float0D


Shape = Circle | Square


@staged
def size(shape: Shape) -> Float0D:
    match shape:
        case Line(length):  # error@14: the pattern for a value of Shape must be one of Circle, Square, got Line
            return length
        case _:
            return 0.0


size(Circle(1.0))
