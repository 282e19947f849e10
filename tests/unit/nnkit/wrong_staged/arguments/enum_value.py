from dlvm.nnkit import Float0D, enum, staged


@enum
class Circle:
    radius: Float0D


@enum
class Square:
    side: Float0D


Shape = Circle | Square


@staged
def size(shape: Shape) -> Float0D:
    return 1.0


size(2.0)  # error@1: size: argument shape is 2.0, expected a value of Shape
