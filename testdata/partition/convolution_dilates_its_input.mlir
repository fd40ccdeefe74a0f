// test: partition
// Dilated input: all shards start at the same offset of the dilation in one dimension, at different ones in the other.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<1x8x7x2xf32>, %arg1: tensor<3x3x2x2xf32>) -> (tensor<1x16x17x2xf32>) {
    %in0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}, {}]>]>} : tensor<1x8x7x2xf32>
    %r = stablehlo.convolution(%in0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 2], [0, 0]], lhs_dilate = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}, {}]>]>} : (tensor<1x8x7x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x16x17x2xf32>
    return %r : tensor<1x16x17x2xf32>
  }
}
