// test: partition
// Rolling 14 rows back by five.
// pad-io
sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(
    %input: tensor<14x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
) -> (tensor<14x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %end = stablehlo.slice %input [5:14, 0:8] : (tensor<14x8xf32>) -> tensor<9x8xf32>
  %begin = stablehlo.slice %input [0:5, 0:8] : (tensor<14x8xf32>) -> tensor<5x8xf32>
  %0 = stablehlo.concatenate %end, %begin, dim = 0 : (tensor<9x8xf32>, tensor<5x8xf32>) -> tensor<14x8xf32>
  return %0 : tensor<14x8xf32>
}
