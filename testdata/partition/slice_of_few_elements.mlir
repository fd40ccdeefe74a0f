// test: partition
// Shards beyond the end of the result need nothing.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %input: tensor<13x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
) -> (tensor<2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.slice %input [1:3, 9:14:2] : (tensor<13x16xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
