// test: partition
// Interior padding is compensated by negative padding at the end.
sdy.mesh @mesh = <["x"=2]>

func.func @main(
    %input: tensor<5x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}
) -> (tensor<5x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %fill = stablehlo.constant dense<7.0> : tensor<f32>
  %0 = stablehlo.pad %input, %fill, low = [0, 0], high = [0, -1], interior = [0, 1]
    : (tensor<5x2xf32>, tensor<f32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}
