func.func @main() {
  %operand = stablehlo.constant dense<5.0000> : tensor<f64>
  %result = stablehlo.constant dense<5.0001> : tensor<f64>
  check.expect_almost_eq%operand, %result : tensor<f64>
  check.expect_almost_eq %operand, %result, tolerance = 0.1 : tensor<f64>
  check.expect_almost_eq_const %operand, dense<5.1> : tensor<f64> {tolerance = 0.1 : f64}
  stablehlo.custom_call @check.expect_close(%operand, %operand) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  "stablehlo.custom_call"(%operand, %operand) {call_target_name = "check.expect_eq", has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  %f = stablehlo.constant dense<5.0> : tensor<f16>
  %g = stablehlo.constant dense<5.010> : tensor<f16>
  check.expect_close %f, %g, max_ulp_difference = 3 : tensor<f16>, tensor<f16>
  func.return
}
