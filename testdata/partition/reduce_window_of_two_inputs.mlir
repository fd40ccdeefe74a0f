// test: partition
// The largest element of a window and its index; each input has its own initial value.
module {
  sdy.mesh @mesh = <["x"=8]>
  func.func @main(%arg0: tensor<13xf32>, %arg1: tensor<13xi32>) -> (tensor<7xf32>, tensor<7xi32>) {
    %in0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<13xf32>
    %in1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<13xi32>
    %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %j = stablehlo.constant dense<-1> : tensor<i32>
    %r:2 = "stablehlo.reduce_window"(%in0, %in1, %i, %j) <{padding = dense<[[1, 2]]> : tensor<1x2xi64>, window_dimensions = array<i64: 4>, window_strides = array<i64: 2>}> ({
    ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
      %p = stablehlo.compare GE, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %p, %a0, %b0 : tensor<i1>, tensor<f32>
      %n = stablehlo.select %p, %a1, %b1 : tensor<i1>, tensor<i32>
      stablehlo.return %v, %n : tensor<f32>, tensor<i32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{"x"}]>]>} : (tensor<13xf32>, tensor<13xi32>, tensor<f32>, tensor<i32>) -> (tensor<7xf32>, tensor<7xi32>)
    return %r#0, %r#1 : tensor<7xf32>, tensor<7xi32>
  }
}
