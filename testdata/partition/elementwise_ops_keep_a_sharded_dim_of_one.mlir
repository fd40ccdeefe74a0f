// test: partition
// The one element of a dimension stays on its device, whichever elementwise op it goes through.
// collectives: all_gather=0, all_to_all=0, collective_permute=0
// pad-io
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(
    %a: tensor<1x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
) -> (tensor<1x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.cosine %a : tensor<1x8xf32>
  %1 = stablehlo.floor %0 : tensor<1x8xf32>
  %2 = stablehlo.atan2 %1, %0 : tensor<1x8xf32>
  return %2 : tensor<1x8xf32>
}
