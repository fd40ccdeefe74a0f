// test: pass sdy-lift-inlined-meshes
// A mesh written in place gets a symbol; the same mesh gets the same one.
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=4]>, [{"x"}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=4]>, [{}, {"y"}]>}) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=8]>, [{"a"}, {}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// A mesh in place that has a symbol already takes that one.
sdy.mesh @given = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=4]>, [{"x"}, {?}]>}) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}
// -----
// Equal meshes are merged; the order of devices makes a difference.
sdy.mesh @a = <["x"=2, "y"=2]>
sdy.mesh @b = <["x"=2, "y"=2]>
sdy.mesh @c = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@b, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@c, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@a, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// One device and no device have names of their own; taken names are avoided.
func.func @mesh(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<mesh<[], device_ids=[1]>, []>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<[]>, [{}]>]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// Replica groups name the mesh that is left of equal ones.
sdy.mesh @a = <["x"=2, "y"=2]>
sdy.mesh @b = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @b, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @b, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<4x8xf32>
  %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @a, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// -----
// A mesh written in replica groups gets a symbol of its own, behind those of shardings, and loses its device ids.
sdy.mesh @given = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<4x8xf32>
  %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>, <name = "y", size = 2>], device_ids = dense<[0, 2, 1, 3]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=4]>, [{"a"}, {}]>]>} : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
