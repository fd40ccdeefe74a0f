// The hidden dimension of every expert over "model". Sums are finished after those over experts.
module {
  sdy.mesh @mesh = <["model"=4]>
  func.func public @main(%arg0: tensor<6x64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}, %arg1: tensor<6x256x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg2: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [1] : (tensor<16x64xf32>, tensor<6x64x256xf32>) -> tensor<16x6x256xf32>
    %1 = stablehlo.tanh %0 : tensor<16x6x256xf32>
    %2 = stablehlo.dot_general %1, %arg1, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<16x6x256xf32>, tensor<6x256x64xf32>) -> tensor<6x16x64xf32>
    %3 = stablehlo.dot_general %arg3, %2, batching_dims = [0] x [1], contracting_dims = [1] x [0] : (tensor<16x6xf32>, tensor<6x16x64xf32>) -> tensor<16x64xf32>
    %4 = stablehlo.add %arg2, %3 : tensor<16x64xf32>
    %5 = stablehlo.tanh %4 : tensor<16x64xf32>
    return %5 : tensor<16x64xf32>
  }
}
