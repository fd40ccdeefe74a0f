// test: pass sdy-inline-meshes
// Meshes are written where they are used, and their symbols go.
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
sdy.mesh @one = <[], device_ids=[1]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}], replicated={"y"}>}) {
  %0 = stablehlo.custom_call @f(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
