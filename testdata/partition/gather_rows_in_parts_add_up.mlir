// test: partition
// Every device looks up the rows it has; the partial results add up.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %table: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %index: tensor<3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}
) -> (tensor<3x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 64>
  }> : (tensor<8x64xf32>, tensor<3xi32>) -> tensor<3x64xf32>
  return %0 : tensor<3x64xf32>
}
