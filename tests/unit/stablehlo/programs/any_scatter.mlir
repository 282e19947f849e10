func.func @main() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[[0], [2], [2], [7]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %r:2 = "stablehlo.scatter"(%x, %x, %i, %u, %u) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %0 = stablehlo.subtract %c, %a : tensor<i32>
      %1 = stablehlo.multiply %b, %d : tensor<i32>
      stablehlo.return %0, %1 : tensor<i32>, tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<3xi32>, tensor<3xi32>, tensor<4x1xi32>, tensor<4xi32>, tensor<4xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %r#0, dense<[9, 2, 13]> : tensor<3xi32>
  check.expect_eq_const %r#1, dense<[10, 2, 1800]> : tensor<3xi32>
  func.return
}
