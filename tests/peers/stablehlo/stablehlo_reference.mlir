// Programs for the reference interpreter of StableHLO, which test_stablehlo_reference.py runs.
func.func @bitcast_i1_i8() -> tensor<i8> {
  %a = stablehlo.constant dense<[true, false, true, true, false, false, false, true]> : tensor<8xi1>
  %r = stablehlo.bitcast_convert %a : (tensor<8xi1>) -> tensor<i8>
  return %r : tensor<i8>
}

func.func @bitcast_i16_i4() -> tensor<2x4xi4> {
  %a = stablehlo.constant dense<[0x1234, -2]> : tensor<2xi16>
  %r = stablehlo.bitcast_convert %a : (tensor<2xi16>) -> tensor<2x4xi4>
  return %r : tensor<2x4xi4>
}

func.func @bitcast_ui4_f32() -> tensor<f32> {
  %a = stablehlo.constant dense<[1,2,3,4,5,6,7,4]> : tensor<8xui4>
  %r = stablehlo.bitcast_convert %a : (tensor<8xui4>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @bitcast_f32_i1() -> tensor<32xi1> {
  %a = stablehlo.constant dense<1.5> : tensor<f32>
  %r = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<32xi1>
  return %r : tensor<32xi1>
}

func.func @bitcast_f8() -> tensor<3xi8> {
  %a = stablehlo.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf8E4M3FN>
  %r = stablehlo.bitcast_convert %a : (tensor<3xf8E4M3FN>) -> tensor<3xi8>
  return %r : tensor<3xi8>
}

func.func @tuple() -> tensor<f32> {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %t = stablehlo.tuple %a, %b : tuple<tensor<f32>, tensor<i32>>
  %u = stablehlo.tuple %t, %b : tuple<tuple<tensor<f32>, tensor<i32>>, tensor<i32>>
  %v = stablehlo.get_tuple_element %u[0] : (tuple<tuple<tensor<f32>, tensor<i32>>, tensor<i32>>) -> tuple<tensor<f32>, tensor<i32>>
  %r = stablehlo.get_tuple_element %v[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @reduce_nested_if() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[[1,-2,3],[4,5,-6]]> : tensor<2x3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  reducer(%x: tensor<i32>, %y: tensor<i32>) {
    %c = stablehlo.compare GT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %m = "stablehlo.if"(%c) ({
      stablehlo.return %x : tensor<i32>
    }, {
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %m : tensor<i32>
  }
  return %r : tensor<2xi32>
}

func.func @map_nested_while() -> tensor<3xi32> {
  %a = stablehlo.constant dense<[1,5,30]> : tensor<3xi32>
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
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
  return %r : tensor<3xi32>
}

func.func @map_case() -> tensor<4xi32> {
  %a = stablehlo.constant dense<[0,1,2,-1]> : tensor<4xi32>
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>):
    %w = "stablehlo.case"(%x) ({
      %n = stablehlo.constant dense<20> : tensor<i32>
      stablehlo.return %n : tensor<i32>
    }, {
      stablehlo.return %x : tensor<i32>
    }, {
      %n = stablehlo.constant dense<7> : tensor<i32>
      %d = stablehlo.add %x, %n : tensor<i32>
      stablehlo.return %d : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %w : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @map_inner_reduce() -> tensor<3xi32> {
  %a = stablehlo.constant dense<[1,5,30]> : tensor<3xi32>
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>):
    %b = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %i = stablehlo.iota dim = 0 : tensor<4xi32>
    %s = stablehlo.multiply %b, %i : tensor<4xi32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %t = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @reduce_window_any() -> tensor<3xf32> {
  %a = stablehlo.constant dense<[1.0,-2.0,3.0,4.0]> : tensor<4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %q = stablehlo.multiply %y, %y : tensor<f32>
    %s = stablehlo.add %x, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @slice_empty() -> tensor<0x3xf32> {
  %a = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %r = stablehlo.slice %a [1:1, 0:3] : (tensor<2x3xf32>) -> tensor<0x3xf32>
  %s = stablehlo.add %r, %r : tensor<0x3xf32>
  return %s : tensor<0x3xf32>
}

func.func @reduce_empty() -> tensor<3xf32> {
  %a = stablehlo.constant dense<> : tensor<0x3xf32>
  %z = stablehlo.constant dense<4.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @concat_empty() -> tensor<2xi64> {
  %a = stablehlo.constant dense<> : tensor<0xi64>
  %b = stablehlo.constant dense<[1,2]> : tensor<2xi64>
  %r = stablehlo.concatenate %a, %b, %a, dim = 0 : (tensor<0xi64>, tensor<2xi64>, tensor<0xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func @concat_one() -> tensor<2xi64> {
  %b = stablehlo.constant dense<[1,2]> : tensor<2xi64>
  %r = stablehlo.concatenate %b, dim = 0 : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func @dynamic_slice_oob() -> (tensor<2x2xi64>, tensor<3x3xi64>) {
  %a = stablehlo.constant dense<[[1,2,3],[4,5,6],[7,8,9]]> : tensor<3x3xi64>
  %i = stablehlo.constant dense<-5> : tensor<i64>
  %j = stablehlo.constant dense<7> : tensor<i64>
  %r = stablehlo.dynamic_slice %a, %i, %j, sizes = [2, 2] : (tensor<3x3xi64>, tensor<i64>, tensor<i64>) -> tensor<2x2xi64>
  %s = stablehlo.dynamic_update_slice %a, %r, %j, %i : (tensor<3x3xi64>, tensor<2x2xi64>, tensor<i64>, tensor<i64>) -> tensor<3x3xi64>
  return %r, %s : tensor<2x2xi64>, tensor<3x3xi64>
}

func.func @pad_negative() -> tensor<4xi64> {
  %a = stablehlo.constant dense<[1,2,3,4]> : tensor<4xi64>
  %z = stablehlo.constant dense<9> : tensor<i64>
  %r = stablehlo.pad %a, %z, low = [-1], high = [-2], interior = [1] : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  return %r : tensor<4xi64>
}

func.func @pad_negative_all() -> tensor<0xi64> {
  %a = stablehlo.constant dense<[1,2,3,4]> : tensor<4xi64>
  %z = stablehlo.constant dense<9> : tensor<i64>
  %r = stablehlo.pad %a, %z, low = [-2], high = [-2], interior = [0] : (tensor<4xi64>, tensor<i64>) -> tensor<0xi64>
  return %r : tensor<0xi64>
}

func.func @pad_empty() -> tensor<3xi64> {
  %a = stablehlo.constant dense<> : tensor<0xi64>
  %z = stablehlo.constant dense<9> : tensor<i64>
  %r = stablehlo.pad %a, %z, low = [1], high = [2], interior = [3] : (tensor<0xi64>, tensor<i64>) -> tensor<3xi64>
  return %r : tensor<3xi64>
}

func.func @shifts() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[-1, 7, -128, 3]> : tensor<4xi8>
  %b = stablehlo.constant dense<[1, 8, 9, -1]> : tensor<4xi8>
  %r = stablehlo.shift_left %a, %b : tensor<4xi8>
  %s = stablehlo.shift_right_arithmetic %a, %b : tensor<4xi8>
  %t = stablehlo.shift_right_logical %a, %b : tensor<4xi8>
  return %r, %s, %t : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

func.func @i4_arith() -> (tensor<4xi4>, tensor<4xi4>, tensor<4xi4>, tensor<4xi1>, tensor<4xi4>, tensor<4xi4>, tensor<4xi4>) {
  %a = stablehlo.constant dense<[-8, 7, 3, -1]> : tensor<4xi4>
  %b = stablehlo.constant dense<[1, 2, -3, 5]> : tensor<4xi4>
  %r = stablehlo.add %a, %b : tensor<4xi4>
  %s = stablehlo.multiply %a, %b : tensor<4xi4>
  %t = stablehlo.divide %a, %b : tensor<4xi4>
  %u = stablehlo.compare LT, %a, %b : (tensor<4xi4>, tensor<4xi4>) -> tensor<4xi1>
  %v = stablehlo.not %a : tensor<4xi4>
  %w = stablehlo.shift_right_logical %a, %b : tensor<4xi4>
  %x = stablehlo.popcnt %a : tensor<4xi4>
  return %r, %s, %t, %u, %v, %w, %x : tensor<4xi4>, tensor<4xi4>, tensor<4xi4>, tensor<4xi1>, tensor<4xi4>, tensor<4xi4>, tensor<4xi4>
}

func.func @ui4_arith() -> (tensor<4xui4>, tensor<4xui4>, tensor<4xui4>, tensor<4xui4>, tensor<4xui4>) {
  %a = stablehlo.constant dense<[8, 7, 3, 15]> : tensor<4xui4>
  %b = stablehlo.constant dense<[1, 2, 13, 5]> : tensor<4xui4>
  %r = stablehlo.subtract %a, %b : tensor<4xui4>
  %s = stablehlo.multiply %a, %b : tensor<4xui4>
  %t = stablehlo.count_leading_zeros %a : tensor<4xui4>
  %u = stablehlo.shift_left %a, %b : tensor<4xui4>
  %v = stablehlo.shift_right_arithmetic %a, %b : tensor<4xui4>
  return %r, %s, %t, %u, %v : tensor<4xui4>, tensor<4xui4>, tensor<4xui4>, tensor<4xui4>, tensor<4xui4>
}

func.func @i2() -> (tensor<4xi2>, tensor<4xui2>) {
  %a = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %b = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %r = stablehlo.add %a, %a : tensor<4xi2>
  %s = stablehlo.add %b, %b : tensor<4xui2>
  return %r, %s : tensor<4xi2>, tensor<4xui2>
}

func.func @f8_arith() -> (tensor<4xf8E4M3FN>, tensor<4xf8E5M2>) {
  %a = stablehlo.constant dense<[1.0, -2.5, 240.0, 0.01]> : tensor<4xf8E4M3FN>
  %b = stablehlo.constant dense<[3.0, 1.5, 4.0, 0.1]> : tensor<4xf8E5M2>
  %r = stablehlo.multiply %a, %a : tensor<4xf8E4M3FN>
  %s = stablehlo.add %b, %b : tensor<4xf8E5M2>
  return %r, %s : tensor<4xf8E4M3FN>, tensor<4xf8E5M2>
}

func.func @f4_f6() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %a = stablehlo.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf4E2M1FN>
  %b = stablehlo.constant dense<[1.0, -2.5, 0.5]> : tensor<3xf6E2M3FN>
  %c = stablehlo.constant dense<[1.0, -2.5, 0.5]> : tensor<3xf6E3M2FN>
  %d = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E8M0FNU>
  %r = stablehlo.convert %a : (tensor<3xf4E2M1FN>) -> tensor<3xf32>
  %s = stablehlo.convert %b : (tensor<3xf6E2M3FN>) -> tensor<3xf32>
  %t = stablehlo.convert %c : (tensor<3xf6E3M2FN>) -> tensor<3xf32>
  %u = stablehlo.convert %d : (tensor<3xf8E8M0FNU>) -> tensor<3xf32>
  return %r, %s, %t, %u : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

func.func @f16_math() -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xf16>, tensor<4xf16>) {
  %a = stablehlo.constant dense<[1.0, -2.5, 240.0, 0.01]> : tensor<4xf16>
  %b = stablehlo.constant dense<[3.0, 1.5, 4.0, 0.1]> : tensor<4xbf16>
  %r = stablehlo.tanh %a : tensor<4xf16>
  %s = stablehlo.exponential %b : tensor<4xbf16>
  %t = stablehlo.round_nearest_even %a : tensor<4xf16>
  %u = stablehlo.round_nearest_afz %a : tensor<4xf16>
  return %r, %s, %t, %u : tensor<4xf16>, tensor<4xbf16>, tensor<4xf16>, tensor<4xf16>
}

func.func @minmax_nan() -> (tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) {
  %a = stablehlo.constant dense<[1.0, 0x7FC00000, -0.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[0x7FC00000, 2.0, 0.0]> : tensor<3xf32>
  %r = stablehlo.maximum %a, %b : tensor<3xf32>
  %s = stablehlo.minimum %a, %b : tensor<3xf32>
  %q = stablehlo.constant dense<[0x7FC00000, -0.0, -3.0, 0.0]> : tensor<4xf32>
  %t = stablehlo.sign %q : tensor<4xf32>
  return %r, %s, %t : tensor<3xf32>, tensor<3xf32>, tensor<4xf32>
}

func.func @minmax_bool() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %a = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %b = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %r = stablehlo.maximum %a, %b : tensor<4xi1>
  %s = stablehlo.minimum %a, %b : tensor<4xi1>
  %t = stablehlo.add %a, %b : tensor<4xi1>
  %u = stablehlo.multiply %a, %b : tensor<4xi1>
  return %r, %s, %t, %u : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

func.func @power_int() -> (tensor<6xi64>, tensor<3xui8>) {
  %a = stablehlo.constant dense<[-2, -1, 0, 1, 2, 3]> : tensor<6xi64>
  %b = stablehlo.constant dense<[3, -3, 0, -5, -2, 5]> : tensor<6xi64>
  %r = stablehlo.power %a, %b : tensor<6xi64>
  %c = stablehlo.constant dense<[2, 3, 255]> : tensor<3xui8>
  %d = stablehlo.constant dense<[7, 200, 3]> : tensor<3xui8>
  %s = stablehlo.power %c, %d : tensor<3xui8>
  return %r, %s : tensor<6xi64>, tensor<3xui8>
}

func.func @power_float() -> tensor<7xf64> {
  %a = stablehlo.constant dense<[-2.0, -0.0, -36.0, 5.0, 3.0, 10000.0, 0.0]> : tensor<7xf64>
  %b = stablehlo.constant dense<[2.0, 2.0, 1.1, 2.0, -1.0, 10.0, -3.0]> : tensor<7xf64>
  %r = stablehlo.power %a, %b : tensor<7xf64>
  return %r : tensor<7xf64>
}

func.func @rem_float() -> tensor<7xf64> {
  %a = stablehlo.constant dense<[17.1, -17.1, 17.1, -17.1, 0x7FF0000000000000, 3.0, 5.0]> : tensor<7xf64>
  %b = stablehlo.constant dense<[3.0, 3.0, -3.0, -3.0, 2.0, 0x7FF0000000000000, 0.0]> : tensor<7xf64>
  %r = stablehlo.remainder %a, %b : tensor<7xf64>
  return %r : tensor<7xf64>
}

func.func @reduce_precision() -> tensor<6xf64> {
  %a = stablehlo.constant dense<[0x7FF0000000000000, 0x7FFFFFFFFFFFFFFF, 0.0, 1000.0, 1000000.0, 1.1]> : tensor<6xf64>
  %r = stablehlo.reduce_precision %a, format = e5m10 : tensor<6xf64>
  return %r : tensor<6xf64>
}

func.func @cbrt() -> tensor<4xf64> {
  %a = stablehlo.constant dense<[0.0, 1.0, 8.0, -27.0]> : tensor<4xf64>
  %r = stablehlo.cbrt %a : tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @select_scalar() -> tensor<3xi32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<[1,2,3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[4,5,6]> : tensor<3xi32>
  %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @clamp_scalar() -> tensor<3xf32> {
  %p = stablehlo.constant dense<1.0> : tensor<f32>
  %q = stablehlo.constant dense<2.0> : tensor<f32>
  %a = stablehlo.constant dense<[0.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  %r = stablehlo.clamp %p, %a, %q : (tensor<f32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @convert_float_int() -> (tensor<5xi8>, tensor<5xui8>, tensor<5xi1>) {
  %a = stablehlo.constant dense<[1.9, -1.9, 100.5, -0.5, 0.5]> : tensor<5xf32>
  %r = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xi8>
  %b = stablehlo.constant dense<[1.9, 0.0, 100.5, 255.0, 0.5]> : tensor<5xf32>
  %s = stablehlo.convert %b : (tensor<5xf32>) -> tensor<5xui8>
  %t = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xi1>
  return %r, %s, %t : tensor<5xi8>, tensor<5xui8>, tensor<5xi1>
}

func.func @complex_cmp() -> (tensor<2xi1>, tensor<2xi1>) {
  %a = stablehlo.constant dense<[(0x7FF8000000000000, 0.0), (-0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %b = stablehlo.constant dense<[(0x7FF8000000000000, 0.0), (0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %r = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xi1>
  %s = stablehlo.compare NE, %a, %b, FLOAT : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xi1>
  return %r, %s : tensor<2xi1>, tensor<2xi1>
}

func.func @real_of_real() -> (tensor<2xf64>, tensor<2xf64>) {
  %a = stablehlo.constant dense<[1.5, 0x7FF0000000000000]> : tensor<2xf64>
  %r = stablehlo.real %a : (tensor<2xf64>) -> tensor<2xf64>
  %s = stablehlo.imag %a : (tensor<2xf64>) -> tensor<2xf64>
  return %r, %s : tensor<2xf64>, tensor<2xf64>
}

func.func @dynamic_iota() -> tensor<3x4xi64> {
  %s = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %r = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<3x4xi64>
  return %r : tensor<3x4xi64>
}

func.func @dynamic_reshape() -> tensor<3x2xi64> {
  %a = stablehlo.constant dense<[[1,2,3],[4,5,6]]> : tensor<2x3xi64>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %r = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<3x2xi64>
  return %r : tensor<3x2xi64>
}

func.func @dynamic_broadcast() -> tensor<2x3x2xi64> {
  %a = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi64>
  %s = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [2, 1] : (tensor<1x3xi64>, tensor<3xi64>) -> tensor<2x3x2xi64>
  return %r : tensor<2x3x2xi64>
}

func.func @dynamic_gather() -> tensor<2x2xi64> {
  %a = stablehlo.constant dense<[[1, 2, 3],[4,5,6]]> : tensor<2x3xi64>
  %i = stablehlo.constant dense<[[0, 1],[1, 9]]> : tensor<2x2xi64>
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %r = "stablehlo.dynamic_gather"(%a, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xi64>, tensor<2x2xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

func.func @gather_batching() -> tensor<2x2x2xi32> {
  %a = stablehlo.constant dense<[[[1,2],[3,4],[5,6]],[[7,8],[9,10],[11,12]]]> : tensor<2x3x2xi32>
  %i = stablehlo.constant dense<[[[0],[2]],[[1],[-4]]]> : tensor<2x2x1xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<2x3x2xi32>, tensor<2x2x1xi64>) -> tensor<2x2x2xi32>
  return %r : tensor<2x2x2xi32>
}

func.func @scatter_oob() -> tensor<5xi32> {
  %a = stablehlo.constant dense<[1,2,3,4,5]> : tensor<5xi32>
  %i = stablehlo.constant dense<[[0],[-1],[7],[0],[4]]> : tensor<5x1xi32>
  %u = stablehlo.constant dense<[10,20,30,40,50]> : tensor<5xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.subtract %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5xi32>, tensor<5x1xi32>, tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}

func.func @select_scatter() -> tensor<4x2xi64> {
  %a = stablehlo.constant dense<[[1,5],[2,5],[3,6],[4,4]]> : tensor<4x2xi64>
  %s = stablehlo.constant dense<[[5,6],[7,8]]> : tensor<2x2xi64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %r = "stablehlo.select_and_scatter"(%a, %s, %z) <{padding = dense<[[0,1],[0,0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %c = stablehlo.compare GE, %x, %y : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %c = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %c : tensor<i64>
  }) : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  return %r : tensor<4x2xi64>
}

func.func @case_oob() -> (tensor<i32>, tensor<i32>) {
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %j = stablehlo.constant dense<3> : tensor<i32>
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<2> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %s = "stablehlo.case"(%j) ({
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r, %s : tensor<i32>, tensor<i32>
}

func.func @dot_i8_i32() -> tensor<2x2xi32> {
  %a = stablehlo.constant dense<[[100, 100],[-100, 3]]> : tensor<2x2xi8>
  %r = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

func.func @dot_bool() -> tensor<2x2xi1> {
  %a = stablehlo.constant dense<[[true, false],[true, true]]> : tensor<2x2xi1>
  %r = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
  return %r : tensor<2x2xi1>
}

func.func @dot_algorithm() -> tensor<2x2xf32> {
  %a = stablehlo.constant dense<[[1.0, 2.0],[3.0, 4.0]]> : tensor<2x2xf32>
  %r = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @dot_f8() -> tensor<2x2xf32> {
  %a = stablehlo.constant dense<[[1.0, 2.0],[3.0, 4.0]]> : tensor<2x2xf8E4M3FN>
  %r = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

func.func @conv_batch_group() -> tensor<1x1x2x4xi64> {
  %a = stablehlo.constant dense<[[[[1], [2], [5], [6]],[[3], [4], [7], [8]],[[10], [11], [14], [15]],[[12], [13], [16], [17]]]]> : tensor<1x4x4x1xi64>
  %b = stablehlo.constant dense<1> : tensor<1x2x1x4xi64>
  %r = stablehlo.convolution(%a, %b) dim_numbers = [0, b, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [4, 4], lhs_dilate = [2, 2]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x4x4x1xi64>, tensor<1x2x1x4xi64>) -> tensor<1x1x2x4xi64>
  return %r : tensor<1x1x2x4xi64>
}

func.func @conv_0d() -> tensor<2x4xf32> {
  %a = stablehlo.constant dense<[[1.0,2.0,3.0],[4.0,5.0,6.0]]> : tensor<2x3xf32>
  %b = stablehlo.constant dense<2.0> : tensor<3x4xf32>
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @optimization_barrier() -> (tensor<i32>, tensor<f32>) {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<1.5> : tensor<f32>
  %r:2 = stablehlo.optimization_barrier %a, %b : tensor<i32>, tensor<f32>
  return %r#0, %r#1 : tensor<i32>, tensor<f32>
}

func.func @reverse_empty_dims() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = stablehlo.reverse %a, dims = [] : tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func @transpose_scalar() -> tensor<i32> {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.transpose %a, dims = [] : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

func.func @reduce_multi() -> (tensor<i32>, tensor<i32>) {
  %a = stablehlo.constant dense<[[1, 5],[7,3]]> : tensor<2x2xi32>
  %i = stablehlo.iota dim = 0 : tensor<2x2xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%a init: %z), (%i init: %z) across dimensions = [0, 1] : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  reducer(%x: tensor<i32>, %y: tensor<i32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %c = stablehlo.compare GE, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %m = stablehlo.select %c, %x, %y : tensor<i1>, tensor<i32>
    %n = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}

func.func @get_dim_set() -> tensor<i32> {
  %a = stablehlo.constant dense<[[1, 5],[7,3]]> : tensor<2x2xi32>
  %r = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x2xi32>) -> tensor<i32>
  return %r : tensor<i32>
}

func.func @while_many() -> (tensor<i64>, tensor<i64>) {
  %i = stablehlo.constant dense<0> : tensor<i64>
  %r:2 = "stablehlo.while"(%i, %i) ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %n = stablehlo.constant dense<10> : tensor<i64>
    %c = stablehlo.compare LT, %x, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %n = stablehlo.constant dense<1> : tensor<i64>
    %a = stablehlo.add %x, %n : tensor<i64>
    %b = stablehlo.add %y, %a : tensor<i64>
    stablehlo.return %a, %b : tensor<i64>, tensor<i64>
  }) : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

func.func @expand() -> tensor<6xf64> {
  %a = stablehlo.constant dense<[-0.0, 0.0, 1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %r = stablehlo.log_plus_one %a : tensor<6xf64>
  return %r : tensor<6xf64>
}

func.func @sqrt_etc() -> (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>) {
  %a = stablehlo.constant dense<[-0.0, 4.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<5xf64>
  %r = stablehlo.sqrt %a : tensor<5xf64>
  %s = stablehlo.rsqrt %a : tensor<5xf64>
  %t = stablehlo.logistic %a : tensor<5xf64>
  %u = stablehlo.atan2 %a, %a : tensor<5xf64>
  return %r, %s, %t, %u : tensor<5xf64>, tensor<5xf64>, tensor<5xf64>, tensor<5xf64>
}
