"""Programs that simulate and estimate, as tutorials of JAX and PyTorch have them."""

from dlvm import nn, nnkit
from dlvm.nnkit import gradient, i32, roll, staged, value_and_gradient, vmap


@staged
def lorenz(y):
    def slope(y):
        a, b, c = nnkit.unstack(y)
        return nnkit.stack([10 * (b - a), a * (28 - c) - b, a * b - 8 / 3 * c])

    def step(y, _):
        k1 = slope(y)
        k2 = slope(y + 0.005 * k1)
        k3 = slope(y + 0.005 * k2)
        y = y + 0.01 / 6 * (k1 + 2 * k2 + 2 * k3 + slope(y + 0.01 * k3))
        return y, y

    return nnkit.scan(step, y, length=100)[1]


@staged
def bodies(x, v):
    def energy(x):
        distances = ((x[:, None] - x) ** 2).sum(axis=-1) + 0.1
        return -0.5 / nnkit.sqrt(distances).sum()

    for _ in nnkit.range(50):
        v = v - 0.01 * gradient(energy)(x)[0]
        x = x + 0.01 * v
    return x, v


@staged
def heat(u):
    for _ in nnkit.range(20):
        around = roll(u, 1, axis=0) + roll(u, -1, axis=0) + roll(u, 1, axis=1) + roll(u, -1, axis=1)
        u = u + 0.2 * (around - 4 * u)
    return u


@staged
def mandelbrot(c):
    z, count = nnkit.zeros_like(c), nnkit.zeros(c.shape, dtype=i32)
    for _ in nnkit.range(30):
        inside = nnkit.abs(z) <= 2
        z, count = nnkit.where(inside, z * z + c, z), count + inside.astype(i32)
    return count


@staged
def option_price(start, draws):
    def price(start):
        path = nnkit.log(start) + nnkit.cumulative_sum(0.02 * draws - 0.0002, axis=1)
        return nnkit.maximum(nnkit.exp(path).mean(axis=1) - 1.0, 0).mean()

    return value_and_gradient(price)(start)


@staged
def viterbi(moves, emissions):
    def step(best, emission):
        scores = best[:, None] + moves
        return scores.max(axis=0) + emission, nnkit.argmax(scores, axis=0)

    best, choices = nnkit.scan(step, emissions[0], emissions[1:])
    last = nnkit.argmax(best)
    _, path = nnkit.scan(lambda s, c: (c[s], c[s]), last, choices, reverse=True)
    return nnkit.concat([path, last[None]])


@staged
def forward_algorithm(moves, emissions):
    def likelihood(moves):
        def step(known, emission):
            return nn.logsumexp(known[:, None] + moves, axis=0) + emission, None

        return nn.logsumexp(nnkit.scan(step, emissions[0], emissions[1:])[0])

    return value_and_gradient(likelihood)(moves)


@staged
def sinkhorn(cost):
    kernel = nnkit.exp(-cost / 0.1)
    v = nnkit.ones(cost.shape[1])
    for _ in nnkit.range(20):
        u = 1 / (kernel @ v)
        v = 1 / (kernel.T @ u)
    return kernel * v / (kernel @ v)[:, None]


@staged
def clusters(x, centers):
    for _ in nnkit.range(5):
        nearest = nnkit.argmin(((x[:, None] - centers) ** 2).sum(axis=-1), axis=1)
        members = nnkit.one_hot(nearest, len(centers))
        centers = (members.T @ x) / nnkit.maximum(members.sum(axis=0), 1.0)[:, None]
    return centers


@staged
def square_roots(c):
    def solve(c):
        def step(state):
            x, _ = state
            new = 0.5 * (x + c / x)
            return new, nnkit.abs(new - x)

        return nnkit.while_loop(lambda s: s[1] > 1e-3, step, (c, 1.0))[0]

    return vmap(solve)(c)
