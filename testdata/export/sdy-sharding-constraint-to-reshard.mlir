// test: pass sdy-sharding-constraint-to-reshard
// Used.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Not used.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
// -----
// Open dimensions, priorities, replicated and unreduced axes, other attributes.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x", ?}p1, {?}], replicated={"y"}> {tag = 1 : i64} : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"y"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// A chain, of which one is used twice.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"y"}]> : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// The value already has that sharding.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// In regions.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.while(%a = %arg0) : tensor<8xf32>
  cond {
    %1 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
// -----
// A constraint used only by an unused constraint, or by a group.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %arg0 <@mesh, [{"y"}]> : tensor<8xf32>
  sdy.sharding_group %2 group_id=0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
// -----
// A reshard is left alone; a mesh in place; one device.
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @one = <[], device_ids=[3]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <mesh<["z"=8]>, [{"z"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@one, []> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
