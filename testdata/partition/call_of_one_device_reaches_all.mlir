// test: partition
// Device 3 runs the calls; all receive results of every type from it, and each call runs on the device of its sharding.
// collectives: all_reduce=3
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @maximal_mesh_3 = <[], device_ids=[3]>

func.func @main(
    %a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}
) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<8xi32>, tensor<8xi1>) {
  %0 = stablehlo.custom_call @MoveToHost(%a) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_3, []>]>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.custom_call @MoveToHost(%b) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_3, []>]>} : (tensor<8xi32>) -> tensor<8xi32>
  %c = stablehlo.constant dense<0> : tensor<8xi32>
  %2 = stablehlo.compare GT, %b, %c, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %3 = stablehlo.custom_call @MoveToHost(%2) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_3, []>]>} : (tensor<8xi1>) -> tensor<8xi1>
  return %0, %1, %3 : tensor<8x4xf32>, tensor<8xi32>, tensor<8xi1>
}
