// RUN: not sdy_opt %s 2>&1 | FileCheck %s
// RUN: sdy_opt %s -verify-diagnostics

// CHECK: error{{.*}}no axis "z"
sdy.mesh @mesh = <["x"=2]>
// expected-error@+1 {{unknown axis}}
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
