// test: partition
// Dilated input and dilated windows, with a body that is not a single known op.
module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%arg0: tensor<5x8xf32>) -> (tensor<6x5xf32>) {
    %in0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<5x8xf32>
    %i = stablehlo.constant dense<0.0> : tensor<f32>
    %r = "stablehlo.reduce_window"(%in0, %i) <{base_dilations = array<i64: 2, 2>, padding = dense<[[2, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 3, 1>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 3>}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
      %m = stablehlo.multiply %a0, %b0 : tensor<f32>
      %s = stablehlo.add %a0, %b0 : tensor<f32>
      %t = stablehlo.add %s, %m : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<5x8xf32>, tensor<f32>) -> tensor<6x5xf32>
    return %r : tensor<6x5xf32>
  }
}
