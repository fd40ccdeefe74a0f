// test: partition
// A mask that selects infinities may be infinite, also in a function of its own.
// collectives: all_reduce=2, all_gather=0
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x2xf32>, %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %d: tensor<8x2xf32>, %p: tensor<4x2xi1>) -> tensor<4x2xf32> {
  %k = func.call @mask(%p) : (tensor<4x2xi1>) -> tensor<4x2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.multiply %0, %k : tensor<4x2xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}

func.func private @mask(%p: tensor<4x2xi1>) -> tensor<4x2xf32> {
  %i = stablehlo.constant dense<0x7F800000> : tensor<4x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4x2xf32>
  %k = stablehlo.select %p, %i, %one : tensor<4x2xi1>, tensor<4x2xf32>
  return %k : tensor<4x2xf32>
}
