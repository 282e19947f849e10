import numpy as np

from dlvm.nnkit import Float1D, Int0D, enum, staged


@enum
class Leaf:
    x: Float1D


@enum
class Node:
    left: "Leaf | Node"
    right: "Leaf | Node"


@staged
def size(tree: Leaf | Node) -> Int0D:
    return 1


size(Node(Leaf(np.ones(3, np.float32)), Leaf(np.ones(4, np.float32))))  # error@1: Leaf.x has type <4 x f32> in one place and <3 x f32> in another, expected the same type wherever the case occurs
