// test: partition
// A quotient of constants by zero is infinite.
// collectives: all_reduce=2, all_gather=0
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x2xf32>, %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %d: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4x2xf32>
  %k = stablehlo.divide %one, %z : tensor<4x2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.multiply %0, %k : tensor<4x2xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}
