// test: verify
// jaxlib: accept
// while: plain
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: accept
// while: body computes
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    %2 = stablehlo.abs %arg1 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: condition returns an integer
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: condition returns a vector
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<1xi1>
    stablehlo.return %1 : tensor<1xi1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: condition returns nothing
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: condition returns two
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1, %1 : tensor<i1>, tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: condition arg type
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<f32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: condition arg count
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: body arg type
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<f32>):
    %2 = stablehlo.constant dense<0> : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: body arg count
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0():
    %2 = stablehlo.constant dense<0> : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: body returns other type
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    %2 = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: body returns nothing
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: body returns two
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1, %arg1 : tensor<i32>, tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: result type
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0111
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i64>
  return
}
// -----
// jaxlib: accept
// while: outside value used in the body
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg0 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: one region
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.while"(%arg0) ({  // error: PA0107
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// while: result count
func.func @f(%arg0: tensor<i32>) {
  "stablehlo.while"(%arg0) ({  // error: PA0111
  ^bb0(%arg1: tensor<i32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> ()
  return
}
// -----
// jaxlib: accept
// while: dynamic body result for a static operand
func.func @f(%arg0: tensor<4xi32>, %arg9: tensor<?xi32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<4xi32>
  cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %arg9 : tensor<?xi32>
  }
  return
}
// -----
// jaxlib: reject
// while: custom form, arg count
func.func @f(%arg0: tensor<i32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>, tensor<i32>  // error: PA0105
  cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %iterArg : tensor<i32>
  }
  return
}
// -----
// jaxlib: reject
// while: custom form, missing body
func.func @f(%arg0: tensor<i32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<i32>
  cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }
  return  // error: PA0001
}
// -----
// jaxlib: accept
// while: token operand
func.func @f(%arg0: !stablehlo.token) {
  %0 = stablehlo.while(%iterArg = %arg0) : !stablehlo.token
  cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %iterArg : !stablehlo.token
  }
  return
}
// -----
// jaxlib: accept
// if: plain
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// if: no results
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  "stablehlo.if"(%arg0) ({
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: reject
// if: predicate integer
func.func @f(%arg0: tensor<i32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.if"(%arg0) ({  // error: PA0110
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// if: predicate vector
func.func @f(%arg0: tensor<1xi1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.if"(%arg0) ({  // error: PA0112
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<1xi1>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// if: branch types differ
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.if"(%arg0) ({  // error: PA0124
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg2 : tensor<i32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// if: result type differs
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.if"(%arg0) ({  // error: PA0111
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f64>
  return
}
// -----
// jaxlib: reject
// if: branch returns nothing
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.if"(%arg0) ({  // error: PA0124
    stablehlo.return
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// if: branches return two
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.if"(%arg0) ({  // error: PA0106
    stablehlo.return %arg1, %arg1 : tensor<f32>, tensor<f32>
  }, {
    stablehlo.return %arg1, %arg1 : tensor<f32>, tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// if: branch with an arg
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.if"(%arg0) ({  // error: PA0124
  ^bb0(%arg5: tensor<f32>):
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// if: one region
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({  // error: PA0107
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: reject
// if: empty region
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({  // error: PA0114
    stablehlo.return
  }, {
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: reject
// if: three regions
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({  // error: PA0107
    stablehlo.return
  }, {
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: reject
// if: wrong terminator
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    func.return  // error: PA0114 PA0118
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: reject
// if: two blocks
func.func @f(%arg0: tensor<i1>) {
  "stablehlo.if"(%arg0) ({
    cf.br ^bb1  // error: PA0010
  ^bb1:
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}
// -----
// jaxlib: accept
// if: dynamic branch of a static result
func.func @f(%arg0: tensor<i1>, %arg1: tensor<?xf32>) {
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<?xf32>
  }, {
    stablehlo.return %arg1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// if: branches of different static shape with a dynamic result
func.func @f(%arg0: tensor<i1>, %arg1: tensor<3xf32>, %arg2: tensor<4xf32>) {
  %0 = "stablehlo.if"(%arg0) ({  // error: PA0124
    stablehlo.return %arg1 : tensor<3xf32>
  }, {
    stablehlo.return %arg2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// case: two branches
func.func @f(%arg0: tensor<i32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// case: one branch
func.func @f(%arg0: tensor<i32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// case: no branches
func.func @f(%arg0: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) : (tensor<i32>) -> tensor<f32>  // error: PA0107
  return
}
// -----
// jaxlib: reject
// case: index of 64 bits
func.func @f(%arg0: tensor<i64>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({  // error: PA0110
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i64>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// case: index boolean
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({  // error: PA0110
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// case: index vector
func.func @f(%arg0: tensor<1xi32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({  // error: PA0112
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<1xi32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// case: branch types differ
func.func @f(%arg0: tensor<i32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({  // error: PA0124
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg2 : tensor<i32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// case: result type differs
func.func @f(%arg0: tensor<i32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({  // error: PA0111
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// case: branch counts differ
func.func @f(%arg0: tensor<i32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({  // error: PA0124
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return
  }) : (tensor<i32>) -> tensor<f32>
  return
}
// -----
// jaxlib: reject
// case: branch with an arg
func.func @f(%arg0: tensor<i32>) {
  "stablehlo.case"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>):
    stablehlo.return
  }) : (tensor<i32>) -> ()
  return
}
// -----
// jaxlib: accept
// optimization_barrier: two
func.func @f(%arg0: tensor<f32>, %arg1: !stablehlo.token) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<f32>, !stablehlo.token
  return
}
// -----
// jaxlib: reject
// optimization_barrier: result type
func.func @f(%arg0: tensor<f32>) {
  %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<f32>) -> tensor<i32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// optimization_barrier: result count
func.func @f(%arg0: tensor<f32>) {
  %0:2 = "stablehlo.optimization_barrier"(%arg0) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)  // error: PA0111
  return
}
// -----
// jaxlib: reject
// optimization_barrier: non-tensor
func.func @f(%arg0: i32) {
  %0 = stablehlo.optimization_barrier %arg0 : i32  // error: PA0110
  return
}
// -----
// jaxlib: reject
// optimization_barrier: dropped result
func.func @f(%arg0: tensor<f32>) {
  "stablehlo.optimization_barrier"(%arg0) : (tensor<f32>) -> ()  // error: PA0111
  return
}
// -----
// jaxlib: reject
// optimization_barrier: tuple
func.func @f(%arg0: tuple<tensor<f32>>) {
  %0 = stablehlo.optimization_barrier %arg0 : tuple<tensor<f32>>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// composite: plain
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// composite: attributes and version
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {composite_attributes = {x = 1 : i64}, decomposition = @d, version = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// composite: unknown decomposition
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @nope} : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0115
  return
}
// -----
// jaxlib: reject
// composite: no decomposition
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// composite: operand type differs from the function
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<5xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @d} : (tensor<5xf32>) -> tensor<4xf32>  // error: PA0119
  return
}
// -----
// jaxlib: reject
// composite: result type differs
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @d} : (tensor<4xf32>) -> tensor<5xf32>  // error: PA0119
  return
}
// -----
// jaxlib: reject
// composite: operand count
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0, %arg0 {decomposition = @d} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>  // error: PA0119
  return
}
// -----
// jaxlib: reject
// composite: result count
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0:2 = stablehlo.composite "my.op" %arg0 {decomposition = @d} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)  // error: PA0119
  return
}
// -----
// jaxlib: reject
// composite: version of 64 bits
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @d, version = 2 : i64} : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// composite: name not a string
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.composite"(%arg0) <{name = 1 : i64, decomposition = @d}> : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// composite: attributes not a dictionary
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {composite_attributes = 1 : i64, decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// composite: name without a dot
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "myop" %arg0 {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// composite: empty name
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "" %arg0 {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// composite: name with a space
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my op" %arg0 {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// composite: negative version
func.func private @d(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @d, version = -2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: accept
// composite: decomposition is a declaration
func.func private @d(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// composite: decomposition is a mesh
sdy.mesh @d = <["a"=2]>
func.func @f(%arg0: tensor<4xf32>) {
  %0 = stablehlo.composite "my.op" %arg0 {decomposition = @d} : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0115
  return
}
// -----
// jaxlib: accept
// composite: recursive decomposition
func.func @f(%arg0: tensor<4xf32>) {
  stablehlo.composite "my.op" %arg0 {decomposition = @f} : (tensor<4xf32>) -> ()
  return
}
