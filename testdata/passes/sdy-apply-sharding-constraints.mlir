// test: pass sdy-apply-sharding-constraints
// A value takes the sharding of its closed constraint, not of an open one, and not if it has one.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %arg1 <@mesh, [{"x", ?}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %arg2 <@mesh, [{"x"}]> : tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
// Constraints that disagree cancel each other; what a manual computation asks for counts.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %0 <@mesh, [{"y"}]> : tensor<8xf32>
  %3 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg2: tensor<4xf32>) {
    sdy.return %arg2 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Where data flows to a value, the constraint moves behind it and takes its uses.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  %3 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}
// -----
// The end of a chain takes the later uses of what the chain starts from.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = stablehlo.abs %0 : tensor<8xf32>
  %2 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"y"}]> : tensor<8xf32>
  %4 = stablehlo.tanh %0 : tensor<8xf32>
  return %0, %1, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
// A constraint in the chain that has another use ends no chain.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"y"}]> : tensor<8xf32>
  %3 = stablehlo.negate %arg0 : tensor<8xf32>
  %4 = stablehlo.negate %1 : tensor<8xf32>
  return %3, %4 : tensor<8xf32>, tensor<8xf32>
}
// -----
// An edge before the constraint learns of its unreduced axes.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}], unreduced={"y"}> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
