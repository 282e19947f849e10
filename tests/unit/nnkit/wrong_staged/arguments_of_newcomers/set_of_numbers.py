from dlvm.nnkit import staged


@staged
def f(p):
    return p


f({1.0, 2.0})  # error@1: f: argument p is a set, expected a tensor, a number, a struct, a dataclass, a tuple, list or dict of these, or a value known while staging, which must be hashable
