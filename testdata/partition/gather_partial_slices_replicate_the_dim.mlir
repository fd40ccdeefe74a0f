// test: partition
// Slices longer than one and shorter than their dimension need all of it.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %table: tensor<9x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
    %index: tensor<5x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}
) -> (tensor<5x3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 3, 8>
  }> : (tensor<9x8xf32>, tensor<5x1xi32>) -> tensor<5x3x8xf32>
  return %0 : tensor<5x3x8xf32>
}
