"""Gradients of convolutions are PyTorch's."""

import numpy as np
import pytest
import torch

from dlvm.interpreter import interpret
from dlvm.transforms import run_passes
from tests.support.gradient_testing import (
    declare_gradient,
    function_text,
    module_of,
    random,
    type_text,
)


@pytest.mark.parametrize("spatial", [1, 2, 3])
@pytest.mark.parametrize("groups", [1, 2])
def test_convolution_as_in_torch(spatial: int, groups: int) -> None:
    stride, padding, dilation = 2, 1, 2
    x, kernel = random(2, 4, *(7, 6, 5)[:spatial]), random(6, 4 // groups, *(3, 2, 1)[:spatial])
    a, b = (torch.tensor(v, requires_grad=True) for v in (x, kernel))
    convolution = getattr(torch.nn.functional, f"conv{spatial}d")
    y = convolution(a, b, None, stride, padding, dilation, groups)
    seed = random(*y.shape, seed=1)
    y.backward(torch.tensor(seed))
    clauses = [
        f"strides {', '.join([str(stride)] * spatial)}",
        f"padding {', '.join([f'({padding}, {padding})'] * spatial)}",
        f"rightDilation {', '.join([str(dilation)] * spatial)} groups {groups}",
    ]
    result = type_text(seed)
    body = f"%y = convolve %a kernel %b {' '.join(clauses)}\nreturn %y: {result}"
    module = module_of(function_text("f", body, [x, kernel]))
    declare_gradient(module, "g", "f", seedable=True)
    run_passes(module, "AD", verify_each=True)
    for found, expected in zip(interpret(module, "g", x, kernel, seed), (a, b), strict=True):
        assert expected.grad is not None
        np.testing.assert_allclose(found, expected.grad, rtol=1e-12, atol=1e-12)
