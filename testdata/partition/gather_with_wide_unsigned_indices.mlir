// test: partition
// Indices that do not fit the partitioner's own are clamped first.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %table: tensor<11x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
    %index: tensor<3xui64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
) -> (tensor<3x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 4>
  }> : (tensor<11x4xf32>, tensor<3xui64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
