module {
  sdy.mesh @mesh = <["a"=2, "b"=2, "c"=8]>
  func.func @main(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}, {}], replicated={"c"}>}, %arg1: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}, {"c", ?}]>}) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {}, {"c", ?}], replicated={"b"}>}) {
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{"a", ?}, {"b", ?}, {"c", ?}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=8, j=8, k=8}>} : tensor<8x8x8xf32>
    %1 = stablehlo.add %arg0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}, {"c", ?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j, k])->([i, j, k]) {i=8, j=8, k=8}>} : tensor<8x8x8xf32>
    return %1 : tensor<8x8x8xf32>
  }
}
