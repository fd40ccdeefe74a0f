// test: verify
// jaxlib: accept
// broadcast_in_dim: row
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_in_dim: scalar
func.func @f(%arg0: tensor<f32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_in_dim: size one expands
func.func @f(%arg0: tensor<1x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_in_dim: dims permuted
func.func @f(%arg0: tensor<3x2xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: size mismatch
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: too few dims
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: too many dims
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<3xf32>) -> tensor<3x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: dim out of range
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: negative dim
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [-1] : (tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: repeated dim
func.func @f(%arg0: tensor<3x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 1] : (tensor<3x3xf32>) -> tensor<3x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: element type
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<3xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: result rank smaller
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<6xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: dynamic result
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<?xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// broadcast_in_dim: dynamic operand
func.func @f(%arg0: tensor<?xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<?xf32>) -> tensor<3xf32>
  return
}
// -----
// jaxlib: accept
// broadcast_in_dim: bounded result
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<?x3xf32, #stablehlo.bounds<5, ?>>
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: attribute missing
func.func @f(%arg0: tensor<3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%arg0) : (tensor<3xf32>) -> tensor<3xf32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: dense attribute
func.func @f(%arg0: tensor<3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<3xf32>) -> tensor<3xf32>  // error: PA0109
  return
}
// -----
// jaxlib: reject
// broadcast_in_dim: attribute of 32 bits
func.func @f(%arg0: tensor<3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%arg0) <{broadcast_dimensions = array<i32: 0>}> : (tensor<3xf32>) -> tensor<3xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// broadcast: prepends
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: reject
// broadcast: result size
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xf32>) -> tensor<4x3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast: result rank
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xf32>) -> tensor<6xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// broadcast: negative size
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast %arg0, sizes = [-2] : (tensor<3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// broadcast: element type
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// broadcast: size zero
func.func @f(%arg0: tensor<3xf32>) {
  %0 = stablehlo.broadcast %arg0, sizes = [0] : (tensor<3xf32>) -> tensor<0x3xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_broadcast_in_dim: plain
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_broadcast_in_dim: static result
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_broadcast_in_dim: shape operand length
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x?x3xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: dim out of range
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [2] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: too many dims
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: size mismatch
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x4xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: float shape operand
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xf32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<2xf32>) -> tensor<?x3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: rank-two shape operand
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2x1xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<2x1xi32>) -> tensor<?x3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: element type
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf64>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// dynamic_broadcast_in_dim: known dims
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: known dim out of range
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] {known_expanding_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: dim both expanding and not
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: repeated dim
func.func @f(%arg0: tensor<3x3xf32>, %arg1: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1, 1] : (tensor<3x3xf32>, tensor<2xi32>) -> tensor<?x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: accept
// dynamic_broadcast_in_dim: index shape operand
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xindex>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_broadcast_in_dim: dynamic shape operand
func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<?xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<3xf32>, tensor<?xi32>) -> tensor<?x3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// reshape: merge
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}
// -----
// jaxlib: accept
// reshape: scalar
func.func @f(%arg0: tensor<1x1xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<1x1xf32>) -> tensor<f32>
  return
}
// -----
// jaxlib: accept
// reshape: empty
func.func @f(%arg0: tensor<0x3xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<0x3xf32>) -> tensor<7x0xf32>
  return
}
// -----
// jaxlib: reject
// reshape: element count
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<5xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// reshape: element type
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// reshape: dynamic result
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<?xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// reshape: unranked
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<*xf32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// reshape: dynamic operand
func.func @f(%arg0: tensor<?x3xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<?x3xf32>) -> tensor<6xf32>
  return
}
// -----
// jaxlib: accept
// reshape: dynamic operand, impossible count
func.func @f(%arg0: tensor<?x4xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<?x4xf32>) -> tensor<6xf32>
  return
}
// -----
// jaxlib: accept
// reshape: bounded result
func.func @f(%arg0: tensor<?x3xf32, #stablehlo.bounds<2, ?>>) {
  %0 = stablehlo.reshape %arg0 : (tensor<?x3xf32, #stablehlo.bounds<2, ?>>) -> tensor<?xf32, #stablehlo.bounds<6>>
  return
}
// -----
// jaxlib: accept
// dynamic_reshape: plain
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xi32>) {
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_reshape: static result
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xi32>) {
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_reshape: shape length
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xi32>) {
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<?x?xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_reshape: element type
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xi32>) {
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<?xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_reshape: element count
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xi32>) {
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<7xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_reshape: float shape
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<1xf32>) {
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_reshape: scalar shape operand
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) {
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// transpose: swap
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}
// -----
// jaxlib: accept
// transpose: identity
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: reject
// transpose: result shape
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// transpose: too few dims
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// transpose: repeated dim
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// transpose: dim out of range
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// transpose: negative dim
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [0, -1] : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// transpose: element type
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// transpose: too many dims
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [0, 1, 2] : (tensor<2x3xf32>) -> tensor<2x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// transpose: dynamic result of a static operand
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return
}
// -----
// jaxlib: accept
// reverse: all
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// reverse: none
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %arg0, dims = [] : tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// reverse: unordered dims
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %arg0, dims = [1, 0] : tensor<2x3xf32>
  return
}
// -----
// jaxlib: reject
// reverse: dim out of range
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %arg0, dims = [2] : tensor<2x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// reverse: negative dim
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %arg0, dims = [-1] : tensor<2x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// reverse: repeated dim
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %arg0, dims = [0, 0] : tensor<2x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// reverse: result type
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// reverse: result element type
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = "stablehlo.reverse"(%arg0) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf64>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// concatenate: two
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  return
}
// -----
// jaxlib: accept
// concatenate: one
func.func @f(%arg0: tensor<2x3xf32>) {
  %0 = stablehlo.concatenate %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// concatenate: dynamic part
func.func @f(%arg0: tensor<?x3xf32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  return
}
// -----
// jaxlib: reject
// concatenate: result size
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<7x3xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// concatenate: other dim differs
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x6xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// concatenate: dim out of range
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// concatenate: negative dim
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = -1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// concatenate: rank differs
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// concatenate: element type differs
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf64>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// concatenate: scalars
func.func @f(%arg0: tensor<f32>, %arg1: tensor<f32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<f32>, tensor<f32>) -> tensor<2xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// concatenate: result element type
func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// concatenate: no operands
func.func @f() {
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2xf32>  // error: PA0105
  return
}
// -----
// jaxlib: accept
// concatenate: static result from a dynamic part
func.func @f(%arg0: tensor<?x3xf32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}
// -----
// jaxlib: accept
// concatenate: impossible static result from a dynamic part
func.func @f(%arg0: tensor<?x3xf32>, %arg1: tensor<2x3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}
// -----
// jaxlib: accept
// slice: plain
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:2, 1:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// slice: full
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:4, 0:8] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// slice: empty
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [2:2, 0:8] : (tensor<4x8xf32>) -> tensor<0x8xf32>
  return
}
// -----
// jaxlib: accept
// slice: stride past the end
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:4:9, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  return
}
// -----
// jaxlib: reject
// slice: result size
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// slice: limit too large
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:5, 0:8] : (tensor<4x8xf32>) -> tensor<5x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// slice: start after limit
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [3:2, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// slice: negative start
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [-1:2, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// slice: stride zero
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:2:0, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// slice: negative stride
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:2:-1, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// slice: too few ranges
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:2] : (tensor<4x8xf32>) -> tensor<2x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// slice: element type
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf64>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// slice: lengths of lists differ
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = "stablehlo.slice"(%arg0) <{limit_indices = array<i64: 2, 8>, start_indices = array<i64: 0>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<2x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// slice: dynamic operand
func.func @f(%arg0: tensor<?x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:2, 0:8] : (tensor<?x8xf32>) -> tensor<2x8xf32>
  return
}
// -----
// jaxlib: accept
// slice: dynamic operand, dynamic result
func.func @f(%arg0: tensor<?x8xf32>) {
  %0 = stablehlo.slice %arg0 [0:2, 0:8] : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return
}
// -----
// jaxlib: accept
// pad: edges
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<7x8xf32>
  return
}
// -----
// jaxlib: accept
// pad: negative
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [-1, 0], high = [-1, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return
}
// -----
// jaxlib: accept
// pad: interior
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x15xf32>
  return
}
// -----
// jaxlib: reject
// pad: result size
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<6x8xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// pad: list length
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [2], interior = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<7x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// pad: negative interior
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [-1, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// pad: element type of the value
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f64>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f64>) -> tensor<4x8xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// pad: value not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4x8xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// pad: result negative size
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [-3, 0], high = [-3, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// pad: list lengths differ
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// pad: result element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// pad: exactly to zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [-2, 0], high = [-2, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<0x8xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_pad: plain
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_pad: static result
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<9xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_pad: low length
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg3, %arg2, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_pad: high length
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_pad: interior length
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg3 : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_pad: value type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg4, %arg2, %arg2, %arg2 : (tensor<4xf32>, tensor<f16>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_pad: result rank
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_pad: result element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg2, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf16>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_pad: index widths differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<1xi32>, %arg3: tensor<2xi32>, %arg4: tensor<f16>, %arg5: tensor<1xi64>) {
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg5, %arg2, %arg2 : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// real_dynamic_slice: plain
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi64>, %arg4: tensor<1xf32>) {
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: reject
// real_dynamic_slice: start length
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi64>, %arg4: tensor<1xf32>) {
  %0 = stablehlo.real_dynamic_slice %arg0, %arg2, %arg1, %arg1 : (tensor<4xf32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// real_dynamic_slice: limit length
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi64>, %arg4: tensor<1xf32>) {
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg1 : (tensor<4xf32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// real_dynamic_slice: float index
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi64>, %arg4: tensor<1xf32>) {
  %0 = stablehlo.real_dynamic_slice %arg0, %arg4, %arg4, %arg4 : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// real_dynamic_slice: result rank
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi64>, %arg4: tensor<1xf32>) {
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  return
}
// -----
// jaxlib: reject
// real_dynamic_slice: result element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi64>, %arg4: tensor<1xf32>) {
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// real_dynamic_slice: index types differ
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2xi32>, %arg3: tensor<1xi64>, %arg4: tensor<1xf32>) {
  %0 = stablehlo.real_dynamic_slice %arg0, %arg3, %arg1, %arg1 : (tensor<4xf32>, tensor<1xi64>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// dynamic_slice: plain
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_slice: full
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [4, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_slice: size too large
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [5, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<5x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dynamic_slice: negative size
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [-1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dynamic_slice: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// dynamic_slice: too few indices
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>) -> tensor<2x3xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_slice: too few sizes
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// dynamic_slice: index types differ
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i64>) -> tensor<2x3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_slice: float index
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg3, %arg3, sizes = [2, 3] : (tensor<4x8xf32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_slice: index not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg4, %arg4, sizes = [2, 3] : (tensor<4x8xf32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x3xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_slice: element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// dynamic_slice: size zero
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<f32>, %arg4: tensor<1xi32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [0, 3] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<0x3xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_update_slice: plain
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// dynamic_update_slice: full update
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg0, %arg2, %arg2 : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_update_slice: update too large
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg4, %arg2, %arg2 : (tensor<4x8xf32>, tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_update_slice: update element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg5, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_update_slice: update rank
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg6, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_update_slice: too few indices
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<4x8xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// dynamic_update_slice: index types differ
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<4x8xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// dynamic_update_slice: result shape
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x9xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// dynamic_update_slice: result element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<i32>, %arg3: tensor<i64>, %arg4: tensor<5x3xf32>, %arg5: tensor<2x3xf64>, %arg6: tensor<2xf32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf64>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// iota: last dim
func.func @f() {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return
}
// -----
// jaxlib: accept
// iota: complex
func.func @f() {
  %0 = stablehlo.iota dim = 0 : tensor<3xcomplex<f32>>
  return
}
// -----
// jaxlib: reject
// iota: dim out of range
func.func @f() {
  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// iota: negative dim
func.func @f() {
  %0 = stablehlo.iota dim = -1 : tensor<2x3xi32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// iota: scalar
func.func @f() {
  %0 = stablehlo.iota dim = 0 : tensor<i32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// iota: boolean
func.func @f() {
  %0 = stablehlo.iota dim = 0 : tensor<3xi1>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// iota: dynamic result
func.func @f() {
  %0 = stablehlo.iota dim = 0 : tensor<?xi32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// iota: token
func.func @f() {
  %0 = stablehlo.iota dim = 0 : !stablehlo.token  // error: PA0111
  return
}
// -----
// jaxlib: reject
// iota: attribute missing
func.func @f() {
  %0 = "stablehlo.iota"() : () -> tensor<3xi32>  // error: PA0108
  return
}
// -----
// jaxlib: accept
// dynamic_iota: plain
func.func @f(%arg0: tensor<2xi32>) {
  %0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_iota: dim out of range
func.func @f(%arg0: tensor<2xi32>) {
  %0 = stablehlo.dynamic_iota %arg0, dim = 2 : (tensor<2xi32>) -> tensor<?x?xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// dynamic_iota: negative dim
func.func @f(%arg0: tensor<2xi32>) {
  %0 = stablehlo.dynamic_iota %arg0, dim = -1 : (tensor<2xi32>) -> tensor<?x?xf32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// dynamic_iota: shape length
func.func @f(%arg0: tensor<2xi32>) {
  %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<2xi32>) -> tensor<?xf32>
  return
}
// -----
// jaxlib: reject
// dynamic_iota: float shape
func.func @f(%arg0: tensor<2xf32>) {
  %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<2xf32>) -> tensor<?x?xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// dynamic_iota: boolean result
func.func @f(%arg0: tensor<2xi32>) {
  %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi1>
  return
}
// -----
// jaxlib: accept
// get_dimension_size: plain
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x8xf32>) -> tensor<i32>
  return
}
// -----
// jaxlib: reject
// get_dimension_size: dim out of range
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.get_dimension_size %arg0, dim = 2 : (tensor<4x8xf32>) -> tensor<i32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// get_dimension_size: negative dim
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.get_dimension_size %arg0, dim = -1 : (tensor<4x8xf32>) -> tensor<i32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// get_dimension_size: 64-bit result
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x8xf32>) -> tensor<i64>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// get_dimension_size: result not scalar
func.func @f(%arg0: tensor<4x8xf32>) {
  %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x8xf32>) -> tensor<1xi32>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// set_dimension_size: bounded result
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
  return
}
// -----
// jaxlib: accept
// set_dimension_size: static result
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}
// -----
// jaxlib: accept
// set_dimension_size: dynamic result without bounds
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32>
  return
}
// -----
// jaxlib: reject
// set_dimension_size: dim out of range
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 2 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// set_dimension_size: negative dim
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = -1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// set_dimension_size: size of 64 bits
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg2, dim = 1 : (tensor<4x8xf32>, tensor<i64>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// set_dimension_size: size not scalar
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg3, dim = 1 : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// set_dimension_size: element type
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf64, #stablehlo.bounds<?, 8>>  // error: PA0111
  return
}
// -----
// jaxlib: accept
// set_dimension_size: other bound
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>, %arg3: tensor<1xi32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 9>>
  return
}
