// test: partition
// Elements between the windows keep the initial value; the last ones are in no window at all.
module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%arg0: tensor<23xf32>, %arg1: tensor<5xf32>) -> (tensor<23xf32>) {
    %in0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<23xf32>
    %in1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<5xf32>
    %i = stablehlo.constant dense<0.5> : tensor<f32>
    %r = "stablehlo.select_and_scatter"(%in0, %in1, %i) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 5>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<23xf32>, tensor<5xf32>, tensor<f32>) -> tensor<23xf32>
    return %r : tensor<23xf32>
  }
}
