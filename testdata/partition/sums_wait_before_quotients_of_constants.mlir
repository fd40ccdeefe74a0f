// test: partition
// Quotients by constants without zeros are finite: the sums wait, for their quotient and for a product with one.
// collectives: all_reduce=1, all_gather=0
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x2xf32>, %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %d: tensor<8x2xf32>, %n: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %e = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %f = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
  %k = stablehlo.divide %n, %f : tensor<4x2xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %2 = stablehlo.multiply %0, %k : tensor<4x2xf32>
  %4 = stablehlo.divide %2, %f : tensor<4x2xf32>
  %3 = stablehlo.add %4, %1 : tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}
