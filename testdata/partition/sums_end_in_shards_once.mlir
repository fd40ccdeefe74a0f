// test: partition
// Two products whose sum is wanted in shards along the axis of the sum need one reduce-scatter.
// collectives: reduce_scatter=1, all_reduce=0, all_gather=0
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x6xf32>, %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %d: tensor<8x6xf32>) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}
