// test: canonical
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<f32>) -> (), sym_name = "g", sym_visibility = "private"}> ({
  }) {foo} : () -> ()
  "func.func"() <{arg_attrs = [{a.b = 1 : i64}], function_type = (tensor<f32>) -> tensor<f32>, no_inline, res_attrs = [{c.d}], sym_name = "h", sym_visibility = "private"}> ({
  }) {foo} : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "n", sym_visibility = "nested"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{jax.x}, {}], function_type = (tensor<f32>, i32) -> (tensor<f32>, i32), res_attrs = [{}, {d.e = "x"}], sym_name = "m", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: i32):
    %0:2 = "func.call"(%arg0, %arg1) <{callee = @m}> {foo} : (tensor<f32>, i32) -> (tensor<f32>, i32)
    "func.call"() <{callee = @n}> : () -> ()
    "func.return"(%0#0, %arg1) : (tensor<f32>, i32) -> ()
  }) {foo} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (tensor<f32>, tensor<f32>), sym_name = "h", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "i", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = () -> (() -> ()), sym_name = "j", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = () -> ((i32) -> i32, i32), sym_name = "k", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = ((i32) -> i32) -> (), sym_name = "l", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "a b", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "-x", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "x-y.z$_0", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "0x", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "_", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "q\22r", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "\C3\A9", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "true", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "func.func", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<f32>) -> tensor<f32>, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<f32>):
    %0 = "func.call"(%arg0) <{callee = @f, no_inline}> : (tensor<f32>) -> tensor<f32>
    %1 = "func.constant"() <{value = @f}> : () -> ((tensor<f32>) -> tensor<f32>)
    %2 = "func.constant"() <{value = @f}> {foo} : () -> ((tensor<f32>) -> tensor<f32>)
    %3 = "func.call_indirect"(%1, %arg0) {foo} : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
    %4 = "func.call_indirect"(%2, %3) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
    "func.return"(%arg0) {bar} : (tensor<f32>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "e"}> ({
    "func.return"() {foo} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, f32) -> (i1, f32), sym_name = "r2"}> ({
  ^bb0(%arg0: i1, %arg1: f32):
    "func.return"(%arg0, %arg1) : (i1, f32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() <{sym_name = "foo"}> ({
  "builtin.module"() ({
  ^bb0:
  }) : () -> ()
  "builtin.module"() <{sym_name = "x"}> ({
    "func.func"() <{function_type = () -> (), sym_name = "y"}> ({
      "func.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) {a.a = 1 : i64, jax.b} : () -> ()
// -----
"builtin.module"() <{sym_name = "foo", sym_visibility = "private"}> ({
^bb0:
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) : () -> ()
// -----
"builtin.module"() <{sym_name = "my module"}> ({
^bb0:
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "builtin.unrealized_conversion_cast"() : () -> i32
    %1 = "builtin.unrealized_conversion_cast"(%0) {foo} : (i32) -> i64
    %2:2 = "builtin.unrealized_conversion_cast"(%0, %1) : (i32, i64) -> (i64, i32)
    %3 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "cf.br"()[^bb1] : () -> ()
  ^bb1:  // pred: ^bb0
    "cf.br"(%arg0, %arg0)[^bb2] : (i32, i32) -> ()
  ^bb2(%0: i32, %1: i32):  // 2 preds: ^bb1, ^bb3
    "func.return"() : () -> ()
  ^bb3:  // no predecessors
    "cf.br"(%arg0, %arg0)[^bb2] : (i32, i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    "func.return"(%0) : (i32) -> ()
  ^bb2:  // pred: ^bb0
    %1 = "arith.addi"(%arg1, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "cf.br"(%1)[^bb1] : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    "stablehlo.if"(%0) ({
      "func.call"() <{callee = @f}> : () -> ()
      "stablehlo.return"() : () -> ()
    }, {
      "stablehlo.return"() : () -> ()
    }) : (tensor<i1>) -> ()
    "sdy.named_computation"() <{name = "x"}> ({
      "func.call"() <{callee = @f}> : () -> ()
      "sdy.return"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<i32>) -> tensor<i32>, sym_name = "f"}> ({
  ^bb0(%arg1: tensor<i32>):
    %2 = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
    %3 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %4 = "stablehlo.if"(%2) ({
      %11 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
      %12 = "stablehlo.abs"(%11) : (tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%12) : (tensor<i32>) -> ()
    }, {
      %9 = "stablehlo.constant"() <{value = dense<2> : tensor<i32>}> : () -> tensor<i32>
      %10 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) : (tensor<i1>) -> tensor<i32>
    %5 = "stablehlo.constant"() <{value = dense<(1.000000e+00,1.000000e+00)> : tensor<complex<f32>>}> : () -> tensor<complex<f32>>
    %6 = "stablehlo.constant"() <{value = dense<1> : tensor<ui32>}> : () -> tensor<ui32>
    %7 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<bf16>}> : () -> tensor<bf16>
    %8 = "stablehlo.abs"(%4) : (tensor<i32>) -> tensor<i32>
    "func.return"(%8) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>) -> tensor<i32>, sym_name = "g"}> ({
  ^bb0(%arg0: tensor<i32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.abs"(%0) : (tensor<i32>) -> tensor<i32>
    "func.return"(%1) : (tensor<i32>) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() <{sym_name = "m"}> ({
  "func.func"() <{arg_attrs = [{jax.buffer_donor = true, mhlo.sharding = "{replicated}", tf.aliasing_output = 0 : i32}], function_type = (tensor<4xf32>) -> tensor<4xf32>, res_attrs = [{jax.result_info = "result"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    "func.return"(%arg0) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
