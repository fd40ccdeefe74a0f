// test: partition
// Devices with partial sums of an operand would each compute all rows of the next product, so it shares the rows of complete ones.
// collectives: reduce_scatter=2, all_reduce=0, all_gather=0
sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x6xf32>, %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %d: tensor<8x6xf32>, %v: tensor<6x24xf32>, %w: tensor<6x24xf32>) -> (tensor<4x24xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x24xf32>) -> tensor<4x24xf32>
  %3 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x24xf32>) -> tensor<4x24xf32>
  %4 = stablehlo.add %2, %3 : tensor<4x24xf32>
  return %4 : tensor<4x24xf32>
}
