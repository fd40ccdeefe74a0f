// test: pass sdy-resolve-permutation-factors
// A reverse along a sharded dimension runs on a mesh of reversed devices; equal meshes are shared.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %0 = stablehlo.reverse %a, dims=[0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.reverse %0, dims=[0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<8x8xf32>
  %2 = stablehlo.reverse %0, dims=[1] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y":(2)2}]>]>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// Where the shards do not divide a dimension, its padding moves in front; several dimensions one after the other.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7x9xf32>) -> (tensor<7x9xf32>) {
  %s = sdy.reshard %a <@m, [{"x"},{"y"}]> : tensor<7x9xf32>
  %0 = stablehlo.reverse %s, dims=[0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<7x9xf32>
  %1 = stablehlo.reverse %0, dims=[0,1] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<7x9xf32>
  return %1 : tensor<7x9xf32>
}
// -----
// A name in use and devices of another order.
sdy.mesh @m_reversed = <["x"=2]>
sdy.mesh @m = <["x"=2, "y"=4], device_ids=[7,6,5,4,3,2,1,0]>
func.func @main(%a: tensor<7x11xf32>) -> (tensor<7x11xf32>) {
  %s = sdy.reshard %a <@m, [{"x"},{"y"}]> : tensor<7x11xf32>
  %1 = stablehlo.reverse %s, dims=[0,1] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<7x11xf32>
  return %1 : tensor<7x11xf32>
}
// -----
// A dimension along two axes.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<15x11xf32>) -> (tensor<15x11xf32>) {
  %s = sdy.reshard %a <@m, [{"x", "y"},{}]> : tensor<15x11xf32>
  %1 = stablehlo.reverse %s, dims=[0,1] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x", "y"},{}]>]>} : tensor<15x11xf32>
  %2 = stablehlo.negate %1 : tensor<15x11xf32>
  return %1 : tensor<15x11xf32>
}
// -----
// A shard that consists of padding is passed on entirely.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<1x11xi32>) -> (tensor<1x11xi32>) {
  %s = sdy.reshard %a <@m, [{"x"},{}]> : tensor<1x11xi32>
  %1 = stablehlo.reverse %s, dims=[0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{}]>]>} : tensor<1x11xi32>
  return %1 : tensor<1x11xi32>
}
// -----
// Other ops give up the axes along what they move; a slice at the end is local.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>) {
  %s = sdy.reshard %a <@m, [{"x"},{"y"}]> : tensor<8x8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.pad %s, %z, low=[1,0], high=[1,0], interior=[0,0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<10x8xf32>
  %1 = "stablehlo.reduce_window"(%s, %z) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
     %c = stablehlo.add %x, %y : tensor<f32>
     stablehlo.return %c : tensor<f32> }) {window_dimensions=array<i64: 1, 3>, sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x6xf32>
  %2 = stablehlo.dynamic_slice %s, %i, %i, sizes=[8,2] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
  %3 = stablehlo.dynamic_update_slice %s, %2, %i, %i {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>, tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  %4 = stablehlo.concatenate %s, %s, dim=1 {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x16xf32>
  %5 = stablehlo.slice %s [0:8, 0:4] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>) -> tensor<8x4xf32>
  %6 = stablehlo.slice %s [0:8, 0:7] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>) -> tensor<8x7xf32>
  %7 = stablehlo.slice %s [0:8:2, 0:8] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : (tensor<8x8xf32>) -> tensor<4x8xf32>
  return %a : tensor<8x8xf32>
}
// -----
// The shardings before and after may differ; without a sharding there is nothing to do.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>) {
  %s = sdy.reshard %a <@m, [{"x"},{"y"}]> : tensor<8x8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %s, %z, low=[1,0], high=[1,0], interior=[0,0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"y"},{"x"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<10x8xf32>
  %1 = stablehlo.pad %s, %z, low=[1,0], high=[1,0], interior=[0,0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<10x8xf32>
  %2 = stablehlo.reverse %s, dims=[0] : tensor<8x8xf32>
  %3 = stablehlo.reverse %a, dims=[0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<8x8xf32>
  %4 = stablehlo.pad %a, %z, low=[1,0], high=[1,0], interior=[0,0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"y", ?},{"x"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<10x8xf32>
  return %a : tensor<8x8xf32>
}
// -----
// Padding that would have to go farther than one device: the reverse gives up its axes.
sdy.mesh @m = <["x"=8]>
func.func @main(%a: tensor<9xf32>) -> tensor<9xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}]> : tensor<9xf32>
  %1 = stablehlo.reverse %0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : tensor<9xf32>
  return %1 : tensor<9xf32>
}
// -----
// A window along a dimension of two factors: once the major one is not sharded, neither is the minor one.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<2x5x4xf32>, %k: tensor<16x2x4xf32>) -> tensor<1x2x16xf32> {
  %0 = sdy.reshard %a <@m, [{}, {"y", "x"}, {}]> : tensor<2x5x4xf32>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, f]x[o, 0, i]->[b, 0, f], window = {stride = [2], pad = [[0, 0]], rhs_dilate = [1]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y", "x"}, {}]>]>} : (tensor<2x5x4xf32>, tensor<16x2x4xf32>) -> tensor<1x2x16xf32>
  return %1 : tensor<1x2x16xf32>
}
