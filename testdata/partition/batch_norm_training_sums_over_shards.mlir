// test: partition
// Batch and spatial dimensions are sharded: the statistics are sums over all devices, the rest is local.
// collectives: all_gather=0, all_reduce=2, all_to_all=0
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<4x6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}, %arg1: tensor<3xf32>, %arg2: tensor<3xf32>) -> (tensor<4x6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}, tensor<3xf32>, tensor<3xf32>) {
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<4x6x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x6x3xf32>, tensor<3xf32>, tensor<3xf32>)
    return %output, %batch_mean, %batch_var : tensor<4x6x3xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
