// test: partition
// Every device writes the rows it has; indices outside of the tensor are dropped everywhere.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %input: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
    %index: tensor<9xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %update: tensor<9x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}
) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %0 = "stablehlo.scatter"(%input, %index, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    stablehlo.return %new0 : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<9xi32>, tensor<9x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
