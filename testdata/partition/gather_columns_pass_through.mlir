// test: partition
// A dimension that slices cover entirely stays sharded.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %table: tensor<8x13xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
    %index: tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
) -> (tensor<6x13xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 13>
  }> : (tensor<8x13xf32>, tensor<6xi32>) -> tensor<6x13xf32>
  return %0 : tensor<6x13xf32>
}
