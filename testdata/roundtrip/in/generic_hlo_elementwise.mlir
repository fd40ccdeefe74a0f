// test: canonical
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.cbrt"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.ceil"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.cosine"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.exponential"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.exponential_minus_one"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.floor"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.log"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.log_plus_one"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.logistic"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.round_nearest_afz"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.round_nearest_even"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.rsqrt"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.sign"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.sine"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.sqrt"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.tan"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.tanh"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xi32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<3xi32>) -> tensor<3xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xi32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<3xi32>) -> tensor<3xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xi32>):
    %0 = "stablehlo.sign"(%arg0) : (tensor<3xi32>) -> tensor<3xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xi32>):
    %0 = "stablehlo.not"(%arg0) : (tensor<3xi32>) -> tensor<3xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xi32>):
    %0 = "stablehlo.count_leading_zeros"(%arg0) : (tensor<3xi32>) -> tensor<3xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xi32>):
    %0 = "stablehlo.popcnt"(%arg0) : (tensor<3xi32>) -> tensor<3xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.atan2"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.divide"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.power"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.remainder"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>):
    %0 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.and"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.divide"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.minimum"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.multiply"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.or"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.power"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.remainder"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.shift_left"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.shift_right_arithmetic"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.shift_right_logical"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.subtract"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<3xui8>, tensor<3xui8>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>):
    %0 = "stablehlo.xor"(%arg0, %arg1) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.cbrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.cbrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.cbrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.cosine"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.cosine"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.cosine"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.exponential"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.exponential"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.exponential"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.exponential_minus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.exponential_minus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.exponential_minus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.log"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.log"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.log"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.log_plus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.log_plus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.log_plus_one"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.logistic"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.logistic"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.logistic"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.rsqrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.rsqrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.rsqrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.sine"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.sine"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.sine"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.sqrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.sqrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.sqrt"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.tan"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.tan"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.tan"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.tanh"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.tanh"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.tanh"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> {my.attr = 3 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x8xf32>, tensor<4x?xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?x8xf32>, %arg1: tensor<4x?xf32>):
    %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<?x8xf32>, tensor<4x?xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.tanh"(%arg0) : (tensor<?x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.multiply"(%arg0, %arg0) {x.y = "z"} : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<4x8xf32>
    %3 = "stablehlo.subtract"(%arg0, %arg0) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xcomplex<f32>>, tensor<2xcomplex<f64>>, tensor<2xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<2xcomplex<f64>>, %arg2: tensor<2xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %1 = "stablehlo.real"(%arg1) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
    %2 = "stablehlo.imag"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %3 = "stablehlo.complex"(%arg2, %arg2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
    %4 = "stablehlo.complex"(%arg2, %arg2) {k} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
    %5 = "stablehlo.real"(%arg2) : (tensor<2xf32>) -> tensor<2xf32>
    %6 = "stablehlo.imag"(%arg2) : (tensor<2xf32>) -> tensor<2xf32>
    %7 = "stablehlo.exponential"(%arg0) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>, tensor<2xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xf32>, %arg1: tensor<2xf32>):
    %0 = "stablehlo.complex"(%arg0, %arg1) : (tensor<?xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
    %1 = "stablehlo.complex"(%arg0, %arg0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xi32>, tensor<2xi1>, tensor<2xcomplex<f32>>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xi1>, %arg3: tensor<2xcomplex<f32>>):
    %0 = "stablehlo.convert"(%arg0) : (tensor<2xf32>) -> tensor<2xbf16>
    %1 = "stablehlo.convert"(%arg1) : (tensor<2xi32>) -> tensor<2xf32>
    %2 = "stablehlo.convert"(%arg2) : (tensor<2xi1>) -> tensor<2xui8>
    %3 = "stablehlo.convert"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    %4 = "stablehlo.convert"(%arg3) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
    %5 = "stablehlo.convert"(%arg0) {foo = "bar"} : (tensor<2xf32>) -> tensor<2xf8E4M3FN>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>):
    %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<2xf32>) -> tensor<2xi32>
    %1 = "stablehlo.bitcast_convert"(%arg1) : (tensor<2xi32>) -> tensor<2x4xi8>
    %2 = "stablehlo.bitcast_convert"(%arg0) {foo} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xf32>):
    %0 = "stablehlo.is_finite"(%arg0) : (tensor<2xf32>) -> tensor<2xi1>
    %1 = "stablehlo.is_finite"(%arg0) {foo} : (tensor<2xf32>) -> tensor<2xi1>
    %2 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
    %3 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 1 : i32, mantissa_bits = 0 : i32}> {foo} : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xi32>, tensor<2xui32>, tensor<2xcomplex<f32>>, tensor<2xi1>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xui32>, %arg3: tensor<2xcomplex<f32>>, %arg4: tensor<2xi1>):
    %0 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %1 = "stablehlo.compare"(%arg0, %arg0) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %2 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %3 = "stablehlo.compare"(%arg2, %arg2) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
    %4 = "stablehlo.compare"(%arg3, %arg3) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
    %5 = "stablehlo.compare"(%arg4, %arg4) <{compare_type = #stablehlo<comparison_type NOTYPE>, comparison_direction = #stablehlo<comparison_direction EQ>}> {foo} : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>, tensor<f32>, tensor<2xi1>, tensor<i1>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<2xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi1>, %arg3: tensor<i1>):
    %0 = "stablehlo.clamp"(%arg1, %arg0, %arg1) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %1 = "stablehlo.clamp"(%arg0, %arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = "stablehlo.clamp"(%arg0, %arg0, %arg1) {foo} : (tensor<2xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %3 = "stablehlo.select"(%arg2, %arg0, %arg0) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %4 = "stablehlo.select"(%arg3, %arg0, %arg0) {foo} : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %5 = "stablehlo.select"(%arg3, %arg3, %arg3) : (tensor<i1>, tensor<i1>, tensor<i1>) -> tensor<i1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?xf32>, tensor<2xf32>, tensor<i1>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i1>):
    %0 = "stablehlo.select"(%arg2, %arg0, %arg1) : (tensor<i1>, tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>
    %1 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 8 : i32, mantissa_bits = 7 : i32}> : (tensor<?xf32>) -> tensor<2xf32>
    %2 = "stablehlo.clamp"(%arg0, %arg1, %arg0) : (tensor<?xf32>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
