func.func @main() {
  %0 = stablehlo.constant dense<[1.2345, 1e30, -1e-30, 3.0, 0x7F800000, 65520.0]> : tensor<6xf32>
  %1 = stablehlo.reduce_precision %0, format = e5m10 : tensor<6xf32>
  check.expect_eq_const %1, dense<[1.234375, 0x7F800000, -0.0, 3.0, 0x7F800000, 0x7F800000]> : tensor<6xf32>
  %2 = stablehlo.reduce_precision %0, format = e8m2 : tensor<6xf32>
  check.expect_eq_const %2, dense<[1.25, 0x71400000, 0x8DA00000, 3.0, 0x7F800000, 65536.0]> : tensor<6xf32>
  func.return
}
