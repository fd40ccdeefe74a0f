// test: partition
// A maximum of overlapping windows of 13 x 7 elements in 4 x 2 shards.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<13x7xf32>) -> (tensor<7x4xf32>) {
    %in0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<13x7xf32>
    %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %r = "stablehlo.reduce_window"(%in0, %i) <{padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %m = stablehlo.maximum %a0, %b0 : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<13x7xf32>, tensor<f32>) -> tensor<7x4xf32>
    return %r : tensor<7x4xf32>
  }
}
