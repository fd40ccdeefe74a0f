// test: partition
// 13 elements in 4 shards, a stride of 2 and unequal padding; 7 outputs in 4 shards.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<2x3x13xf32>, %arg1: tensor<5x3x3xf32>) -> (tensor<2x5x7xf32>) {
    %in0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"x"}]>]>} : tensor<2x3x13xf32>
    %r = stablehlo.convolution(%in0, %arg1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [2], pad = [[2, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"x"}]>]>} : (tensor<2x3x13xf32>, tensor<5x3x3xf32>) -> tensor<2x5x7xf32>
    return %r : tensor<2x5x7xf32>
  }
}
