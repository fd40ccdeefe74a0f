module @jit_all_to_all_untiled attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  sdy.mesh @mesh_0 = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<8x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) -> (tensor<16x8x4xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {"x"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<4x4x4xf32>) {
      %1 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x4x4xf32>) -> tensor<1x4x4x4xf32>
      %2 = "stablehlo.all_to_all"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "y">]>, split_count = 4 : i64, split_dimension = 3 : i64}> : (tensor<1x4x4x4xf32>) -> tensor<4x4x4x1xf32>
      %3 = stablehlo.reshape %2 : (tensor<4x4x4x1xf32>) -> tensor<4x4x4xf32>
      sdy.return %3 : tensor<4x4x4xf32>
    } : (tensor<8x16x4xf32>) -> tensor<16x8x4xf32>
    return %0 : tensor<16x8x4xf32>
  }
}
