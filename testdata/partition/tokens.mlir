// test: partition
// Tokens are arguments and results without data.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: !stablehlo.token, %arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (!stablehlo.token, tensor<f32>) {
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.after_all %arg0 : !stablehlo.token
  return %1, %0 : !stablehlo.token, tensor<f32>
}
