// test: partition
// Negative padding, a dilated kernel and a window that is wider than a block.
module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%arg0: tensor<2x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %arg1: tensor<5x3x4xf32>) -> (tensor<2x5x4xf32>) {
    %r = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-2, -1]], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {}]>]>} : (tensor<2x16x3xf32>, tensor<5x3x4xf32>) -> tensor<2x5x4xf32>
    return %r : tensor<2x5x4xf32>
  }
}
