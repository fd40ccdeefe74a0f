// test: roundtrip
module {
  func.func private @g(tensor<f32>) attributes {foo}
  func.func private @h(tensor<f32> {a.b = 1 : i64}) -> (tensor<f32> {c.d}) attributes {foo, no_inline}
  func.func nested @n() {
    return
  }
  func.func public @m(%arg0: tensor<f32> {jax.x}, %arg1: i32) -> (tensor<f32>, i32 {d.e = "x"}) attributes {foo} {
    %0:2 = call @m(%arg0, %arg1) {foo} : (tensor<f32>, i32) -> (tensor<f32>, i32)
    call @n() : () -> ()
    return %0#0, %arg1 : tensor<f32>, i32
  }
}
// -----
module {
  func.func private @h() -> (tensor<f32>, tensor<f32>)
  func.func private @i()
  func.func private @j() -> (() -> ())
  func.func private @k() -> ((i32) -> i32, i32)
  func.func private @l((i32) -> i32)
  func.func private @"a b"(i32)
  func.func private @"-x"(i32)
  func.func private @"x-y.z$_0"(i32)
  func.func private @"0x"(i32)
  func.func private @_(i32)
  func.func private @"q\22r"(i32)
  func.func private @"\C3\A9"(i32)
  func.func private @true(i32)
  func.func private @func.func(i32)
}
// -----
module {
  func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = call @f(%arg0) {no_inline} : (tensor<f32>) -> tensor<f32>
    %f = constant @f : (tensor<f32>) -> tensor<f32>
    %f_0 = constant {foo} @f : (tensor<f32>) -> tensor<f32>
    %1 = call_indirect %f(%arg0) {foo} : (tensor<f32>) -> tensor<f32>
    %2 = call_indirect %f_0(%1) : (tensor<f32>) -> tensor<f32>
    return {bar} %arg0 : tensor<f32>
  }
}
// -----
module {
  func.func @e() {
    return {foo}
  }
  func.func @r2(%arg0: i1, %arg1: f32) -> (i1, f32) {
    return %arg0, %arg1 : i1, f32
  }
}
// -----
module @foo attributes {a.a = 1 : i64, jax.b} {
  module {
  }
  module @x {
    func.func @y() {
      return
    }
  }
}
// -----
module @foo attributes {sym_visibility = "private"} {
}
// -----
module {
}
// -----
module @"my module" {
}
// -----
module {
  func.func @f() {
    %0 = builtin.unrealized_conversion_cast to i32
    %1 = builtin.unrealized_conversion_cast %0 : i32 to i64 {foo}
    %2:2 = builtin.unrealized_conversion_cast %0, %1 : i32, i64 to i64, i32
    %c = stablehlo.constant dense<1> : tensor<i32>
    return
  }
}
// -----
module {
  func.func @f(%arg0: i32) {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    cf.br ^bb2(%arg0, %arg0 : i32, i32)
  ^bb2(%0: i32, %1: i32):  // 2 preds: ^bb1, ^bb3
    return
  ^bb3:  // no predecessors
    cf.br ^bb2(%arg0, %arg0 : i32, i32)
  }
}
// -----
module {
  func.func @f(%arg0: i1, %arg1: i32) -> i32 {
    cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    return %0 : i32
  ^bb2:  // pred: ^bb0
    %1 = arith.addi %arg1, %arg1 : i32
    cf.br ^bb1(%1 : i32)
  }
}
// -----
module {
  func.func @f() {
    %c = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.if"(%c) ({
      func.call @f() : () -> ()
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i1>) -> ()
    sdy.named_computation<"x">() () {
      func.call @f() : () -> ()
      sdy.return
    } : () -> ()
    return
  }
}
// -----
module {
  func.func @f(%arg0: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %0 = "stablehlo.if"(%c) ({
      %c_3 = stablehlo.constant dense<2> : tensor<i32>
      %2 = stablehlo.abs %c_3 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }, {
      %c_3 = stablehlo.constant dense<2> : tensor<i32>
      %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      stablehlo.return %c_0 : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %cst = stablehlo.constant dense<(1.000000e+00,1.000000e+00)> : tensor<complex<f32>>
    %c_1 = stablehlo.constant dense<1> : tensor<ui32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %1 = stablehlo.abs %0 : tensor<i32>
    return %1 : tensor<i32>
  }
  func.func @g(%arg0: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.abs %c : tensor<i32>
    return %0 : tensor<i32>
  }
}
// -----
module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> {jax.buffer_donor = true, mhlo.sharding = "{replicated}", tf.aliasing_output = 0 : i32}) -> (tensor<4xf32> {jax.result_info = "result"}) {
    return %arg0 : tensor<4xf32>
  }
}
