// test: pass sdy-drop-sharding-and-mesh
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Other attributes stay.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {jax.a = 1 : i64, sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {jax.result_info = "r", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) attributes {tag = 1 : i64} {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>, tag = 2 : i64} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Several meshes, some unused.
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @b = <["x"=8]> {stablehlo.mesh = {axes = [{name = "x", size = 8 : i64}]}}
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// No mesh.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// Loops, calls, other functions.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.while(%a = %0) : tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", ?}], replicated={"x"}>]>}
  cond {
    %c = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], replicated={"x"}>]>} dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) attributes {sdy.original_func_name = "f"} {
  return %arg0 : tensor<8xf32>
}
// -----
// Meshes in place and debug attributes.
module attributes {mhlo.num_partitions = 8 : i32} {
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=8]>, [{"x"}]>, sdy.sharding_origins = {x = "self"}}) -> tensor<8xf32> {
    %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=8]>, [{"x"}]>]>} dense<1.0> : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// -----
// Constants, edges between functions, barriers.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// A named computation, an op with several results, an op without.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
    %2 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{}]>]>} %0, %arg0 : tensor<8xf32>, tensor<8xf32>
  stablehlo.custom_call @sink(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<8xf32>) -> ()
  return %1#0, %1#1 : tensor<8xf32>, tensor<8xf32>
}
