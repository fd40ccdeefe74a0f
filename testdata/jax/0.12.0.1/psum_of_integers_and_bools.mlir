module @jit_psum_of_integers_and_bools attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  sdy.mesh @mesh_0 = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x16xi32> {jax.result_info = "result[0]"}, tensor<8x4xi8> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}) {
    %0:3 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, [{"x"}, {}]>, <@mesh, []>] manual_axes={"x", "y"} (%arg1: tensor<4x4xi32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
        %6 = stablehlo.add %arg2, %arg3 : tensor<i32>
        stablehlo.return %6 : tensor<i32>
      }) : (tensor<4x4xi32>) -> tensor<4x4xi32>
      %c = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
      %3 = stablehlo.compare GT, %arg1, %2, SIGNED : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
      %4 = stablehlo.convert %3 : (tensor<4x4xi1>) -> tensor<4x4xi8>
      %5 = "stablehlo.all_reduce"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh_0, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
        %6 = stablehlo.maximum %arg2, %arg3 : tensor<i8>
        stablehlo.return %6 : tensor<i8>
      }) : (tensor<4x4xi8>) -> tensor<4x4xi8>
      %c_0 = stablehlo.constant dense<2> : tensor<i32>
      sdy.return %1, %5, %c_0 : tensor<4x4xi32>, tensor<4x4xi8>, tensor<i32>
    } : (tensor<8x16xi32>) -> (tensor<4x16xi32>, tensor<8x4xi8>, tensor<i32>)
    return %0#0, %0#1, %0#2 : tensor<4x16xi32>, tensor<8x4xi8>, tensor<i32>
  }
}
