// test: pass sdy-basic-propagate
// Axes follow the factors of a product; the contracted one has no result dimension.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
// -----
// A conflict stops at the axes that agree.
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// A merged dimension takes the axes of both; a split one gives what divides.
sdy.mesh @mesh = <["x"=2, "y"=3, "z"=4]>
func.func @main(%arg0: tensor<2x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "y"}]>}) -> (tensor<24xf32>, tensor<2x12xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x12xf32>) -> tensor<24xf32>
  %1 = stablehlo.reshape %arg1 : (tensor<24xf32>) -> tensor<2x12xf32>
  return %0, %1 : tensor<24xf32>, tensor<2x12xf32>
}
// -----
// A barrier lets shardings pass only its way.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg2: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<8xf32>
  %1 = sdy.propagation_barrier %arg1 allowed_direction=BACKWARD : tensor<8xf32>
  %2 = sdy.propagation_barrier %arg2 allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} : tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
// A sharding on the empty mesh states which dimensions are closed, and is compatible with any mesh.
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @empty = <[]>
func.func @main(%arg0: tensor<24x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<24x6xf32>, tensor<24x6xf32>) {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@empty, [{}, {}]>]>} : tensor<24x6xf32>
  %1 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@empty, [{?}, {}]>]>} : tensor<24x6xf32>
  return %0, %1 : tensor<24x6xf32>, tensor<24x6xf32>
}
// -----
// The tensors of a group start with the sharding that one of them has; an open one without axes counts as none.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<8xf32>, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}], replicated={"x"}>}, %arg3: tensor<8xf32>) {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %arg1 group_id=0 : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=1 : tensor<8xf32>
  sdy.sharding_group %arg3 group_id=1 : tensor<8xf32>
  return
}
// -----
// Where the tensors of a group are given different shardings, open constraints take their place in it.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg2: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg1 group_id=0 : tensor<8xf32>
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %arg2 group_id=0 : tensor<8xf32>
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Dead ops are erased, but their shardings are propagated first.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  %1 = stablehlo.tanh %0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
// -----
// One on the empty mesh moves to the mesh of the others even when no axis can be written to it.
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @empty = <[]>
func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@empty, [{?}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// The shardings of several results are one list: once one result is on a mesh, all are.
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @other = <["y"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<4xf32>, %arg2: tensor<4xf32> {sdy.sharding = #sdy.sharding<@other, [{"y"}]>}) -> (tensor<8xf32>, tensor<4xf32>) {
  %0:2 = stablehlo.custom_call @f(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j])->([i], [j]) {i=8, j=4}, custom>} : (tensor<8xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>)
  %1 = stablehlo.add %0#1, %arg2 : tensor<4xf32>
  return %0#0, %1 : tensor<8xf32>, tensor<4xf32>
}
// -----
// Sub-axes that begin alike are compared by size, even if neither contains the other.
sdy.mesh @mesh = <["x"=6]>
func.func @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, ?}]>}, %arg1: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)3, ?}]>}) -> tensor<6xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<6xf32>
  return %0 : tensor<6xf32>
}
// -----
// The sharding of a value reaches its users inside a loop before the loop itself.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<i1>) -> (tensor<8x8xf32>, tensor<8x4x8xf32>) {
  %0 = stablehlo.while(%iterArg = %arg0) : tensor<8x8xf32>
  cond {
    stablehlo.return %arg1 : tensor<i1>
  } do {
    %4 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %4 : tensor<8x8xf32>
  }
  %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
  %2 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<8x8xf32>) -> tensor<8x4x8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}, {"x"}]> : tensor<8x4x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x4x8xf32>
}
// -----
// Axes that do not divide a factor close the next one; the factors after that have no effect.
sdy.mesh @mesh = <["x"=8, "y"=2]>
func.func @main(%arg0: tensor<96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}]>}, %arg1: tensor<3x8x4xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.custom_call @f(%arg0, %arg1) {sdy.sharding_rule = #sdy.op_sharding_rule<([ijk], [i, j, k])->([k, j]) {i=3, j=8, k=4}, custom>} : (tensor<96xf32>, tensor<3x8x4xf32>) -> tensor<4x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x":(1)2}, {"x":(2)4}]> : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// -----
// What is on one device in a manual computation takes no part in the flow out of it.
sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @one = <[], device_ids=[2]>
func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y", ?}]>] out_shardings=[<@mesh, [{"y", ?}], replicated={"x"}>] manual_axes={"x", "y"} (%arg1: tensor<1xf32>) {
    %2 = sdy.data_flow_edge %arg1 sharding=<@mesh, [{?}]> : tensor<1xf32>
    %3 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : tensor<1xf32>
    sdy.return %3 : tensor<1xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"y", ?}]> : tensor<2xf32>
  return %1 : tensor<2xf32>
}
