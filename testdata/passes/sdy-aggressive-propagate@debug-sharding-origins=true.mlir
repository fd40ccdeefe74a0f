// test: pass sdy-aggressive-propagate{debug-sharding-origins=true}
// inputs and outputs
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c", ?}]>}, %arg2: tensor<8x16xf32>) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
// -----
// a value returned twice, and an argument
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0, %0, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// parts of an axis are split and merged
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", ?}]>}, %arg1: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c":(1)4, ?}, {"c":(4)2, ?}]>}) -> (tensor<4x4xf32>, tensor<16xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<16xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.reshape %arg1 : (tensor<4x4xf32>) -> tensor<16xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<16xf32>
}
// -----
// several results of one op
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) {
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  return %0#0, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// loops and manual computations
module {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x8xf32>, %arg2: tensor<i32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
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
    %4 = sdy.sharding_constraint %3 <@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
    %5 = sdy.data_flow_edge %2#1 : tensor<i32>
    %6 = sdy.manual_computation(%4) in_shardings=[<@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a"}, {"b"}]>] manual_axes={"a"} (%arg3: tensor<4x8xf32>) {
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
    return %4, %7 : tensor<8x8xf32>, tensor<8x8xf32>
  }
}
// -----
// constraints not applied yet
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
