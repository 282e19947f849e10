"""The importer knows all operations of the StableHLO specification."""

import pytest

import dlvm
from dlvm.stablehlo import load
from dlvm.stablehlo.operators import OPERATORS

SPECIFICATION = """
    abs add after_all all_gather all_reduce all_to_all and async_done async_start atan2
    batch_norm_grad batch_norm_inference batch_norm_training bitcast_convert broadcast_in_dim case
    cbrt ceil cholesky clamp collective_broadcast collective_permute compare complex composite
    concatenate constant convert convolution cosine count_leading_zeros custom_call divide
    dot_general dynamic_broadcast_in_dim dynamic_conv dynamic_gather dynamic_iota dynamic_pad
    dynamic_reshape dynamic_slice dynamic_update_slice exponential exponential_minus_one fft floor
    gather get_dimension_size get_tuple_element if imag infeed iota is_finite log log_plus_one
    logistic map maximum minimum multiply negate not optimization_barrier or outfeed pad
    partition_id popcnt power real recv reduce reduce_precision reduce_scatter reduce_window
    remainder replica_id reshape reverse rng rng_bit_generator round_nearest_afz
    round_nearest_even rsqrt scatter select select_and_scatter send shift_left
    shift_right_arithmetic shift_right_logical sign sine slice sort sqrt subtract tan tanh
    transpose triangular_solve tuple uniform_dequantize uniform_quantize while xor
"""
REFUSED = {
    *("infeed", "outfeed", "send", "recv"),  # Channels to a host or to other devices.
    *("async_start", "async_done"),
    *("uniform_quantize", "uniform_dequantize"),  # Quantized element types.
}


def test_the_operations_of_the_specification() -> None:
    known = {name.removeprefix("stablehlo.") for name in OPERATORS}
    assert {name for name in SPECIFICATION.split() if name not in known} == REFUSED


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_operations_that_are_refused_are_named(name: str) -> None:
    text = f"""
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %0 = "stablehlo.{name}"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}
    """
    with pytest.raises(dlvm.DiagnosticError, match=f"stablehlo.{name}"):
        load(text)
