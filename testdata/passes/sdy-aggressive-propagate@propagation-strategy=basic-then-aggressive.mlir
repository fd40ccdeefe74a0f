// test: pass sdy-aggressive-propagate{propagation-strategy=basic-then-aggressive}
// An edge is not elementwise: a branch may take what another branch has and the result cannot take.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<i32>, %arg1: tensor<16x2xf32>, %arg2: tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}]>}, %arg3: tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<16x2xf32> {
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg1 : tensor<16x2xf32>
  }, {
    stablehlo.return %arg2 : tensor<16x2xf32>
  }, {
    stablehlo.return %arg3 : tensor<16x2xf32>
  }) : (tensor<i32>) -> tensor<16x2xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x2xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<16x2xf32>
  return %2 : tensor<16x2xf32>
}
