// test: partition
// Rolling by six rows of shards of four: every device receives slices of two others.
// collectives: collective_permute=2, all_gather=0
sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(
    %input: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %end = stablehlo.slice %input [10:16, 0:8] : (tensor<16x8xf32>) -> tensor<6x8xf32>
  %begin = stablehlo.slice %input [0:10, 0:8] : (tensor<16x8xf32>) -> tensor<10x8xf32>
  %0 = stablehlo.concatenate %end, %begin, dim = 0 : (tensor<6x8xf32>, tensor<10x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
