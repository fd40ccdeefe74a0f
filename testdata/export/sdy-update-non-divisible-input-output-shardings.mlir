// test: pass sdy-update-non-divisible-input-output-shardings
// Arguments and results keep the longest prefix that divides; the last axis may be split.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
func.func @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg1: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", "z"}]>}, %arg2: tensor<5x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", ?}]>}, tensor<5x8xf32>) {
  return %arg0, %arg1, %arg2 : tensor<6xf32>, tensor<12xf32>, tensor<5x8xf32>
}
// -----
// Openness, priorities, replicated and unreduced axes stay.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
func.func @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}p1], replicated={"x"}>}, %arg1: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}p2], unreduced={"x"}>}, %arg2: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}p2]>}) -> tensor<6xf32> {
  return %arg0 : tensor<6xf32>
}
// -----
// Sub-axes; a size of zero or one.
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=3]>
func.func @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(2)4}]>}, %arg1: tensor<0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg2: tensor<1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg3: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)4, "z"}]>}) -> tensor<6xf32> {
  return %arg0 : tensor<6xf32>
}
// -----
// Values inside a function are not touched; calls are.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
func.func @main(%arg0: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<6xf32>
  %1 = call @f(%0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<6xf32>) -> tensor<6xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"y"}]> : tensor<6xf32>
  %3 = sdy.reshard %2 <@mesh, [{"y"}]> : tensor<6xf32>
  return %3 : tensor<6xf32>
}
func.func private @f(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}]>}) {
  return %arg0 : tensor<6xf32>
}
// -----
// Manual and named computations.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
func.func @main(%arg0: tensor<6xf32>) -> tensor<6xf32> {
  %0 = sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"y"}]>] out_shardings=[<@mesh, [{"y"}]>] (%arg1: tensor<6xf32>) {
    sdy.return %arg1 : tensor<6xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x"} (%arg1: tensor<3xf32>) {
    sdy.return %arg1 : tensor<3xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
// -----
// Data-flow ops and their edges.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
func.func @main(%arg0: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} %arg0 : tensor<6xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<6xf32>
  %2 = sdy.data_flow_edge %1 sharding=<@mesh, [{"y"}]> : tensor<6xf32>
  %3 = sdy.named_computation<"f">(%2) (%arg1: tensor<6xf32>) {
    %4 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{"y"}]> : tensor<6xf32>
    sdy.return %4 : tensor<6xf32>
  } : (tensor<6xf32>) -> tensor<6xf32>
  %5 = sdy.data_flow_edge %3 sharding=<@mesh, [{"y"}]> : tensor<6xf32>
  return %5 : tensor<6xf32>
}
// -----
// A dynamic dimension, a scalar, a token.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
func.func @main(%arg0: tensor<?x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg2: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>}) -> tensor<?x6xf32> {
  return %arg0 : tensor<?x6xf32>
}
// -----
// Public and private functions, without main; a maximal mesh; a mesh in place.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
sdy.mesh @one = <[], device_ids=[0]>
func.func public @f(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg1: tensor<6xf32> {sdy.sharding = #sdy.sharding<@one, []>}) -> tensor<6xf32> {
  return %arg0 : tensor<6xf32>
}
func.func private @g(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<mesh<["w"=4]>, [{"w"}]>}) -> tensor<6xf32> {
  return %arg0 : tensor<6xf32>
}
// -----
// Nested manual computations inside loops.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
func.func @main(%arg0: tensor<12xf32>) -> tensor<12xf32> {
  %0 = stablehlo.while(%a = %arg0) : tensor<12xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}]>]>}
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x", "y", ?}]>] manual_axes={"x"} (%arg1: tensor<6xf32>) {
      %2 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"z", "y"}]>] out_shardings=[<@mesh, [{"z", "y"}]>] manual_axes={"z"} (%arg2: tensor<2xf32>) {
        %3 = func.call @f(%arg2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<2xf32>) -> tensor<2xf32>
        sdy.return %3 : tensor<2xf32>
      } : (tensor<6xf32>) -> tensor<6xf32>
      sdy.return %2 : tensor<6xf32>
    } : (tensor<12xf32>) -> tensor<12xf32>
    stablehlo.return %1 : tensor<12xf32>
  }
  return %0 : tensor<12xf32>
}
func.func private @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  return %arg0 : tensor<2xf32>
}
// -----
// Priorities of the dimensions beside one that changes, and of a sharding that does not change.
sdy.mesh @mesh = <["x"=2, "y"=4, "z"=3]>
func.func @main(%arg0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}p1, {"x", ?}p2]>}, %arg1: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {?}p2]>}) -> tensor<6x4xf32> {
  return %arg0 : tensor<6x4xf32>
}
