// test: partition
// Rolling by the size of a shard sends each shard to the next device.
// collectives: collective_permute=1, all_gather=0
sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(
    %input: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %end = stablehlo.slice %input [12:16, 0:8] : (tensor<16x8xf32>) -> tensor<4x8xf32>
  %begin = stablehlo.slice %input [0:12, 0:8] : (tensor<16x8xf32>) -> tensor<12x8xf32>
  %0 = stablehlo.concatenate %end, %begin, dim = 0 : (tensor<4x8xf32>, tensor<12x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
