// test: pass sdy-add-data-flow-edges
// Behind the results of loops, branches and barriers, with the sharding of the result.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = stablehlo.while(%a = %arg0, %b = %arg1) : tensor<8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, []>]>}
  cond {
    %4 = stablehlo.compare LT, %b, %arg1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  } do {
    %4 = stablehlo.negate %a : tensor<8xf32>
    stablehlo.return %4, %b : tensor<8xf32>, tensor<i32>
  }
  %1 = "stablehlo.case"(%0#1) ({
    stablehlo.return %0#0 : tensor<8xf32>
  }, {
    stablehlo.return %arg0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %2:2 = stablehlo.optimization_barrier %1, %arg0 : tensor<8xf32>, tensor<8xf32>
  return %2#0, %2#1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// In a manual computation also behind the arguments, without the manual axes.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y"}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {"y"}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    %1 = stablehlo.add %arg1, %arg1 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// In a named computation likewise; without shardings there are none to give.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Results that nothing uses get edges, tokens do not.
func.func @main(%arg0: tensor<8xf32>, %arg1: !stablehlo.token) -> tensor<8xf32> {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8xf32>, !stablehlo.token
  return %arg0 : tensor<8xf32>
}
