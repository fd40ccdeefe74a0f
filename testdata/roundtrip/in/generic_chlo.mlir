// test: canonical
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.acos"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.acosh"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.asin"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.asinh"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.atan"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.atanh"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.bessel_i1e"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.conj"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.cosh"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.digamma"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.erf"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.erf_inv"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.erfc"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.lgamma"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.sinh"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.square"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.tan"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.is_inf"(%arg0) : (tensor<4xf32>) -> tensor<4xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.is_neg_inf"(%arg0) : (tensor<4xf32>) -> tensor<4xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.is_pos_inf"(%arg0) : (tensor<4xf32>) -> tensor<4xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<2xcomplex<f32>>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<2xcomplex<f32>>):
    %0 = "chlo.acos"(%arg0) {foo} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = "chlo._asin_acos_kernel"(%arg1) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %2 = "chlo.tan"(%arg1) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.next_after"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = "chlo.next_after"(%arg0, %arg0) {foo} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.polygamma"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = "chlo.polygamma"(%arg0, %arg0) {foo} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "chlo.zeta"(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = "chlo.zeta"(%arg0, %arg0) {foo} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xui32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xui32>):
    %0 = "chlo.mulhi"(%arg0, %arg0) : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_add"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_add"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_atan2"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_atan2"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_divide"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_divide"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_maximum"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_maximum"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_minimum"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_minimum"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_multiply"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_multiply"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_next_after"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_next_after"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_polygamma"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_polygamma"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_power"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_power"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_remainder"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_remainder"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_subtract"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_subtract"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<3x4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>):
    %0 = "chlo.broadcast_zeta"(%arg0, %arg1) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %1 = "chlo.broadcast_zeta"(%arg0, %arg1) <{broadcast_dimensions = array<i64: 1>}> {foo} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xi32>, tensor<i32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xi32>, %arg1: tensor<i32>):
    %0 = "chlo.broadcast_and"(%arg0, %arg1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xi32>, tensor<i32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xi32>, %arg1: tensor<i32>):
    %0 = "chlo.broadcast_or"(%arg0, %arg1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xi32>, tensor<i32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xi32>, %arg1: tensor<i32>):
    %0 = "chlo.broadcast_shift_left"(%arg0, %arg1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xi32>, tensor<i32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xi32>, %arg1: tensor<i32>):
    %0 = "chlo.broadcast_shift_right_arithmetic"(%arg0, %arg1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xi32>, tensor<i32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xi32>, %arg1: tensor<i32>):
    %0 = "chlo.broadcast_shift_right_logical"(%arg0, %arg1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xi32>, tensor<i32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xi32>, %arg1: tensor<i32>):
    %0 = "chlo.broadcast_xor"(%arg0, %arg1) : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<f32>, tensor<4xi1>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<4xi1>):
    %0 = "chlo.broadcast_compare"(%arg0, %arg1) <{comparison_direction = #chlo<comparison_direction EQ>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
    %1 = "chlo.broadcast_compare"(%arg0, %arg1) <{broadcast_dimensions = array<i64>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction NE>}> {foo} : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
    %2 = "chlo.broadcast_complex"(%arg0, %arg1) : (tensor<4xf32>, tensor<f32>) -> tensor<4xcomplex<f32>>
    %3 = "chlo.broadcast_select"(%arg2, %arg0, %arg1) : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %4 = "chlo.constant_like"(%arg0) <{value = 3.200000e+00 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
    %5 = "chlo.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %6 = "chlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> {foo} : () -> tensor<f32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3x8xf32>):
    %0:2 = "chlo.top_k"(%arg0) <{k = 2 : i64}> : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
    %1:2 = "chlo.top_k"(%arg0) <{k = 8 : i64}> {foo} : (tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xi32>)
    %2 = "stablehlo.abs"(%1#1) : (tensor<3x8xi32>) -> tensor<3x8xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2x11x5xf32>, %arg1: tensor<3x2x5x7xf32>, %arg2: tensor<3xi64>):
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<11x5xf32>, %arg1: tensor<5x7xf32>, %arg2: tensor<3xi64>):
    %0 = "chlo.ragged_dot"(%arg0, %arg1, %arg2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<11x5xf32>, tensor<5x7xf32>, tensor<3xi64>) -> tensor<3x11x7xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x3xf32>, tensor<3xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>):
    %0:2 = "chlo.scan"(%arg0, %arg1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg8: tensor<3xf32>, %arg9: tensor<3xf32>):
      %6 = "stablehlo.add"(%arg8, %arg9) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%6, %6) : (tensor<3xf32>, tensor<3xf32>) -> ()
    }) : (tensor<4x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
    %1:2 = "chlo.scan"(%arg0, %arg0, %arg1, %arg1) <{dimension = 0 : i64, is_associative = false, is_reverse = true, operandSegmentSizes = array<i32: 2, 2>, resultSegmentSizes = array<i32: 0, 2>}> ({
    ^bb0(%arg4: tensor<3xf32>, %arg5: tensor<3xf32>, %arg6: tensor<3xf32>, %arg7: tensor<3xf32>):
      %5 = "stablehlo.add"(%arg4, %arg7) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%5, %arg6) : (tensor<3xf32>, tensor<3xf32>) -> ()
    }) {foo} : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
    %2:2 = "chlo.scan"(%arg1) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 1, 1>, scan_dim_size = 4 : i64}> ({
    ^bb0(%arg3: tensor<3xf32>):
      %4 = "stablehlo.add"(%arg3, %arg3) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      "stablehlo.return"(%4, %4) : (tensor<3xf32>, tensor<3xf32>) -> ()
    }) : (tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
    %3 = "chlo.scan"(%arg0) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 0>, resultSegmentSizes = array<i32: 1, 0>}> ({
    ^bb0(%arg2: tensor<4xf32>):
      "stablehlo.return"(%arg2) : (tensor<4xf32>) -> ()
    }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
