// test: partition
// Seven rows in eight blocks, and indices that point behind the last row.
sdy.mesh @mesh = <["x"=8]>

func.func @main(
    %input: tensor<7x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %index: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %update: tensor<12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}
) -> (tensor<7x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.scatter"(%input, %index, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    %r0 = stablehlo.add %old0, %new0 : tensor<f32>
    stablehlo.return %r0 : tensor<f32>
  }) : (tensor<7x3xf32>, tensor<12xi32>, tensor<12x3xf32>) -> tensor<7x3xf32>
  return %0 : tensor<7x3xf32>
}
