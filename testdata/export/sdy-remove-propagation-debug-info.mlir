// test: pass sdy-remove-propagation-debug-info
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, sdy.sharding_origins = {x = "self"}}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, sdy.sharding_origins = {x = "self"}, sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>}) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, sdy.sharding_origins = [{x = "input: 0"}], sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// The names of constraints.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> {sdy.sharding_origin_name = "c0", sdy.sharding_origins = {x = "self"}} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// What edges left on data-flow ops.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier {sdy.block_arg_propagation_edges = [], sdy.block_arg_sharding_origins = [], sdy.result_propagation_edges = [], sdy.result_sharding_origins = [], sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// On the module, the mesh and the function.
module attributes {sdy.sharding_origins = {x = "self"}} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {sdy.sharding_origins = {x = "self"}}
  func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.sharding_origins = {x = "self"}, sdy.sharding_origin_name = "f"} {
    return %arg0 : tensor<8xf32>
  }
}
// -----
// In regions and other functions.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func private @f(%arg0: tensor<8xf32> {sdy.sharding_origins = {x = "self"}}) -> (tensor<8xf32> {sdy.sharding_origins = {x = "self"}, jax.a = 1 : i64}) {
  %0 = stablehlo.while(%a = %arg0) : tensor<8xf32> attributes {sdy.result_sharding_origins = [{x = "self"}], sdy.sharding_origins = [{x = "self"}]}
  cond {
    %c = stablehlo.constant {sdy.sharding_origins = [{x = "self"}]} dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// None.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// Manual and named computations.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<4xf32>) {
    sdy.return %arg1 : tensor<4xf32>
  } {sdy.block_arg_sharding_origins = [{x = "mc_0_input: 0"}], sdy.result_sharding_origins = [{x = "mc_0_output: 0"}], sdy.sharding_origin_name = "mc_0"} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// On edges.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x"}]> {sdy.sharding_origins = {x = "self"}} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
