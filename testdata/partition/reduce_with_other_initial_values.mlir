// test: partition
// An initial value that is added or multiplied enters on one device.
// collectives: all_reduce=2
// ops: partition_id=1, select=2
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>) {
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %two) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    return %0, %1 : tensor<6xf32>, tensor<6xf32>
  }
}
