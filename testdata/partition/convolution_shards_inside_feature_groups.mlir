// test: partition
// 2 groups in 8 shards: the output features of a group are sharded too.
module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
  func.func @main(%arg0: tensor<2x8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>}, %arg1: tensor<8x4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {}, {}]>}) -> (tensor<2x8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "z"}, {}]>}) {
    %r = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x5xf32>, tensor<8x4x3xf32>) -> tensor<2x8x3xf32>
    return %r : tensor<2x8x3xf32>
  }
}
