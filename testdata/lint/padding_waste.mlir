// test: lint
// Nine rows over eight devices; the op after it inherits the padding.
sdy.mesh @mesh = <["x"=8]>

func.func @main(%a: tensor<9x1048576xf32>) -> tensor<9x1048576xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<9x1048576xf32>  // error: PA0804
  %1 = stablehlo.exponential %0 : tensor<9x1048576xf32>
  return %1 : tensor<9x1048576xf32>
}
// -----
// The other dimension divides.
sdy.mesh @mesh = <["x"=8]>

func.func @main(%a: tensor<9x1048576xf32>) -> tensor<9x1048576xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<9x1048576xf32>
  %1 = stablehlo.exponential %0 : tensor<9x1048576xf32>
  return %1 : tensor<9x1048576xf32>
}
// -----
// A thousandth of padding is not reported.
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8191x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<8191x8192xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8191x8192xf32>
  return %0 : tensor<8191x8192xf32>
}
// -----
// Nor are a few bytes.
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<9x1024xf32>) -> tensor<9x1024xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<9x1024xf32>
  return %0 : tensor<9x1024xf32>
}
