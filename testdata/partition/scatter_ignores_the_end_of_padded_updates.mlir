// test: partition
// Shards of the updates are padded; updates in the padding are dropped.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %input: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %index: tensor<13xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>},
    %update: tensor<13x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}
) -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.scatter"(%input, %index, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    %r0 = stablehlo.maximum %old0, %new0 : tensor<f32>
    stablehlo.return %r0 : tensor<f32>
  }) : (tensor<6x4xf32>, tensor<13xi32>, tensor<13x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
