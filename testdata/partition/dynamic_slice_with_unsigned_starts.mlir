// test: partition
// Starts beyond what a signed index holds are clamped as unsigned numbers.
// collectives: all_gather=0
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<3x5xf32> {
    %c = stablehlo.constant dense<4294967290> : tensor<ui32>
    %c_0 = stablehlo.constant dense<3000000000> : tensor<ui32>
    %0 = stablehlo.dynamic_slice %arg0, %c, %c_0, sizes = [3, 5] : (tensor<8x16xf32>, tensor<ui32>, tensor<ui32>) -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
}
