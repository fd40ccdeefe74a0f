// Columns of the weights over "model". The sums of the three products are finished once.
module {
  sdy.mesh @mesh = <["model"=4]>
  func.func public @main(%arg0: tensor<128x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg1: tensor<128x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg2: tensor<128x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg3: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x128xf32>) -> tensor<32x128xf32>
    %1 = stablehlo.tanh %0 : tensor<32x128xf32>
    %2 = stablehlo.dot_general %1, %arg0, contracting_dims = [1] x [1] : (tensor<32x128xf32>, tensor<128x128xf32>) -> tensor<32x128xf32>
    %3 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x128xf32>) -> tensor<32x128xf32>
    %4 = stablehlo.tanh %3 : tensor<32x128xf32>
    %5 = stablehlo.dot_general %4, %arg1, contracting_dims = [1] x [1] : (tensor<32x128xf32>, tensor<128x128xf32>) -> tensor<32x128xf32>
    %6 = stablehlo.dot_general %arg3, %arg2, contracting_dims = [1] x [0] : (tensor<32x128xf32>, tensor<128x128xf32>) -> tensor<32x128xf32>
    %7 = stablehlo.tanh %6 : tensor<32x128xf32>
    %8 = stablehlo.dot_general %7, %arg2, contracting_dims = [1] x [1] : (tensor<32x128xf32>, tensor<128x128xf32>) -> tensor<32x128xf32>
    %9 = stablehlo.add %2, %5 : tensor<32x128xf32>
    %10 = stablehlo.add %9, %8 : tensor<32x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.multiply %10, %10 : tensor<32x128xf32>
    %12 = stablehlo.reduce(%11 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<32x128xf32>, tensor<f32>) -> tensor<32xf32>
    %13 = stablehlo.rsqrt %12 : tensor<32xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<32xf32>) -> tensor<32x128xf32>
    %15 = stablehlo.multiply %10, %14 : tensor<32x128xf32>
    return %15 : tensor<32x128xf32>
  }
}
