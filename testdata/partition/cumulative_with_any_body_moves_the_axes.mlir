// test: partition
// A cumulative reduction by a body without known totals: the axes move to another dimension and back.
// collectives: all_to_all=2, all_gather=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{padding = dense<[[0, 0], [31, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 32>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.multiply %a, %b : tensor<f32>
      %2 = stablehlo.add %a, %b : tensor<f32>
      %3 = stablehlo.add %1, %2 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    return %0 : tensor<16x32xf32>
  }
}
