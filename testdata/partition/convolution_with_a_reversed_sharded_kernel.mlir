// test: partition
// A reversed kernel meets the input from its end: shards of the kernel take windows in reverse order.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<1x20x2xf32>, %arg1: tensor<8x2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<1x7x3xf32>) {
    %r = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 0]], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x20x2xf32>, tensor<8x2x3xf32>) -> tensor<1x7x3xf32>
    return %r : tensor<1x7x3xf32>
  }
}
