// test: pass sdy-sink-data-flow-edges
// A while: the edges' shardings become the op's, missing ones are fully open.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @while(%arg0: tensor<8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
  %0:2 = stablehlo.while(%a = %arg0, %b = %arg1) : tensor<8x16xf32>, tensor<i32>
  cond {
    %3 = stablehlo.compare LT, %b, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    stablehlo.return %a, %b : tensor<8x16xf32>, tensor<i32>
  }
  %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"x", ?}, {?}]> : tensor<8x16xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<i32>
  return %1 : tensor<8x16xf32>
}
// -----
// No edge has a sharding: the op stays without.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @none(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<8x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
// -----
// Results without an edge, between some that have one.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @some(%arg0: tensor<8x16xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<8x16xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:3 = stablehlo.optimization_barrier %arg0, %arg1, %arg2 : tensor<8x16xf32>, tensor<4xf32>, tensor<4xf32>
  %1 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"y"}]> : tensor<4xf32>
  return %0#0, %1, %0#2 : tensor<8x16xf32>, tensor<4xf32>, tensor<4xf32>
}
// -----
// The op has a sharding already.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @already(%arg0: tensor<8x16xf32>, %arg1: tensor<4xf32>) -> (tensor<8x16xf32>, tensor<4xf32>) {
  %0:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}]>]>} %arg0, %arg1 : tensor<8x16xf32>, tensor<4xf32>
  %1 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"y"}]> : tensor<4xf32>
  return %0#0, %1 : tensor<8x16xf32>, tensor<4xf32>
}
// -----
// A manual computation: edges of block arguments and results are about the free axes.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @manual(%arg0: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}], replicated={"z"}>] out_shardings=[<@mesh, [{"x", ?}, {?}], replicated={"z"}>] manual_axes={"x", "z"} (%arg1: tensor<4x16xf32>) {
    %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{?}, {"y", ?}]> : tensor<4x16xf32>
    %3 = stablehlo.add %2, %2 : tensor<4x16xf32>
    sdy.return %3 : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x", ?}, {"y", ?}], replicated={"z"}> : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
// -----
// A manual computation whose edges have no sharding, or are missing.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @manual_unknown(%arg0: tensor<8x16xf32>, %arg1: tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>) {
  %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x", ?}, {?}]>, <@mesh, [{"y", ?}], replicated={"x"}>] out_shardings=[<@mesh, [{"x", ?}, {?}]>, <@mesh, [{"y"}], replicated={"x"}>] manual_axes={"x"} (%arg2: tensor<4x16xf32>, %arg3: tensor<8xf32>) {
    %2 = sdy.data_flow_edge %arg2 : tensor<4x16xf32>
    sdy.return %2, %arg3 : tensor<4x16xf32>, tensor<8xf32>
  } : (tensor<8x16xf32>, tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>)
  %1 = sdy.data_flow_edge %0#0 : tensor<8x16xf32>
  return %1, %0#1 : tensor<8x16xf32>, tensor<8xf32>
}
// -----
// A named computation without shardings gets them.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @named(%arg0: tensor<8x16xf32>, %arg1: tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>) {
  %0:2 = sdy.named_computation<"f">(%arg0, %arg1) (%arg2: tensor<8x16xf32>, %arg3: tensor<8xf32>) {
    %3 = sdy.data_flow_edge %arg2 sharding=<@mesh, [{"x"}, {?}]> : tensor<8x16xf32>
    %4 = sdy.data_flow_edge %arg3 : tensor<8xf32>
    sdy.return %3, %4 : tensor<8x16xf32>, tensor<8xf32>
  } : (tensor<8x16xf32>, tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>)
  %1 = sdy.data_flow_edge %0#0 : tensor<8x16xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
  return %1, %2 : tensor<8x16xf32>, tensor<8xf32>
}
// -----
// A case, with an edge that carries attributes of its own.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @case(%arg0: tensor<i32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg1 : tensor<8xf32>
  }, {
    %2 = stablehlo.negate %arg1 : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"x", "y"}]> {tag = "kept?"} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// Debug information of the edges moves to the op.
// test: pass sdy-sink-data-flow-edges{sink-debug-sharding-origins=true}
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @origins(%arg0: tensor<8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x16xf32>, tensor<i32>
  %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"x", ?}, {?}]> {sdy.sharding_origins = {x = "self"}} : tensor<8x16xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<i32>
  return %1 : tensor<8x16xf32>
}
// -----
// test: pass sdy-sink-data-flow-edges{sink-debug-propagation-edge-sharding=true}
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @steps(%arg0: tensor<8x16xf32>, %arg1: tensor<i32>) -> tensor<8x16xf32> {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x16xf32>, tensor<i32>
  %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"x", ?}, {?}]> {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<8x16xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<i32>
  return %1 : tensor<8x16xf32>
}
// -----
// Both kinds on a named computation: block arguments and results.
// test: pass sdy-sink-data-flow-edges{sink-debug-sharding-origins=true sink-debug-propagation-edge-sharding=true}
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @both(%arg0: tensor<8x16xf32>, %arg1: tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>) {
  %0:2 = sdy.named_computation<"f">(%arg0, %arg1) (%arg2: tensor<8x16xf32>, %arg3: tensor<8xf32>) {
    %3 = sdy.data_flow_edge %arg2 sharding=<@mesh, [{"x"}, {?}]> {sdy.sharding_origins = {x = "self"}, sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<8x16xf32>
    %4 = sdy.data_flow_edge %arg3 : tensor<8xf32>
    sdy.return %3, %4 : tensor<8x16xf32>, tensor<8xf32>
  } : (tensor<8x16xf32>, tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>)
  %1 = sdy.data_flow_edge %0#0 : tensor<8x16xf32>
  %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"y"}]> {sdy.sharding_origins = {y = "input: 1"}} : tensor<8xf32>
  return %1, %2 : tensor<8x16xf32>, tensor<8xf32>
}
// -----
// An edge that uses the value of another op than a data-flow one, or a function argument.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @elsewhere(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %1 sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Several meshes.
sdy.mesh @a = <["x"=2, "y"=4]>
sdy.mesh @b = <["x"=8]>
func.func @meshes(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:3 = stablehlo.optimization_barrier %arg0, %arg1, %arg2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %0#1 sharding=<@b, [{"x"}]> : tensor<8xf32>
  %3 = sdy.data_flow_edge %0#2 sharding=<@a, [{"y"}]> : tensor<8xf32>
  return %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
// Nested: a loop in a loop.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @nested(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.while(%a = %arg0) : tensor<8xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %2 = stablehlo.optimization_barrier %a : tensor<8xf32>
    %3 = sdy.data_flow_edge %2 sharding=<@mesh, [{"x"}]> : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// A manual computation with edges of all kinds: one with a sharding, one without, one missing.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]>
func.func @manual_mixed(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:3 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"x", ?}]>, <@mesh, [{"x", "y"}]>, <@mesh, [{"x", "z"}]>] out_shardings=[<@mesh, [{"x", ?}]>, <@mesh, [{"x", "y"}]>, <@mesh, [{"x", "z"}]>] manual_axes={"x"} (%arg3: tensor<4xf32>, %arg4: tensor<4xf32>, %arg5: tensor<4xf32>) {
    %5 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{"y", ?}]> : tensor<4xf32>
    %6 = sdy.data_flow_edge %arg4 : tensor<4xf32>
    sdy.return %5, %6, %arg5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  } : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
  return %0#0, %2, %0#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
// A named computation with shardings whose edges have none.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @named_kept(%arg0: tensor<8x16xf32>, %arg1: tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>) {
  %0:2 = sdy.named_computation<"f">(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {?}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}, {?}]>, <@mesh, [{"x"}]>] (%arg2: tensor<8x16xf32>, %arg3: tensor<8xf32>) {
    %3 = sdy.data_flow_edge %arg2 : tensor<8x16xf32>
    %4 = sdy.data_flow_edge %arg3 : tensor<8xf32>
    sdy.return %3, %4 : tensor<8x16xf32>, tensor<8xf32>
  } : (tensor<8x16xf32>, tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8x16xf32>, tensor<8xf32>
}
// -----
// Debug information is asked for but there is none, or no edge.
// test: pass sdy-sink-data-flow-edges{sink-debug-sharding-origins=true sink-debug-propagation-edge-sharding=true}
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @no_info(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8xf32>, tensor<i32>
  %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"x", ?}]> : tensor<8xf32>
  %2 = stablehlo.optimization_barrier %1 : tensor<8xf32>
  %3 = stablehlo.optimization_barrier %2 : tensor<8xf32>
  %4 = sdy.data_flow_edge %3 : tensor<8xf32>
  return %4 : tensor<8xf32>
}
// -----
// Unreduced axes of an edge in a manual computation.
sdy.mesh @mesh = <["a"=2, "x"=2, "b"=2, "y"=4, "c"=2]>
func.func @manual_unreduced(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}], unreduced={"b"}>] out_shardings=[<@mesh, [{"x", ?}, {?}], unreduced={"b"}>] manual_axes={"x", "b"} (%arg3: tensor<4x8xf32>) {
    %5 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{?}, {?}], unreduced={"y"}> : tensor<4x8xf32>
    sdy.return %5 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// An edge that nothing uses, and one on a value of a loop's region.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @unused(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.while(%a = %arg0) : tensor<8xf32> attributes {tag = 1 : i64}
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %3 = sdy.data_flow_edge %a sharding=<@mesh, [{"x"}]> : tensor<8xf32>
    stablehlo.return %3 : tensor<8xf32>
  }
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"y"}]> : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
// -----
// A manual computation where manual and free axes are replicated.
sdy.mesh @mesh = <["a"=2, "x"=2, "b"=2, "y"=4, "c"=2]>
func.func @manual_replicated(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}, {?}], replicated={"b", "y"}>] out_shardings=[<@mesh, [{"x", ?}, {?}], replicated={"b", "y"}>] manual_axes={"x", "b"} (%arg3: tensor<4x8xf32>) {
    %5 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{"c", ?}p1, {}], replicated={"a", "y"}> : tensor<4x8xf32>
    sdy.return %5 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
