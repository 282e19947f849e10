"""Connectionist temporal classification: the forward algorithm, differentiated and trained."""

import jax
import jax.numpy as jnp


def sequence_loss(log_probabilities, labels):
    """The negative log-probability of the labels under all alignments; label 0 is the blank."""
    states = jnp.zeros(2 * len(labels) + 1, int).at[1::2].set(labels)
    skips = (states != 0) & (states != jnp.roll(states, 2)) & (jnp.arange(len(states)) > 1)
    start = jnp.where(jnp.arange(len(states)) < 2, log_probabilities[0, states], -1e30)

    def step(alpha, row):
        one = jnp.concatenate([jnp.full(1, -1e30), alpha[:-1]])
        two = jnp.where(skips, jnp.concatenate([jnp.full(2, -1e30), alpha[:-2]]), -1e30)
        return jnp.logaddexp(jnp.logaddexp(alpha, one), two) + row[states], None

    alpha, _ = jax.lax.scan(step, start, log_probabilities[1:])
    return -jnp.logaddexp(alpha[-1], alpha[-2])


def loss(w, x, labels):
    return jax.vmap(sequence_loss)(jax.nn.log_softmax(x @ w), labels).mean()


@jax.jit
def train(w, x, labels):
    def step(w, _):
        value, slope = jax.value_and_grad(loss)(w, x, labels)
        return w - 0.5 * slope, value

    return jax.lax.scan(step, w, None, 30)


def main(w, x, labels):
    slope = jax.jit(jax.grad(loss))(w, x, labels)
    trained, losses = train(w, x, labels)
    best = (x @ trained).argmax(2)
    return {"slope": slope, "trained": trained, "losses": losses, "best": best}
