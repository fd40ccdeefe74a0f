// test: pass sdy-constant-or-scalar-splitter
// Every user of a constant gets its own.
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.add %arg0, %cst : tensor<8xf32>
  %1 = stablehlo.multiply %0, %cst : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Ops on constants are copied together; a user that takes the result twice gets two copies.
func.func @main(%arg0: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<4x2xf32>
  %3 = stablehlo.add %arg0, %2 : tensor<4x2xf32>
  %4 = stablehlo.custom_call @f(%2, %2) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %3, %4 : tensor<4x2xf32>, tensor<4x2xf32>
}
// -----
// Scalars are shared, their broadcasts are not, whatever the scalar is.
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.add %arg1, %cst : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %3 = stablehlo.add %1, %2 : tensor<8xf32>
  %4 = stablehlo.multiply %1, %2 : tensor<8xf32>
  return %3, %4 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Sharding groups are copied with the constant.
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  sdy.sharding_group %cst group_id=3 : tensor<8xf32>
  %0 = stablehlo.add %arg0, %cst : tensor<8xf32>
  %1 = stablehlo.multiply %arg0, %cst : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// A sharding constraint is not a constant, nor is what follows it; the shardings of constants are copied.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %cst = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} dense<1.0> : tensor<8xf32>
  %0 = sdy.sharding_constraint %cst <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %2 = stablehlo.add %1, %cst : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// A broadcast to a scalar that only another broadcast used stays behind.
func.func @main(%arg0: tensor<f32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32>
  return %arg1 : tensor<4xf32>
}
// -----
// Of a constant with several results, only the groups of the one in use are copied.
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = call @f() : () -> (tensor<8xf32>, tensor<8xf32>)
  sdy.sharding_group %0#0 group_id=1 : tensor<8xf32>
  sdy.sharding_group %0#1 group_id=2 : tensor<8xf32>
  %1 = stablehlo.add %arg0, %0#1 : tensor<8xf32>
  %2 = stablehlo.multiply %arg0, %0#1 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
func.func private @f() -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Several groups: those of constants are copied in their order, others from the last to the first.
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.iota dim = 0 : tensor<8xf32>
  sdy.sharding_group %cst group_id=1 : tensor<8xf32>
  sdy.sharding_group %cst group_id=2 : tensor<8xf32>
  sdy.sharding_group %0 group_id=3 : tensor<8xf32>
  sdy.sharding_group %0 group_id=4 : tensor<8xf32>
  %1 = stablehlo.add %arg0, %cst : tensor<8xf32>
  %2 = stablehlo.multiply %arg0, %0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// a computation without arguments has a copy for each use
sdy.mesh @mesh = <["a"=2]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.named_computation<"f">() () {
    %c = stablehlo.constant dense<1.0> : tensor<8xf32>
    sdy.return %c : tensor<8xf32>
  } : () -> tensor<8xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
  %2 = stablehlo.multiply %arg0, %0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// each copy of a computation has all constants that its body was given
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = sdy.named_computation<"f">() () {
    %c = stablehlo.constant dense<1.0> : tensor<8xf32>
    %d = stablehlo.constant dense<2.0> : tensor<8xf32>
    %e = stablehlo.add %c, %d : tensor<8xf32>
    sdy.return %c, %e : tensor<8xf32>, tensor<8xf32>
  } : () -> (tensor<8xf32>, tensor<8xf32>)
  %1 = stablehlo.add %0#0, %arg0 : tensor<8xf32>
  %2 = stablehlo.add %0#1, %arg0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// computations within computations
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>) {
  %0 = sdy.named_computation<"g">() () {
    %1 = sdy.named_computation<"f">() () {
      %c = stablehlo.constant dense<1.0> : tensor<8xf32>
      sdy.return %c : tensor<8xf32>
    } : () -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : () -> tensor<8xf32>
  %1 = stablehlo.add %0, %arg0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
// -----
// an expansion that the body no longer uses is in no copy
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %s = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = sdy.named_computation<"f">(%s) (%arg1: tensor<f32>) {
    %d = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %e = stablehlo.add %d, %d : tensor<8xf32>
    %f = stablehlo.multiply %d, %e : tensor<8xf32>
    sdy.return %f : tensor<8xf32>
  } : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.add %0, %arg0 : tensor<8xf32>
  %2 = stablehlo.multiply %0, %arg0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// sharding groups inside a copied body
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %s = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = sdy.named_computation<"f">(%s) (%arg1: tensor<8xf32>) {
    %d = stablehlo.constant dense<2.0> : tensor<8xf32>
    sdy.sharding_group %d group_id=0 : tensor<8xf32>
    %e = stablehlo.add %d, %arg1 : tensor<8xf32>
    %f = stablehlo.multiply %d, %e : tensor<8xf32>
    %g = stablehlo.multiply %d, %d : tensor<8xf32>
    sdy.return %f : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.add %0, %arg0 : tensor<8xf32>
  %2 = stablehlo.multiply %0, %arg0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
