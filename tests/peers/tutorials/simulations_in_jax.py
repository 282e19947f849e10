"""Programs that simulate and estimate, as tutorials of JAX and PyTorch have them."""

import jax
import jax.numpy as jnp


@jax.jit
def lorenz(y):
    def slope(y):
        a, b, c = y
        return jnp.stack([10 * (b - a), a * (28 - c) - b, a * b - 8 / 3 * c])

    def step(y, _):
        k1 = slope(y)
        k2 = slope(y + 0.005 * k1)
        k3 = slope(y + 0.005 * k2)
        y = y + 0.01 / 6 * (k1 + 2 * k2 + 2 * k3 + slope(y + 0.01 * k3))
        return y, y

    return jax.lax.scan(step, y, length=100)[1]


@jax.jit
def bodies(x, v):
    def energy(x):
        distances = ((x[:, None] - x) ** 2).sum(axis=-1) + 0.1
        return -0.5 / jnp.sqrt(distances).sum()

    def step(i, state):
        x, v = state
        v = v - 0.01 * jax.grad(energy)(x)
        return x + 0.01 * v, v

    return jax.lax.fori_loop(0, 50, step, (x, v))


@jax.jit
def heat(u):
    def step(i, u):
        around = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1)
        return u + 0.2 * (around - 4 * u)

    return jax.lax.fori_loop(0, 20, step, u)


@jax.jit
def mandelbrot(c):
    def step(i, state):
        z, count = state
        inside = jnp.abs(z) <= 2
        return jnp.where(inside, z * z + c, z), count + inside

    return jax.lax.fori_loop(0, 30, step, (jnp.zeros_like(c), jnp.zeros(c.shape, jnp.int32)))[1]


@jax.jit
def option_price(start, draws):
    def price(start):
        path = jnp.log(start) + jnp.cumsum(0.02 * draws - 0.0002, axis=1)
        return jnp.maximum(jnp.exp(path).mean(axis=1) - 1.0, 0).mean()

    return jax.value_and_grad(price)(start)


@jax.jit
def viterbi(moves, emissions):
    def step(best, emission):
        scores = best[:, None] + moves
        return scores.max(axis=0) + emission, jnp.argmax(scores, axis=0)

    best, choices = jax.lax.scan(step, emissions[0], emissions[1:])
    last = jnp.argmax(best)
    _, path = jax.lax.scan(lambda s, c: (c[s], c[s]), last, choices, reverse=True)
    return jnp.append(path, last)


@jax.jit
def forward_algorithm(moves, emissions):
    def likelihood(moves):
        def step(known, emission):
            return jax.nn.logsumexp(known[:, None] + moves, axis=0) + emission, None

        return jax.nn.logsumexp(jax.lax.scan(step, emissions[0], emissions[1:])[0])

    return jax.value_and_grad(likelihood)(moves)


@jax.jit
def sinkhorn(cost):
    kernel = jnp.exp(-cost / 0.1)

    def step(i, v):
        u = 1 / (kernel @ v)
        return 1 / (kernel.T @ u)

    v = jax.lax.fori_loop(0, 20, step, jnp.ones(cost.shape[1]))
    return kernel * v / (kernel @ v)[:, None]


@jax.jit
def clusters(x, centers):
    def step(i, centers):
        nearest = jnp.argmin(((x[:, None] - centers) ** 2).sum(axis=-1), axis=1)
        members = jax.nn.one_hot(nearest, len(centers))
        return (members.T @ x) / jnp.maximum(members.sum(axis=0), 1.0)[:, None]

    return jax.lax.fori_loop(0, 5, step, centers)


@jax.jit
def square_roots(c):
    def solve(c):
        def step(state):
            x, _ = state
            new = 0.5 * (x + c / x)
            return new, jnp.abs(new - x)

        return jax.lax.while_loop(lambda s: s[1] > 1e-3, step, (c, jnp.float32(1)))[0]

    return jax.vmap(solve)(c)
