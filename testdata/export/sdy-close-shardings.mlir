// test: pass sdy-close-shardings
// Arguments, results, ops: closed, without replicated axes.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}], replicated={"y"}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {}]>, jax.result_info = "r"}) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y", ?}], replicated={"x"}>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// Priorities and unreduced axes.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {"z", ?}p2], unreduced={"y"}>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p3]>}) -> tensor<8x8xf32> {
  return %arg0 : tensor<8x8xf32>
}
// -----
// Constraints, reshards, collectives.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x", ?}], replicated={"y"}> : tensor<8xf32>
  %1 = sdy.reshard %0 <@mesh, [{?}], replicated={"y"}> : tensor<8xf32>
  %2 = sdy.all_slice [{"x"}] %1 out_sharding=<@mesh, [{"x", ?}], replicated={"y"}> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
// -----
// Manual computations keep their replicated axes.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y", ?}], replicated={"x", "z"}>] out_shardings=[<@mesh, [{?}], replicated={"x"}>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
    %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", ?}], replicated={"z"}>]>} : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Named computations and edges.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"y", ?}], replicated={"x"}>] out_shardings=[<@mesh, [{?}]>] (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x", ?}], replicated={"y"}> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// Several results, calls, loops, other functions.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>, <@mesh, [{?}]>]>} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = stablehlo.while(%a = %0#0) : tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", ?}], replicated={"x"}>]>}
  cond {
    %c = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], replicated={"x"}>]>} dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a : tensor<8xf32>
  }
  return %0#1, %1 : tensor<8xf32>, tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}]>}) {
  return %arg0, %arg0 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Maximal meshes, meshes in place, ops without results.
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @one = <[], device_ids=[0]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> tensor<8xf32> {
  stablehlo.custom_call @sink(%arg0) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<8xf32>) -> ()
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<mesh<["z"=8]>, [{"z", ?}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Edges between functions, and a barrier.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
