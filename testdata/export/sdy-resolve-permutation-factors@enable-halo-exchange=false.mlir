// test: pass sdy-resolve-permutation-factors{enable-halo-exchange=false}
// Without exchange a reverse gives up the axes too.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %0 = stablehlo.reverse %a, dims=[0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.reverse %0, dims=[0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<8x8xf32>
  %2 = stablehlo.reverse %0, dims=[1] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y":(2)2}]>]>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// -----
// Uneven dimensions too.
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<7x9xf32>) -> (tensor<7x9xf32>) {
  %s = sdy.reshard %a <@m, [{"x"},{"y"}]> : tensor<7x9xf32>
  %0 = stablehlo.reverse %s, dims=[0] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<7x9xf32>
  %1 = stablehlo.reverse %0, dims=[0,1] {sdy.sharding=#sdy.sharding_per_value<[<@m, [{"x"},{"y"}]>]>} : tensor<7x9xf32>
  return %1 : tensor<7x9xf32>
}
