// test: partition
// Batching dimensions have the same sharding in input, indices and updates.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %input: tensor<6x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
    %index: tensor<6x4xui16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %update: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
) -> (tensor<6x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = "stablehlo.scatter"(%input, %index, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    %r0 = stablehlo.add %old0, %new0 : tensor<f32>
    stablehlo.return %r0 : tensor<f32>
  }) : (tensor<6x9xf32>, tensor<6x4xui16>, tensor<6x4xf32>) -> tensor<6x9xf32>
  return %0 : tensor<6x9xf32>
}
