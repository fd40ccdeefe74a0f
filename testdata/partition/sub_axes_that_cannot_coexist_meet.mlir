// test: partition
// Sub-axes (1)2 and (3)2 of an axis of size 6 have to leave dimensions that one op cannot shard; no sharding has both.
sdy.mesh @mesh = <["a"=6]>
func.func @main(%start: tensor<i32>, %arg0: tensor<4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a":(1)2}, {}]>}) -> (tensor<4x4x4xf32>, tensor<6x4x5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"a":(1)2}]>}, tensor<4x5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a":(3)2}, {}]>}) {
  %u0 = stablehlo.slice %arg0 [0:1, 0:1, 0:4] : (tensor<4x4x4xf32>) -> tensor<1x1x4xf32>
  %v1 = stablehlo.dynamic_update_slice %arg0, %u0, %start, %start, %start : (tensor<4x4x4xf32>, tensor<1x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x4x4xf32>
  %u1 = stablehlo.slice %v1 [0:3, 0:2, 0:4] : (tensor<4x4x4xf32>) -> tensor<3x2x4xf32>
  %v2 = stablehlo.dynamic_update_slice %v1, %u1, %start, %start, %start : (tensor<4x4x4xf32>, tensor<3x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x4x4xf32>
  %v3 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] : (tensor<4x4x4xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4x4xf32>
  %z3 = stablehlo.constant dense<0.0> : tensor<f32>
  %v4 = stablehlo.pad %v3, %z3, low = [2, 0, 1, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<4x4x4x4xf32>, tensor<f32>) -> tensor<6x4x5x4xf32>
  %z4 = stablehlo.constant dense<0.0> : tensor<f32>
  %v5 = stablehlo.pad %v1, %z4, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<4x4x4xf32>, tensor<f32>) -> tensor<4x5x4xf32>
  %v6 = stablehlo.reverse %v5, dims = [2] : tensor<4x5x4xf32>
  return %v2, %v4, %v6 : tensor<4x4x4xf32>, tensor<6x4x5x4xf32>, tensor<4x5x4xf32>
}
