"""An adaptive Runge-Kutta solver, and the gradient of a solution by the equation's parameters."""

from dlvm import nnkit
from dlvm.nnkit import gradient, staged


def field(p, y):
    """Lotka and Volterra's prey and predators."""
    return nnkit.stack([p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]])


@staged
def solve(p, y, end, tolerance):
    """The solution at ``end`` by Bogacki and Shampine's method, after its sum, and the steps."""
    t, h, steps = 0.0, 0.1, 0
    k1 = field(p, y)
    while t < end and steps < 1000:
        h = nnkit.minimum(h, end - t)
        k2 = field(p, y + h * 0.5 * k1)
        k3 = field(p, y + h * 0.75 * k2)
        following = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
        k4 = field(p, following)
        error = nnkit.max(nnkit.abs(h * (-5 * k1 / 72 + k2 / 12 + k3 / 9 - k4 / 8)))
        if error <= tolerance:
            t, y, k1 = t + h, following, k4
        h = h * nnkit.clip(0.9 * (tolerance / (error + 1e-10)) ** (1 / 3), 0.2, 5.0)
        steps += 1
    return y.sum(), y, steps


def main(p, y, end, tolerance):
    slope, _, solution, steps = gradient(solve, "p", source=0, keeping=...)(p, y, end, tolerance)
    return {"solution": solution, "steps": steps, "slope": slope}
