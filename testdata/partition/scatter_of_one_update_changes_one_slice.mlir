// test: partition
// A single update that another device has to apply changes nothing here.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %input: tensor<13x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
    %index: tensor<1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %update: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
) -> (tensor<13x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %0 = "stablehlo.scatter"(%input, %index, %update) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  }> ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    %r0 = stablehlo.subtract %old0, %new0 : tensor<f32>
    stablehlo.return %r0 : tensor<f32>
  }) : (tensor<13x6xf32>, tensor<1xi32>, tensor<6xf32>) -> tensor<13x6xf32>
  return %0 : tensor<13x6xf32>
}
