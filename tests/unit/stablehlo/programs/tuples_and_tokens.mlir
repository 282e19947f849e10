func.func @main() {
  %a = stablehlo.constant dense<1.5> : tensor<f32>
  %b = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %pair = stablehlo.tuple %a, %b : tuple<tensor<f32>, tensor<2xi32>>
  %nested = "stablehlo.tuple"(%pair, %b) : (tuple<tensor<f32>, tensor<2xi32>>, tensor<2xi32>) -> tuple<tuple<tensor<f32>, tensor<2xi32>>, tensor<2xi32>>
  %0 = func.call @swap(%nested) : (tuple<tuple<tensor<f32>, tensor<2xi32>>, tensor<2xi32>>) -> tuple<tensor<2xi32>, tensor<f32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<f32>
  check.expect_eq_const %1, dense<1.5> : tensor<f32>
  %2 = "stablehlo.get_tuple_element"(%0) <{index = 0 : i32}> : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[2, 3]> : tensor<2xi32>

  %first = stablehlo.create_token : !stablehlo.token
  %second = stablehlo.after_all %first, %first : !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %3:3 = stablehlo.while(%i = %zero, %token = %second, %p = %pair) : tensor<i32>, !stablehlo.token, tuple<tensor<f32>, tensor<2xi32>>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %j = stablehlo.add %i, %two : tensor<i32>
    %x = stablehlo.get_tuple_element %p[0] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32>
    %y = stablehlo.add %x, %x : tensor<f32>
    %q = stablehlo.tuple %y, %b : tuple<tensor<f32>, tensor<2xi32>>
    stablehlo.return %j, %token, %q : tensor<i32>, !stablehlo.token, tuple<tensor<f32>, tensor<2xi32>>
  }
  check.expect_eq_const %3#0, dense<6> : tensor<i32>
  %4 = stablehlo.get_tuple_element %3#2[0] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32>
  check.expect_eq_const %4, dense<12.0> : tensor<f32>
  check.expect_eq %3#1, %first : !stablehlo.token
  func.return
}

func.func private @swap(%x: tuple<tuple<tensor<f32>, tensor<2xi32>>, tensor<2xi32>>) -> tuple<tensor<2xi32>, tensor<f32>> {
  %0 = stablehlo.get_tuple_element %x[0] : (tuple<tuple<tensor<f32>, tensor<2xi32>>, tensor<2xi32>>) -> tuple<tensor<f32>, tensor<2xi32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<f32>
  %2 = stablehlo.get_tuple_element %x[1] : (tuple<tuple<tensor<f32>, tensor<2xi32>>, tensor<2xi32>>) -> tensor<2xi32>
  %3 = stablehlo.tuple %2, %1 : tuple<tensor<2xi32>, tensor<f32>>
  func.return %3 : tuple<tensor<2xi32>, tensor<f32>>
}
