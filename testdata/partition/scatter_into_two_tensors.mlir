// test: partition
// Two inputs, each with its own combiner.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @main(
    %input0: tensor<5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %input1: tensor<5x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %index: tensor<10xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>},
    %update0: tensor<10x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
    %update1: tensor<10x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}
) -> (tensor<5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
      tensor<5x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0:2 = "stablehlo.scatter"(%input0, %input1, %index, %update0, %update1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old0: tensor<f32>, %old1: tensor<i32>, %new0: tensor<f32>, %new1: tensor<i32>):
    %r0 = stablehlo.multiply %old0, %new0 : tensor<f32>
    %r1 = stablehlo.minimum %old1, %new1 : tensor<i32>
    stablehlo.return %r0, %r1 : tensor<f32>, tensor<i32>
  }) : (tensor<5x4xf32>, tensor<5x4xi32>, tensor<10xi64>, tensor<10x4xf32>, tensor<10x4xi32>) -> (tensor<5x4xf32>, tensor<5x4xi32>)
  return %0#0, %0#1 : tensor<5x4xf32>, tensor<5x4xi32>
}
