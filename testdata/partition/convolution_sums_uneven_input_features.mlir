// test: partition
// 6 input features in 4 shards: nothing behind their end reaches the sum.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<2x6x5xf32>, %arg1: tensor<4x6x3xf32>) -> (tensor<2x4x3xf32>) {
    %in0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}, {}]>]>} : tensor<2x6x5xf32>
    %in1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}]>]>} : tensor<4x6x3xf32>
    %r = stablehlo.convolution(%in0, %in1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}, {}]>]>} : (tensor<2x6x5xf32>, tensor<4x6x3xf32>) -> tensor<2x4x3xf32>
    return %r : tensor<2x4x3xf32>
  }
}
