// test: partition
// Batching dimensions have the same sharding in operand, indices and result; the indexed dimension is sharded too.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %table: tensor<6x9x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>},
    %index: tensor<3x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}
) -> (tensor<3x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 4>
  }> : (tensor<6x9x4xf32>, tensor<3x6xi32>) -> tensor<3x6x4xf32>
  return %0 : tensor<3x6x4xf32>
}
