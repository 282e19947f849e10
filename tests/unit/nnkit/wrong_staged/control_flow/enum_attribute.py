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
    return shape.radius  # error@12: .radius of a staged Shape is unknown before match has tested its case


size(Circle(1.0))
