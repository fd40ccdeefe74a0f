// test: partition
// 8 groups in 4 shards; the batch is sharded as well.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<4x16x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}]>}, %arg1: tensor<24x2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<4x24x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}]>}) {
    %r = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<4x16x5xf32>, tensor<24x2x3xf32>) -> tensor<4x24x3xf32>
    return %r : tensor<4x24x3xf32>
  }
}
