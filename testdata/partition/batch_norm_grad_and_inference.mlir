// test: partition
// Features are sharded in one, the batch in the other; narrow floats are summed as wide ones.
// collectives: all_gather=0, all_to_all=0
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<4x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>, %arg4: tensor<4x6x4xf32>, %arg5: tensor<8x5xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg6: tensor<5xbf16>) -> (tensor<4x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}, tensor<4xf32>, tensor<4xf32>, tensor<8x5xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %v = stablehlo.multiply %arg3, %arg3 : tensor<4xf32>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %v, %arg4) <{epsilon = 1.000000e-01 : f32, feature_index = 2 : i64}> : (tensor<4x6x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x6x4xf32>) -> (tensor<4x6x4xf32>, tensor<4xf32>, tensor<4xf32>)
    %w = stablehlo.multiply %arg6, %arg6 : tensor<5xbf16>
    %0 = "stablehlo.batch_norm_inference"(%arg5, %arg6, %arg6, %arg6, %w) <{epsilon = 1.000000e+00 : f32, feature_index = 1 : i64}> : (tensor<8x5xbf16>, tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>, tensor<5xbf16>) -> tensor<8x5xbf16>
    return %grad_operand, %grad_scale, %grad_offset, %0 : tensor<4x6x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x5xbf16>
  }
}
