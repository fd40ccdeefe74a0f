// RUN: sdy_opt %s | FileCheck %s

// CHECK: func @main
// CHECK-NEXT: stablehlo.add
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = stablehlo.add %0, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
