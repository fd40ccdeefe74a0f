// test: pass sdy-constant-or-scalar-merger
// Equal constants of one sharding become one.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.constant dense<1.0> : tensor<8xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
  %2 = sdy.constant dense<1.0> : tensor<8xf32>
  %3 = stablehlo.add %1, %2 : tensor<8xf32>
  %4 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<8xf32>
  %5 = stablehlo.add %3, %4 : tensor<8xf32>
  %6 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<8xf32>
  %7 = stablehlo.add %5, %6 : tensor<8xf32>
  %8 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}]>]>} dense<1.0> : tensor<8xf32>
  %9 = stablehlo.add %7, %8 : tensor<8xf32>
  return %9 : tensor<8xf32>
}
// -----
// StableHLO constants, and both kinds.
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %3 = stablehlo.add %1, %2 : tensor<8xf32>
  %4 = sdy.constant dense<1.0> : tensor<8xf32>
  %5 = stablehlo.add %3, %4 : tensor<8xf32>
  return %5 : tensor<8xf32>
}
// -----
// Scalars that are broadcast; iota; other constant sub-computations.
func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<f32>) -> tensor<8x4xf32> {
  %0 = sdy.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %2 = stablehlo.add %arg0, %1 : tensor<8x4xf32>
  %3 = sdy.constant dense<1.0> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %5 = stablehlo.add %2, %4 : tensor<8x4xf32>
  %6 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %7 = stablehlo.add %5, %6 : tensor<8x4xf32>
  %8 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %9 = stablehlo.add %7, %8 : tensor<8x4xf32>
  %10 = stablehlo.iota dim = 0 : tensor<8x4xf32>
  %11 = stablehlo.add %9, %10 : tensor<8x4xf32>
  %12 = stablehlo.iota dim = 0 : tensor<8x4xf32>
  %13 = stablehlo.negate %12 : tensor<8x4xf32>
  %14 = stablehlo.negate %10 : tensor<8x4xf32>
  %15 = stablehlo.add %13, %11 : tensor<8x4xf32>
  %16 = stablehlo.add %14, %15 : tensor<8x4xf32>
  return %16 : tensor<8x4xf32>
}
// -----
// Elementwise ops, slices and reshapes of constants.
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<4xf32>, %arg2: tensor<2x4xf32>) -> (tensor<8xf32>, tensor<4xf32>, tensor<2x4xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<8xf32>
  %1 = stablehlo.add %0, %0 : tensor<8xf32>
  %2 = stablehlo.slice %1 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %3 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<2x4xf32>
  %4 = sdy.constant dense<1.0> : tensor<8xf32>
  %5 = stablehlo.add %4, %4 : tensor<8xf32>
  %6 = stablehlo.slice %5 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %7 = stablehlo.reshape %5 : (tensor<8xf32>) -> tensor<2x4xf32>
  %8 = stablehlo.add %arg0, %1 : tensor<8xf32>
  %9 = stablehlo.add %8, %5 : tensor<8xf32>
  %10 = stablehlo.add %arg1, %2 : tensor<4xf32>
  %11 = stablehlo.add %10, %6 : tensor<4xf32>
  %12 = stablehlo.add %arg2, %3 : tensor<2x4xf32>
  %13 = stablehlo.add %12, %7 : tensor<2x4xf32>
  return %9, %11, %13 : tensor<8xf32>, tensor<4xf32>, tensor<2x4xf32>
}
// -----
// Regions: before, inside, after.
func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<i1>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<8xf32>
  %1 = "stablehlo.if"(%arg1) ({
    %4 = sdy.constant dense<1.0> : tensor<8xf32>
    %5 = sdy.constant dense<2.0> : tensor<8xf32>
    %6 = stablehlo.add %4, %5 : tensor<8xf32>
    stablehlo.return %6 : tensor<8xf32>
  }, {
    %4 = sdy.constant dense<2.0> : tensor<8xf32>
    %5 = sdy.constant dense<2.0> : tensor<8xf32>
    %6 = stablehlo.add %4, %5 : tensor<8xf32>
    stablehlo.return %6 : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  %2 = sdy.constant dense<2.0> : tensor<8xf32>
  %3 = stablehlo.add %0, %2 : tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Manual computations are isolated.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<8xf32>
  %1 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}], replicated={"x"}>] out_shardings=[<@mesh, [{}], replicated={"x"}>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
    %3 = sdy.constant dense<1.0> : tensor<8xf32>
    %4 = sdy.constant dense<1.0> : tensor<8xf32>
    %5 = stablehlo.add %3, %4 : tensor<8xf32>
    sdy.return %5 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.constant dense<1.0> : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Other ops, rules and other attributes, dead constants.
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<8xf32>
  %1 = sdy.constant {tag = 1 : i64} dense<1.0> : tensor<8xf32>
  %2 = sdy.constant dense<1> : tensor<8xi32>
  %3 = sdy.constant dense<1> : tensor<8xi32>
  %4 = stablehlo.negate %0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
  %5 = stablehlo.negate %1 : tensor<8xf32>
  %6 = stablehlo.negate %0 : tensor<8xf32>
  %7 = stablehlo.negate %arg0 : tensor<8xf32>
  %8 = stablehlo.negate %arg0 : tensor<8xf32>
  %9 = stablehlo.add %4, %6 : tensor<8xf32>
  %10 = stablehlo.add %7, %8 : tensor<8xf32>
  return %9, %10 : tensor<8xf32>, tensor<8xf32>
}
// -----
// Sharding groups and constraints on constants.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  %1 = sdy.constant dense<1.0> : tensor<8xf32>
  sdy.sharding_group %1 group_id=1 : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}]> : tensor<8xf32>
  %3 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  return %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// -----
// Named computations and calls of constants.
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<8xf32>
  %1 = sdy.named_computation<"f">(%0) (%arg1: tensor<8xf32>) {
    %5 = stablehlo.negate %arg1 : tensor<8xf32>
    sdy.return %5 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.named_computation<"f">(%0) (%arg1: tensor<8xf32>) {
    %5 = stablehlo.negate %arg1 : tensor<8xf32>
    sdy.return %5 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %3 = call @g(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %4 = call @g(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1, %2, %3, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
// -----
// Scalars, wide broadcasts, broadcasts of sharded results, select, convert, compare.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi1>, tensor<8x4xi1>, tensor<f32>) {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.broadcast_in_dim %arg1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<f32>) -> tensor<8x4xf32>
  %3 = stablehlo.broadcast_in_dim %arg1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<f32>) -> tensor<8x4xf32>
  %4 = stablehlo.iota dim = 1 : tensor<8x4xf32>
  %5 = stablehlo.iota dim = 1 : tensor<8x4xf32>
  %6 = stablehlo.compare LT, %4, %5 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  %7 = stablehlo.compare LT, %4, %5 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  %8 = stablehlo.add %0, %1 : tensor<8x4xf32>
  %9 = stablehlo.add %2, %3 : tensor<8x4xf32>
  %10 = stablehlo.negate %arg1 : tensor<f32>
  %11 = stablehlo.negate %arg1 : tensor<f32>
  %12 = stablehlo.add %10, %11 : tensor<f32>
  return %8, %9, %6, %7, %12 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xi1>, tensor<8x4xi1>, tensor<f32>
}
// -----
// Operands in another order; transposes and concatenations are not constants.
func.func @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.constant dense<1.0> : tensor<8x8xf32>
  %1 = sdy.constant dense<2.0> : tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
  %3 = stablehlo.add %1, %0 : tensor<8x8xf32>
  %4 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %5 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %6 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %7 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  return %2, %3, %4, %5, %6, %7 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
// -----
// What else expands a scalar.
func.func @main(%arg0: tensor<f32>, %arg1: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<f32>) -> tensor<1xf32>
  %1 = stablehlo.reshape %arg0 : (tensor<f32>) -> tensor<1xf32>
  %2 = stablehlo.broadcast %arg0, sizes = [4] : (tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.broadcast %arg0, sizes = [4] : (tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<1xf32>) -> tensor<8xf32>
  %5 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<1xf32>) -> tensor<8xf32>
  %6 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<f32>
  %7 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<f32>
  %8 = sdy.constant dense<1.0> : tensor<f32>
  %9 = stablehlo.convert %8 : (tensor<f32>) -> tensor<i32>
  %10 = stablehlo.convert %8 : (tensor<f32>) -> tensor<i32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %9, %10 : tensor<1xf32>, tensor<1xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>
}
// -----
// Bits decide: zeros of two signs, not-a-number, splats and full lists.
func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = sdy.constant dense<0.0> : tensor<2xf32>
  %1 = sdy.constant dense<-0.0> : tensor<2xf32>
  %2 = sdy.constant dense<0x7FC00000> : tensor<2xf32>
  %3 = sdy.constant dense<0x7FC00000> : tensor<2xf32>
  %4 = sdy.constant dense<[0.0, 0.0]> : tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
