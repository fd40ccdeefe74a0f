// test: partition
// Two indexed dimensions are sharded by sub-axes of one axis; the index map is out of order.
sdy.mesh @mesh = <["x"=8]>

func.func @main(
    %table: tensor<5x9xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {"x":(2)4}]>},
    %index: tensor<2x11xi64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}
) -> (tensor<11xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<5x9xf64>, tensor<2x11xi64>) -> tensor<11xf64>
  return %0 : tensor<11xf64>
}
