module @sub_axes {
  sdy.mesh @mesh_x = <["x"=4]>
  sdy.mesh @mesh_xyz = <["x"=2, "y"=8, "z"=2]>
  func.func @split(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_x, [{"x"}]>}) -> tensor<2x4xf32> {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_x, [{"x":(1)2}, {"x":(2)2}]>]>} : (tensor<8xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
  func.func @middle(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh_xyz, [{"x"}, {"y":(2)2}], replicated={"y":(1)2}>}) -> tensor<4x8xf32> {
    return %arg0 : tensor<4x8xf32>
  }
}
