// test: partition
// Partial sums along "y" go from "z" to "x" before they are added; the order of devices must not mix them.
module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "w"=2, "z"=2], device_ids=[10, 1, 3, 9, 12, 11, 2, 8, 15, 7, 0, 14, 5, 4, 13, 6]>
  func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"y"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
