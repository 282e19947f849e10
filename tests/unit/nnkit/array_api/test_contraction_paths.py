"""``einsum`` of several operands takes the least work, and agrees with NumPy."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Annotated, Any

import numpy as np
import pytest

from dlvm import nnkit
from dlvm.ir.instructions.contraction import parse_subscripts
from dlvm.nnkit import Float2D, dynamic, staged
from dlvm.nnkit.tracing.contraction_paths import MOST, contraction_path
from dlvm.transforms.algebra.matrix_chain_reordering import best_order


@pytest.mark.parametrize("seed", range(20))
def test_chains_of_matrices_take_the_least_work(seed: int) -> None:
    random = Random(seed)
    sizes = [random.choice((1, 3, 8, 50)) for _ in range(random.randint(3, MOST + 1))]
    letters = "abcdefgh"[: len(sizes)]
    terms = [letters[n : n + 2] for n in range(len(sizes) - 1)]
    random.shuffle(terms)
    labels = parse_subscripts(f"{','.join(terms)}->{letters[0]}{letters[-1]}", [2] * len(terms))
    found = contraction_path(labels, dict(zip(letters, sizes, strict=True)))
    assert found.work == best_order(sizes)[0]


def test_many_operands_are_contracted_in_pairs() -> None:
    letters = "abcdefghijklmnopqrstu"
    terms = [letters[n : n + 2] for n in range(len(letters) - 1)]
    labels = parse_subscripts(f"{','.join(terms)}->au", [2] * len(terms))
    found = contraction_path(labels, dict.fromkeys(letters, 9))
    assert found.work == 2 * 9**3 * (len(terms) - 1)


def drawn(random: Random) -> tuple[str, list[Any]]:
    """Subscripts with diagonals, sums of single operands and ``...``, and operands for them."""
    sizes = {letter: random.choice((1, 2, 3)) for letter in "abcd"}
    wide = [random.choice((1, 2)) for _ in range(2)]
    terms: list[str] = []
    operands: list[Any] = []
    rng = np.random.default_rng(random.randrange(1000))
    for _ in range(random.randint(2, 4)):
        own = random.choices("abcd", k=random.randint(0, 3))
        count = random.choice((0, 0, 1, 2))
        ahead = [n if random.random() < 0.7 else 1 for n in wide[2 - count :]]
        place = random.randint(0, len(own))
        shape = [*(sizes[n] for n in own[:place]), *ahead, *(sizes[n] for n in own[place:])]
        terms.append("".join(own[:place]) + "..." * (count > 0) + "".join(own[place:]))
        operands.append(rng.standard_normal(shape))
    used = sorted({n for term in terms for n in term if n != "."})
    kept = random.sample(used, random.randint(0, len(used)))
    output = "..." * any("..." in t for t in terms) + "".join(kept)
    return f"{','.join(terms)}->{output}", operands


@pytest.mark.parametrize("seed", range(60))
def test_random_subscripts(seed: int) -> None:
    subscripts, operands = drawn(Random(seed))

    @staged(interpret=True)
    def product(*given: Any) -> Any:
        return nnkit.einsum(subscripts, *given)

    found = product(*operands)
    np.testing.assert_allclose(found, np.einsum(subscripts, *operands), rtol=1e-10, atol=1e-10)


def test_sizes_known_only_at_run_time() -> None:
    @staged(interpret=True)
    def product(x: Annotated[Float2D, dynamic(n=0, m=1)], y: Float2D, z: Float2D) -> Float2D:
        return nnkit.einsum("ij,jk,kl->il", x, y, z)

    sizes = (2, 3, 4, 5)
    given = [np.ones(shape, np.float32) for shape in pairwise(sizes)]
    np.testing.assert_array_equal(product(*given), given[0] @ given[1] @ given[2])
    assert str(product.lower(*given)).count("contract") == 2
