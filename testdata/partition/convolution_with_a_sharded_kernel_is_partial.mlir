// test: partition
// Input and kernel are both sharded, as in the gradient of a kernel: partial sums.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<2x16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %arg1: tensor<2x16x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}) -> (tensor<3x3x4x8xf32>) {
    %r = stablehlo.convolution(%arg0, %arg1) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x4xf32>, tensor<2x16x8x8xf32>) -> tensor<3x3x4x8xf32>
    return %r : tensor<3x3x4x8xf32>
  }
}
