"""An adaptive Runge-Kutta solver, and the gradient of a solution by the equation's parameters."""

import torch


def field(p, y):
    """Lotka and Volterra's prey and predators."""
    return torch.stack([p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]])


def solve(p, y, end, tolerance):
    """The solution at ``end`` by Bogacki and Shampine's method, and the number of steps."""
    t, h, steps = torch.tensor(0.0), torch.tensor(0.1), 0
    k1 = field(p, y)
    while t < end and steps < 1000:
        h = torch.minimum(h, end - t)
        k2 = field(p, y + h * 0.5 * k1)
        k3 = field(p, y + h * 0.75 * k2)
        following = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
        k4 = field(p, following)
        error = torch.max(torch.abs(h * (-5 * k1 / 72 + k2 / 12 + k3 / 9 - k4 / 8)))
        if error <= tolerance:
            t, y, k1 = t + h, following, k4
        h = h * torch.clip(0.9 * (tolerance / (error + 1e-10)) ** (1 / 3), 0.2, 5.0)
        steps += 1
    return y, steps


def main(p, y, end, tolerance):
    p, y, end = torch.tensor(p, requires_grad=True), torch.tensor(y), torch.tensor(end)
    solution, steps = solve(p, y, end, tolerance)
    solution.sum().backward()
    return {"solution": solution.detach(), "steps": steps, "slope": p.grad}
