func.func @main() {
  %0 = stablehlo.constant dense<[0x0001000000000001, 0x0002]> : tensor<2xui64>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xui64>) -> tensor<2x4xui16>
  check.expect_eq_const %1, dense<[[1,0,0,1],[2,0,0,0]]> : tensor<2x4xui16>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2x4xui16>) -> tensor<2xui64>
  check.expect_eq %2, %0 : tensor<2xui64>
  func.return
}
