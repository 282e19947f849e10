func.func @main() {
  %0 = stablehlo.constant dense<[0, 1, 2, -3, 0]> : tensor<5xi4>
  %1 = stablehlo.constant dense<[-8, -1, 2, -3, 7]> : tensor<5xi4>
  %2 = stablehlo.add %0, %1 : tensor<5xi4>
  check.expect_eq_const %2, dense<[-8, 0, 4, -6, 7]> : tensor<5xi4>
  %3 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
  %4 = stablehlo.multiply %3, %3 : tensor<2xf8E4M3FN>
  check.expect_almost_eq_const %4, dense<[1.0, 4.0]> : tensor<2xf8E4M3FN>
  %5 = stablehlo.compare LT, %0, %1 : (tensor<5xi4>, tensor<5xi4>) -> tensor<5xi1>
  check.expect_eq_const %5, dense<[false, false, false, false, true]> : tensor<5xi1>
  func.return
}
