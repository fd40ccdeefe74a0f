// test: partition
// 4 groups of the batch in 4 shards, and the batch within a group in 2.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<8x3x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}, {}]>}, %arg1: tensor<8x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<2x8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}]>}) {
    %r = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<8x3x5xf32>, tensor<8x3x3xf32>) -> tensor<2x8x3xf32>
    return %r : tensor<2x8x3xf32>
  }
}
