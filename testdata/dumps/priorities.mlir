sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
func.func @main(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}, {"c"}p2]>}, %arg1: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}p1, {"c", ?}]>}) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}p5, {?}]>}) {
  %1 = sdy.sharding_constraint %arg1 <@mesh, [{?}, {"b", ?}p1, {"c", ?}]> : tensor<8x8x8xf32>
  %0 = stablehlo.add %arg0, %1 : tensor<8x8x8xf32>
  %2 = stablehlo.negate %0 : tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}
