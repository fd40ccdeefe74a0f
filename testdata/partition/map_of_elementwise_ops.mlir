// test: partition
// A body of scalar ops becomes tensor ops; a scalar from outside is broadcast.
// collectives: all_gather=0, all_reduce=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x6xf32>, %arg2: tensor<f32>) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.constant dense<2.0> : tensor<f32>
      %1 = stablehlo.multiply %a, %c : tensor<f32>
      %2 = chlo.broadcast_add %1, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %3 = stablehlo.compare GT, %2, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.select %3, %2, %arg2 : tensor<i1>, tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
}
