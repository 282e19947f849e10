func.func @main() {
  %a = stablehlo.constant dense<[0x7FC00000, 0xFF800000, -0.0, 1.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %b = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0.0, 2.0, 0x7FC00000, 1.0]> : tensor<6xf32>
  %0 = stablehlo.compare EQ, %a, %b, WEAKORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %0, dense<[true, false, true, false, false, false]> : tensor<6xi1>
  %1 = stablehlo.compare LT, %a, %b, WEAKORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %1, dense<[false, true, false, true, true, false]> : tensor<6xi1>
  %2 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %2, dense<[false, true, true, true, true, false]> : tensor<6xi1>
  %3 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %3, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  %4:2 = "stablehlo.sort"(%b, %a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y, WEAKORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<6xf32>, tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>)
  check.expect_eq_const %4#0, dense<[0.0, 1.0, 2.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  %c = stablehlo.constant dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>
  %d = stablehlo.constant dense<[(1.0, 3.0), (2.0, 9.0)]> : tensor<2xcomplex<f32>>
  %5 = stablehlo.maximum %c, %d : tensor<2xcomplex<f32>>
  check.expect_eq_const %5, dense<[(1.0, 3.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>
  %6 = stablehlo.minimum %c, %d : tensor<2xcomplex<f32>>
  check.expect_eq_const %6, dense<[(1.0, 2.0), (2.0, 9.0)]> : tensor<2xcomplex<f32>>
  %7 = stablehlo.square %c : tensor<2xcomplex<f32>>
  check.expect_eq_const %7, dense<[(-3.0, 4.0), (-7.0, -24.0)]> : tensor<2xcomplex<f32>>
  %8 = stablehlo.imag %a : (tensor<6xf32>) -> tensor<6xf32>
  check.expect_eq_const %8, dense<0.0> : tensor<6xf32>
  func.return
}
