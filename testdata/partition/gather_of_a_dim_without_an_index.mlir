// test: partition
// Along a collapsed dimension without an index, the gather selects the first element.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %table: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
    %index: tensor<7xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}
) -> (tensor<7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<8x6xf32>, tensor<7xi32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
