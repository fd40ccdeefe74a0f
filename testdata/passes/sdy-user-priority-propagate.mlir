// test: pass sdy-user-priority-propagate
// Dimensions wait for their priority; meanwhile nothing takes their axes.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// The order of priorities decides.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p2, {?}p2]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p1, {"x", ?}p1]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}p3, {?}]>}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// Priorities end everywhere: behind edges between functions and on results that are not the program's.
sdy.mesh @mesh = <["x"=3]>
func.func @main(%arg0: tensor<6x3xf32>) -> tensor<6x3xf32> {
  %0 = call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}p2, {}]>]>} : (tensor<6x3xf32>) -> tensor<6x3xf32>
  %1 = sdy.func_data_flow_edge %0 : tensor<6x3xf32>
  return %1 : tensor<6x3xf32>
}
func.func private @f(%arg0: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}p2]>}) -> (tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1, {}]>}) {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}
// -----
// A dimension on the empty mesh waits too; by then the tensor may be on another mesh.
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @empty = <[]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@empty, [{?}, {?}p1]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// What is on another mesh in a manual computation takes no part in the flow out of it.
sdy.mesh @mesh = <["x"=6, "y"=2]>
sdy.mesh @flat = <["all"=12]>
func.func @main(%arg0: tensor<24x4xf32>) -> tensor<24x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {}], replicated={"x", "y"}>] out_shardings=[<@mesh, [{}, {"y"}], replicated={"x"}>] manual_axes={"x", "y"} (%arg1: tensor<24x4xf32>) {
    %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{}, {}]> : tensor<24x4xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {?}]> : tensor<24x4xf32>
    %4 = sdy.sharding_constraint %3 <@flat, [{}, {"all"}p1]> : tensor<24x4xf32>
    sdy.return %4 : tensor<24x4xf32>
  } : (tensor<24x4xf32>) -> tensor<24x8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{}, {"y"}], replicated={"x"}> : tensor<24x8xf32>
  return %1 : tensor<24x8xf32>
}
// -----
// A manual axis that waits for its priority outside does not keep free axes from coming in.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x6x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}, {?}]>}) -> tensor<4x6x2xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{?}, {?}, {?}], replicated={"y"}>] out_shardings=[<@mesh, [{?}, {"x", ?}, {"y", ?}p2]>] manual_axes={"y"} (%arg1: tensor<4x6x1xf32>) {
    %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{?}, {?}, {?}]> : tensor<4x6x1xf32>
    %3 = stablehlo.slice %2 [0:4, 0:6, 0:1] : (tensor<4x6x1xf32>) -> tensor<4x6x1xf32>
    %4 = stablehlo.negate %3 : tensor<4x6x1xf32>
    sdy.return %4 : tensor<4x6x1xf32>
  } : (tensor<4x6x1xf32>) -> tensor<4x6x2xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{?}, {"x", ?}, {"y", ?}p2]> : tensor<4x6x2xf32>
  return %1 : tensor<4x6x2xf32>
}
// -----
// arguments of a manual computation in one group, sharded differently
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a"}, {"b"}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>) {
    sdy.sharding_group %arg2 group_id=0 : tensor<4x8xf32>
    sdy.sharding_group %arg3 group_id=0 : tensor<4x8xf32>
    %1 = stablehlo.add %arg2, %arg3 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// an argument and a result in one group, sharded differently
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", "b"}, {}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%arg2: tensor<4x8xf32>) {
    sdy.sharding_group %arg2 group_id=0 : tensor<4x8xf32>
    %1 = stablehlo.add %arg2, %arg2 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<4x8xf32>
    sdy.sharding_group %1 group_id=0 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// a group shards an argument of a manual computation
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%arg2: tensor<4x8xf32>, %arg3: tensor<4x8xf32>) {
    sdy.sharding_group %arg2 group_id=0 : tensor<4x8xf32>
    sdy.sharding_group %arg3 group_id=0 : tensor<4x8xf32>
    %1 = stablehlo.add %arg2, %arg3 : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
// arguments of a loop in one group, sharded differently
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@mesh, [{"b"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0:2 = stablehlo.while(%i = %arg0, %j = %arg1) : tensor<8x8xf32>, tensor<8x8xf32> attributes {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>, <@mesh, [{"b"}, {}]>]>}
   cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    sdy.sharding_group %i group_id=0 : tensor<8x8xf32>
    sdy.sharding_group %j group_id=0 : tensor<8x8xf32>
    stablehlo.return %i, %j : tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %0#0, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// a barrier without edges
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@mesh, [{"b"}, {}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>, <@mesh, [{?}, {"b", ?}]>]>} %arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>
  %1 = stablehlo.add %0#0, %0#1 : tensor<8x8xf32>
  return %1, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
// a named computation without edges
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>) {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8x8xf32>) {
    %2 = stablehlo.add %arg1, %arg1  {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
    sdy.return %2 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %0, %0  {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// a manual computation without edges
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%arg2: tensor<4x8xf32>) {
    %1 = stablehlo.add %arg2, %arg2 {sdy.sharding=#sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %0, %0  {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "b"}, {}]>]>} : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// -----
// a value that one group lists twice
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@mesh, [{"b"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@mesh, [{}, {"b"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %arg1 group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %arg1 group_id=0 : tensor<8x8xf32>
  return %arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>
}
