func.func @main() {
  %a = stablehlo.constant dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %zero) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%x: tensor<i32>, %y: tensor<i32>) {
    %c = stablehlo.compare GT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %m = "stablehlo.if"(%c) ({
      stablehlo.return %x : tensor<i32>
    }, {
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %m : tensor<i32>
  }
  check.expect_eq_const %0, dense<[3, 5]> : tensor<2xi32>

  %b = stablehlo.constant dense<[1, 5, 30]> : tensor<3xi32>
  %1 = "stablehlo.map"(%b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>):
    %w = stablehlo.while(%y = %x) : tensor<i32>
    cond {
      %n = stablehlo.constant dense<20> : tensor<i32>
      %c = stablehlo.compare LT, %y, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %d = stablehlo.add %y, %y : tensor<i32>
      stablehlo.return %d : tensor<i32>
    }
    stablehlo.return %w : tensor<i32>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[32, 20, 30]> : tensor<3xi32>

  %2 = "stablehlo.map"(%b, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = func.call @triangle(%x) : (tensor<i32>) -> tensor<i32>
    %s = stablehlo.subtract %t, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %2, dense<[5, 25, 150]> : tensor<3xi32>

  %3 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %p = func.call @triangle(%x) : (tensor<i32>) -> tensor<i32>
    %q = func.call @triangle(%y) : (tensor<i32>) -> tensor<i32>
    %c = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[-2, 1, 3], [-6, 4, 5]]> : tensor<2x3xi32>
  func.return
}

// Sums of the multiples 0 to 3 of a number.
func.func private @triangle(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %m = stablehlo.multiply %b, %i : tensor<4xi32>
  %s = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  func.return %s : tensor<i32>
}
