// test: lint
// An all-to-all there and one back.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {"x"}]> : tensor<2048x2048xf32>  // error: PA0807
  %1 = stablehlo.exponential %0 : tensor<2048x2048xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"x"}]> : tensor<2048x2048xf32>
  return %2 : tensor<2048x2048xf32>
}
// -----
// No constraint in the middle.
sdy.mesh @mesh = <["x"=4]>

func.func @main(%a: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.exponential %a : tensor<2048x2048xf32>
  return %0 : tensor<2048x2048xf32>
}
// -----
// A gather whose result is sliced again.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {}]> : tensor<2048x2048xf32>  // error: PA0807
  %1 = stablehlo.exponential %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<2048x2048xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {}]> : tensor<2048x2048xf32>
  return %2 : tensor<2048x2048xf32>
}
// -----
// An op in between that needs the other sharding justifies both.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {"x"}]> : tensor<2048x2048xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<2048x2048xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"x"}]> : tensor<2048x2048xf32>
  return %2 : tensor<2048x2048xf32>
}
// -----
// Below 1 MiB nothing is reported.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {"x"}]> : tensor<64x64xf32>
  %1 = stablehlo.exponential %0 : tensor<64x64xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"x"}]> : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
