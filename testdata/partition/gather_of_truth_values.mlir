// test: partition
// Partial results of booleans are combined by `or`.
sdy.mesh @mesh = <["x"=8]>

func.func @main(
    %table: tensor<11x64xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %index: tensor<3xui8> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}
) -> (tensor<3x64xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 64>
  }> : (tensor<11x64xi1>, tensor<3xui8>) -> tensor<3x64xi1>
  return %0 : tensor<3x64xi1>
}
