// test: partition
// Two products that are added need one all-reduce. The complete addend enters on the first device along the axis.
// collectives: all_reduce=1, all_gather=0, all_to_all=0
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x6xf32>, %c: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %d: tensor<8x6xf32>, %r: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.add %r, %0 : tensor<4x6xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}
