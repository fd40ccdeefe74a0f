// test: canonical
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "foo.bar"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %1:2 = "foo.baz"(%arg0, %0) <{x = 1 : i32}> {a, y = "z"} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, !foo.type)
    "foo.noresult"() : () -> ()
    %2 = "foo.use"(%1#1) : (!foo.type) -> !foo.other<tensor<2xf32>, [1, 2], "str">
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "foo.region"(%arg0) ({
    ^bb0(%arg1: i32, %arg2: f32):
      %2 = "foo.inner"(%arg1) : (i32) -> i32
      "foo.br"(%2)[^bb1] : (i32) -> ()
    ^bb1:  // pred: ^bb0
      "foo.ret"() : () -> ()
    }, {
    }, {
      "foo.ret"() : () -> ()
    }) {k = #foo.attr<"x", [1]>} : (tensor<4xf32>) -> i32
    %1 = "stablehlo.add"(%arg0, %arg0) {foo.x = #foo.bare, foo.y = !foo<"opaque string">, foo.z = #foo<"weird $ string">} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x!quant.uniform<i8:f32, 2.0:1>>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4x!quant.uniform<i8:f32, 2.0:1>>):
    %0 = "bar.q"(%arg0) : (tensor<4x!quant.uniform<i8:f32, 2.0:1>>) -> tensor<4xf32, #foo.enc<1>>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "foo.top"() ({
    "foo.nested"() : () -> ()
  }) : () -> ()
  "foo.mod"() {sym_name = "x"} : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32):
    "foo.cond"(%arg0)[^bb1, ^bb2] : (i32) -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb2
    %0 = "foo.val"() : () -> i32
    "foo.jump"(%0)[^bb3] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "foo.jump"()[^bb1] : () -> ()
  ^bb3:  // pred: ^bb1
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
}) {foo.map = #foo.a<b = 1, c = [#foo.d]>, foo.t = !foo.ty<4x!foo.u>} : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>):
    %0 = "stablehlo.add"(%arg0, %arg0) {foo.bar} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "nodialect"() : () -> ()
    %1 = "a.b.c"(%0) {prop = 1 : i64} : (tensor<4xf32>) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
