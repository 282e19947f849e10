func.func @main() {
  %x = stablehlo.constant dense<[1.0, -2.0, 10.0]> : tensor<3xf64>
  %y = stablehlo.constant dense<[2.0, -3.0, 0.0]> : tensor<3xf64>
  %0 = chlo.bessel_i1e %x : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %0, dense<[0.20791041534970847, -0.21526928924893765, 0.12126268138445552]> : tensor<3xf64> {tolerance = 0.0000000001 : f64}
  %1 = chlo.next_after %x, %y : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  check.expect_eq_const %1, dense<[1.0000000000000002, -2.0000000000000004, 9.999999999999998]> : tensor<3xf64>
  %s = stablehlo.constant dense<[2.0, 3.5]> : tensor<2xf64>
  %q = stablehlo.constant dense<[1.0, 0.7]> : tensor<2xf64>
  %2 = chlo.zeta %s, %q : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %2, dense<[1.6449340668482264, 3.6927680646868266]> : tensor<2xf64> {tolerance = 0.0000000001 : f64}
  %n = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %3 = chlo.polygamma %n, %q : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %3, dense<[1.6449340668482264, -6.434992884190923]> : tensor<2xf64> {tolerance = 0.00000001 : f64}
  func.return
}
