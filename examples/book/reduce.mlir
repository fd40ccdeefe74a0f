sdy.mesh @mesh = <["data"=4, "model"=2]>

func.func @main(%x: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                %up: tensor<128x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                %down: tensor<512x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<64x128xf32>, tensor<64x512xf32>) {
  %0 = stablehlo.dot %x, %up : (tensor<64x128xf32>, tensor<128x512xf32>) -> tensor<64x512xf32>
  %1 = stablehlo.custom_call @fused_gelu(%0) : (tensor<64x512xf32>) -> tensor<64x512xf32>
  %2 = stablehlo.dot %1, %down : (tensor<64x512xf32>, tensor<512x128xf32>) -> tensor<64x128xf32>
  %3 = stablehlo.add %2, %x : tensor<64x128xf32>
  return %3, %1 : tensor<64x128xf32>, tensor<64x512xf32>
}
