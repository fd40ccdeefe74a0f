// test: verify
// jaxlib: accept
// reduce: one dim
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// reduce: all dims
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// reduce: no dims
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// reduce: dims unordered
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// reduce: other body
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.subtract %arg3, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: dim out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 2>}> ({  // error: PA0126
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: negative dim
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: -1>}> ({  // error: PA0126
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: repeated dim
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0, 0>}> ({  // error: PA0126
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// reduce: result rank
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: result element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf64>
  return
}
// -----
// jaxlib: reject
// reduce: init not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: init element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: body arg not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<1xf32>, %arg3: tensor<1xf32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: body of other type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: body arg count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: body one arg
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>):
    %1 = stablehlo.abs %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: body returns nothing
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: body returns two
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: body returns boolean
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// reduce: body in wider type
func.func @f(%arg0: tensor<4x8xf16>, %arg1: tensor<f16>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf16>, tensor<f16>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// reduce: body wider, result narrow
func.func @f(%arg0: tensor<4x8xf16>, %arg1: tensor<f16>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf16>, tensor<f16>) -> tensor<8xf16>
  return
}
// -----
// jaxlib: accept
// reduce: init narrower than the input
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f16>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f16>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// reduce: body narrower than the input
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f16>
    stablehlo.return %1 : tensor<f16>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf16>
  return
}
// -----
// jaxlib: accept
// reduce: dynamic
func.func @f(%arg0: tensor<?x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// reduce: dynamic kept dim static result
func.func @f(%arg0: tensor<4x?xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x?xf32>, tensor<f32>) -> tensor<9xf32>
  return
}
// -----
// jaxlib: accept
// reduce: body uses an outside value
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg1 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// reduce: body args of two types
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f64>):
    %1 = stablehlo.abs %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// reduce: applies add
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// reduce: applies maximum
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// reduce: applies minimum
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.minimum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// reduce: applies multiply
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// reduce: applies and of booleans
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return
}
// -----
// jaxlib: accept
// reduce: applies or of booleans
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return
}
// -----
// jaxlib: accept
// reduce: applies xor of booleans
func.func @f(%arg0: tensor<4xi1>, %arg1: tensor<i1>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.xor across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return
}
// -----
// jaxlib: reject
// reduce: applies subtract
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.subtract across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies divide
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.divide across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies power
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.power across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies atan2
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.atan2 across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies remainder
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.remainder across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies abs
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.abs across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies compare
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.compare across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies select
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.select across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies complex
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.complex across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies shift_left
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.shift_left across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies an op of another dialect
func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<i32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies chlo.mulhi across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies an unknown op
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.foo across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies without dialect
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0001
  return
}
// -----
// jaxlib: reject
// reduce: applies and of floats
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.and across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// reduce: inputs and inits differ in number
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  %0:2 = "stablehlo.reduce"(%arg0, %arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0105
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    stablehlo.return %arg2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}
// -----
// jaxlib: crash
// reduce: no inputs
func.func @f() {
  "stablehlo.reduce"() <{dimensions = array<i64>}> ({  // error: PA0105
    stablehlo.return
  }) : () -> ()
  return
}
// -----
// jaxlib: accept
// reduce: two inputs
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<i32>, %arg6: tensor<f32>, %arg7: tensor<i32>):
    stablehlo.return %arg4, %arg5 : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return
}
// -----
// jaxlib: reject
// reduce: two inputs of different shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 0>}> ({  // error: PA0112
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<i32>, %arg6: tensor<f32>, %arg7: tensor<i32>):
    stablehlo.return %arg4, %arg5 : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<5xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return
}
// -----
// jaxlib: reject
// reduce: two inputs, args interleaved
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<i32>, %arg7: tensor<i32>):
    stablehlo.return %arg4, %arg6 : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return
}
// -----
// jaxlib: reject
// reduce: two inputs, results swapped
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 0>}> ({  // error: PA0124
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<i32>, %arg6: tensor<f32>, %arg7: tensor<i32>):
    stablehlo.return %arg5, %arg4 : tensor<i32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  return
}
// -----
// jaxlib: reject
// reduce: two inputs, result types swapped
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<f32>, %arg3: tensor<i32>) {
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg3) <{dimensions = array<i64: 0>}> ({  // error: PA0111
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<i32>, %arg6: tensor<f32>, %arg7: tensor<i32>):
    stablehlo.return %arg4, %arg5 : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<i32>, tensor<f32>)
  return
}
// -----
// jaxlib: accept
// reduce_window: plain
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: accept
// reduce_window: strides
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}
// -----
// jaxlib: accept
// reduce_window: padding
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// reduce_window: dilations
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 3>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x5xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: window count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: window zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 0, 2>}> ({  // error: PA0112
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: negative window
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: -1, 2>}> ({  // error: PA0112
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: stride count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: stride zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 1>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: base dilation zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 0, 1>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: base dilation count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: window dilation zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 0, 1>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: padding shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: padding rank
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<4xi64>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: padding of 32 bits
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi32>}> ({  // error: PA0109
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: result rank
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<21xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: result element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xi32>
  return
}
// -----
// jaxlib: reject
// reduce_window: init not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: init element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<i32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: body type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: body arg not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<2xf32>, %arg3: tensor<2xf32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: reject
// reduce_window: body returns nothing
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: accept
// reduce_window: window larger than the input
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 5, 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<0x7xf32>
  return
}
// -----
// jaxlib: accept
// reduce_window: wider body
func.func @f(%arg0: tensor<4x8xf16>, %arg1: tensor<f16>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf16>, tensor<f16>) -> tensor<3x7xf32>
  return
}
// -----
// jaxlib: accept
// reduce_window: scalar input
func.func @f(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// select_and_scatter: plain
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: defaults
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{}> ({  // error: PA0113
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// select_and_scatter: padding
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: source shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0112
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// select_and_scatter: source element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf64>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf64>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: source rank
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0112
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: init not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<1xf32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: init element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<i32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: window count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0113
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: window zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 0, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0112
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: stride zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 2>}> ({  // error: PA0113
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: padding shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>}> ({  // error: PA0113
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0111
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: result element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0111
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xi32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: select returns a float
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: select arg count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>):
    %1 = stablehlo.is_finite %arg3 : (tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: select returns nothing
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// select_and_scatter: scatter returns a boolean
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({  // error: PA0124
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// sort: plain
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// sort: negative dim
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = -2 : i64}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// sort: stable
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: dim out of range
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64}> ({  // error: PA0126
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: negative dim out of range
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = -3 : i64}> ({  // error: PA0126
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: result shape
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0112
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}
// -----
// jaxlib: reject
// sort: result element type
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}
// -----
// jaxlib: reject
// sort: comparator arg count
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: comparator arg type
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: comparator arg not scalar
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg2: tensor<1xf32>, %arg3: tensor<1xf32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: comparator returns a float
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: comparator returns nothing
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: comparator returns two
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1, %1 : tensor<i1>, tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: comparator returns a vector
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.constant dense<true> : tensor<1xi1>
    stablehlo.return %1 : tensor<1xi1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// sort: scalar
func.func @f(%arg0: tensor<f32>) {
  %0 = "stablehlo.sort"(%arg0) <{}> ({  // error: PA0126
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// sort: comparator uses an outside value
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<i1>) {
  %0 = "stablehlo.sort"(%arg0) ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    stablehlo.return %arg1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// jaxlib: reject
// sort: operands of different shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0:2 = "stablehlo.sort"(%arg0, %arg1) ({  // error: PA0112
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}
// -----
// jaxlib: reject
// sort: no operands
func.func @f() {
  "stablehlo.sort"() ({  // error: PA0105
    %0 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : () -> ()
  return
}
// -----
// jaxlib: accept
// map: plain
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// map: other result type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return
}
// -----
// jaxlib: reject
// map: dims incomplete
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: dims unordered
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 1, 0>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: dims out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 2>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: operand shapes differ
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x7xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0112
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x7xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0112
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}
// -----
// jaxlib: reject
// map: result element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0111
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}
// -----
// jaxlib: reject
// map: body arg count
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>):
    %1 = stablehlo.abs %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: body arg type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %1 = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: body arg not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<1xf32>, %arg3: tensor<1xf32>):
    %1 = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: body returns two
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: body returns a vector
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.constant dense<0.0> : tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// map: no dims
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64>}> ({  // error: PA0113
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
