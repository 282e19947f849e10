func.func @main() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %init = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %0:2 = chlo.scan(%a) inits(%init) dimension=0 attributes {is_reverse = true} {
  ^bb0(%x: tensor<2xi32>, %carry: tensor<2xi32>):
    %s = stablehlo.add %x, %carry : tensor<2xi32>
    stablehlo.return %carry, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[8, 11], [5, 7], [0, 1]]> : tensor<3x2xi32>
  check.expect_eq_const %0#1, dense<[9, 13]> : tensor<2xi32>

  %rows = stablehlo.constant dense<[0, 0, 0]> : tensor<3xi32>
  %1:2 = "chlo.scan"(%a, %rows) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: tensor<3xi32>, %carry: tensor<3xi32>):
    %s = stablehlo.add %x, %carry : tensor<3xi32>
    stablehlo.return %s, %s : tensor<3xi32>, tensor<3xi32>
  }) : (tensor<3x2xi32>, tensor<3xi32>) -> (tensor<3x2xi32>, tensor<3xi32>)
  check.expect_eq_const %1#0, dense<[[1, 3], [3, 7], [5, 11]]> : tensor<3x2xi32>

  %b = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[10, 20, 30], [40, 50, 60], [70, 80, 90]]]> : tensor<2x3x3xi32>
  %i = stablehlo.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>
  %2 = "stablehlo.torch_index_select"(%b, %i) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x3x3xi32>, tensor<2x2xi32>) -> tensor<2x2x3xi32>
  check.expect_eq_const %2, dense<[[[7, 8, 9], [1, 2, 3]], [[40, 50, 60], [40, 50, 60]]]> : tensor<2x2x3xi32>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %3 = "stablehlo.torch_index_select"(%b, %j) <{dim = 2 : i64, batch_dims = 0 : i64}> : (tensor<2x3x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[2, 5, 8], [20, 50, 80]]> : tensor<2x3xi32>
  func.return
}
