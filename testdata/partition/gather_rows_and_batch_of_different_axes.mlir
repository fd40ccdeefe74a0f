// test: partition
// The table is sharded along one axis, the indices along another.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %table: tensor<13x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
    %index: tensor<9xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
) -> (tensor<9x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 6>
  }> : (tensor<13x6xf32>, tensor<9xi32>) -> tensor<9x6xf32>
  return %0 : tensor<9x6xf32>
}
