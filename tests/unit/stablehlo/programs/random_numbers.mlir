func.func @main() {
  %low = stablehlo.constant dense<2.0> : tensor<f32>
  %high = stablehlo.constant dense<3.0> : tensor<f32>
  %sizes = stablehlo.constant dense<[30, 40]> : tensor<2xi64>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<1200.0> : tensor<f32>
  %0 = stablehlo.rng %low, %high, %sizes, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<30x40xf32>
  %1 = stablehlo.clamp %low, %0, %high : (tensor<f32>, tensor<30x40xf32>, tensor<f32>) -> tensor<30x40xf32>
  check.expect_eq %0, %1 : tensor<30x40xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<30x40xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.divide %2, %count : tensor<f32>
  check.expect_almost_eq_const %3, dense<2.5> : tensor<f32> {tolerance = 0.1 : f64}
  %4 = "stablehlo.rng"(%low, %high, %sizes) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<30x40xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<30x40xf32>, tensor<f32>) -> tensor<f32>
  %6 = stablehlo.divide %5, %count : tensor<f32>
  check.expect_almost_eq_const %6, dense<2.0> : tensor<f32> {tolerance = 0.3 : f64}
  %first = stablehlo.constant dense<-2> : tensor<i32>
  %last = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<0> : tensor<i32>
  %7 = stablehlo.rng %first, %last, %sizes, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<30x40xi32>
  %8 = stablehlo.clamp %first, %7, %end : (tensor<i32>, tensor<30x40xi32>, tensor<i32>) -> tensor<30x40xi32>
  check.expect_eq %7, %8 : tensor<30x40xi32>
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %9, %10 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xf32>)
  %11, %12 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %13 = stablehlo.bitcast_convert %10 : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq %13, %12 : tensor<4xui32>
  func.return
}
