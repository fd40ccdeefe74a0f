// RUN: sdy_opt %s -sdy-aggressive-propagate 2>&1 | FileCheck %s
// RUN: sdy_opt %s --sdy-basic-propagate | FileCheck %s --check-prefixes=CHECK,BASIC

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func @product(
// CHECK-SAME:      %arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
func.func @product(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<16x8xf32>) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[DOT:.*]] = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>}
  // CHECK-NOT:  stablehlo.add
  // CHECK-DAG:  %[[A:[0-9]+]] = stablehlo.{{tanh|sine}} %[[DOT]]
  // CHECK-DAG:  %[[B:[0-9]+]] = stablehlo.negate %[[DOT]]
  // CHECK:      stablehlo.multiply %[[B]], %[[A]]
  // BASIC-SAME: {sdy.sharding
  // CHECK-COUNT-1: return
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  %2 = stablehlo.tanh %0 : tensor<8x8xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
