func.func @main() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %y = stablehlo.constant dense<[[[1.0], [1.0]], [[2.0], [0.0]]]> : tensor<2x2x1xf32>
  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // Groups of rows.
  %0 = "chlo.ragged_dot"(%x, %y, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi64>) -> tensor<3x1xf32>
  check.expect_eq_const %0, dense<[[3.0], [6.0], [10.0]]> : tensor<3x1xf32>
  // Groups of the contracted dimension.
  %1 = "chlo.ragged_dot"(%x, %x, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2x2xf32>
  check.expect_eq_const %1, dense<[[[1.0, 2.0], [2.0, 4.0]], [[34.0, 42.0], [42.0, 52.0]]]> : tensor<2x2x2xf32>
  // Groups of the batch.
  %2 = "chlo.ragged_dot"(%x, %x, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xi64>) -> tensor<3xf32>
  check.expect_eq_const %2, dense<[5.0, 25.0, 61.0]> : tensor<3xf32>
  // Groups of rows that differ between the matrices of a batch.
  %b = stablehlo.reshape %x : (tensor<3x2xf32>) -> tensor<1x3x2xf32>
  %c = stablehlo.concatenate %b, %b, dim = 0 : (tensor<1x3x2xf32>, tensor<1x3x2xf32>) -> tensor<2x3x2xf32>
  %z = stablehlo.constant dense<[[[[1.0], [1.0]], [[1.0], [1.0]]], [[[2.0], [0.0]], [[2.0], [0.0]]]]> : tensor<2x2x2x1xf32>
  %n = stablehlo.constant dense<[[1, 2], [2, 0]]> : tensor<2x2xi64>
  %3 = "chlo.ragged_dot"(%c, %z, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x3x2xf32>, tensor<2x2x2x1xf32>, tensor<2x2xi64>) -> tensor<2x3x1xf32>
  check.expect_eq_const %3, dense<[[[3.0], [6.0], [10.0]], [[3.0], [7.0], [0.0]]]> : tensor<2x3x1xf32>
  func.return
}
