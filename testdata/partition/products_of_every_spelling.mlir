// test: partition
// `dot` and `einsum` are partitioned like `dot_general`.
// collectives: all_gather=0, all_to_all=0
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %arg1: tensor<64x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<2x16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}, %arg3: tensor<2x64x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) -> (tensor<16x6xf32>, tensor<2x6x16xf32>, tensor<6x2xf32>, tensor<64x16xf32>, tensor<64xf32>) {
    %0 = stablehlo.dot %arg0, %arg1 : (tensor<16x64xf32>, tensor<64x6xf32>) -> tensor<16x6xf32>
    %1 = stablehlo.einsum %arg2, %arg3, config = "zab,zbc->zca" : (tensor<2x16x64xf32>, tensor<2x64x6xf32>) -> tensor<2x6x16xf32>
    %2 = stablehlo.einsum %arg2, %arg3, config = "zab,zbc->cz" : (tensor<2x16x64xf32>, tensor<2x64x6xf32>) -> tensor<6x2xf32>
    %3 = stablehlo.unary_einsum %arg0, config = "ab->ba" : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %4 = stablehlo.unary_einsum %arg0, config = "ab->b" : (tensor<16x64xf32>) -> tensor<64xf32>
    return %0, %1, %2, %3, %4 : tensor<16x6xf32>, tensor<2x6x16xf32>, tensor<6x2xf32>, tensor<64x16xf32>, tensor<64xf32>
  }
}
