// test: partition
// Groups along axes of a mesh: of an equal mesh that is merged, in both orders, along a sub-axis, and with the devices
// in a different order.
// collectives: all_gather=6, all_to_all=1, reduce_scatter=1
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  sdy.mesh @same = <["x"=4, "y"=2]>
  sdy.mesh @turned = <["x"=4, "y"=2], device_ids=[0, 4, 1, 5, 2, 6, 3, 7]>
  func.func @main(%arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<2048x8xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<8x8xf32>) {
      %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @same, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<32x8xf32>
      %2 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">, #stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<64x8xf32>
      %3 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>]>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<16x8xf32>
      %4 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>]>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<16x8xf32>
      %5 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @turned, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<32x8xf32>
      %6 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 4>, <name = "y", size = 2>], device_ids = dense<[7, 6, 5, 4, 3, 2, 1, 0]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<32x8xf32>
      %7 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @same, axes = [#stablehlo.axis_ref<name = "x">]>, split_count = 4 : i64, split_dimension = 1 : i64}> : (tensor<8x8xf32>) -> tensor<32x2xf32>
      %8 = stablehlo.reshape %7 : (tensor<32x2xf32>) -> tensor<8x8xf32>
      %9 = "stablehlo.reduce_scatter"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @turned, axes = [#stablehlo.axis_ref<name = "y">]>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %11 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %11 : tensor<f32>
      }) : (tensor<8x8xf32>) -> tensor<4x8xf32>
      %12 = stablehlo.concatenate %1, %2, %3, %4, %5, %6, %8, %9, %9, %arg1, %1, dim = 0 : (tensor<32x8xf32>, tensor<64x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<32x8xf32>, tensor<32x8xf32>, tensor<8x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x8xf32>, tensor<32x8xf32>) -> tensor<248x8xf32>
      %13 = stablehlo.concatenate %12, %arg1, dim = 0 : (tensor<248x8xf32>, tensor<8x8xf32>) -> tensor<256x8xf32>
      sdy.return %13 : tensor<256x8xf32>
    } : (tensor<64x8xf32>) -> tensor<2048x8xf32>
    return %0 : tensor<2048x8xf32>
  }
}
