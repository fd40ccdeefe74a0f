// test: verify
// jaxlib: accept
// all_gather: plain
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: other dim
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x12xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: channel and global ids
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: two groups
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: dim out of range
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// all_gather: negative dim
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// all_gather: result not a multiple
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<9x6xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// all_gather: other dim changed
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x7xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// all_gather: result rank
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<48xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// all_gather: result element type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf64>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// all_gather: group rank one
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// all_gather: repeated replica
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// all_gather: replica missing
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// all_gather: groups of 32 bits
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// all_gather: global ids without channel
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: no replica groups element kind
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = 1 : i64}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// all_gather: channel handle zero with global ids
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: result does not match the group size
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<16x6xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: padding value -1 in groups
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// all_gather: only -1
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[-1, -1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: accept
// all_gather: empty groups
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: empty groups of width two
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: result smaller
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<2x6xf32>  // error: PA0112
  return
}
// -----
// jaxlib: accept
// all_gather: dynamic result
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<?x6xf32>
  return
}
// -----
// jaxlib: accept
// all_gather: splat group
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_gather: -2 in groups
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// all_gather: groups missing
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// all_gather: dim missing
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// all_gather: operand and result counts differ
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.all_gather"(%arg0, %arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>  // error: PA0106
  return
}
// -----
// jaxlib: reject
// all_gather: zero-sized gather dim
func.func @f(%arg0: tensor<0x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0x6xf32>) -> tensor<0x6xf32>  // error: PA0112
  return
}
// -----
// jaxlib: accept
// mesh axes: by symbol of an sdy mesh
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = ["a"]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: unknown axis name
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = ["z"]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: reject
// mesh axes: unknown symbol
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @q, axes = ["a"]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0115
  return
}
// -----
// jaxlib: accept
// mesh axes: symbol of a function
func.func private @m()
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = ["a"]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: no axes
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = []>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: axis twice
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = ["a", "a"]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: axes not strings
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [1]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: axis reference with a symbol mesh
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: inline mesh
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: reject
// mesh axes: inline mesh, unknown axis
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "z">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// mesh axes: inline mesh, axis twice
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "a">, #stablehlo.axis_ref<name = "a">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: inline mesh, sub-axis
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "b", sub_axis_info = (1)2>]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: inline mesh, bad sub-axis
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "b", sub_axis_info = (3)2>]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: inline mesh with a repeated axis name
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "a", size = 4>]>, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: inline mesh with size zero
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 0>]>, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: inline mesh, size product differs from the gather factor
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>]>, axes = [#stablehlo.axis_ref<name = "b">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: accept
// mesh axes: inline mesh with device ids of wrong count
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: reject
// mesh axes: strings with an inline mesh
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>, #stablehlo.mesh_axis<name = "b", size = 4>]>, axes = ["a"]>}> : (tensor<4x6xf32>) -> tensor<8x6xf32>  // error: PA0113
  return
}
// -----
// jaxlib: accept
// all_reduce: plain
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: uneven groups
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: global ids
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: body arg count
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0124
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: body arg type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: body arg not scalar
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0124
  ^bb0(%arg1: tensor<1xf32>, %arg2: tensor<1xf32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: body returns nothing
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0124
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: body returns a boolean
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0124
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: body missing
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0107
  return
}
// -----
// jaxlib: reject
// all_reduce: empty body
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0114
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: result shape
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0111
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x7xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: result element type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0111
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xi32>
  return
}
// -----
// jaxlib: reject
// all_reduce: repeated replica
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({  // error: PA0125
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: replica gap
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 3]]> : tensor<1x2xi64>}> ({  // error: PA0125
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: group rank
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({  // error: PA0125
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: global ids without channel
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({  // error: PA0113
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: wider body
func.func @f(%arg0: tensor<4x6xf16>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf16>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: accept
// all_reduce: empty groups
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_reduce: two operands of different element type
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xi32>) {
  %0:2 = "stablehlo.all_reduce"(%arg0, %arg1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({  // error: PA0124
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    stablehlo.return %arg2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}
// -----
// jaxlib: accept
// all_reduce: two operands of different shape
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<5xf32>) {
  %0:2 = "stablehlo.all_reduce"(%arg0, %arg1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    stablehlo.return %arg2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}
// -----
// jaxlib: accept
// reduce_scatter: plain
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: accept
// reduce_scatter: other dim
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<4x3xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: body arg count
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: body arg type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: body arg not scalar
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg1: tensor<1xf32>, %arg2: tensor<1xf32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<1xf32>
    stablehlo.return %1 : tensor<1xf32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: body returns nothing
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: body returns a boolean
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0124
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: body missing
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x6xf32>  // error: PA0107
  return
}
// -----
// jaxlib: reject
// reduce_scatter: empty body
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0114
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: dim out of range
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 2 : i64}> ({  // error: PA0126
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: negative dim
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = -1 : i64}> ({  // error: PA0113
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: result size
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0112
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<3x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: other dim changed
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0112
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x5xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: result element type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0111
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xi32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: repeated replica
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0125
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: global ids without channel
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({  // error: PA0113
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: accept
// reduce_scatter: result does not match the group size
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<2x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: result larger
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0112
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return
}
// -----
// jaxlib: reject
// reduce_scatter: result dim zero
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({  // error: PA0112
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x6xf32>) -> tensor<0x6xf32>
  return
}
// -----
// jaxlib: accept
// all_to_all: plain
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return
}
// -----
// jaxlib: accept
// all_to_all: same dim
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// all_to_all: not divisible
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, split_count = 3 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0112
  return
}
// -----
// jaxlib: reject
// all_to_all: split dim out of range
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 2 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// all_to_all: concat dim out of range
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0126
  return
}
// -----
// jaxlib: reject
// all_to_all: negative split dim
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = -1 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// all_to_all: split count zero
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// all_to_all: negative split count
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = -2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0113
  return
}
// -----
// jaxlib: reject
// all_to_all: result shape
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// all_to_all: group size differs from the split count
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// all_to_all: result element type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xi32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// all_to_all: repeated replica
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0125
  return
}
// -----
// jaxlib: accept
// all_to_all: dynamic split dim
func.func @f(%arg0: tensor<?x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<?x6xf32>) -> tensor<?x12xf32>
  return
}
// -----
// jaxlib: reject
// all_to_all: -1 in groups
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x6xf32>) -> tensor<2x12xf32>  // error: PA0125
  return
}
// -----
// jaxlib: accept
// collective_broadcast: plain
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// collective_broadcast: repeated replica
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_broadcast: negative replica
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_broadcast: group rank
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_broadcast: result shape
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x7xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// collective_broadcast: result element type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf64>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// collective_broadcast: replica gap
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 5]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: accept
// collective_permute: plain
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: accept
// collective_permute: no pairs
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// collective_permute: repeated source
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_permute: repeated target
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_permute: negative source
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[-1, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_permute: negative target
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_permute: triples
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_permute: rank one
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0125
  return
}
// -----
// jaxlib: reject
// collective_permute: result shape
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<6x4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// collective_permute: result element type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// collective_permute: to itself
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[1, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: accept
// cross-replica-sum: plain
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// cross-replica-sum: result shape
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<6xf32>  // error: PA0110
  return
}
// -----
// jaxlib: reject
// cross-replica-sum: groups missing
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0108
  return
}
// -----
// jaxlib: reject
// cross-replica-sum: element type
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xi32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// cross-replica-sum: repeated replica
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// jaxlib: reject
// cross-replica-sum: groups of 32 bits
func.func @f(%arg0: tensor<4x6xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi32>}> : (tensor<4x6xf32>) -> tensor<4x6xf32>  // error: PA0109
  return
}
// -----
// jaxlib: accept
// async: plain
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%arg1: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// async: elementwise body
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({  // error: PA0114
  ^bb0(%arg1: tensor<4xf32>):
    %1 = stablehlo.abs %arg1 : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}
// -----
// jaxlib: reject
// async: future type differs
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({  // error: PA0111
  ^bb0(%arg1: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}
// -----
// jaxlib: reject
// async: body arg type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({  // error: PA0124
  ^bb0(%arg1: tensor<4xf64>):
    %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf64>) -> tensor<8xf64>
    stablehlo.return %1 : tensor<8xf64>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// async: done result type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%arg1: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<4xf32>  // error: PA0111
  return
}
// -----
// jaxlib: reject
// async: done of a tensor
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_done"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>  // error: PA0110
  return
}
// -----
// jaxlib: accept
// async: never done
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%arg1: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  return
}
// -----
// jaxlib: accept
// async: done twice
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%arg1: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  %3 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: reject
// async: two ops in the body
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({  // error: PA0114
  ^bb0(%arg1: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
    %9 = stablehlo.abs %1 : tensor<8xf32>
    stablehlo.return %9 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return
}
// -----
// jaxlib: accept
// async: slice in the body
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({
  ^bb0(%arg1: tensor<4xf32>):
    %1 = stablehlo.slice %arg1 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}
// -----
// jaxlib: reject
// async: empty body of args
func.func @f(%arg0: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%arg0) ({  // error: PA0114
  ^bb0(%arg1: tensor<4xf32>):
    stablehlo.return %arg1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}
