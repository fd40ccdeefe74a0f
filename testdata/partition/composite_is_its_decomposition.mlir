// test: partition
// A composite is partitioned as its decomposition.
// collectives: all_gather=0, all_reduce=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.composite "my.op" %arg0, %arg1 {decomposition = @my.op} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  func.func private @my.op(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<8x4xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}
