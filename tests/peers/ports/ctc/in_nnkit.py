"""Connectionist temporal classification: the forward algorithm, differentiated and trained."""

from dlvm import nn, nnkit
from dlvm.nnkit import gradient, staged, value_and_gradient


def sequence_loss(log_probabilities, labels):
    """The negative log-probability of the labels under all alignments; label 0 is the blank."""
    states = nnkit.zeros(2 * len(labels) + 1, dtype=nnkit.i64).at[1::2].set(labels)
    skips = (states != 0) & (states != nnkit.roll(states, 2)) & (nnkit.arange(len(states)) > 1)
    alpha = nnkit.where(nnkit.arange(len(states)) < 2, log_probabilities[0, states], -1e30)
    for row in log_probabilities[1:]:
        one = nnkit.concat([nnkit.full(1, -1e30), alpha[:-1]])
        two = nnkit.where(skips, nnkit.concat([nnkit.full(2, -1e30), alpha[:-2]]), -1e30)
        alpha = nnkit.logaddexp(nnkit.logaddexp(alpha, one), two) + row[states]
    return -nnkit.logaddexp(alpha[-1], alpha[-2])


def loss(w, x, labels):
    return nnkit.map(sequence_loss, nn.log_softmax(x @ w), labels).mean()


@staged
def train(w, x, labels):
    losses = nnkit.zeros(30)
    for i in nnkit.range(30):
        value, slope = value_and_gradient(loss, "w")(w, x, labels)
        w, losses = w - 0.5 * slope, losses.at[i].set(value)
    return w, losses


def main(w, x, labels):
    (slope,) = gradient(loss, "w")(w, x, labels)
    trained, losses = train(w, x, labels)
    best = (x @ trained).argmax(2)
    return {"slope": slope, "trained": trained, "losses": losses, "best": best}
