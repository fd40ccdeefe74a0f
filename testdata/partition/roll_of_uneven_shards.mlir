// test: partition
// Rolling 14 rows in shards of four: the last has padding, which must not come between.
// pad-io
sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(
    %input: tensor<14x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
) -> (tensor<14x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %end = stablehlo.slice %input [13:14, 0:8] : (tensor<14x8xf32>) -> tensor<1x8xf32>
  %begin = stablehlo.slice %input [0:13, 0:8] : (tensor<14x8xf32>) -> tensor<13x8xf32>
  %0 = stablehlo.concatenate %end, %begin, dim = 0 : (tensor<1x8xf32>, tensor<13x8xf32>) -> tensor<14x8xf32>
  return %0 : tensor<14x8xf32>
}
