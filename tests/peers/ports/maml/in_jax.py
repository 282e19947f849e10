"""Model-agnostic meta-learning: weights from which one step of descent learns a sine wave."""

import jax
import jax.numpy as jnp


def predict(p, x):
    for w, b in p[:-1]:
        x = jnp.tanh(x @ w + b)
    w, b = p[-1]
    return x @ w + b


def loss(p, x, y):
    return jnp.mean((predict(p, x) - y) ** 2)


def descend(p, slope, rate):
    return jax.tree.map(lambda a, d: a - rate * d, p, slope)


def adapted_loss(p, x, y, new_x, new_y):
    """The loss on new points after a step on the first ones."""
    return loss(descend(p, jax.grad(loss)(p, x, y), 0.1), new_x, new_y)


def meta_loss(p, x, y, new_x, new_y):
    losses = jax.vmap(adapted_loss, (None, 0, 0, 0, 0))(p, x, y, new_x, new_y)
    return losses.mean()


@jax.jit
def train(p, x, y, new_x, new_y):
    def step(p, tasks):
        value, slope = jax.value_and_grad(meta_loss)(p, *tasks)
        return descend(p, slope, 0.02), value

    return jax.lax.scan(step, p, (x, y, new_x, new_y))


def main(p, x, y, new_x, new_y):
    p, losses = train(p, x, y, new_x, new_y)
    return {"losses": losses, "parameters": p}
