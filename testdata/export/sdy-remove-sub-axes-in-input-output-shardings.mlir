// test: pass sdy-remove-sub-axes-in-input-output-shardings
// Open dimensions of main end before the first sub-axis.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=4]>
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, "z", ?}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(2)2, ?}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}]>}, tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
  return %arg0, %arg1 : tensor<16xf32>, tensor<16xf32>
}
// -----
// Closed dimensions stay, and a mixture.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=4]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}, {"y":(2)4, ?}]>}) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, ?}, {"y":(2)4}]>}) {
  return %arg0 : tensor<16x16xf32>
}
// -----
// Values inside main are not touched.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=4]>
func.func @main(%arg0: tensor<16xf32>) -> tensor<16xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y":(1)2, ?}]>]>} : tensor<16xf32>
  return %0 : tensor<16xf32>
}
// -----
// Other functions are not touched.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=4]>
func.func @main(%arg0: tensor<16xf32>) -> tensor<16xf32> {
  %0 = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y":(1)2, ?}]>]>} : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func private @f(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, ?}]>}) {
  return %arg0 : tensor<16xf32>
}
func.func public @g(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, ?}]>}) {
  return %arg0 : tensor<16xf32>
}
// -----
// The only function counts as main.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=4]>
func.func private @only(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, ?}]>}) {
  return %arg0 : tensor<16xf32>
}
// -----
// Priorities, replicated and unreduced sub-axes.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=4]>
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}p1], replicated={"y":(2)2}, unreduced={"y":(4)2}>}) -> tensor<16xf32> {
  return %arg0 : tensor<16xf32>
}
// -----
// Manual computations in main.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=4]>
func.func @main(%arg0: tensor<16xf32>) -> tensor<16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y":(1)2, ?}]>] out_shardings=[<@mesh, [{"x", "y":(1)2, ?}]>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
// -----
// An inline mesh, and full axes only.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=4]>
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<mesh<["w"=8]>, [{"w":(2)2, ?}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z", ?}]>}) -> tensor<16xf32> {
  return %arg0 : tensor<16xf32>
}
