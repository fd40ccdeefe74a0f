// test: pass sdy-convert-global-to-local{per-dim-all-gather=true}
// Scatters along two dimensions.
sdy.mesh @m = <["x"=2, "y"=4, "z"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}], unreduced={"y","z"}>}) -> (tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x", "z"},{"y"}]>}) {
  %1 = sdy.reduce_scatter [{"z"}, {"y"}] %a out_sharding=<@m, [{"x", "z"},{"y"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
// -----
// Every collective with groups.
sdy.mesh @m = <["x"=2, "y"=4, "z"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{}], unreduced={"y","z"}>}) -> (tensor<16x8xf32> {sdy.sharding=#sdy.sharding<@m, [{"x"},{"y"}]>}) {
  %0 = sdy.reduce_scatter [{}, {"y"}] %a out_sharding=<@m, [{"x"},{"y"}], unreduced={"z"}> : tensor<16x8xf32>
  %2 = sdy.all_reduce {"z"} %0 out_sharding=<@m, [{"x"},{"y"}]> : tensor<16x8xf32>
  %3 = sdy.all_gather [{"x"},{"y":(2)2}] %2 out_sharding=<@m, [{},{"y":(1)2}]> : tensor<16x8xf32>
  %4 = sdy.all_to_all [{"y"}: 1->0] %2 out_sharding=<@m, [{"x", "y"},{}]> : tensor<16x8xf32>
  %5 = sdy.all_gather [{"x", "y"}, {}] %4 out_sharding=<@m, [{},{}]> : tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
// -----
// A mesh that is written in place.
func.func @main(%a: tensor<16x8xf32> {sdy.sharding=#sdy.sharding<mesh<["x"=2]>, [{"x"},{}]>}) -> (tensor<16x8xf32> {sdy.sharding=#sdy.sharding<mesh<["x"=2]>, [{},{}]>}) {
  %5 = sdy.all_gather [{"x"}, {}] %a out_sharding=<mesh<["x"=2]>, [{},{}]> : tensor<16x8xf32>
  return %5 : tensor<16x8xf32>
}
