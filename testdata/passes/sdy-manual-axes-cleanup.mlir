// Manual axes come in the order of the mesh, and every sharding mentions them.
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<f32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {?}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}, {"y", "z"}]>] manual_axes={"y", "x"} (%arg2: tensor<4x8xf32>, %arg3: tensor<f32>) {
    %1 = stablehlo.slice %arg2 [0:4, 0:4] : (tensor<4x8xf32>) -> tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// Only shardings that are added to take the mesh of the first.
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @empty = <[]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"x"}]>, <mesh<["x"=2, "y"=2]>, [{"y"}]>, <@empty, [{}]>] out_shardings=[<mesh<["x"=2, "y"=2]>, [{"x"}]>] manual_axes={"x"} (%arg3: tensor<4xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8xf32>) {
    sdy.return %arg3 : tensor<4xf32>
  } : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
