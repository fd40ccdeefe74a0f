// test: pass sdy-remove-sharding-groups
// Groups of arguments, results, constants.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// In a loop and a manual computation.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.while(%a = %arg0) : tensor<8xf32>
  cond {
    sdy.sharding_group %a group_id=1 : tensor<8xf32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    sdy.sharding_group %a group_id=1 : tensor<8xf32>
    stablehlo.return %a : tensor<8xf32>
  }
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{}], replicated={"x"}>] out_shardings=[<@mesh, [{}], replicated={"x"}>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
    sdy.sharding_group %arg1 group_id=2 : tensor<8xf32>
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// In several functions.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=7 {tag = 1 : i64} : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
// -----
// None.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// The value of a group has no other use and stays.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  %1 = sdy.constant dense<1.0> : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  return %arg0 : tensor<8xf32>
}
// -----
// In the body of a named computation and of a reduction's neighbour.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.named_computation<"f">(%arg0) (%arg1: tensor<8xf32>) {
    sdy.sharding_group %arg1 group_id=3 : tensor<8xf32>
    sdy.return %arg1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  sdy.sharding_group %0 group_id=3 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Both branches of a case.
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
  %0 = "stablehlo.case"(%arg1) ({
    sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
    stablehlo.return %arg0 : tensor<8xf32>
  }, {
    sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
    stablehlo.return %arg0 : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
// Right before and after constraints.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %arg0 group_id=0 : tensor<8xf32>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  sdy.sharding_group %0 group_id=4 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
