// test: partition
// A stencil rolls one tensor four ways in a function: four permutes, none for the corners.
// collectives: collective_permute=4, all_gather=0
sdy.mesh @mesh = <["x"=4, "y"=2]>

func.func @main(
    %input: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}
) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = call @down(%input) : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %1 = call @up(%input) : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %2 = call @right(%input) : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %3 = call @left(%input) : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %4 = stablehlo.add %0, %1 : tensor<16x8xf32>
  %5 = stablehlo.add %2, %3 : tensor<16x8xf32>
  %6 = stablehlo.add %4, %5 : tensor<16x8xf32>
  return %6 : tensor<16x8xf32>
}
func.func private @down(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = stablehlo.slice %arg0 [15:16, 0:8] : (tensor<16x8xf32>) -> tensor<1x8xf32>
  %1 = stablehlo.slice %arg0 [0:15, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x8xf32>, tensor<15x8xf32>) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
func.func private @up(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = stablehlo.slice %arg0 [1:16, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
  %1 = stablehlo.slice %arg0 [0:1, 0:8] : (tensor<16x8xf32>) -> tensor<1x8xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<15x8xf32>, tensor<1x8xf32>) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
func.func private @right(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = stablehlo.slice %arg0 [0:16, 7:8] : (tensor<16x8xf32>) -> tensor<16x1xf32>
  %1 = stablehlo.slice %arg0 [0:16, 0:7] : (tensor<16x8xf32>) -> tensor<16x7xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<16x1xf32>, tensor<16x7xf32>) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
func.func private @left(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = stablehlo.slice %arg0 [0:16, 1:8] : (tensor<16x8xf32>) -> tensor<16x7xf32>
  %1 = stablehlo.slice %arg0 [0:16, 0:1] : (tensor<16x8xf32>) -> tensor<16x1xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<16x7xf32>, tensor<16x1xf32>) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
