// test: partition
// An exponential and a quotient by a value that is not a constant need complete sums.
// collectives: all_reduce=2, all_gather=0
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x6xf32>, %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %d: tensor<8x6xf32>, %r: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.exponential %0 : tensor<4x6xf32>
  %3 = stablehlo.exponential %r : tensor<4x6xf32>
  %4 = stablehlo.divide %1, %3 : tensor<4x6xf32>
  %5 = stablehlo.add %2, %4 : tensor<4x6xf32>
  return %5 : tensor<4x6xf32>
}
