// test: pass sdy-apply-sharding-constraints{debug-propagation-edge-sharding=true}
// constraints and manual computations
module {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
  func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<i32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
    %1 = stablehlo.add %0, %arg1 : tensor<8x8xf32>
    %2:2 = stablehlo.while(%iterArg = %1, %iterArg_0 = %arg2) : tensor<8x8xf32>, tensor<i32>
    cond {
      %8 = stablehlo.compare LT, %iterArg_0, %arg2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %8 = stablehlo.add %iterArg, %iterArg : tensor<8x8xf32>
      stablehlo.return %8, %iterArg_0 : tensor<8x8xf32>, tensor<i32>
    }
    %3 = sdy.data_flow_edge %2#0 : tensor<8x8xf32>
    %4 = sdy.data_flow_edge %2#1 : tensor<i32>
    %5 = sdy.sharding_constraint %3 <@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
    %6 = sdy.manual_computation(%5) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>] manual_axes={"a"} (%arg3: tensor<4x8xf32>) {
      %8 = sdy.data_flow_edge %arg3 sharding=<@mesh, [{}, {"b"}]> : tensor<4x8xf32>
      %9 = sdy.manual_computation(%8) in_shardings=[<@mesh, [{}, {"b"}]>] out_shardings=[<@mesh, [{}, {"b", ?}]>] manual_axes={"b"} (%arg4: tensor<4x4xf32>) {
        %11 = sdy.data_flow_edge %arg4 sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
        %12 = stablehlo.add %11, %11 : tensor<4x4xf32>
        sdy.return %12 : tensor<4x4xf32>
      } : (tensor<4x8xf32>) -> tensor<4x8xf32>
      %10 = sdy.data_flow_edge %9 sharding=<@mesh, [{}, {"b", ?}]> : tensor<4x8xf32>
      sdy.return %10 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %7 = sdy.data_flow_edge %6 sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
    return %5, %7 : tensor<8x8xf32>, tensor<8x8xf32>
  }
}
// -----
// two in a row
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {}]> : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %arg1 <@mesh, [{"c", "a"}, {}]> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
