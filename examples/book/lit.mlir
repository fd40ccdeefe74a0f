// examples/book/lit.mlir
// RUN: sdy_opt %s -sdy-basic-propagate | FileCheck %s

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func @main
func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: %[[NEG:.*]] = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>}
  // CHECK-NEXT: return %[[NEG]]
  %0 = stablehlo.negate %arg0 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
