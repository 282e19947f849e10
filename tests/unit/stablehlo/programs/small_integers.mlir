func.func @main() {
  %a = stablehlo.constant dense<[-8, 7, 3, -1]> : tensor<4xi4>
  %b = stablehlo.constant dense<[1, 2, -3, 5]> : tensor<4xi4>
  %0 = stablehlo.shift_right_logical %a, %b : tensor<4xi4>
  check.expect_eq_const %0, dense<[4, 1, 0, 0]> : tensor<4xi4>
  %1 = stablehlo.shift_right_arithmetic %a, %b : tensor<4xi4>
  check.expect_eq_const %1, dense<[-4, 1, 0, -1]> : tensor<4xi4>
  %2 = stablehlo.popcnt %a : tensor<4xi4>
  check.expect_eq_const %2, dense<[1, 3, 2, 4]> : tensor<4xi4>
  %3 = stablehlo.count_leading_zeros %a : tensor<4xi4>
  check.expect_eq_const %3, dense<[0, 1, 2, 0]> : tensor<4xi4>
  %c = stablehlo.constant dense<[8, 7, 3, 15]> : tensor<4xui4>
  %d = stablehlo.constant dense<[1, 2, 13, 5]> : tensor<4xui4>
  %4 = stablehlo.shift_right_arithmetic %c, %d : tensor<4xui4>
  check.expect_eq_const %4, dense<[12, 1, 0, 15]> : tensor<4xui4>
  %5 = stablehlo.count_leading_zeros %c : tensor<4xui4>
  check.expect_eq_const %5, dense<[0, 1, 2, 0]> : tensor<4xui4>
  %6 = stablehlo.iota dim = 0 : tensor<4xi4>
  check.expect_eq_const %6, dense<[0, 1, 2, 3]> : tensor<4xi4>

  %bits = stablehlo.constant dense<[true, false, true, true, false, false, false, true]> : tensor<8xi1>
  %7 = stablehlo.bitcast_convert %bits : (tensor<8xi1>) -> tensor<i8>
  check.expect_eq_const %7, dense<-115> : tensor<i8>
  %8 = stablehlo.bitcast_convert %7 : (tensor<i8>) -> tensor<8xi1>
  check.expect_eq %8, %bits : tensor<8xi1>
  %9 = stablehlo.bitcast_convert %7 : (tensor<i8>) -> tensor<2xi4>
  check.expect_eq_const %9, dense<[-3, -8]> : tensor<2xi4>
  %nibbles = stablehlo.constant dense<[0, 0, 0, 0, 0, 12, 15, 3]> : tensor<8xui4>
  %10 = stablehlo.bitcast_convert %nibbles : (tensor<8xui4>) -> tensor<f32>
  check.expect_eq_const %10, dense<1.5> : tensor<f32>
  %pair = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %11 = stablehlo.bitcast_convert %pair : (tensor<2xcomplex<f32>>) -> tensor<complex<f64>>
  %12 = stablehlo.bitcast_convert %11 : (tensor<complex<f64>>) -> tensor<2xcomplex<f32>>
  check.expect_eq %12, %pair : tensor<2xcomplex<f32>>
  %flags = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %13 = stablehlo.dot_general %flags, %flags, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  check.expect_eq %13, %flags : tensor<2x2xi1>
  %big = stablehlo.constant dense<[1152921504606846976, -1152921504606846976, -1]> : tensor<3xi64>
  %14 = "chlo.mulhi"(%big, %big) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  check.expect_eq_const %14, dense<[72057594037927936, 72057594037927936, 0]> : tensor<3xi64>
  %15 = stablehlo.constant dense<[17293822569102704640, 9223372036854775808]> : tensor<2xui64>
  %16 = stablehlo.constant dense<[16, 2]> : tensor<2xui64>
  %17 = "chlo.mulhi"(%15, %16) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
  check.expect_eq_const %17, dense<[15, 1]> : tensor<2xui64>
  func.return
}
