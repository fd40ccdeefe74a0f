// test: partition
// A dimension with slices of one element is looked up shard by shard without being collapsed.
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>

func.func @main(
    %table: tensor<10x7xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {"y"}]>},
    %index: tensor<6x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}
) -> (tensor<1x6x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}) {
  %0 = "stablehlo.gather"(%table, %index) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [0, 1], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<10x7xi32>, tensor<6x2xi32>) -> tensor<1x6x1xi32>
  return %0 : tensor<1x6x1xi32>
}
