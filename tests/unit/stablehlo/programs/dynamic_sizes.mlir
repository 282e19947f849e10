func.func @main() {
  %0 = stablehlo.constant dense<[[1,2,3,4,5,6]]> : tensor<1x6xi64>
  %shape = stablehlo.constant dense<[6]> : tensor<1xi64>
  %1 = stablehlo.dynamic_reshape %0, %shape : (tensor<1x6xi64>, tensor<1xi64>) -> tensor<6xi64>
  check.expect_eq_const %1, dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi64>
  %s2 = stablehlo.constant dense<[2,3]> : tensor<2xi64>
  %2 = stablehlo.dynamic_reshape %0, %s2 : (tensor<1x6xi64>, tensor<2xi64>) -> tensor<?x?xi64>
  %e = stablehlo.constant dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi64>
  %3 = stablehlo.dynamic_reshape %2, %s2 : (tensor<?x?xi64>, tensor<2xi64>) -> tensor<2x3xi64>
  check.expect_eq %3, %e : tensor<2x3xi64>
  %n = stablehlo.get_dimension_size %2, dim = 1 : (tensor<?x?xi64>) -> tensor<i32>
  check.expect_eq_const %n, dense<3> : tensor<i32>
  %i = stablehlo.dynamic_iota %s2, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>
  %a = stablehlo.add %i, %2 : tensor<?x?xi64>
  %b = stablehlo.dynamic_reshape %a, %s2 : (tensor<?x?xi64>, tensor<2xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %b, dense<[[1,3,5],[4,6,8]]> : tensor<2x3xi64>
  %v = stablehlo.constant dense<[[1],[2]]> : tensor<2x1xi64>
  %w = stablehlo.dynamic_broadcast_in_dim %v, %s2, dims = [0, 1] : (tensor<2x1xi64>, tensor<2xi64>) -> tensor<?x?xi64>
  %x = stablehlo.dynamic_reshape %w, %s2 : (tensor<?x?xi64>, tensor<2xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %x, dense<[[1,1,1],[2,2,2]]> : tensor<2x3xi64>
  %c0 = stablehlo.constant dense<0> : tensor<2xi64>
  %c1 = stablehlo.constant dense<1> : tensor<2xi64>
  %p = stablehlo.constant dense<9> : tensor<i64>
  %pad = stablehlo.dynamic_pad %v, %p, %c0, %c1, %c0 : (tensor<2x1xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %pad, dense<[[1,9],[2,9],[9,9]]> : tensor<3x2xi64>
  func.return
}
