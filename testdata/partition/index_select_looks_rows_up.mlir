// test: partition
// `torch_index_select` is partitioned like a gather, along its batch and along the dimensions that it copies.
// collectives: all_gather=0, all_to_all=0
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<4x6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}, %arg1: tensor<4x3xi32>, %arg2: tensor<3xi32>) -> (tensor<4x3x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}, tensor<4x6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
    %three = stablehlo.constant dense<5> : tensor<4x3xi32>
    %zero = stablehlo.constant dense<0> : tensor<4x3xi32>
    %index = stablehlo.clamp %zero, %arg1, %three : tensor<4x3xi32>
    %0 = "stablehlo.torch_index_select"(%arg0, %index) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<4x6x64xf32>, tensor<4x3xi32>) -> tensor<4x3x64xf32>
    %seven = stablehlo.constant dense<63> : tensor<3xi32>
    %none = stablehlo.constant dense<0> : tensor<3xi32>
    %places = stablehlo.clamp %none, %arg2, %seven : tensor<3xi32>
    %1 = "stablehlo.torch_index_select"(%arg0, %places) <{batch_dims = 0 : i64, dim = 2 : i64}> : (tensor<4x6x64xf32>, tensor<3xi32>) -> tensor<4x6x3xf32>
    return %0, %1 : tensor<4x3x64xf32>, tensor<4x6x3xf32>
  }
}
