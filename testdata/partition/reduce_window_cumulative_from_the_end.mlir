// test: partition
// A cumulative maximum from the end, with its own initial value.
module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%arg0: tensor<13x3xf32>) -> (tensor<13x3xf32>) {
    %in0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<13x3xf32>
    %i = stablehlo.constant dense<0.25> : tensor<f32>
    %r = "stablehlo.reduce_window"(%in0, %i) <{padding = dense<[[0, 12], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 13, 1>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %m = stablehlo.maximum %a0, %b0 : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<13x3xf32>, tensor<f32>) -> tensor<13x3xf32>
    return %r : tensor<13x3xf32>
  }
}
